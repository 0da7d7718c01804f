"""Settings of Kivy that have to be made before its first import."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import dataclass

from companion.config import data_dir
from companion.errors import CompanionError

_SHOWN_BY = "x11,wayland,kmsdrm,rpi"
"""The ways of SDL to a window that somebody can see. Left to itself it also takes one that draws into nothing."""


class NoWindow(CompanionError):
    """There is no screen to open a window on."""


@dataclass(frozen=True, slots=True)
class WindowWish:
    """How the window opens.

    ``density``: panel pixels per logical one, None to follow the size. ``frames_per_second``: at most so many, 0 for no
    limit. ``place_px``: left and top on the desktop, None to leave it to the desktop.
    """

    width_px: int = 1280
    height_px: int = 720
    fullscreen: bool = False
    density: float | None = None
    frames_per_second: int = 30
    place_px: tuple[int, int] | None = None


def prepare(wish: WindowWish | None = None) -> None:
    """Configure Kivy. To be called once, before anything imports ``companion.ui.kivy_app``.

    Raises:
        RuntimeError: the window module was imported already, so that nothing here would count.
    """
    if "kivy.core.window" in sys.modules:
        raise RuntimeError("Kivy's window was imported before it was configured")
    wish = wish or WindowWish()
    _environment(wish)
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_enable", "0")
    Config.set("kivy", "desktop", "0")
    # A module of Kivy's could write pictures of the window.
    for name in list(Config.options("modules")):
        Config.remove_option("modules", name)
    # One source of touches: with the defaults each touch arrives twice on a Pi (docs/adr/0401-one-touch-provider.md).
    for name in list(Config.options("input")):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "width", str(wish.width_px))
    Config.set("graphics", "height", str(wish.height_px))
    Config.set("graphics", "fullscreen", "auto" if wish.fullscreen else "0")
    if wish.place_px is not None:
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", str(wish.place_px[0]))
        Config.set("graphics", "top", str(wish.place_px[1]))
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", str(wish.frames_per_second))
    Config.set("graphics", "minimum_width", "480")
    Config.set("graphics", "minimum_height", "480")


def require_window() -> None:
    """Open the window that was prepared; without this it opens on the first import that needs it.

    Raises:
        NoWindow: there is no screen.
    """
    from kivy.core.window import Window

    if Window is None:
        raise NoWindow(
            "no window can be opened here: start it at the computer's own screen, on its desktop or its console; "
            "without a screen there is `companion demo --auto --headless`"
        )


def _environment(wish: WindowWish) -> None:
    if "KIVY_HOME" not in os.environ:
        home = data_dir() / "kivy"
        home.mkdir(mode=0o700, exist_ok=True)
        os.environ["KIVY_HOME"] = str(home)
    settings = {
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_NO_ENV_CONFIG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_WINDOW": "sdl2",
    }
    if sys.platform == "linux":
        settings["SDL_VIDEODRIVER"] = _SHOWN_BY
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    if wish.density is not None:
        os.environ["KIVY_METRICS_DENSITY"] = str(wish.density)
    quiet = logging.getLogger("kivy")
    quiet.addHandler(logging.NullHandler())
    quiet.propagate = False
