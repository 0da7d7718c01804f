"""What a mission of Duet is between two moves, and what can be read off it (rules A5 to A8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.keycard import Identity, KeyCard
from companion.game.moves import Clue
from companion.game.position import COUNT, Seat
from companion.game.tokens import FREE, Bank, Cover

AGENTS = 15
MAX_TURNS = 11


class SetupError(CompanionError):
    """The two numbers do not make a mission."""


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

    Raises:
        SetupError: one of the two numbers is out of range.
    """

    board: Board
    key: KeyCard
    turns: int = 9
    mistakes: int = 9
    scoring: Scoring = Scoring.THREE_PER_TOKEN
    first: Seat | None = None

    def __post_init__(self) -> None:
        check_numbers(self.turns, self.mistakes)


def check_numbers(turns: int, mistakes: int) -> None:
    """The two numbers of a mission, for who has no board and key yet.

    Raises:
        SetupError: one of them is out of range.
    """
    if not 1 <= turns <= MAX_TURNS:
        raise SetupError(f"turns is {turns}: a mission has 1 to {MAX_TURNS} timer tokens")
    if not 0 <= mistakes <= turns:
        raise SetupError(f"mistakes is {mistakes}: with {turns} turns it is 0 to {turns}")


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
    """The clues given so far; a void clue (rules U1) is none of them."""
    guesses_this_turn: int
    """Agents found in the turn now running; 0 in sudden death and after the end."""
    turns_used: int
    sudden_death_used: bool
    outcome: Outcome | None

    @property
    def agents_found(self) -> int:
        """Agent cards on the table: 0 to 15, if none was set by hand on a word that is no agent."""
        return sum([cover.agent for cover in self.covers])

    @property
    def on_cards(self) -> int:
        """Timer tokens on the words. Bank, taken, discarded and these are the tokens that the mission began with."""
        return sum([cover.count for cover in self.covers])


def start(setup: DuetSetup) -> DuetState:
    """The state before the first clue."""
    return DuetState(
        phase=Phase.CLUE, giver=setup.first, bank=Bank(setup.mistakes, setup.turns - setup.mistakes), taken=(0, 0),
        discarded=0, covers=(FREE,) * COUNT, clues=(), guesses_this_turn=0, turns_used=0, sudden_death_used=False,
        outcome=None,
    )  # fmt: skip


def side_complete(setup: DuetSetup, state: DuetState, seat: Seat) -> bool:
    """All nine agents of the face of ``seat`` are covered: it gives no more clues (rules A7). Players say so aloud."""
    return complete(setup.key, state.covers, seat)


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


def complete(key: KeyCard, covers: tuple[Cover, ...], seat: Seat) -> bool:
    """What ``side_complete`` says, from what lies on the words alone."""
    side = 0 if seat is Seat.A else 1
    for pair, cover in zip(key.pairs, covers, strict=True):
        if pair[side] is Identity.AGENT and not cover.agent:
            return False
    return True
