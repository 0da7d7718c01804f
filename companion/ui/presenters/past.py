"""Missions played, the newest first, and the record of one."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.board import Board
from companion.game.classic import Card
from companion.game.duet import Outcome
from companion.game.keycard import Identity
from companion.game.position import SIZE
from companion.game.scoring import STANDARD_TOKENS
from companion.table.options import CITY, NAMES, Game
from companion.table.past import PastMission, Played
from companion.table.ports import MissionSummary
from companion.ui.presenters.desk import Desk, Page
from companion.ui.presenters.record import move_text
from companion.ui.presenters.start import counted, when

ROWS = 5
LINES = 12
"""So many moves of a record stand on one leaf."""

OUTCOMES = {
    Outcome.WON.value: "won",
    Outcome.LOST_ASSASSIN.value: "lost to the assassin",
    Outcome.LOST_SUDDEN_DEATH.value: "lost in sudden death",
    Outcome.LOST_TOKENS.value: "lost for want of tokens",
}
VERDICTS: dict[Identity | Card, str] = {
    Identity.AGENT: "agent",
    Identity.BYSTANDER: "bystander",
    Identity.ASSASSIN: "assassin",
    Card.RED: "red agent",
    Card.BLUE: "blue agent",
    Card.BYSTANDER: "bystander",
    Card.ASSASSIN: "assassin",
}


@dataclass(frozen=True, slots=True)
class PastRow:
    """One mission. ``won``: by all at the table; never between two teams, where one of them always wins."""

    when: str
    outcome: str
    words: str
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class RecordView:
    """The record of a mission. ``words``: five lines as they lay on the table; ``lines``: a leaf of its moves."""

    title: str
    words: tuple[str, ...]
    lines: tuple[str, ...]
    can_newer: bool
    can_older: bool


@dataclass(frozen=True, slots=True)
class PastView:
    """One leaf of the list, and the record that lies over it, if one does."""

    rows: tuple[PastRow, ...]
    sentence: str
    can_newer: bool
    can_older: bool
    record: RecordView | None = None
    consent: None = None


class PastPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._leaf = 0
        self._missions: tuple[MissionSummary, ...] = ()
        self._open: MissionSummary | None = None
        self._record: PastMission | None = None
        self._record_leaf = 0

    def enter(self) -> None:
        """The page comes up: look into the store once."""
        self._leaf, self._open = 0, None
        self._desk.attempt(self._load)

    def view(self) -> PastView:
        """What the page shows now."""
        first = self._leaf * ROWS
        shown = self._missions[first : first + ROWS]
        sentence = "No mission was played yet." if not self._missions else counted(len(self._missions), "mission")
        return PastView(
            tuple(_row(mission) for mission in shown),
            sentence,
            first > 0,
            first + ROWS < len(self._missions),
            self._record_view(),
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

    # --- a record ------------------------------------------------------------------------------------------------

    def open(self, row: int) -> None:
        """A mission was touched."""
        if self._desk.too_soon():
            return
        mission = self._missions[self._leaf * ROWS + row]
        if self._desk.attempt(lambda: self._read(mission.id)):
            self._open, self._record_leaf = mission, 0
        self._desk.settle()

    def close(self) -> None:
        """Back to the list."""
        self._open = None
        self._desk.settle()

    def later(self) -> None:
        """Further moves of the record."""
        if self._record is not None and (self._record_leaf + 1) * LINES < len(self._record.moves):
            self._record_leaf += 1

    def earlier(self) -> None:
        """The leaf before."""
        self._record_leaf = max(0, self._record_leaf - 1)

    # --- inside --------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._missions = self._desk.session.past.missions()

    def _read(self, mission_id: int) -> None:
        self._record = self._desk.session.past.played(mission_id)

    def _record_view(self) -> RecordView | None:
        if self._open is None or self._record is None:
            return None
        board, moves = self._record.board, self._record.moves
        first = self._record_leaf * LINES
        return RecordView(
            title=f"{when(self._open.started)}: {_what(self._open)}, {_outcome(self._open)}",
            words=tuple("   ".join(board.words[i : i + SIZE]) for i in range(0, SIZE * SIZE, SIZE)),
            lines=tuple(_line(played, board) for played in moves[first : first + LINES]),
            can_newer=first > 0,
            can_older=first + LINES < len(moves),
        )


def _line(played: Played, board: Board) -> str:
    verdict = f": {VERDICTS[played.verdict]}" if played.verdict is not None else ""
    return f"{move_text(played.move, board)}{verdict}"


def _row(mission: MissionSummary) -> PastRow:
    names = " and ".join(mission.kept[name] for name in NAMES if name in mission.kept)
    words = ", ".join(mission.words[:3]) + " ..."
    return PastRow(
        when=when(mission.started),
        outcome=f"{_what(mission)}: {_outcome(mission)}, {counted(mission.moves, 'move')}",
        words=f"{names}  ·  {words}" if names else words,
        score="" if mission.score is None else str(mission.score).replace("-", "−"),
        won=mission.outcome == Outcome.WON.value or (mission.mode == Game.CLASSIC.value and mission.score is not None),
    )


def _what(mission: MissionSummary) -> str:
    if mission.mode == Game.CLASSIC.value:
        return "base game"
    if CITY in mission.kept:
        return f"{mission.kept[CITY]} {mission.turns}-{mission.mistakes}"
    if (mission.turns, mission.mistakes) == (STANDARD_TOKENS, STANDARD_TOKENS):
        return "standard"
    return f"{mission.turns} tokens" if mission.turns == mission.mistakes else f"{mission.turns}-{mission.mistakes}"


def _outcome(mission: MissionSummary) -> str:
    """The outcome as one says it; of a base game the team that won, and how if by the assassin."""
    if mission.outcome is None:
        return "not ended"
    team, _, how = mission.outcome.partition(":")
    return OUTCOMES.get(mission.outcome) or (f"{team} by the assassin" if how.strip() == "assassin" else team)
