"""``companion``: the table app. Also under the name ``companion table``."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from companion.ui.prepare import WindowWish


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "table",
        help="the table app (what `companion` alone starts)",
        description="The table app. Without a camera and without screens it starts on a virtual table.",
    )
    parser.add_argument(
        "--camera",
        metavar="WHAT",
        help="file:PICTURE, folder:FOLDER, usb:0, picamera2, virtual or none; without it the app looks for one",
    )
    parser.add_argument(
        "--screen", metavar="PORT", action="append", default=[], help="a serial port with a screen (repeatable)"
    )
    parser.add_argument(
        "--language",
        metavar="CODE",
        help="of the cards: eng, deu, fra …; without it the one that was chosen last in the app (at first eng)",
    )
    parser.add_argument(
        "--words", metavar="FILE", action="append", default=[], type=Path, help="a word list to prefer (repeatable)"
    )
    add_window_options(parser)
    parser.set_defaults(run=run)


def add_window_options(parser: argparse.ArgumentParser) -> None:
    """How the window opens; the same on a real and on a virtual table."""
    parser.add_argument("--full-screen", action="store_true", help="fill the panel")
    parser.add_argument(
        "--size", metavar="WxH", type=_size, default=(1280, 720), help="of the window (default 1280x720)"
    )
    parser.add_argument(
        "--density",
        metavar="D",
        type=_density,
        help="how large things are drawn, 0.5 to 4; without it, to suit the size of the window",
    )


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"give the size as 800x480, not {text!r}")
    return int(found[1]), int(found[2])


def _density(text: str) -> float:
    try:
        density = float(text)
    except ValueError:
        density = 0.0
    if not 0.5 <= density <= 4:
        raise argparse.ArgumentTypeError(f"a number from 0.5 to 4, not {text!r}")
    return density


def window_wish(args: argparse.Namespace) -> WindowWish:
    """The window that the options describe.

    Raises:
        CompanionError: a library of the app is not installed.
    """
    try:
        from companion.ui.prepare import WindowWish
    except ImportError as error:
        raise CompanionError(
            f"a library of the app cannot be loaded ({error}): start it with ./run, which installs what is missing"
        ) from error
    width, height = args.size
    return WindowWish(width, height, args.full_screen, args.density)


def run(args: argparse.Namespace) -> int:
    """Open the app."""
    window = window_wish(args)
    from companion.app import Wish, run_app

    return run_app(
        Wish(
            camera=args.camera,
            screens=tuple(args.screen),
            language=args.language,
            word_lists=tuple(args.words),
            window=window,
        )
    )
