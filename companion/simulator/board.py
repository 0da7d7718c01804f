"""A whole board on a pseudo-terminal: MicroPython's prompt, a flash that files are put on, and the firmware in it.

The real interpreter runs ``firmware/prompt.py`` in a folder that is the board's flash. As a real one does, the board
drops its port when it starts anew and comes back a moment later.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
import tty
from pathlib import Path
from types import TracebackType

from companion import config
from companion.errors import CompanionError

AWAY_S = 0.05
_HARDWARE = ("glass.py", "boards/virtual.py")
"""What stands in for the panel and the pins; it is there before any firmware is."""


class BoardError(CompanionError):
    """A whole board cannot be played here."""


class PlayedBoard:
    """One board, plugged in between ``__enter__`` and ``unplug``.

    Args:
        folder: where its flash, its port and its glass lie; only the user may read it.
        device: the unique id that its firmware reports.

    Attributes:
        port: what the host opens; it is not there while the board starts.
        flash: the folder with the board's files.
        starts: how often it has started.
    """

    def __init__(self, folder: Path, device: str = "PLAYED") -> None:
        command = config.firmware_command()
        if Path(command[0]).name != "micropython":
            raise BoardError("a whole board needs MicroPython: install the extra firmware, or Debian's micropython")
        self._command = [*command[:-1], str(config.firmware_dir() / "prompt.py")]
        self._device = device
        self._glass = folder / "played.glass"
        self.port = str(folder / "played-port")
        self.flash = folder / "flash"
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._line: tuple[int, int] | None = None
        self._unplugged = threading.Event()
        self._lock = threading.Lock()
        for name in _HARDWARE:
            (self.flash / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(config.firmware_dir() / name, self.flash / name)
        self._thread = threading.Thread(target=self._power, daemon=True)

    def __enter__(self) -> PlayedBoard:
        self._start()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.unplug()

    def unplug(self) -> None:
        """Pull the cable, whatever is going on; the files on its flash stay. Safe to call twice."""
        self._unplugged.set()
        with self._lock:
            if self._process:
                self._process.kill()
            self._cut()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _power(self) -> None:
        while not self._unplugged.is_set():
            assert self._process is not None
            self._process.wait()
            with self._lock:
                self._cut()
            if self._unplugged.wait(AWAY_S):
                return
            with self._lock:
                if not self._unplugged.is_set():
                    self._start()

    def _start(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        self._process = subprocess.Popen(
            self._command, stdin=master, stdout=master, stderr=subprocess.DEVNULL, cwd=self.flash,
            env={
                **os.environ, "DUET_WHOLE_BOARD": "1", "DUET_ID": self._device, "DUET_GLASS": str(self._glass),
            }, start_new_session=True,
        )  # fmt: skip
        self._line = (master, slave)
        self.starts += 1
        Path(self.port).symlink_to(os.ttyname(slave))

    def _cut(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            Path(self.port).unlink()
        for end in self._line or ():
            os.close(end)
        self._line = None
