"""The moves of a record that still stand: what can be taken back, the newest last."""

from __future__ import annotations

from collections.abc import Iterable

from companion.game.moves import Allow, NameWord, Undo
from companion.table.ports import AnyMove


def standing_moves(moves: Iterable[AnyMove]) -> tuple[AnyMove, ...]:
    """The moves that were not taken back and that ``undo`` does not pass over, in their order."""
    standing: list[AnyMove] = []
    for move in moves:
        if isinstance(move, Undo):
            standing.pop()
        elif not isinstance(move, (NameWord, Allow)):
            standing.append(move)
    return tuple(standing)
