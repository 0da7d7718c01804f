"""The rules engine of Codenames: Duet (rules A4 to A10, A12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from companion.game.by_hand import set_table
from companion.game.duet_state import (
    AGENTS,
    MAX_TURNS,
    DuetSetup,
    DuetState,
    Outcome,
    Phase,
    Scoring,
    SetupError,
    check_numbers,
    complete,
    may_guess,
    side_complete,
    start,
)
from companion.game.keycard import Identity
from companion.game.moves import (
    Allow,
    Clue,
    Guess,
    IllegalMove,
    Move,
    NameWord,
    SetTable,
    Stop,
    check_allowed,
    check_clue,
)
from companion.game.position import Position, Seat
from companion.game.tokens import Cover

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
    "check_numbers",
    "may_guess",
    "side_complete",
    "start",
]


@dataclass(frozen=True, slots=True)
class Applied:
    """A move that was accepted: the state after it and, for a guess, what it turned out to be."""

    state: DuetState
    verdict: Identity | None


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
        case Allow():
            check_allowed(move.word)
            return Applied(state, None)
        case SetTable():
            return Applied(set_table(setup, state, move), None)
        case _:
            assert_never(move)


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
    if state.phase is Phase.SUDDEN_DEATH and complete(setup.key, state.covers, seat.other):
        raise IllegalMove(f"seat {seat.value} has no words left to find: seat {seat.other.value} guesses")
    cover = state.covers[guess.position.index]
    if cover.covered:
        raise IllegalMove(f"{guess.position} is covered: nobody can guess it, touch another word")
    if not cover.guessable_by(seat):
        raise IllegalMove(f"seat {seat.value} knows {guess.position} as a bystander: touch another word")


def _agent_found(setup: DuetSetup, state: DuetState, guesser: Seat) -> DuetState:
    """Win, complete side or go on (rules A6, A8); ``state`` has the agent card on the word already."""
    # Never by the count of agent cards: one that was set by hand may lie on a word that is none.
    giver_complete = complete(setup.key, state.covers, guesser.other)
    won = giver_complete and complete(setup.key, state.covers, guesser)
    if state.phase is Phase.SUDDEN_DEATH:
        return _over(state, Outcome.WON) if won else state
    if won:
        paid = _checkmark_taken(state, guesser)
        return _over(replace(paid, turns_used=paid.turns_used + 1), Outcome.WON)
    if giver_complete:
        return _turn_over(setup, _checkmark_taken(state, guesser))
    return replace(state, guesses_this_turn=state.guesses_this_turn + 1)


def _bystander(setup: DuetSetup, state: DuetState, position: Position, giver: Seat) -> DuetState:
    """The turn ends with a token on the word, or two (rules A5, A6, A10); in sudden death all is lost (A8)."""
    if state.phase is Phase.SUDDEN_DEATH:
        return _over(state, Outcome.LOST_SUDDEN_DEATH)
    bank, paid = state.bank.pay_mistake()
    laid = state.covers[position.index].with_tokens(giver, state.bank.total - bank.total)
    after = replace(_with_cover(state, position, laid), bank=bank)
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
    giver = state.giver if complete(setup.key, state.covers, guesser) else guesser
    return replace(ended, phase=Phase.CLUE, giver=giver)


def _sudden_death(state: DuetState) -> DuetState:
    return replace(state, phase=Phase.SUDDEN_DEATH, giver=None, sudden_death_used=True)


def _over(state: DuetState, outcome: Outcome) -> DuetState:
    return replace(state, phase=Phase.OVER, giver=None, guesses_this_turn=0, outcome=outcome)


def _with_cover(state: DuetState, position: Position, cover: Cover) -> DuetState:
    covers = list(state.covers)
    covers[position.index] = cover
    return replace(state, covers=tuple(covers))
