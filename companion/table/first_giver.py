"""Who gives the first clue of a mission, as the players said it where that was left open (rules A7, U7).

It is no move: a transcript leaves ``first`` out until the first clue decides. So it is kept beside the missions, and a
start after an interruption does not ask again.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.game.position import Seat
from companion.table.ports import MissionStore

KEPT = "first giver"


class FirstGiver:
    """What was said of the mission on the table; of another one it says nothing.

    Args:
        store: where it is kept.
        mission: the id of the mission on the table, None where there is none.
    """

    def __init__(self, store: MissionStore, mission: Callable[[], int | None]) -> None:
        self._store, self._mission = store, mission
        self._kept = store.recall(KEPT) or ""

    @property
    def seat(self) -> Seat | None:
        """Who it is; None while nobody has said it."""
        return next((seat for seat in Seat if self._kept == self._text(seat)), None)

    @seat.setter
    def seat(self, seat: Seat | None) -> None:
        text = self._text(seat) if seat else ""
        if self._mission() is not None and text != self._kept:
            self._store.remember(KEPT, text)
            self._kept = text

    def _text(self, seat: Seat) -> str:
        return f"{self._mission()} {seat.value}"
