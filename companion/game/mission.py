"""A mission of Duet with everything that was done in it."""

from __future__ import annotations

from companion.game.duet import Applied, DuetSetup, DuetState, Phase, apply, start
from companion.game.history import History
from companion.game.moves import Clue, Move
from companion.game.position import Seat


class Mission(History[DuetSetup, DuetState, Move, Applied]):
    """One mission of Duet: what ``History`` says, by Duet's rules."""

    __slots__ = ()

    def _start(self) -> DuetState:
        return start(self.setup)

    def _judged(self, move: Move) -> Applied:
        return apply(self.setup, self.state, move)

    @property
    def is_over(self) -> bool:
        """Won or lost: all that can still be done is undo."""
        return self.state.phase is Phase.OVER

    @property
    def first(self) -> Seat | None:
        """Who gave or gives the first clue; None while that is open (U7).

        The seat of the first clue that stands; before it the one that is to give it, as set up or set by hand.
        """
        for move in self._standing:
            if isinstance(move, Clue):
                return move.seat
        return self.state.giver or self.setup.first
