"""The play page: the public table, whose turn it is, and the strip in which things are decided."""

from __future__ import annotations

from companion.game.duet import Phase
from companion.game.keycard import Identity
from companion.game.moves import Clue, Guess, Stop
from companion.game.position import Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.desk import Desk, Page, positions_as_seen
from companion.ui.presenters.laying import laid
from companion.ui.presenters.play_view import Ask, BankView, Over, PlayCard, PlayView, Strip
from companion.ui.presenters.record import clue_text, move_text
from companion.ui.presenters.typing import Typed

MOST_NUMBER = 25


class PlayPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.enter()

    def enter(self) -> None:
        """The page comes up: nothing selected, nothing over it."""
        self._selected: Position | None = None
        self._tell = ""
        self._done = False
        self._first: Seat | None = None
        self._over = Over.NOTHING
        self._typed = Typed()
        self._number: int | None = None
        self._naming: Position | None = None

    # --- what is to be seen --------------------------------------------------------------------------------------

    def view(self) -> PlayView:
        """What the page shows now."""
        session = self._desk.session
        state, board = session.state, session.mission.board
        clues = [clue_text(clue) for clue in reversed(state.clues)]
        running = state.phase is Phase.GUESSING
        return PlayView(
            cards=tuple(self._card(p) for p in positions_as_seen(self._desk.facing)),
            bank=self._bank(),
            headline=self._headline(),
            clue=_now_running(state.clues[-1]) if running else "",
            earlier=tuple(clues[1:] if running else clues),
            announcement=self._announcement(),
            can_stop=session.may_stop(),
            strip=self._strip(),
            sudden_death=state.phase is Phase.SUDDEN_DEATH,
            keys_hidden=session.keys_hidden,
            links=(self._link(Seat.A), self._link(Seat.B)),
            over=self._over,
            undo_text=self._undo_text(),
            unnamed=tuple(p for p in positions_as_seen(Seat.A) if board.is_unnamed(p)),
            typed=self._typed,
            number="" if self._number is None else str(self._number),
            facing=self._desk.facing,
        )

    # --- the board and the strip ---------------------------------------------------------------------------------

    def select(self, position: Position) -> None:
        """A word was touched: it is proposed, not guessed."""
        state = self._desk.session.state
        if state.phase is Phase.OVER:
            return
        self._done = True
        if state.phase is Phase.CLUE and state.giver is None and self._first is None:
            self._selected, self._tell = None, ""
            return
        if self._selected != position:
            self._desk.settle()
        if self._guessers(position):
            self._selected, self._tell = position, ""
        else:
            self._selected, self._tell = None, self._why_not(position)

    def confirm(self, seat: Seat) -> None:
        """Yes, this is the guess of ``seat``. A second touch of the same kind finds nothing selected."""
        position = self._selected
        if position is None or self._desk.too_soon():
            return
        self._selected = None
        if self._desk.attempt(lambda: self._guess(seat, position)):
            self._show_report()
        self._desk.settle()

    def cancel(self) -> None:
        """No, it is not."""
        self._selected, self._tell = None, ""
        self._desk.settle()

    def done(self) -> None:
        """The pieces lie on the table."""
        if not self._desk.too_soon():
            self._done, self._tell = True, ""
            self._desk.settle()

    def first(self, seat: Seat) -> None:
        """This seat gives the first clue."""
        if not self._desk.too_soon():
            self._first = seat
            self._desk.settle()

    def clue_number(self, number: int) -> None:
        """The clue was spoken; only its number is noted."""
        if not self._desk.too_soon():
            self._give(None, number)

    def stop(self) -> None:
        """The guesser ends the turn."""
        session = self._desk.session
        if self._desk.too_soon() or not session.may_stop():
            return
        self._selected = None
        (seat,) = session.may_guess()
        if self._desk.attempt(lambda: session.stop(seat)):
            self._show_report()
        self._desk.settle()

    # --- keys, menu, letters -------------------------------------------------------------------------------------

    def hide_keys(self) -> None:
        """Blank both screens, or show them again."""
        session = self._desk.session
        self._desk.attempt(session.show_keys if session.keys_hidden else session.hide_keys)

    def put_over(self, over: Over) -> None:
        """Open the menu, the clues or the keys."""
        self._over = over
        self._typed, self._number = Typed(alphabet=self._typed.alphabet), None
        self._desk.settle()

    def put_away(self) -> None:
        """Close what lies over the page."""
        self._over = Over.NOTHING
        self._desk.settle()

    def undo(self) -> None:
        """Take back the last move."""
        if self._desk.too_soon():
            return
        if self._desk.attempt(lambda: self._desk.session.undo(consents=Seat)):
            self._selected, self._done, self._tell, self._first = None, True, "", None
        self.put_away()

    def to_screens(self) -> None:
        """Look after the screens."""
        self._desk.back_from_screens = Page.PLAY
        self._desk.go(Page.SCREENS)

    def leave(self) -> None:
        """To the first page; the mission waits in the store, the screens go blank."""
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.go(Page.START)

    def type(self, typed: Typed) -> None:
        """The text on the letter keys changed."""
        self._typed = typed

    def count(self, step: int) -> None:
        """The number of the clue, up or down; below 0 there is none."""
        number = (1 if step > 0 else None) if self._number is None else self._number + step
        self._number = None if number is None or number < 0 else min(MOST_NUMBER, number)

    def finish_typing(self) -> None:
        """The clue or the name is typed."""
        if self._over is Over.CLUE_KEYS:
            self._give(self._typed.word or None, self._number)
        elif self._over is Over.NAME_KEYS and self._naming is not None and self._typed.word:
            naming, word = self._naming, self._typed.word
            if self._desk.attempt(lambda: self._desk.session.set_word(naming, word)):
                self.put_away()

    def name(self, position: Position) -> None:
        """Name a card that was left for later."""
        self._naming, self._selected = position, None
        self.put_over(Over.NAME_KEYS)

    @property
    def naming(self) -> Position | None:
        """The card that is being named."""
        return self._naming if self._over is Over.NAME_KEYS else None

    # --- inside --------------------------------------------------------------------------------------------------

    def _guess(self, seat: Seat, position: Position) -> None:
        session = self._desk.session
        if session.state.phase is Phase.CLUE and session.state.giver is None:
            session.give_clue(seat.other)
        session.guess(seat, position)

    def _give(self, word: str | None, number: int | None) -> None:
        session = self._desk.session
        giver = session.state.giver or self._first
        if giver is not None and self._desk.attempt(lambda: session.give_clue(giver, word, number)):
            self._over, self._tell, self._done = Over.NOTHING, "", True
        self._desk.settle()

    def _show_report(self) -> None:
        self._done, self._tell = False, ""
        if self._desk.session.state.phase is Phase.OVER:
            self._desk.go(Page.END)

    def _guessers(self, position: Position) -> tuple[Seat, ...]:
        session = self._desk.session
        opening = session.state.giver is None and self._first is not None and session.state.phase is Phase.CLUE
        seats = (self._first.other,) if opening and self._first is not None else session.may_guess()
        return tuple(seat for seat in seats if session.state.covers[position.index].guessable_by(seat))

    def _why_not(self, position: Position) -> str:
        session = self._desk.session
        word, cover = session.mission.board.word(position), session.state.covers[position.index]
        if cover.agent:
            return f"{word} is found already"
        if len(cover.tokens) == 2:
            return f"{word} is covered: a bystander for both of you"
        seats = " and ".join(seat.value for seat in session.may_guess())
        return f"{word} is a bystander for {seats}: it has the token"

    def _card(self, position: Position) -> PlayCard:
        session = self._desk.session
        cover, board = session.state.covers[position.index], session.mission.board
        # A token of giver A points to B.
        arrows = tuple(giver.other is self._desk.facing for giver in Seat if giver in cover.tokens)
        return PlayCard(
            position=position, word=board.word(position), agent=cover.agent, assassin=cover.assassin, arrows=arrows,
            covered=cover.covered, selected=position == self._selected, unnamed=board.is_unnamed(position),
        )  # fmt: skip

    def _bank(self) -> BankView:
        session = self._desk.session
        bank, turns = session.state.bank, session.mission.setup.turns
        caption = f"{bank.total} left" if bank.total else "no token left"
        return BankView(bank.bystander, bank.checkmark, turns - bank.total, caption, session.state.taken)

    def _headline(self) -> str:
        state = self._desk.session.state
        match state.phase:
            case Phase.SUDDEN_DEATH:
                return "No more clues"
            case Phase.CLUE:
                giver = state.giver or self._first
                return f"{giver.value} gives a clue" if giver is not None else "The first clue"
            case Phase.GUESSING:
                return f"{self._desk.session.may_guess()[0].value} guesses"
            case _:
                return "The mission is over"

    def _announcement(self) -> str:
        session = self._desk.session
        if session.state.phase is Phase.SUDDEN_DEATH:
            seats = [seat.value for seat in session.may_guess()]
            return (
                f"{seats[0]} and {seats[1]} may still guess" if len(seats) == 2 else f"Only {seats[0]} may still guess"
            )
        complete = session.complete_sides()
        if session.state.phase is Phase.OVER or not complete:
            return ""
        return f"{complete[0].other.value} has no words left to find"

    def _strip(self) -> Strip:
        session = self._desk.session
        state = session.state
        if self._selected is not None:
            word = session.mission.board.word(self._selected)
            unnamed = session.mission.board.is_unnamed(self._selected)
            return Strip(Ask.CONFIRM, word, "Is this the guess?", self._guessers(self._selected), can_name=unnamed)
        if session.report is not None and not self._done and not isinstance(session.report.move, Clue):
            return self._report_strip()
        if self._tell:
            return Strip(Ask.TELL, self._tell)
        if state.phase is Phase.CLUE:
            giver = state.giver or self._first
            if giver is None:
                return Strip(Ask.FIRST, "Who gives the first clue?")
            return Strip(Ask.CLUE, f"{giver.value}: say your clue aloud", "Its number, if you like:")
        return Strip(Ask.GUESS, *self._guess_prompt())

    def _guess_prompt(self) -> tuple[str, str]:
        state, guessers = self._desk.session.state, self._desk.session.may_guess()
        if state.phase is Phase.SUDDEN_DEATH:
            return "Every word must be an agent now", "Touch a word here to guess it"
        who = guessers[0].value if guessers else ""
        if state.guesses_this_turn:
            return f"{who}: guess on, or stop", "Touch the next word here"
        return f"{who}: which word is it?", "Touch it here to guess it"

    def _report_strip(self) -> Strip:
        report = self._desk.session.report
        assert report is not None
        pieces = laid(self._desk.session, self._desk.facing)
        said = " ".join(f"{seat.other.value} has no words left to find." for seat in report.completed)
        text = _VERDICTS[report.verdict] if isinstance(report.move, Guess) else "Turn over"
        if not isinstance(report.move, (Guess, Stop)):
            return Strip(Ask.GUESS, *self._guess_prompt())
        return Strip(Ask.LAY, text, said, verdict=report.verdict, laid=pieces)

    def _undo_text(self) -> str:
        session = self._desk.session
        standing = session.standing_moves()
        return move_text(standing[-1], session.board) if standing else ""

    def _link(self, seat: Seat) -> Link:
        info = self._desk.session.screen_of(seat)
        return info.link if info is not None else Link.ABSENT


_VERDICTS = {
    Identity.AGENT: "Agent!",
    Identity.BYSTANDER: "Bystander",
    Identity.ASSASSIN: "Assassin",
    None: "",
}


def _now_running(clue: Clue) -> str:
    if clue.word is None and clue.number is None:
        return "clue given"
    if clue.word is None:
        return f"clue for {clue.number}"
    return clue.word if clue.number is None else f"{clue.word} {clue.number}"
