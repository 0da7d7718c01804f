"""Judge moves, write them down, then let them count: nobody sees a verdict that is not on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from companion.game.classic import ClassicMove, SetCards
from companion.game.classic_mission import ClassicMission
from companion.game.ending import outcome_text, total_score
from companion.game.mission import Mission
from companion.game.moves import Allow, Move, NameWord, Undo
from companion.table.classic_play import ClassicPlay, ClassicReport
from companion.table.dealing import Play
from companion.table.duet_play import DuetPlay, Report
from companion.table.instruct import classic_instructions, instructions
from companion.table.ports import AnyMove

Append = Callable[[Sequence[AnyMove], str | None, int | None], None]
"""Stores moves with the outcome and the score after them, all or nothing."""


def record(play: Play, moves: Sequence[AnyMove], append: Append) -> None:
    """Play moves, ``Undo`` among them, all or none.

    Raises:
        CompanionError: the rules do not allow one of them or they could not be stored; nothing is changed.
    """
    trial = play.mission.fork()
    for move in moves:
        _apply(trial, move)
    append(moves, outcome_text(trial.state), total_score(trial.setup, trial.state))
    for move in moves:
        if isinstance(play, ClassicPlay):
            _classic(play, cast(ClassicMove | Undo, move))
        else:
            _duet(play, cast(Move | Undo, move))


def _apply(trial: Mission | ClassicMission, move: AnyMove) -> None:
    if isinstance(move, Undo):
        trial.undo()
    elif isinstance(trial, ClassicMission):
        trial.apply(cast(ClassicMove, move))
    else:
        trial.apply(cast(Move, move))


def _duet(play: DuetPlay, move: Move | Undo) -> None:
    mission, before, complete = play.mission, play.state, play.complete_sides()
    if isinstance(move, Undo):
        mission.undo()
        play.report = None
        return
    applied = mission.apply(move)
    if not isinstance(move, (NameWord, Allow)):
        completed = tuple(seat for seat in play.complete_sides() if seat not in complete)
        play.report = Report(move, applied.verdict, instructions(before, move, applied.state), completed)


def _classic(play: ClassicPlay, move: ClassicMove | Undo) -> None:
    mission, before = play.mission, play.state
    if isinstance(move, Undo):
        mission.undo()
        play.report = None
        return
    applied = mission.apply(move)
    if not isinstance(move, (NameWord, Allow)):
        laid = () if isinstance(move, SetCards) else classic_instructions(mission.setup, before, applied.state)
        play.report = ClassicReport(move, applied.verdict, laid)
