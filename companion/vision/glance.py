"""What the net for capitals is asked: doubtful words, words that nobody finds, and whether the picture is mirrored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.agreement import NET, NET_OVER
from companion.vision.blobs import Gray
from companion.vision.board import CardPlace
from companion.vision.lexicon import Lexicon, printed_word
from companion.vision.ocr.capitals import CAP_PX, FIRST_ROW, HEIGHT_PX, CapitalsEngine
from companion.vision.ocr.engine import NOTHING, Line, Strip
from companion.vision.otherwise import moved_to, other_lines
from companion.vision.readcard import SEEN_BY_NET, ReadCard, is_whole, laid_out, usual_cap_share
from companion.vision.rectify import capitals_strip, cut_writing
from companion.vision.restore import Writing
from companion.vision.textline import TextLine

LOST_TO_NET, FOUND_BY_NET, FOUND_UNKNOWN, MOST_OTHERWISE, LIKE_A_CARD = 0.3, 0.75, 0.95, 8, 0.3
"""A word that the net reads with less certainty than the first is looked for at other places, if no more than so many
are; it is there if the net reads something with the second. Known, or with the third, it makes a card of its place."""
MOST_HINTS, FEWEST_HINT, FOUND_TWICE = 3, 3, 0.3
"""Where nothing is found, so many places at which a word of so many letters was glimpsed are looked at more closely; a
known word that is then seen again needs no more certainty than the last."""
FEWEST_MIRRORED = 6
LIKE_IN_A_MIRROR = frozenset("AHIMOTUVWXYΑΔΗΘΙΛΜΟΠΤΥΦΧΨΩЖНОПТФХШ '-.")
"""So many words must read well in a mirror for the picture to be mirrored; of these letters alone every word does."""
_OVER_ROWS = 2 * FIRST_ROW + CAP_PX - HEIGHT_PX
"""By so many rows a strip that was turned upside down has to go down for its capitals to stand where they should."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A line of a card, cut out, and what the net says to it."""

    place: CardPlace
    line: TextLine
    writing: Writing
    said: Line

    def is_found(self) -> bool:
        return len(self.said.text) > 1 and self.said.confidence >= FOUND_BY_NET

    def is_known(self, lexicon: Lexicon) -> bool:
        return lexicon.weight(printed_word(self.said.text)) > 0


def let_net_read(cards: Sequence[ReadCard], net: CapitalsEngine | None, lexicon: Lexicon) -> None:
    """Let the net for capitals look at cards, either way up."""
    if net is None or not cards:
        return
    strips = [capitals_strip(card.writing) for card in cards]
    seen = net.look([*strips, *map(over_of, strips)])
    for card, glimpse, over in zip(cards, seen[: len(cards)], seen[len(cards) :], strict=True):
        card.glimpse, card.lines[NET], card.lines[NET_OVER] = glimpse, glimpse.line, over.line
        card.judge(lexicon)


def over_of(strip: Strip) -> Strip:
    """A strip turned upside down, its capitals where they should stand."""
    return np.roll(np.ascontiguousarray(strip[::-1, ::-1]), _OVER_ROWS, axis=0)


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
    glimpses = [
        _Seen(*line, writing, glimpse.line)
        for line, writing, glimpse in zip(lines, writings, net.look(list(map(capitals_strip, writings))), strict=True)
    ]
    best = max(glimpses, key=lambda one: one.said.confidence)
    found = best if best.is_found() else _looked_closer(gray, glimpses, net, usual, lexicon)
    if found is None:
        return False
    card.place, card.line, card.writing = found.place, found.line, found.writing
    if found.is_known(lexicon) or found.said.confidence >= FOUND_UNKNOWN:
        # A word stands there, however little the place where the card was sought looks like one.
        card.place = replace(card.place, likeness=max(card.place.likeness, LIKE_A_CARD))
    card.whole = is_whole(gray, card.line)
    card.lines.clear()
    return True


def _looked_closer(
    gray: Gray, glimpses: Sequence[_Seen], net: CapitalsEngine, usual: float, lexicon: Lexicon
) -> _Seen | None:
    """Lay the card out where a word was glimpsed that may stand a little beside; None if no word is there."""
    hints = [one for one in glimpses if len(one.said.text) >= FEWEST_HINT]
    hints = sorted(hints, key=lambda one: (one.is_known(lexicon), one.said.confidence), reverse=True)[:MOST_HINTS]
    laid = [laid_out(gray, moved_to(hint.place, hint.line, usual)) for hint in hints]
    read = net.look([capitals_strip(one.writing) for one in laid])
    closer = [_Seen(one.place, one.line, one.writing, glimpse.line) for one, glimpse in zip(laid, read, strict=True)]
    twice = [
        one
        for hint, one in zip(hints, closer, strict=True)
        if one.is_found()
        or (one.said.confidence >= FOUND_TWICE and one.said.text == hint.said.text and one.is_known(lexicon))
    ]
    return max(twice, key=lambda one: one.said.confidence, default=None)


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
