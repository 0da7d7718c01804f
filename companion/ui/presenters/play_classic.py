"""The play page of a base game: the table, whose turn it is, and the strip in which things are decided."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.classic import ClassicPhase, SetCards
from companion.game.moves import SetTable
from companion.game.position import Position, Seat
from companion.table.classic_play import ClassicPlay
from companion.table.instruct import Instruction
from companion.table.ports import Link
from companion.ui.presenters import classic_strip, classic_table
from companion.ui.presenters.cards_by_hand import CardsByHand
from companion.ui.presenters.classic_strip import Moment
from companion.ui.presenters.classic_texts import consent_labels, guesses_text, headline, names_of, running_clue
from companion.ui.presenters.classic_view import ClassicView, Over, Strip
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk, Page
from companion.ui.presenters.following import Followed, Hooks, TableStrip
from companion.ui.presenters.team_cluing import TeamCluing
from companion.ui.presenters.turn_clock import TurnClock
from companion.ui.presenters.typing import Typed
from companion.ui.presenters.undoing import Undoing

INVALID, STOP = "Invalid clue", "Stop"


class PlayClassicPresenter:
    """See the module. Its parts: ``consent``, ``undoing``, ``by_hand``, ``cluing``, ``clock``, ``followed``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.clock = TurnClock(desk.now)
        self.enter()

    def enter(self) -> None:
        """The page comes up: nothing selected, nothing over it."""
        self.consent = Consent(self._desk)
        self.by_hand = CardsByHand(self._desk, self.consent, self._table_changed)
        self.cluing = TeamCluing(self._desk, self.consent, self._clue_given)
        self.undoing = self._undoing()
        self.followed = self._followed()
        self._moment = Moment()
        self._over = Over.NOTHING
        self._name = Typed()
        self._naming: Position | None = None

    @property
    def _play(self) -> ClassicPlay:
        return self._desk.session.classic

    # --- what is to be seen --------------------------------------------------------------------------------------

    def view(self) -> ClassicView:
        """What the page shows now."""
        session, play, facing = self._desk.session, self._play, self._desk.facing
        state, over = play.state, self._over_now()
        running = state.phase is ClassicPhase.GUESSING and bool(state.clues)
        turn = (session.mission_id, state.turns_used, state.team)
        looking = session.shared.seats() if self._desk.paint is not None else ()
        return ClassicView(
            cards=classic_table.cards(play, facing, self._moment.selected, self.followed.badges()),
            stacks=classic_table.stacks(play),
            team=state.team,
            headline=headline(state),
            names=names_of(session.options, state.team) if state.team is not None else "",
            clue=running_clue(state.clues[-1]) if running else "",
            guesses=guesses_text(state),
            clues=classic_table.clues(play),
            action="" if self.followed.paused else self._action(),
            clock=self.clock.at(turn, session.options.timer_s, paused=session.keys_hidden or self.followed.paused),
            strip=self._strip(),
            keys_hidden=session.keys_hidden,
            can_look=bool(looking),
            look_first=looking == session.seats_with_key(),
            links=tuple(self._link(seat) for seat in session.seats_with_key()),
            over=over,
            undo=self.undoing.view(),
            consent=self.consent.view(),
            by_hand=self.by_hand.view() if over is Over.BY_HAND else None,
            flags=self.cluing.flags,
            can_undo=session.may_undo(),
            typed=self._name if over is Over.NAME_KEYS else self.cluing.typed,
            number="" if self.cluing.number is None else str(self.cluing.number),
            naming=self._naming,
            follow=self.followed.view(),
        )

    # --- the board and the strip ---------------------------------------------------------------------------------

    def select(self, position: Position) -> None:
        """A word was touched: it is proposed, neither guessed nor covered yet."""
        if self._play.over or self.followed.paused:
            return
        if self._moment.selected != position:
            self._desk.settle()
        self._moment = classic_strip.selected(self._play, self._moment, position)

    def confirm(self) -> None:
        """Yes. A second touch of the same kind finds nothing to confirm."""
        moment, play = self._moment, self._play
        if self.followed.paused or self._desk.too_soon():
            return
        if moment.invalid:
            self._moment = Moment(done=True)
            self.cluing.give_invalid()
            return
        if moment.selected is None:
            return
        position, team = moment.selected, play.state.team
        self._moment = Moment(declined=moment.declined, done=True)
        covering = classic_strip.covering(play, moment)
        if covering is not None:
            accepted = self._desk.attempt(lambda: play.cover(position))
        else:
            accepted = team is not None and self._desk.attempt(lambda: play.guess(team, position))
        if accepted:
            self._show_report()
        self._desk.settle()

    def cancel(self) -> None:
        """No, it is not."""
        self._moment = self._moment.cleared()
        self._desk.settle()

    def decline(self) -> None:
        """The team goes on to its clue without covering a word (rules B4: may)."""
        if not self._desk.too_soon():
            self._moment = Moment(declined=True, done=True)
            self._desk.settle()

    def done(self) -> None:
        """The card lies on the table."""
        if not self._desk.too_soon():
            self.followed.told_done()
            self._moment = self._moment.cleared()
            self._desk.settle()

    def clue_number(self, number: int | str) -> None:
        """The clue was spoken; only its number is noted, or that it is unlimited."""
        if not self._desk.too_soon():
            self.cluing.begin()
            self.cluing.give(None, number)

    def act(self) -> None:
        """The button beside the board: stop, or the clue was invalid."""
        if self.followed.paused or self._desk.too_soon():
            return
        action = self._action()
        if action == STOP:
            self._stop()
        elif action == INVALID and self.cluing.awaited:
            self._moment = Moment(invalid=True, done=True)
            self._desk.settle()
        elif action == INVALID:
            self.cluing.ask_clue_was_invalid()

    def touch_clock(self) -> None:
        """Start the clock, or lay it aside."""
        if not self._desk.session.keys_hidden:
            self.clock.touch()

    # --- keys, menu, letters -------------------------------------------------------------------------------------

    def hide_keys(self) -> None:
        """Blank the screens, or show them again; the clock waits meanwhile."""
        session = self._desk.session
        self._desk.attempt(session.show_keys if session.keys_hidden else session.hide_keys)

    def to_key(self) -> None:
        """A player without a screen wants to look."""
        if not self._desk.too_soon():
            self._desk.go(Page.PEEK)

    def put_over(self, over: Over) -> None:
        """Open the menu, the clues, the keys or the table as it lies."""
        self._over = over
        self.cluing.begin()
        if over is Over.BY_HAND:
            self.by_hand.begin()
        if over is Over.UNDO:
            self.undoing.show()
            self._over = Over.NOTHING
        self._desk.settle()

    def put_away(self) -> None:
        """Close what lies over the page."""
        self._over = Over.NOTHING
        self.cluing.begin()
        self._desk.settle()

    def to_screens(self) -> None:
        """Look after the screens."""
        self._desk.back_from_screens = Page.PLAY_CLASSIC
        self._desk.go(Page.SCREENS)

    def leave(self) -> None:
        """To the first page; the game waits in the store, the screens go blank."""
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.go(Page.START)

    def type(self, typed: Typed) -> None:
        """The text on the letter keys changed."""
        if self._over is Over.NAME_KEYS:
            self._name = typed
        else:
            self.cluing.typed = typed

    def choose_number(self, number: int | str) -> None:
        """The number of the clue that is being typed; touched again there is none."""
        self.cluing.number = None if self.cluing.number == number else number

    def finish_typing(self) -> None:
        """The clue or the word is typed."""
        if self._over is Over.CLUE_KEYS:
            self.cluing.finish()
        elif self._over is Over.NAME_KEYS and self._naming is not None and self._name.word:
            naming, word = self._naming, self._name.word
            if self._desk.attempt(lambda: self._desk.session.set_word(naming, word)):
                self.put_away()

    def name(self, position: Position) -> None:
        """Name a card that was left for later, or correct its word."""
        board = self._desk.session.board
        known = "" if board.is_unnamed(position) else board.word(position)
        self._naming, self._name = position, Typed(known, self._name.alphabet)
        self._moment = self._moment.cleared()
        self.put_over(Over.NAME_KEYS)

    # --- the camera ----------------------------------------------------------------------------------------------

    def watch(self) -> bool:
        """Take what the camera has seen since the last call; whether the page looks otherwise now."""
        return self._desk.session.running and not self._desk.session.over and self.followed.watch()

    def _followed(self) -> Followed:
        session = self._desk.session
        labels = consent_labels(session.options, session.running and self._play.one_team)
        hooks = Hooks(self._pieces, self.cleared, lambda: self._moment.selected, self.select, self._pointed_at,
                      self._count_by_hand, self._table_changed)  # fmt: skip
        return Followed(self._desk, self.consent, hooks, labels)

    def _strip(self) -> Strip | TableStrip:
        asked = self.followed.strip()
        if asked is not None:
            return asked
        own = self.followed.marked(classic_strip.strip(self._play, self._moment))
        idle = self._moment.selected is None and not (self._moment.tell or self._moment.invalid or own.laid)
        return (self.followed.request() if idle else None) or own

    def _pieces(self) -> Sequence[Instruction]:
        report = self._play.report
        told = report is not None and not self._moment.done
        return report.instructions if told and report is not None else ()

    def _pointed_at(self, position: Position) -> None:
        """A finger rests on a word: proposed, where that could be a guess and nothing else is going on."""
        busy = self._over is not Over.NOTHING or self.undoing.open or self._moment.invalid
        guessing = self._play.state.phase is ClassicPhase.GUESSING and self._play.visible(position)
        if guessing and not busy and position not in self._desk.laying:
            self.select(position)

    def _count_by_hand(self, change: SetTable | SetCards) -> None:
        self.put_over(Over.BY_HAND)
        self.by_hand.begin(change if isinstance(change, SetCards) else None)

    def cleared(self) -> None:
        """The card of the last move lies there."""
        self._moment = self._moment.cleared()

    # --- inside --------------------------------------------------------------------------------------------------

    def _stop(self) -> None:
        play, team = self._play, self._play.state.team
        self._moment = Moment(done=True)
        if team is not None:
            self._desk.attempt(lambda: play.stop(team))
        self._desk.settle()

    def _action(self) -> str:
        if self._play.may_stop():
            return STOP
        covering = classic_strip.covering(self._play, self._moment)
        return INVALID if covering is None and self.cluing.may_be_invalid else ""

    def _show_report(self) -> None:
        self._moment = Moment()
        if self._play.over:
            self._desk.go(Page.END_CLASSIC)

    def _clue_given(self) -> None:
        self._over, self._moment = Over.NOTHING, Moment(done=True)

    def _table_changed(self) -> None:
        """Moves were taken back, or the table was set by hand."""
        self._over, self._moment = Over.NOTHING, Moment(done=True)
        if self._play.over:
            self._desk.go(Page.END_CLASSIC)

    def _over_now(self) -> Over:
        return Over.FLAGS if self.cluing.flags is not None else self._over

    def _undoing(self) -> Undoing:
        session = self._desk.session
        labels = consent_labels(session.options, session.running and self._play.one_team)
        return Undoing(self._desk, self.consent, self._table_changed, labels)

    def _link(self, seat: Seat) -> Link:
        info = self._desk.session.screen_of(seat)
        return info.link if info is not None else Link.ABSENT
