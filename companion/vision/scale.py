"""How large the cards are around a lattice of words, and which way is up: judged from the average card."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Floats, WordBlobs
from companion.vision.grid import Lattice, apply, steps_at
from companion.vision.layout import ASPECT, CAP_SHARE, COPY_CENTRE, WORD_CENTRE, Pattern, ink_pattern, light_pattern
from companion.vision.surface import Surface

PER_STEP = 56
"""Pixels per step of the lattice in the average card."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Size and place of the cards relative to the lattice of words.

    ``wide`` and ``high``: card over step of the lattice. ``right`` and ``down``: from the lattice's point to the
    card's centre, in steps. ``flipped``: the words stand upside down along the lattice. ``light`` and ``ink``: how much
    the average card looks like a word card, -1 to 1 each. ``mark``: the place on the card that the lattice's points mark.
    """

    wide: float
    high: float
    right: float
    down: float
    flipped: bool
    light: float
    ink: float
    mark: tuple[float, float] = WORD_CENTRE


def measure_scale(surface: Surface, lattice: Lattice, blobs: WordBlobs) -> Scale:
    """Find size and upright of the cards from the average of what surrounds the words."""
    typical = _typical_surroundings(surface, lattice, blobs)
    wide, high = _expected_size(lattice, blobs)
    light, ink = light_pattern(96, round(96 / ASPECT)), ink_pattern(96, round(96 / ASPECT))
    found = [Scale(wide, high, 0.0, 0.0, False, -1.0, -1.0)]
    for w in np.clip(wide * np.geomspace(0.73, 1.37, 9), 0.4, 1.15):
        for h in np.clip(high * np.geomspace(0.73, 1.37, 9), 0.4, 1.25):
            size = (round(w * PER_STEP), round(h * PER_STEP))
            face = tuple(cv2.resize(pattern, size, interpolation=cv2.INTER_AREA) for pattern in (light, ink))
            found += [
                _try(typical, face, (float(w), float(h)), mark, flipped)
                for mark in (WORD_CENTRE, COPY_CENTRE)
                for flipped in (False, True)
            ]
    # Writing tells best which way is up; the size shows rather in the light, for words are of any length.
    way = max(found, key=lambda scale: scale.light + scale.ink)
    same_way = [scale for scale in found if scale.flipped == way.flipped and scale.mark == way.mark]
    return max(same_way, key=lambda scale: scale.light + 0.35 * scale.ink)


def _expected_size(lattice: Lattice, blobs: WordBlobs) -> tuple[float, float]:
    """Width and height of a card in steps of the lattice, judged by the height of the letters."""
    steps = np.array([steps_at(lattice.plane, cell) for cell in lattice.nodes])
    height = blobs.height[list(lattice.nodes.values())] * 0.9 / CAP_SHARE
    lengths = np.linalg.norm(steps, axis=1)
    return float(np.median(height * ASPECT / lengths[:, 0])), float(np.median(height / lengths[:, 1]))


def _try(
    typical: tuple[Pattern, Pattern],
    face: tuple[Pattern, ...],
    size: tuple[float, float],
    mark: tuple[float, float],
    flipped: bool,
) -> Scale:
    """Lay the pattern so that its ``mark`` comes to lie on the lattice's point, and compare."""
    sign = -1.0 if flipped else 1.0
    right, down = sign * (0.5 - mark[0]) * size[0], sign * (0.5 - mark[1]) * size[1]
    field, slack = typical[0], 4
    rows, columns = face[0].shape
    left = round(field.shape[1] / 2 + right * PER_STEP - columns / 2) - slack
    top = round(field.shape[0] / 2 + down * PER_STEP - rows / 2) - slack
    if left < 0 or top < 0 or left + columns + 2 * slack > field.shape[1] or top + rows + 2 * slack > field.shape[0]:
        return Scale(*size, right, down, flipped, -1.0, -1.0, mark)
    light, ink = (
        cv2.matchTemplate(
            view[top : top + rows + 2 * slack, left : left + columns + 2 * slack],
            np.ascontiguousarray(pattern[::-1, ::-1]) if flipped else pattern,
            cv2.TM_CCOEFF_NORMED,
        )
        for view, pattern in zip(typical, face, strict=True)
    )
    y, x = np.unravel_index(int(np.argmax(light + ink)), light.shape)
    return Scale(
        *size,
        right + (int(x) - slack) / PER_STEP,
        down + (int(y) - slack) / PER_STEP,
        flipped,
        float(light[y, x]),
        float(ink[y, x]),
        mark,
    )


def _typical_surroundings(surface: Surface, lattice: Lattice, blobs: WordBlobs) -> tuple[Pattern, Pattern]:
    """What lies within one step of the words: median of the light (each at the same mean and contrast), mean ink."""
    ticks = (np.arange(2 * PER_STEP) + 0.5) / PER_STEP - 1.0
    right, down = np.meshgrid(ticks, ticks)
    lights: list[Floats] = []
    inks: list[NDArray[np.uint8]] = []
    for cell, blob in lattice.nodes.items():
        drift = blobs.centre[blob] - apply(lattice.plane, [cell[::-1]])[0]
        spots = apply(lattice.plane, np.column_stack([right.ravel() + cell[1], down.ravel() + cell[0]])) + drift
        light, ink = surface.sampled(spots.reshape(*right.shape, 2).astype(np.float32))
        lights.append((light - light.mean()) / (light.std() + 1.0))
        inks.append(ink)
    return np.median(lights, axis=0).astype(np.float32), np.mean(inks, axis=0).astype(np.float32)
