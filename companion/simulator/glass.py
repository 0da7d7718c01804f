"""What the glass of a virtual screen shows, and how a player's eyes read a key face from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.game.keycard import Identity
from companion.game.position import COUNT, SIZE, Seat
from companion.simulator.art import Bgr

_HEADER = 16
_CELL_PX = (64, 45)
_TOP_PX = 15
_LEAST_PX = 100
_TOLERANCE = 6


class GlassError(CompanionError):
    """The glass cannot be looked at."""


class UnclearFace(CompanionError):
    """What a screen shows cannot be taken for a key face."""


@dataclass(frozen=True, slots=True, repr=False)
class Glass:
    """A look at the glass.

    Attributes:
        picture: BGR uint8, shape (height, width, 3); all black while the light or the panel is off.
        orders: How many orders the panel has had; it grows with each new content.
    """

    picture: Bgr
    orders: int

    @property
    def dark(self) -> bool:
        """Nothing at all is to be seen."""
        return not self.picture.any()


def look(path: Path) -> Glass:
    """Read a glass file (firmware/README.md, "The glass file").

    Raises:
        GlassError: there is none, or it is no glass file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GlassError(f"the virtual screen has no glass at {path.name}: its process did not start") from error
    width, height = (int.from_bytes(data[at : at + 2], "big") for at in (4, 6))
    if data[:4] != b"GLS1" or len(data) != _HEADER + 2 * width * height:
        raise GlassError(f"{path.name} is no glass file of a virtual screen")
    lit = data[8] > 0 and data[9] == 1
    pixels = np.frombuffer(data, ">u2", offset=_HEADER).reshape(height, width)
    picture = to_bgr(pixels) if lit else np.zeros((height, width, 3), np.uint8)
    return Glass(picture, int.from_bytes(data[12:16], "big"))


def to_bgr(pixels: NDArray[np.uint16]) -> Bgr:
    """RGB565 to 8 bits a channel, the low bits filled from the high ones."""
    red, green, blue = pixels >> 11, pixels >> 5 & 63, pixels & 31
    return np.stack([blue << 3 | blue >> 2, green << 2 | green >> 4, red << 3 | red >> 2], axis=2).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Sign:
    """How an identity looks: colour open and dimmed (red, green, blue), the share of its box that its hull fills."""

    open: tuple[int, int, int]
    dimmed: tuple[int, int, int]
    fills: tuple[float, float]


SIGNS: dict[Identity, Sign] = {
    Identity.AGENT: Sign((41, 186, 123), (16, 77, 49), (0.40, 0.66)),
    Identity.BYSTANDER: Sign((247, 211, 115), (115, 93, 57), (0.70, 0.88)),
    Identity.ASSASSIN: Sign((239, 40, 41), (115, 20, 16), (0.92, 1.0)),
}
"""The signs of firmware/README.md as a player knows them: triangle, circle, a cross on red."""


@dataclass(frozen=True, slots=True, repr=False)
class Sight:
    """One cell of the own screen: what it is, and whether it is dimmed (found or covered)."""

    identity: Identity
    dimmed: bool


def read_face(picture: Bgr, seat: Seat) -> tuple[Sight, ...] | None:
    """What the own screen says of the 25 positions, in seat A's frame; None for a picture without identities.

    Raises:
        UnclearFace: some cells show an identity, others none, or a shape and its colour do not belong together.
    """
    cells = [_read_cell(cell) for cell in cells_of(picture)]
    seen = [sight for sight in cells if sight is not None]
    if not seen:
        return None
    if len(seen) < COUNT:
        raise UnclearFace(f"screen {seat.value} shows an identity in {len(seen)} of {COUNT} cells")
    # A screen shows its cells as its own seat sees them: B's first cell is A's last.
    return tuple(seen if seat is Seat.A else reversed(seen))


def cells_of(picture: Bgr) -> Sequence[Bgr]:
    """The 25 cells in the order in which they are seen."""
    width, height = _CELL_PX
    return [
        picture[_TOP_PX + row * height : _TOP_PX + (row + 1) * height, column * width : (column + 1) * width]
        for row in range(SIZE)
        for column in range(SIZE)
    ]


def _read_cell(cell: Bgr) -> Sight | None:
    found = [
        (Sight(identity, dimmed), mask)
        for identity, sign in SIGNS.items()
        for dimmed, colour in ((False, sign.open), (True, sign.dimmed))
        if int((mask := near(cell, colour)).sum()) >= _LEAST_PX
    ]
    if not found:
        return None
    if len(found) > 1:
        raise UnclearFace("a cell of a screen shows two identities at once")
    sight, mask = found[0]
    least, most = SIGNS[sight.identity].fills
    if not least <= filled(mask) <= most:
        raise UnclearFace("a cell of a screen shows a shape that does not belong to its colour")
    return sight


def near(cell: Bgr, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    """Where a cell has a colour (red, green, blue)."""
    off = np.abs(cell[:, :, ::-1].astype(np.int16) - np.array(colour, np.int16))
    return np.asarray(off.max(axis=2) <= _TOLERANCE, np.bool_)


def filled(mask: NDArray[np.bool_]) -> float:
    """The share of the box around the pixels that their hull fills; marks across a shape do not change its hull."""
    points = cv2.findNonZero(mask.astype(np.uint8))
    _, _, width, height = cv2.boundingRect(points)
    return cv2.contourArea(cv2.convexHull(points)) / max(1, (width - 1) * (height - 1))
