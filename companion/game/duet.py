"""The rules engine of Codenames: Duet (rules A4 to A10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.keycard import Identity, KeyCard
from companion.game.moves import Clue, Move
from companion.game.position import COUNT, Position, Seat
from companion.game.tokens import FREE, Bank, Cover

AGENTS = 15


class IllegalMove(CompanionError):
    """The rules or the moment do not allow the move; the state is unchanged."""


class Phase(Enum):
    """What is awaited; the value is the word of the transcript format."""

    CLUE = "clue"
    GUESSING = "guessing"
    SUDDEN_DEATH = "sudden death"
    OVER = "over"


class Outcome(Enum):
    """How a mission ended; the value is the text of the transcript format."""

    WON = "won"
    LOST_ASSASSIN = "lost: assassin"
    LOST_SUDDEN_DEATH = "lost: sudden death"
    LOST_TOKENS = "lost: tokens"


class Scoring(Enum):
    """Points per token left in the bank (rules A9)."""

    THREE_PER_TOKEN = "three-per-token"
    ONE_PER_TOKEN = "one-per-token"


@dataclass(frozen=True, slots=True)
class DuetSetup:
    """All that is fixed before the first clue.

    ``turns`` 1 to 11 tokens in the bank, of them ``mistakes`` (0 to ``turns``) bystander side up (rules A10). ``first``
    is the seat that gives the first clue, None while that is open: then the first clue decides.
    """

    board: Board
    key: KeyCard
    turns: int = 9
    mistakes: int = 9
    scoring: Scoring = Scoring.THREE_PER_TOKEN
    first: Seat | None = None


@dataclass(frozen=True, slots=True)
class DuetState:
    """A mission between two moves. Everything in it is public: no field depends on a face beyond the verdicts."""

    phase: Phase
    giver: Seat | None
    bank: Bank
    taken: tuple[int, int]
    """Tokens each seat took checkmark side up: (A, B)."""
    discarded: int
    covers: tuple[Cover, ...]
    clues: tuple[Clue, ...]
    guesses_this_turn: int
    turns_used: int
    sudden_death_used: bool
    outcome: Outcome | None

    @property
    def agents_found(self) -> int:
        """Agents covered, 0 to 15."""
        return sum(cover.agent for cover in self.covers)


@dataclass(frozen=True, slots=True)
class Applied:
    """A move that was accepted: the state after it and, for a guess, what it turned out to be."""

    state: DuetState
    verdict: Identity | None


def start(setup: DuetSetup) -> DuetState:
    """The state before the first clue."""
    return DuetState(
        phase=Phase.CLUE, giver=setup.first, bank=Bank(setup.mistakes, setup.turns - setup.mistakes), taken=(0, 0),
        discarded=0, covers=(FREE,) * COUNT, clues=(), guesses_this_turn=0, turns_used=0, sudden_death_used=False,
        outcome=None,
    )  # fmt: skip


def apply(setup: DuetSetup, state: DuetState, move: Move) -> Applied:
    """Judge one move.

    Raises:
        IllegalMove: the rules or the moment do not allow it; the message says why.
    """
    raise IllegalMove(f"engine under construction: {move}")


def side_complete(setup: DuetSetup, state: DuetState, seat: Seat) -> bool:
    """All nine agents of the face of ``seat`` are covered: it gives no more clues (rules A7). Said aloud at the table."""
    return all(
        state.covers[p.index].agent
        for p in (Position(i) for i in range(COUNT))
        if setup.key.identity(seat, p) is Identity.AGENT
    )


def may_guess(setup: DuetSetup, state: DuetState) -> tuple[Seat, ...]:
    """The seats that may guess now: one in a turn, one or both in sudden death (rules A8), none otherwise."""
    match state.phase:
        case Phase.GUESSING:
            assert state.giver is not None
            return (state.giver.other,)
        case Phase.SUDDEN_DEATH:
            return tuple(seat for seat in Seat if not side_complete(setup, state, seat.other))
        case _:
            return ()
