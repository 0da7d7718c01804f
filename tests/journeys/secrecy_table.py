"""A table for the secrecy tests: two virtual screens on cables that remember, the app over real parts."""

from __future__ import annotations

import contextlib
from pathlib import Path

from companion.device.client import ServiceScreens
from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.simulator.glass import GlassError
from companion.simulator.screens import VirtualScreen
from companion.storage import SqliteStore
from companion.table.ports import Link, MissionStore, Screens
from companion.table.session import Session
from companion.ui.camera import Seeing
from tests.journeys.secrecy_leaks import LEAKS
from tests.journeys.secrecy_window import AppWindow
from tests.journeys.secrecy_wire import Cable, WireLog
from tests.ui.seeing import LabelEye, LabelReader, PictureFeed

PICTURE = "easy.jpg"
STARTED = "2026-11-30T20:00:00+00:00"
BESIDE_PX = {Seat.A: (8, 8), Seat.B: (8, 472)}
"""Where the small screens lie in the camera's view, left and top; the cards lie elsewhere."""


class TableFeed(PictureFeed):
    """The camera sees the cards, and beside them both small screens as they are at this moment."""

    def __init__(self, screens: dict[Seat, VirtualScreen]) -> None:
        super().__init__(PICTURE)
        self._screens = screens

    def frame(self):
        picture = super().frame()
        for seat, screen in self._screens.items():
            left, top = BESIDE_PX[seat]
            with contextlib.suppress(GlassError):
                picture[top : top + 240, left : left + 280] = screen.look().picture[:, :280]
        return picture


class Dealer:
    """Deals one key after the other."""

    def __init__(self, keys: list[KeyCard]) -> None:
        self.keys = keys

    def shuffled(self, items):
        return list(self.keys.pop(0).pairs)


class Table:
    """Two virtual screens on cables that remember, the app over real parts."""

    def __init__(self, folder: Path, keys: list[KeyCard], leaks: list[str]) -> None:
        self.folder, self.keys = folder, list(keys)
        self.virtual = {seat: VirtualScreen(f"VIRTUAL-{seat.value}", folder / "glass") for seat in Seat}
        self.cables: dict[Seat, Cable] = {}
        for seat, screen in self.virtual.items():
            screen.plug_in()
            screen.wait_lit(60)
            self.cables[seat] = Cable(screen.port, folder / "ports" / f"screen-{seat.value}")
        self.wires = {seat: WireLog() for seat in Seat}
        self.store = SqliteStore(folder / "data", alone=True)
        self.service = ServiceScreens([self.cables[Seat.A].port], only_named=True)
        self.feed = TableFeed(self.virtual)
        store: MissionStore = self.store
        screens: Screens = self.service
        planted = [LEAKS[name](folder) for name in leaks]
        for leak in planted:
            store, screens = leak.store(store), leak.screens(screens)
        self.session = Session(store, screens, Dealer(self.keys), lambda: STARTED)

        seeing = Seeing(self.feed, LabelReader(PICTURE), LabelEye(PICTURE))
        self.window = AppWindow(self.session, seeing, lambda app: [leak.changed(app) for leak in planted])
        self.find_both()

    def find_both(self) -> None:
        """One after the other, so that they come in the same order each time."""
        self.until_shown(1)
        self.service.add_port(self.cables[Seat.B].port)
        self.until_shown(2)

    def until_shown(self, number: int = 2) -> None:
        """Every screen has confirmed what it was told last."""
        self.window.until(lambda: [info.link for info in self.service.devices()] == [Link.SHOWING] * number)

    def close(self) -> None:
        """The way the app goes when its window is closed."""
        self.window.close()
        self.store.close()
