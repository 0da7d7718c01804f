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


def tartan(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """A cloth with bands of several widths both ways."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    angle, step = rng.uniform(0, np.pi / 2), rng.uniform(60, 170)
    ground = _even(size, tuple(float(v) for v in rng.uniform(90, 200, 3)))
    for turn in (angle, angle + np.pi / 2):
        along = (xs * np.cos(turn) + ys * np.sin(turn)) % step / step
        for start, width in ((0.0, 0.35), (0.5, 0.08), (0.7, 0.14)):
            dye = np.array(rng.uniform(20, 230, 3), np.float32)
            ground += ((along >= start) & (along < start + width))[..., None] * (dye - ground) * 0.45
    return ground


def tiles(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """Tiles of a card's size, each in a shade of its own, with pale joints."""
    wide, high = int(rng.integers(120, 320)), int(rng.integers(90, 240))
    rows, columns = size[0] // high + 2, size[1] // wide + 2
    shades = rng.uniform(0.75, 1.1, (rows, columns)).astype(np.float32)
    tone = tuple(float(v) for v in rng.uniform(60, 190, 3))
    ground = _even(size, tone) * np.kron(shades, np.ones((high, wide), np.float32))[: size[0], : size[1], None]
    for x in range(0, size[1], wide):
        cv2.line(ground, (x, 0), (x, size[0]), (215.0, 218.0, 220.0), 5, cv2.LINE_AA)
    for y in range(0, size[0], high):
        cv2.line(ground, (0, y), (size[1], y), (215.0, 218.0, 220.0), 5, cv2.LINE_AA)
    return np.asarray(ground, np.float32)


def marble(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """White with grey veins."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    wave = np.sin((xs + ys * rng.uniform(-0.6, 0.6)) / rng.uniform(60, 140) + 3.0 * _grain(size, rng, (7, 9)))
    return np.asarray(_even(size, (218, 222, 224)) * (1 - 0.28 * np.abs(wave)[..., None] ** 8), np.float32)


def print_cloth(size: tuple[int, int], rng: np.random.Generator) -> Light:
    """A green or golden cloth printed with leaves."""
    ground = _even(size, ((70, 110, 60), (70, 150, 190))[int(rng.integers(2))])
    for _ in range(160):
        spot = (int(rng.integers(0, size[1])), int(rng.integers(0, size[0])))
        axes = (int(rng.integers(10, 60)), int(rng.integers(4, 16)))
        ink = [float(v) for v in rng.uniform(40, 220, 3)]
        cv2.ellipse(ground, spot, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
    return ground


GROUNDS: dict[str, tuple[Ground, ...]] = {
    "tuning": (wood, dark, pale, dots, tartan, tiles, marble, print_cloth),
    "final": (oak, felt, stone, checks, stripes),
}
"""The first two are used for easy boards, the first three for medium ones, all for the others."""
