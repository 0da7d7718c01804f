"""The virtual table's own pictures, of simple shapes by seed: portraits, the assassin, the faces of a timer token."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]
"""A picture: uint8, shape (height, width, 3), blue, green, red."""
Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""
Pair = tuple[float, float]
"""Two shares of a picture's sides, 0 to 1."""
_FRACTION_BITS = 4


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one portrait."""

    back: Colour
    bars: Colour
    skin: Colour
    hair: Colour
    coat: Colour
    line: Colour = (18, 22, 18)


AGENT_PALETTES: tuple[Palette, ...] = (
    Palette((38, 110, 40), (50, 165, 70), (150, 190, 215), (30, 45, 60), (48, 66, 40)),
    Palette((30, 95, 48), (60, 180, 95), (105, 150, 185), (20, 20, 24), (30, 42, 30)),
    Palette((44, 120, 36), (40, 150, 52), (165, 205, 230), (120, 165, 190), (70, 90, 60)),
    Palette((34, 88, 30), (70, 170, 60), (80, 115, 150), (40, 32, 90), (28, 36, 44)),
)
RED_PALETTES: tuple[Palette, ...] = (
    Palette((34, 38, 150), (52, 60, 196), (150, 190, 215), (30, 45, 60), (44, 40, 78)),
    Palette((44, 44, 170), (38, 38, 120), (105, 150, 185), (20, 20, 24), (36, 34, 52)),
    Palette((30, 48, 164), (48, 70, 205), (165, 205, 230), (120, 165, 190), (60, 60, 96)),
    Palette((52, 40, 140), (60, 56, 185), (80, 115, 150), (40, 32, 60), (40, 30, 44)),
)
BLUE_PALETTES: tuple[Palette, ...] = (
    Palette((150, 84, 34), (192, 120, 52), (150, 190, 215), (30, 45, 60), (92, 58, 40)),
    Palette((168, 96, 44), (120, 66, 30), (105, 150, 185), (20, 20, 24), (62, 44, 34)),
    Palette((160, 78, 24), (205, 132, 60), (165, 205, 230), (120, 165, 190), (110, 84, 60)),
    Palette((140, 90, 48), (186, 128, 66), (80, 115, 150), (40, 32, 60), (56, 38, 34)),
)
"""The agents of a base game."""
BYSTANDER_PALETTE = Palette((168, 196, 208), (140, 168, 182), (170, 200, 222), (70, 96, 120), (88, 118, 116))


def fill(picture: Bgr, points: list[Pair], colour: Colour) -> None:
    """Fill a polygon; points are shares of the picture."""
    height, width = picture.shape[:2]
    scale = np.array([width, height]) * (1 << _FRACTION_BITS)
    outline = np.rint(np.array(points) * scale).astype(np.int32)
    cv2.fillPoly(picture, [outline], colour, cv2.LINE_AA, _FRACTION_BITS)


def oval(picture: Bgr, centre: Pair, radii: Pair, colour: Colour, turn: float = 0) -> None:
    """Fill an oval; both radii are shares of the height, ``turn`` is in degrees."""
    height, width = picture.shape[:2]
    x, y = round(centre[0] * width), round(centre[1] * height)
    # Both radii are shares of the height, so that heads stay heads on cards of any shape.
    axes = (max(1, round(radii[0] * height)), max(1, round(radii[1] * height)))
    cv2.ellipse(picture, (x, y), axes, turn, 0, 360, colour, -1, cv2.LINE_AA)


def stroke(picture: Bgr, start: tuple[float, float], end: tuple[float, float], colour: Colour, share: float) -> None:
    """Draw a line as thick as a share of the height."""
    height, width = picture.shape[:2]
    first, last = (round(start[0] * width), round(start[1] * height)), (round(end[0] * width), round(end[1] * height))
    cv2.line(picture, first, last, colour, max(1, round(share * height)), cv2.LINE_AA)


def backdrop(height: int, width: int, palette: Palette, rng: np.random.Generator) -> Bgr:
    """A shaded ground with slanting bars."""
    shade = np.linspace(0.55, 1.15, height, dtype=np.float32)[:, None, None]
    picture: Bgr = np.clip(np.array(palette.back, np.float32) * shade * np.ones((1, width, 1)), 0, 255).astype(np.uint8)
    lean = rng.uniform(-0.12, 0.12)
    for x in rng.uniform(0.0, 1.0, 5):
        wide = rng.uniform(0.01, 0.05)
        fill(picture, [(x, 0), (x + wide, 0), (x + wide + lean, 1), (x + lean, 1)], palette.bars)
    return picture


def _face(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    x = 0.5 + rng.uniform(-0.09, 0.09)
    oval(picture, (x, 0.40), (0.215, 0.285), palette.line)
    fill(picture, [(x - 0.05, 0.5), (x + 0.05, 0.5), (x + 0.07, 0.78), (x - 0.07, 0.78)], palette.skin)
    oval(picture, (x, 0.41), (0.20, 0.27), palette.skin)
    if rng.random() < 0.6:
        tuft = [(x - 0.14, 0.36), (x - 0.10, 0.12), (x + 0.09, 0.09), (x + 0.14, 0.36), (x, 0.24)]
        fill(picture, tuft, palette.hair)
    else:
        oval(picture, (x, 0.22), (0.22, 0.13), palette.hair)
        fill(picture, [(x - 0.15, 0.2), (x - 0.11, 0.2), (x - 0.11, 0.68), (x - 0.17, 0.7)], palette.hair)
        fill(picture, [(x + 0.15, 0.2), (x + 0.11, 0.2), (x + 0.11, 0.68), (x + 0.17, 0.7)], palette.hair)
    glasses = rng.random() < 0.5
    for side in (-0.05, 0.05):
        oval(picture, (x + side, 0.40), (0.055, 0.04) if glasses else (0.025, 0.018), palette.line)
        stroke(picture, (x + side - 0.03, 0.335), (x + side + 0.03, 0.325), palette.line, 0.018)
    stroke(picture, (x - 0.03, 0.56), (x + 0.035, 0.555 + rng.uniform(-0.02, 0.02)), palette.line, 0.016)


def portrait(height: int, width: int, palette: Palette, seed: int) -> Bgr:
    """A person before a backdrop; the same for the same seed."""
    rng = np.random.default_rng([seed, 11])
    picture = backdrop(height, width, palette, rng)
    left, right = rng.uniform(0.12, 0.22), rng.uniform(0.78, 0.88)
    coat = [(left, 1), (left + 0.09, 0.76), (0.45, 0.68), (0.55, 0.68), (right - 0.09, 0.76), (right, 1)]
    fill(picture, coat, palette.coat)
    _face(picture, palette, rng)
    fill(picture, [(0.44, 0.72), (0.5, 0.9), (0.56, 0.72), (0.6, 0.78), (0.5, 1), (0.4, 0.78)], palette.line)
    return picture


def assassin(height: int, width: int) -> Bgr:
    """A figure in the dark: cat mask and lamp light."""
    rng = np.random.default_rng([0, 12])
    palette = Palette((64, 66, 66), (82, 88, 90), (24, 24, 26), (16, 16, 18), (20, 20, 22))
    picture = backdrop(height, width, palette, rng)
    oval(picture, (0.8, 0.18), (0.3, 0.3), (100, 122, 128))
    oval(picture, (0.8, 0.18), (0.12, 0.12), (170, 205, 210))
    fill(picture, [(0.1, 1), (0.22, 0.7), (0.42, 0.6), (0.58, 0.6), (0.78, 0.7), (0.9, 1)], palette.coat)
    oval(picture, (0.5, 0.42), (0.23, 0.28), palette.hair)
    fill(picture, [(0.36, 0.36), (0.37, 0.05), (0.47, 0.2), (0.53, 0.2), (0.63, 0.05), (0.64, 0.36)], palette.hair)
    for side in (-0.055, 0.055):
        oval(picture, (0.5 + side, 0.42), (0.06, 0.03), (60, 190, 215), turn=16 if side > 0 else -16)
        oval(picture, (0.5 + side, 0.42), (0.012, 0.03), (10, 10, 10))
    return picture


def token_bystander(height: int, width: int) -> Bgr:
    """The mistake side of a timer token: a small portrait and an arrow that points to the top edge."""
    picture = portrait(height, width, BYSTANDER_PALETTE, 5)
    band = round(height * 0.30)
    picture[:band] = (52, 92, 150)
    fill(picture, [(0.5, 0.03), (0.72, 0.27), (0.28, 0.27)], (235, 245, 248))
    picture[band : band + max(1, height // 40)] = BYSTANDER_PALETTE.line
    return picture


def token_checkmark(height: int, width: int) -> Bgr:
    """The good side of a timer token: a tick on green."""
    rng = np.random.default_rng([0, 13])
    picture = backdrop(height, width, Palette((46, 120, 44), (60, 150, 64), (0, 0, 0), (0, 0, 0), (0, 0, 0)), rng)
    for start, end in (((0.27, 0.5), (0.44, 0.74)), ((0.44, 0.74), (0.76, 0.26))):
        stroke(picture, start, end, (20, 40, 20), 0.2)
    for start, end in (((0.27, 0.5), (0.44, 0.74)), ((0.44, 0.74), (0.76, 0.26))):
        stroke(picture, start, end, (50, 175, 240), 0.13)
    return picture
