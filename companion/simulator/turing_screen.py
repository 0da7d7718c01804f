"""A USB monitor of the Turing kind on a pseudo-terminal, with its faults.

It keeps its picture when the port closes, says nothing, takes bytes slowly, leaves the bus when it is reset and comes
back under another port name, and may lock up until it is unplugged.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

from companion.simulator.glass import Glass
from companion.simulator.turing import TuringMonitor

_BEAT_S = 0.01
_READ_BYTES = 4096
_ALL = 1 << 20


class TuringScreen:
    """One unit and its cable. It has no power until it is plugged in.

    Args:
        socket: the USB path at which it is plugged in.
        monitor: the unit.
        bytes_s: how fast it takes bytes; a real one about 170,000. None: at once.
        reset_s: how long a reset takes; a real one about 5.
        link: a file name that leads to the port, whatever it is called at present; None for none.

    Attributes:
        locked: it takes nothing, until it is unplugged.
        taken: how many bytes it has taken since it got power.
    """

    def __init__(
        self,
        socket: str,
        monitor: TuringMonitor | None = None,
        *,
        bytes_s: float | None = None,
        reset_s: float = 0.3,
        link: Path | None = None,
    ) -> None:
        self.socket = socket
        self._link = link
        self.monitor = monitor or TuringMonitor()
        self._bytes_s = bytes_s
        self._reset_s = reset_s
        self._lock = threading.RLock()
        self._line: tuple[int, int] | None = None
        self._port = ""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.locked = False
        self.taken = 0

    @property
    def port(self) -> str:
        """The name that the host opens; "" while there is none."""
        return self._port

    @property
    def name(self) -> str:
        """How the port is named to a program that cannot ask USB what is plugged in there."""
        return f"turing@{self.socket}:{self._link or self._port}"

    def plug_in(self, socket: str | None = None) -> str:
        """Give it power and a port; the port's name comes back."""
        if self._thread is None:
            self.socket = socket or self.socket
            self.locked, self.taken = False, 0
            self.monitor.boot()
            self._stop.clear()
            self._connect()
            self._thread = threading.Thread(target=self._run, name=f"monitor at {self.socket}", daemon=True)
            self._thread.start()
        return self._port

    def unplug(self) -> None:
        """Pull the cable: no power, and the picture is gone."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None
            self._disconnect()
            self.monitor.boot()
            self.monitor.lit = False

    def replug(self, socket: str | None = None) -> str:
        """Pull the cable and plug it in again, possibly elsewhere; the port gets another name."""
        with self._old_number_taken():
            self.unplug()
            return self.plug_in(socket)

    def reconnect(self) -> str:
        """The bus stumbles: the port goes and comes under another name, power and all that was half said stay."""
        with self._lock, self._old_number_taken():
            self._disconnect()
            return self._connect()

    def look(self) -> Glass:
        """What is to be seen on it; also when no host is there any more."""
        with self._lock:
            return self.monitor.look()

    def pixels(self) -> bytes:
        """What its panel holds, lit or not: RGB565, low byte last, row by row, lying."""
        with self._lock:
            return self.monitor.lying.astype(">u2").tobytes()

    def close(self) -> None:
        """Unplug for good. Safe to call twice."""
        self.unplug()

    @contextlib.contextmanager
    def _old_number_taken(self) -> Iterator[None]:
        """Held open meanwhile, the old number of the port cannot be given out again."""
        kept = os.dup(self._line[1]) if self._line else None
        try:
            yield
        finally:
            if kept is not None:
                os.close(kept)

    def _connect(self) -> str:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._line, self._port = (master, slave), os.ttyname(slave)
        if self._link is not None:
            new = self._link.with_suffix(".new")
            new.symlink_to(self._port)
            new.replace(self._link)
        return self._port

    def _disconnect(self) -> None:
        for end in self._line or ():
            os.close(end)
        self._line, self._port = None, ""

    def _run(self) -> None:
        last = time.monotonic()
        while not self._stop.wait(_BEAT_S):
            now = time.monotonic()
            if not self.locked:
                self._take(_ALL if self._bytes_s is None else int(self._bytes_s * (now - last)))
            last = now
            if self.monitor.restarting:
                self._restart()

    def _take(self, most: int) -> None:
        """Up to ``most`` of the bytes that have come."""
        with self._lock, contextlib.suppress(OSError):
            while most > 0 and self._line is not None:
                data = os.read(self._line[0], min(most, _READ_BYTES))
                most -= len(data)
                self.taken += len(data)
                answer = self.monitor.feed(data)
                if answer:
                    os.write(self._line[0], answer)

    def _restart(self) -> None:
        """Off the bus for a while; then it begins with its own picture, under another port name."""
        with self._old_number_taken():
            with self._lock:
                self._disconnect()
            until = time.monotonic() + self._reset_s
            while time.monotonic() < until and not self._stop.wait(_BEAT_S):
                pass
            with self._lock:
                self.monitor.boot()
                if not self._stop.is_set():
                    self._connect()
