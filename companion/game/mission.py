"""A mission is its setup plus its moves: played, taken back, replayed (design decision 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.game.board import Board, BoardError
from companion.game.duet import Applied, DuetSetup, DuetState, IllegalMove, apply, start
from companion.game.moves import Clue, Move, NameWord, Undo
from companion.game.position import Seat


@dataclass(slots=True)
class Mission:
    """One mission of Duet with everything that was done in it.

    ``setup`` stays as it was before the first clue. ``moves`` holds all that was accepted, in order, also moves that
    were taken back and the ``Undo`` that did it: replaying them gives an equal mission. ``board`` has the words as they
    are known now: a card that is named or corrected keeps its name when moves are taken back.

    Two missions are equal when their setup and their moves are.
    """

    setup: DuetSetup
    _moves: list[Move | Undo] = field(default_factory=list, init=False)
    _board: Board = field(init=False, compare=False, repr=False)
    _states: list[DuetState] = field(init=False, compare=False, repr=False)
    """The state before the first clue, then the one after each clue, guess and stop that still stands."""

    def __post_init__(self) -> None:
        self._board = self.setup.board
        self._states = [start(self.setup)]

    @classmethod
    def replayed(cls, setup: DuetSetup, moves: Iterable[Move | Undo]) -> Mission:
        """Play recorded moves.

        Raises:
            IllegalMove: one of them cannot follow those before it; no record of ours holds such a move.
        """
        mission = cls(setup)
        for move in moves:
            if isinstance(move, Undo):
                mission.undo()
            else:
                mission.apply(move)
        return mission

    @property
    def state(self) -> DuetState:
        """The state now; public."""
        return self._states[-1]

    @property
    def board(self) -> Board:
        """The words as they are known now."""
        return self._board

    @property
    def moves(self) -> tuple[Move | Undo, ...]:
        """Everything that was accepted, in order, with the moves taken back and their ``Undo``."""
        return tuple(self._moves)

    @property
    def first(self) -> Seat | None:
        """Who gave or gives the first clue: as set up, else the seat of the first clue that stands, else None (U7)."""
        if self.setup.first is not None:
            return self.setup.first
        opened = self._states[1:2]
        if not opened:
            return None
        if opened[0].giver is not None:
            return opened[0].giver
        return next((move.seat for move in reversed(self._moves) if isinstance(move, Clue)), None)

    @property
    def can_undo(self) -> bool:
        """There is a move to take back."""
        return len(self._states) > 1

    def check(self, move: Move) -> Applied:
        """What ``apply`` would answer; nothing is changed. For a caller that stores a move before it counts.

        Raises:
            IllegalMove: see ``apply``.
        """
        if isinstance(move, NameWord):
            self._renamed(move)
        return apply(self.setup, self.state, move)

    def apply(self, move: Move) -> Applied:
        """Play one move.

        Raises:
            IllegalMove: the rules or the moment do not allow it, or the new word stands elsewhere; nothing is changed.
        """
        applied = apply(self.setup, self.state, move)
        if isinstance(move, NameWord):
            self._board = self._renamed(move)
        else:
            self._states.append(applied.state)
        self._moves.append(move)
        return applied

    def undo(self) -> DuetState:
        """Take back the last clue, guess or stop that still stands, any number of times, also after the end (U6).

        Returns:
            The state that holds again.

        Raises:
            IllegalMove: nothing is left to take back.
        """
        if not self.can_undo:
            raise IllegalMove("there is no move to take back")
        self._states.pop()
        self._moves.append(Undo())
        return self.state

    def _renamed(self, move: NameWord) -> Board:
        try:
            return self._board.with_word(move.position, move.word)
        except BoardError as error:
            raise IllegalMove(str(error)) from error
