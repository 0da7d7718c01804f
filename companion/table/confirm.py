"""From readings to a confirmed board: what the words page works on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.board import Board, same_word
from companion.game.position import ALL_POSITIONS, Position
from companion.table.scan import BoardScan, CardReading, Certainty, SeenCover

MAY_STAY_UNREAD = 1
"""So many cards may be left for later: they start under the name of their place."""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """One card on its way to the board.

    ``settled``: read as sure, or confirmed. ``confirmed``: chosen or typed by a player, or on a board of which the
    players said that it is right; no reading changes such a word. One that a player left open is filled by a sure
    reading alone. ``asked``: what a picture surely shows there instead,
    a question to the players. ``denied``: words that they have decided against. ``cover``: what lies on the card.
    """

    position: Position
    word: str | None = None
    candidates: tuple[str, ...] = ()
    settled: bool = False
    confirmed: bool = False
    asked: str | None = None
    denied: tuple[str, ...] = ()
    cover: SeenCover | None = None

    @property
    def doubtful(self) -> bool:
        """It has a word that somebody has to look at."""
        return self.word is not None and (not self.settled or self.asked is not None)


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """25 cards A1 to E5, some of them still open."""

    cards: tuple[DraftCard, ...]

    @classmethod
    def empty(cls) -> BoardDraft:
        """A board that is typed wholly by hand."""
        return cls(tuple(DraftCard(p) for p in ALL_POSITIONS))

    def card(self, position: Position) -> DraftCard:
        """The card at a position."""
        return self.cards[position.index]

    def with_word(self, position: Position, word: str) -> BoardDraft:
        """A player chose a candidate or typed the word; an empty text opens the card again."""
        text = " ".join(word.split()).upper() if word.islower() else " ".join(word.split())
        old = self.card(position)
        against = [*old.denied, *old.candidates, *([old.asked] if old.asked else [])]
        denied = tuple(dict.fromkeys(other for other in against if text and same_word(other) != same_word(text)))
        settled = bool(text)
        return self._with(replace(old, word=text or None, settled=settled, confirmed=True, asked=None, denied=denied))

    def with_reading(self, reading: CardReading) -> BoardDraft:
        """One card was swapped or is read again: only its place changes."""
        return self._with(_read(self.card(reading.position), reading))

    def merged(self, scan: BoardScan) -> BoardDraft:
        """The whole board is read, or read again: what is confirmed stays, another word there becomes a question."""
        return BoardDraft(tuple(_read(old, new) for old, new in zip(self.cards, scan.cards, strict=True)))

    def as_confirmed(self) -> BoardDraft:
        """The players said that all is right: from now on no reading changes a word."""
        return BoardDraft(tuple(replace(card, confirmed=card.confirmed or card.settled) for card in self.cards))

    def turned(self) -> BoardDraft:
        """The same board with the seats A and B exchanged (rules A2)."""
        return BoardDraft(
            tuple(replace(card, position=p) for p, card in zip(ALL_POSITIONS, reversed(self.cards), strict=True))
        )

    @property
    def doubtful(self) -> tuple[Position, ...]:
        """Cards that have a word which nobody has settled."""
        return tuple(c.position for c in self.cards if c.doubtful)

    @property
    def confirmed(self) -> tuple[Position, ...]:
        """Cards that players have decided about."""
        return tuple(c.position for c in self.cards if c.confirmed)

    @property
    def unread(self) -> tuple[Position, ...]:
        """Cards without a word."""
        return tuple(c.position for c in self.cards if c.word is None)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are there, in the order of their places."""
        return tuple(c.word for c in self.cards if c.word is not None)

    @property
    def duplicates(self) -> tuple[Position, ...]:
        """Cards whose word stands on another card too."""
        forms = [same_word(c.word) if c.word is not None else None for c in self.cards]
        return tuple(
            c.position for c, form in zip(self.cards, forms, strict=True) if form is not None and forms.count(form) > 1
        )

    @property
    def ready(self) -> bool:
        """A mission can start: nothing doubtful, no word twice, at most one card left for later."""
        return not self.doubtful and not self.duplicates and len(self.unread) <= MAY_STAY_UNREAD

    def board(self) -> Board:
        """The confirmed board; a card left for later stands under the name of its place.

        Raises:
            BoardError: a word stands twice.
        """
        return Board(tuple(c.word if c.word is not None else str(c.position) for c in self.cards))

    def _with(self, card: DraftCard) -> BoardDraft:
        cards = list(self.cards)
        cards[card.position.index] = card
        return BoardDraft(tuple(cards))


def _read(old: DraftCard, reading: CardReading) -> DraftCard:
    """A card after a reading of it."""
    settled = reading.certainty is Certainty.SURE
    if old.confirmed and old.word is not None:
        return replace(old, asked=_question(old, reading), cover=reading.cover)
    if reading.word is None or (old.confirmed and not settled):
        # A hand, say: what was read there before is still printed there.
        return replace(old, cover=reading.cover)
    return DraftCard(
        reading.position, reading.word, reading.candidates, settled, denied=old.denied, cover=reading.cover
    )


def _question(old: DraftCard, reading: CardReading) -> str | None:
    """What is to be asked about a confirmed card: a question stays until it is answered or the picture agrees."""
    if reading.word is None or reading.certainty is not Certainty.SURE:
        return old.asked
    read = same_word(reading.word)
    known = [same_word(word) for word in (old.word, *old.denied) if word is not None]
    return None if read in known else reading.word
