"""What all presenters share: the session, the way from page to page, the notice line, the camera."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from companion.errors import CompanionError
from companion.game.position import Position, Seat
from companion.table.box import TheBox
from companion.table.check import Place
from companion.table.finished import FinishedTable
from companion.table.observation import Lies
from companion.table.options import Game
from companion.table.ports import Outline, Picture, TableReader
from companion.table.scan import BoardScan
from companion.table.session import Session
from companion.table.views import ScreenView
from companion.ui.presenters.key_view import KeyEyes

SETTLE_S = 0.4
"""Touches this soon after the page changed under the finger are not meant for what stands there now."""

SLOW_S = 1.0
"""What takes longer than this says so."""


Paint = Callable[[ScreenView, tuple[int, int]], Picture]
"""Draws a view at a size in pixels (width, height): red, green, blue."""


class Page(Enum):
    """Where the app can be."""

    START = "start"
    TABLE = "table"
    BOX = "box"
    WORDS = "words"
    MISSION = "mission"
    SCREENS = "screens"
    PLAY = "play"
    END = "end"
    SCORE = "score"
    PAST = "past"
    MAP = "map"
    KEY = "key"
    PEEK = "look at the key"
    PLAY_CLASSIC = "play classic"
    END_CLASSIC = "end classic"


@dataclass(frozen=True, slots=True)
class Sight:
    """One live picture: ``outlines`` are the 25 cards in it, or ``trouble`` says what is missing.

    ``picture`` is None where there is none to show. ``size_px`` is that of the frame the outlines were found in, which
    may be larger than the picture for the page.
    """

    picture: Picture | None = None
    size_px: tuple[int, int] = (1, 1)
    outlines: tuple[Outline, ...] = ()
    trouble: str = ""
    cut: bool = False
    """Nothing but the cards is left in the picture."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of the table: under way (``active``), ended, or never begun.

    ``since``: when it was begun, by the clock of the desk. ``pictures``: how many have a say in what is known.
    ``trouble``: why it does not go on at the moment, in one sentence.
    """

    active: bool = False
    since: float = 0.0
    pictures: int = 0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Watching:
    """How the table of a mission in play is looked at.

    ``camera``: there is one that could. ``trouble``: why it does not see the table now, in one sentence.
    """

    camera: bool = False
    trouble: str = ""


class Eyes(Protocol):
    """The camera and the reader as the pages use them; everything comes back on the UI thread."""

    @property
    def available(self) -> bool:
        """There is a camera and a reader."""
        ...

    @property
    def sight(self) -> Sight:
        """The newest live picture."""
        ...

    @property
    def reading(self) -> Reading:
        """The reading under way, or how the last one ended."""
        ...

    @property
    def watching(self) -> Watching:
        """How the table in play is looked at."""
        ...

    @property
    def keys(self) -> KeyEyes:
        """The camera for a printed key card."""
        ...

    def count(self, done: Callable[[FinishedTable], None], failed: Callable[[str], None]) -> None:
        """Take a picture of a finished table and count what lies there; ``failed`` gets one sentence."""
        ...

    def confirm(self, position: Position, lies: Lies) -> None:
        """The players agreed that this lies on a card of the table in play."""
        ...

    def look(self) -> None:
        """Ask for the next live picture, unless one is on its way."""
        ...

    def read(
        self,
        heard: Callable[[BoardScan], None],
        failed: Callable[[str], None],
        only: Position | None = None,
        anew: Collection[Position] = (),
    ) -> None:
        """Read picture after picture until all is sure or nothing gets better. Until then a further call does nothing.

        Args:
            heard: gets the board as far as it is known, each time that more is known of it.
            failed: gets one sentence if no board is found in the first picture.
            only: the one card that is of interest, because it was exchanged or lies better now.
            anew: cards of which nothing counts that was read before.
        """
        ...

    def give_up(self) -> None:
        """End the reading under way; what it brought stays."""
        ...

    def card(self, position: Position) -> Picture | None:
        """The cut-out of a card as it was read last."""
        ...

    def turn(self) -> None:
        """The seats were exchanged: the cut-outs go to their new places."""
        ...

    def use_reader(
        self, make: Callable[[], TableReader], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Read with another reader from now on; until it is made, and if it can't be, the old one stays."""
        ...

    def forget(self) -> None:
        """Other cards will lie there: drop what was read, and all cut-outs."""
        ...


