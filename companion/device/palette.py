"""The sixteen colours of a face, and which of them make soft edges of letters."""

from __future__ import annotations

from enum import IntEnum

from companion.device.picture import Colour
from companion.game.classic import Card, Team
from companion.game.keycard import Identity
from companion.game.position import Seat


class Ink(IntEnum):
    """Palette numbers. A dimmed colour is that of a card which is found or covered."""

    BLACK = 0
    WHITE = 1
    GREY_DARK = 2
    GREY = 3
    GREEN = 4
    GREEN_DIM = 5
    SAND = 6
    SAND_DIM = 7
    RED = 8
    RED_DIM = 9
    SEAT_A = 10
    SEAT_A_DIM = 11
    SEAT_B = 12
    SEAT_B_DIM = 13
    BLUE = 14
    BLUE_DIM = 15


PALETTE: tuple[Colour, ...] = (
    (0, 0, 0), (255, 255, 255), (80, 80, 88), (168, 168, 168),
    (40, 184, 120), (16, 76, 52), (240, 208, 112), (112, 92, 56),
    (232, 40, 40), (112, 20, 20), (64, 156, 255), (24, 60, 104),
    (255, 150, 60), (104, 60, 24), (72, 120, 255), (28, 44, 128),
)  # fmt: skip
"""Red, green, blue of each palette number (firmware/README.md names the RGB565 values)."""

Ramp = tuple[Ink, Ink, Ink, Ink]
"""From the ground to the full letter, in thirds."""

WHITE_ON_BLACK: Ramp = (Ink.BLACK, Ink.GREY_DARK, Ink.GREY, Ink.WHITE)
GREY_ON_BLACK: Ramp = (Ink.BLACK, Ink.GREY_DARK, Ink.GREY_DARK, Ink.GREY)

SYMBOL: dict[Identity, tuple[Ink, Ink]] = {
    Identity.AGENT: (Ink.GREEN, Ink.GREEN_DIM),
    Identity.BYSTANDER: (Ink.SAND, Ink.SAND_DIM),
    Identity.ASSASSIN: (Ink.RED, Ink.RED_DIM),
}
"""Colour of the shape while the card is open, and when it is found or covered."""

CARD: dict[Card, tuple[Ink, Ink]] = {
    Card.RED: (Ink.RED, Ink.RED_DIM),
    Card.BLUE: (Ink.BLUE, Ink.BLUE_DIM),
    Card.BYSTANDER: (Ink.SAND, Ink.SAND_DIM),
    Card.ASSASSIN: (Ink.WHITE, Ink.GREY),
}
"""The same for the key of a base game. Its assassin is white, since red is a team there."""

TEAM: dict[Team, tuple[Ink, Ink]] = {Team.RED: CARD[Card.RED], Team.BLUE: CARD[Card.BLUE]}

SEAT: dict[Seat, tuple[Ink, Ink]] = {
    Seat.A: (Ink.SEAT_A, Ink.SEAT_A_DIM),
    Seat.B: (Ink.SEAT_B, Ink.SEAT_B_DIM),
}


def black_on(colour: tuple[Ink, Ink]) -> Ramp:
    """Black letters on the colour of a seat or a team (full, dim)."""
    full, dim = colour
    return (full, dim, dim, Ink.BLACK)


def on_black(colour: tuple[Ink, Ink]) -> Ramp:
    """Letters in the colour of a seat or a team (full, dim)."""
    full, dim = colour
    return (Ink.BLACK, dim, dim, full)
