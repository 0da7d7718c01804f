"""Several pictures of one table vote: what each says of a card is weighed against what the others say.

Which word a card gets does not depend on the order of the pictures; where the cards lie and what covers them is as in
the newest one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from math import fsum
from unicodedata import combining, normalize

from companion.game.position import ALL_POSITIONS, COUNT, Position
from companion.table.scan import BoardScan, CardReading, Certainty

PATIENCE = 4
"""After so many pictures in which nothing got better, further ones are not worth their time."""
RANKS = (1.0, 0.3, 0.15)
"""What the candidates of a doubtful reading weigh, best first, of its confidence."""
SURE_WEIGHT = 2.0
"""A sure reading weighs as much as so many doubtful ones of full confidence."""
AHEAD = 2.0
"""So many times the weight of the next word must the leading one have."""
OUTVOTED = 4
"""So many sure readings stand against one sure reading of another word."""
MARKED_SHARE = 0.2
"""From this share of all readings of the same letters on, those with more marks are taken to be the right ones."""
MOST_CANDIDATES = 3
MOST_DOUBTFUL_CONFIDENCE = 0.89
FEWEST_COMPARED = 5
"""With fewer sure words than this in both, all words are compared to tell whether two pictures show one board."""
SAME_BOARD, RESEMBLING = 0.4, 0.6
"""The share of words that must be alike for it to be the same board, and how alike two doubtful words must be."""
KNOWN_WORDS = 0.2
"""Where more than this share of the sure words are known from other places, the board may only be misplaced."""

Ballot = tuple[CardReading, ...]
"""The readings of one card that gave a word."""
NO_BALLOTS: tuple[Ballot, ...] = ((),) * COUNT


@dataclass(frozen=True, slots=True)
class Votes:
    """What all pictures so far say together. A value: each picture makes a new one.

    ``scan`` is the board as voted, None before the first picture; ``frames`` the pictures that voted; ``idle`` how many
    in a row made nothing better. ``ballots`` holds per position what was read there. ``unmarked``: the language of the
    box has no marks on its letters, so that none can have been lost. ``reference``: what was known of the board,
    forgotten cards too; by it the next picture is turned the same way round. ``rival``: another board that one picture
    showed and no second one has confirmed yet.
    """

    scan: BoardScan | None = None
    frames: int = 0
    idle: int = 0
    ballots: tuple[Ballot, ...] = NO_BALLOTS
    unmarked: bool = False
    reference: BoardScan | None = None
    rival: BoardScan | None = None

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def open(self) -> tuple[Position, ...]:
        """Cards on which the pictures have not settled yet, covered ones too: what lies there may go away."""
        if self.scan is None:
            return ALL_POSITIONS
        return tuple(card.position for card in self.scan.cards if card.certainty is not Certainty.SURE)

    @property
    def settled(self) -> bool:
        """All 25 are sure."""
        return not self.open

    @property
    def over(self) -> bool:
        """Further pictures are not worth their time: all is sure, or nothing has got better for a while."""
        settled = self.settled and self.rival is None
        return self.scan is not None and (settled or self.idle >= PATIENCE)

    # --- what is added -------------------------------------------------------------------------------------------

    def with_scan(self, scan: BoardScan, fresh: Collection[Position] | None = None) -> Votes:
        """One more picture votes.

        A board that lies the other way round is turned first; cards that have changed places begin anew, and so does
        everything where the picture shows another board. One that shows the known words in other places, or hardly any
        word for certain, may have been misplaced by a row: it must be confirmed by the next picture.

        Args:
            scan: what was read in it.
            fresh: the cards that were read in it, where they lay before; the others only tell where they lie. None:
                all, and the board was looked for.
        """
        if self.reference is None or fresh is not None:
            return _voted(self, scan, ALL_POSITIONS if fresh is None else fresh)
        same = _as_it_lay(self.reference, scan)
        if same is not None:
            return _voted(self.without(*_moved(self.reference, same)), same)
        empty = Votes(unmarked=self.unmarked)
        if self.rival is not None and (again := _as_it_lay(self.rival, scan)) is not None:
            return _voted(_voted(empty, self.rival), again)
        if _is_new(self.reference, scan):
            return _voted(empty, scan)
        return replace(self, idle=self.idle + 1, rival=scan)

    def with_nothing(self, idle: int = 1) -> Votes:
        """One more picture was taken and says nothing; it counts as so many pictures that made nothing better."""
        return replace(self, idle=self.idle + idle)

    def without(self, *positions: Position) -> Votes:
        """Forget what was read on some cards: others lie there now."""
        ballots = tuple(() if p in positions else ballot for p, ballot in zip(ALL_POSITIONS, self.ballots, strict=True))
        if self.scan is None:
            return self
        cards = tuple(elect((), card) if card.position in positions else card for card in self.scan.cards)
        return replace(self, scan=replace(self.scan, cards=cards), ballots=ballots)

    def asked_again(self) -> Votes:
        """The players want more pictures."""
        return replace(self, idle=0)

    def turned(self) -> Votes:
        """The same votes with the seats A and B exchanged."""
        if self.scan is None or self.reference is None:
            return self
        reference = _turned(self.reference)
        return replace(self, scan=_turned(self.scan), ballots=self.ballots[::-1], reference=reference)


def _voted(votes: Votes, scan: BoardScan, fresh: Collection[Position] = ALL_POSITIONS) -> Votes:
    ballots = tuple(
        (*ballot, card) if card.position in fresh and card.word is not None else ballot
        for ballot, card in zip(votes.ballots, scan.cards, strict=True)
    )
    cards = tuple(elect(ballot, card, votes.unmarked) for ballot, card in zip(ballots, scan.cards, strict=True))
    after = BoardScan(cards, scan.rotation_deg)
    better = votes.scan is None or _known(after) > _known(votes.scan)
    idle = 0 if better else votes.idle + 1
    before = (votes.reference or after).cards
    known = tuple(new if new.word is not None else old for old, new in zip(before, cards, strict=True))
    return Votes(after, votes.frames + 1, idle, ballots, votes.unmarked, BoardScan(known, scan.rotation_deg))


def elect(ballot: Ballot, newest: CardReading, unmarked: bool = False) -> CardReading:
    """The word of one card. ``newest`` tells where it lies, what covers it, and that it is unread if nobody voted.

    ``unmarked``: see ``Votes``.
    """
    if not ballot:
        return replace(newest, word=None, certainty=Certainty.UNREAD, confidence=0.0, candidates=())
    weights = _weights(ballot)
    ranked = sorted(weights, key=lambda word: (-_sure_votes(ballot, word), -weights[word], word))
    first = ranked[0] if unmarked else _with_marks(ranked[0], ballot, weights)
    ranked = [first, *(word for word in ranked if word != first)]
    if _is_sure(first, ballot, weights):
        return replace(
            newest, word=first, certainty=Certainty.SURE, confidence=_confidence(first, ballot), candidates=(first,)
        )
    share = weights[first] / fsum(weights.values())
    confidence = min(MOST_DOUBTFUL_CONFIDENCE, round(share * _confidence(first, ballot), 3))
    return replace(
        newest, word=first, certainty=Certainty.DOUBTFUL, confidence=confidence,
        candidates=tuple(ranked[:MOST_CANDIDATES]),
    )  # fmt: skip


def _is_sure(word: str, ballot: Ballot, weights: dict[str, float]) -> bool:
    """Whether a word stands against all that was read otherwise; a mark on a letter that only some see is a doubt.

    However many doubtful readings agree: a camera that stands still shows the same wrong letter every time.
    """
    rivals = [weight for other, weight in weights.items() if other != word]
    if rivals and weights[word] < AHEAD * max(rivals):
        return False
    if any(other != word and _plain(other) == _plain(word) for other in weights):
        return False
    sure = _sure_votes(ballot, word)
    others = [card for card in ballot if card.word != word]
    dissent = sum(card.certainty is Certainty.SURE for card in others)
    return sure > 0 and sure >= OUTVOTED * dissent and sure >= len(others) - dissent


def _with_marks(word: str, ballot: Ballot, weights: dict[str, float]) -> str:
    """The same letters with more marks on them, if that was read often enough: blur takes marks away and makes few.

    One picture at least must have shown them best: what is only offered beside it may come from a dictionary.
    """
    alike = {other: weight for other, weight in weights.items() if _plain(other) == _plain(word)}
    least = MARKED_SHARE * fsum(alike.values())
    seen = {card.word for card in ballot}
    marked = [
        other for other, weight in alike.items() if other in seen and _marks(other) > _marks(word) and weight >= least
    ]
    return max(marked, key=lambda other: (weights[other], other), default=word)


def _marks(word: str) -> int:
    return sum(combining(sign) > 0 for sign in normalize("NFD", word))


def _plain(word: str) -> str:
    """Without the marks on its letters."""
    return "".join(sign for sign in normalize("NFD", word) if not combining(sign))


def _sure_votes(ballot: Ballot, word: str) -> int:
    return sum(card.certainty is Certainty.SURE and card.word == word for card in ballot)


def _weights(ballot: Ballot) -> dict[str, float]:
    """What speaks for each word. Summed exactly, so that the order of the pictures makes no difference."""
    parts: dict[str, list[float]] = {}
    for card in ballot:
        for word, weight in _parts(card):
            parts.setdefault(word, []).append(weight)
    return {word: fsum(weights) for word, weights in parts.items()}


def _parts(card: CardReading) -> Iterable[tuple[str, float]]:
    if card.word is None:
        return ()
    if card.certainty is Certainty.SURE:
        return ((card.word, SURE_WEIGHT * card.confidence),)
    words = tuple(dict.fromkeys((card.word, *card.candidates)))
    return tuple((word, rank * max(card.confidence, 0.02)) for word, rank in zip(words, RANKS, strict=False))


def _confidence(word: str, ballot: Ballot) -> float:
    """The best single reading of the word."""
    return max((card.confidence for card in ballot if card.word == word), default=0.0)


def _known(scan: BoardScan) -> tuple[int, int]:
    """How many cards are sure, and how many have a word."""
    sure = sum(card.certainty is Certainty.SURE for card in scan.cards)
    return sure, sum(card.word is not None for card in scan.cards)


def _turned(scan: BoardScan) -> BoardScan:
    cards = tuple(replace(card, position=p) for p, card in zip(ALL_POSITIONS, reversed(scan.cards), strict=True))
    return BoardScan(cards, (scan.rotation_deg + 180) % 360)


def _as_it_lay(known: BoardScan, scan: BoardScan) -> BoardScan | None:
    """The scan, turned if the board lies the other way round; None where it shows another board."""
    turned = _turned(scan)
    straight, other = _alike(known, scan), _alike(known, turned)
    return None if max(straight, other) < SAME_BOARD else turned if other > straight else scan


def _is_new(known: BoardScan, scan: BoardScan) -> bool:
    """Whether other cards lie there for certain: sure words, and hardly one of them known from any place."""
    words = {word for card in known.cards for word in (card.word, *card.candidates)}
    certain = [card.word for card in scan.cards if card.certainty is Certainty.SURE]
    return len(certain) >= FEWEST_COMPARED and sum(word in words for word in certain) <= KNOWN_WORDS * len(certain)


def _alike(known: BoardScan, scan: BoardScan) -> float:
    """The share of cards whose word is the same in both, of those that can be compared; 0.5 where too few can."""
    pairs = [(a, b) for a, b in zip(known.cards, scan.cards, strict=True) if a.word and b.word]
    certain = [(a, b) for a, b in pairs if a.certainty is b.certainty is Certainty.SURE]
    if len(certain) >= FEWEST_COMPARED:
        return sum(a.word == b.word for a, b in certain) / len(certain)
    if len(pairs) >= FEWEST_COMPARED:
        return sum(_resemble(a, b) for a, b in pairs) / len(pairs)
    return 0.5


def _resemble(one: CardReading, other: CardReading) -> bool:
    """Whether two readings may be of one word: blur makes a little of everything out of it."""
    if {one.word, *one.candidates} & {other.word, *other.candidates}:
        return True
    return SequenceMatcher(None, one.word or "", other.word or "").ratio() >= RESEMBLING


def _moved(known: BoardScan, scan: BoardScan) -> list[Position]:
    """Places where now a card surely lies that surely lay elsewhere before, and surely no longer lies there."""
    places = {card.word: card.position for card in known.cards if card.certainty is Certainty.SURE}
    moved = []
    for old, new in zip(known.cards, scan.cards, strict=True):
        before = places.get(new.word)
        if before is None or old.word == new.word or old.certainty is not Certainty.SURE:
            continue
        there_now = scan.cards[before.index]
        if new.certainty is there_now.certainty is Certainty.SURE and there_now.word != new.word:
            moved.append(new.position)
    return moved
