"""Reads the cards of a board that was found: two ways at first, several more ways where those leave a doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from companion.table.scan import Certainty
from companion.vision.agreement import ASIDE_CAPS, BESIDE, OVER, SECOND, UNREAD, Judgement, Readings, judge
from companion.vision.blobs import Gray
from companion.vision.board import CardPlace
from companion.vision.layout import ASPECT, WORD_CENTRE
from companion.vision.lexicon import Lexicon, folded, printed_word
from companion.vision.ocr.engine import Line, Strip, TextEngine
from companion.vision.plane import apply, between
from companion.vision.rectify import (
    CLEAR,
    COPY_PREPARATION,
    SHARPENED,
    Preparation,
    Restoring,
    Ways,
    cut_line,
    cut_writing,
    restored_strip,
    sharpened,
    ways_for,
)
from companion.vision.restore import Writing, blur_of
from companion.vision.textline import COPY as COPY_WRITING
from companion.vision.textline import WORD as WORD_WRITING
from companion.vision.textline import TextLine, find_line, settled_corners

Way = Preparation | Restoring
UPSIDE_DOWN = Preparation(OVER, 30, sharpened)
"""How the strip of a word is read the other way up."""
LEAD, LEAD_TURNED = 1.0, 2.5
"""Below these leads it is not certain which way up a card lies: it is read both ways."""
OVER_CONFIDENT, OVER_AHEAD = 0.7, 0.25
"""So well must a strip read upside down, and so much better than upright, for the card to be turned round."""
FEWEST_OVER = 6
"""So many cards must read better upside down for the whole board to be turned, whatever they look like."""
READABLE, UNLIKE_A_CARD, READABLE_ANYWHERE = 0.6, 0.28, 0.75
"""So confident must one reading of a word be; more so where the place does not look like a card."""
STEADILY_ALIKE = 4
"""So many readings alike need no confidence."""
RUN_TOGETHER, MOSTLY_APART = 0.5, 0.8
"""Shares of the letters of a word that are seen apart from each other."""
TINY_CAP_PX, SHARP_CAP_PX = 7.0, 11.0
"""Letters lower than the first may pass for others; from the second on accents can be told."""
LEAST_CHANGE, LONG = 0.75, 0.68
"""Words whose height differs more from the usual one are something else; longer ones, in widths of the card, may be
printed smaller."""
ASTRAY_NOISE = 0.25
"""Between letters a strip of paper is evener than that, as a share of its contrast."""
MOST_LOST = 5
"""So few unread places are looked at again elsewhere; of more most are covered."""
AT_ONCE = 2
"""How many calls of the engine run side by side."""
MARGIN_CAPS = 1.6
"""How much longer than half its line the half of a strip counts, in heights of capitals."""


@dataclass(slots=True)
class ReadCard:
    """A card while and after it is read. ``writing``: its word, cut out. ``blur_px``: of the whole picture.

    ``ways``: in which its word is read. ``looks_right``: its word would look just so in the letters of the board.
    ``misfit``: how much of its strip that word leaves unexplained, 1.0 if not compared. ``others``: the same card as it
    may lie instead, read as well.
    """

    place: CardPlace
    line: TextLine
    whole: bool
    writing: Writing
    blur_px: float = 0.0
    ways: Ways = CLEAR
    lines: dict[str, Line] = field(default_factory=dict)
    judgement: Judgement = UNREAD
    looks_right: bool = False
    misfit: float = 1.0
    others: tuple[ReadCard, ...] = ()

    def judge(self, lexicon: Lexicon) -> None:
        """Weigh what was read so far."""
        way_in_doubt = self.place.lead < (LEAD_TURNED if self.place.turned else LEAD)
        # One reading alone makes no word sure.
        reads = max(2, sum(name not in BESIDE for name in self.lines))
        apart = self._share_apart()
        told = apart >= MOSTLY_APART and self.line.cap_px >= SHARP_CAP_PX
        marks = (self.line.accents, self.line.tails) if told else None
        tiny, run_together = self.line.cap_px < TINY_CAP_PX, apart < RUN_TOGETHER
        shapes = self.line.marks if told and self.ways is CLEAR else ()
        hidden = self.ways is not CLEAR and self.writing.may_hide_marks(self.blur_px)
        span_caps = 2 * self.line.half_length if self.line.letters else 0.0
        readings = Readings(self.lines, self.whole, way_in_doubt, tiny, run_together, marks, shapes, hidden, span_caps)
        self.judgement = judge(readings, lexicon, reads)

    def _share_apart(self) -> float:
        """How many of the letters that were read are seen apart from each other: 0 none, 1 all."""
        words = [printed_word(line.text) for name, line in self.lines.items() if name not in BESIDE]
        lengths = [len(word.replace(" ", "")) for word in words if word]
        return self.line.letters / max(float(np.median(lengths)), 1.0) if lengths else 1.0

    @property
    def settled(self) -> bool:
        """Whether nothing more needs to be read."""
        return self.judgement.certainty is Certainty.SURE

    @property
    def open(self) -> bool:
        """Whether a word may stand here that is not sure yet."""
        seen = self.line.letters > 0 and self.place.likeness > UNLIKE_A_CARD
        return not self.settled and (seen or self.judgement.word is not None)

    @property
    def readable(self) -> bool:
        """Whether there is a word at all: read alike at least twice and each third time, once with confidence.

        Before the second reading one is enough.
        """
        # Marks may have been put back by what is known: the letters under them were read all the same.
        word = folded(self.judgement.word or "")
        alike = [
            line.confidence
            for name, line in self.lines.items()
            if name != OVER and folded(printed_word(line.text)) == word
        ]
        often = len(alike) >= max(min(2, len(self.lines)), len(self.lines) / 3)
        if self.looks_right and self.place.likeness > UNLIKE_A_CARD:
            return True
        enough = READABLE if self.place.likeness > UNLIKE_A_CARD else READABLE_ANYWHERE
        # Pictures are taken for a word now and then, but never for the same one time and again.
        steadily = len(alike) >= STEADILY_ALIKE and len(word) > 2
        return len(word) > 1 and often and (steadily or max(alike) >= enough)

    def as_it_lies(self) -> ReadCard:
        """The card as it was taken to lie first, unless it looks clearly more like a word otherwise."""
        best = min((self, *self.others), key=lambda card: card.misfit)
        clearly = best.looks_right and not self.looks_right and self.misfit > 2 * best.misfit
        return best if clearly and not self.settled else self

    @property
    def is_astray(self) -> bool:
        """Whether what was cut out may be no word at all: the place is unlike a card, or its strip unlike paper."""
        unlike = self.place.likeness < UNLIKE_A_CARD or not self.line.letters
        return unlike or self.writing.noise > ASTRAY_NOISE

    def reads_better_over(self) -> bool:
        """Whether the word reads well the other way up, and not as the card is taken to lie."""
        over = self.lines.get(OVER)
        if over is None or len(over.text) < 2:
            return False
        upright = max((line.confidence for name, line in self.lines.items() if name not in BESIDE), default=0.0)
        ahead = over.confidence - upright
        return over.confidence >= OVER_CONFIDENT and ahead >= OVER_AHEAD


def read_cards(
    gray: Gray,
    places: Sequence[CardPlace],
    engine: TextEngine,
    lexicon: Lexicon,
    on_first: Callable[[list[ReadCard]], None] | None = None,
) -> list[ReadCard]:
    """Read all cards.

    Args:
        gray: the picture.
        places: where the cards lie.
        engine: what recognises text.
        lexicon: words to prefer; may be empty.
        on_first: called with the cards once they were read in one way, and again after the first ways, if some of
            them are still open then.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool:
        cards = list(pool.map(partial(_laid_out, gray), places))
    blur_px = blur_of([card.writing for card in cards if card.line.letters])
    ways = ways_for(blur_px, float(np.median([card.line.cap_px for card in cards])) if cards else 0.0)
    for card in cards:
        card.blur_px, card.ways = blur_px, ways
    if ways is not CLEAR:
        _make_even(gray, cards)
    _read_first(gray, cards, engine, lexicon, on_first)
    _read_further(gray, cards, engine, lexicon)
    all_over = _all_stand_over(cards)
    for index, card in enumerate(cards):
        may_be_over = not card.settled and card.place.lead <= LEAD_TURNED and card.reads_better_over()
        if all_over or may_be_over:
            before = () if all_over else (card,)
            turned = _laid_out(gray, _turned_round(card))
            cards[index] = replace(turned, blur_px=blur_px, ways=ways, others=before)
    again = [card for card in cards if not card.lines]
    if again:
        _read_first(gray, again, engine, lexicon)
        _read_further(gray, again, engine, lexicon)
    _look_elsewhere(gray, cards, engine, lexicon)
    return cards


