"""A mission of Duet on the table: what two seats do in it (rules A4 to A10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.game.duet import DuetState, Outcome, Phase, apply, may_guess, side_complete
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Move, Stop
from companion.game.position import Position, Seat
from companion.game.scoring import Score, score
from companion.table.errors import SessionError
from companion.table.instruct import Instruction
from companion.table.views import ScreenView, blank_view, face_view


@dataclass(frozen=True, slots=True)
class Report:
    """What a move led to: the verdict of a guess, and what is to be laid on the table."""

    move: Move
    verdict: Identity | None
    instructions: tuple[Instruction, ...]
    completed: tuple[Seat, ...] = ()
    """Sides whose last agent this move covered: they tell their partner that no words are left (rules A7)."""


class DuetPlay:
    """The intents of a mission. ``play`` judges, stores and shows one move; it refuses with one sentence.

    Attributes:
        mission: The mission and its record.
    """

    def __init__(self, mission: Mission, play: Callable[[Move], None]) -> None:
        self.mission = mission
        self._play = play
        self.report: Report | None = None

    @property
    def state(self) -> DuetState:
        """The state now; public."""
        return self.mission.state

    @property
    def over(self) -> bool:
        """The mission has ended."""
        return self.state.phase is Phase.OVER

    @property
    def won(self) -> bool:
        """The mission has ended with all agents found."""
        return self.state.outcome is Outcome.WON

    def visible(self, position: Position) -> bool:
        """The word is not covered (rules A4, A5)."""
        return not self.state.covers[position.index].covered

    def may_guess(self) -> tuple[Seat, ...]:
        """The seats that may guess now. Before the clue is spoken the coming guesser counts too."""
        state = self.state
        if state.phase is Phase.CLUE and state.giver is not None:
            return (state.giver.other,)
        return may_guess(self.mission.setup, state)

    def may_stop(self) -> bool:
        """At least one guess was made in this turn (rules A6)."""
        return self.state.phase is Phase.GUESSING and self.state.guesses_this_turn > 0

    def complete_sides(self) -> tuple[Seat, ...]:
        """Sides without a word left to find; said aloud at the table, so public (rules A7)."""
        return tuple(seat for seat in Seat if side_complete(self.mission.setup, self.state, seat))

    def score(self) -> Score | None:
        """The score; None unless a standard mission was won (rules A9)."""
        return score(self.mission.setup, self.state)

    def give_clue(
        self, seat: Seat, word: str | None = None, number: int | None = None, *, invalid: bool = False
    ) -> None:
        """A clue was given; word and number may be left out, it is spoken. ``invalid``: by accident (rules A4)."""
        self._play(Clue(seat, word, number, invalid))

    def guess(self, seat: Seat, position: Position) -> None:
        """The official guess. A clue that nobody noted down is recorded as spoken first."""
        state = self.state
        if state.phase is Phase.CLUE:
            if state.giver is None:
                raise SessionError("who gives the first clue? choose A or B")
            spoken = Clue(state.giver)
            trial = apply(self.mission.setup, state, spoken).state
            apply(self.mission.setup, trial, Guess(seat, position))
            self._play(spoken)
        self._play(Guess(seat, position))

    def stop(self, seat: Seat) -> None:
        """The guesser ends the turn."""
        self._play(Stop(seat))

    def key(self) -> KeyCard:
        """The key, once it is no secret any more.

        Raises:
            SessionError: the mission still runs.
        """
        if not self.over:
            raise SessionError("the key stays hidden until the mission has ended")
        return self.mission.setup.key

    def view(self, seat: Seat) -> ScreenView:
        """What the screen of a seat shows."""
        if self.over:
            return blank_view(seat)
        return face_view(seat, self.mission.board, self.mission.setup.key, self.state)
