"""A USB monitor of the Turing kind on a pseudo-terminal, with its faults.

It keeps its picture when the port closes, says nothing, takes bytes slowly, leaves the bus when it is reset and comes
back under another port name, and may lock up until it is unplugged.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty

from companion.simulator.glass import Glass
from companion.simulator.turing import TuringMonitor

SERIAL = "USB35INCHIPSV2"
_BEAT_S = 0.01
_READ_BYTES = 4096


class TuringScreen:
    """One unit and its cable. It has no power until it is plugged in.

    Args:
        socket: the USB path at which it is plugged in.
        monitor: the unit.
        bytes_s: how fast it takes bytes; a real one about 170,000. None: at once.
        reset_s: how long a reset takes; a real one about 5.

    Attributes:
        locked: it takes nothing, until it is unplugged.
        loses_reset: it passes over a reset: nothing happens on the bus.
        taken: how many bytes it has taken since it got power.
    """

    def __init__(
        self, socket: str, monitor: TuringMonitor | None = None, bytes_s: float | None = None, reset_s: float = 0.3
    ) -> None:
        self.socket = socket
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
        return f"turing@{self.socket}:{self._port}"

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
    def _old_number_taken(self):  # type: ignore[no-untyped-def]
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
        return self._port

    def _disconnect(self) -> None:
        for end in self._line or ():
            os.close(end)
        self._line, self._port = None, ""

    def _run(self) -> None:
        while not self._stop.wait(0 if self._bytes_s is None else _BEAT_S):
            if self.locked:
                self._stop.wait(_BEAT_S)
                continue
            with self._lock:
                if self._line is not None and select.select([self._line[0]], [], [], 0)[0]:
                    self._take(self._line[0])
                    ready = True
                else:
                    ready = False
            if self.monitor.restarting:
                self._restart()
            elif not ready:
                self._stop.wait(_BEAT_S)

    def _take(self, master: int) -> None:
        most = _READ_BYTES if self._bytes_s is None else int(self._bytes_s * _BEAT_S)
        with contextlib.suppress(OSError):
            data = os.read(master, most)
            self.taken += len(data)
            answer = self.monitor.feed(data)
            if answer:
                os.write(master, answer)

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
