"""A base game with everything that was done in it."""

from __future__ import annotations

from companion.game.classic import ClassicApplied, ClassicMove, ClassicPhase, ClassicSetup, ClassicState, apply, start
from companion.game.history import History


class ClassicMission(History[ClassicSetup, ClassicState, ClassicMove, ClassicApplied]):
    """One base game: what ``History`` says, by the base game's rules."""

    __slots__ = ()

    def _start(self) -> ClassicState:
        return start(self.setup)

    def _judged(self, move: ClassicMove) -> ClassicApplied:
        return apply(self.setup, self.state, move)

    @property
    def is_over(self) -> bool:
        """A team has won: all that can still be done is undo."""
        return self.state.phase is ClassicPhase.OVER
