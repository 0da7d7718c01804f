"""How large the cards are around a lattice of words, and which way is up: judged from the average card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import WordBlobs
from companion.vision.grid import Lattice
from companion.vision.layout import (
    ASPECT,
    CAP_SHARE,
    COPY_CAP_SHARE,
    COPY_CENTRE,
    WORD_CENTRE,
    Pattern,
    burnt_patterns,
    ink_pattern,
    light_pattern,
)
from companion.vision.plane import Floats, apply, steps_at
from companion.vision.ranks import median_view
from companion.vision.surface import Surface

FINE = (96, round(96 / ASPECT))
WIDTHS = tuple(np.geomspace(0.72, 1.22, 9))
HEIGHTS = tuple(np.geomspace(0.74, 1.2, 8))
"""Sizes to try, as shares of the size that the letters make one expect."""
INK_WEIGHT, WIDE_COST, HIGH_COST = 0.25, 1.2, 1.8
FOCAL = 1.1
"""Focal length of a usual camera, in lengths of the picture's longer side."""
BURNT_COST = 0.35
"""Burnt-out cards have no more than an outline, as many things have."""
PLAIN = 1.1
"""Cards that look that much like the drawing (light and ink, 2 at most) are not burnt out."""
WIDEST, HIGHEST = 1.08, 1.15
"""Cards can't be much larger than the steps from one to the next: they would cover each other's words."""
SLACK = 4
"""How far the average card may be off the place where the lattice has it, pixels."""
PER_STEP = 56
"""Pixels per step of the lattice in the average card."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Size and place of the cards relative to the lattice of words.

    ``wide`` and ``high``: card over step of the lattice. ``right`` and ``down``: from the lattice's point to the
    card's centre, in steps. ``flipped``: the words stand upside down along the lattice. ``light`` and ``ink``: how much
    the average card looks like a word card, -1 to 1 each. ``mark``: the place on the card that the
    lattice's points mark. ``burnt``: the cards are burnt out to an even white.
    """

    wide: float
    high: float
    right: float
    down: float
    flipped: bool
    light: float
    ink: float
    mark: tuple[float, float] = WORD_CENTRE
    burnt: bool = False

    def worth(self, wide: float, high: float) -> float:
        """How likely this size is, if the letters make one expect ``wide`` and ``high``."""
        unlikely = WIDE_COST * np.log(self.wide / wide) ** 2 + HIGH_COST * np.log(self.high / high) ** 2
        return float(self.light + INK_WEIGHT * self.ink - unlikely)


def measure_scales(surface: Surface, lattice: Lattice, blobs: WordBlobs) -> list[Scale]:
    """Find size and upright of the cards from the average of what surrounds the words.

    Light and writing together tell which way is up. The size shows rather in the light, for words are of any length,
    and in the height of the letters.

    Returns:
        one for each way in which the words may stand and for each of the two lines on a card that the lattice may
        follow, likeliest first.
    """
    typical = _typical_surroundings(surface, lattice, blobs)
    found: list[Scale] = []
    for mark, cap_share in ((WORD_CENTRE, CAP_SHARE), (COPY_CENTRE, COPY_CAP_SHARE)):
        wide, high = _expected_size(lattice, blobs, cap_share, surface.light.shape[:2])
        sizes = [(wide * w, high * h) for w in WIDTHS for h in HEIGHTS if wide * w < WIDEST and high * h < HIGHEST]
        for flipped in (False, True):
            for burnt in (False, True):
                if burnt and found and max(scale.light + scale.ink for scale in found) > PLAIN:
                    continue
                looks = [_compare(typical, size, mark, flipped, burnt) for size in sizes]
                found += [max(looks, key=lambda look: look.worth(wide, high))] if looks else []
    return sorted(found, key=lambda scale: -(scale.light + scale.ink - BURNT_COST * scale.burnt))


def _expected_size(lattice: Lattice, blobs: WordBlobs, cap_share: float, shape: tuple[int, ...]) -> tuple[float, float]:
    """Width and height of a card in steps of the lattice.

    The letters tell the height. A view from the side makes cards narrower or lower; how much, the lattice tells.
    """
    steps = np.array([steps_at(lattice.plane, cell) for cell in lattice.nodes])
    letters = blobs.height[list(lattice.nodes.values())] * 0.95 / cap_share
    high = float(np.median(letters / np.linalg.norm(steps[:, :, 1], axis=1)))
    return high * ASPECT / _step_ratio(lattice.plane, shape), high


def _step_ratio(plane: Floats, shape: tuple[int, ...]) -> float:
    """Length of a step to the right over that of a step down, as they are on the table.

    It follows from the perspective for a camera of ordinary focal length that looks at the picture's middle.
    """
    focal = FOCAL * max(shape)
    camera = np.array([[focal, 0.0, shape[1] / 2], [0.0, focal, shape[0] / 2], [0.0, 0.0, 1.0]])
    axes = np.linalg.inv(camera) @ plane
    return float(np.linalg.norm(axes[:, 0]) / np.linalg.norm(axes[:, 1]))


def _compare(
    typical: tuple[Pattern, Pattern], size: tuple[float, float], mark: tuple[float, float], flipped: bool, burnt: bool
) -> Scale:
    """Lay a card of this size so that its ``mark`` comes to lie on the lattice's point, and compare."""
    faces = _faces(round(size[0] * PER_STEP), round(size[1] * PER_STEP), burnt)
    rows, columns = faces[0].shape
    sign = -1.0 if flipped else 1.0
    right, down = sign * (0.5 - mark[0]) * size[0], sign * (0.5 - mark[1]) * size[1]
    middle_y, middle_x = typical[0].shape[0] / 2, typical[0].shape[1] / 2
    left, top = round(middle_x + right * PER_STEP - columns / 2), round(middle_y + down * PER_STEP - rows / 2)
    field = slice(max(0, top - SLACK), top + rows + SLACK), slice(max(0, left - SLACK), left + columns + SLACK)
    maps = []
    for view, face in zip(typical, faces, strict=True):
        near = view[field]
        if near.shape[0] < rows or near.shape[1] < columns:
            return Scale(*size, right, down, flipped, -1.0, -1.0, mark, burnt)
        maps.append(cv2.matchTemplate(near, face[::-1, ::-1].copy() if flipped else face, cv2.TM_CCOEFF_NORMED))
    light, ink = maps
    y, x = (int(v) for v in np.unravel_index(int(np.argmax(light + ink)), light.shape))
    right += (x + field[1].start - left) / PER_STEP
    down += (y + field[0].start - top) / PER_STEP
    return Scale(*size, right, down, flipped, float(light[y, x]), float(ink[y, x]), mark, burnt)


@lru_cache(maxsize=512)
def _faces(columns: int, rows: int, burnt: bool) -> tuple[Pattern, Pattern]:
    """The two patterns of a card of this size in pixels."""
    if burnt:
        return burnt_patterns(columns, rows)
    return tuple(cv2.resize(pattern, (columns, rows), interpolation=cv2.INTER_AREA) for pattern in _fine())  # type: ignore[return-value]


@lru_cache(maxsize=1)
def _fine() -> tuple[Pattern, Pattern]:
    return light_pattern(*FINE), ink_pattern(*FINE)


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
    return median_view(lights), np.mean(inks, axis=0).astype(np.float32)
