"""What the camera sees on a card that is in question, as a sign on the board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.position import Position, Seat
from companion.table.check import Difference, Thing
from companion.table.scan import SeenCover

EMPTY = "empty"
SIGNS = {
    SeenCover.AGENT: "agent", SeenCover.BYSTANDER: "bystander", SeenCover.ASSASSIN: "assassin",
    SeenCover.RED_AGENT: "red agent", SeenCover.BLUE_AGENT: "blue agent",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Badge:
    """What lies there as the camera sees it: the name of a sign, ``empty`` for nothing.

    ``asked``: it is asked about; else somebody puts it right.
    """

    sign: str
    asked: bool


def badges_of(difference: Difference, facing: Seat, *, asked: bool) -> dict[Position, Badge]:
    """The signs on the cards that a difference is about; arrows as whoever the page is turned to sees them."""
    found: dict[Position, Badge] = {}
    belongs, lies = difference.belongs, difference.lies
    if isinstance(belongs, Position) and belongs != lies:
        found[belongs] = Badge(EMPTY, asked)
    if isinstance(lies, Position):
        found[lies] = Badge(_sign(difference.instead or difference.thing, facing), asked)
    return found


def _sign(thing: Thing, facing: Seat) -> str:
    if thing.token:
        return "arrow down" if thing.to is facing else "arrow up"
    return SIGNS.get(thing.cover, "none")
