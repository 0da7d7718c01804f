"""The stage of a demonstration: the virtual table, the real reader, session and store, and two firmware processes."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from companion.commands.demo_eye import HeadlessEye, Onlooker
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.simulator.conditions import GRADES
from companion.simulator.feed import VirtualFeed
from companion.simulator.glass import Glass, read_face
from companion.simulator.key_glass import read_key
from companion.simulator.plan import Plan
from companion.simulator.screens import VirtualScreen
from companion.simulator.slips import Slip, Slips
from companion.simulator.table import VirtualTable
from companion.simulator.window import close_window, open_window, place_beside
from companion.simulator.witness import Disagreement, words_are
from companion.simulator.words import deal_words
from companion.table.check import due
from companion.table.following import Standing
from companion.table.instruct import Instruction
from companion.table.options import Game
from companion.table.ports import AnyMove, AnySetup, Link, MissionStore
from companion.table.session import Session
from companion.ui.prepare import WindowWish
from companion.vision.scanner import Scanner

PATIENCE_S = 20.0
WHOLE = replace(GRADES["easy"], fill=(0.68, 0.74))
"""A camera that hangs high enough to see the time bank, and the tokens before both players."""
Say = Callable[[str], None]


class Stage(ABC):
    """What the demonstrations of both games share.

    Args:
        seed: Decides the words, the table, the key and the players.
        session: A session whose store and screens are real.
        store: The store of the session.
        screens: The virtual screen that stands before each seat.
        say: Takes one line of progress; everybody may read it.
        plan: What is played.
        pace_s: How long to linger after each move, for people who watch.

    Attributes:
        table: The virtual table.
        screens: As given.
        session: As given.
        patience_s: How long to wait for a screen before it counts as a difference.
        pause: What to do for a moment while something is awaited, such as drawing a window.
        onlooker: Who looks at the table from the beginning of the mission.
        slips: Which pieces are laid wrongly.
    """

    def __init__(
        self, seed: int, session: Session, store: MissionStore, *, screens: dict[Seat, VirtualScreen], say: Say,
        plan: Plan, pace_s: float = 0.0,
    ) -> None:  # fmt: skip
        self._seed = seed
        self._plan = plan
        self.session = session
        self._store = store
        self.screens = screens
        self._say = say
        self._pace_s = pace_s
        self.patience_s = PATIENCE_S
        self.pause: Callable[[], None] = _doze
        self.table = VirtualTable(deal_words(seed), seed, WHOLE, view_deg=180.0 if seed % 3 == 0 else 0.0)
        self.onlooker: Onlooker = HeadlessEye(self.table, session.follow, session.tick)
        self.slips = Slips(seed)
        self._pieces = self._told = 0
        session.options = plan.agreed(seed, session.options)

    # --- before the first clue ------------------------------------------------------------------------------------

    def read_words(self) -> None:
        """Photograph the table, read it; what is in doubt the players settle by looking at their cards."""
        session, truth = self.session, self.table.truth()
        started = time.monotonic()
        scan = Scanner().read(VirtualFeed(self.table).frame())
        took_ms = round((time.monotonic() - started) * 1000)
        words_are(truth.words, scan)
        self._scan = scan
        session.take_scan(scan)
        corrected = (*session.draft.doubtful, *session.draft.unread)
        for position in corrected:
            session.set_word(position, truth.words[position.index])
        if not session.draft.ready or session.draft.board().words != truth.words:
            raise Disagreement("the words that were read and settled are not those on the table")
        by_hand = f", {len(corrected)} settled by the players ({', '.join(map(str, corrected))})" if corrected else ""
        self._say(f"camera: 25 words read in {took_ms} ms{by_hand}")
        self.linger()

    def set_up_screens(self) -> None:
        """Each player sees the letter, then the words, and confirms; no colour has been sent yet."""
        session, seats = self.session, self.session.seats_with_key()
        wanted = {screen.device for screen in self.screens.values()}
        self.until(lambda: wanted <= {info.device for info in session.screens()}, "the two screens were not found")
        for seat in seats:
            session.assign(self.screens[seat].device, seat)
        self._see_no_key(seats)
        session.show_words()
        self._see_no_key(seats)
        for seat in seats:
            session.confirm_view(seat)
        self._say("screens: " + ", ".join(f"{seat.value} at {self.screens[seat].port}" for seat in seats))

    # --- in play ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def lay(self, step: Instruction) -> None:
        """Lay one piece."""

    @abstractmethod
    def put_right(self) -> None:
        """Make the whole table agree with the record."""

    def look_on(self) -> None:
        """The mission runs: the camera follows the table from now on."""
        self.onlooker.begin(self._scan)
        self._agreed()

    def point_at(self, position: Position, seat: Seat) -> None:
        """A player rests a finger on a card until the app proposes its word.

        Raises:
            Disagreement: it proposes none, or another one.
        """
        self.table.reach_in(position, seat)
        follow = self.session.follow
        self.onlooker.until(lambda: follow.pointed_at is not None, f"the finger on {position} was not seen")
        if follow.pointed_at != position:
            raise Disagreement(f"a finger rests on {position}, and the app takes it for {follow.pointed_at}")

    def lay_all(self, steps: Sequence[Instruction]) -> None:
        """Lay what is to be laid, now and then wrongly; what is wrong is asked about, and put right.

        Raises:
            Disagreement: a slip was not noticed, or what lies rightly is.
        """
        slip: tuple[Slip, Instruction] | None = None
        for step in steps:
            wrong = self.slips.of(step, self.table.truth()) if slip is None and not self._unseen(step) else None
            slip, instead = ((wrong[0], step), wrong[1]) if wrong is not None else (slip, step)
            if instead is not None:
                self.lay(instead)
        self._pieces += len(steps)
        if self.session.over:
            self.put_right()
            return
        if slip is not None:
            self._notice(*slip)
        cells = due(self.session.play.state).cells
        laid = {step.position: cells[step.position.index] for step in steps if step.position is not None}
        self._told += self.onlooker.laid(laid)
        self._agreed()

    def _unseen(self, step: Instruction) -> bool:
        """Where the camera cannot see it, hands that lay it wrongly would not be noticed."""
        seen = self.session.follow.observation
        beside = step.position is None and (seen is None or seen.bank is None or seen.taken is None)
        return beside or self.session.over

    def _notice(self, slip: Slip, step: Instruction) -> None:
        """It is asked about, unless it is about tokens beside the cards that the camera can't count any more."""
        follow = self.session.follow
        self.onlooker.until(
            lambda: follow.question is not None or self._unseen(step), f"a slip ({slip.value}) was not noticed"
        )
        asked = follow.question
        if asked is None:
            self._say("the camera cannot count the tokens beside the cards: the players put them right")
        else:
            self._say(f"the camera asks: {asked.kind.value}")
            self.linger()
            self.onlooker.move_it()
        self.put_right()

    def _agreed(self) -> None:
        """All that the camera can tell is as recorded; what it cannot tell for long differs from nothing."""
        follow = self.session.follow

        def agreed() -> bool:
            seen = follow.observation
            if follow.standing is Standing.AGREED or seen is None:
                return seen is not None
            unknown = [p for p, lies in zip(ALL_POSITIONS, seen.cells, strict=True) if lies is None]
            return follow.standing is Standing.LOOKING and all(follow.untold(position) for position in unknown)

        self.onlooker.until(agreed, "the camera does not see that the table agrees")

    # --- to be said by the games ------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self) -> None:
        """Draw the key and look at what the screens show."""

    @abstractmethod
    def play(self) -> None:
        """From the first clue to the end."""

    @abstractmethod
    def finish(self) -> str:
        """Compare what is left: screens, score, store. Gives the closing line."""

    # --- what the demonstrations of the games do with it ----------------------------------------------------------

    def stored_is(self, setup: AnySetup, moves: Sequence[AnyMove], outcome: str | None, score: int | None) -> None:
        """The store holds the mission that was played.

        Raises:
            Disagreement: it holds another.
        """
        assert self.session.mission_id is not None
        stored = self._store.load(self.session.mission_id)
        if (stored.setup, stored.moves, stored.outcome) != (setup, tuple(moves), outcome):
            raise Disagreement("the store holds another mission than the one that was played")
        if stored.score != score:
            raise Disagreement(f"the store holds the score {stored.score}")

    def glass(self, seat: Seat) -> Glass:
        """What a screen shows once it has confirmed its newest picture."""

        def showing() -> bool:
            info = self.session.screen_of(seat)
            return info is not None and info.link is Link.SHOWING

        self.until(showing, f"the screen of seat {seat.value} did not confirm its picture")
        return self.screens[seat].look()

    def tell_slips(self) -> None:
        """How many pieces were laid, and how many of them wrongly at first."""
        slips = len(self.slips.made)
        told = f", {self._told} had to be told to the camera" if self._told else ""
        self._say(f"table: {self._pieces} pieces laid{told}, {slips} wrongly at first, all noticed and put right")

    def linger(self) -> None:
        """Give people who watch the time to follow."""
        until = time.monotonic() + self._pace_s
        self.until(lambda: time.monotonic() >= until, "time stood still")

    def until(self, done: Callable[[], bool], otherwise: str) -> None:
        """Wait for something.

        Raises:
            Disagreement: it did not happen in time.
        """
        deadline = time.monotonic() + self.patience_s
        while not done():
            if time.monotonic() > deadline:
                raise Disagreement(f"{otherwise} within {self.patience_s:.0f} s")
            self.session.tick()
            self.pause()

    def _see_no_key(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            glass = self.glass(seat)
            # A letter on the red of a team is no assassin of Duet: each game is looked at with its own eyes.
            read = read_key if self._plan.game is Game.CLASSIC else read_face
            if glass.dark or read(glass.picture, seat) is not None:
                raise Disagreement(f"the screen of seat {seat.value} does not show its letter or words alone")
        self.linger()


def _doze() -> None:
    time.sleep(0.005)


@contextmanager
def plugged(folder: Path, windows: bool) -> Iterator[dict[Seat, VirtualScreen]]:
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
