"""How a mission or game stands at its end, in the words that a transcript and the store use, for both modes."""

from __future__ import annotations

from companion.game.classic import ClassicSetup, ClassicState
from companion.game.duet import DuetSetup, DuetState
from companion.game.scoring import score


def outcome_text(state: DuetState | ClassicState) -> str | None:
    """The outcome as a transcript says it; None while it runs."""
    if isinstance(state, ClassicState):
        if state.winner is None:
            return None
        return f"{state.winner.value} won: {'assassin' if state.by_assassin else 'agents'}"
    return None if state.outcome is None else state.outcome.value


def total_score(setup: DuetSetup | ClassicSetup, state: DuetState | ClassicState) -> int | None:
    """The total of the score; None where the rules give none (rules A9, B6).

    Raises:
        TypeError: setup and state are of two modes.
    """
    if isinstance(setup, ClassicSetup) and isinstance(state, ClassicState):
        won_alone = setup.players == 2 and state.winner is setup.first
        return state.left_of(setup.first.other) if won_alone else None
    if isinstance(setup, DuetSetup) and isinstance(state, DuetState):
        won = score(setup, state)
        return None if won is None else won.total
    raise TypeError("setup and state are of two modes")
