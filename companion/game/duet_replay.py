"""Plays the lines of a Duet transcript and says what ``replay`` prints about them."""

from __future__ import annotations

from companion.game.duet import DuetSetup, DuetState, IllegalMove
from companion.game.duet_headers import setup_of
from companion.game.duet_moves import parse_move
from companion.game.ending import outcome_text
from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Undo
from companion.game.position import ALL_POSITIONS
from companion.game.scoring import score
from companion.game.transcript import Headers

VERDICTS: dict[Identity | None, str | None] = {
    Identity.AGENT: "agent", Identity.BYSTANDER: "bystander", Identity.ASSASSIN: "assassin", None: None,
}  # fmt: skip


class DuetGame:
    """Plays the lines of one transcript; ``mission`` is where it has come to."""

    def __init__(self, headers: Headers) -> None:
        self.mission = Mission(setup_of(headers))

    def play(self, line: str) -> dict[str, object]:
        """One line of play, cleaned: what ``replay`` prints about it.

        Raises:
            Malformed: the line is no move.
        """
        verdict, error = None, None
        try:
            move = parse_move(line, self.mission.board)
            if isinstance(move, Undo):
                self.mission.undo()
            else:
                verdict = self.mission.apply(move).verdict
        except IllegalMove as refusal:
            error = str(refusal)
        return move_object(line, self.mission.state, verdict, error)

    def summary(self) -> dict[str, object]:
        """What ``replay`` prints at the end."""
        return end_object(self.mission.setup, self.mission.state)


def move_object(line: str, state: DuetState, verdict: Identity | None, error: str | None) -> dict[str, object]:
    """What ``replay`` prints about one line; ``state`` is the one after it."""
    shown_move: dict[str, object] = {"move": line, "accepted": error is None}
    if error is not None:
        shown_move["error"] = error
    shown_move |= {
        "verdict": VERDICTS[verdict],
        "giver": None if state.giver is None else state.giver.value,
        "phase": state.phase.value,
        "bank": {"bystander": state.bank.bystander, "checkmark": state.bank.checkmark},
        "agents_found": state.agents_found,
        "taken": {"A": state.taken[0], "B": state.taken[1]},
        "discarded": state.discarded,
        "outcome": outcome_text(state),
    }
    return shown_move


def end_object(setup: DuetSetup, state: DuetState) -> dict[str, object]:
    """What ``replay`` prints after the last line."""
    result = score(setup, state)
    return {
        "outcome": outcome_text(state),
        "turns_used": state.turns_used,
        "score": None if result is None else result.parts(),
        "covers": covers_object(state),
    }


def covers_object(state: DuetState) -> dict[str, object]:
    """What lies on the cards: position to ``agent``, ``assassin`` or the sorted directions of its tokens."""
    covers: dict[str, object] = {}
    for position, cover in zip(ALL_POSITIONS, state.covers, strict=True):
        if cover.agent or cover.assassin:
            covers[str(position)] = "agent" if cover.agent else "assassin"
        elif cover.tokens:
            covers[str(position)] = sorted(f"{giver.value}>{giver.other.value}" for giver in cover.tokens)
    return covers
