"""The session: the one mutable object of the app, called only by the UI thread.

It holds the board on its way to the table, the running mission and what the screens show. Every intent of a player is a
method; each refuses with one sentence (``CompanionError``) and then has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.game.duet import (
    DuetSetup,
    DuetState,
    Outcome,
    Phase,
    Scoring,
    apply,
    may_guess,
    side_complete,
)
from companion.game.keycard import Identity, KeyCard, Shuffler
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Move, NameWord, Stop, Undo
from companion.game.position import Position, Seat
from companion.game.scoring import Score, score
from companion.table.confirm import BoardDraft
from companion.table.instruct import Instruction, instructions
from companion.table.ports import Link, MissionStore, MissionSummary, ScreenInfo, Screens
from companion.table.scan import BoardScan
from companion.table.views import ScreenView, blank_view, face_view, seat_view, words_view


class SessionError(CompanionError):
    """The moment does not allow what was asked."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a move led to: the verdict of a guess, and what is to be laid on the table."""

    move: Move
    verdict: Identity | None
    instructions: tuple[Instruction, ...]
    completed: tuple[Seat, ...] = ()
    """Sides whose last agent this move covered: they tell their partner that no words are left (rules A7)."""


@dataclass(slots=True)
class Options:
    """What is agreed on the mission page before play."""

    first: Seat | None = None
    scoring: Scoring = Scoring.THREE_PER_TOKEN


@dataclass(slots=True)
class _Showing:
    """What the screens are told: a mode for each seat, kept so that it can be shown again."""

    keys_on: bool = False
    fading: bool = False  # The faces were taken off; the screens have not confirmed it yet.
    hidden: bool = False
    confirmed: set[Seat] = field(default_factory=set)


