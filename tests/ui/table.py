"""A table for the tests of the pages: the real session and store, screens in memory, a key that the test knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.storage import SqliteStore
from companion.table.ports import ClueHelper
from companion.table.session import Session
from companion.ui.presenters.desk import Desk, Reading, Sight, Watching
from tests.stand_ins import TableScreens
from tests.ui.key_eyes import HandKeyEyes

WORDS = (
    "STADIUM", "PUPIL", "DOG", "LOCK", "GENIUS", "SUPERHERO", "CALF", "SPELL", "CHINA", "FILM", "TRACK", "PLATYPUS",
    "AFRICA", "SOLDIER", "HEAD", "HOOD", "ORANGE", "BERMUDA", "TAP", "TRAIN", "ICE CREAM", "ROBOT", "APPLE", "PIT",
    "NEW YORK",
)  # fmt: skip
FACE_A = "GGTTT GGGTT XTGXT GTGXT TGTTT"
FACE_B = "TTGTG XGTGT GGTXT GTGTG TTXTT"


def face(letters: str) -> list[Identity]:
    return [Identity(letter) for letter in letters.replace(" ", "")]


class KeyDealer:
    """Deals the pairs of one key, whatever order it is given them in."""

    def __init__(self, key: KeyCard) -> None:
        self.key = key

    def shuffled(self, items: Sequence) -> list:
        assert sorted(map(str, items)) == sorted(map(str, self.key.pairs))
        return list(self.key.pairs)


class UiTable:
    """A session over a store in a folder. Without ``key`` the faces above lie there."""

    def __init__(self, folder: Path, devices: Sequence[str] = ("left", "right"), key: KeyCard | None = None) -> None:
        self.folder = folder
        self.screens = TableScreens(*devices)
        self.store = SqliteStore(folder)
        self.key = key or KeyCard.from_faces(face(FACE_A), face(FACE_B))
        self.helper: ClueHelper | None = None
        self.open()

    def open(self) -> None:
        """A session over what lies in the store."""
        dealer = KeyDealer(self.key)
        self.session = Session(self.store, self.screens, dealer, lambda: "2026-11-30T20:00:00+00:00", self.helper)

    def settle_words(self, words: Sequence[str] = WORDS) -> None:
        for position, word in zip(ALL_POSITIONS, words, strict=True):
            self.session.set_word(position, word)

    def begin(self, words: Sequence[str] = WORDS, first: Seat | None = Seat.A) -> Session:
        """Both keys on, by the session alone."""
        self.settle_words(words)
        self.session.options = replace(self.session.options, first=first)
        self.session.assign("left", Seat.A)
        self.session.assign("right", Seat.B)
        self.session.show_words()
        for seat in Seat:
            self.session.confirm_view(seat)
        self.session.begin()
        return self.session

    def places(self, giver: Seat, identity: Identity) -> list[Position]:
        """Where the face of ``giver`` has this."""
        return [p for p in ALL_POSITIONS if self.key.identity(giver, p) is identity]


class HandClock:
    """Seconds that pass only when a test says so, so that no touch comes too soon by accident."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class HandEyes:
    """``Eyes`` whose readings go on and end when the test says so."""

    def __init__(self, available: bool = True) -> None:
        self.available = available
        self.sight = Sight()
        self.reading = Reading()
        self.watching = Watching(available)
        self.confirmed: list = []
        self.turned = 0
        self.forgotten = 0
        self.only: Position | None = None
        self.anew: tuple[Position, ...] = ()
        self.cards: dict[Position, object] = {}
        self.keys = HandKeyEyes()

    def count(self, done, failed) -> None:
        self.counted, self.not_counted = done, failed

    def confirm(self, position, lies) -> None:
        self.confirmed.append((position, lies))

    def look(self) -> None:
        self.looked = True

    def read(self, heard, failed, only=None, anew=()) -> None:
        if not self.reading.active:
            self.reading = Reading(active=True, since=100.0)
            self._heard, self._failed, self.only, self.anew = heard, failed, only, tuple(anew)

    def hear(self, scan, trouble: str = "") -> None:
        """One more picture was read."""
        self.reading = replace(self.reading, pictures=self.reading.pictures + 1, trouble=trouble)
        self._heard(scan)

    def finish(self, scan) -> None:
        """The last picture was read."""
        self.reading = replace(self.reading, active=False, pictures=self.reading.pictures + 1)
        self._heard(scan)

    def fail(self, sentence: str) -> None:
        self.reading = replace(self.reading, active=False)
        self._failed(sentence)

    def give_up(self) -> None:
        self.reading = replace(self.reading, active=False)

    def card(self, position):
        return self.cards.get(position)

    def turn(self) -> None:
        self.turned += 1

    def use_reader(self, make, done, failed) -> None:
        self._make, self._made, self._unmade = make, done, failed

    def make_reader(self) -> None:
        """The reader that was asked for is there."""
        self.reader = self._make()
        self._made()

    def refuse_reader(self, sentence: str) -> None:
        """It cannot be had."""
        self._unmade(sentence)

    def forget(self) -> None:
        self.forgotten += 1
        self.cards, self.reading = {}, Reading()


class PlainDesk(Desk):
    """A desk whose time passes between any two intents, unless ``clock`` stands still."""

    def __init__(self, session: Session, eyes: HandEyes | None = None) -> None:
        self.clock = HandClock()
        self.changes: list[int] = []
        super().__init__(session, eyes or HandEyes(), self.clock, lambda: self.changes.append(1))
        self.paint = lambda view, size: None

    def later(self) -> None:
        self.clock.seconds += 1
