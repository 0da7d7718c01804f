"""The session: the one mutable object of the app, called only by the UI thread.

It holds the board on its way to the table, the running mission (``duet_play.py``, ``classic_play.py``) and what screens
show. Every intent of a player is a method; each refuses with one sentence (``CompanionError``), having changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from companion.game.board import Board
from companion.game.classic import SetCards
from companion.game.duet import DuetState
from companion.game.keycard import KeyCard, Shuffler
from companion.game.mission import Mission
from companion.game.moves import NameWord, SetTable, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.scoring import Score
from companion.table.classic_play import ClassicPlay, seats_with_key, teams_at
from companion.table.clue_rules import flags
from companion.table.confirm import BoardDraft
from companion.table.dealing import Play, deal, on_the_table
from companion.table.duet_play import DuetPlay, Report
from companion.table.errors import SessionError, refuse_unready, refuse_without_both
from companion.table.first_giver import FirstGiver
from companion.table.following import Following
from companion.table.kept_hidden import KeptHidden
from companion.table.look import Looks
from companion.table.mission_map import MissionMap
from companion.table.options import STANDARD_TOKENS, Game, Options, options_from_text, options_of, options_to_text
from companion.table.past import PastMissions
from companion.table.ports import AnyMove, ClueFlag, ClueHelper, MissionStore, MissionSummary, ScreenInfo, Screens
from companion.table.printed import PrintedSlot
from companion.table.recording import record
from companion.table.scan import BoardScan
from companion.table.seating import Seating
from companion.table.shared_face import SharedFace
from companion.table.views import seat_view
from companion.table.word_lists import Learn

REMEMBERED = "options"
"""The setting under which what was agreed last is kept for the next start."""

__all__ = ["Options", "Report", "Session", "SessionError"]


class Session:
    """See the module. ``clock`` gives the time as ISO 8601 text, UTC; ``clue_helper`` is None where there is none.

    ``learn`` is told the words of each board that is confirmed, and those that are corrected in play.
    """

    def __init__(
        self,
        store: MissionStore,
        screens: Screens,
        shuffler: Shuffler,
        clock: Callable[[], str],
        clue_helper: ClueHelper | None = None,
        *,
        learn: Learn = lambda _: None,
    ) -> None:
        self._store, self._shuffler, self._clock = store, shuffler, clock
        self._clue_helper, self._learn = clue_helper, learn
        self._seating, self._kept_hidden = Seating(screens), KeptHidden(store)
        self._play: Play | None = None
        self._mission_id: int | None = None
        self._options: Options
        self._agree(options_from_text(store.recall(REMEMBERED)))
        self.map, self.past = MissionMap(store), PastMissions(store)
        self.first_giver = FirstGiver(store, lambda: self._mission_id)
        self.follow = Following(store, lambda: self._play)
        self.printed = PrintedSlot()
        self.looks = Looks(store, screens)
        self.shared = SharedFace(self._seating, self.looks, lambda: self._options, lambda: self._play)
        self.draft = BoardDraft.empty()

    # --- what is to be seen -------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """A mission was begun or resumed, and is on the table (also when it has just ended)."""
        return self._play is not None

    @property
    def mission_id(self) -> int | None:
        """The id of the mission on the table in the store."""
        return self._mission_id

    @property
    def duet(self) -> DuetPlay:
        """The mission of Duet on the table; ``SessionError`` where there is none."""
        if not isinstance(self._play, DuetPlay):
            raise SessionError("no mission of Duet is on the table: begin one first")
        return self._play

    @property
    def classic(self) -> ClassicPlay:
        """The base game on the table; ``SessionError`` where there is none."""
        if not isinstance(self._play, ClassicPlay):
            raise SessionError("no base game is on the table: begin one first")
        return self._play

    @property
    def play(self) -> Play:
        """What is on the table, of either game; ``SessionError`` where there is nothing."""
        if self._play is None:
            raise SessionError("no mission is on the table: begin one first")
        return self._play

    @property
    def mission(self) -> Mission:
        """The mission of Duet on the table, see ``duet``."""
        return self.duet.mission

    @property
    def state(self) -> DuetState:
        """The state of the mission of Duet on the table; public."""
        return self.duet.mission.state

    @property
    def board(self) -> Board:
        """The words on the table, of either game."""
        return self.play.mission.board

    @property
    def report(self) -> Report | None:
        """What the last move of the mission of Duet led to; None after an undo and before the first."""
        return self._play.report if isinstance(self._play, DuetPlay) else None

    @property
    def over(self) -> bool:
        """The mission on the table has ended."""
        return self._play is not None and self._play.over

    @property
    def keys_on(self) -> bool:
        """The faces have been sent."""
        return self._seating.keys_on

    @property
    def faces_lit(self) -> bool:
        """A face may be on a screen, or a printed one in view: no camera picture shows more than the cards."""
        return self._seating.faces_lit or self.printed.in_view

    @property
    def keys_hidden(self) -> bool:
        """The players have blanked the screens for a while."""
        return self._seating.hidden

    @property
    def views_confirmed(self) -> frozenset[Seat]:
        """The seats whose player said "this is my view"."""
        return frozenset(self._seating.confirmed)

    def may_guess(self) -> tuple[Seat, ...]:
        """See ``DuetPlay``."""
        return self.duet.may_guess()

    def may_stop(self) -> bool:
        """See ``DuetPlay``."""
        return self.duet.may_stop()

    def complete_sides(self) -> tuple[Seat, ...]:
        """See ``DuetPlay``."""
        return self.duet.complete_sides()

    def score(self) -> Score | None:
        """See ``DuetPlay``."""
        return self.duet.score()

    def both_faces(self) -> KeyCard:
        """See ``DuetPlay.key``."""
        return self.duet.key()

    def visible_words(self) -> tuple[str, ...]:
        """The words that are not covered: no clue may be a form of one (rules A4, B5)."""
        return tuple(self.board.word(p) for p in ALL_POSITIONS if self.play.visible(p))

    def clue_flags(self, clue: str) -> tuple[ClueFlag, ...]:
        """What is to be said about a clue before it counts; nothing unless the players want the helper."""
        helper = self._clue_helper if self._options.clue_help else None
        return flags(helper, clue, self.visible_words(), relaxed=self._options.relaxed)

    def resumable(self) -> MissionSummary | None:
        """The newest mission that has not ended."""
        return next((m for m in self.past.missions() if m.outcome is None), None)

    # --- what is agreed ------------------------------------------------------------------------------------------

    @property
    def options(self) -> Options:
        """What is agreed for the next mission, or was for the one on the table."""
        return self._options

    @options.setter
    def options(self, options: Options) -> None:
        if self._play is not None:
            raise SessionError("this is agreed before play: leave the table first")
        if (options.game, options.side) != (self._options.game, self._options.side):
            # The words on the screens lie another way now: they have to be looked at again. So does a printed key.
            self._seating.confirmed.clear()
            self.printed.forget()
        self._agree(options)

    # --- words ---------------------------------------------------------------------------------------------------

    def new_mission(self) -> None:
        """Clear the table; seats, screens and what was agreed stay as they are, but a city that is won is left."""
        if self._options.city and isinstance(self._play, DuetPlay) and self._play.won:
            self._options = replace(self._options, city="", turns=STANDARD_TOKENS, mistakes=STANDARD_TOKENS)
        self._seating.clear()
        self.printed.clear()
        self._play = None
        self._mission_id = None
        self.follow.clear()
        self.draft = BoardDraft.empty()

    def take_scan(self, scan: BoardScan) -> None:
        """A picture was read: words that players have confirmed stay."""
        self._draw_up(self.draft.merged(scan))

    def take_card(self, scan: BoardScan, position: Position) -> None:
        """One card was swapped: take only its reading."""
        self._draw_up(self.draft.with_reading(scan.cards[position.index]))

    def confirm_words(self) -> None:
        """The players said that all is right: a further picture asks where it shows another word, and changes none."""
        self._draw_up(self.draft.as_confirmed())

    def set_word(self, position: Position, word: str) -> None:
        """A player settled or corrected one card: before the start and in play; verdicts stay what they are."""
        if self._play is None:
            self._draw_up(self.draft.with_word(position, word))
        else:
            self._record([NameWord(position, " ".join(word.split()))])
            self._learn((self.board.word(position),))

    def turn_board(self) -> None:
        """Exchange the seats: the words stood upside down for A."""
        self._draw_up(self.draft.turned())
        self.printed.forget()

    # --- screens -------------------------------------------------------------------------------------------------

    def screens(self) -> tuple[ScreenInfo, ...]:
        """All screens known now."""
        return self._seating.devices()

    def screen_of(self, seat: Seat) -> ScreenInfo | None:
        """The screen bound to a seat, if one is."""
        return self._seating.of(seat)

    def seats_with_key(self) -> tuple[Seat, ...]:
        """The seats whose screens show a key in the game that is agreed or on the table."""
        return seats_with_key(self._options)

    def assign(self, device: str, seat: Seat, *, chosen: bool = False) -> None:
        """Which screen stands before which seat, to be confirmed (again). ``chosen``: although it keeps its picture."""
        kept = self._seating.kept_after(device, seat, chosen=chosen)
        if self._mission_id is not None:
            self._store.bind(self._mission_id, kept)
        self._seating.assign(device, seat)
        self._seating.screens.show(seat_view(seat, teams_at(self._options).get(seat)))

    def show_letters(self) -> None:
        """Every bound screen shows its big seat letter; in play, a confirmed one keeps its face."""
        self._seating.show_letters(teams_at(self._options))

    def show_words(self) -> None:
        """Every bound screen shows the 25 words uncoloured: "is this your view?"; in play, a confirmed one its face."""
        board = self._play.mission.board if self._play else self.draft.board()
        side = self._options.side if self._options.game is Game.CLASSIC else None
        self._seating.show_words(board, side, teams_at(self._options))

    def confirm_view(self, seat: Seat) -> None:
        """The player of ``seat`` recognised letter and words; refused where no screen of the seat shows them."""
        self._seating.confirmable(seat)
        if self._mission_id is not None:
            self._store.bind(self._mission_id, self._seating.kept(seat))
        self._seating.confirmed.add(seat)
        if self._play is not None and self.keys_on:
            self._refresh()

    @property
    def screens_agreed(self) -> bool:
        """Enough can see their key: both in Duet; in the base game one, since spymasters sit side by side (B1)."""
        wanted, confirmed = set(self.seats_with_key()), self._seating.confirmed | set(self.shared.stand_ins())
        return wanted <= confirmed if self._options.game is Game.DUET else bool(wanted & confirmed)

    # --- play ----------------------------------------------------------------------------------------------------

    def begin(self, *, screens: bool = True) -> None:
        """Store the mission with its key, drawn or of a printed card, and switch the keys on.

        ``screens`` False: the printed card is looked at instead. Raises ``SessionError`` where words are open, a player
        has not confirmed the view, or the city cannot be played yet.
        """
        self._refuse_in_play()
        alone = not screens and self.printed.there(self._options)
        refuse_unready(self.draft.ready, self.screens_agreed or alone)
        if self._options.game is Game.DUET and self._options.city:
            self.map.playable(self._options.city)
        setup = deal(self._options, self.draft.board(), self._shuffler, self.printed)
        self._store.remember(REMEMBERED, options_to_text(self._options))
        kept = self._seating.kept_for_key(leave_out=alone)
        self._mission_id = self._store.begin(self._clock(), setup, kept, self._options.kept())
        self.printed.forget()
        self.follow.clear()
        self._play = on_the_table(setup, (), self._options.side, self._record)
        self._seating.keys_on = True
        self._refresh()
        self._learn(self.draft.words)

    def resume(self, mission_id: int) -> None:
        """Go on with a stored mission after an interruption: its screens get their faces again, unless hidden last."""
        options = replace(options_of(stored := self._store.load(mission_id)), held=self._options.held)
        hidden = self._kept_hidden.of(mission_id)
        self.follow.clear()
        self._play = on_the_table(stored.setup, stored.moves, options.side, self._record)
        self._agree(options)
        self._mission_id = mission_id
        self._seating.begin_again(stored.screens, hidden=hidden)
        self._refresh()

    def give_clue(
        self, seat: Seat, word: str | None = None, number: int | None = None, *, invalid: bool = False
    ) -> None:
        """See ``DuetPlay``."""
        self.duet.give_clue(seat, word, number, invalid=invalid)

    def guess(self, seat: Seat, position: Position, giver: Seat | None = None) -> None:
        """See ``DuetPlay``."""
        self.duet.guess(seat, position, giver)

    def stop(self, seat: Seat) -> None:
        """See ``DuetPlay``."""
        self.duet.stop(seat)

    def set_by_hand(self, change: SetTable | SetCards, consents: Collection[Seat]) -> None:
        """Both sides set the record to what lies on the table (a lost token, a card that was bumped)."""
        refuse_without_both(consents)
        self._record([change])

    def may_undo(self) -> bool:
        """There is a move to take back."""
        return self._play is not None and self._play.mission.can_undo

    def standing_moves(self) -> tuple[AnyMove, ...]:
        """The moves that can be taken back, the newest last."""
        return tuple(self.play.mission.standing)

    def undo(self, steps: int = 1, *, consents: Collection[Seat]) -> None:
        """Take the last moves back, with the yes of both sides since verdicts were seen; the record keeps the trace.

        Raises:
            SessionError: a side has not agreed, or fewer moves stand.
        """
        refuse_without_both(consents)
        if not 1 <= steps <= len(self.standing_moves()):
            raise SessionError("there is no move to take back" if steps <= 1 else f"there are no {steps} moves to undo")
        self._record([Undo()] * steps)

    def hide_keys(self) -> None:
        """Blank the screens until the players want them back, also where the mission is interrupted meanwhile."""
        self._seating.hide()
        self._kept_hidden.note(self._mission_id, hidden=True)

    def show_keys(self) -> None:
        """Show the faces again."""
        self._seating.hidden = False
        self._kept_hidden.note(self._mission_id, hidden=False)
        self._refresh()

    def tick(self) -> None:
        """The UI thread lives: called by it at least each second, else the screens blank."""
        self._seating.screens.tick()

    def close(self) -> None:
        """Blank the screens; the mission stays in the store."""
        self._seating.screens.close()

    # --- inside --------------------------------------------------------------------------------------------------

    def _record(self, moves: Sequence[AnyMove]) -> None:
        record(self.play, moves, self._append)
        self._refresh()

    def _append(self, moves: Sequence[AnyMove], outcome: str | None, total: int | None) -> None:
        assert self._mission_id is not None
        self._store.append(self._mission_id, moves, outcome, total)

    def _refresh(self) -> None:
        self._seating.show(self.play.view(seat) for seat in Seat)

    def _agree(self, options: Options) -> None:
        self._options = options
        self._seating.screens.peek(options.held)
        if self._clue_helper is not None and options.clue_help:
            self._clue_helper.prepare()

    def _draw_up(self, draft: BoardDraft) -> None:
        """The board that is laid out; a view that was confirmed with other words has to be looked at again."""
        self._refuse_in_play()
        if [card.word for card in draft.cards] != [card.word for card in self.draft.cards]:
            self._seating.confirmed.clear()
        self.draft = draft

    def _refuse_in_play(self) -> None:
        if self._play is not None:
            raise SessionError("a mission is on the table: end it before the board is changed")
