"""A USB monitor of the Turing kind, revision A: what its firmware makes of the bytes that arrive.

Written from what is known of the bytes (docs/hardware.md), not from the driver: it takes nothing from ``device``. What
a real unit would refuse or turn into rubbish is written down in ``refused``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.simulator.art import Bgr
from companion.simulator.glass import Glass, to_bgr

UPRIGHT_PX = (320, 480)
"""Width and height of the panel as it is built."""
_COMMAND_BYTES = 6
_LONG_BYTES = 16
_LONG, _BITMAP, _HELLO, _NOTHING = 121, 197, 69, 0
_TURNS = {100: 0, 101: 2, 102: 1, 103: 3}
"""Quarter turns of the picture for upright, upside down, lying, lying the other way."""
_LYING = 102
BOOT_COLOUR = 0x39E7
"""Of the picture that it shows until it is told something."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A rectangle that was drawn: left, top, width, height, as the picture lay then."""

    x: int
    y: int
    width: int
    height: int


class TuringMonitor:
    """The monitor without its cable.

    Args:
        answer: what it says to HELLO; the original says nothing.
        deaf_to: opcodes that this unit passes over, as some do.

    Attributes:
        refused: one sentence for each thing that made no sense.
        drawn: the rectangles that came whole.
        lit: whether the light is on.
        dimming: 0 brightest to 255.
        restarting: it was told to reset, and hears nothing any more.
    """

    MOST_KEPT = 10_000
    """So many things are written down of what was refused and drawn, and no more."""

    def __init__(self, answer: bytes = b"", deaf_to: frozenset[int] = frozenset()) -> None:
        self._answer = answer
        self._deaf_to = deaf_to
        self.refused: list[str] = []
        self.boot()

    def boot(self) -> None:
        """It gets power, or was reset."""
        width, height = UPRIGHT_PX
        self._memory = np.full((height, width), BOOT_COLOUR, dtype=np.uint16)
        self._turn = 0
        self._said = bytearray()
        self._area: Drawn | None = None
        self.drawn: list[Drawn] = []
        self.lit, self.dimming, self.restarting, self.orders = True, 0, False, 0

    @property
    def waits_for_pixels(self) -> bool:
        """It takes all that comes for the rest of a rectangle."""
        return self._area is not None

    @property
    def lying(self) -> NDArray[np.uint16]:
        """What the panel holds, RGB565, rows by columns, as somebody sees it who has laid it on its side."""
        return np.rot90(self._memory, _TURNS[_LYING])

    def look(self) -> Glass:
        """What is to be seen."""
        picture: Bgr = to_bgr(self.lying) if self.lit else np.zeros((*self.lying.shape, 3), np.uint8)
        return Glass(picture, self.orders)

    def feed(self, data: bytes) -> bytes:
        """Take some bytes; what it answers."""
        if self.restarting:
            return b""
        self._said += data
        answers = b""
        while not self.restarting and (length := self._whole()):
            taken = bytes(self._said[:length])
            del self._said[:length]
            if self._area:
                self._draw(self._area, taken)
            else:
                answers += self._obey(taken)
        return answers

    def _whole(self) -> int:
        """How many bytes the next thing has; 0 while it is not there in full. Pixels are taken as they come, by two."""
        if self._area:
            missing = 2 * self._area.width * self._area.height - self._arrived
            return min(missing, len(self._said) // 2 * 2)
        if len(self._said) < _COMMAND_BYTES:
            return 0
        length = _LONG_BYTES if self._said[_COMMAND_BYTES - 1] == _LONG else _COMMAND_BYTES
        return length if len(self._said) >= length else 0

    def _obey(self, command: bytes) -> bytes:
        self.orders += 1
        opcode = command[_COMMAND_BYTES - 1]
        if opcode == _HELLO:
            return self._answer
        if opcode in self._deaf_to or opcode == _NOTHING:
            return b""
        fields = _fields(command)
        if opcode == _LONG:
            self._lay(command)
        elif opcode == _BITMAP:
            self._begin(*fields)
        elif opcode in _PLAIN and not any(fields[1:]) and (opcode == 110 or not fields[0]):
            _PLAIN[opcode](self, fields[0])
        else:
            self._refuse(f"opcode {opcode} with {fields}")
        return b""

    def _lay(self, command: bytes) -> None:
        code, width, height = command[6], *(int.from_bytes(command[at : at + 2], "big") for at in (7, 9))
        sides = UPRIGHT_PX[::-1] if _TURNS.get(code, 0) % 2 else UPRIGHT_PX
        if code not in _TURNS or (width, height) != sides:
            self._refuse(f"orientation {code}, {width} x {height}")
            return
        self._turn = _TURNS[code]

    def _begin(self, x: int, y: int, ex: int, ey: int) -> None:
        height, width = np.rot90(self._memory, self._turn).shape
        if not (x <= ex < width and y <= ey < height):
            self._refuse(f"a rectangle from {x}, {y} to {ex}, {ey} on {width} x {height}")
            return
        self._area, self._arrived = Drawn(x, y, ex - x + 1, ey - y + 1), 0

    def _draw(self, area: Drawn, data: bytes) -> None:
        """Pixels go onto the panel as they arrive: half a rectangle is seen."""
        view = np.rot90(self._memory, self._turn)[area.y : area.y + area.height, area.x : area.x + area.width]
        first, pixels = self._arrived // 2, np.frombuffer(data, "<u2")
        places = np.unravel_index(np.arange(first, first + len(pixels)), view.shape)
        view[places] = pixels
        self._arrived += len(data)
        if self._arrived == 2 * area.width * area.height:
            self._area = None
            if len(self.drawn) < self.MOST_KEPT:
                self.drawn.append(area)

    def _refuse(self, what: str) -> None:
        if len(self.refused) < self.MOST_KEPT:
            self.refused.append(what)

    def _reset(self, _: int) -> None:
        self.restarting = True

    def _black(self, _: int) -> None:
        self._memory.fill(0)

    def _light(self, on: bool) -> None:
        self.lit = on

    def _dim(self, dimming: int) -> None:
        if dimming > 255:
            self._refuse(f"brightness {dimming}")
        else:
            self.dimming = dimming


_PLAIN: dict[int, Callable[[TuringMonitor, int], None]] = {
    101: TuringMonitor._reset,
    103: TuringMonitor._black,
    108: lambda monitor, _: monitor._light(False),
    109: lambda monitor, _: monitor._light(True),
    110: TuringMonitor._dim,
}
"""The commands that have at most one number."""


def _fields(command: bytes) -> tuple[int, int, int, int]:
    """Four numbers of ten bits."""
    a, b, c, d, e = command[:5]
    return a << 2 | b >> 6, (b & 63) << 4 | c >> 4, (c & 15) << 6 | d >> 2, (d & 3) << 8 | e
