"""What the session and the app ask of the world: cameras, readers, screens, the store. Adapters stand behind these."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from companion.game.campaign import City
from companion.game.classic import Card, ClassicMove, ClassicSetup
from companion.game.duet import DuetSetup
from companion.game.keycard import Identity
from companion.game.moves import Move, Undo
from companion.game.position import Position, Seat
from companion.table.observation import Lies, Observation
from companion.table.scan import BoardScan, Point
from companion.table.views import ScreenView
from companion.table.voting import Votes

Picture = Any
"""A picture in memory: numpy array, uint8, shape (height, width, 3), order blue, green, red. Kept opaque here."""


class CameraFeed(Protocol):
    """A source of pictures of the table. Used by one worker thread at a time."""

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CompanionError: no picture can be had (unplugged, busy, black, silent); says what to do.
        """
        ...

    def still(self) -> Picture:
        """A picture as large as the source can give; may take a second. Of the same view, if not of the same size.

        Raises:
            CompanionError: as ``frame``.
        """
        ...

    def leave(self) -> None:
        """The program ends: a picture that is waited for in another thread is not waited for any longer."""
        ...

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        ...


OnWords = Callable[[BoardScan], None]
"""Is given a scan of a board while it is still being read: what is called sure in it stays."""


class BoardReader(Protocol):
    """Reads the 25 words of a picture."""

    def read(self, picture: Picture, on_progress: OnWords | None = None) -> BoardScan:
        """Find and read the board; ``on_progress`` hears of the first words while others need another look.

        Raises:
            CompanionError: no whole board is in the picture; says what was found and what to do.
        """
        ...

    def read_again(self, picture: Picture, scan: BoardScan, positions: Collection[Position] | None = None) -> BoardScan:
        """Read some cards anew where ``scan``, in pixels of this picture, says that they lie.

        Raises:
            CompanionError: the engine broke down.
        """
        ...


class TableReader(Protocol):
    """Reads one table in picture after picture. One thread at a time."""

    def take(self, picture: Picture, votes: Votes, on_words: OnWords, *, whole: bool = False) -> Votes:
        """Let one more picture vote.

        Args:
            picture: the picture.
            votes: what the pictures before it say.
            on_words: hears of the words as they become known within this picture.
            whole: read all 25 cards; else only those that are still open, where the camera has not been moved.

        Raises:
            CompanionError: no whole board is in the picture, or the engine broke down.
        """
        ...


class KeyReader(Protocol):
    """Reads a printed key card that lies in the camera's view. Any thread."""

    def duet_face(self, picture: Picture, quarters: int) -> tuple[Identity, ...]:
        """The 25 squares of one face as its own player sees them.

        Args:
            picture: as the camera gives it.
            quarters: quarter turns clockwise that bring up what is far from that player.

        Raises:
            CompanionError: no face can be told; says what to do, and nothing of the face but counts.
        """
        ...

    def base_key(self, picture: Picture, quarters: int) -> tuple[Card, ...]:
        """The 25 squares of a base game's key as the spymasters see them; for the arguments see ``duet_face``."""
        ...


class TableWatcher(Protocol):
    """Watches one table in play, picture after picture. One thread at a time."""

    def see(self, picture: Picture, at_s: float, /) -> Observation:
        """What lies there, as far as it lay still.

        Args:
            picture: of the size of the first one.
            at_s: when it was taken, in seconds of a clock that only goes forward.
        """
        ...

    def confirm(self, position: Position, lies: Lies, /) -> None:
        """The players agreed that this lies on a card now."""
        ...


WatchMaker = Callable[[Picture, BoardScan], TableWatcher]
"""Begins to watch the table in a picture; the scan is in pixels of that picture, and in the frame of the mission."""

Outline = tuple[Point, ...]
"""Four corners in a picture, clockwise from the upright card's top left."""


class BoardEye(Protocol):
    """What the pages ask of a picture besides its words; quick enough for a live picture. Any thread."""

    def find(self, picture: Picture) -> tuple[Outline, ...]:
        """The 25 cards, unread (which corner is the upright top left is not known yet).

        Raises:
            CompanionError: no whole board; one sentence says what is missing and what to do.
        """
        ...

    def card(self, picture: Picture, outline: Outline) -> Picture:
        """One card cut out, rectified and upright."""
        ...

    def cards_only(self, picture: Picture, outlines: Sequence[Outline]) -> Picture:
        """The picture with everything black that lies outside the cards."""
        ...


class Link(Enum):
    """The honest state of one screen."""

    ABSENT = "absent"
    CONNECTING = "connecting"
    SHOWING = "showing"
    """The newest picture was acknowledged."""
    SENT = "sent"
    """All of the newest picture was taken by a screen that cannot confirm what it shows."""
    PENDING = "pending"
    """Connected, the newest picture not yet acknowledged, or not all of it taken."""
    REFUSED = "refused"
    """It answers but cannot be used (see ``note``)."""


