"""A cable between a virtual screen and the host that does what cables do.

Bytes go missing, change or come late, and it is pulled out in the middle of a frame and put back into another socket.
The host's end is a pseudo-terminal of its own, reached through a name in a folder of sockets, as ``ttyACM0`` is reached
through ``/dev``.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from pathlib import Path

from companion.simulator.screens import VirtualScreen

Fault = Callable[[int, bytes], bytes]
"""What becomes of some bytes: how many went this way before them, the bytes; what arrives comes back."""

_BEAT_S = 0.02
_READ_BYTES = 4096


def clean(before: int, data: bytes) -> bytes:
    """A good cable."""
    del before
    return data


def without_byte(number: int) -> Fault:
    """The byte with this number, from 0, goes missing."""

    def fault(before: int, data: bytes) -> bytes:
        at = number - before
        return data[:at] + data[at + 1 :] if 0 <= at < len(data) else data

    return fault


def flipped_byte(number: int, mask: int) -> Fault:
    """Some bits of the byte with this number, from 0, arrive as their opposite."""

    def fault(before: int, data: bytes) -> bytes:
        at = number - before
        if not 0 <= at < len(data):
            return data
        return data[:at] + bytes((data[at] ^ mask,)) + data[at + 1 :]

    return fault


class FaultyCable:
    """One cable and the screen at its end. Out at first; out means without power.

    Args:
        screen: the screen; None for a thing at the end that is none.
        sockets: the folder in which the ports appear.
        says: what such a thing says to whatever it hears.

    Attributes:
        to_screen: what becomes of bytes on their way to the screen.
        to_host: the same for its answers.
        late_s: how much later answers arrive.
        cut_after: pull the cable once so many bytes have gone to the screen since it was plugged in; None for never.
        carried: bytes that went to the screen and to the host since it was plugged in.
    """

    def __init__(self, screen: VirtualScreen | None, sockets: Path, says: bytes = b"") -> None:
        self._screen, self._sockets, self._says = screen, sockets, says
        self.to_screen: Fault = clean
        self.to_host: Fault = clean
        self.late_s = 0.0
        self.cut_after: int | None = None
        self.carried = [0, 0]
        self.name = ""
        self._host: tuple[int, int] | None = None
        self._end: int | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._late: deque[tuple[float, bytes]] = deque()
        self._kept: list[int] = []

    def plug(self, name: str) -> Path:
        """Power, and a port of this name; the path that the host opens comes back."""
        self.pull()
        self._let_old_number_go()
        if self._screen is not None:
            self._end = os.open(self._screen.plug_in(), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._host, self.carried, self.name = (master, slave), [0, 0], name
        path = self._sockets / name
        path.symlink_to(os.ttyname(slave))
        self._late.clear()
        self._stop.clear()
        self._thread = threading.Thread(target=self._carry, name=f"cable {name}", daemon=True)
        self._thread.start()
        return path

    def pull(self) -> None:
        """Out, at once. Nothing happens if it is out."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None
        self._disconnect()

    @property
    def plugged(self) -> bool:
        """It is in."""
        return self._host is not None

    def put_noise(self, data: bytes) -> None:
        """Bytes that nobody has sent arrive at the host."""
        if self._host is not None:
            os.write(self._host[0], data)

    def close(self) -> None:
        """Out for good. Safe to call twice."""
        self.pull()
        self._let_old_number_go()

    def _disconnect(self) -> None:
        host, self._host = self._host, None
        if host is None:
            return
        with contextlib.suppress(FileNotFoundError):
            (self._sockets / self.name).unlink()
        # Until the next plug: else the system gives the same number out again, and a host may not notice.
        self._kept.append(os.dup(host[1]))
        for end in (*host, *([self._end] if self._end is not None else [])):
            os.close(end)
        self._end = None
        if self._screen is not None:
            self._screen.unplug()

    def _let_old_number_go(self) -> None:
        while self._kept:
            os.close(self._kept.pop())

    def _carry(self) -> None:
        while not self._stop.is_set() and self._host is not None:
            ends = [self._host[0], *([self._end] if self._end is not None else [])]
            readable, _, _ = select.select(ends, [], [], _BEAT_S if not self._late else 0.002)
            if self._host[0] in readable:
                self._forth(_read(self._host[0]))
            if self._host is not None and self._end in readable and self._end is not None:
                self._late.append((time.monotonic() + self.late_s, _read(self._end)))
            self._back()

    def _forth(self, data: bytes) -> None:
        before = self.carried[0]
        cut = self.cut_after is not None and before + len(data) >= self.cut_after
        if cut and self.cut_after is not None:
            data = data[: max(0, self.cut_after - before)]
        self.carried[0] += len(data)
        data = self.to_screen(before, data)
        if self._end is not None:
            _write(self._end, data)
        elif data and self._says:
            self._late.append((time.monotonic(), self._says))
        if cut:
            self._stop.set()
            self._disconnect()

    def _back(self) -> None:
        while self._host is not None and self._late and self._late[0][0] <= time.monotonic():
            _, data = self._late.popleft()
            before, self.carried[1] = self.carried[1], self.carried[1] + len(data)
            _write(self._host[0], self.to_host(before, data))


def _read(end: int) -> bytes:
    with contextlib.suppress(OSError):
        return os.read(end, _READ_BYTES)
    return b""


def _write(end: int, data: bytes) -> None:
    """As much as the line takes; the rest is lost."""
    with contextlib.suppress(OSError):
        while data:
            data = data[os.write(end, data) :]
