"""How a clue is given: its number by touch, its word by letter keys, what the helper says, and the invalid one."""

from __future__ import annotations

from collections.abc import Callable

from companion.game.duet import Phase
from companion.game.moves import Clue
from companion.game.position import Seat
from companion.table.errors import SessionError
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.people import called_fully
from companion.ui.presenters.play_view import InvalidView
from companion.ui.presenters.play_words import too_many
from companion.ui.presenters.record import move_text
from companion.ui.presenters.typed_clue import TypedClue

MOST_NUMBER = 25


class Cluing(TypedClue[int]):
    """A part of the play page. ``given`` is called when a clue was given."""

    def __init__(self, desk: Desk, consent: Consent, given: Callable[[], None]) -> None:
        super().__init__(desk, consent, given)
        self.invalid = False
        self.warning = ""
        """A mild word about the number of the clue that was given last."""

    @property
    def first(self) -> Seat | None:
        """Who gives the first clue, as chosen at the table where that was left open; kept over a restart."""
        return self._desk.session.first_giver.seat

    @first.setter
    def first(self, seat: Seat | None) -> None:
        if seat is not self.first:
            self._desk.attempt(lambda: setattr(self._desk.session.first_giver, "seat", seat))

    @property
    def giver(self) -> Seat | None:
        """Who gives the clue that is awaited; None while that is open."""
        return self._desk.session.state.giver or self.first

    @property
    def may_be_invalid(self) -> bool:
        """A clue is awaited, or was given and nobody has guessed."""
        return self._desk.session.state.phase is Phase.CLUE or self._clue_of_turn() is not None

    def begin(self, *, invalid: bool = False) -> None:
        """Nothing is typed."""
        super().begin()
        self.invalid = invalid

    def count(self, step: int) -> None:
        """The number of the clue, up or down; below 0 there is none."""
        number = (1 if step > 0 else None) if self.number is None else self.number + step
        self.number = None if number is None or number < 0 else min(MOST_NUMBER, number)

    # --- invalid -------------------------------------------------------------------------------------------------

    def invalid_view(self) -> InvalidView:
        """What the sheet of the invalid clue says."""
        session = self._desk.session
        clue = self._clue_of_turn()
        if session.state.bank.total == 1:
            sentence = "Its token is the last one: the clue is void and sudden death begins."
        else:
            sentence = "One token is discarded from the bank; then the clue counts and play goes on."
        if clue is not None:
            return InvalidView(sentence, (clue.seat,), move_text(clue, session.board))
        return InvalidView(sentence, (self.giver,) if self.giver is not None else tuple(Seat), "")

    def give_invalid(self, seat: Seat, number: int | None) -> None:
        """``seat`` gave an invalid clue; only its number is noted, or nothing."""
        if self._desk.too_soon():
            return
        self.first, self.invalid = seat, True
        self.give(None, number)
        self.invalid = False

    def ask_clue_was_invalid(self) -> None:
        """The clue of this turn turned out to be invalid: it is taken back and given as such, with both yes."""
        clue = self._clue_of_turn()
        if clue is None or self._desk.too_soon():
            return
        session = self._desk.session

        about = (move_text(clue, session.board), self.invalid_view().sentence)
        self._consent.ask("Was this clue invalid?", about, session.duet.clue_was_invalid, self._given)

    def who(self, seat: Seat) -> str:
        """A seat with its names."""
        return called_fully(self._desk.session.options, seat)

    def _give(self, word: str | None, number: int | None, allowed: frozenset[Seat] | None = None) -> None:
        giver = self.giver
        if giver is None:
            raise SessionError("who gives the first clue? choose A or B")
        self._desk.session.duet.give_clue(giver, word, number, invalid=self.invalid, allowed=allowed)

    def _reasons(self, word: str) -> tuple[str, ...]:
        return () if self.invalid else super()._reasons(word)

    def _clue_given(self, number: int | None) -> None:
        # What was found does not change by a clue.
        self.warning = too_many(self._desk.session, number)
        super()._clue_given(number)

    def _clue_of_turn(self) -> Clue | None:
        session = self._desk.session
        standing = session.standing_moves()
        if session.state.phase is not Phase.GUESSING or not standing:
            return None
        last = standing[-1]
        return last if isinstance(last, Clue) and not last.invalid else None
