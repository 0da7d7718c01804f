"""A real window that the tests drive: no sleeps, no App.run(); frames are turned by hand until something holds."""

from __future__ import annotations

import functools
import os
import time
from pathlib import Path

from tests.ui.folders import passing_folder

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")  # a real GL window that needs no X server
os.environ.update(SDL_AUDIODRIVER="dummy", KIVY_DPI="96", KIVY_NO_ARGS="1")
os.environ["KIVY_HOME"] = str(passing_folder("companion-kivy-"))

import numpy as np
import pytest
from PIL import Image

from companion.device.render import draw
from companion.ui.prepare import WindowWish, prepare
from tests.ui.table import HandClock, UiTable

# The surface of an offscreen window never grows: it is made as large as any test wants it.
prepare(WindowWish(1920, 1920, frames_per_second=0))

PATIENCE_S = 120.0
"""Nothing takes that long: it ends a test where others use the machine too."""


def _paint(view, size_px):
    """As the app paints a face on the page: with the renderer of the screens."""
    return np.asarray(draw(view, size_px).image())


class Pilot:
    """A user at the window: looks at pixels, touches widgets, waits for what the app shows."""

    def __init__(self) -> None:
        from kivy.base import EventLoop
        from kivy.config import Config

        Config.set("graphics", "min_state_time", "0")  # a button is up as soon as it is let go
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        EventLoop.ensure_window()
        EventLoop.start()
        self.loop, self.window, self.metrics = EventLoop, Window, Metrics
        self.clock = HandClock()
        self.app = None
        self.draws = True
        """Whether frames are drawn; where no pixel is looked at, only what leads to them is done."""

    def start(
        self, table: UiTable, size: tuple[int, int] = (800, 480), density: float | None = None, seeing=None, box=None
    ):
        """Open the app over a table; the page is drawn when it returns."""
        from companion.ui.kivy_app import CompanionApp

        self.end()
        self.window.show()
        self.window.size = size
        self.pump(2)
        self.app = CompanionApp(table.session, seeing, now=self.clock, density=density, box=box, paint=_paint)
        self.window.add_widget(self.app.build())
        self.app.on_start()
        self.resize(*size)
        return self.app

    def end(self) -> None:
        """Close the app as the window's close button does."""
        if self.app is not None:
            self.app.on_stop()
            self.window.remove_widget(self.app.stage)
            self.window.rotation = 0
            self.window.update_viewport()
            self.app = None

    def abandon(self) -> None:
        """Take the app off the window without a word: nothing of it is told that it ends."""
        from kivy.clock import Clock

        Clock.unschedule(self.app.tick)
        self.app.give_back_signals()
        self.window.remove_widget(self.app.stage)
        self.app = None

    def pump(self, frames: int = 2) -> None:
        """Let some frames pass."""
        for _ in range(frames):
            self._pass_frame()

    def until(self, holds, timeout: float = PATIENCE_S) -> None:
        """Let frames pass until ``holds()``."""
        end = time.monotonic() + timeout
        while not holds():
            if time.monotonic() > end:
                raise AssertionError("the app did not get there in time")
            self._pass_frame()

    def _pass_frame(self) -> None:
        if self.draws:
            self.loop.idle()
        else:
            self.loop.dispatch_input()
            self.lay_out(1)

    def tap(self, widget) -> None:
        """Touch the middle of a widget, wherever the page is turned to; a moment passes."""
        self._touch(*self._middle(widget))
        self.clock.seconds += 1
        self.pump()

    def tap_twice(self, widget) -> None:
        """The same touch delivered twice at once, as some machines do."""
        place = self._middle(widget)
        self._touch(*place)
        self.pump(1)
        self._touch(*place)
        self.pump()
        self.clock.seconds += 1

    def _middle(self, widget) -> tuple[float, float]:
        assert widget.get_parent_window() is not None, f"{widget} is not in the window"
        x, y = widget.to_window(*widget.center)
        if self.window.rotation == 180:
            x, y = self.window.width - 1 - x, self.window.height - 1 - y
        return x, y

    def _touch(self, x: float, y: float) -> None:
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()

    def resize(self, width: int, height: int) -> None:
        """Another window size."""
        self.window.size = (width, height)
        self.until(lambda: tuple(self.app.stage.size) == (width, height))
        self.pump(3)

    def reshape(self, size: tuple[int, int], density: float | None) -> None:
        """Another window size and density, the same page in the same state: laid out, not drawn."""
        self.app.density = density
        self.window.size = size
        self.lay_out(2)
        self.app.fit_density()
        self.lay_out(4)
        assert tuple(self.app.stage.size) == size

    @staticmethod
    def lay_out(rounds: int) -> None:
        """What a frame does, but for drawing."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(rounds):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def pixels(self) -> np.ndarray:
        """What the window shows: uint8, (height, width, 3), red, green, blue, from the top."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glFinish, glReadPixels

        self.pump(2)
        self.window.dispatch("on_draw")
        glFinish()
        width, height = self.window.system_size
        raw = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
        return np.frombuffer(raw, np.uint8).reshape(height, width, 3)[::-1].copy()

    def screenshot(self, path: Path) -> None:
        """Write what the window shows to a PNG file."""
        Image.fromarray(self.pixels()).save(path)


@functools.cache
def the_pilot() -> Pilot:
    """One window for all tests of a run."""
    return Pilot()


@pytest.fixture(scope="session")
def window_pilot():
    return the_pilot()


@pytest.fixture
def pilot(window_pilot):
    yield window_pilot
    window_pilot.end()


@pytest.fixture
def blind_pilot(pilot):
    """For tests that look at no pixel, or only through ``pixels``, which draws them."""
    pilot.draws = False
    yield pilot
    pilot.draws = True
