"""Ports in memory with the unchanged firmware at the other end, for the tests of the hub."""

from __future__ import annotations

from dataclasses import replace

from companion.device.discovery import Candidate
from companion.device.frame import PROTOCOL_VERSION, FrameDecoder, encode
from companion.device.hub import Hub
from companion.device.transport import PortError
from tests.firmware.loading import FirmwareScreen

STEP_S = 0.05


class Cable:
    """What is plugged in at one port: a screen, or something that never answers."""

    def __init__(self, screen: FirmwareScreen | None, location: str) -> None:
        self.screen = screen
        self.location = location
        self.wire = bytearray()
        self.coming = bytearray()
        """What the screen has said and the host has not read yet."""
        self.cut = False
        self.opened = 0
        self.version = PROTOCOL_VERSION
        """What the screen's answers say; another one is that of a firmware not yet written."""

    def answers(self, data: bytes, now_ms: int) -> bytes:
        """What comes back over the cable."""
        if self.screen is None:
            return b""
        frames = FrameDecoder().feed(self.screen.feed(data, now_ms))
        return b"".join(encode(replace(frame, version=self.version)) for frame in frames)


class OpenPort:
    """A port in memory. It fails as a real one does: only when it is used after the cable was pulled."""

    def __init__(self, table: Table, path: str) -> None:
        self._table = table
        self._cable = table.cables[path]
        self._arrived = self._cable.coming
        self._cable.opened += 1
        self.closed = False

    def fileno(self) -> int:
        return -1

    def _check(self) -> None:
        if self.closed:
            raise AssertionError("a port was used after it was closed")
        if self._cable.cut:
            raise PortError("the cable is gone")

    def read(self) -> bytes:
        self._check()
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def write(self, data: bytes) -> int:
        self._check()
        self._cable.wire += data
        self._arrived += self._cable.answers(data, self._table.now_ms)
        return len(data)

    def close(self) -> None:
        self.closed = True
        self._cable.opened -= 1


class Table:
    """Cables, a clock and the hub. ``plug`` and ``pull`` are what people do."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.cables: dict[str, Cable] = {}
        self.busy: set[str] = set()
        self.ticking = True
        self.hub = Hub(self._candidates, self._open, lambda: 4711, self.now)

    @property
    def now_ms(self) -> int:
        return int(self.now * 1000)

    def screen(self, identity: str, inches: int = 0) -> FirmwareScreen:
        return FirmwareScreen(identity, self.now_ms, inches=inches)

    def plug(self, path: str, screen: FirmwareScreen | None, location: str = "") -> Cable:
        self.cables[path] = Cable(screen, location or path)
        return self.cables[path]

    def pull(self, path: str) -> None:
        self.cables.pop(path).cut = True

    def _candidates(self) -> list[Candidate]:
        return [Candidate(path, cable.location) for path, cable in self.cables.items()]

    def _open(self, path: str) -> OpenPort:
        if path in self.busy:
            raise PortError(f"{path}: another program has it open: close that first")
        return OpenPort(self, path)

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += STEP_S
            if self.ticking:
                self.hub.tick(self.now)
            self.settle()
            for cable in self.cables.values():
                if cable.screen:
                    cable.screen.link.tick(self.now_ms)

    def arrive(self, path: str, said: bytes) -> None:
        """The screen says something by itself."""
        self.cables[path].coming += said
        self.settle()

    def settle(self) -> None:
        """Until nobody has anything to say."""
        self.hub.step(self.now)
        for _ in range(20):
            for connection in self.hub.connections:
                self.hub.readable(connection, self.now)

    def wires(self) -> dict[str, bytes]:
        """All bytes that went to each port."""
        return {path: bytes(cable.wire) for path, cable in self.cables.items()}

    def kinds(self, path: str) -> set[int]:
        return {frame.kind for frame in FrameDecoder().feed(bytes(self.cables[path].wire))}
