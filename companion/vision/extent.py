"""Where a line of writing begins and ends, how it runs and how high it is: by how dark its rows and columns are.

Letters need not be seen apart for this. A blur moves no edge: half way between paper and ink stays where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.ranks import median, percentile

STEEPEST, SLOPES, NARROW = 0.12, 13, 4
"""The slopes that are tried, to either side of level, on a picture so many times narrower."""
WORD_GAP = 1.3
"""The widest gap within a line, in heights of its capitals: between two words."""
DARK_ENOUGH, FAINTEST = 0.3, 1.0
"""From this share of the usual darkness on a column belongs to the line; fainter than the second (grey levels) none."""
SHORT = 3.8
"""A word no longer than that, in heights of capitals, leans as its card does: its few letters tell less of it."""
NEAR = 0.8
"""How near its place a line is looked for, in heights of capitals."""
LOWEST, HIGHEST = 0.7, 1.45
"""Heights of capitals that are believed, as a share of the one expected."""
STEPS = np.float32(256)
"""So many steps has a grey level where light is counted in whole numbers."""
Row = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Extent:
    """A line of writing in pixels of the region that was searched.

    ``middle``: of its capitals where the line is expected to be centred. ``slope``: down per pixel to the right.
    """

    middle: float
    slope: float
    cap: float
    left: float
    right: float

    @property
    def rows(self) -> tuple[float, float]:
        """Where its capitals begin and end."""
        return self.middle - self.cap / 2, self.middle + self.cap / 2


def find_extent(region: Gray, expected: tuple[float, float], cap_px: int) -> Extent | None:
    """Look for a line of writing; None where nothing stands out.

    Args:
        region: the surroundings of the line, dark on light.
        expected: where its middle should be, x and y.
        cap_px: how high its capitals should be.
    """
    dark = _darkness(region, cap_px)
    height, width = dark.shape
    low, high = max(round(expected[1] - 1.2 * cap_px), 0), min(round(expected[1] + 1.2 * cap_px), height)
    inner = slice(round(0.12 * width), round(0.88 * width))
    slope, level = _levelled(dark, expected, inner, slice(low, high))
    found = _spans(level, slope, expected, cap_px)
    if found is not None and slope and found.right - found.left < SHORT * cap_px:
        return _spans(dark, 0.0, expected, cap_px)
    return found


def _spans(level: NDArray[np.float32], slope: float, expected: tuple[float, float], cap_px: int) -> Extent | None:
    """Where the writing begins and ends in a darkness in which it runs level."""
    height, width = level.shape
    low, high = max(round(expected[1] - 1.2 * cap_px), 0), min(round(expected[1] + 1.2 * cap_px), height)
    inner = slice(round(0.12 * width), round(0.88 * width))
    rows = cv2.GaussianBlur(level[:, inner].mean(axis=1)[:, None], (0, 0), 0.15 * cap_px)[:, 0]
    # The border of the card beside its strip is darker than a word of two letters.
    beside = (np.arange(low, high) - expected[1]) / (NEAR * cap_px)
    peak = low + int(np.argmax(rows[low:high] * np.exp(-0.5 * beside**2)))
    run = _run(level[_around(peak, 0.35 * cap_px, height)].mean(axis=0), inner, expected[0], cap_px)
    if run is None:
        return None
    ends = _half_way(level[:, run[0] : run[1]].mean(axis=1), peak, cap_px)
    cap = ends[1] - ends[0]
    if not LOWEST * cap_px < cap < HIGHEST * cap_px:
        return None
    return Extent((ends[0] + ends[1]) / 2, slope, cap, float(run[0]), float(run[1]))


def _darkness(region: Gray, cap_px: int) -> NDArray[np.float32]:
    """How much darker than the paper around it each pixel is."""
    soft = cv2.GaussianBlur(region.astype(np.float32), (0, 0), 0.075 * cap_px)
    reach = round(1.15 * cap_px) | 1
    closing = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    # Whole numbers are closed in half the time that fractions take.
    closed = cv2.morphologyEx((soft * STEPS).astype(np.uint16), cv2.MORPH_CLOSE, closing).astype(np.float32) / STEPS
    return np.asarray(np.maximum(cv2.GaussianBlur(closed, (0, 0), 0.25 * cap_px) - soft, 0), np.float32)


def _around(row: int, reach: float, height: int) -> slice:
    return slice(max(0, row - int(reach)), min(height, row + int(reach) + 1))


def _levelled(
    dark: NDArray[np.float32], expected: tuple[float, float], inner: slice, near: slice
) -> tuple[float, NDArray[np.float32]]:
    """The slope at which the rows change most steeply between dark and light, and the darkness made level by it."""
    # Rows are summed anyway: a quarter of the columns does.
    size = (dark.shape[1] // NARROW, dark.shape[0])
    narrow = np.asarray(cv2.resize(dark, size, interpolation=cv2.INTER_AREA), np.float32)
    middle = (expected[0] + 0.5) / NARROW - 0.5
    across = slice(inner.start // NARROW, inner.stop // NARROW)
    leaning = cv2.remap(narrow, *_leanings(size, middle), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows = leaning.reshape(SLOPES, *narrow.shape)[:, :, across].mean(axis=2)
    slopes = np.linspace(-STEEPEST, STEEPEST, SLOPES)
    steepness = (np.diff(rows, axis=1)[:, near] ** 2).sum(axis=1) * (1 - 2 * np.abs(slopes))
    best = float(slopes[int(np.argmax(steepness))])
    return best, _leaned(dark, best, expected[0])


@lru_cache(maxsize=8)
def _leanings(size: tuple[int, int], middle: float) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where each pixel of a narrow picture comes from if it is leaned by every slope, one below the other."""
    x, y = (axis.astype(np.float32) for axis in np.meshgrid(np.arange(size[0]), np.arange(size[1])))
    slopes = NARROW * np.linspace(-STEEPEST, STEEPEST, SLOPES)
    down = np.vstack([y + np.float32(slope) * (x - np.float32(middle)) for slope in slopes])
    where, between = cv2.convertMaps(np.tile(x, (SLOPES, 1)), down, cv2.CV_16SC2)
    return np.asarray(where, np.int16), np.asarray(between, np.uint16)


