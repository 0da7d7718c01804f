"""USB monitors of the Turing kind at ports in memory, beside screens with our firmware, for the tests of the hub."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.device import turing
from companion.device.discovery import Candidate, ScreenKind
from companion.device.picture import Picture
from companion.device.transport import Port, PortError
from companion.game.position import Seat
from companion.simulator.turing import BOOT_COLOUR, Drawn, TuringMonitor
from companion.table.ports import Link, ScreenInfo
from tests.device.ports import Table

RESET_S = 5.0
BLACK = bytes(turing.FULL_BYTES)


@dataclass
class Unit:
    """A monitor with its cable. ``room``: how many bytes the port takes until the monitor takes some; None: all."""

    monitor: TuringMonitor
    location: str
    path: str
    room: int | None = None
    wire: bytearray = field(default_factory=bytearray)
    back_at: float | None = None
    plugged: bool = True

    @property
    def there(self) -> bool:
        return self.plugged and self.back_at is None


class MonitorPort:
    """An open port in memory: it fails once its cable was pulled, or the monitor was reset."""

    def __init__(self, table: MonitorTable, unit: Unit) -> None:
        self._table, self._unit, self._path = table, unit, unit.path
        self._arrived = b""
        self.closed = False

    def _check(self) -> None:
        if self.closed:
            raise AssertionError("a port was used after it was closed")
        if not self._unit.there or self._unit.path != self._path:
            raise PortError("the cable is gone")

    def fileno(self) -> int:
        return -1

    def read(self) -> bytes:
        self._check()
        data, self._arrived = self._arrived, b""
        return data

    def write(self, data: bytes) -> int:
        self._check()
        unit = self._unit
        taken = data if unit.room is None else data[: unit.room]
        if unit.room is not None:
            unit.room -= len(taken)
        unit.wire += taken
        self._arrived += unit.monitor.feed(taken)
        if unit.monitor.restarting:
            unit.back_at = self._table.now + RESET_S
        return len(taken)

    def waiting(self) -> int:
        self._check()
        return 0

    def close(self) -> None:
        self.closed = True


class MonitorTable(Table):
    """Monitors too. They come back from a reset under another port name."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self._numbers = 0
        super().__init__()
        self._tokens = iter(range(1, 1000))
        self.hub._sockets._chance = lambda: next(self._tokens)

    def plug_monitor(self, location: str, monitor: TuringMonitor | None = None) -> Unit:
        self.units.append(Unit(monitor or TuringMonitor(), location, self._new_path()))
        return self.units[-1]

    def pull_monitor(self, unit: Unit) -> None:
        unit.plugged = False
        unit.monitor.boot()

    def put_back(self, unit: Unit, location: str | None = None) -> None:
        unit.plugged, unit.path, unit.location = True, self._new_path(), location or unit.location

    def _new_path(self) -> str:
        self._numbers += 1
        return f"monitor{self._numbers}"

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end - 1e-9:
            super().pass_time(0.05)
            for unit in self.units:
                if unit.back_at is not None and self.now >= unit.back_at:
                    unit.back_at, unit.path = None, self._new_path()
                    unit.monitor.boot()

    def _candidates(self) -> list[Candidate]:
        monitors = [Candidate(u.path, u.location, kind=ScreenKind.TURING) for u in self.units if u.there]
        return super()._candidates() + monitors

    def _open(self, path: str) -> Port:
        if path in self.busy:
            raise PortError(f"{path}: another program has it open: close that first")
        unit = next((unit for unit in self.units if unit.path == path), None)
        return MonitorPort(self, unit) if unit else super()._open(path)

    def info_at(self, location: str) -> ScreenInfo:
        return next(i for i in self.hub.infos() if f"@{location}#" in i.device and i.link is not Link.ABSENT)

    def seat(self, location: str, seat: Seat) -> None:
        self.hub.assign(self.info_at(location).device, seat, self.now)


def panel(unit: Unit) -> bytes:
    """What the panel holds, lit or not, as ``Picture.as_rgb565`` has it."""
    return unit.monitor.lying.astype(">u2").tobytes()


def seen(unit: Unit) -> bytes:
    """What is to be seen of it."""
    return panel(unit) if unit.monitor.lit else BLACK


def expected(picture: Picture) -> bytes:
    return picture.as_rgb565()


def boot_picture() -> bytes:
    return np.full(turing.FULL_BYTES // 2, BOOT_COLOUR, dtype=">u2").tobytes()


def extent(drawn: list[Drawn]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of all that was drawn."""
    return (
        min(d.x for d in drawn),
        min(d.y for d in drawn),
        max(d.x + d.width for d in drawn),
        max(d.y + d.height for d in drawn),
    )
