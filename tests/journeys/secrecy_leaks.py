"""Leaks planted on purpose through the constructors and ports of the product: the comparison must find each."""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.table.ports import Link, MissionStore, Screens
from companion.table.views import ScreenView, Show


class Leak:
    """Nothing leaks here; each leak does one thing more. It learns the key of seat A as the store or screens get it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.face = ""

    def store(self, store: MissionStore) -> MissionStore:
        """What the session gets for a store."""
        return store

    def screens(self, screens: Screens) -> Screens:
        """What the session gets for screens."""
        return screens

    def changed(self, app: Any) -> None:
        """After each intent, in the window's process."""


class Passing:
    """Hands every call on."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class _LeakingStore(Passing):
    def __init__(self, inner: MissionStore, begun: Callable[[KeyCard], None]) -> None:
        super().__init__(inner)
        self._begun = begun

    def begin(self, started, setup, screens, kept):
        self._begun(setup.key)
        return self._inner.begin(started, setup, screens, kept)


class _AtTheStart(Leak):
    """Something happens with the key when the mission is stored."""

    def store(self, store):
        return _LeakingStore(store, lambda key: self.leak("".join(i.value for i in key.face(Seat.A))))

    def leak(self, face: str) -> None:
        raise NotImplementedError


class LogLine(_AtTheStart):
    def leak(self, face):
        logging.getLogger("companion.storage").debug("the first card is %s", face)


class InnocentFile(_AtTheStart):
    def leak(self, face):
        (self.folder / "data" / "cache.bin").write_text(face)


class TempFile(_AtTheStart):
    def leak(self, face):
        (Path(tempfile.gettempdir()) / "scratch").write_text(face)


class Print(_AtTheStart):
    def leak(self, face):
        print(face, flush=True)


class Complaint(_AtTheStart):
    def leak(self, face):
        print(face, file=sys.stderr, flush=True)


class Argument(_AtTheStart):
    def leak(self, face):
        from subprocess import DEVNULL, Popen

        self.process = Popen([sys.executable, "-c", "input()", face], stdin=-1, stdout=DEVNULL, stderr=DEVNULL)


class OnePixel(_AtTheStart):
    def leak(self, face):
        self.face = face

    def changed(self, app):
        from kivy.graphics import Color, Rectangle

        if self.face:
            with app.stage.canvas.after:
                Color(0, 0, sum(ord(letter) * number for number, letter in enumerate(self.face)) % 251 / 255, 1)
                Rectangle(pos=(0, 0), size=(1, 1))


class Title(_AtTheStart):
    def leak(self, face):
        self.face = face

    def changed(self, app):
        app.title = f"Companion {self.face}"


class _Forging(Passing):
    """Sees the views pass by; when the faces go on for the ``time``-th time, B gets a row of A's face first."""

    def __init__(self, inner: Screens, time: int, flash: bool) -> None:
        super().__init__(inner)
        self._time, self._flash = time, flash
        self._of_a: ScreenView | None = None
        self._lit = False

    def show(self, view):
        if view.seat is Seat.A:
            self._of_a = view
        elif view.show is not Show.FACE:
            self._lit = False
        elif not self._lit:
            self._lit, self._time = True, self._time - 1
            if self._time == 0:
                self._inner.show(self.mixed(view))
                if not self._flash:
                    return
                self._until_shown()
        self._inner.show(view)

    def blank(self):
        self._lit = False
        self._inner.blank()

    def mixed(self, view: ScreenView) -> ScreenView:
        """What B may see, and a row that only A may see."""
        assert self._of_a is not None
        return replace(view, cells=(*reversed(self._of_a.cells[20:]), *view.cells[5:]))

    def _until_shown(self) -> None:
        """A flash is over before anybody looks."""
        while any(info.link is not Link.SHOWING for info in self._inner.devices()):
            self._inner.tick()
            self._inner.wait(0.01)


class OtherFace(Leak):
    """A row of A's face on B's screen, from the first time on until the next move."""

    def screens(self, screens):
        return _Forging(screens, time=1, flash=False)


class Flash(Leak):
    """The same for a moment, when hidden keys are shown again: when all is still nothing of it is on the glass."""

    def screens(self, screens):
        return _Forging(screens, time=2, flash=True)


LEAKS: dict[str, type[Leak]] = {
    leak.__name__: leak
    for leak in (LogLine, InnocentFile, TempFile, Print, Complaint, Argument, OnePixel, Title, OtherFace, Flash)
}
