"""A window that shows the glass of one virtual screen: ``python -m companion.simulator.window --seat A GLASS_FILE``.

A process of its own, so that a face is never inside the shared window. It ends when its standard input closes, which
the program that started it holds open.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.game.position import Seat
from companion.private_memory import keep_memory_private

SCALE = 1.5
GLASS_PX = (320, 240)
BEZEL_PX = 26
STICKER_PX = 34
MARGIN_PX = 24
TITLE_PX = 36
"""What the desktop puts above a window."""
APP_PLACE_PX = (MARGIN_PX, MARGIN_PX + TITLE_PX)
"""Left and top of the app's own window where the windows of virtual screens stand beside it."""


def open_window(glass: Path, seat: Seat, place_px: tuple[int, int] | None = None) -> subprocess.Popen[bytes]:
    """Start the window of a screen; closing the standard input of the process ends it.

    Args:
        glass: The glass file.
        seat: What the sticker on the device says.
        place_px: Left and top on the desktop; None leaves it to the desktop.
    """
    command = [sys.executable, "-m", "companion.simulator.window", "--seat", seat.value, str(glass)]
    if place_px:
        command += ["--at", str(place_px[0]), str(place_px[1])]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def close_window(window: subprocess.Popen[bytes], timeout_s: float = 5.0) -> None:
    """End a window and wait for it."""
    if window.stdin:
        window.stdin.close()
    try:
        window.wait(timeout_s)
    except subprocess.TimeoutExpired:
        window.kill()
        window.wait()


def window_size_px() -> tuple[int, int]:
    """The size of the device on the desktop."""
    return round(SCALE * GLASS_PX[0]) + 2 * BEZEL_PX, round(SCALE * GLASS_PX[1]) + 2 * BEZEL_PX + STICKER_PX


def place_beside(app_width_px: int, number: int) -> tuple[int, int]:
    """Left and top of the window of screen ``number`` (0 or 1) at the right of the app's own, one above the other."""
    height = window_size_px()[1] + TITLE_PX + MARGIN_PX
    return APP_PLACE_PX[0] + app_width_px + MARGIN_PX, APP_PLACE_PX[1] + number * height


def main(argv: Sequence[str] | None = None) -> int:
    """Show one glass until the starter is gone or the window is closed."""
    parser = argparse.ArgumentParser(prog="companion.simulator.window")
    parser.add_argument("glass", type=Path)
    parser.add_argument("--seat", type=Seat, choices=list(Seat), default=Seat.A)
    parser.add_argument("--at", type=int, nargs=2)
    args = parser.parse_args(argv)
    keep_memory_private()
    _prepare_kivy(args.glass.with_suffix(".kivy"), args.at)
    from companion.simulator.window_app import GlassApp

    GlassApp(args.glass, args.seat).run()
    return 0


def _prepare_kivy(home: Path, place: Sequence[int] | None) -> None:
    # All of it before Kivy opens its window on import: it reads its settings once. A home of its own, so that neither
    # the user's settings nor another window's touch this one.
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1", KIVY_WINDOW="sdl2")
    os.environ["KIVY_HOME"] = str(home)
    from kivy.config import Config

    width, height = window_size_px()
    settings: dict[str, object] = {"width": width, "height": height, "resizable": 0, "fullscreen": 0, "multisamples": 0}
    if place:
        settings |= {"position": "custom", "left": place[0], "top": place[1]}
    for name, value in settings.items():
        Config.set("graphics", name, str(value))
    Config.set("kivy", "exit_on_escape", "0")


if __name__ == "__main__":
    sys.exit(main())
