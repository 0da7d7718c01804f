"""Finds the line of writing on a card: its middle, direction and height, so that it can be cut out exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.extent import Extent, find_extent
from companion.vision.layout import ASPECT, CAP_SHARE, COPY_CAP_SHARE, STRIP, Box
from companion.vision.letters import CAP_PX, Letters, find_letters
from companion.vision.marks import Mark
from companion.vision.plane import Floats, apply, between
from companion.vision.ranks import median, percentile

ANOTHER_ROW = 0.6
"""Lines that are so far apart, in heights of capitals, are two."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What to look for on a card: where, how high its capitals are as a share of the card, and whether upside down.

    ``middle``: the place where its line should run and, if ``centred``, where its middle stands. ``above``: how much
    free paper stands above the middle of the line as it is read, in heights of its capitals.
    """

    region: Box
    middle: tuple[float, float]
    cap_share: float
    upside_down: bool
    centred: bool
    above: float


WORD = Writing(Box(0.04, 0.53, 0.96, 0.90), (0.5, 0.715), CAP_SHARE, upside_down=False, centred=True, above=1.12)
COPY = Writing(Box(0.06, 0.32, 0.78, 0.55), (0.42, 0.44), COPY_CAP_SHARE, upside_down=True, centred=False, above=0.88)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of writing.

    ``plane``: homography from its own frame (origin in its middle, x along it as it is read, one unit is one capital
    high) to pixels of the picture. ``half_length``: from the middle to either end. ``letters``: how many were seen, 0
    if the line is only where the card's layout has it. ``cap_px``: height of its capitals in the picture. ``above``:
    how much free paper stands above, in capitals. ``aside``: how far the letters seen stand right of the card's middle,
    in capitals. ``cut``: letters run out of the region that was searched, so the line is not whole.
    ``accents``: how many letters carry something above them, ``tails``: how many reach below, ``marks``: what stands
    above each letter seen, from left to right as the line is read.
    """

    plane: Floats
    half_length: float
    letters: int
    cap_px: float
    above: float
    aside: float = 0.0
    cut: bool = False
    accents: int = 0
    tails: int = 0
    marks: tuple[Mark, ...] = ()

    def scaled(self, factor: float) -> TextLine:
        """The same line with capitals ``factor`` times as high."""
        plane = self.plane @ np.diag([factor, factor, 1.0])
        return replace(self, plane=plane, half_length=self.half_length / factor, cap_px=self.cap_px * factor)


def find_line(gray: Gray, corners: Floats, writing: Writing, *, with_marks: bool = True) -> TextLine:
    """Find one of the two lines on a card.

    Args:
        gray: the picture.
        corners: of the card, (4, 2) pixels of the picture, clockwise from its own top left.
        writing: which line.
        with_marks: look for marks above the letters, which takes as long as all the rest.
    """
    box, high = writing.region, CAP_PX / writing.cap_share
    region, to_picture = _surroundings(gray, corners, box, high)
    expected = np.array(
        [(writing.middle[0] - box.left) * high * ASPECT, (writing.middle[1] - box.top) * high], np.float64
    )
    letters = find_letters(region, float(expected[1]), with_marks=with_marks)
    extent = find_extent(region, (float(expected[0]), float(expected[1])), CAP_PX) if writing.centred else None
    if extent is not None and _is_elsewhere(extent, letters):
        extent = None
    if writing.centred and (extent is not None or len(letters)):
        rows = _rows(letters.boxes) if extent is None else extent.rows
        expected[0] = _strip_middle(region, rows, box, float(expected[0]))
    reach = (0.375 if writing.centred else 0.33) * high * ASPECT / CAP_PX
    middle, angle, cap, half, aside = expected, 0.0, float(CAP_PX), reach, 0.0
    if extent is not None:
        aside = ((extent.left + extent.right) / 2 - expected[0]) / CAP_PX
        middle, angle, cap, half = _spanned(extent, float(expected[0]))
    elif len(letters):
        aside = ((letters.left + letters.right) / 2 - expected[0]) / CAP_PX
        middle, angle, cap, half = _measured(letters, expected, writing.centred)
    turn = np.pi if writing.upside_down else 0.0
    cos, sin = np.cos(angle + turn) * cap, np.sin(angle + turn) * cap
    plane = to_picture @ np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]], [0.0, 0.0, 1.0]])
    ends = apply(plane, [(0.0, -0.5), (0.0, 0.5)])
    cap_px = float(np.linalg.norm(ends[1] - ends[0]))
    seen = max(len(letters), 0 if extent is None else 1)
    return TextLine(
        plane, half, seen, cap_px, writing.above, float(aside), letters.cut, letters.accents, letters.tails,
        letters.marks,
    )  # fmt: skip