def _make_even(gray: Gray, cards: Sequence[ReadCard]) -> None:
    """Give all words of a box the height that most of them have: of single ones blur and marks make it uncertain."""
    written = [card for card in cards if card.line.letters]
    usual = float(np.median([_cap_share(card) for card in written])) if written else 0.0
    changed: list[ReadCard] = []
    for card in written:
        factor = usual / _cap_share(card)
        wide = 2 * card.line.half_length * _cap_share(card) / ASPECT
        # Long words are printed smaller so that they fit.
        if LEAST_CHANGE < factor < 1 / LEAST_CHANGE and wide < LONG:
            card.line = card.line.scaled(factor)
            changed.append(card)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for card, writing in zip(changed, pool.map(lambda card: cut_writing(gray, card.line), changed), strict=True):
            card.writing = writing


def _cap_share(card: ReadCard) -> float:
    """Height of the capitals as a share of the card's."""
    return card.line.cap_px / float(np.linalg.norm(card.place.corners[3] - card.place.corners[0]))


def _look_elsewhere(gray: Gray, cards: list[ReadCard], engine: TextEngine, lexicon: Lexicon) -> None:
    """Look for words that were hardly seen at the other end of their cards, and where the other cards have theirs."""
    lost = [index for index, card in enumerate(cards) if not card.readable and card.is_astray]
    if not 0 < len(lost) <= MOST_LOST:
        return
    others = {index: _elsewhere(gray, cards[index]) for index in lost}
    seen = [card for some in others.values() for card in some]
    if seen:
        _read_first(gray, seen, engine, lexicon)
        _read_further(gray, seen, engine, lexicon)
    for index, some in others.items():
        better = max((card for card in some if card.readable), key=lambda card: card.judgement.confidence, default=None)
        cards[index] = cards[index] if better is None else better
        cards[index].others += () if better is not None else tuple(some)


