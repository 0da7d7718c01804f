"""Puts the firmware's files onto a board that runs MicroPython, through ``mpremote``, and reads their hashes back.

``main.py`` goes first and comes last: whatever happens between, the board starts into MicroPython's prompt, where the
same command can be given again.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion import config
from companion.device.events import Greeted
from companion.device.image import boards, device_files, firmware_version
from companion.device.messages import Introduction
from companion.device.prompt import (
    BY_BUTTON,
    FAULTS,
    HELLO_S,
    RETURN_S,
    UpdateError,
    Whereabouts,
    raw_prompt,
    speak,
    transport_error,
)
from companion.device.transport import PortError

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

START_S = 20.0
CHUNK_BYTES = 2048
_LOOK_S = 0.05
NEEDED = "import framebuf, binascii, select, hashlib"
"""What the firmware uses of MicroPython; small or very old ones lack some of it."""

Progress = Callable[[str, int, int], None]
"""Is told the file, and how many of how many bytes of all are written and checked."""


def update(port: str, board: str | None, progress: Progress, patience_s: float = HELLO_S) -> Introduction:
    """Bring the firmware on the board at a port up to this program's.

    Args:
        port: the serial port.
        board: the row of boards that it is, kept on it; None leaves what it says of itself.
        progress: hears of each step.
        patience_s: how long a screen may take to say hello.

    Returns:
        What the board says of itself once it runs the new firmware.

    Raises:
        UpdateError: nothing answers, MicroPython is too old or carries the firmware inside, or the update broke off.
    """
    if board is not None and board not in boards():
        raise UpdateError(f"there is no board {board}: take one of {', '.join(boards())}")
    where = Whereabouts(port)
    with raw_prompt(where, patience_s) as transport:
        _check(transport, port)
        writer = _Writer(transport, port, progress)
        try:
            writer.put_all(_wanted(board))
        except (*FAULTS, transport_error()) as error:
            raise UpdateError(writer.broken(error)) from error
        _start(transport)
    return _running(where)


def _wanted(board: str | None) -> dict[str, bytes]:
    """Path on the board and content, ``main.py`` last."""
    files = {path.as_posix(): (config.firmware_dir() / path).read_bytes() for path in device_files()}
    main = files.pop("main.py")
    if board is not None:
        files["board.txt"] = board.encode() + b"\n"
    return {**files, "main.py": main}


_HASH = """import os, hashlib
def _hash(path, size):
 try:
  if os.stat(path)[6] != size:
   return b""
  with open(path, "rb") as file:
   all = hashlib.sha256()
   while True:
    part = file.read(1024)
    if not part:
     return all.digest()
    all.update(part)
 except OSError:
  return b""
"""
"""What the board computes of a file: nothing where there is none, or one of another size."""


class _Writer:
    """Writes what differs and reads its hash back."""

    def __init__(self, transport: SerialTransport, port: str, progress: Progress) -> None:
        self._transport = transport
        self._port = port
        self._progress = progress
        self._at = ""
        self._begun = False

    def put_all(self, files: dict[str, bytes]) -> None:
        """Bring the board's files to these.

        Raises:
            UpdateError: a file is another when it is read back.
        """
        self._transport.exec(_HASH)
        due = {path: data for path, data in files.items() if not self._is_there(path, data)}
        if not due:
            return
        self._begun, self._at = True, "main.py"
        if self._transport.fs_exists("main.py"):
            self._transport.fs_rmfile("main.py")
        for folder in sorted({Path(path).parent.as_posix() for path in due} - {"."}):
            if not self._transport.fs_exists(folder):
                self._transport.fs_mkdir(folder)
        # Whatever the order in which they differ, the one that starts all others comes last.
        due = {**{path: data for path, data in due.items() if path != "main.py"}, "main.py": files["main.py"]}
        total, done = sum(len(data) for data in due.values()), 0
        for path, data in due.items():
            self._put(path, data, done, total)
            done += len(data)

    def broken(self, error: Exception) -> str:
        """What happened, and the way back."""
        said = str(error).strip().splitlines()
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            why = "its flash is full: delete files that are not the firmware's"
        elif not Path(self._port).exists():
            why = "the cable is gone"
        else:
            why = said[-1] if said else type(error).__name__
        if not self._begun:
            return f"{self._port}: nothing was changed ({why}): plug it in again and start once more"
        return (
            f"{self._port}: the update broke off at {self._at} ({why}). Until it is whole the board starts into "
            f"MicroPython's prompt: plug it in again and start `companion screens flash {self._port}` once more"
        )

    def _put(self, path: str, data: bytes, before: int, total: int) -> None:
        self._at = path
        progress = self._progress
        self._transport.fs_writefile(
            path, data, CHUNK_BYTES, progress_callback=lambda written, _: progress(path, before + written, total)
        )
        if not self._is_there(path, data):
            raise UpdateError(self.broken(UpdateError("it reads back otherwise than it was written")))

    def _is_there(self, path: str, data: bytes) -> bool:
        read_back = self._transport.eval(f"_hash({path!r}, {len(data)})")
        return bool(read_back == hashlib.sha256(data).digest())


_START = """import machine, os
try:
 os.remove("to_prompt.txt")
except OSError:
 pass
machine.reset()
"""
"""A firmware that was too broken to start has not seen that it was asked to leave: it would leave at the next start."""


# --- before and after ------------------------------------------------------------------------------------------------


def _check(transport: SerialTransport, port: str) -> None:
    """MicroPython that the firmware can run on, without a firmware inside.

    Raises:
        UpdateError: it is another.
    """
    program = f"try:\n {NEEDED}\n print('fits')\nexcept ImportError as e:\n print(e)\n"
    inside = "try:\n import built_for\n print('inside')\nexcept ImportError:\n print('free')\n"
    try:
        fits = transport.exec(program).strip()
        free = transport.exec(inside).strip()
    except (*FAULTS, transport_error()) as error:
        raise UpdateError(f"{port}: what answers there is no MicroPython: {BY_BUTTON}") from error
    if fits != b"fits":
        lacks = fits.decode("utf-8", "replace")
        raise UpdateError(f"{port}: its MicroPython is too old or too small ({lacks}): put version 1.25 on it")
    if free != b"free":
        raise UpdateError(
            f"{port}: its firmware is part of the image: hold BOOTSEL while you plug it in, then start "
            "`companion screens flash` without the port"
        )


def _start(transport: SerialTransport) -> None:
    """Start the board anew; it does not answer to that."""
    with contextlib.suppress(*FAULTS, transport_error()):
        transport.exec_raw_no_follow(_START)


def _running(where: Whereabouts) -> Introduction:
    """Wait until the new firmware says hello.

    Raises:
        UpdateError: it does not, or another one does.
    """
    where.wait_gone(2.0)
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        port = where.wait(RETURN_S)
        with contextlib.suppress(PortError):
            event = speak(port, HELLO_S)
            if isinstance(event, Greeted):
                if event.introduction.firmware == firmware_version():
                    return event.introduction
                break
        time.sleep(_LOOK_S)
    raise UpdateError(
        f"{where.port}: all files are on the board, but it does not say hello: unplug it, plug it in again, look at "
        "`companion screens list`; if it stays dark, start once more and name the right board with --board"
    )
