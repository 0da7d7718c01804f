"""Table tops, generated."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulator.art import Bgr, Colour

SURFACE_MM = (1500.0, 1150.0)
"""Width and height of the table top; the board lies in its middle."""
PX_PER_MM = 1.6


class Surface(Enum):
    """The kinds of table top."""

    WOOD = "wood"
    DARK_WOOD = "dark wood"
    PALE = "pale"
    CLOTH = "cloth"
    DARK = "dark"


_COLOURS: dict[Surface, tuple[Colour, float]] = {
    Surface.WOOD: ((72, 122, 172), 0.20),
    Surface.DARK_WOOD: ((38, 56, 80), 0.30),
    Surface.PALE: ((196, 206, 212), 0.05),
    Surface.CLOTH: ((96, 74, 58), 0.12),
    Surface.DARK: ((26, 25, 27), 0.25),
}


def _waves(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth noise, mean 0: ``cells`` bumps over the height and the width."""
    small = rng.standard_normal(cells).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    grain = _waves(rng, shape, (260, 7)) * 0.5 + _waves(rng, shape, (700, 24)) * 0.35
    grain += _waves(rng, shape, (30, 3)) * 0.6
    bend = _waves(rng, shape, (9, 5)) * 2.0
    rings = np.sin(np.linspace(0, 120, shape[0], dtype=np.float32)[:, None] + bend * 2.2)
    planks = np.asarray(grain * 0.5 + rings * 0.35, np.float32)
    for edge in range(shape[0] // 9, shape[0], shape[0] // 4):
        planks[edge : edge + 3] -= 2.5
    return planks


def _weave(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    rows = np.sin(np.arange(shape[0], dtype=np.float32) * 1.9)[:, None]
    columns = np.sin(np.arange(shape[1], dtype=np.float32) * 1.9)[None, :]
    return np.asarray(rows * columns * 0.8 + _waves(rng, shape, (8, 10)) * 0.6, np.float32)


@lru_cache(maxsize=4)
def table_top(surface: Surface, seed: int) -> Bgr:
    """Draw a table top at ``PX_PER_MM``; the same for the same seed. The array is shared: do not write to it."""
    rng = np.random.default_rng([seed, 21])
    shape = (round(SURFACE_MM[1] * PX_PER_MM), round(SURFACE_MM[0] * PX_PER_MM))
    match surface:
        case Surface.WOOD | Surface.DARK_WOOD:
            pattern = _wood(rng, shape)
        case Surface.CLOTH:
            pattern = _weave(rng, shape)
        case Surface.PALE | Surface.DARK:
            pattern = _waves(rng, shape, (14, 18)) * 0.5 + _waves(rng, shape, (420, 500)) * 0.4
    colour, contrast = _COLOURS[surface]
    shade = np.clip(1.0 + contrast * pattern, 0.3, 1.7)
    return np.asarray(np.clip(shade[:, :, None] * np.array(colour, np.float32), 0, 255), np.uint8)
