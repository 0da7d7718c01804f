"""Tells the squares of a key card apart by their colours, judged by the card's own light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.classic import Card
from companion.game.keycard import Identity
from companion.game.position import COUNT, SIZE
from companion.vision.plane import Floats

Kind = Identity | Card
PITCH_PX = 24
INNER = 0.27
"""Half the part of a square that is looked at, as a share of the pitch: gaps may take a good third of it."""
QUIET = (15, 50)
"""The pixels of a square between these percentiles of light count: neither a sign printed in it nor a reflection."""
PALE, SURELY_PALE = 0.56, 0.68
"""A bystander square is at least so light in every channel, as a share of the reference; below the second, unclear."""
DARK, SURELY_DARK = 0.52, 0.44
"""The assassin is at most so light in its lightest channel."""
LEAST_COLOUR = 0.13
"""A coloured square differs at least so much between the channels that tell its colour."""
LEAST_PALE = 4


@dataclass(frozen=True, slots=True, repr=False)
class Told:
    """25 squares row by row as they lie in the lattice; None where it cannot be told. The text form hides them."""

    kinds: tuple[Kind | None, ...]

    @property
    def unclear(self) -> int:
        """How many cannot be told."""
        return self.kinds.count(None)

    def count(self, kind: Kind) -> int:
        """How many are of a kind."""
        return self.kinds.count(kind)

    def __repr__(self) -> str:
        return "Told(hidden)"


_DUET: Mapping[Kind, tuple[int, int]] = {Identity.AGENT: (1, 2)}
_BASE: Mapping[Kind, tuple[int, int]] = {Card.RED: (2, 1), Card.BLUE: (0, 2)}
"""Which channel of blue, green, red stands above which in a square of this colour."""


def square_colours(picture: NDArray[np.uint8], plane: Floats) -> Floats:
    """The colour of each square, 1 to 256, shape (25, 3), blue, green, red, row by row.

    Args:
        picture: uint8, blue green red.
        plane: homography from (column, row) of square centres to the picture.
    """
    to_cells = np.array([[1 / PITCH_PX, 0, 0.5 / PITCH_PX - 0.5], [0, 1 / PITCH_PX, 0.5 / PITCH_PX - 0.5], [0, 0, 1]])
    size = (SIZE * PITCH_PX, SIZE * PITCH_PX)
    flat = cv2.warpPerspective(
        picture, plane @ to_cells, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    colours = np.empty((COUNT, 3))
    reach = round(INNER * PITCH_PX)
    for index in range(COUNT):
        y, x = ((part * PITCH_PX + PITCH_PX // 2) for part in divmod(index, SIZE))
        pixels = flat[y - reach : y + reach, x - reach : x + reach].reshape(-1, 3).astype(np.float64)
        light = pixels.sum(axis=1)
        low, high = np.percentile(light, QUIET)
        colours[index] = pixels[(light >= low) & (light <= high)].mean(axis=0)
    return colours + 1.0


def tell_duet(colours: Floats) -> Told | None:
    """Agents, bystanders and assassins of a Duet face; None where nothing there can be a reference."""
    return _told(colours, _DUET, Identity.BYSTANDER, Identity.ASSASSIN)


def tell_base(colours: Floats) -> Told | None:
    """Red, blue, bystanders and the assassin of a base game's key."""
    return _told(colours, _BASE, Card.BYSTANDER, Card.ASSASSIN)


def _told(colours: Floats, coloured: Mapping[Kind, tuple[int, int]], pale: Kind, dark: Kind) -> Told | None:
    reference = reference_light(colours)
    if reference is None:
        return None
    relative = colours / reference
    above = {kind: relative[:, high] - relative[:, low] for kind, (high, low) in coloured.items()}
    limits = {kind: _limit(values) for kind, values in above.items()}
    kinds: list[Kind | None] = []
    for index in range(COUNT):
        ratios = {kind: float(above[kind][index]) / limits[kind] for kind in coloured}
        strongest = max(ratios, key=lambda kind: ratios[kind])
        if ratios[strongest] > 1.15:
            kinds.append(strongest)
        elif ratios[strongest] > 0.8:
            kinds.append(None)
        else:
            kinds.append(_by_light(relative[index], pale, dark))
    return Told(tuple(kinds))


def _limit(values: Floats) -> float:
    """Between the squares that have a colour and those that have not: half way to the typical one that has."""
    having = values[values > LEAST_COLOUR]
    return max(LEAST_COLOUR, 0.5 * float(np.median(having))) if len(having) else LEAST_COLOUR


def _by_light(relative: Floats, pale: Kind, dark: Kind) -> Kind | None:
    if relative.min() > SURELY_PALE:
        return pale
    if relative.max() < SURELY_DARK:
        return dark
    middle = float(np.median(relative))
    if relative.min() > PALE and middle > SURELY_PALE:
        return pale
    return dark if relative.max() < DARK and middle < SURELY_DARK else None


def reference_light(colours: Floats) -> Floats | None:
    """What a bystander square would look like at each place: shape (25, 3). None if too few could be one.

    Bystander squares are light in every channel, whatever the light; a plane through the logarithms of those follows
    the light over the card.
    """
    against = colours / np.percentile(colours, 92, axis=0)
    least = np.sort(against.min(axis=1))
    steps = np.diff(np.log(np.maximum(least, 0.05)))
    allowed = np.flatnonzero((least[1:] > 0.45) & (np.arange(1, COUNT) <= COUNT - LEAST_PALE))
    if not len(allowed):
        return None
    border = allowed[np.argmax(steps[allowed])]
    pale = against.min(axis=1) > least[border]
    reference: Floats = np.asarray(np.tile(np.median(colours[pale], axis=0), (COUNT, 1)), np.float64)
    for _ in range(3):
        reference = _plane_through(colours, pale)
        pale = (colours / reference).min(axis=1) > 0.72
        if np.count_nonzero(pale) < LEAST_PALE:
            return None
    return reference


def _plane_through(colours: Floats, pale: NDArray[np.bool_]) -> Floats:
    rows, columns = np.divmod(np.arange(COUNT), SIZE)
    places = np.column_stack([np.ones(COUNT), columns - 2.0, rows - 2.0])
    # Few squares, or all on one side, must not tilt the plane far: the slopes are held back a little.
    hold = np.diag([0.0, 4.0, 4.0])
    known, values = places[pale], np.log(colours[pale])
    weights = np.ones(len(known))
    slopes = np.zeros((3, 3))
    for _ in range(4):
        weighted = known * weights[:, None]
        slopes = np.asarray(np.linalg.solve(weighted.T @ known + hold, weighted.T @ values), np.float64)
        off = np.abs(values - known @ slopes).max(axis=1)
        weights = 1.0 / np.maximum(off / 0.06, 1.0)
    return np.asarray(np.exp(places @ slopes))
