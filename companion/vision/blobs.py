"""Finds what may be words: groups of dark strokes on lighter ground, of any direction and of several sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats

Gray = NDArray[np.uint8]
"""A grey picture: uint8, shape (height, width)."""

CAP_PX = 8.0
"""Height of the capitals looked for on each level; every level finds 0.7 to 1.6 times it."""
LEVELS = (1.0, 0.7, 0.5, 0.35)
"""Sizes of the picture in which to look: together they cover capitals of about 5 to 36 pixels."""
NOISE_ROWS = 6
"""One row in so many is enough to tell the noise."""
END_SHARE, END_GAP = 0.45, 0.5
"""Beyond both ends of a word its ground goes on: so much of the way from stroke to ground it must be as light there, at
that distance in capitals. The dark gap between two cards ends on the dark table instead."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How words are looked for in a picture.

    ``stroke``: thickest stroke, in capitals. ``ink``: how much darker than its ground a stroke must be, as a share of
    the ground. ``noise``: the same in standard deviations of the picture's noise. ``smooth_px``: how much the picture
    is smoothed before. ``fullest``: share of its rectangle that a word's ink may fill.
    """

    stroke: float
    ink: float
    noise: float
    smooth_px: float
    fullest: float


SHARP = Sharpness(stroke=0.9, ink=0.17, noise=4.0, smooth_px=0.0, fullest=0.85)
BLURRED = Sharpness(stroke=1.6, ink=0.1, noise=4.5, smooth_px=0.8, fullest=1.0)
"""Letters that have run together: the word as a whole is one pale thick stroke."""


@dataclass(frozen=True, slots=True)
class WordBlobs:
    """What may be words, as parallel arrays of length n.

    ``centre``: (n, 2), x and y in pixels. ``height`` and ``length``: of the text, pixels. ``angle_rad``: direction of
    the line of text, -pi/2 to pi/2, clockwise from the x axis. ``dark``: 0 to 1, how dark the strokes are.
    """

    centre: Floats
    height: Floats
    length: Floats
    angle_rad: Floats
    dark: Floats

    def __len__(self) -> int:
        return len(self.height)

    def chosen(self, which: NDArray[np.bool_]) -> WordBlobs:
        """Those for which ``which``, of length n, is true."""
        return WordBlobs(self.centre[which], *(part[which] for part in self._parts))

    @property
    def _parts(self) -> tuple[Floats, ...]:
        return self.height, self.length, self.angle_rad, self.dark


def noise_of(gray: Gray) -> float:
    """Standard deviation of the noise, estimated from what is neither slope nor edge in a picture."""
    crossed = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    rough = np.abs(cv2.filter2D(gray[::NOISE_ROWS], cv2.CV_16S, crossed))
    return float(np.median(rough)) / (0.6745 * 6.0)


def find_word_blobs(gray: Gray, sharpness: Sharpness = SHARP) -> WordBlobs:
    """Look for groups of strokes that may be words, in a picture of about 1600 pixels."""
    rows = []
    for level in LEVELS:
        small = gray if level == 1.0 else cv2.resize(gray, None, fx=level, fy=level, interpolation=cv2.INTER_AREA)
        rows += [
            (x / level, y / level, height / level, length / level, angle, dark)
            for x, y, height, length, angle, dark in _on_level(np.asarray(small, np.uint8), sharpness)
        ]
    table = _without_repeats(np.array(rows, np.float64).reshape(-1, 6))
    return WordBlobs(table[:, :2], table[:, 2], table[:, 3], table[:, 4], table[:, 5])


def _on_level(gray: Gray, sharpness: Sharpness) -> list[tuple[float, ...]]:
    """The blobs of one size: (x, y, height, length, angle, dark)."""
    smooth, noise = gray, noise_of(gray)
    if sharpness.smooth_px:
        smooth = np.asarray(cv2.GaussianBlur(gray, (0, 0), sharpness.smooth_px), np.uint8)
        # What is left of white noise after a Gauss filter of that width.
        noise /= 2.0 * np.sqrt(np.pi) * sharpness.smooth_px
    reach = int(CAP_PX * sharpness.stroke) | 1
    ground = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    depth = cv2.subtract(ground, smooth)
    # The least depth for every shade of the ground; at least one grey level, for an even ground has no strokes.
    least = np.maximum(sharpness.ink * (np.arange(256) + 20.0), max(sharpness.noise * noise, 1.0))
    mask = cv2.compare(depth, cv2.LUT(ground, np.ceil(least).clip(1, 255).astype(np.uint8)), cv2.CMP_GE)
    found: list[tuple[float, ...]] = []
    for xs, ys in _groups(_letter_like(np.asarray(mask, np.uint8))):
        shape = _text_shape(xs, ys, sharpness.fullest)
        if shape is None:
            continue
        light, dip = ground[ys, xs].astype(np.float64), depth[ys, xs].astype(np.float64)
        if _ground_goes_on(smooth, float(light.mean()), float(dip.mean()), shape):
            found.append((*shape, float((dip / (light + 20.0)).mean())))
    return found


def _groups(strokes: Gray) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Strokes that stand close together, each group as the x and y of its pixels."""
    reach = max(3, round(0.62 * CAP_PX) | 1)
    grown = cv2.dilate(strokes, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    count, groups, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    ys, xs = np.nonzero(strokes.view(np.bool_))
    of_group = groups[ys, xs]
    order = np.argsort(of_group, kind="stable")
    ys, xs, of_group = ys[order], xs[order], of_group[order]
    bounds = np.searchsorted(of_group, np.arange(1, count + 1))
    size = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    for group in np.nonzero((size >= 1.2 * CAP_PX) & (size <= 18 * CAP_PX))[0]:
        if group:
            members = slice(bounds[group - 1], bounds[group] if group < count else None)
            yield xs[members], ys[members]


def _ground_goes_on(gray: Gray, ground: float, depth: float, shape: tuple[float, ...]) -> bool:
    """Whether it is about as light beyond both ends of a group of strokes as between them."""
    x, y, thick, length, angle = shape
    cos, sin = np.cos(angle), np.sin(angle)
    across = np.linspace(-0.4, 0.4, 5) * thick
    height, width = gray.shape
    for along in (length / 2 + END_GAP * CAP_PX, -length / 2 - END_GAP * CAP_PX):
        columns = np.clip(np.rint(x + along * cos - across * sin), 0, width - 1).astype(int)
        rows = np.clip(np.rint(y + along * sin + across * cos), 0, height - 1).astype(int)
        if float(gray[rows, columns].mean()) < ground - (1.0 - END_SHARE) * depth:
            return False
    return True


def _letter_like(mask: Gray) -> Gray:
    """Keep the connected strokes that are of a size for letters, or for a word run together by blur."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    long, short = np.maximum(width, height), np.minimum(width, height)
    keep = (long >= 0.5 * CAP_PX) & (long <= 14 * CAP_PX) & (short >= 0.12 * CAP_PX)
    keep &= (area >= 0.12 * CAP_PX**2) & (area < 14 * CAP_PX**2)
    keep[0] = False
    return np.asarray(keep.astype(np.uint8).take(np.asarray(labels)), np.uint8)


def _text_shape(xs: NDArray[np.int64], ys: NDArray[np.int64], fullest: float) -> tuple[float, ...] | None:
    """Centre x, y, height, length and angle of a group of pixels, None where it can be no word."""
    if len(xs) < 0.5 * CAP_PX**2:
        return None
    (x, y), (width, height), angle = cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))
    length, thick = width + 1.0, height + 1.0
    if length < thick:
        length, thick, angle = thick, length, angle + 90.0
    if not 0.7 * CAP_PX <= thick <= 1.6 * CAP_PX or length < 1.15 * thick:
        return None
    if not 0.2 < len(xs) / (length * thick) < fullest:
        return None
    return x, y, thick, length, float(np.deg2rad((angle + 90.0) % 180.0 - 90.0))


def _without_repeats(table: Floats) -> Floats:
    """Drop the weaker of two blobs that stand on the same place (found on neighbouring levels)."""
    if not len(table):
        return table
    order = np.argsort(-(table[:, 3] * table[:, 5]))
    table = table[order]
    keep: list[int] = []
    for index in range(len(table)):
        apart = np.abs(table[keep, :2] - table[index, :2]).max(axis=1) if keep else np.array([np.inf])
        if (apart > 0.8 * table[index, 2]).all():
            keep.append(index)
    return table[keep]
