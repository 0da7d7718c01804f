"""The two virtual screens of a table with their windows, for people: what ends by accident begins again."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.game.position import Seat
from companion.simulator.screens import VirtualScreen
from companion.simulator.window import close_window, open_window, place_beside

RETRY_S = 3.0
"""What ended sooner after its start than this is left alone for so long: it may not be able to run at all."""


class ScreenWindow(Protocol):
    """A window that shows one screen."""

    def poll(self) -> int | None:
        """None while it is open."""
        ...

    def close(self) -> None:
        """End it and wait for it. Safe to call twice."""
        ...


class ProcessWindow:
    """The window of ``simulator/window.py``, beside the app's own, which is ``app_width_px`` wide."""

    def __init__(self, screen: VirtualScreen, number: int, app_width_px: int) -> None:
        place = place_beside(app_width_px, number)
        self._process: subprocess.Popen[bytes] = open_window(screen.glass_path, list(Seat)[number], place)

    def poll(self) -> int | None:
        """None while it is open."""
        return self._process.poll()

    def close(self) -> None:
        """End it and wait for it."""
        close_window(self._process)


class VirtualPair:
    """Both screens, each in its window. They have no power until ``open``.

    Args:
        folder: Where their glasses lie: a folder that only the user can read.
        open_one: Opens the window of a screen; its number, 0 or 1, is that of the seat on the sticker.
        now: Seconds from a clock that only goes forward.
    """

    def __init__(
        self, folder: Path, open_one: Callable[[VirtualScreen, int], ScreenWindow], now: Callable[[], float]
    ) -> None:
        self._open_one, self._now = open_one, now
        self.screens = [VirtualScreen(f"VIRTUAL-{seat.value}", folder) for seat in Seat]
        self._windows: list[ScreenWindow] = []
        self._tried: list[float] = []

    def open(self) -> list[str]:
        """Plug the screens in and open their windows; the names of the ports come back.

        Raises:
            GlassError: no firmware could be started.
        """
        ports = [screen.plug_in() for screen in self.screens]
        for number, screen in enumerate(self.screens):
            self._windows.append(self._open_one(screen, number))
            self._tried.append(self._now())
        return ports

    def tend(self) -> None:
        """To be called now and then: a firmware that died starts again, a window that was closed opens again."""
        for number, screen in enumerate(self.screens):
            if self._now() - self._tried[number] < RETRY_S:
                continue
            revived = screen.revive()
            closed = self._windows[number].poll() is not None
            if closed:
                self._windows[number].close()
                self._windows[number] = self._open_one(screen, number)
            if revived or closed:
                self._tried[number] = self._now()

    def close(self) -> None:
        """Close the windows and unplug the screens, however far ``open`` came. Safe to call twice."""
        for window in self._windows:
            window.close()
        for screen in self.screens:
            screen.close()
