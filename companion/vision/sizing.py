"""The true size of a board's cards: the drawing of a card is stretched until it fits the typical card of the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.vision.layout import ASPECT, Pattern, ink_pattern, light_pattern
from companion.vision.plane import Floats

FINE = (96, round(96 / ASPECT))
INK_WEIGHT = 0.3
UNLIKELY = 1.0
"""What it costs to differ from the size found before, per square of the ratio's logarithm."""
STEPS = (0.06, 0.03, 0.015, 0.007)
"""Shares of the size by which it is changed, one after the other as long as that helps."""
RIM = 1.022, 1.03
"""The drawing settles so much within the edges of real cards, whose rims are of all widths and shades."""
MOST = 0.16
"""Farther than this from the size found before, the drawing fits something else."""
ROUNDS = 12
MOVES = tuple(
    np.array(move) * sign
    for sign in (1.0, -1.0)
    for move in ((1, 0, 0, 0), (1, 0, 0.5, 0), (1, 0, -0.5, 0), (0, 1, 0, 0), (0, 1, 0, 0.5), (0, 1, 0, -0.5),
                 (0, 0, 0.5, 0), (0, 0, 0, 0.5))
)  # fmt: skip
"""Changes of width, height and place: of the whole card, of one edge alone, and a mere move."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """How to change the outline of a card: factors of its width and height, move in shares of them."""

    wide: float = 1.0
    high: float = 1.0
    right: float = 0.0
    down: float = 0.0

    def corners(self, card: tuple[float, float]) -> Floats:
        """Corners around the middle of a card that was taken to be of this size: (4, 2), clockwise from top left."""
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.wide / 2, self.high / 2)
        return np.asarray((half + np.array((self.right, self.down))) * card)


def fit_size(typical: tuple[Pattern, Pattern], card: tuple[int, int]) -> Fitting:
    """Stretch and move the drawing of a card over the typical card; ``card``: the size it was taken to have, pixels."""
    best = np.array([1.0, 1.0, 0.0, 0.0])
    merit = _merit(typical, card, best)
    for step in STEPS:
        for _ in range(ROUNDS):
            before = merit
            for move in MOVES:
                other = best + step * move
                found = _merit(typical, card, other)
                if found > merit:
                    best, merit = other, found
            if merit - before < 1e-5:
                break
    if np.abs(best - (1.0, 1.0, 0.0, 0.0)).max() > MOST:
        return Fitting()
    wide, high, right, down = (float(value) for value in best)
    return Fitting(wide * RIM[0], high * RIM[1], right, down)


def _merit(typical: tuple[Pattern, Pattern], card: tuple[int, int], fitting: Floats) -> float:
    """How well the typical card, cut out with this fitting, agrees with the drawing."""
    rows, columns = typical[0].shape
    scale_x, scale_y = fitting[0] * card[0] / FINE[0], fitting[1] * card[1] / FINE[1]
    left = columns / 2 + fitting[2] * card[0] - fitting[0] * card[0] / 2
    top = rows / 2 + fitting[3] * card[1] - fitting[1] * card[1] / 2
    spread = np.array([[scale_x, 0.0, left + scale_x / 2 - 0.5], [0.0, scale_y, top + scale_y / 2 - 0.5]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    likes = []
    for view, face in zip(typical, _faces(), strict=True):
        cut = cv2.warpAffine(view, spread, FINE, flags=how, borderMode=cv2.BORDER_REPLICATE)
        contrast = float(cv2.meanStdDev(cut)[1][0, 0]) * face.size**0.5
        # The faces have no mean and a length of 1: what is left of the correlation is one product.
        likes.append(float(np.vdot(cut, face)) / max(contrast, 1e-6))
    unlikely = float(np.log(fitting[0]) ** 2 + np.log(fitting[1]) ** 2)
    return float(likes[0] + INK_WEIGHT * likes[1] - UNLIKELY * unlikely)


@lru_cache(maxsize=1)
def _faces() -> tuple[Pattern, Pattern]:
    """Light and ink of the drawing, each with the mean 0 and the length 1."""
    centred = [face - face.mean() for face in (light_pattern(*FINE), ink_pattern(*FINE))]
    light, ink = (np.asarray(face / np.linalg.norm(face), np.float32) for face in centred)
    return light, ink
