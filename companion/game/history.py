"""A record is its setup plus its moves: played, taken back, replayed (design decision 1). Knows no game's rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, Protocol, Self, TypeVar

from companion.game.board import Board, BoardError
from companion.game.moves import Allow, IllegalMove, NameWord, Undo


class HasBoard(Protocol):
    """A setup, as far as a history looks at it."""

    @property
    def board(self) -> Board:
        """The words before the first clue."""
        ...


class HasState(Protocol):
    """What a game answers to a move, as far as a history looks at it."""

    @property
    def state(self) -> Any:
        """The state after the move."""
        ...


MOST_MOVES = 2000
"""That may stand in one record. Play ends long before; only setting by hand could go on for ever."""

SetupT = TypeVar("SetupT", bound=HasBoard)
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
AppliedT = TypeVar("AppliedT", bound=HasState)


class History(ABC, Generic[SetupT, StateT, MoveT, AppliedT]):
    """Everything that was done in one game of some mode.

    ``setup`` stays as it was before the first clue. ``moves`` holds all that was accepted, in order, also moves that
    were taken back and the ``Undo`` that did it: replaying them gives an equal history. ``board`` has the words as they
    are known now: a card that is named or corrected keeps its name when moves are taken back.

    Two histories of a mode are equal when their setup and their moves are.
    """

    __slots__ = ("_board", "_moves", "_standing", "_states", "setup")
    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def __init__(self, setup: SetupT) -> None:
        self.setup = setup
        self._moves: list[MoveT | Undo] = []
        self._board = setup.board
        self._states: list[StateT] = [self._start()]
        self._standing: list[MoveT] = []

    @abstractmethod
    def _start(self) -> StateT:
        """The state before the first clue."""

    @abstractmethod
    def _judged(self, move: MoveT) -> AppliedT:
        """What the rules say to a move now.

        Raises:
            IllegalMove: they or the moment do not allow it.
        """

    @classmethod
    def replayed(cls, setup: SetupT, moves: Iterable[MoveT | Undo]) -> Self:
        """Play recorded moves.

        Raises:
            IllegalMove: one of them cannot follow those before it; no record of ours holds such a move.
        """
        history = cls(setup)
        for move in moves:
            if isinstance(move, Undo):
                history.undo()
            else:
                history.apply(move)
        return history

    @property
    def state(self) -> StateT:
        """The state now; public."""
        return self._states[-1]

    @property
    def board(self) -> Board:
        """The words as they are known now."""
        return self._board

    @property
    def moves(self) -> tuple[MoveT | Undo, ...]:
        """Everything that was accepted, in order, with the moves taken back and their ``Undo``."""
        return tuple(self._moves)

    @property
    def standing(self) -> tuple[MoveT, ...]:
        """The moves that ``undo`` could still take back, in order: no names, nothing that was allowed."""
        return tuple(self._standing)

    @property
    def can_undo(self) -> bool:
        """There is a move to take back."""
        return bool(self._standing)

    def fork(self) -> Self:
        """An equal history that goes its own way: what moves would lead to, for a caller that stores them first."""
        fork = type(self)(self.setup)
        fork._moves, fork._standing = list(self._moves), list(self._standing)
        fork._states, fork._board = list(self._states), self._board
        return fork

    def check(self, move: MoveT) -> AppliedT:
        """What ``apply`` would answer; nothing is changed.

        Raises:
            IllegalMove: see ``apply``.
        """
        applied = self._answered(move)
        if isinstance(move, NameWord):
            self._renamed(move)
        return applied

    def apply(self, move: MoveT) -> AppliedT:
        """Play one move.

        Raises:
            IllegalMove: the rules or the moment do not allow it, or the new word stands elsewhere; nothing is changed.
        """
        applied = self._answered(move)
        if isinstance(move, NameWord):
            self._board = self._renamed(move)
        elif not isinstance(move, Allow):
            self._states.append(applied.state)
            self._standing.append(move)
        self._moves.append(move)
        return applied

    def undo(self) -> StateT:
        """Take back the last move of ``standing``, any number of times, also after the end (U6).

        Returns:
            The state that holds again.

        Raises:
            IllegalMove: nothing is left to take back.
        """
        if not self.can_undo:
            raise IllegalMove("there is no move to take back")
        self._states.pop()
        self._standing.pop()
        self._moves.append(Undo())
        return self.state

    def _answered(self, move: MoveT) -> AppliedT:
        applied = self._judged(move)
        if len(self._standing) >= MOST_MOVES and not isinstance(move, NameWord | Allow):
            raise IllegalMove(f"a record holds {MOST_MOVES} moves: undo some, or begin a new mission")
        return applied

    def _renamed(self, move: NameWord) -> Board:
        try:
            return self._board.with_word(move.position, move.word)
        except BoardError as error:
            raise IllegalMove(str(error)) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.setup == other.setup and self._moves == other._moves

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.setup!r}, {len(self._moves)} moves)"
