"""The demonstration that plays itself: two simulated players, a virtual table, and everything between them is real.

The table is drawn and photographed, the reader reads it, the session keeps the mission in a real store, the faces
travel to two firmware processes, and the players know what they see on their glass. A witness compares each step.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from companion.device.client import ServiceScreens
from companion.game.duet import Phase
from companion.game.keycard import Identity
from companion.game.moves import Clue
from companion.game.position import Position, Seat
from companion.simulator.chance import SeededShuffler
from companion.simulator.feed import VirtualFeed
from companion.simulator.glass import Glass, read_face
from companion.simulator.hands import Hands
from companion.simulator.play import play
from companion.simulator.players import Player, PublicTable, skill_of
from companion.simulator.screens import VirtualScreen
from companion.simulator.table import VirtualTable
from companion.simulator.window import APP_PLACE_PX, close_window, open_window, place_beside
from companion.simulator.witness import Disagreement, Witness, dark, words_are
from companion.simulator.words import deal_words
from companion.storage import SqliteStore
from companion.table.ports import Link, MissionStore
from companion.table.session import Session
from companion.ui.prepare import WindowWish, prepare, require_window
from companion.vision.scanner import Scanner

PATIENCE_S = 20.0
PACE_S = 1.0
Say = Callable[[str], None]


class Demonstration:
    """One mission on one virtual table.

    Args:
        seed: Decides the words, the table, the key and the players.
        session: A session whose store and screens are real.
        store: The store of the session.
        screens: The virtual screen that stands before each seat.
        say: Takes one line of progress; everybody may read it.
        pace_s: How long to linger after each move, for people who watch.

    Attributes:
        hands: The hands at the virtual table, and the table.
        screens: As given.
        session: As given.
        patience_s: How long to wait for a screen before it counts as a difference.
        pause: What to do for a moment while something is awaited, such as drawing a window.
    """

    def __init__(
        self, seed: int, session: Session, store: MissionStore, *, screens: dict[Seat, VirtualScreen], say: Say,
        pace_s: float = 0.0,
    ) -> None:  # fmt: skip
        self._seed = seed
        self.session = session
        self._store = store
        self.screens = screens
        self._say = say
        self._pace_s = pace_s
        self.patience_s = PATIENCE_S
        self.pause: Callable[[], None] = _doze
        view_deg = 180.0 if seed % 3 == 0 else 0.0
        self.hands = Hands(VirtualTable(deal_words(seed), seed, view_deg=view_deg))
        self._witness: Witness | None = None

    @property
    def witness(self) -> Witness:
        """Who compares; there is one from the moment the key is drawn."""
        assert self._witness is not None
        return self._witness

    # --- before the first clue ------------------------------------------------------------------------------------

    def read_words(self) -> None:
        """Photograph the table, read it; what is in doubt the players settle by looking at their cards."""
        session, truth = self.session, self.hands.table.truth()
        started = time.monotonic()
        scan = Scanner().read(VirtualFeed(self.hands.table).frame())
        took_ms = round((time.monotonic() - started) * 1000)
        words_are(truth.words, scan)
        session.take_scan(scan)
        corrected = (*session.draft.doubtful, *session.draft.unread)
        for position in corrected:
            session.set_word(position, truth.words[position.index])
        if not session.draft.ready or session.draft.board().words != truth.words:
            raise Disagreement("the words that were read and settled are not those on the table")
        by_hand = f", {len(corrected)} settled by the players ({', '.join(map(str, corrected))})" if corrected else ""
        self._say(f"camera: 25 words read in {took_ms} ms{by_hand}")
        self._linger()

    def set_up_screens(self) -> None:
        """Each player sees the letter, then the words, and confirms; no colour has been sent yet."""
        session = self.session
        wanted = {screen.device for screen in self.screens.values()}
        self._until(lambda: wanted <= {info.device for info in session.screens()}, "the two screens were not found")
        for seat, screen in self.screens.items():
            session.assign(screen.device, seat)
        self._see_no_face()
        session.show_words()
        self._see_no_face()
        for seat in Seat:
            session.confirm_view(seat)
        self._say("screens: " + ", ".join(f"{seat.value} at {self.screens[seat].port}" for seat in Seat))

    def begin(self) -> None:
        """Draw the key and look at both faces."""
        session = self.session
        session.options = replace(session.options, first=Seat.A if self._seed % 2 else Seat.B)
        session.begin()
        assert session.options.first is not None
        self._witness = Witness(session.mission.setup.key, session.options.first)
        self._compare()
        self._say(f"mission: the keys are on both screens, seat {session.options.first.value} begins")

    # --- the game that the players play -----------------------------------------------------------------------------

    def phase(self) -> Phase:
        """What is awaited."""
        return self.session.state.phase

    def giver(self) -> Seat | None:
        """Who gives the clue."""
        return self.session.state.giver

    def guessers(self) -> tuple[Seat, ...]:
        """Who may guess."""
        return self.session.may_guess()

    def table(self) -> PublicTable:
        """What lies there, as it lies there."""
        truth = self.hands.table.truth()
        return PublicTable(truth.words, truth.covers, self.hands.bank.total)

    def look(self, player: Player) -> None:
        """A player looks at its glass."""
        face = read_face(self._glass(player.seat).picture, player.seat)
        self.witness.face_seen(player.seat, face)
        if face is not None:
            player.see(face)

    def clue(self, clue: Clue) -> None:
        """A clue is typed in."""
        self.session.give_clue(clue.seat, clue.word, clue.number)
        self.witness.clue_given(clue.seat)
        self._say(f"{clue.seat.value}: {clue.word} {clue.number}")
        self._compare()

    def guess(self, seat: Seat, position: Position) -> Identity:
        """A card is touched and confirmed."""
        self.session.guess(seat, position)
        report = self.session.report
        if report is None or report.verdict is None:
            raise Disagreement(f"the guess on {position} has no verdict")
        self.witness.guessed(seat, position, report.verdict)
        word = self.session.mission.board.word(position)
        self._say(f"{seat.value} touches {word}: {report.verdict.name.lower()}")
        self._lay()
        self._compare()
        return report.verdict

    def stop(self, seat: Seat) -> None:
        """The guesser ends the turn."""
        self.session.stop(seat)
        self.witness.stopped(seat)
        self._say(f"{seat.value} stops")
        self._lay()
        self._compare()

    # --- the end --------------------------------------------------------------------------------------------------

    def finish(self) -> str:
        """Compare what is left: screens, score, store. Gives the closing line."""
        session, state = self.session, self.session.state
        result = session.score()
        self.witness.score_is(result.total if result else None)
        for seat in Seat:
            dark(seat, self._glass(seat))
        assert session.mission_id is not None
        stored = self._store.load(session.mission_id)
        assert state.outcome is not None
        same = (stored.setup, stored.moves) == (session.mission.setup, session.mission.moves)
        if not same or stored.outcome != state.outcome.value:
            raise Disagreement("the store holds another mission than the one that was played")
        if stored.score != (result.total if result else None):
            raise Disagreement(f"the store holds the score {stored.score}")
        if result:
            parts = f"{result.tokens_left} x {result.points_per_token} + {result.checkmarks}"
            self._say(f"score: {result.total} = {parts} - {result.sudden_death_penalty}")
        return f"agreed: {state.outcome.value}, {self.witness.moves} moves"

    def play(self) -> None:
        """From the first clue to the end."""
        play(self, {seat: Player(seat, skill_of(self._seed, seat), self._seed) for seat in Seat})

    # --- inside ---------------------------------------------------------------------------------------------------

    def _lay(self) -> None:
        report = self.session.report
        for step in report.instructions if report else ():
            self.hands.follow(step)

    def _compare(self) -> None:
        """State, table and both screens after a move."""
        state = self.session.state
        self.witness.state_is(state)
        self.witness.table_is(self.hands.table.truth().covers, self.hands.bank, self.hands.taken)
        if state.phase is not Phase.OVER:
            for seat in Seat:
                self.witness.face_seen(seat, read_face(self._glass(seat).picture, seat))
        self._linger()

    def _linger(self) -> None:
        """Give people who watch the time to follow."""
        until = time.monotonic() + self._pace_s
        self._until(lambda: time.monotonic() >= until, "time stood still")

    def _see_no_face(self) -> None:
        for seat in Seat:
            glass = self._glass(seat)
            if glass.dark or read_face(glass.picture, seat) is not None:
                raise Disagreement(f"the screen of seat {seat.value} does not show its letter or words alone")
        self._linger()

    def _glass(self, seat: Seat) -> Glass:
        """What a screen shows once it has confirmed its newest picture."""

        def showing() -> bool:
            info = self.session.screen_of(seat)
            return info is not None and info.link is Link.SHOWING

        self._until(showing, f"the screen of seat {seat.value} did not confirm its picture")
        return self.screens[seat].look()

    def _until(self, done: Callable[[], bool], otherwise: str) -> None:
        deadline = time.monotonic() + self.patience_s
        while not done():
            if time.monotonic() > deadline:
                raise Disagreement(f"{otherwise} within {self.patience_s:.0f} s")
            self.session.tick()
            self.pause()


def _doze() -> None:
    time.sleep(0.005)


@contextmanager
def _plugged(folder: Path, windows: bool) -> Iterator[dict[Seat, VirtualScreen]]:
    """Two virtual screens with power, each with a window if wanted."""
    with ExitStack() as stack:
        screens = {seat: VirtualScreen(f"VIRTUAL-{seat.value}", folder) for seat in Seat}
        for number, (seat, screen) in enumerate(screens.items()):
            stack.callback(screen.close)
            screen.plug_in()
            if windows:
                place_px = place_beside(WindowWish().width_px, number)
                stack.callback(close_window, open_window(screen.glass_path, seat, place_px))
        for screen in screens.values():
            screen.wait_lit()
        yield screens


@contextmanager
def staged(seed: int, windows: bool, say: Say) -> Iterator[Demonstration]:
    """Everything that a demonstration needs, in a folder of its own that is gone afterwards.

    Args:
        seed: See ``Demonstration``.
        windows: Open a window for each screen and play at a pace that can be followed.
        say: See ``Demonstration``.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="duet-demo-")))
        screens = stack.enter_context(_plugged(folder, windows))
        store = SqliteStore(folder)
        stack.callback(store.close)
        service = ServiceScreens([screen.port for screen in screens.values()], only_named=True)
        stack.callback(service.close)
        session = Session(store, service, SeededShuffler(seed), lambda: datetime.now(UTC).isoformat(timespec="seconds"))
        yield Demonstration(seed, session, store, screens=screens, say=say, pace_s=PACE_S if windows else 0.0)


def run_auto(seed: int, windows: bool, say: Say) -> str:
    """Play a whole mission; the closing line comes back.

    Args:
        seed: See ``Demonstration``.
        windows: Show the app and the screens, and play at a pace that can be followed.
        say: See ``Demonstration``.

    Raises:
        Disagreement: the product and the truth differ; says where.
        CompanionError: a part of the product refused its work, or the window was closed.
    """
    with staged(seed, windows, say) as demonstration:
        if not windows:
            return _played(demonstration)
        prepare(WindowWish(place_px=APP_PLACE_PX))
        require_window()
        # Only now: whatever imports the window reads the configuration once.
        from companion.commands.demo_watch import Watching

        with Watching(demonstration.session, VirtualFeed(demonstration.hands.table), Scanner()) as window:
            demonstration.pause = window.pump
            closing = _played(demonstration)
            window.linger()
        return closing


def _played(demonstration: Demonstration) -> str:
    demonstration.read_words()
    demonstration.set_up_screens()
    demonstration.begin()
    demonstration.play()
    return demonstration.finish()
