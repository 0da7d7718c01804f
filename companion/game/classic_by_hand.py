"""Setting the record of a base game to what lies on the table (a card that was bumped). All of it is policy.

Both teams look at the table and say what lies there, so nothing is judged and no turn is counted. Only then do the
rules look at the table as it lies now: has a team won, whose turn is it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.game.classic_state import Card, ClassicPhase, ClassicSetup, ClassicState, SetCards
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
    lying = replace(state, covers=covers, agents_left=_left(setup, covers))
    if move.team is not None:
        lying = replace(
            lying, phase=ClassicPhase.CLUE, team=move.team, guesses_left=None, guesses_this_turn=0, may_cover=False
        )
    return _won(lying)


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


def _left(setup: ClassicSetup, covers: tuple[Card | None, ...]) -> tuple[int, int]:
    """Words of red and of blue without their own team's card; another card on one of them counts for nobody."""
    open_words = [card for card, cover in zip(setup.key.cards, covers, strict=True) if cover is not card]
    return open_words.count(Card.RED), open_words.count(Card.BLUE)


def _won(state: ClassicState) -> ClassicState:
    """A team whose words are all covered has won; if both have, the one whose turn it is, which covers words."""
    assert state.team is not None
    for team in (state.team, state.team.other):
        if state.left_of(team) == 0:
            return replace(
                state, phase=ClassicPhase.OVER, team=None, guesses_left=None, guesses_this_turn=0, may_cover=False,
                winner=team,
            )  # fmt: skip
    return state
