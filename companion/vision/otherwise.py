"""Where else, and how large, a word may stand that could not be read: lines of the same card for the net to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from companion.vision.board import CardPlace
from companion.vision.layout import ASPECT
from companion.vision.plane import apply, between
from companion.vision.textline import WORD, TextLine

SIZES = (0.72, 0.86, 1.16, 1.35)
ROWS_CAPS, FAR_CAPS = (-1.2, -0.6, 0.0, 0.6, 1.2), (-1.8, 1.8)
"""How much larger and smaller, and how many heights of a capital further up and down, a line is looked for."""
REACH = 0.35
"""Half the length of a line of which nothing is known, in widths of the card."""


def other_lines(place: CardPlace, line: TextLine, cap_share: float) -> Iterator[tuple[CardPlace, TextLine]]:
    """Other lines that a card may have.

    Args:
        place: where the card was found.
        line: what was taken for its word.
        cap_share: height of the capitals of this box, as a share of the card's.

    Yields:
        a line, and the place of the card that it belongs to.
    """
    for size in SIZES:
        yield place, line.scaled(size)
    for row in ROWS_CAPS:
        if row:
            yield place, _moved(line, row)
    upright = replace(place, corners=place.due, turned=False)
    over = replace(place, corners=np.roll(place.due, 2, axis=0), turned=True)
    turned = replace(place, corners=np.roll(place.corners, 2, axis=0), turned=not place.turned)
    for where, rows in (
        (place, ROWS_CAPS),
        (upright, ROWS_CAPS),
        (over, ROWS_CAPS),
        (turned, (*ROWS_CAPS, *FAR_CAPS)),
    ):
        usual = _usual(where, cap_share)
        for row in rows:
            yield where, _moved(usual, row)


def moved_to(place: CardPlace, line: TextLine, cap_share: float) -> CardPlace:
    """A card that lies so that a line is where the layout has it."""
    shift = apply(line.plane, [(0.0, 0.0)]) - apply(_usual(place, cap_share).plane, [(0.0, 0.0)])
    return replace(place, corners=place.corners + shift)


def _moved(line: TextLine, row_caps: float) -> TextLine:
    down = np.eye(3)
    down[1, 2] = row_caps
    return replace(line, plane=line.plane @ down)


def _usual(place: CardPlace, cap_share: float) -> TextLine:
    """The line where the layout has it."""
    high = 1.0 / cap_share
    wide = high * ASPECT
    x, y = WORD.middle
    left, top, right, bottom = -x * wide, -y * high, (1 - x) * wide, (1 - y) * high
    frame = [(left, top), (right, top), (right, bottom), (left, bottom)]
    cap_px = cap_share * float(np.linalg.norm(place.corners[3] - place.corners[0]))
    return TextLine(between(frame, place.corners), REACH * wide, 1, cap_px, WORD.above)
