"""Setting the record of a base game to what lies on the table (a card that was bumped). All of it is policy.

Both teams look at the table and say what lies there, so nothing is judged and no turn is counted. Only then do the
rules look at the table as it lies now: has a team won, whose turn is it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.game.classic_state import (
    Card,
    ClassicPhase,
    ClassicSetup,
    ClassicState,
    SetCards,
    agents_left,
    complete,
)
from companion.game.moves import IllegalMove
from companion.game.position import Position


def set_cards(setup: ClassicSetup, state: ClassicState, move: SetCards) -> ClassicState:
    """The record as the teams set it.

    Raises:
        IllegalMove: what is given cannot lie on a table; no reason tells of the key.
    """
    if move == SetCards():
        raise IllegalMove("nothing is set: say what lies on the table")
    if setup.players == 2 and move.team is setup.first.other:
        raise IllegalMove(f"with two players only {setup.first.value} has turns")
    covers = _covers(state, move)
    lying = replace(state, covers=covers, agents_left=agents_left(setup, covers))
    if move.team is not None:
        lying = replace(
            lying, phase=ClassicPhase.CLUE, team=move.team, guesses_left=None, guesses_this_turn=0, may_cover=False
        )
    return _won(setup, lying)


def _covers(state: ClassicState, move: SetCards) -> tuple[Card | None, ...]:
    covers = list(state.covers)
    named: set[Position] = set()
    for position, card in move.covers:
        if position in named:
            raise IllegalMove(f"{position} is set twice: say once what lies there")
        if card is Card.ASSASSIN:
            raise IllegalMove(f"no assassin card can lie at {position} while the game runs: undo the guess instead")
        named.add(position)
        covers[position.index] = card
    return tuple(covers)


def _won(setup: ClassicSetup, state: ClassicState) -> ClassicState:
    """A team whose words are all covered has won; if both have, the one whose turn it is, which covers words."""
    assert state.team is not None
    for team in (state.team, state.team.other):
        if complete(setup, state.covers, team):
            return replace(
                state, phase=ClassicPhase.OVER, team=None, guesses_left=None, guesses_this_turn=0, may_cover=False,
                winner=team,
            )  # fmt: skip
    return state
