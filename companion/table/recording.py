"""Judge a move, write it down, then let it count: nobody sees a verdict that is not on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from companion.game.classic import ClassicMove, SetCards
from companion.game.ending import outcome_text, total_score
from companion.game.moves import Allow, Move, NameWord, Undo
from companion.table.classic_play import ClassicPlay, ClassicReport
from companion.table.dealing import Play
from companion.table.duet_play import DuetPlay, Report
from companion.table.instruct import classic_instructions, instructions
from companion.table.ports import AnyMove

Append = Callable[[Sequence[AnyMove], str | None, int | None], None]
"""Stores moves with the outcome and the score after them, all or nothing."""


def record(play: Play, move: Move | ClassicMove, append: Append) -> None:
    """Play one move.

    Raises:
        CompanionError: the rules do not allow it or it could not be stored; nothing is changed.
    """
    if isinstance(play, ClassicPlay):
        _classic(play, cast(ClassicMove, move), append)
    else:
        _duet(play, cast(Move, move), append)


def take_back(play: Play, steps: int, append: Append) -> None:
    """Take the last moves back; so many of them stand.

    Raises:
        CompanionError: it could not be stored; nothing is changed.
    """
    append([Undo()] * steps, None, None)
    for _ in range(steps):
        play.mission.undo()
    play.report = None


def _duet(play: DuetPlay, move: Move, append: Append) -> None:
    mission, before, complete = play.mission, play.state, play.complete_sides()
    preview = mission.check(move).state
    append([move], outcome_text(preview), total_score(mission.setup, preview))
    applied = mission.apply(move)
    if not isinstance(move, (NameWord, Allow)):
        completed = tuple(seat for seat in play.complete_sides() if seat not in complete)
        play.report = Report(move, applied.verdict, instructions(before, move, applied.state), completed)


def _classic(play: ClassicPlay, move: ClassicMove, append: Append) -> None:
    mission, before = play.mission, play.state
    preview = mission.check(move).state
    append([move], outcome_text(preview), total_score(mission.setup, preview))
    applied = mission.apply(move)
    if not isinstance(move, (NameWord, Allow)):
        laid = () if isinstance(move, SetCards) else classic_instructions(mission.setup, before, applied.state)
        play.report = ClassicReport(move, applied.verdict, laid)
