"""The chips behind a screen's glass as their data sheets tell: an ST7789 and an ST7796, byte by byte.

They have their own memory, which stands upright while the glass lies; where a pixel of the host lands in it follows
from MADCTL. What a data sheet forbids, or what would show rubbish, is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.simulator.art import Bgr
from companion.simulator.glass import Glass, to_bgr

NOISE = 0x5A5A
"""What is in the memory when power comes: anything."""
SWRESET, SLPOUT, NORON, INVOFF, INVON, DISPOFF, DISPON = 0x01, 0x11, 0x13, 0x20, 0x21, 0x28, 0x29
CASET, RASET, RAMWR, MADCTL, COLMOD = 0x2A, 0x2B, 0x2C, 0x36, 0x3A
CSCON = 0xF0
PARAMETERS = {
    SWRESET: 0, SLPOUT: 0, NORON: 0, INVOFF: 0, INVON: 0, DISPOFF: 0, DISPON: 0, CASET: 4, RASET: 4, MADCTL: 1,
    COLMOD: 1,
}  # fmt: skip
"""How many bytes follow each order; RAMWR takes what its window holds."""
MORE = {CSCON: 1, 0xB4: 1, 0xC1: 1, 0xC2: 1, 0xC5: 1}
"""What an ST7796 knows besides; all but the first behind its keys."""
KEYS, LOCKS = (0xC3, 0x96), (0x3C, 0x69)
ROWS_TURNED, COLUMNS_TURNED, EXCHANGED, BLUE_FIRST = 0x80, 0x40, 0x20, 0x08
SIXTEEN_BITS = 0x55
# Milliseconds by the data sheets: from a reset to any order and to SLPOUT, and from SLPOUT to any order.
RESET_MS, RESET_TO_SLPOUT_MS, SLPOUT_MS = 5, 120, 5
PULSE_MS = 0.01


class PanelError(Exception):
    """The panel was sent what it does not take."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A chip and how its glass is mounted.

    Attributes:
        memory: columns and rows of the chip's own memory.
        upright: the MADCTL under which a picture lies on the glass as people see it.
        blue_first: the glass's colours lie blue, green, red, so that MADCTL has to say so.
        ips: true colours need inversion.
        locked: it is an ST7796 with more orders behind keys.
    """

    memory: tuple[int, int]
    upright: int
    blue_first: bool = False
    ips: bool = True
    locked: bool = False


DISPLAY_PACK = Kind(memory=(240, 320), upright=0x70)
WIDE_MODULE = Kind(memory=(320, 480), upright=0x28, blue_first=True, locked=True)


class Panel:
    """One panel under power. Orders and bytes in, a picture out.

    Args:
        kind: which one.
        now_ms: a clock.

    Attributes:
        orders: how many have come.
        pixels: how many have come.
    """

    def __init__(self, kind: Kind, now_ms: Callable[[], float]) -> None:
        self.kind = kind
        self.orders = self.pixels = 0
        self._now_ms = now_ms
        columns, rows = kind.memory
        self._memory = np.full((rows, columns), NOISE, np.uint16)
        self._selected = False
        self._held_low_since: float | None = None
        self._restart()

    def _restart(self) -> None:
        self._awake = self._on = self._inverted = False
        self._madctl, self._colmod = 0, 0x66
        self._window: list[tuple[int, int] | None] = [None, None]
        self._order: int | None = None
        self._taken = bytearray()
        self._keys: list[int] = []
        now = self._now_ms()
        self._ready_at, self._wakes_at = now + RESET_MS, now + RESET_TO_SLPOUT_MS

    # --- the wires ----------------------------------------------------------------------------------------------

    def reset(self, low: bool) -> None:
        """The reset pin changed."""
        now = self._now_ms()
        if low:
            self._held_low_since = now
            return
        if self._held_low_since is not None and now - self._held_low_since < PULSE_MS:
            raise PanelError("a reset that was too short to be noticed")
        self._held_low_since = None
        self._restart()

    def select(self, low: bool) -> None:
        """Chip select changed; when it goes high an order has to be whole."""
        if not low:
            self._finish()
            self._order = None
        self._selected = low

    def take(self, data: bytes, is_data: bool) -> None:
        """Bytes with the data/command pin high, or low for orders."""
        if not self._selected:
            raise PanelError(f"{len(data)} bytes for a panel that is not selected")
        if is_data:
            if self._order is None:
                raise PanelError("data without an order")
            self._taken += data
        else:
            for code in data:
                self._finish()
                self._begin(code)

    # --- the orders ---------------------------------------------------------------------------------------------

    def _begin(self, code: int) -> None:
        if self._held_low_since is not None:
            raise PanelError(f"order 0x{code:02x} while the reset pin is low")
        now = self._now_ms()
        if now < self._ready_at:
            raise PanelError(f"order 0x{code:02x} {self._ready_at - now:.1f} ms too early")
        if code == SLPOUT and now < self._wakes_at:
            raise PanelError(f"woken {self._wakes_at - now:.1f} ms too early after a reset")
        if code != RAMWR and code not in self._known():
            raise PanelError(f"no such order: 0x{code:02x}")
        if code in MORE and code != CSCON and tuple(self._keys) != KEYS:
            raise PanelError(f"order 0x{code:02x} while it is locked")
        self.orders += 1
        self._order = code
        self._taken.clear()

    def _known(self) -> dict[int, int]:
        return {**PARAMETERS, **MORE} if self.kind.locked else PARAMETERS

    def _finish(self) -> None:
        """Another order comes, or the select pin went high: carry out the one before."""
        if self._order is None:
            return
        code, data = self._order, bytes(self._taken)
        self._order = None
        if code == RAMWR:
            self._write(data)
            return
        wanted = self._known()[code]
        if len(data) != wanted:
            raise PanelError(f"order 0x{code:02x} with {len(data)} bytes and not {wanted}")
        self._carry_out(code, data)

    def _carry_out(self, code: int, data: bytes) -> None:
        if code == SWRESET:
            self._restart()
        elif code == SLPOUT:
            self._awake, self._ready_at = True, self._now_ms() + SLPOUT_MS
        elif code in (INVON, INVOFF):
            self._inverted = code == INVON
        elif code in (DISPON, DISPOFF):
            self._on = code == DISPON
        elif code in (CASET, RASET):
            self._window[code - CASET] = (data[0] << 8 | data[1], data[2] << 8 | data[3])
        elif code == MADCTL:
            self._madctl = data[0]
        elif code == COLMOD:
            self._colmod = data[0]
        elif code == CSCON:
            self._keys = [] if data[0] in LOCKS else [*self._keys, data[0]]

    def _write(self, data: bytes) -> None:
        if not self._awake:
            raise PanelError("pixels for a panel that sleeps")
        if self._colmod != SIXTEEN_BITS:
            raise PanelError("pixels before 16-bit colour was set")
        across, down = self._window
        if across is None or down is None:
            raise PanelError("pixels before a window was set")
        columns, rows = self.kind.memory
        limits = (rows, columns) if self._madctl & EXCHANGED else (columns, rows)
        for (first, last), limit in zip((across, down), limits, strict=True):
            if not first <= last < limit:
                raise PanelError(f"a window from {first} to {last} where there are {limit}")
        wide, high = across[1] - across[0] + 1, down[1] - down[0] + 1
        if len(data) != 2 * wide * high:
            raise PanelError(f"{len(data)} bytes for a window of {wide} x {high} pixels")
        place = self._place(self._madctl, across, down)
        self._memory[place] = np.frombuffer(data, ">u2").reshape(high, wide)
        self.pixels += wide * high

    def _place(self, madctl: int, across: tuple[int, int], down: tuple[int, int]) -> tuple[NDArray, NDArray]:
        """Row and column in memory of each pixel of a window."""
        x, y = np.arange(across[0], across[1] + 1)[None, :], np.arange(down[0], down[1] + 1)[:, None]
        column, row = (y, x) if madctl & EXCHANGED else (x, y)
        columns, rows = self.kind.memory
        if madctl & COLUMNS_TURNED:
            column = columns - 1 - column
        if madctl & ROWS_TURNED:
            row = rows - 1 - row
        return row, column

    # --- the glass ----------------------------------------------------------------------------------------------

    def memory(self) -> Bgr:
        """What would be seen if it were lit: BGR uint8, as people see the glass."""
        columns, rows = self.kind.memory
        limits = (rows, columns) if self.kind.upright & EXCHANGED else (columns, rows)
        pixels = self._memory[self._place(self.kind.upright, (0, limits[0] - 1), (0, limits[1] - 1))]
        if self._inverted != self.kind.ips:
            pixels = ~pixels
        picture = to_bgr(pixels)
        return picture if bool(self._madctl & BLUE_FIRST) == self.kind.blue_first else picture[:, :, ::-1]

    def look(self, light: int) -> Glass:
        """What is seen with the light at 0 to 255."""
        picture = self.memory()
        return Glass(picture if light and self._awake and self._on else np.zeros_like(picture), self.orders)
