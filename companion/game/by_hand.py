"""Setting a Duet record to what lies on the table: a lost token, a card that was bumped. All of it is policy.

Both players look at the table and say what lies there, so nothing is judged: no token is paid, no turn is counted, and
what is refused is refused for public reasons alone. Only then do the rules look at the table as it lies now: is it won,
is the bank empty, whose clue is it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.game.duet_state import AGENTS, DuetSetup, DuetState, Outcome, Phase, complete
from companion.game.moves import IllegalMove, SetTable
from companion.game.position import Position, Seat
from companion.game.tokens import Cover


def set_table(setup: DuetSetup, state: DuetState, move: SetTable) -> DuetState:
    """The record as the players set it.

    Raises:
        IllegalMove: what is given cannot lie on a table, or leaves open whose clue it is; no reason tells of a face.
    """
    if move == SetTable():
        raise IllegalMove("nothing is set: say what lies on the table")
    covers = _covers(state, move)
    bank = state.bank if move.bank is None else move.bank
    taken = state.taken if move.taken is None else move.taken
    counted = replace(state, covers=covers, bank=bank, taken=taken)
    counted = replace(counted, discarded=_discarded(setup, counted, move.discarded))
    needed = state.sudden_death_used and bank.total == 0
    return _awaited(setup, replace(counted, sudden_death_used=needed), move.giver)


def _covers(state: DuetState, move: SetTable) -> tuple[Cover, ...]:
    covers = list(state.covers)
    named: set[Position] = set()
    for position, cover in move.covers:
        if position in named:
            raise IllegalMove(f"{position} is set twice: say once what lies there")
        if cover.assassin:
            raise IllegalMove(f"no assassin card can lie at {position} while the mission runs: undo the guess instead")
        named.add(position)
        covers[position.index] = cover
    agents = sum(cover.agent for cover in covers)
    if agents > max(AGENTS, state.agents_found):
        raise IllegalMove(f"that makes {agents} agent cards and there are {AGENTS}: free a word that has none")
    return tuple(covers)


def _discarded(setup: DuetSetup, counted: DuetState, given: int | None) -> int:
    """The tokens out of play: as given, else those that are nowhere else."""
    if min(counted.bank.bystander, counted.bank.checkmark, *counted.taken, given or 0) < 0:
        raise IllegalMove("tokens are counted from 0: count them again")
    elsewhere = counted.bank.total + sum(counted.taken) + counted.on_cards
    missing = setup.turns - elsewhere
    if missing < 0:
        raise IllegalMove(f"that makes {elsewhere} tokens and the mission began with {setup.turns}: count them again")
    if given is not None and given != missing:
        raise IllegalMove(
            f"that makes {elsewhere + given} tokens and the mission began with {setup.turns}: {missing} are discarded, "
            "or lie elsewhere"
        )
    return missing


def _awaited(setup: DuetSetup, state: DuetState, giver: Seat | None) -> DuetState:
    """What comes next on a table that lies like this."""
    unfinished = [seat for seat in Seat if not complete(setup.key, state.covers, seat)]
    if not unfinished:
        return replace(state, phase=Phase.OVER, giver=None, guesses_this_turn=0, outcome=Outcome.WON)
    if state.bank.total == 0:
        if giver is not None:
            raise IllegalMove("the bank is empty: nobody gives a clue in sudden death")
        return replace(state, phase=Phase.SUDDEN_DEATH, giver=None, guesses_this_turn=0, sudden_death_used=True)
    only = unfinished[0] if len(unfinished) == 1 else None
    if giver is not None and giver not in unfinished:
        # No secret: a player whose side is complete says so aloud (rules A7).
        raise IllegalMove(f"seat {giver.value}'s side is complete: seat {giver.other.value} gives the clues")
    if giver is None and only is not None and state.giver is not only:
        giver = only
    if giver is None and state.phase is Phase.SUDDEN_DEATH:
        raise IllegalMove("with tokens in the bank there are clues again: say who gives the next one")
    if giver is None:
        return state
    return replace(state, phase=Phase.CLUE, giver=giver, guesses_this_turn=0)