def _elsewhere(gray: Gray, card: ReadCard) -> list[ReadCard]:
    """A card as it may lie instead: the other way up, or where its row and column have it; where a word may stand."""
    found = []
    before, due = card.place.corners, card.place.due
    for corners in (np.roll(before, 2, axis=0), due, np.roll(due, 2, axis=0)):
        over = float((before[3] - before[0]) @ (corners[3] - corners[0])) < 0
        place = replace(card.place, corners=corners, turned=card.place.turned ^ over, lead=0.0)
        other = replace(_laid_out(gray, place), blur_px=card.blur_px, ways=card.ways)
        found += [other] if other.line.letters and other.whole and other.writing.noise < ASTRAY_NOISE else []
    return found


def _all_stand_over(cards: Sequence[ReadCard]) -> bool:
    """Whether the whole board was taken the wrong way up: where cards touch, strips and copies pair up either way."""
    over = sum(not card.settled and card.reads_better_over() for card in cards)
    return over >= FEWEST_OVER and over > 2 * sum(card.settled for card in cards)


def read_second(gray: Gray, cards: Sequence[ReadCard], engine: TextEngine, lexicon: Lexicon) -> None:
    """Let a second engine read the cards that the first one left in doubt, and judge these anew.

    Raises:
        EngineMissing: it broke down.
    """
    doubtful = [card for card in cards if card.judgement.certainty is Certainty.DOUBTFUL]
    lines = engine.read_lines([_strip(gray, card, SHARPENED) for card in doubtful])
    for card, line in zip(doubtful, lines, strict=True):
        card.lines[SECOND] = line
        card.judge(lexicon)