class Session:
    """See the module. ``clock`` gives the time as ISO 8601 text, UTC."""

    def __init__(self, store: MissionStore, screens: Screens, shuffler: Shuffler, clock: Callable[[], str]) -> None:
        self._store = store
        self._screens = screens
        self._shuffler = shuffler
        self._clock = clock
        self._showing = _Showing()
        self._mission: Mission | None = None
        self._mission_id: int | None = None
        self.draft = BoardDraft.empty()
        self.options = Options()
        self.report: Report | None = None

    # --- what is to be seen -------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """A mission was begun or resumed, and is on the table (also when it has just ended)."""
        return self._mission is not None

    @property
    def mission_id(self) -> int | None:
        """The id of the mission on the table in the store."""
        return self._mission_id

    @property
    def mission(self) -> Mission:
        """The mission on the table.

        Raises:
            SessionError: there is none.
        """
        if self._mission is None:
            raise SessionError("no mission is on the table: begin one first")
        return self._mission

    @property
    def state(self) -> DuetState:
        """The state of the mission on the table; public."""
        return self.mission.state

    @property
    def keys_on(self) -> bool:
        """The faces have been sent."""
        return self._showing.keys_on

    @property
    def faces_lit(self) -> bool:
        """A face may be on a screen, until all have confirmed black: no camera picture shows more than the cards."""
        if self._showing.fading:
            waits = (Link.PENDING, Link.CONNECTING)
            self._showing.fading = any(s.seat is not None and s.link in waits for s in self._screens.devices())
        return self._showing.keys_on or self._showing.fading

    @property
    def keys_hidden(self) -> bool:
        """The players have blanked the screens for a while."""
        return self._showing.hidden

    @property
    def views_confirmed(self) -> frozenset[Seat]:
        """The seats whose player said "this is my view"."""
        return frozenset(self._showing.confirmed)

    def may_guess(self) -> tuple[Seat, ...]:
        """The seats that may guess now. Before the clue is spoken the coming guesser counts too."""
        mission = self.mission
        if mission.state.phase is Phase.CLUE and mission.state.giver is not None:
            return (mission.state.giver.other,)
        return may_guess(mission.setup, mission.state)

    def may_stop(self) -> bool:
        """At least one guess was made in this turn (rules A6)."""
        return self.state.phase is Phase.GUESSING and self.state.guesses_this_turn > 0

    def may_undo(self) -> bool:
        """There is a move to take back."""
        return self.running and self.mission.can_undo

    def complete_sides(self) -> tuple[Seat, ...]:
        """Sides without a word left to find; said aloud at the table, so public (rules A7)."""
        return tuple(seat for seat in Seat if side_complete(self.mission.setup, self.state, seat))

    def score(self) -> Score | None:
        """The score of the mission on the table; None unless a standard mission was won (rules A9)."""
        return score(self.mission.setup, self.state)

    def both_faces(self) -> KeyCard:
        """The key, once it is no secret any more.

        Raises:
            SessionError: the mission still runs.
        """
        if self.state.phase is not Phase.OVER:
            raise SessionError("the key stays hidden until the mission has ended")
        return self.mission.setup.key

    def past_missions(self) -> tuple[MissionSummary, ...]:
        """The missions in the store, the newest first."""
        return tuple(self._store.missions())

    def resumable(self) -> MissionSummary | None:
        """The newest mission that has not ended."""
        return next((m for m in self._store.missions() if m.outcome is None), None)

    # --- words ---------------------------------------------------------------------------------------------------

    def new_mission(self) -> None:
        """Clear the table; seats and screens stay as they are."""
        self._showing = _Showing(fading=self.faces_lit, confirmed=self._showing.confirmed)
        self._screens.blank()
        self._mission = None
        self._mission_id = None
        self.report = None
        self.draft = BoardDraft.empty()

    def take_scan(self, scan: BoardScan) -> None:
        """A picture was read: words that a player settled by hand stay."""
        self._refuse_in_play()
        self.draft = self.draft.merged(scan)
        self._words_changed()

    def take_card(self, scan: BoardScan, position: Position) -> None:
        """One card was swapped: take only its reading."""
        self._refuse_in_play()
        self.draft = self.draft.with_reading(scan.cards[position.index])
        self._words_changed()

    def set_word(self, position: Position, word: str) -> None:
        """A player settled one card: before the start any card, in play one that had no name yet."""
        if self._mission is None:
            self.draft = self.draft.with_word(position, word)
            self._words_changed()
        else:
            self._play(NameWord(position, " ".join(word.split())))

    def turn_board(self) -> None:
        """Exchange the seats: the words stood upside down for A."""
        self._refuse_in_play()
        self.draft = self.draft.turned()
        self._words_changed()

    # --- screens -------------------------------------------------------------------------------------------------

    def screens(self) -> tuple[ScreenInfo, ...]:
        """All screens known now."""
        return tuple(self._screens.devices())

    def screen_of(self, seat: Seat) -> ScreenInfo | None:
        """The screen bound to a seat, if one is."""
        return next((s for s in self._screens.devices() if s.seat is seat), None)

    def assign(self, device: str, seat: Seat) -> None:
        """A player said which screen stands before which seat. Its view must then be confirmed (again)."""
        for info in self._screens.devices():
            if info.seat is seat and info.device != device:
                self._screens.assign(info.device, None)
        self._screens.assign(device, seat)
        self._showing.confirmed.discard(seat)
        if self._mission_id is not None:
            self._store.bind(self._mission_id, self._bound())
        self._screens.show(seat_view(seat))

    def show_letters(self) -> None:
        """Every bound screen shows its big seat letter; in play, a confirmed one keeps its face."""
        for seat in self._to_be_asked():
            if self.screen_of(seat):
                self._screens.show(seat_view(seat))

    def show_words(self) -> None:
        """Every bound screen shows the 25 words uncoloured: "is this your view?"; in play, a confirmed one its face."""
        board = self._mission.board if self._mission else self.draft.board()
        for seat in self._to_be_asked():
            if self.screen_of(seat):
                self._screens.show(words_view(seat, board))

    def confirm_view(self, seat: Seat) -> None:
        """The player of ``seat`` recognised the letter and the words of the screen.

        Raises:
            SessionError: no screen is bound to the seat or it has not shown the picture yet.
        """
        info = self.screen_of(seat)
        if info is None:
            raise SessionError(f"no screen is bound to seat {seat.value}: choose which one stands before that player")
        if info.link is not Link.SHOWING:
            raise SessionError(f"the screen of seat {seat.value} is not connected: check its cable")
        self._showing.confirmed.add(seat)
        if self._mission is not None and self.keys_on:
            self._refresh()

    @property
    def ready(self) -> bool:
        """The words are settled and both players confirmed their screens."""
        return self.draft.ready and self._showing.confirmed == set(Seat)

    # --- play ----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Draw the key, store the mission, switch both keys on.

        Raises:
            SessionError: words are open or a player has not confirmed the view.
        """
        self._refuse_in_play()
        if not self.draft.ready:
            raise SessionError("some words are still open: settle the marked cards first")
        if self._showing.confirmed != set(Seat):
            raise SessionError("both players confirm their screens before the keys are sent")
        setup = DuetSetup(
            board=self.draft.board(),
            key=KeyCard.draw(self._shuffler),
            scoring=self.options.scoring,
            first=self.options.first,
        )
        self._mission_id = self._store.begin(self._clock(), setup, self._bound())
        self._mission = Mission(setup)
        self.report = None
        self._showing.keys_on = True
        self._refresh()

    def resume(self, mission_id: int) -> None:
        """Go on with a stored mission after an interruption: its screens get their faces again.

        A screen is known by its device id, so what its player confirmed before still holds.
        """
        stored = self._store.load(mission_id)
        mission = Mission.replayed(stored.setup, stored.moves)
        self._mission, self._mission_id = mission, mission_id
        self.options = Options(stored.setup.first, stored.setup.scoring)
        self.report = None
        self._showing = _Showing(keys_on=True)
        for seat, device in zip(Seat, stored.screens, strict=True):
            if device:
                self._screens.assign(device, seat)
                self._showing.confirmed.add(seat)
        self._refresh()

    def give_clue(self, seat: Seat, word: str | None = None, number: int | None = None) -> None:
        """A clue was given; word and number may be left out, it is spoken."""
        self._play(Clue(seat, word, number))

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

    def undo(self) -> None:
        """Take the last move back; the record keeps the trace."""
        mission = self.mission
        if not mission.can_undo:
            raise SessionError("there is no move to take back")
        self._append(Undo())
        mission.undo()
        self.report = None
        self._refresh()

    def hide_keys(self) -> None:
        """Blank both screens until the players want them back."""
        self._showing.hidden = True
        for seat in Seat:
            self._screens.show(blank_view(seat))

    def show_keys(self) -> None:
        """Show the faces again."""
        self._showing.hidden = False
        self._refresh()

    def tick(self) -> None:
        """The UI thread lives: called by it at least each second, else the screens blank."""
        self._screens.tick()

    def close(self) -> None:
        """Blank the screens; the mission stays in the store."""
        self._screens.close()

    # --- inside --------------------------------------------------------------------------------------------------

    def _play(self, move: Move) -> None:
        """Judge, store, then show: nobody sees a verdict that is not on the disk."""
        mission, before = self.mission, self.mission.state
        complete = self.complete_sides()
        preview = mission.check(move).state
        won = score(mission.setup, preview)
        self._append(move, preview.outcome, won.total if won else None)
        applied = mission.apply(move)
        completed = tuple(seat for seat in self.complete_sides() if seat not in complete)
        self.report = Report(move, applied.verdict, instructions(before, move, applied.state), completed)
        self._refresh()

    def _append(self, move: Move | Undo, outcome: Outcome | None = None, total: int | None = None) -> None:
        assert self._mission_id is not None
        self._store.append(self._mission_id, move, outcome, total)

    def _refresh(self) -> None:
        for seat in Seat:
            self._screens.show(self._view(seat))

    def _view(self, seat: Seat) -> ScreenView:
        mission = self.mission
        over = mission.state.phase is Phase.OVER
        if over or self.keys_hidden or seat not in self._showing.confirmed:
            return blank_view(seat)
        return face_view(seat, mission.board, mission.setup.key, mission.state)

    def _to_be_asked(self) -> tuple[Seat, ...]:
        confirmed = self._showing.confirmed if self.keys_on else set()
        return tuple(seat for seat in Seat if seat not in confirmed)

    def _words_changed(self) -> None:
        """A confirmed view showed other words: it has to be looked at again."""
        self._showing.confirmed.clear()

    def _bound(self) -> tuple[str, str]:
        a, b = (self.screen_of(seat) for seat in Seat)
        return (a.device if a else "", b.device if b else "")

    def _refuse_in_play(self) -> None:
        if self._mission is not None:
            raise SessionError("a mission is on the table: end it before the board is changed")
