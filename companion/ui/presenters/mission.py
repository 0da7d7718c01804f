"""The mission page: what is agreed before play."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.duet import Scoring
from companion.game.position import Seat
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.desk import Desk, Page

FIRSTS = ((Seat.A, "A"), (Seat.B, "B"), (None, "whoever speaks first"))
SCORINGS = (
    (Scoring.THREE_PER_TOKEN, "3 points per token left"),
    (Scoring.ONE_PER_TOKEN, "1 point per token left"),
)


@dataclass(frozen=True, slots=True)
class MissionView:
    """What the page shows."""

    firsts: tuple[Choice, ...]
    scorings: tuple[Choice, ...]


class MissionPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def view(self) -> MissionView:
        """What the page shows now."""
        options = self._desk.session.options
        return MissionView(
            tuple(Choice(text, options.first is seat) for seat, text in FIRSTS),
            tuple(Choice(text, options.scoring is scoring) for scoring, text in SCORINGS),
        )

    def choose_first(self, index: int) -> None:
        """Who gives the first clue."""
        session = self._desk.session
        session.options = replace(session.options, first=FIRSTS[index][0])

    def choose_scoring(self, index: int) -> None:
        """Points per token left in the bank."""
        session = self._desk.session
        session.options = replace(session.options, scoring=SCORINGS[index][0])

    def go_on(self) -> None:
        """To the screens."""
        if not self._desk.too_soon():
            self._desk.back_from_screens = Page.MISSION
            self._desk.go(Page.SCREENS)

    def back(self) -> None:
        """To the words."""
        self._desk.go(Page.WORDS)
