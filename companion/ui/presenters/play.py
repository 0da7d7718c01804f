"""The play page: the public table, whose turn it is, and the strip in which things are decided."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.classic import SetCards
from companion.game.duet import Phase
from companion.game.moves import SetTable
from companion.game.position import Position, Seat
from companion.table.instruct import Instruction
from companion.table.ports import Link
from companion.ui.presenters import duet_strip, play_words
from companion.ui.presenters.cluing import Cluing
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk, Page, positions_as_seen
from companion.ui.presenters.duet_strip import Moment
from companion.ui.presenters.following import Followed, Hooks, TableStrip
from companion.ui.presenters.people import called
from companion.ui.presenters.play_view import Over, PlayView, Strip
from companion.ui.presenters.record import clue_text, given_text, move_text
from companion.ui.presenters.setting import SetByHand
from companion.ui.presenters.table_cards import cards
from companion.ui.presenters.typing import Typed
from companion.ui.presenters.undoing import Undoing


class PlayPresenter:
    """See the module. Its parts: ``consent``, ``undoing``, ``setting`` by hand, ``cluing``, ``followed``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.enter()

    def enter(self) -> None:
        """The page comes up: nothing selected, nothing over it."""
        self.consent = Consent(self._desk)
        self.undoing = Undoing(self._desk, self.consent, self._taken_back)
        self.setting = SetByHand(self._desk, self.consent, self._set)
        self.cluing = Cluing(self._desk, self.consent, self._clue_given)
        self.followed = Followed(self._desk, self.consent, self._hooks())
        self._selected: Position | None = None
        self._tell = ""
        self._done = False
        self._over = Over.NOTHING
        self._name = Typed()
        self._naming: Position | None = None

    # --- what is to be seen --------------------------------------------------------------------------------------

    def view(self) -> PlayView:
        """What the page shows now."""
        session, facing = self._desk.session, self._desk.facing
        state, board, cluing = session.state, session.board, self.cluing
        headline, headline_seat = play_words.headline(session, cluing.first)
        clues = [clue_text(clue) for clue in reversed(state.clues)]
        running = state.phase is Phase.GUESSING and bool(state.clues)
        standing = session.standing_moves()
        over = self._over_now()
        looking = session.shared.seats() if self._desk.paint is not None else ()
        return PlayView(
            cards=cards(board, state.covers, facing, self._selected, self.followed.badges()),
            bank=play_words.bank(session),
            headline=headline,
            headline_seat=headline_seat,
            clue=play_words.running_clue(state.clues[-1]) if running else "",
            earlier=tuple(clues[1:] if running else clues),
            announcement=play_words.announcement(session),
            can_stop=session.may_stop() and not self.followed.paused,
            strip=self._strip(),
            sudden_death=state.phase is Phase.SUDDEN_DEATH,
            keys_hidden=session.keys_hidden,
            can_look=bool(looking),
            look_first=looking == session.seats_with_key(),
            links=(self._link(Seat.A), self._link(Seat.B)),
            over=over,
            undo_text=move_text(standing[-1], board) if standing else "",
            unnamed=tuple(p for p in positions_as_seen(Seat.A) if board.is_unnamed(p)),
            typed=self._name if over is Over.NAME_KEYS else cluing.typed,
            number="" if cluing.number is None else str(cluing.number),
            facing=facing,
            invalid_typed=cluing.invalid,
            all_clues=tuple(f"{called(session.options, c.seat)}: {given_text(c)}" for c in reversed(state.clues)),
            names=play_words.names_of(session),
            can_invalid=cluing.may_be_invalid,
            follow=self.followed.view(),
            consent=self.consent.view(),
            undo=self.undoing.view(),
            hand=self.setting.view(),
            flags=cluing.flags,
            invalid=cluing.invalid_view() if over is Over.INVALID else None,
        )

    # --- the board and the strip ---------------------------------------------------------------------------------

    def select(self, position: Position) -> None:
        """A word was touched: it is proposed, not guessed."""
        state = self._desk.session.state
        if state.phase is Phase.OVER or self.followed.paused:
            return
        self._done = True
        if state.phase is Phase.CLUE and self.cluing.giver is None:
            self._selected, self._tell = None, ""
            return
        if self._selected != position:
            self._desk.settle()
        if self._guessers(position):
            self._selected, self._tell = position, ""
        else:
            self._selected, self._tell = None, play_words.why_not(self._desk.session, position)

    def confirm(self, seat: Seat) -> None:
        """Yes, this is the guess of ``seat``. A second touch of the same kind finds nothing selected."""
        position = self._selected
        if position is None or self.followed.paused or self._desk.too_soon():
            return
        self._selected = None
        session, giver = self._desk.session, self.cluing.giver
        if self._desk.attempt(lambda: session.guess(seat, position, giver)):
            self._show_report()
        self._desk.settle()

    def cancel(self) -> None:
        """No, it is not."""
        self._selected, self._tell = None, ""
        self._desk.settle()

    def done(self) -> None:
        """The pieces lie on the table."""
        if not self._desk.too_soon():
            self.followed.told_done()
            self._done, self._tell = True, ""
            self._desk.settle()

    def first(self, seat: Seat) -> None:
        """This seat gives the first clue."""
        if not self._desk.too_soon():
            self.cluing.first = seat
            self._desk.settle()

    def clue_number(self, number: int) -> None:
        """The clue was spoken; only its number is noted."""
        if not self._desk.too_soon():
            self.cluing.begin()
            self.cluing.give(None, number)

    def stop(self) -> None:
        """The guesser ends the turn."""
        session = self._desk.session
        if self._desk.too_soon() or self.followed.paused or not session.may_stop():
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

    def to_key(self) -> None:
        """A player without a screen wants to look."""
        if not self._desk.too_soon():
            self._desk.go(Page.PEEK)

    def put_over(self, over: Over) -> None:
        """Open the menu, the clues or the keys."""
        self._over = over
        self.cluing.begin()
        self._name = Typed(alphabet=self._name.alphabet)
        self._desk.settle()

    def put_away(self) -> None:
        """Close what lies over the page."""
        self._over = Over.NOTHING
        self.cluing.begin()
        self._desk.settle()

    def undo(self) -> None:
        """Choose which moves are taken back."""
        if not self._desk.too_soon():
            self._over = Over.NOTHING
            self.undoing.show()

    def set_table(self) -> None:
        """Set the record to what lies on the table."""
        if not self._desk.too_soon():
            self._over, self._selected = Over.NOTHING, None
            self.setting.show()

    def type_invalid(self) -> None:
        """The invalid clue is typed."""
        self.put_over(Over.CLUE_KEYS)
        self.cluing.begin(invalid=True)

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
        if self._over is Over.NAME_KEYS:
            self._name = typed
        else:
            self.cluing.typed = typed

    def count(self, step: int) -> None:
        """The number of the clue, up or down; below 0 there is none."""
        self.cluing.count(step)

    def finish_typing(self) -> None:
        """The clue or the word is typed."""
        if self._over is Over.CLUE_KEYS:
            self.cluing.finish()
        elif self._over is Over.NAME_KEYS and self._naming is not None and self._name.word:
            naming, word = self._naming, self._name.word
            if self._desk.attempt(lambda: self._desk.session.set_word(naming, word)):
                self.put_away()

    def name(self, position: Position) -> None:
        """Name a card that was left for later, or correct its word; verdicts stay what they are."""
        self._naming, self._selected = position, None
        self.put_over(Over.NAME_KEYS)
        board = self._desk.session.board
        if not board.is_unnamed(position):
            self._name = Typed(board.word(position), self._name.alphabet)

    @property
    def naming(self) -> Position | None:
        """The card that is being named."""
        return self._naming if self._over is Over.NAME_KEYS else None

    # --- the camera ----------------------------------------------------------------------------------------------

    def watch(self) -> bool:
        """Take what the camera has seen since the last call; whether the page looks otherwise now."""
        return self._desk.session.running and not self._desk.session.over and self.followed.watch()

    def _hooks(self) -> Hooks:
        return Hooks(self._pieces, self._all_laid, lambda: self._selected, self.select, self._pointed_at,
                     self._count_by_hand, self._taken_back)  # fmt: skip

    def _pieces(self) -> Sequence[Instruction]:
        report = self._desk.session.report
        told = report is not None and not self._done and self._selected is None
        return report.instructions if told and report is not None else ()

    def _all_laid(self) -> None:
        self._done, self._tell = True, ""

    def _pointed_at(self, position: Position) -> None:
        """A finger rests on a word: proposed, where that could be a guess and nothing else is going on."""
        busy = self._over is not Over.NOTHING or self.undoing.open or self.setting.open
        laying = position in self._desk.laying or (self._pieces() and self._desk.session.state.phase is Phase.CLUE)
        if not busy and not laying and self._guessers(position):
            self.select(position)

    def _count_by_hand(self, change: SetTable | SetCards) -> None:
        self._over, self._selected = Over.NOTHING, None
        self.setting.show(change if isinstance(change, SetTable) else None)

    # --- inside --------------------------------------------------------------------------------------------------

    def _over_now(self) -> Over:
        return Over.FLAGS if self._over is Over.CLUE_KEYS and self.cluing.flags is not None else self._over

    def _clue_given(self) -> None:
        self._over, self._tell, self._selected = Over.NOTHING, "", None
        self._done = False

    def _taken_back(self) -> None:
        self._over, self._selected, self._done, self._tell = Over.NOTHING, None, True, ""
        self.cluing.first, self.cluing.warning = None, ""

    def _set(self) -> None:
        self._taken_back()
        if self._desk.session.over:
            self._desk.go(Page.END)

    def _show_report(self) -> None:
        self._done, self._tell = False, ""
        if self._desk.session.over:
            self._desk.go(Page.END)

    def _guessers(self, position: Position) -> tuple[Seat, ...]:
        session, first = self._desk.session, self.cluing.first
        opening = session.state.phase is Phase.CLUE and session.state.giver is None
        seats = (first.other,) if opening and first is not None else session.may_guess()
        return tuple(seat for seat in seats if session.state.covers[position.index].guessable_by(seat))

    def _strip(self) -> Strip | TableStrip:
        guessers = self._guessers(self._selected) if self._selected is not None else ()
        moment = Moment(self._selected, guessers, self._tell, self._done)
        return duet_strip.strip(self._desk, self.cluing, self.followed, moment)

    def _link(self, seat: Seat) -> Link:
        info = self._desk.session.screen_of(seat)
        return info.link if info is not None else Link.ABSENT