@dataclass(frozen=True, slots=True)
class ScreenInfo:
    """One screen as it is now.

    ``device``: unique id, what a face is bound to. ``port``: where it is plugged in at present ("" while absent).
    ``size_px``: width, height. ``note``: one sentence for people when something needs saying. ``keeps``: it cannot
    confirm what it shows, and keeps its picture when nobody speaks to it any more. What its player has set with its
    buttons: ``turned`` by 180 degrees; ``covered``: the picture is confirmed and not on the glass just now (hidden, or
    the button not held that shows it); ``light``: the player's share of the brightness, 0 to 255.
    ``inches_tenths``: the diagonal of its glass in tenths of an inch, 0 where it does not say.
    """

    device: str
    port: str
    link: Link
    size_px: tuple[int, int]
    firmware: str = ""
    seat: Seat | None = None
    note: str = ""
    keeps: bool = False
    turned: bool = False
    covered: bool = False
    light: int = 255
    inches_tenths: int = 0


class Screens(Protocol):
    """The screens on the table. Never blocks the caller: orders are taken at once and carried out elsewhere."""

    def devices(self) -> Sequence[ScreenInfo]:
        """All screens known now, in a stable order."""
        ...

    def assign(self, device: str, seat: Seat | None) -> None:
        """Bind a device to a seat, or to none. The device is blanked first; a face never changes hands."""
        ...

    def show(self, view: ScreenView) -> None:
        """Set what the screen of ``view.seat`` shows; newest wins. Sent again by itself after a reconnection."""
        ...

    def peek(self, on: bool) -> None:
        """Whether a face is seen only while its player holds the screen's button; one without buttons shows it."""
        ...

    def words(self, seat: Seat, on: bool | None) -> None:
        """Whether words stand on the face or key of a seat; None: as the size of its screen suggests."""
        ...

    def light(self, level: int) -> None:
        """How bright all screens are while they show something, 0 to 255; a player's own share is taken from that."""
        ...

    def blank(self) -> None:
        """Blank every screen at once and forget their pictures."""
        ...

    def tick(self) -> None:
        """Called by the app's own thread at least each second; without it for 30 s (it hangs) the screens blank."""
        ...

    def close(self) -> None:
        """Blank and let go. Safe to call twice."""
        ...


AnySetup = DuetSetup | ClassicSetup
AnyMove = Move | ClassicMove | Undo


@dataclass(frozen=True, slots=True)
class StoredMission:
    """A mission as it lies in the store, of either mode.

    ``started``: ISO 8601, UTC. ``screens``: the devices at seat A and B whose players have confirmed them, "" for none.
    ``setup`` is as at the start; ``moves`` hold the moves taken back and their ``Undo`` too. ``outcome`` (the text of
    the transcript format) and ``score`` (total) are None while it runs or where there is none. ``kept``: the headers
    that no rule looks at, by their names in a transcript (``names A``, ``city``, ``x-…``).
    """

    id: int
    started: str
    setup: AnySetup
    moves: tuple[AnyMove, ...]
    screens: tuple[str, str] = ("", "")
    outcome: str | None = None
    score: int | None = None
    kept: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MissionSummary:
    """A line of the list of missions; holds nothing of a key. ``mode``: ``duet`` or ``classic``."""

    id: int
    started: str
    words: tuple[str, ...]
    moves: int
    outcome: str | None
    score: int | None
    mode: str = "duet"
    turns: int = 9
    mistakes: int = 9
    kept: Mapping[str, str] = field(default_factory=dict)


class MissionStore(Protocol):
    """Where missions are kept. Every method that changes something has it on the disk when it returns."""

    def begin(self, started: str, setup: AnySetup, screens: tuple[str, str], kept: Mapping[str, str]) -> int:
        """Store a new mission; its id comes back.

        Raises:
            CompanionError: the store cannot be written; nothing was begun.
        """
        ...

    def append(
        self, mission: int, moves: Sequence[AnyMove], outcome: str | None = None, score: int | None = None
    ) -> None:
        """Add accepted moves together with the outcome and the score after them, all or nothing.

        Raises:
            CompanionError: they could not be written; none is stored.
        """
        ...

    def cities(self) -> Sequence[City]:
        """The cities of the mission map that users added, changed or marked, in the order of their names."""
        ...

    def keep_city(self, city: City) -> None:
        """Add a city, or change the one of this name."""
        ...

    def drop_city(self, name: str) -> None:
        """Forget what users added or changed about a city.

        Raises:
            CompanionError: nothing is kept under that name.
        """
        ...

    def bind(self, mission: int, screens: tuple[str, str]) -> None:
        """Remember which devices show seat A and seat B."""
        ...

    def load(self, mission: int) -> StoredMission:
        """A whole mission.

        Raises:
            CompanionError: there is none with that id, or it is damaged.
        """
        ...

    def missions(self) -> Sequence[MissionSummary]:
        """All missions, the newest first."""
        ...

    def remember(self, name: str, value: str) -> None:
        """Keep a setting."""
        ...

    def recall(self, name: str) -> str | None:
        """A setting, None if it was never kept."""
        ...


@dataclass(frozen=True, slots=True)
class ClueFlag:
    """Something to be said about a clue before it counts: a reminder, never a verdict.

    ``word`` is the visible word it is about; ``reason`` one sentence for the players.
    """

    word: str
    reason: str


class ClueHelper(Protocol):
    """Knows word forms and compounds of some languages. Judges nothing: the players decide (rules A4, B5)."""

    def prepare(self) -> None:
        """The players want the helper: get ready. Returns at once."""
        ...

    def flags(self, clue: str, visible: Sequence[str]) -> Sequence[ClueFlag]:
        """What is to be said about a clue; nothing for a language it does not know.

        Args:
            clue: the clue word, in any case.
            visible: the words that are not covered.
        """
        ...
