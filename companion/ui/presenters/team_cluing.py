"""How a clue of a base game is given: its number by touch, its word by letter keys, the helper's word (B2 to B5)."""

from __future__ import annotations

from companion.game.classic import ClassicPhase, Team, TeamClue
from companion.game.position import Seat
from companion.ui.presenters.classic_texts import consent_labels
from companion.ui.presenters.record import move_text
from companion.ui.presenters.typed_clue import TypedClue

NUMBERS = tuple(range(10))
"""What can be touched; a team has nine words at most."""
UNLIMITED = "unlimited"
TeamNumber = int | str | None
"""A number, ``UNLIMITED``, or None where none is chosen yet."""


class TeamCluing(TypedClue[int | str]):
    """A part of the play page. ``given`` is called when a clue was given."""

    @property
    def may_be_invalid(self) -> bool:
        """A clue is awaited, or was given and nobody has guessed."""
        return self._desk.session.classic.state.phase is ClassicPhase.CLUE or self._clue_of_turn() is not None

    @property
    def awaited(self) -> bool:
        """The clue is awaited; else it was given."""
        return self._desk.session.classic.state.phase is ClassicPhase.CLUE

    def finish(self) -> None:
        """The clue is typed: it counts, unless something is missing or to be said about it first."""
        if not self._desk.too_soon():
            super().finish()

    # --- invalid -------------------------------------------------------------------------------------------------

    def give_invalid(self) -> None:
        """The clue that was spoken is invalid: the turn ends."""
        play, word = self._desk.session.classic, self.typed.word or None
        team = play.state.team
        if team is not None and self._desk.attempt(lambda: play.give_clue(team, word, invalid=True)):
            self.begin()
            self._given()
        self._desk.settle()

    def ask_clue_was_invalid(self) -> None:
        """The clue of this turn turned out to be invalid: it is taken back and given as such, with both yes."""
        clue, session = self._clue_of_turn(), self._desk.session
        if clue is None or self._desk.too_soon():
            return

        about = (move_text(clue, session.board), self.consequence(clue.team))
        self._consent.ask(
            "Was this clue invalid?", about, session.classic.clue_was_invalid, self._given, self._labels()
        )

    def consequence(self, team: Team) -> str:
        """What an invalid clue of ``team`` leads to (rules B4, B6)."""
        if self._desk.session.classic.one_team:
            return "The turn ends."
        return f"The turn ends, and {team.other.value} may cover one of its words."

    def _give(self, word: str | None, number: TeamNumber, allowed: frozenset[Seat] | None = None) -> None:
        play, count = self._desk.session.classic, number if isinstance(number, int) else None
        if play.state.team is not None:
            play.give_clue(play.state.team, word, count, unlimited=number == UNLIMITED, allowed=allowed)

    def _reasons(self, word: str) -> tuple[str, ...]:
        # Without a number the session asks for it first.
        return super()._reasons(word) if self.number is not None else ()

    def _clue_of_turn(self) -> TeamClue | None:
        session = self._desk.session
        standing = session.standing_moves()
        if session.classic.state.phase is not ClassicPhase.GUESSING or not standing:
            return None
        last = standing[-1]
        return last if isinstance(last, TeamClue) else None

    def _labels(self) -> tuple[str, str]:
        session = self._desk.session
        return consent_labels(session.options, session.classic.one_team)