def _laid_out(gray: Gray, place: CardPlace) -> ReadCard:
    place = replace(place, corners=settled_corners(gray, place.corners))
    line = find_line(gray, place.corners, WORD_WRITING)
    return ReadCard(place, line, _is_whole(gray, line), cut_writing(gray, line))


def _is_whole(gray: Gray, line: TextLine) -> bool:
    """Whether a line stands in the middle of its card and ends neither at the card's edge nor at the picture's."""
    if line.cut or abs(line.aside) > ASIDE_CAPS:
        return False
    ends = apply(line.plane, [(x, y) for x in (-line.half_length, line.half_length) for y in (-0.5, 0.5)])
    return bool((ends >= 1).all() and (ends[:, 0] < gray.shape[1] - 1).all() and (ends[:, 1] < gray.shape[0] - 1).all())


def _turned_round(card: ReadCard) -> CardPlace:
    """The same word on a card that lies the other way up."""
    corners = card.place.corners
    frame = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    plane = between(frame, corners)
    over = [(2 * WORD_CENTRE[0] - x, 2 * WORD_CENTRE[1] - y) for x, y in frame]
    return replace(card.place, corners=apply(plane, over), turned=not card.place.turned, lead=LEAD)


def _read_first(
    gray: Gray,
    cards: list[ReadCard],
    engine: TextEngine,
    lexicon: Lexicon,
    on_first: Callable[[list[ReadCard]], None] | None = None,
) -> None:
    """Read in the first ways: all at once, or where somebody waits for the words one after the other."""
    ways = cards[0].ways.first
    for some in [ways] if on_first is None else [(way,) for way in ways]:
        _read_ways(gray, cards, some, engine)
        for card in cards:
            card.judge(lexicon)
        if on_first is not None and not all(card.settled for card in cards):
            on_first(cards)


def _read_further(gray: Gray, cards: list[ReadCard], engine: TextEngine, lexicon: Lexicon) -> None:
    """Read in more ways what the first ways left open."""
    open_cards = [card for card in cards if not card.settled]
    if not open_cards:
        return
    _read_ways(gray, open_cards, (*cards[0].ways.further, COPY_PREPARATION, UPSIDE_DOWN), engine)
    for card in open_cards:
        card.judge(lexicon)


def _read_ways(gray: Gray, cards: list[ReadCard], ways: Sequence[Way], engine: TextEngine) -> None:
    """Read cards in several ways; the calls of the engine share the work evenly and run side by side."""
    parts = _shared_out([(card, way) for way in ways for card in cards])

    def read(part: list[tuple[ReadCard, Way]]) -> list[Line]:
        return engine.read_lines([_strip(gray, *job) for job in part])

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for part, lines in zip(parts, pool.map(read, parts), strict=True):
            for (card, way), line in zip(part, lines, strict=True):
                card.lines[way.name] = line


def _shared_out(jobs: Sequence[tuple[ReadCard, Way]]) -> list[list[tuple[ReadCard, Way]]]:
    """As many parts as calls run side by side, that take about as long: a line is read the longer the longer it is."""
    parts: list[list[tuple[ReadCard, Way]]] = [[] for _ in range(AT_ONCE)]
    lengths = [0.0] * AT_ONCE
    for job in sorted(jobs, key=lambda job: -job[0].line.half_length):
        part = int(np.argmin(lengths))
        parts[part].append(job)
        lengths[part] += job[0].line.half_length + MARGIN_CAPS
    return [part for part in parts if part]


def _strip(gray: Gray, card: ReadCard, way: Way) -> Strip:
    if isinstance(way, Restoring):
        return restored_strip(card.writing, card.blur_px, way)
    # Where the small copy stands is looked up only where it is asked.
    line = find_line(gray, card.place.corners, COPY_WRITING) if way is COPY_PREPARATION else card.line
    strip = cut_line(gray, line, way)
    return np.ascontiguousarray(strip[::-1, ::-1]) if way is UPSIDE_DOWN else strip