@dataclass(slots=True)
class Desk:
    """One per app.

    ``now``: seconds, from any clock that only goes forward. ``changed``: called after each accepted intent. ``box``:
    None where nothing is known of it. ``paint``: draws what a seat sees, as its screen would show it; None where no
    face can come onto this page. ``laying``: where the players are just told to lay something.
    """

    session: Session
    eyes: Eyes
    now: Callable[[], float]
    changed: Callable[[], None] = lambda: None
    page: Page = Page.START
    back_from_screens: Page = Page.MISSION
    back_from_map: Page = Page.MISSION
    facing: Seat = Seat.A
    notice: str = ""
    notice_until: float = 0.0
    leave: Callable[[], None] = lambda: None
    box: TheBox | None = None
    paint: Paint | None = None
    laying: frozenset[Place] = frozenset()
    settled_at: float = field(default=float("-inf"))

    def go(self, page: Page) -> None:
        """Show another page."""
        self.page = page
        self.settle()

    def go_on_playing(self, *, begins: bool = False) -> None:
        """To the play page of the game that is on the table.

        Where it ``begins`` (again), the page of a base game is turned to the operatives: it is they who touch words.
        """
        classic = self.session.options.game is Game.CLASSIC
        if classic and begins:
            self.facing = self.session.options.side.other
        self.go(Page.PLAY_CLASSIC if classic else Page.PLAY)

    def lay_out(self) -> None:
        """To where a board comes from: the camera, or where there is none the letter keys."""
        self.eyes.forget()
        self.go(Page.TABLE if self.eyes.available else Page.WORDS)

    def settle(self) -> None:
        """What stands under the finger has changed just now."""
        self.settled_at = self.now()

    def too_soon(self) -> bool:
        """A touch now may be the second half of the one before."""
        return self.now() - self.settled_at < SETTLE_S

    def say(self, sentence: str) -> None:
        """Show a notice for a while, longer for a longer one."""
        self.notice = sentence
        self.notice_until = self.now() + max(4.0, len(sentence) / 12)

    def quiet(self) -> None:
        """The notice was read."""
        self.notice = ""

    def attempt(self, intent: Callable[[], None]) -> bool:
        """Carry out an intent; a refusal becomes the notice. Whether it was accepted."""
        try:
            intent()
        except CompanionError as error:
            self.say(sentence(str(error)))
            return False
        self.quiet()
        self.changed()
        return True

    def read_board(self, heard: Callable[[BoardScan], None], failed: Callable[[str], None]) -> None:
        """Read all 25 words. Where players have confirmed one, only what is seen from now on counts."""
        if self.may_read():
            self.eyes.read(heard, failed, anew=self.session.draft.confirmed)

    def may_read(self) -> bool:
        """Whether the table may be read now; where a key may lie in the camera's view, a notice says why not."""
        if self.session.faces_lit:
            self.say("A key may lie under the camera, so nothing is read until the next mission: type the word instead")
        return not self.session.faces_lit

    def take_words(self, scan: BoardScan) -> bool:
        """The board was read, or more of it; whether the session took it."""
        return self._take(lambda: self.session.take_scan(scan))

    def take_card(self, scan: BoardScan, position: Position) -> bool:
        """One card was read; whether the session took it."""
        return self._take(lambda: self.session.take_card(scan, position))

    def _take(self, reading: Callable[[], None]) -> bool:
        """A picture is no intent: it takes no notice away, and where it is refused no further one follows."""
        try:
            reading()
        except CompanionError as error:
            self.eyes.give_up()
            self.say(sentence(str(error)))
            return False
        return True

    def waited(self) -> str:
        """How long the reading under way takes, once that is worth saying: ``2 s``."""
        reading = self.eyes.reading
        passed = self.now() - reading.since if reading.active else 0.0
        return f"{passed:.0f} s" if passed >= SLOW_S else ""

    def turn_page(self) -> None:
        """Turn texts and controls to the player opposite; the cards keep their places."""
        self.facing = self.facing.other
        self.settle()


def sentence(text: str) -> str:
    """A message as it stands on a page: it begins with a capital."""
    return text[:1].upper() + text[1:]


def positions_as_seen(facing: Seat) -> tuple[Position, ...]:
    """The 25 positions in the order in which they are drawn for ``facing``, row by row from its far left."""
    order = sorted(range(25), key=lambda index: Position(index).seen_from(facing))
    return tuple(Position(index) for index in order)
