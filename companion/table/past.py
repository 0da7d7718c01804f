"""Missions played: what was done in them and what it turned out to be. Nothing here tells of a key beyond that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from companion.game.board import Board
from companion.game.classic import Card, ClassicMove, ClassicSetup
from companion.game.classic_mission import ClassicMission
from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Move, Undo
from companion.table.ports import AnyMove, MissionStore, MissionSummary


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a record. ``verdict``: of a guess, what it turned out to be."""

    move: AnyMove
    verdict: Identity | Card | None


@dataclass(frozen=True, slots=True)
class PastMission:
    """A record to be read: the words as they were known last, and all moves, those taken back too."""

    board: Board
    moves: tuple[Played, ...]


class PastMissions:
    """The missions in the store."""

    def __init__(self, store: MissionStore) -> None:
        self._store = store

    def missions(self) -> tuple[MissionSummary, ...]:
        """All of them, the newest first."""
        return tuple(self._store.missions())

    def played(self, mission_id: int) -> PastMission:
        """The record of one.

        Raises:
            CompanionError: there is none, or it cannot be read.
        """
        stored = self._store.load(mission_id)
        if isinstance(stored.setup, ClassicSetup):
            game = ClassicMission(stored.setup)
            moves = [_classic(game, cast(ClassicMove | Undo, move)) for move in stored.moves]
            return PastMission(game.board, tuple(moves))
        mission = Mission(stored.setup)
        played = [_duet(mission, cast(Move | Undo, move)) for move in stored.moves]
        return PastMission(mission.board, tuple(played))


def _duet(mission: Mission, move: Move | Undo) -> Played:
    if isinstance(move, Undo):
        mission.undo()
        return Played(move, None)
    return Played(move, mission.apply(move).verdict)


def _classic(game: ClassicMission, move: ClassicMove | Undo) -> Played:
    if isinstance(move, Undo):
        game.undo()
        return Played(move, None)
    return Played(move, game.apply(move).verdict)