def _surroundings(gray: Gray, corners: Floats, box: Box, high: float) -> tuple[Gray, Floats]:
    """The part of a card, ``high`` pixels high, in which a line is looked for, and how it lies in the picture."""
    to_card = between([(0, 0), (high * ASPECT, 0), (high * ASPECT, high), (0, high)], corners)
    size = (round((box.right - box.left) * high * ASPECT), round((box.bottom - box.top) * high))
    shift = np.array([[1.0, 0.0, box.left * high * ASPECT], [0.0, 1.0, box.top * high], [0.0, 0.0, 1.0]])
    to_picture = to_card @ shift
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    region = cv2.warpPerspective(gray, to_picture, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(region, np.uint8), to_picture


def settled_corners(gray: Gray, corners: Floats) -> Floats:
    """Move a card's corners so that its word stands where the layout has it; unchanged where none is seen."""
    line = find_line(gray, corners, WORD, with_marks=False)
    if not line.letters:
        return corners
    high = 1.0 / CAP_SHARE
    wide = high * ASPECT
    own = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) - (WORD.middle[0] * wide, WORD.middle[1] * high)
    grown = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    size = np.linalg.norm(apply(line.plane, grown)[1] - apply(line.plane, grown)[0])
    before = np.linalg.norm(corners[1] - corners[0]) / wide
    return apply(line.plane, own * (before / size))


def _is_elsewhere(extent: Extent, letters: Letters) -> bool:
    """Whether letters are seen in another row: an edge of the card may be darker than a word of two letters."""
    return len(letters) > 0 and abs(extent.middle - float(letters.boxes[:, [1, 3]].mean())) > ANOTHER_ROW * CAP_PX


def _rows(letters: NDArray[np.float64]) -> tuple[float, float]:
    """Where the capitals of a line begin and end, from the boxes of its letters."""
    return median(letters[:, 1]), median(letters[:, 3])


def _strip_middle(region: Gray, capitals: tuple[float, float], box: Box, expected: float) -> float:
    """Middle of the white strip around a line, by its ends where both are seen; else where the layout has it."""
    top, bottom = round(capitals[0]), round(capitals[1])
    free = [*range(top - CAP_PX // 2, top - 2), *range(bottom + 3, bottom + CAP_PX // 2)]
    rows = [row for row in free if 0 <= row < region.shape[0]]
    if len(rows) < 4:
        return expected
    light = cv2.GaussianBlur(region[rows].astype(np.float32).mean(axis=0)[None, :], (0, 0), 1.5)[0]
    change = np.diff(light)
    wide = region.shape[1] / (box.right - box.left)
    slack = round(0.09 * wide)
    ends, steep = [], max(1.2, 4.0 * median(np.abs(change)))
    for place, sign in ((STRIP.left, 1.0), (STRIP.right, -1.0)):
        at = round((place - box.left) * wide)
        near = sign * change[max(0, at - slack) : at + slack]
        if not near.size or near.max() < steep:
            return expected
        ends.append(max(0, at - slack) + int(np.argmax(near)) + 1.0)
    long_enough = abs((ends[1] - ends[0]) / wide - (STRIP.right - STRIP.left)) < 0.06
    return (ends[0] + ends[1]) / 2 - 0.005 * wide if long_enough else expected


def _spanned(extent: Extent, at: float) -> tuple[Floats, float, float, float]:
    """Middle, angle, capital height and half length of a centred line that reaches from one place to another."""
    half = max(extent.right - at, at - extent.left) / extent.cap
    return np.array([at, extent.middle]), float(np.arctan(extent.slope)), extent.cap, max(half, 0.8)


def _measured(letters: Letters, expected: Floats, centred: bool) -> tuple[Floats, float, float, float]:
    """Middle, angle, capital height and half length of a line of letters.

    Feet are measured, not tops: accents stand above. A centred word is taken to reach equally far to both sides, so
    that letters lost in glare at one end are not cut off.
    """
    left, top, right, feet = letters.boxes.T
    x, cap, slope = (left + right) / 2, percentile(feet - top, 40), 0.0
    if len(x) >= 3 and np.ptp(x) > 2 * cap:
        pairs = [(i, j) for i in range(len(x)) for j in range(i) if abs(x[i] - x[j]) > cap]
        slopes = [(feet[j] - feet[i]) / (x[j] - x[i]) for i, j in pairs]
        slope = float(np.clip(median(np.array(slopes)), -0.2, 0.2)) if slopes else 0.0
    at = float(expected[0]) if centred else (letters.left + letters.right) / 2
    foot = median(feet + slope * (at - x))
    half = max(letters.right - at, at - letters.left) / cap
    return np.array([at, foot - 0.5 * cap]), float(np.arctan(slope)), cap, max(half, 0.8)
