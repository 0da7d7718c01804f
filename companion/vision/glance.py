"""What the net for capitals is asked: doubtful words, words that nobody finds, and whether the picture is mirrored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.vision.agreement import NET, NET_OVER
from companion.vision.blobs import Gray
from companion.vision.lexicon import Lexicon, printed_word
from companion.vision.ocr.capitals import CAP_PX, FIRST_ROW, HEIGHT_PX, CapitalsEngine
from companion.vision.ocr.engine import NOTHING, Line
from companion.vision.otherwise import other_lines
from companion.vision.readcard import SEEN_BY_NET, ReadCard, is_whole, usual_cap_share
from companion.vision.rectify import capitals_strip, cut_writing

LOST_TO_NET, FOUND_BY_NET, FOUND_UNKNOWN, MOST_OTHERWISE, LIKE_A_CARD = 0.3, 0.75, 0.95, 8, 0.3
"""A word that the net reads with less certainty than the first is looked for at other places, if no more than so many
are; it is there if the net reads something with the second. Known, or with the third, it makes a card of its place."""
FEWEST_MIRRORED = 6
LIKE_IN_A_MIRROR = frozenset("AHIMOTUVWXYΑΔΗΘΙΛΜΟΠΤΥΦΧΨΩЖНОПТФХШ '-.")
"""So many words must read well in a mirror for the picture to be mirrored; of these letters alone every word does."""
_OVER_ROWS = 2 * FIRST_ROW + CAP_PX - HEIGHT_PX
"""By so many rows a strip that was turned upside down has to go down for its capitals to stand where they should."""


def let_net_read(cards: Sequence[ReadCard], net: CapitalsEngine | None, lexicon: Lexicon) -> None:
    """Let the net for capitals look at cards, either way up."""
    if net is None or not cards:
        return
    strips = [capitals_strip(card.writing) for card in cards]
    turned = [np.ascontiguousarray(strip[::-1, ::-1]) for strip in strips]
    seen = net.look([*strips, *(np.roll(strip, _OVER_ROWS, axis=0) for strip in turned)])
    for card, glimpse, over in zip(cards, seen[: len(cards)], seen[len(cards) :], strict=True):
        card.glimpse, card.lines[NET], card.lines[NET_OVER] = glimpse, glimpse.line, over.line
        card.judge(lexicon)


def look_otherwise(
    gray: Gray, cards: Sequence[ReadCard], net: CapitalsEngine | None, lexicon: Lexicon
) -> list[ReadCard]:
    """Let the net look for words that nobody can read at other places and sizes of their cards.

    Returns:
        the cards on which it found one: they have a new line and nothing is read on them yet.
    """
    lost = [card for card in cards if not card.settled and card.said(NET).confidence < LOST_TO_NET]
    if net is None or len(lost) > MOST_OTHERWISE:
        return []
    usual = usual_cap_share(cards)
    return [card for card in lost if _found_otherwise(gray, card, net, usual, lexicon)]


def _found_otherwise(gray: Gray, card: ReadCard, net: CapitalsEngine, usual: float, lexicon: Lexicon) -> bool:
    lines = list(other_lines(card.place, card.line, usual))
    writings = [cut_writing(gray, line) for _, line in lines]
    seen = net.look([capitals_strip(writing) for writing in writings])
    best = max(range(len(lines)), key=lambda number: seen[number].line.confidence)
    found = seen[best].line
    if len(found.text) < 2 or found.confidence < FOUND_BY_NET:
        return False
    (card.place, card.line), card.writing = lines[best], writings[best]
    if lexicon.weight(printed_word(found.text)) > 0 or found.confidence >= FOUND_UNKNOWN:
        # A word stands there, however little the place where the card was sought looks like one.
        card.place = replace(card.place, likeness=max(card.place.likeness, LIKE_A_CARD))
    card.whole = is_whole(gray, card.line)
    card.lines.clear()
    return True


def is_mirrored(cards: Sequence[ReadCard], net: CapitalsEngine | None) -> bool:
    """Whether the words read well in a mirror and hardly any does as it stands: many cameras show their owners so."""
    unsettled = [card for card in cards if not card.settled]
    if net is None or 2 * len(unsettled) < len(cards):
        return False
    mirrored = net.read_lines([np.ascontiguousarray(capitals_strip(card.writing)[:, ::-1]) for card in unsettled])
    seen = sum(_is_surely_read(line) for line in mirrored)
    return seen >= FEWEST_MIRRORED and seen > 2 * sum(
        _is_surely_read(card.lines.get(NET, NOTHING)) for card in unsettled
    )


def _is_surely_read(line: Line) -> bool:
    return line.confidence >= SEEN_BY_NET and len(line.text) > 2 and not LIKE_IN_A_MIRROR.issuperset(line.text)
