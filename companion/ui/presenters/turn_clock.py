"""The clock of a base game: a sand timer that anyone may start on a slow player. Nothing happens when it runs out."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from math import ceil


class Sand(Enum):
    """How the clock stands."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ClockView:
    """``text`` is the time left, ``caption`` what a touch does."""

    sand: Sand
    text: str
    caption: str


CAPTIONS = {
    Sand.IDLE: "start the clock",
    Sand.RUNNING: "stop the clock",
    Sand.PAUSED: "the clock waits",
    Sand.OVER: "time is up",
}


class TurnClock:
    """One clock for all turns (rules B4: optional, no penalty). ``now``: seconds that only go forward."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._length_s = 0
        self._turn: Hashable = None
        self._until: float | None = None
        self._rest_s: float | None = None

    def at(self, turn: Hashable, length_s: int, *, paused: bool) -> ClockView | None:
        """The clock in this turn; None where no time was agreed. Another turn lays it aside, and so does an undo."""
        if (turn, length_s) != (self._turn, self._length_s):
            self._turn, self._length_s = turn, length_s
            self.lay_aside()
        self._hold(paused)
        if not length_s:
            return None
        sand = self._sand()
        left = 0 if sand is Sand.OVER else ceil(self._left_s())
        return ClockView(sand, f"{left // 60}:{left % 60:02}", CAPTIONS[sand])

    def touch(self) -> None:
        """Start it; a touch while it runs, or when it has run out, lays it aside."""
        if self._sand() is Sand.IDLE:
            self._until = self._now() + self._length_s
        else:
            self.lay_aside()

    def lay_aside(self) -> None:
        """Full again, not running."""
        self._until = self._rest_s = None

    def _hold(self, paused: bool) -> None:
        if paused and self._until is not None:
            self._rest_s, self._until = max(0.0, self._until - self._now()), None
        elif not paused and self._rest_s is not None:
            self._until, self._rest_s = self._now() + self._rest_s, None

    def _sand(self) -> Sand:
        if self._until is None and self._rest_s is None:
            return Sand.IDLE
        if self._left_s() <= 0:
            return Sand.OVER
        return Sand.PAUSED if self._rest_s is not None else Sand.RUNNING

    def _left_s(self) -> float:
        if self._rest_s is not None:
            return self._rest_s
        return self._length_s if self._until is None else max(0.0, self._until - self._now())
