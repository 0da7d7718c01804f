"""Plays the lines of a base game's transcript and says what ``replay`` prints about them."""

from __future__ import annotations

from companion.game.classic import Card, ClassicMove, ClassicSetup, ClassicState, TeamGuess
from companion.game.classic_headers import setup_of
from companion.game.classic_mission import ClassicMission
from companion.game.classic_moves import parse_move
from companion.game.ending import outcome_text, total_score
from companion.game.moves import IllegalMove, Undo
from companion.game.position import ALL_POSITIONS
from companion.game.transcript import Headers

_COVERS = {
    Card.RED: "red agent", Card.BLUE: "blue agent", Card.BYSTANDER: "bystander", Card.ASSASSIN: "assassin",
}  # fmt: skip


class ClassicGame:
    """Plays the lines of one transcript; ``mission`` is where it has come to."""

    def __init__(self, headers: Headers) -> None:
        self.mission = ClassicMission(setup_of(headers))

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
                verdict = verdict_of(move, self.mission.apply(move).verdict)
        except IllegalMove as refusal:
            error = str(refusal)
        return move_object(line, self.mission.state, verdict, error)

    def summary(self) -> dict[str, object]:
        """What ``replay`` prints at the end."""
        return end_object(self.mission.setup, self.mission.state)


def verdict_of(move: ClassicMove, card: Card | None) -> str | None:
    """How a guess turned out, as seen by the team that made it; None for every other move."""
    if card is None or not isinstance(move, TeamGuess):
        return None
    if card.team is None:
        return _COVERS[card]
    return "own agent" if card.team is move.team else "other agent"


def move_object(line: str, state: ClassicState, verdict: str | None, error: str | None) -> dict[str, object]:
    """What ``replay`` prints about one line; ``state`` is the one after it."""
    printed: dict[str, object] = {"move": line, "accepted": error is None}
    if error is not None:
        printed["error"] = error
    printed |= {
        "verdict": verdict,
        "giver": None if state.team is None else state.team.value,
        "phase": state.phase.value,
        "guesses_left": state.guesses_left,
        "agents_left": {"red": state.agents_left[0], "blue": state.agents_left[1]},
        "outcome": outcome_text(state),
    }
    return printed


def end_object(setup: ClassicSetup, state: ClassicState) -> dict[str, object]:
    """What ``replay`` prints after the last line."""
    total = total_score(setup, state)
    covers = {str(p): _COVERS[card] for p, card in zip(ALL_POSITIONS, state.covers, strict=True) if card is not None}
    return {
        "outcome": outcome_text(state),
        "turns_used": state.turns_used,
        "score": None if total is None else {"total": total},
        "covers": covers,
    }
