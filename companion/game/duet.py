"""The rules engine of Codenames: Duet (rules A4 to A10, A12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.keycard import Identity, KeyCard
from companion.game.moves import Clue, Guess, IllegalMove, Move, NameWord, Stop, check_clue
from companion.game.position import COUNT, Position, Seat
from companion.game.tokens import FREE, Bank, Cover

__all__ = [
    "AGENTS",
    "MAX_TURNS",
    "Applied",
    "DuetSetup",
    "DuetState",
    "IllegalMove",
    "Outcome",
    "Phase",
    "Scoring",
    "SetupError",
    "apply",
    "may_guess",
    "side_complete",
    "start",
]

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
        if not 1 <= self.turns <= MAX_TURNS:
            raise SetupError(f"turns is {self.turns}: a mission has 1 to {MAX_TURNS} timer tokens")
        if not 0 <= self.mistakes <= self.turns:
            raise SetupError(f"mistakes is {self.mistakes}: with {self.turns} turns it is 0 to {self.turns}")


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
        """Agents covered, 0 to 15."""
        return sum([cover.agent for cover in self.covers])


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
    if state.phase is Phase.OVER:
        raise IllegalMove("the mission is over: all that can still be done is undo")
    match move:
        case Clue():
            return Applied(_clue(state, move), None)
        case Guess():
            return _guess(setup, state, move)
        case Stop():
            return Applied(_stop(setup, state, move), None)
        case NameWord():
            return Applied(state, None)
        case _:
            assert_never(move)


def side_complete(setup: DuetSetup, state: DuetState, seat: Seat) -> bool:
    """All nine agents of the face of ``seat`` are covered: it gives no more clues (rules A7). Players say so aloud."""
    return _complete(setup.key, state.covers, seat)


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


def _complete(key: KeyCard, covers: tuple[Cover, ...], seat: Seat) -> bool:
    side = 0 if seat is Seat.A else 1
    for pair, cover in zip(key.pairs, covers, strict=True):
        if pair[side] is Identity.AGENT and not cover.agent:
            return False
    return True


def _clue(state: DuetState, clue: Clue) -> DuetState:
    """A clue opens a turn; an invalid one costs a token first (rules A4), and is void if that was the last (U1, U2)."""
    _check_clue(state, clue)
    opened = replace(state, phase=Phase.GUESSING, giver=clue.seat, clues=(*state.clues, clue), guesses_this_turn=0)
    if not clue.invalid:
        return opened
    bank = state.bank.pay_penalty()
    if bank.total == 0:
        return replace(_sudden_death(state), bank=bank, discarded=state.discarded + 1)
    return replace(opened, bank=bank, discarded=state.discarded + 1)


def _check_clue(state: DuetState, clue: Clue) -> None:
    if state.phase is Phase.SUDDEN_DEATH:
        raise IllegalMove("in sudden death no clues are given: touch the words that are left")
    if state.phase is Phase.GUESSING:
        raise IllegalMove("this turn has its clue already: guess or stop")
    if state.giver is not None and clue.seat is not state.giver:
        raise IllegalMove(f"it is seat {state.giver.value} that gives the clue of this turn")
    check_clue(clue.word, clue.number, invalid=clue.invalid)


def _stop(setup: DuetSetup, state: DuetState, stop: Stop) -> DuetState:
    """The guesser ends the turn and pays one token, checkmark side up (rules A6, A10)."""
    if state.phase is not Phase.GUESSING:
        raise IllegalMove("there is no turn to stop: a stop follows at least one guess of the turn")
    if stop.seat is state.giver:
        raise IllegalMove(f"seat {stop.seat.value} gives the clue in this turn: only the guesser can stop")
    if state.guesses_this_turn == 0:
        raise IllegalMove("at least one guess belongs to every turn: touch a word first")
    return _turn_over(setup, _checkmark_taken(state, stop.seat))


def _guess(setup: DuetSetup, state: DuetState, guess: Guess) -> Applied:
    """A guess is judged on the face of the other seat (rules A5, A8)."""
    _check_guess(setup, state, guess)
    judge = guess.seat.other
    verdict = setup.key.identity(judge, guess.position)
    cover = state.covers[guess.position.index]
    match verdict:
        case Identity.AGENT:
            found = _with_cover(state, guess.position, replace(cover, agent=True))
            return Applied(_agent_found(setup, found, guess.seat), verdict)
        case Identity.BYSTANDER:
            return Applied(_bystander(setup, state, guess.position, judge), verdict)
        case Identity.ASSASSIN:
            covered = _with_cover(state, guess.position, replace(cover, assassin=True))
            if state.phase is Phase.GUESSING:
                covered = replace(covered, turns_used=state.turns_used + 1)
            return Applied(_over(covered, Outcome.LOST_ASSASSIN), verdict)
        case _:
            assert_never(verdict)


def _check_guess(setup: DuetSetup, state: DuetState, guess: Guess) -> None:
    seat = guess.seat
    if state.phase is Phase.CLUE:
        raise IllegalMove("no clue has been given in this turn: the clue comes first")
    if state.phase is Phase.GUESSING and seat is state.giver:
        raise IllegalMove(f"seat {seat.value} gives the clue in this turn: seat {seat.other.value} guesses")
    if state.phase is Phase.SUDDEN_DEATH and _complete(setup.key, state.covers, seat.other):
        raise IllegalMove(f"seat {seat.value} has no words left to find: seat {seat.other.value} guesses")
    cover = state.covers[guess.position.index]
    if cover.covered:
        raise IllegalMove(f"{guess.position} is covered: nobody can guess it, touch another word")
    if not cover.guessable_by(seat):
        raise IllegalMove(f"seat {seat.value} knows {guess.position} as a bystander: touch another word")


def _agent_found(setup: DuetSetup, state: DuetState, guesser: Seat) -> DuetState:
    """Win, complete side or go on (rules A6, A8); ``state`` has the agent card on the word already."""
    won = state.agents_found == AGENTS
    if state.phase is Phase.SUDDEN_DEATH:
        return _over(state, Outcome.WON) if won else state
    if won:
        paid = _checkmark_taken(state, guesser)
        return _over(replace(paid, turns_used=paid.turns_used + 1), Outcome.WON)
    if _complete(setup.key, state.covers, guesser.other):
        return _turn_over(setup, _checkmark_taken(state, guesser))
    return replace(state, guesses_this_turn=state.guesses_this_turn + 1)


def _bystander(setup: DuetSetup, state: DuetState, position: Position, giver: Seat) -> DuetState:
    """The turn ends with a token on the word, or two (rules A5, A6, A10); in sudden death all is lost (A8)."""
    if state.phase is Phase.SUDDEN_DEATH:
        return _over(state, Outcome.LOST_SUDDEN_DEATH)
    cover = state.covers[position.index]
    bank, paid = state.bank.pay_mistake()
    after = replace(_with_cover(state, position, replace(cover, tokens=cover.tokens | {giver})), bank=bank)
    if not paid:
        return _over(replace(after, turns_used=after.turns_used + 1), Outcome.LOST_TOKENS)
    return _turn_over(setup, after)


def _checkmark_taken(state: DuetState, guesser: Seat) -> DuetState:
    a, b = state.taken
    taken = (a + 1, b) if guesser is Seat.A else (a, b + 1)
    return replace(state, bank=state.bank.pay_turn(), taken=taken)


def _turn_over(setup: DuetSetup, state: DuetState) -> DuetState:
    """The turn is paid and agents remain: the next clue-giver (rules A7), or sudden death with an empty bank (A8)."""
    ended = replace(state, turns_used=state.turns_used + 1, guesses_this_turn=0)
    if state.bank.total == 0:
        return _sudden_death(ended)
    assert state.giver is not None
    guesser = state.giver.other
    giver = state.giver if _complete(setup.key, state.covers, guesser) else guesser
    return replace(ended, phase=Phase.CLUE, giver=giver)


def _sudden_death(state: DuetState) -> DuetState:
    return replace(state, phase=Phase.SUDDEN_DEATH, giver=None, sudden_death_used=True)


def _over(state: DuetState, outcome: Outcome) -> DuetState:
    return replace(state, phase=Phase.OVER, giver=None, guesses_this_turn=0, outcome=outcome)


def _with_cover(state: DuetState, position: Position, cover: Cover) -> DuetState:
    covers = list(state.covers)
    covers[position.index] = cover
    return replace(state, covers=tuple(covers))
