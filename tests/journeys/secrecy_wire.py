"""A cable that remembers: carries bytes between the host's port and a virtual screen, and keeps what crossed it."""

from __future__ import annotations

import os
import select
import threading
import tty
from pathlib import Path

from companion.device.frame import END, SEQUENCES, Frame, decode
from companion.device.messages import Kind

DOWN, UP = "to the screen", "from the screen"


class Cable:
    """A second pseudo-terminal before that of the screen. ``port`` is what the host opens.

    Args:
        screen_port: The port of the virtual screen.
        name: Where to put the name of the port: a page that names it shall not show a number that chance gave.
    """

    def __init__(self, screen_port: str, name: Path) -> None:
        self._host, self._slave = os.openpty()
        tty.setraw(self._slave)
        name.symlink_to(os.ttyname(self._slave))
        self.port = str(name)
        self._screen = os.open(screen_port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._screen)
        self._wake = os.pipe()
        self._lock = threading.Lock()
        self._kept = {DOWN: bytearray(), UP: bytearray()}
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def take(self) -> dict[str, bytes]:
        """What crossed since the last time, each way."""
        with self._lock:
            taken = {way: bytes(data) for way, data in self._kept.items()}
            self._kept = {DOWN: bytearray(), UP: bytearray()}
        return taken

    def close(self) -> None:
        """Cut it."""
        os.write(self._wake[1], b"!")
        self._thread.join()
        for end in (self._host, self._slave, self._screen, *self._wake):
            os.close(end)

    def _carry(self) -> None:
        ways = {self._host: (self._screen, DOWN), self._screen: (self._host, UP)}
        while True:
            readable = select.select([*ways, self._wake[0]], [], [])[0]
            if self._wake[0] in readable:
                return
            for end in readable:
                data = os.read(end, 65536)
                other, way = ways[end]
                # Kept before it is handed on: what the other side answers to it comes after it.
                with self._lock:
                    self._kept[way] += data
                while data:
                    data = data[os.write(other, data) :]


class WireLog:
    """Turns what crossed a cable into what must be equal.

    Left out are exactly: the sequence numbers (they begin by chance; each order must have the one after the last),
    repetitions of an order or an answer, heartbeats with their answers, and how often HELLO was said; PING and HELLO
    must carry nothing. Everything else stays: kind, payload and order of every other frame both ways, the answers'
    status, and every byte that belongs to no frame.

    Attributes:
        restarts: How often a link was begun anew after the first time, which happens on a machine that is too busy.
    """

    def __init__(self) -> None:
        self._rest = {DOWN: b"", UP: b""}
        self._sequence: int | None = None
        self._asked: dict[int, str] = {}
        self._answered: int | None = None
        self.restarts = 0

    def messages(self, crossed: dict[str, bytes]) -> list[str]:
        """The messages of one step, orders first, then answers."""
        return [*self._read(DOWN, crossed[DOWN]), *self._read(UP, crossed[UP])]

    def _read(self, way: str, data: bytes) -> list[str]:
        *pieces, self._rest[way] = (self._rest[way] + data).split(END)
        lines = []
        for piece in pieces:
            frame = decode(piece) if piece else None
            if frame:
                lines += self._order(frame) if way == DOWN else self._answer(frame)
            elif piece:
                lines.append(f"{way}: no frame: {piece.hex()}")
        return lines

    def _order(self, frame: Frame) -> list[str]:
        if frame.sequence == self._sequence:
            return []
        name, before = _name(frame.kind), self._sequence
        self._sequence = frame.sequence
        self._asked[frame.sequence] = name
        if name == "HELLO":
            self.restarts += before is not None
        elif before is None or frame.sequence != (before + 1) % SEQUENCES:
            return [f"{DOWN}: {name} out of sequence"]
        silent = name in ("PING", "HELLO") and not frame.payload
        return [] if silent else [f"{DOWN}: {name} version {frame.version} {frame.payload.hex()}"]

    def _answer(self, frame: Frame) -> list[str]:
        name, asked = _name(frame.kind), self._asked.get(frame.sequence, "nothing")
        if name != "BUTTON" and frame.sequence == self._answered:
            return []
        self._answered = frame.sequence
        silent = name == "ACK" and asked == "PING" and frame.payload == b"\0"
        silent = silent or (name == "HELLO_ANSWER" and asked == "HELLO" and self.restarts > 0)
        return [] if silent else [f"{UP}: {name} to {asked} {frame.payload.hex()}"]


def _name(kind: int) -> str:
    return Kind(kind).name if kind in list(Kind) else f"0x{kind:02x}"
