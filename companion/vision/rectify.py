"""Cuts the written strips out of a picture and prepares them for reading, in several different ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.ocr import capitals
from companion.vision.plane import Floats, apply
from companion.vision.restore import Darkness, Writing, restored
from companion.vision.textline import TextLine

BELOW, BESIDE = 1.0, 1.1
"""How much of the paper to leave around a line, in heights of its capitals."""
MARGIN_PX = 10
SMALLER = 4
"""So many times smaller the light of the paper is smoothed."""
CAP_PX = 20
"""Height of the capitals in strips whose blur is undone: enough for every letter, and quick."""
LEAST_CONTRAST, BURNT_OUT, DEEP = 4.0, 252, 185.0
"""In steps of grey: contrast of any writing, paper as light as can be, and how much darker than it unfaded ink is."""
Prepare = Callable[[Gray], Gray]


@dataclass(frozen=True, slots=True)
class Preparation:
    """One way to bring a line before the engine: height of its capitals, and what is done to its light."""

    name: str
    cap_px: int
    prepare: Prepare


@dataclass(frozen=True, slots=True)
class Restoring:
    """A way that undoes the blur. ``strength``: how much noise is held down. ``share``: of the blur that was measured.

    Too little and too much of both show different letters where a strip does not tell: what all show is there.
    """

    name: str
    cap_px: int
    strength: float
    share: float


def flattened(strip: Gray) -> Gray:
    """Divide by the light of the paper, so that shadow, glare and cast are gone; ink becomes black."""
    reach = max(5, round(0.45 * strip.shape[0]) | 1)
    paper = cv2.morphologyEx(strip, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (reach, reach)))
    paper = _blurred(np.asarray(paper, np.uint8), 0.25 * strip.shape[0])
    return _stretched(255.0 * (strip.astype(np.float32) + 1.0) / (paper + 1.0), 1.0, 60.0)


def _blurred(strip: Gray, sigma: float) -> NDArray[np.float32]:
    """A wide Gaussian blur, in a quarter of the size: far quicker, and the same within a grey level."""
    height, width = strip.shape
    size = (-(-width // SMALLER), -(-height // SMALLER))
    small = cv2.resize(strip, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), sigma * size[0] / width, sigmaY=sigma * size[1] / height)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


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


@dataclass(frozen=True, slots=True)
class Ways:
    """In which ways the bold word is read: first of every card, further where those leave a doubt."""

    first: tuple[Preparation | Restoring, ...]
    further: tuple[Preparation | Restoring, ...]


SHARPENED = Preparation("sharpened", 30, sharpened)
_FLATTENED = Preparation("flattened", 38, flattened)
CLEAR = Ways(
    (SHARPENED, Preparation("plain", 22, plain)),
    (_FLATTENED, Preparation("inked", 26, inked), Restoring("smoother", 26, 0.25, 1.0)),
)
"""For pictures of which blur hides little: undoing it would only make the pixels stand out."""
BLURRED = Ways(
    (Restoring("restored", 27, 0.06, 1.0), SHARPENED),
    (
        Restoring("finer", 36, 0.04, 1.0),
        Restoring("finest", 24, 0.04, 1.0),
        Restoring("smoother", 26, 0.25, 1.0),
        Restoring("softer", 38, 0.1, 0.8),
        Restoring("harder", 26, 0.06, 1.2),
    ),
)
LITTLE_BLUR_PX, LITTLE_BLUR_CAPS = 0.75, 0.05
"""A blur below either, in pixels and in heights of the capitals, hides little."""
COPY_PREPARATION = Preparation("copy", 30, sharpened)


def _stretched(light: NDArray[np.float32], low: float, high: float) -> Gray:
    dark, bright = np.percentile(light, [low, high])
    return np.asarray(np.clip((light - dark) * (255.0 / max(float(bright - dark), 1.0)), 0, 255), np.uint8)


def ways_for(blur_px: float, cap_px: float) -> Ways:
    """How to read a picture of this blur whose capitals are this high."""
    return CLEAR if blur_px < max(LITTLE_BLUR_PX, LITTLE_BLUR_CAPS * cap_px) else BLURRED


def cut_line(gray: Gray, line: TextLine, preparation: Preparation) -> Gray:
    """Cut a line of writing out, upright and straight, ready to be read.

    Returns:
        uint8, dark on light, with a white margin.
    """
    return _framed(preparation.prepare(_cut(gray, line, preparation.cap_px)))


def cut_writing(gray: Gray, line: TextLine) -> Writing:
    """Cut a line of writing out to have its blur measured and undone."""
    seen = _cut(gray, line, CAP_PX)
    strip = seen.astype(np.float32)
    first, last = round((line.above - 0.5) * CAP_PX), round((line.above + 0.5) * CAP_PX)
    dark, paper = _paper_of(strip, (first, last)) - strip, _is_paper(strip.shape, (first, last))
    noise = 1.4826 * float(np.median(np.abs(dark[paper])))
    margin = round(BESIDE * CAP_PX)
    contrast = max(float(np.percentile(dark[first:last, margin:-margin], 97)), LEAST_CONTRAST)
    around = apply(line.plane, [(0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)])
    to_picture = np.column_stack([around[0] - around[1], around[2] - around[3]])
    to_strip = np.linalg.inv(to_picture) * CAP_PX
    # Paper may be as light as can be without any glare; where ink is dark beside it, thin strokes are not lost.
    burnt = float(np.mean(seen[paper] >= BURNT_OUT)) if contrast < DEEP else 0.0
    return Writing(np.asarray(dark / contrast, np.float32), noise / contrast, CAP_PX, (first, last), burnt, to_strip)


def restored_strip(writing: Writing, blur_px: float, way: Restoring) -> Gray:
    """Writing without its blur, ready to be read: uint8, dark on light, with a white margin."""
    sharp = restored(writing, blur_px * way.share, way.strength)
    light = np.asarray(np.clip(255.0 * (1.0 - sharp), 0, 255), np.uint8)
    factor = way.cap_px / writing.cap_px
    return _framed(np.asarray(cv2.resize(light, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8))


def capitals_strip(writing: Writing) -> Gray:
    """Writing as the net for capitals looks at it: uint8, dark on light, shape (32, width), its blur left as it is."""
    factor = capitals.CAP_PX / writing.cap_px
    dark = cv2.resize(writing.dark, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    first = round(writing.rows[0] * factor) - capitals.FIRST_ROW
    rows = dark[max(first, 0) : first + capitals.HEIGHT_PX]
    above = max(-first, 0)
    below = capitals.HEIGHT_PX - above - rows.shape[0]
    whole = cv2.copyMakeBorder(rows, above, below, 0, 0, cv2.BORDER_CONSTANT, value=0.0)
    return np.asarray(np.clip(np.round((capitals.LIGHTEST - whole) * capitals.STEPS), 0, 252), np.uint8)


def _is_paper(shape: tuple[int, ...], capitals: tuple[int, int]) -> NDArray[np.bool_]:
    """Where a strip holds nothing but paper: above and below its letters and their marks, and at its ends."""
    paper = np.ones(shape, np.bool_)
    ends = round((BESIDE - 0.35) * CAP_PX)
    paper[capitals[0] - CAP_PX // 4 : capitals[1] + CAP_PX // 4, ends : shape[1] - ends] = False
    return paper


def _paper_of(strip: Darkness, capitals: tuple[int, int]) -> Darkness:
    """The light of the paper, under the letters as it is around them."""
    weight = _is_paper(strip.shape, capitals).astype(np.float32)
    reach = 0.9 * CAP_PX
    light = cv2.GaussianBlur(strip * weight, (0, 0), reach, borderType=cv2.BORDER_REFLECT)
    return np.asarray(
        light / np.maximum(cv2.GaussianBlur(weight, (0, 0), reach, borderType=cv2.BORDER_REFLECT), 1e-3), np.float32
    )


def _framed(strip: Gray) -> Gray:
    return np.asarray(
        cv2.copyMakeBorder(strip, MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX, cv2.BORDER_CONSTANT, value=255), np.uint8
    )


def _cut(gray: Gray, line: TextLine, cap: int) -> Gray:
    """A line with some paper around it, its capitals at the given height."""
    half = line.half_length + BESIDE
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
    return np.asarray(strip, np.uint8)


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
