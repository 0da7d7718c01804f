"""Finds what may be words: groups of dark strokes on lighter ground, of any direction and of several sizes."""

from __future__ import annotations

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
INK = 0.17
"""How much darker than its ground a stroke must be, as a share of the ground."""


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


def ink(gray: Gray, stroke_px: int) -> NDArray[np.float32]:
    """How much darker each pixel is than the ground around strokes thinner than ``stroke_px``: 0 to 1."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (stroke_px, stroke_px))
    ground = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, kernel).astype(np.float32)
    return (ground - gray) / (ground + 20.0)


def find_word_blobs(gray: Gray) -> WordBlobs:
    """Look for groups of strokes that may be words, in a picture of about 1600 pixels."""
    rows: list[tuple[float, ...]] = []
    for level in LEVELS:
        small = gray if level == 1.0 else cv2.resize(gray, None, fx=level, fy=level, interpolation=cv2.INTER_AREA)
        rows += [
            (x / level, y / level, height / level, length / level, angle, dark)
            for x, y, height, length, angle, dark in _on_level(np.asarray(small, np.uint8))
        ]
    table = _without_repeats(np.array(rows, np.float64).reshape(-1, 6))
    return WordBlobs(table[:, :2], table[:, 2], table[:, 3], table[:, 4], table[:, 5])


def _on_level(gray: Gray) -> list[tuple[float, ...]]:
    """The blobs of one size: (x, y, height, length, angle, dark)."""
    darkness = ink(gray, int(CAP_PX * 0.9) | 1)
    strokes = _letter_like((darkness > INK).astype(np.uint8))
    reach = max(3, round(0.62 * CAP_PX) | 1)
    grown = cv2.dilate(strokes, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    count, groups, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    ys, xs = np.nonzero(strokes)
    of_group = groups[ys, xs]
    order = np.argsort(of_group, kind="stable")
    ys, xs, of_group = ys[order], xs[order], of_group[order]
    bounds = np.searchsorted(of_group, np.arange(1, count + 1))
    size = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    found: list[tuple[float, ...]] = []
    for group in np.nonzero((size >= 1.2 * CAP_PX) & (size <= 18 * CAP_PX))[0]:
        if group == 0:
            continue
        members = slice(bounds[group - 1], bounds[group] if group < count else None)
        shape = _text_shape(xs[members], ys[members])
        if shape is not None:
            found.append((*shape, float(darkness[ys[members], xs[members]].mean())))
    return found


def _letter_like(mask: Gray) -> Gray:
    """Keep the connected strokes that are of a size for letters, or for a word run together by blur."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    long, short = np.maximum(width, height), np.minimum(width, height)
    keep = (long >= 0.5 * CAP_PX) & (long <= 14 * CAP_PX) & (short >= 0.12 * CAP_PX)
    keep &= (area >= 0.12 * CAP_PX**2) & (area < 12 * CAP_PX**2)
    keep[0] = False
    return np.asarray(keep[labels], np.uint8)


def _text_shape(xs: NDArray[np.int64], ys: NDArray[np.int64]) -> tuple[float, float, float, float, float] | None:
    """Centre x, y, height, length and angle of a group of pixels, None where it can be no word."""
    if len(xs) < 0.5 * CAP_PX**2:
        return None
    (x, y), (width, height), angle = cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))
    length, thick = width + 1.0, height + 1.0
    if length < thick:
        length, thick, angle = thick, length, angle + 90.0
    if not 0.7 * CAP_PX <= thick <= 1.6 * CAP_PX or length < 1.15 * thick:
        return None
    if not 0.2 < len(xs) / (length * thick) < 0.85:
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
