"""The table as cards and writing show best in it, and the same seen straight from above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.grid import Cell
from companion.vision.layout import ASPECT
from companion.vision.plane import Floats, apply
from companion.vision.sizing import Fitting

CARD_PX = (60, round(60 / ASPECT))
"""Size of a card seen from above, pixels."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Two views of one picture, both uint8 and of its shape.

    ``light``: its light and dark with the writing closed over. ``ink``: how dark writing and other thin things are.
    """

    light: Gray
    ink: Gray

    def sampled(self, spots: NDArray[np.float32]) -> tuple[Gray, Gray]:
        """Both views at the given places, shape (h, w, 2), x and y in pixels."""
        return tuple(  # type: ignore[return-value]
            cv2.remap(view, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for view in (self.light, self.ink)
        )


@dataclass(frozen=True, slots=True)
class Overhead:
    """The table seen from straight above, the words upright.

    ``plane``: homography from its pixels to the picture's. ``step``: pixels from card to card, right and down.
    ``first``: the cell (row, column) whose card should have its centre at ``start``. ``shape``: rows and columns.
    ``card``: width and height of a card, pixels. ``inside``: 255 where the picture reaches, 0 beyond.
    ``burnt``: the cards are burnt out to an even white.
    """

    surface: Surface
    plane: Floats
    step: tuple[float, float]
    first: Cell
    start: tuple[float, float]
    shape: tuple[int, int]
    card: tuple[int, int]
    inside: Gray
    burnt: bool

    @property
    def span(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """First and last row, first and last column."""
        (row, column), (rows, columns) = self.first, self.shape
        return (row, row + rows - 1), (column, column + columns - 1)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Where the card of a cell should have its centre, pixels."""
        x = self.start[0] + (cell[1] - self.first[1]) * self.step[0]
        return x, self.start[1] + (cell[0] - self.first[0]) * self.step[1]

    def cells(self) -> list[Cell]:
        """All cells that it shows, row by row."""
        rows, columns = self.shape
        return [(self.first[0] + row, self.first[1] + column) for row in range(rows) for column in range(columns)]

    def share_inside(self, x: float, y: float) -> float:
        """How much of a card with its centre there lies in the picture: 0 to 1."""
        width, height = self.card
        top, left = max(0, round(y - height / 2)), max(0, round(x - width / 2))
        part = self.inside[top : round(y + height / 2), left : round(x + width / 2)]
        return float(np.count_nonzero(part)) / (width * height)

    def corners(self, x: float, y: float, angle_deg: float, fitting: Fitting) -> Floats:
        """Corners of a card in the picture: (4, 2) pixels, clockwise from the top left of the card as turned."""
        angle = np.deg2rad(angle_deg)
        cos, sin = np.cos(angle), np.sin(angle)
        # Poses count from the edge of the first pixel, the plane from its middle.
        middle = x - 0.5, y - 0.5
        return apply(self.plane, fitting.corners(self.card) @ np.array([[cos, sin], [-sin, cos]]) + middle)


def reading_gray(picture: NDArray[np.uint8]) -> Gray:
    """Grey in which writing shows best: the channels count by how bright the light makes them.

    Under a coloured cast the usual grey rests on channels that hold little but noise.
    """
    bright = np.percentile(picture[::7, ::7].reshape(-1, 3), 95, axis=0).astype(np.float64) + 1.0
    weights = bright**2 / np.sum(bright**2)
    return np.asarray(cv2.transform(picture, weights.reshape(1, 3)), np.uint8)


def surface_of(picture: NDArray[np.uint8], cap_px: float) -> Surface:
    """Prepare a picture for the search; ``cap_px`` is the height of the capitals.

    The panel of a card is yellower than its strip, so blue counts most.
    """
    mixed = cv2.addWeighted(picture[..., 0], 0.67, picture[..., 1], 0.33, 0.0)
    stroke = max(3, round(1.3 * cap_px) | 1)
    light = cv2.morphologyEx(mixed, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (stroke, stroke)))
    by_ground = np.float32(400.0) / (np.arange(256, dtype=np.float32) + np.float32(20.0))
    ink = cv2.multiply(cv2.subtract(light, mixed), cv2.LUT(light, by_ground), dtype=cv2.CV_32F)
    return Surface(np.asarray(light, np.uint8), np.minimum(ink, 255, out=ink).astype(np.uint8))


def look_from_above(
    surface: Surface,
    plane: Floats,
    card_share: tuple[float, float],
    span: tuple[tuple[int, int], tuple[int, int]],
    burnt: bool,
) -> Overhead:
    """Flatten the table.

    Args:
        surface: the picture.
        plane: homography from (column, row) of card centres to the picture, rows from the far side of the words on.
        card_share: width and height of a card in steps of the lattice.
        span: first and last row, first and last column to be seen.
        burnt: the cards are burnt out to an even white.
    """
    first = span[0][0], span[1][0]
    shape = span[0][1] - span[0][0] + 1, span[1][1] - span[1][0] + 1
    step = (CARD_PX[0] / card_share[0], CARD_PX[1] / card_share[1])
    start = (0.75 * step[0], 0.75 * step[1])
    to_cells = np.array(
        [
            [1 / step[0], 0.0, first[1] - start[0] / step[0]],
            [0.0, 1 / step[1], first[0] - start[1] / step[1]],
            [0.0, 0.0, 1.0],
        ]
    )
    plane = plane @ to_cells
    size = (round((shape[1] + 0.5) * step[0]), round((shape[0] + 0.5) * step[1]))
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    light, ink = (
        np.asarray(cv2.warpPerspective(view, plane, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        for view in (surface.light, surface.ink)
    )
    inside = np.asarray(cv2.warpPerspective(np.full_like(surface.light, 255), plane, size, flags=how), np.uint8)
    return Overhead(Surface(light, ink), plane, step, first, start, shape, CARD_PX, inside, burnt)
