"""The first page: the mission that waits, a new one, and what else there is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.table.options import CITY, Game
from companion.ui.presenters.desk import Desk, Page


@dataclass(frozen=True, slots=True)
class StartView:
    """``waiting`` is empty when no mission waits to be gone on with."""

    waiting: str
    waiting_details: str


def when(started: str) -> str:
    """A stored time as people say it, in the local zone: ``12 March, 14:05``."""
    try:
        moment = datetime.fromisoformat(started).astimezone()
    except ValueError:
        return started
    return f"{moment.day} {moment:%B, %H:%M}"


def counted(number: int, thing: str) -> str:
    """``1 token``, ``2 tokens``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


class StartPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def view(self) -> StartView:
        """What the page shows now."""
        mission = self._desk.session.resumable()
        if mission is None:
            return StartView("", "Lay out 25 word cards. A standard mission has nine tokens.")
        city = f"{mission.kept[CITY]}  ·  " if CITY in mission.kept else ""
        details = f"{city}begun {when(mission.started)}  ·  {counted(mission.moves, 'move')} so far"
        classic = mission.mode == Game.CLASSIC.value
        return StartView("Go on with the base game" if classic else "Go on with the mission", details)

    def resume(self) -> None:
        """Go on with the newest mission that has not ended."""
        session = self._desk.session
        mission = session.resumable()
        if mission is not None and self._desk.attempt(lambda: session.resume(mission.id)):
            self._desk.go_on_playing(begins=True)

    def new(self) -> None:
        """Lay out a new board."""
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.lay_out()

    def score(self) -> None:
        """Score a mission that was played without the app."""
        self._desk.go(Page.SCORE)

    def map(self) -> None:
        """Look at the mission map."""
        self._desk.back_from_map = Page.START
        self._desk.go(Page.MAP)

    def past(self) -> None:
        """Look at the missions played."""
        self._desk.go(Page.PAST)

    def leave(self) -> None:
        """Close the app."""
        self._desk.leave()
