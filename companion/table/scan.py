"""What a reader says about a photographed board: plain data, all in seat A's frame."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.position import ALL_POSITIONS, COUNT, Position

Point = tuple[float, float]


class Certainty(Enum):
    """How far a reading can be trusted; ``sure`` must never be wrong."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    UNREAD = "unread"


class SeenCover(Enum):
    """What the camera takes to lie on a card; the value is the text of the scan format."""

    AGENT = "agent"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"
    TOKEN = "token"
    HAND = "hand"
    UNKNOWN = "unknown"
    RED_AGENT = "red agent"
    BLUE_AGENT = "blue agent"


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card as read.

    ``word`` is upper case as printed, None if unread. ``candidates`` best first: the word alone when sure, up to three
    when doubtful. ``outline_px``: the four corners in the picture as displayed, clockwise from the upright card's top
    left; empty for a reading that came from no picture.
    """

    position: Position
    word: str | None
    certainty: Certainty
    confidence: float
    candidates: tuple[str, ...] = ()
    cover: SeenCover | None = None
    outline_px: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardScan:
    """A whole board as read: 25 readings A1 to E5.

    ``rotation_deg`` 0, 90, 180 or 270: quarter turns clockwise that bring the words upright.
    """

    cards: tuple[CardReading, ...]
    rotation_deg: int = 0

    def __post_init__(self) -> None:
        if [card.position for card in self.cards] != list(ALL_POSITIONS):
            raise ValueError(f"a scan holds {COUNT} readings in the order A1 to E5")