def _leaned(dark: NDArray[np.float32], slope: float, middle: float) -> NDArray[np.float32]:
    """Columns moved so that a line of this slope runs level."""
    lean = np.array([[1.0, 0.0, 0.0], [slope, 1.0, -slope * middle]], np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(dark, lean, dark.shape[::-1], flags=how, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _run(columns: Row, inner: slice, middle: float, cap_px: int) -> tuple[int, int] | None:
    """First and last column of the writing: the darkest run of dark columns, the nearer to the middle the rather."""
    soft = cv2.GaussianBlur(columns[None, :], (0, 0), 0.125 * cap_px)[0]
    margin = round(0.04 * len(soft))
    enough = max(DARK_ENOUGH * percentile(soft[inner], 97), FAINTEST)
    dark = np.flatnonzero(soft[margin : len(soft) - margin] > enough) + margin
    if not len(dark):
        return None
    runs = np.split(dark, np.flatnonzero(np.diff(dark) > WORD_GAP * cap_px) + 1)

    def worth(run: NDArray[np.int64]) -> float:
        aside = abs(float(run[0] + run[-1]) / 2 - middle) / (3.0 * cap_px)
        return float(soft[run].sum()) / (1.0 + aside**2)

    best = max(runs, key=worth)
    return int(best[0]), int(best[-1]) + 1


def _half_way(rows: Row, peak: int, cap_px: int) -> tuple[float, float]:
    """Where the rows above and below the peak are half as dark as those of the letters."""
    height = len(rows)
    usual = median(rows[_around(peak, 0.3 * cap_px, height)])
    level = (usual + percentile(rows[_around(peak, 1.1 * cap_px, height)], 10)) / 2
    ends = []
    for step in (-1, 1):
        at = peak
        while 0 < at < height - 1 and rows[at] > level:
            at += step
        inside = rows[at - step] - rows[at] if 0 <= at - step < height else 0.0
        ends.append(at - step * float(level - rows[at]) / max(float(inside), 1e-6) if inside > 0 else float(at))
    return ends[0], ends[1]
