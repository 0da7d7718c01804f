"""Real screens at faulty cables, a real host, and somebody who never takes an eye off the glass."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.device.client import ServiceScreens
from companion.device.frame import END, Frame, encode
from companion.device.messages import Kind
from companion.device.render import draw
from companion.game.position import Seat
from companion.simulator.cable import FaultyCable
from companion.simulator.screens import VirtualScreen
from companion.table.ports import Link, ScreenInfo
from tests.device.faces import LATE, SIZE, view, wire_bytes

SOCKETS = tuple(f"acm{number}" for number in range(6))
DEVICE = {Seat.A: "VIRTUAL-A", Seat.B: "VIRTUAL-B"}
SESSION_BYTES = len(END + encode(Frame(Kind.HELLO, 1))) + wire_bytes(draw(view(Seat.A), SIZE))
"""What the host sends from hello to the face of seat A, at least."""
FACES = {seat: tuple(draw(view(seat, now), SIZE).as_rgb565() for now in (None, LATE)) for seat in Seat}
PLAIN = np.array([0x0000, 0xFFFF, 0x8410], dtype=">u2")
"""The colours of the firmware's own pictures."""
_HEAD = 16


def plain(pixels: bytes) -> bool:
    """Nothing but the colours of the firmware's own pictures: no face has only those."""
    return bool(np.isin(np.frombuffer(pixels, dtype=">u2"), PLAIN).all())


class GlassWatch:
    """Looks at glasses all the time, in a thread of its own.

    ``allowed``: for each glass file the pictures that may be seen on it, besides the firmware's own and black.
    ``wrong`` says what else was seen, by the name of the file.
    """

    def __init__(self, allowed: dict[Path, tuple[bytes, ...]]) -> None:
        self.allowed = allowed
        self.wrong: list[str] = []
        self.looks = 0
        self._last: dict[Path, tuple[int, int]] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="glass watch", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stop.wait(0.002):
            for path in self.allowed:
                self.look(path)

    def look(self, path: Path) -> None:
        """Take one look at a glass."""
        try:
            state = path.stat()
            if self._last.get(path) == (state.st_ino, state.st_mtime_ns):
                return
            data = path.read_bytes()
        except FileNotFoundError:
            return
        self._last[path] = (state.st_ino, state.st_mtime_ns)
        self.looks += 1
        seen = data[_HEAD:]
        if data[8] and data[9] and seen not in self.allowed[path] and not plain(seen):
            self.wrong.append(path.name)

    def close(self) -> None:
        """Look away."""
        self._stop.set()
        self._thread.join()


@dataclass(frozen=True)
class Burden:
    """What a process holds: descriptors, threads, resident kilobytes."""

    handles: int
    threads: int
    resident_kb: int

    @classmethod
    def of(cls, process: int) -> Burden:
        """Of a running process."""
        status = Path(f"/proc/{process}/status").read_text("ascii")
        fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        handles = sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())
        return cls(handles, int(fields["Threads"]), int(fields["VmRSS"].split()[0]))


class Cables:
    """Screens with the faces of both seats, each at its cable, and the host that shows them.

    ``spares``: how many more screens there are, without a seat.
    """

    def __init__(self, folder: Path, spares: int = 0) -> None:
        self.sockets = folder / "sockets"
        self.sockets.mkdir()
        names = [*DEVICE.values(), *(f"SPARE-{number}" for number in range(spares))]
        self.screens = {name: VirtualScreen(name, folder) for name in names}
        self.cables = {name: FaultyCable(screen, self.sockets) for name, screen in self.screens.items()}
        owners = {device: seat for seat, device in DEVICE.items()}
        self.watch = GlassWatch(
            {screen.glass_path: FACES[owners[name]] if name in owners else () for name, screen in self.screens.items()}
        )
        self.host = ServiceScreens([str(self.sockets / name) for name in SOCKETS], only_named=True)
        self.seats_given = False

    def start(self) -> None:
        """Plug both in and show both faces."""
        for number, device in enumerate(DEVICE.values()):
            self.cables[device].plug(SOCKETS[number])
        self.give_seats()
        self.until(lambda: all(self.right(seat) for seat in Seat), 20.0)

    def give_seats(self, now: int = 0) -> None:
        """Bind both devices, there or not, and show their faces: the first, or a later one."""
        for seat, device in DEVICE.items():
            if not self.seats_given:
                self.host.assign(device, seat)
            self.host.show(view(seat, LATE if now else None))
        self.seats_given = True

    def cable(self, seat: Seat) -> FaultyCable:
        """The cable of a seat's screen."""
        return self.cables[DEVICE[seat]]

    def seen(self, seat: Seat) -> bytes:
        """What the glass of a seat's screen shows, dark or not there being black."""
        try:
            data = self.screens[DEVICE[seat]].glass_path.read_bytes()
        except FileNotFoundError:
            return b""
        return data[_HEAD:] if data[8] and data[9] else bytes(len(data) - _HEAD)

    def right(self, seat: Seat, now: int = 0) -> bool:
        """The seat's own face is to be seen."""
        return self.seen(seat) == FACES[seat][now]

    def info(self, device: str) -> ScreenInfo | None:
        """What the host says of a screen."""
        return next((info for info in self.host.devices() if info.device == device), None)

    def link(self, seat: Seat) -> Link:
        """The state that the app shows of a seat's screen."""
        info = self.info(DEVICE[seat])
        return info.link if info else Link.ABSENT

    def all_showing(self) -> bool:
        """The host says that both seats' faces are there."""
        return all(self.link(seat) is Link.SHOWING for seat in Seat)

    def until(self, done: Callable[[], bool], seconds: float) -> float:
        """Tick as an app does until ``done``; how long that took."""
        began = time.monotonic()
        while not done():
            took = time.monotonic() - began
            assert took < seconds, f"still after {took:.1f} s: {self.host.devices()} {self.host.troubles()}"
            self.host.tick()
            self.host.wait(0.01)
        return time.monotonic() - began

    def live(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.host.tick()
            self.host.wait(0.02)

    def burdens(self) -> tuple[Burden, Burden]:
        """Of this process and of the one that owns the ports."""
        assert self.host.service_id is not None
        return Burden.of(os.getpid()), Burden.of(self.host.service_id)

    def close(self) -> None:
        """Blank, then let all go."""
        self.host.close()
        for cable in self.cables.values():
            cable.close()
        self.watch.close()
