"""Cuts the written strips out of a picture and prepares them for reading, in several different ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.plane import Floats
from companion.vision.textline import TextLine

BELOW, BESIDE = 1.0, 0.9
"""How much of the paper to leave around a line, in heights of its capitals."""
MARGIN_PX = 10
Prepare = Callable[[Gray], Gray]


@dataclass(frozen=True, slots=True)
class Preparation:
    """One way to bring a line before the engine: height of its capitals, and what is done to its light."""

    name: str
    cap_px: int
    prepare: Prepare


def flattened(strip: Gray) -> Gray:
    """Divide by the light of the paper, so that shadow, glare and cast are gone; ink becomes black."""
    reach = max(5, round(0.45 * strip.shape[0]) | 1)
    paper = cv2.morphologyEx(strip, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (reach, reach)))
    paper = cv2.GaussianBlur(paper, (0, 0), 0.25 * strip.shape[0])
    return _stretched(255.0 * (strip.astype(np.float32) + 1.0) / (paper.astype(np.float32) + 1.0), 1.0, 60.0)


def sharpened(strip: Gray) -> Gray:
    """Flattened, then edges made steeper."""
    flat = flattened(strip).astype(np.float32)
    soft = cv2.GaussianBlur(flat, (0, 0), 0.045 * strip.shape[0])
    return np.asarray(np.clip(flat + 1.2 * (flat - soft), 0, 255), np.uint8)


def plain(strip: Gray) -> Gray:
    """Nothing but contrast."""
    return _stretched(strip.astype(np.float32), 1.0, 70.0)


def inked(strip: Gray) -> Gray:
    """Flattened and made nearly black and white, with soft edges."""
    flat = flattened(strip)
    level, _ = cv2.threshold(flat, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    steep = 128.0 + (flat.astype(np.float32) - level) * 2.2
    return np.asarray(np.clip(steep, 0, 255), np.uint8)


PREPARATIONS = (
    Preparation("sharpened", 30, sharpened),
    Preparation("plain", 22, plain),
    Preparation("flattened", 38, flattened),
    Preparation("inked", 26, inked),
)
"""For the bold word: the first two are tried on every card, the others where those leave a doubt."""
COPY_PREPARATION = Preparation("copy", 30, sharpened)


def _stretched(light: NDArray[np.float32], low: float, high: float) -> Gray:
    dark, bright = np.percentile(light, [low, high])
    return np.asarray(np.clip((light - dark) * (255.0 / max(float(bright - dark), 1.0)), 0, 255), np.uint8)


def cut_line(gray: Gray, line: TextLine, preparation: Preparation) -> Gray:
    """Cut a line of writing out, upright and straight, ready to be read.

    Returns:
        uint8, dark on light, with a white margin.
    """
    half = line.half_length + BESIDE
    cap = preparation.cap_px
    size = (round(2 * half * cap), round((line.above + BELOW) * cap))
    to_line = np.array([[1 / cap, 0.0, 0.5 / cap - half], [0.0, 1 / cap, 0.5 / cap - line.above], [0.0, 0.0, 1.0]])
    plane = line.plane @ to_line
    source, factor, low = _near(gray, plane, size, line.cap_px / cap)
    shrink = np.array(
        [[factor, 0.0, (0.5 - low[0]) * factor - 0.5], [0.0, factor, (0.5 - low[1]) * factor - 0.5], [0, 0, 1.0]]
    )
    strip = cv2.warpPerspective(
        source, shrink @ plane, size, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    ready = preparation.prepare(np.asarray(strip, np.uint8))
    return np.asarray(
        cv2.copyMakeBorder(ready, MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX, cv2.BORDER_CONSTANT, value=255), np.uint8
    )


def _near(gray: Gray, plane: Floats, size: tuple[int, int], ratio: float) -> tuple[Gray, float, NDArray[np.int64]]:
    """The part of the picture around a strip, made smaller first where it is much larger than wanted.

    Returns:
        the part, its size relative to the picture, and its left and top corner in the picture.
    """
    corners = np.array([(0, 0, 1), (size[0], 0, 1), (size[0], size[1], 1), (0, size[1], 1)]) @ plane.T
    corners = corners[:, :2] / corners[:, 2:]
    low = np.maximum(np.floor(corners.min(axis=0)).astype(np.int64) - 4, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(np.int64) + 5, (gray.shape[1], gray.shape[0]))
    part = gray[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.full((2, 2), 255, np.uint8), 1.0, low
    if ratio < 1.5:
        return part, 1.0, low
    factor = 1.2 / ratio
    return np.asarray(cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8), factor, low
