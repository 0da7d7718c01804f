"""``companion screens build`` and ``companion screens flash [PORT]``: this program's firmware onto a Pico."""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from companion.device.uf2 import Uf2

USUAL_BOARD = "pico_display2"
MOST_UF2_BYTES = 2 * 16 * 1024 * 1024
"""Half of a UF2 is data, and no Pico has more flash than 16 MB."""


class FlashError(CompanionError):
    """A file that cannot be read or written."""


def add_to(actions: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe both command lines."""
    build = actions.add_parser("build", help="make the UF2 with the firmware, from Debian's source packages")
    build.add_argument("--board", metavar="NAME", default=USUAL_BOARD, help=f"kind of screen (default {USUAL_BOARD})")
    build.add_argument("--output", metavar="FILE", type=Path, help="put a copy there")
    build.set_defaults(run=run_build)
    flash = actions.add_parser(
        "flash", help="put the firmware on a Pico: on one that waits with BOOTSEL held, or on the running one at PORT"
    )
    flash.add_argument("port", metavar="PORT", nargs="?", help="update the MicroPython that runs there")
    flash.add_argument("--board", metavar="NAME", help=f"kind of screen (default {USUAL_BOARD}; with PORT: as it is)")
    flash.add_argument("--uf2", metavar="FILE", type=Path, help="take this file instead of building one")
    flash.add_argument("--drive", metavar="FOLDER", type=Path, help="where the Pico's drive is mounted")
    flash.add_argument("--check", action="store_true", help="only say what the file is and whether it is whole")
    flash.set_defaults(run=run_flash, wrong=flash.error)


def run_build(args: argparse.Namespace) -> int:
    """Make the UF2, or look it up, and say where it is."""
    from companion.device.image import build

    made = build(args.board, _say)
    if args.output:
        try:
            shutil.copyfile(made, args.output)
        except OSError as error:
            raise FlashError(f"{args.output}: cannot be written ({error.strerror})") from error
    print(args.output or made)
    return 0


def run_flash(args: argparse.Namespace) -> int:
    """Onto a waiting Pico without PORT, onto a running one with it."""
    if args.port and (args.uf2 or args.drive or args.check):
        args.wrong("PORT updates a running MicroPython: --uf2, --drive and --check are for a Pico that waits")
    if args.check and not args.uf2:
        args.wrong("--check needs --uf2 FILE")
    return _onto_running(args.port, args.board) if args.port else _onto_waiting(args)


def _onto_waiting(args: argparse.Namespace) -> int:
    from companion.device.bootloader import copy, the_drive
    from companion.device.image import build

    if args.check:
        _read(args.uf2)
        return 0
    drive = the_drive(args.drive)
    data, checked = _read(args.uf2 or build(args.board or USUAL_BOARD, _say))
    bar = _Bar("block")
    try:
        copy(data, checked, drive, lambda done, blocks: bar.show(str(drive), done, blocks))
    finally:
        bar.end()
    if checked.is_ours:
        print("the Pico has taken it and starts; `companion screens list` names the screen")
    else:
        print("the Pico has taken it and starts; next: `companion screens flash PORT` puts the screens' firmware on it")
    return 0


def _onto_running(port: str, board: str | None) -> int:
    from companion.device.update import update

    bar = _Bar("byte")
    try:
        introduction = update(port, board, bar.show)
    finally:
        bar.end()
    width, height = introduction.size_px
    print(
        f"screen {introduction.identity}, {introduction.board}, {width}x{height}: firmware {introduction.firmware} runs"
    )
    return 0


def _read(path: Path) -> tuple[bytes, Uf2]:
    """A file and what it is, printed in one line.

    Raises:
        FlashError, Uf2Error: it cannot be read, or no Pico could start with it.
    """
    from companion.device.uf2 import FAMILIES, Uf2Error, check

    try:
        if path.exists() and not path.is_file():
            raise FlashError(f"{path}: is no file: name the image that was built or downloaded")
        with path.open("rb") as file:
            data = file.read(MOST_UF2_BYTES + 1)
    except OSError as error:
        raise FlashError(f"{path}: cannot be read ({error.strerror})") from error
    if len(data) > MOST_UF2_BYTES:
        raise FlashError(f"{path}: is larger than any image for a Pico: name the UF2 that was built or downloaded")
    try:
        checked = check(data)
    except Uf2Error as error:
        raise Uf2Error(f"{path}: {error}") from error
    print(f"{path.name}: {checked.contents}, for a {FAMILIES[checked.family]}, {checked.blocks} blocks, all there")
    print(f"SHA-256 {hashlib.sha256(data).hexdigest()}", flush=True)
    return data, checked


def _say(words: str) -> None:
    print(words, flush=True)


class _Bar:
    """How far it is: one line that changes on a terminal, one line for each part elsewhere."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._part = ""
        self._open = False

    def show(self, part: str, done: int, total: int) -> None:
        """``part``: what is being written."""
        text = f"{100 * done // max(1, total):3d} %  {part}"
        if sys.stdout.isatty():
            print(f"\r{text}\033[K", end="", flush=True)
            self._open = True
        elif part != self._part or done == total:
            print(f"{text}  ({done} of {total} {self._unit}s)", flush=True)
        self._part = part

    def end(self) -> None:
        """Leave the line."""
        if self._open:
            print()
