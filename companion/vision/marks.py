"""What stands above the capitals of a line: nothing, one sign, two as the dots of Ä, or a stroke before the letter.

The engine may drop a mark, or take one for another, where its model has not learnt the letter; the picture tells.
"""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.plane import Floats
from companion.vision.ranks import median

VALLEY, WIDE = 0.5, 0.16
"""Two signs: between them there is at most this share of their ink, and their middles are so far apart, in capitals."""
REACH, LOW, HIGH = 0.22, 0.05, 0.62
"""Where marks are looked for, in heights of the capitals: so far beside narrow letters, between these heights above."""
NARROW = 0.45
WORD_GAP, MORE_ROOM = 0.34, 0.22
"""Between words there is at least so much room, and so much more than usual, in heights of the capitals."""
STEM, CROSSED = 0.34, 0.38
"""A stem is at most so wide, one with a stroke through it at least so, in heights of the capitals."""


class Mark(Enum):
    """What stands above a letter."""

    NONE = "none"
    ONE = "one"
    TWO = "two"
    BEFORE = "before"
    """High in the gap before the letter: an apostrophe, or the accent of a Greek capital."""
    GAP = "gap"
    """No letter: between the two beside it there is room for a space."""
    THROUGH = "through"
    """Nothing above, but a stroke through the stem of what has the outline of an L: Ł."""


def shape_above(depth: Gray, letters: Floats, index: int, top: float, cap: float) -> Mark:
    """Whether the ink above a letter that carries something is one sign or two.

    Args:
        depth: how much darker than the paper each pixel is.
        letters: boxes of the letters from left to right: left, top, right, bottom.
        index: which of them.
        top: where the capitals end there.
        cap: their height.
    """
    narrow = letters[index, 2] - letters[index, 0] < NARROW * cap
    reach = REACH * cap if narrow else 0.0
    left, right = letters[index, 0] - reach, letters[index, 2] + reach
    if index:
        left = max(left, (letters[index - 1, 2] + letters[index, 0]) / 2)
    if index + 1 < len(letters):
        right = min(right, (letters[index, 2] + letters[index + 1, 0]) / 2)
    rows = slice(max(0, round(top - HIGH * cap)), max(1, round(top - LOW * cap)))
    ink = depth[rows, max(0, int(left)) : int(np.ceil(right))].astype(np.float64).sum(axis=0)
    return Mark.TWO if _is_double(ink, WIDE * cap) else Mark.ONE


def stroke_through(depth: Gray, letter: Floats, cap: float) -> bool:
    """Whether a letter has the foot and the bare top of an L, and more than a stem between them.

    Args:
        depth: how much darker than the paper each pixel is.
        letter: its box: left, top, right, bottom.
        cap: height of the capitals.
    """
    left, top, right, bottom = (round(float(edge)) for edge in letter)
    ink = depth[max(0, top) : bottom, max(0, left) : right].astype(np.float64)
    if ink.shape[0] < 8 or ink.shape[1] < 5:
        return False
    dark, rows, wide = ink > 0.5 * ink.max(), ink.shape[0], ink.shape[1]
    head, foot = dark[rows // 12 : rows // 5], dark[-rows // 6 : -rows // 12 or None]
    if (
        foot.any(axis=0).sum() < 0.75 * wide
        or head.any(axis=0).sum() > STEM * cap
        or head.any(axis=0)[-wide // 3 :].any()
    ):
        return False
    return int(dark[rows // 4 : -rows // 4].any(axis=0).sum()) > CROSSED * cap


def stroke_before(strokes: Floats, letters: Floats, index: int, top: float, cap: float) -> bool:
    """Whether a small stroke stands high in the gap before a letter.

    Args:
        strokes: boxes of all small strokes: left, top, right, bottom.
        letters: boxes of the letters from left to right.
        index: which of them.
        top: where the capitals end there.
        cap: their height.
    """
    left = letters[index - 1, 2] - 0.15 * cap if index else letters[index, 0] - 0.6 * cap
    right = letters[index, 0] + 0.2 * cap
    x, y = strokes[:, [0, 2]].mean(axis=1), strokes[:, [1, 3]].mean(axis=1)
    foot = strokes[:, 3]
    high = (foot > top + 0.1 * cap) & (foot < top + 0.6 * cap) & (y < top + 0.35 * cap) & (y > top - 0.2 * cap)
    size = strokes[:, 3] - strokes[:, 1]
    return bool((high & (x > left) & (x < right) & (size > 0.14 * cap) & (size < 0.6 * cap)).any())


def gaps_before(letters: Floats, cap: float) -> list[bool]:
    """Before which letters there is as much room as between two words.

    Args:
        letters: boxes of the letters from left to right.
        cap: height of the capitals.
    """
    room = letters[1:, 0] - letters[:-1, 2]
    usual = median(room) if len(room) else 0.0
    return [False, *(bool(gap > WORD_GAP * cap and gap > usual + MORE_ROOM * cap) for gap in room)]


def _is_double(ink: NDArray[np.float64], apart: float) -> bool:
    """Whether a row of sums has two heights with a valley between them."""
    if len(ink) < 5 or ink.max() <= 0:
        return False
    best = 0.0
    for valley in range(1, len(ink) - 1):
        one, other = int(np.argmax(ink[:valley])), valley + 1 + int(np.argmax(ink[valley + 1 :]))
        lower = min(ink[one], ink[other])
        if other - one >= apart and lower > 0.35 * ink.max():
            best = max(best, 1.0 - ink[valley] / lower)
    return best >= 1.0 - VALLEY
