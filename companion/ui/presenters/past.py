"""Missions played, the newest first."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.duet import Outcome
from companion.table.ports import MissionSummary
from companion.ui.presenters.desk import Desk, Page
from companion.ui.presenters.start import counted, when

ROWS = 5

OUTCOMES = {
    None: "not ended",
    Outcome.WON.value: "won",
    Outcome.LOST_ASSASSIN.value: "lost to the assassin",
    Outcome.LOST_SUDDEN_DEATH.value: "lost in sudden death",
    Outcome.LOST_TOKENS.value: "lost for want of tokens",
}


@dataclass(frozen=True, slots=True)
class PastRow:
    """One mission."""

    when: str
    outcome: str
    words: str
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class PastView:
    """One leaf of the list."""

    rows: tuple[PastRow, ...]
    sentence: str
    can_newer: bool
    can_older: bool


class PastPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._leaf = 0
        self._missions: tuple[MissionSummary, ...] = ()

    def enter(self) -> None:
        """The page comes up: look into the store once."""
        self._leaf = 0
        self._desk.attempt(self._load)

    def view(self) -> PastView:
        """What the page shows now."""
        first = self._leaf * ROWS
        shown = self._missions[first : first + ROWS]
        sentence = "No mission was played yet." if not self._missions else counted(len(self._missions), "mission")
        return PastView(
            tuple(_row(mission) for mission in shown), sentence, first > 0, first + ROWS < len(self._missions)
        )

    def older(self) -> None:
        """The next leaf."""
        if (self._leaf + 1) * ROWS < len(self._missions):
            self._leaf += 1

    def newer(self) -> None:
        """The leaf before."""
        self._leaf = max(0, self._leaf - 1)

    def back(self) -> None:
        """To the first page."""
        self._desk.go(Page.START)

    def _load(self) -> None:
        self._missions = self._desk.session.past_missions()


def _row(mission: MissionSummary) -> PastRow:
    return PastRow(
        when=when(mission.started),
        outcome=f"{OUTCOMES.get(mission.outcome, mission.outcome)}, {counted(mission.moves, 'move')}",
        words=", ".join(mission.words[:3]) + " ...",
        score="" if mission.score is None else str(mission.score).replace("-", "−"),
        won=mission.outcome == Outcome.WON.value,
    )
