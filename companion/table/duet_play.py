"""A mission of Duet on the table: what two seats do in it (rules A4 to A10)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from companion.game.duet import DuetState, Outcome, Phase, may_guess, side_complete
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Allow, Clue, Guess, Move, Stop, Undo
from companion.game.position import Position, Seat
from companion.game.scoring import Score, score
from companion.table.errors import SessionError, refuse_without_both
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
    """The intents of a mission. ``play`` judges, stores and shows moves, all or none; it refuses with one sentence.

    Attributes:
        mission: The mission and its record.
    """

    def __init__(self, mission: Mission, play: Callable[[Sequence[Move | Undo]], None]) -> None:
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
        self,
        seat: Seat,
        word: str | None = None,
        number: int | None = None,
        *,
        invalid: bool = False,
        allowed: Collection[Seat] | None = None,
    ) -> None:
        """A clue was given; word and number may be left out, it is spoken.

        Args:
            seat: who gave it.
            word: as typed.
            number: of the words it is for.
            invalid: by accident (rules A4).
            allowed: who let it pass, where something was objected to it; the record says so.

        Raises:
            SessionError: it was objected to, and a side has not agreed.
        """
        clue = Clue(seat, word, number, invalid)
        if allowed is not None:
            refuse_without_both(allowed)
        self._play([clue] if allowed is None or word is None else [Allow(word), clue])

    def clue_was_invalid(self, consents: Collection[Seat]) -> None:
        """The clue of this turn turned out to be invalid: it is taken back and given as such (rules A4).

        Raises:
            SessionError: a side has not agreed, or the last move is no clue.
        """
        refuse_without_both(consents)
        clue = self.mission.standing[-1] if self.mission.can_undo else None
        if not isinstance(clue, Clue):
            raise SessionError("only a clue after which nobody has guessed can become invalid: take moves back first")
        self._play([Undo(), replace(clue, invalid=True)])

    def guess(self, seat: Seat, position: Position, giver: Seat | None = None) -> None:
        """The official guess. A clue that nobody noted down is recorded as spoken first.

        Args:
            seat: who guesses.
            position: the word.
            giver: who gave the first clue, where that was left open.

        Raises:
            SessionError: it is not known who gave the first clue.
        """
        state, guess = self.state, Guess(seat, position)
        if state.phase is not Phase.CLUE:
            self._play([guess])
            return
        giver = state.giver or giver
        if giver is None:
            raise SessionError("who gives the first clue? choose A or B")
        self._play([Clue(giver), guess])

    def stop(self, seat: Seat) -> None:
        """The guesser ends the turn."""
        self._play([Stop(seat)])

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
