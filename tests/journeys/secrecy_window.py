"""The shared window of the app in a process of its own: frames turned by hand, pixels read back."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from operator import attrgetter
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.update(SDL_AUDIODRIVER="dummy", KIVY_DPI="96", KIVY_METRICS_DENSITY="1")

from companion.table.session import Session
from companion.ui.camera import Seeing
from companion.ui.prepare import WindowWish, prepare
from companion.ui.presenters.desk import Page

SIZE = (800, 480)
# The frames are turned by hand, but not so fast that the screens' processes starve.
prepare(WindowWish(*SIZE, frames_per_second=200))

PATIENCE_S = 60.0


class HandClock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class AppWindow:
    """The running app. ``act`` is a touch that the page has understood."""

    def __init__(self, session: Session, seeing: Seeing, on_change: Callable[[Any], None]) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window

        # It makes Kivy's window when it is imported, so not before Kivy was prepared.
        from companion.ui.kivy_app import CompanionApp

        EventLoop.ensure_window()
        EventLoop.start()
        self._loop, self._window = EventLoop, Window
        self.clock = HandClock()
        self.app = CompanionApp(session, seeing, on_change=lambda: on_change(self.app), now=self.clock)
        Window.size = SIZE
        Window.add_widget(self.app.build())
        self.app.on_start()
        self.until(lambda: tuple(self.app.stage.size) == SIZE)

    @property
    def page(self) -> Page:
        return self.app.desk.page

    def act(self, intent: str, *values: Any) -> None:
        """An intent of the page that is up, or ``part.intent`` of a part of it; a moment passes before it."""
        self.clock.seconds += 1
        page = self.app.page
        page.act(attrgetter(intent)(page.presenter), *values)

    def until(self, holds: Callable[[], bool]) -> None:
        """Let frames pass until ``holds()``, and hand seconds too."""
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"the app did not get there in time, it is at {self.page}")
            self._loop.idle()
            self.clock.seconds += 0.02

    def pixels(self, seconds: float) -> bytes:
        """What the window shows at this hand second: rows from the bottom, red, green, blue, alpha."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glFinish, glReadPixels

        self.clock.seconds = seconds
        self.app.refresh()
        self.app.page.tick()
        for _ in range(2):
            self._loop.idle()
        self._window.dispatch("on_draw")
        glFinish()
        return bytes(glReadPixels(0, 0, *self._window.system_size, GL_RGBA, GL_UNSIGNED_BYTE))

    def title(self) -> str:
        """What a window manager shows."""
        return f"{self._window.title}, {self.app.get_application_name()}"

    def close(self) -> None:
        """As the window's close button does."""
        self.app.on_stop()
