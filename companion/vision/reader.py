"""Reads the cards of a board that was found: two ways at first, several more ways where those leave a doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from companion.table.scan import Certainty
from companion.vision.agreement import OVER, SECOND
from companion.vision.blobs import Gray
from companion.vision.board import CardPlace
from companion.vision.glance import let_net_read, look_otherwise
from companion.vision.layout import ASPECT, WORD_CENTRE
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.capitals import CapitalsEngine
from companion.vision.ocr.engine import Line, Strip, TextEngine
from companion.vision.plane import apply, between
from companion.vision.readcard import ASTRAY_NOISE, LEAD, LEAD_TURNED, ReadCard, cap_share, laid_out, usual_cap_share
from companion.vision.rectify import (
    CLEAR,
    COPY_PREPARATION,
    SHARPENED,
    Preparation,
    Restoring,
    cut_line,
    cut_writing,
    restored_strip,
    sharpened,
    ways_for,
)
from companion.vision.restore import blur_of
from companion.vision.textline import COPY as COPY_WRITING
from companion.vision.textline import find_line

Way = Preparation | Restoring
UPSIDE_DOWN = Preparation(OVER, 30, sharpened)
"""How the strip of a word is read the other way up."""
FEWEST_OVER = 6
"""So many cards must read better upside down for the whole board to be turned, whatever they look like."""
LEAST_CHANGE, LONG = 0.75, 0.68
"""Words whose height differs more from the usual one are something else; longer ones, in widths of the card, may be
printed smaller."""
MOST_LOST = 5
"""So few unread places are looked at again elsewhere; of more most are covered."""
AT_ONCE = 2
"""How many calls of the engine run side by side."""
MARGIN_CAPS = 1.6
"""How much longer than half its line the half of a strip counts, in heights of capitals."""


@dataclass(frozen=True, slots=True)
class Engines:
    """What recognises text: ``main`` all cards; ``capitals``, the net, those that it leaves in doubt, None for none."""

    main: TextEngine
    capitals: CapitalsEngine | None = None


def read_cards(
    gray: Gray,
    places: Sequence[CardPlace],
    engine: Engines,
    lexicon: Lexicon,
    on_first: Callable[[list[ReadCard]], None] | None = None,
    *,
    check: Callable[[Sequence[ReadCard]], None] | None = None,
) -> list[ReadCard]:
    """Read all cards.

    Args:
        gray: the picture.
        places: where the cards lie.
        engine: what recognises text.
        lexicon: words to prefer; may be empty.
        on_first: called with the cards once they were read in one way, and again after the first ways, if some of
            them are still open then.
        check: called with the cards before the costly further ways; what it raises ends the reading.
    """
    cards = _all_laid_out(gray, places)
    _read_first(gray, cards, engine, lexicon, on_first)
    _let_net_look(gray, cards, engine, lexicon)
    if check is not None:
        check(cards)
    _read_further(gray, cards, engine, lexicon)
    all_over = _all_stand_over(cards)
    for index, card in enumerate(cards):
        may_be_over = not card.settled and card.place.lead <= LEAD_TURNED and card.reads_better_over()
        if all_over or may_be_over:
            before = () if all_over else (card,)
            turned = laid_out(gray, _turned_round(card))
            cards[index] = replace(turned, blur_px=card.blur_px, ways=card.ways, others=before)
    again = [card for card in cards if not card.lines]
    if again:
        _read_first(gray, again, engine, lexicon)
        _let_net_look(gray, again, engine, lexicon)
        _read_further(gray, again, engine, lexicon)
    _look_elsewhere(gray, cards, engine, lexicon)
    return cards


def _all_laid_out(gray: Gray, places: Sequence[CardPlace]) -> list[ReadCard]:
    """All cards, with the blur of the picture and the ways of reading that it asks for; nothing read yet."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        cards = list(pool.map(partial(laid_out, gray), places))
    blur_px = blur_of([card.writing for card in cards if card.line.letters])
    ways = ways_for(blur_px, float(np.median([card.line.cap_px for card in cards])) if cards else 0.0)
    for card in cards:
        card.blur_px, card.ways = blur_px, ways
    if ways is not CLEAR:
        _make_even(gray, cards)
    return cards


def _make_even(gray: Gray, cards: Sequence[ReadCard]) -> None:
    """Give all words of a box the height that most of them have: of single ones blur and marks make it uncertain."""
    written = [card for card in cards if card.line.letters]
    usual = usual_cap_share(cards)
    changed: list[ReadCard] = []
    for card in written:
        factor = usual / cap_share(card)
        wide = 2 * card.line.half_length * cap_share(card) / ASPECT
        # Long words are printed smaller so that they fit.
        if LEAST_CHANGE < factor < 1 / LEAST_CHANGE and wide < LONG:
            card.line = card.line.scaled(factor)
            changed.append(card)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for card, writing in zip(changed, pool.map(lambda card: cut_writing(gray, card.line), changed), strict=True):
            card.writing = writing


def _look_elsewhere(gray: Gray, cards: list[ReadCard], engine: Engines, lexicon: Lexicon) -> None:
    """Look for words that were hardly seen at the other end of their cards, and where the other cards have theirs."""
    lost = [index for index, card in enumerate(cards) if not card.readable and card.is_astray]
    if not 0 < len(lost) <= MOST_LOST:
        return
    others = {index: _elsewhere(gray, cards[index]) for index in lost}
    seen = [card for some in others.values() for card in some]
    if seen:
        _read_first(gray, seen, engine, lexicon)
        _let_net_look(gray, seen, engine, lexicon)
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
        other = replace(laid_out(gray, place), blur_px=card.blur_px, ways=card.ways)
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
    engine: Engines,
    lexicon: Lexicon,
    on_first: Callable[[list[ReadCard]], None] | None = None,
) -> None:
    """Read in the first ways: all at once, or where somebody waits for the words one after the other."""
    ways = cards[0].ways.first
    for some in [ways] if on_first is None else [(way,) for way in ways]:
        _read_ways(gray, cards, some, engine.main)
        for card in cards:
            card.judge(lexicon)
        if on_first is not None and not all(card.settled for card in cards):
            on_first(cards)


def _let_net_look(gray: Gray, cards: list[ReadCard], engine: Engines, lexicon: Lexicon) -> None:
    """Let the net look at what the first ways left open; what it finds at another place is read there."""
    let_net_read([card for card in cards if not card.settled], engine.capitals, lexicon)
    found = look_otherwise(gray, cards, engine.capitals, lexicon)
    if found:
        _read_ways(gray, found, cards[0].ways.first, engine.main)
        let_net_read(found, engine.capitals, lexicon)


def _read_further(gray: Gray, cards: list[ReadCard], engine: Engines, lexicon: Lexicon) -> None:
    """Read in more ways what is still open."""
    open_cards = [card for card in cards if not card.settled]
    if not open_cards:
        return
    _read_ways(gray, open_cards, (*cards[0].ways.further, COPY_PREPARATION, UPSIDE_DOWN), engine.main)
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
