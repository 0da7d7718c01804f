"""The rules engine of base Codenames: two teams, one key (rules B1 to B4, B6). Shares only values with Duet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from companion.game.classic_by_hand import set_cards
from companion.game.classic_state import (
    BYSTANDERS,
    OTHER_AGENTS,
    STARTING_AGENTS,
    Card,
    ClassicKey,
    ClassicMove,
    ClassicPhase,
    ClassicSetup,
    ClassicSetupError,
    ClassicState,
    SetCards,
    Team,
    TeamClue,
    TeamCover,
    TeamGuess,
    TeamStop,
    agents_left,
    complete,
    start,
)
from companion.game.moves import Allow, IllegalMove, NameWord, check_allowed, check_clue
from companion.game.position import Position

__all__ = [
    "BYSTANDERS",
    "OTHER_AGENTS",
    "STARTING_AGENTS",
    "Card",
    "ClassicApplied",
    "ClassicKey",
    "ClassicMove",
    "ClassicPhase",
    "ClassicSetup",
    "ClassicSetupError",
    "ClassicState",
    "SetCards",
    "Team",
    "TeamClue",
    "TeamCover",
    "TeamGuess",
    "TeamStop",
    "apply",
    "start",
]


@dataclass(frozen=True, slots=True)
class ClassicApplied:
    """A move that was accepted: the state after it and, for a guess, what lay under the word."""

    state: ClassicState
    verdict: Card | None


def apply(setup: ClassicSetup, state: ClassicState, move: ClassicMove) -> ClassicApplied:
    """Judge one move.

    Raises:
        IllegalMove: the rules or the moment do not allow it; the message says why.
    """
    if state.phase is ClassicPhase.OVER:
        raise IllegalMove("the game is over: all that can still be done is undo")
    match move:
        case TeamGuess():
            return _guess(setup, state, move)
        case TeamClue():
            after = _clue(setup, state, move)
        case TeamStop():
            after = _stop(setup, state, move)
        case TeamCover():
            after = _cover(setup, state, move)
        case SetCards():
            after = set_cards(setup, state, move)
        case Allow():
            check_allowed(move.word)
            after = state
        case NameWord():
            after = state
        case _:
            assert_never(move)
    return ClassicApplied(after, None)


def _clue(setup: ClassicSetup, state: ClassicState, clue: TeamClue) -> ClassicState:
    """A clue opens the guessing; an invalid one ends the turn at once (B2, B4)."""
    if state.phase is ClassicPhase.COVER:
        raise IllegalMove("a word of the other team is to be covered first")
    if state.phase is ClassicPhase.GUESSING:
        raise IllegalMove("this turn has its clue already: guess or stop")
    if clue.team is not state.team:
        raise IllegalMove(f"it is not the turn of {clue.team.value}")
    check_clue(clue.word, clue.number, invalid=clue.invalid)
    if clue.invalid:
        return _turn_over(setup, state, invalid=True)
    limited = clue.number is not None and clue.number > 0 and not clue.unlimited
    return replace(
        state,
        phase=ClassicPhase.GUESSING,
        guesses_left=clue.number + 1 if limited and clue.number is not None else None,
        guesses_this_turn=0,
        may_cover=False,
        clues=(*state.clues, clue),
    )


def _guess(setup: ClassicSetup, state: ClassicState, guess: TeamGuess) -> ClassicApplied:
    _check_guessing(state, guess.team)
    card = setup.key.cards[guess.position.index]
    after = _laid(setup, state, guess.position, card)
    if card is Card.ASSASSIN:
        return ClassicApplied(_over(_counted(after), guess.team.other, by_assassin=True), card)
    if card.team is not None and complete(setup, after.covers, card.team):
        return ClassicApplied(_over(_counted(after), card.team), card)
    left = None if state.guesses_left is None else state.guesses_left - 1
    if card.team is not guess.team or left == 0:
        return ClassicApplied(_turn_over(setup, after), card)
    return ClassicApplied(replace(after, guesses_left=left, guesses_this_turn=state.guesses_this_turn + 1), card)


def _stop(setup: ClassicSetup, state: ClassicState, stop: TeamStop) -> ClassicState:
    _check_guessing(state, stop.team)
    if state.guesses_this_turn == 0:
        raise IllegalMove("at least one guess belongs to every turn: touch a word first")
    return _turn_over(setup, state)


def _cover(setup: ClassicSetup, state: ClassicState, cover: TeamCover) -> ClassicState:
    """One of the team's own words after an invalid clue (B4); one of the other team's for two players (B6)."""
    if state.phase is ClassicPhase.COVER:
        # The one spymaster acts for both teams, so the line may name either.
        whose = setup.first.other
    elif state.phase is ClassicPhase.CLUE and state.may_cover and cover.team is state.team:
        whose = cover.team
    else:
        raise IllegalMove("no word is to be covered now")
    if setup.key.cards[cover.position.index].team is not whose:
        raise IllegalMove(f"{cover.position} is no word of {whose.value}: the word to be covered is one of theirs")
    card = setup.key.cards[cover.position.index]
    after = replace(_laid(setup, state, cover.position, card), may_cover=False, phase=ClassicPhase.CLUE)
    return _over(after, whose) if complete(setup, after.covers, whose) else after


def _check_guessing(state: ClassicState, team: Team) -> None:
    if state.phase is not ClassicPhase.GUESSING:
        raise IllegalMove("no clue has been given in this turn: the clue comes first")
    if team is not state.team:
        raise IllegalMove(f"it is not the turn of {team.value}")


def _laid(setup: ClassicSetup, state: ClassicState, position: Position, card: Card) -> ClassicState:
    if state.covers[position.index] is not None:
        raise IllegalMove(f"{position} is covered: choose another word")
    covers = (*state.covers[: position.index], card, *state.covers[position.index + 1 :])
    return replace(state, covers=covers, agents_left=agents_left(setup, covers))


def _counted(state: ClassicState) -> ClassicState:
    return replace(state, turns_used=state.turns_used + 1)


def _turn_over(setup: ClassicSetup, state: ClassicState, *, invalid: bool = False) -> ClassicState:
    """The other team's turn; for two players the same team's again, after a word of the other team is covered."""
    ended = replace(_counted(state), guesses_left=None, guesses_this_turn=0)
    if setup.players == 2:
        return replace(ended, phase=ClassicPhase.COVER)
    return replace(ended, phase=ClassicPhase.CLUE, team=state.team.other if state.team else None, may_cover=invalid)


def _over(state: ClassicState, winner: Team, *, by_assassin: bool = False) -> ClassicState:
    return replace(
        state, phase=ClassicPhase.OVER, team=None, guesses_left=None, guesses_this_turn=0, winner=winner,
        by_assassin=by_assassin,
    )  # fmt: skip
