"""How a clue of a base game is given: its number by touch, its word by letter keys, the helper's word (B2 to B5)."""

from __future__ import annotations

from collections.abc import Callable

from companion.game.classic import ClassicPhase, Team, TeamClue
from companion.game.position import Seat
from companion.ui.presenters.classic_texts import consent_labels
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.play_view import FlagsView
from companion.ui.presenters.record import move_text
from companion.ui.presenters.typing import Typed

NUMBERS = tuple(range(10))
"""What can be touched; a team has nine words at most."""
UNLIMITED = "unlimited"
TeamNumber = int | str | None
"""A number, ``UNLIMITED``, or None where none is chosen yet."""


class TeamCluing:
    """A part of the play page. ``given`` is called when a clue was given."""

    def __init__(self, desk: Desk, consent: Consent, given: Callable[[], None]) -> None:
        self._desk = desk
        self._consent = consent
        self._given = given
        self.typed = Typed()
        self.number: TeamNumber = None
        self.flags: FlagsView | None = None

    def begin(self) -> None:
        """Nothing is typed."""
        self.typed, self.number, self.flags = Typed(alphabet=self.typed.alphabet), None, None

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
        if self._desk.too_soon():
            return
        word = self.typed.word
        reasons = self._desk.session.clue_flags(word) if self.number is not None else ()
        if not reasons:
            self.give(word or None, self.number)
            return
        self.flags = FlagsView(self.clue_text(), tuple(flag.reason for flag in reasons))
        self._desk.settle()

    def change(self) -> None:
        """Back to the keys: another clue."""
        self.flags = None
        self._desk.settle()

    def give_all_the_same(self) -> None:
        """The spymaster stands by the clue; nothing is recorded about what was said."""
        if not self._desk.too_soon():
            self.give(self.typed.word or None, self.number)

    def ask_both(self) -> None:
        """Both let the clue pass, and the record says so."""
        if self._desk.too_soon():
            return
        word, number = self.typed.word, self.number
        self._consent.ask(
            "Does this clue count for both of you?",
            (self.clue_text(), *(self.flags.reasons if self.flags else ())),
            lambda both: self._give(word, number, allowed=both),
            self._clue_given,
            self._labels(),
        )

    def give(self, word: str | None, number: TeamNumber) -> None:
        """The team whose turn it is has its clue; without a number the session asks for it."""
        if self._desk.attempt(lambda: self._give(word, number)):
            self._clue_given()
        self._desk.settle()

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

    def clue_text(self) -> str:
        """The clue as it is typed so far."""
        number = "" if self.number is None else f" {self.number}"
        return f"{self.typed.word}{number}"

    def _give(self, word: str | None, number: TeamNumber, allowed: frozenset[Seat] | None = None) -> None:
        play, count = self._desk.session.classic, number if isinstance(number, int) else None
        if play.state.team is not None:
            play.give_clue(play.state.team, word, count, unlimited=number == UNLIMITED, allowed=allowed)

    def _clue_given(self) -> None:
        self.begin()
        self._given()

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
