"""Table tops of two sets; each a function from size and chance to blue green red."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Light = NDArray[np.float32]
Ground = Callable[[tuple[int, int], np.random.Generator], Light]
Bgr = tuple[float, float, float]


def _even(size: tuple[int, int], tone: Bgr) -> Light:
    ground = np.empty((*size, 3), np.float32)
    ground[:] = tone
    return ground


def _grain(size: tuple[int, int], rng: np.random.Generator, cells: tuple[int, int]) -> Light:
    rough = rng.normal(0, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(rough, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def wood(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """Brown with a grain along it."""
    return _even(size, (70, 105, 150)) * (1 + 0.09 * _grain(size, rng, (size[0] // 4, 12))[..., None])


def dark(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """Nearly black."""
    return _even(size, (28, 34, 44)) * (1 + 0.08 * _grain(size, rng, (40, 60))[..., None])


def pale(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """White or beige."""
    return _even(size, ((222, 226, 230), (170, 190, 205))[int(rng.integers(2))])


def dots(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """A cloth with rings of many colours."""
    ground = _even(size, (185, 180, 190))
    for _ in range(110):
        spot = (int(rng.integers(0, size[1])), int(rng.integers(0, size[0])))
        radius = int(rng.integers(12, 46))
        cv2.circle(ground, spot, radius, [float(v) for v in rng.uniform(60, 150, 3)], -1, cv2.LINE_AA)
        cv2.circle(ground, spot, radius // 2, [185.0, 180.0, 190.0], -1, cv2.LINE_AA)
    return ground


def oak(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """Pale boards with dark joints."""
    ground = _even(size, (110, 150, 190)) * (1 + 0.07 * _grain(size, rng, (14, size[1] // 5))[..., None])
    step = int(rng.integers(90, 220))
    for x in range(int(rng.integers(0, step)), size[1], step):
        cv2.line(ground, (x, 0), (x, size[0]), (60.0, 85.0, 110.0), 3, cv2.LINE_AA)
    return ground


def checks(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """A checked cloth."""
    step = int(rng.integers(28, 80))
    rows, columns = (np.arange(n) // step % 2 for n in size)
    share = (rows[:, None] + columns[None, :]).astype(np.float32)[..., None] / 2
    dye = np.array([float(v) for v in rng.uniform(40, 150, 3)], np.float32)
    return np.asarray(_even(size, (225, 228, 230)) * (1 - share) + dye * share, np.float32)


def stripes(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """A striped cloth, at any angle."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    angle, step = rng.uniform(0, np.pi), rng.uniform(20, 70)
    share = 0.5 + 0.5 * np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * (2 * np.pi / step))
    one, other = (np.array(rng.uniform(low, high, 3), np.float32) for low, high in ((30, 110), (120, 210)))
    return np.asarray(one + (other - one) * (share[..., None] > 0.5), np.float32)


def stone(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """Grey speckled stone."""
    ground = _even(size, (140, 142, 146)) * (1 + 0.12 * _grain(size, rng, (size[0] // 6, size[1] // 6))[..., None])
    return np.asarray(ground * (1 + 0.08 * _grain(size, rng, (20, 30))[..., None]), np.float32)


def felt(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """Blue or red felt."""
    tone = ((110, 60, 40), (50, 40, 120))[int(rng.integers(2))]
    return _even(size, tone) * (1 + 0.05 * _grain(size, rng, (size[0] // 3, size[1] // 3))[..., None])


GROUNDS: dict[str, tuple[Ground, ...]] = {
    "tuning": (wood, dark, pale, dots),
    "final": (oak, felt, stone, checks, stripes),
}
"""The first two are used for easy boards, the first three for medium ones, all for the others."""
