"""What a word card looks like: the places of its parts, as shares of its width and height."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

ASPECT = 1.54
"""Width of a word card over its height."""
CAP_SHARE = 0.1
COPY_CAP_SHARE = 0.086
"""Height of the bold capitals, and of those of the small copy, as a share of the card's height."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the card: left, top, right, bottom, 0 to 1."""

    left: float
    top: float
    right: float
    bottom: float


STRIP = Box(0.11, 0.57, 0.90, 0.86)
"""The white strip with the bold word in its middle."""
PANEL = Box(0.06, 0.09, 0.94, 0.92)
STAMP = Box(0.77, 0.17, 0.90, 0.50)
COPY = Box(0.10, 0.34, 0.76, 0.54)
"""The small grey copy of the word, upside down."""
WORD_CENTRE = (0.5, 0.715)
COPY_CENTRE = (0.42, 0.44)

_TONES = ((PANEL, 0.15), (STAMP, 0.05), (STRIP, 1.0))
_BORDER = 0.45
BURNT_RING = 0.12
"""How much of the darker table around a burnt-out card is looked at, in card heights."""
_INK = ((WORD_CENTRE, 0.13, 0.05, 1.0), (COPY_CENTRE, 0.11, 0.045, 0.5))
"""Where writing is in any case: centre, half width and half height, darkness."""
Pattern = NDArray[np.float32]


@lru_cache(maxsize=64)
def light_pattern(width_px: int, height_px: int) -> Pattern:
    """The light and dark of a card without its words: float32, shape (height_px, width_px), 0 dark to 1 light.

    Drawn once for each size: never to be changed.
    """
    fine = 6
    canvas = np.full((height_px * fine, width_px * fine), _BORDER, np.float32)
    for box, tone in _TONES:
        rows = slice(round(box.top * height_px * fine), round(box.bottom * height_px * fine))
        columns = slice(round(box.left * width_px * fine), round(box.right * width_px * fine))
        canvas[rows, columns] = tone
    canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), 0.6 * fine), np.float32)
    drawn = np.asarray(cv2.resize(canvas, (width_px, height_px), interpolation=cv2.INTER_AREA), np.float32)
    drawn.setflags(write=False)
    return drawn


def burnt_patterns(width_px: int, height_px: int) -> tuple[Pattern, Pattern]:
    """Light and ink of a card that is burnt out to an even white, with a ring of the table around it."""
    ring = max(2, round(BURNT_RING * height_px))
    light = np.pad(np.ones((height_px, width_px), np.float32), ring)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), 0.8), np.float32), np.pad(ink_pattern(width_px, height_px), ring)


@lru_cache(maxsize=64)
def ink_pattern(width_px: int, height_px: int) -> Pattern:
    """Where a card is written on, words of any length: float32, 0 to 1; drawn once, never to be changed."""
    x = (np.arange(width_px, dtype=np.float32) + 0.5)[None, :] / width_px
    y = (np.arange(height_px, dtype=np.float32) + 0.5)[:, None] / height_px
    canvas = np.zeros((height_px, width_px), np.float32)
    for (centre_x, centre_y), half_width, half_height, darkness in _INK:
        across, along = (x - centre_x) / half_width, (y - centre_y) / half_height
        canvas += darkness * np.exp(-0.5 * (across**2 + along**2))
    canvas.setflags(write=False)
    return canvas
