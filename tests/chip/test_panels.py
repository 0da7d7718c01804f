"""The panels of the emulated boards: what they show, and all that they refuse."""

from __future__ import annotations

import numpy as np
import pytest

from companion.simulator.glass import to_bgr
from tests.chip.panels import (
    CASET,
    COLMOD,
    CSCON,
    DISPLAY_PACK,
    DISPON,
    INVON,
    MADCTL,
    RAMWR,
    RASET,
    SLPOUT,
    SWRESET,
    WIDE_MODULE,
    Panel,
    PanelError,
)

RED, BLUE = b"\xf8\x00", b"\x00\x1f"


class Bench:
    """A panel, its clock, and hands that send orders."""

    def __init__(self, kind=DISPLAY_PACK) -> None:
        self.ms = 0.0
        self.panel = Panel(kind, lambda: self.ms)

    def send(self, code: int, data: bytes = b"") -> None:
        self.panel.select(low=True)
        self.panel.take(bytes((code,)), is_data=False)
        if data:
            self.panel.take(data, is_data=True)
        self.panel.select(low=False)

    def wake(self, madctl: int) -> None:
        self.ms += 150
        self.send(SLPOUT)
        self.ms += 150
        for code, data in ((COLMOD, b"\x55"), (MADCTL, bytes((madctl,))), (INVON, b""), (DISPON, b"")):
            self.send(code, data)

    def paint(self, x: int, y: int, pixels: bytes, wide: int, high: int) -> None:
        self.send(CASET, bytes((x >> 8, x & 255, x + wide - 1 >> 8, x + wide - 1 & 255)))
        self.send(RASET, bytes((y >> 8, y & 255, y + high - 1 >> 8, y + high - 1 & 255)))
        self.send(RAMWR, pixels)


def test_pixels_stand_where_the_mounting_has_them():
    bench = Bench()
    bench.wake(0x70)
    bench.paint(3, 2, RED + BLUE, 2, 1)
    seen = bench.panel.look(255).picture
    assert seen.shape == (240, 320, 3)
    assert [tuple(seen[2, x]) for x in (3, 4)] == [(0, 0, 255), (255, 0, 0)]
    bench.send(MADCTL, b"\xb0")
    bench.paint(3, 2, RED + BLUE, 2, 1)
    seen = bench.panel.look(255).picture
    assert [tuple(seen[237, x]) for x in (316, 315)] == [(0, 0, 255), (255, 0, 0)]


def test_without_light_or_power_to_the_glass_nothing_is_seen():
    bench = Bench()
    assert bench.panel.look(255).dark
    bench.wake(0x70)
    assert bench.panel.look(0).dark
    assert not bench.panel.look(1).dark, "the memory of a panel begins with noise"


def test_wrong_colours_are_seen_as_such():
    bench = Bench(WIDE_MODULE)
    bench.wake(0x28)
    bench.paint(0, 0, RED, 1, 1)
    assert tuple(bench.panel.look(255).picture[0, 0]) == (0, 0, 255)
    bench.send(MADCTL, b"\x20")
    assert tuple(bench.panel.look(255).picture[0, 0]) == (255, 0, 0), "blue and red are exchanged"
    bench = Bench()
    bench.wake(0x70)
    bench.paint(0, 0, RED, 1, 1)
    bench.send(0x20)
    negative = to_bgr(np.array([[0x07FF]], np.uint16))[0, 0]
    assert tuple(bench.panel.look(255).picture[0, 0]) == tuple(negative)


@pytest.mark.parametrize(
    ("code", "data", "why"),
    [
        (0x55, b"", "no such order"),
        (0xB4, b"\x01", "no such order"),
        (CASET, b"\x00\x00\x01", "3 bytes and not 4"),
        (MADCTL, b"", "0 bytes and not 1"),
        (DISPON, b"\x01", "1 bytes and not 0"),
        (RAMWR, b"\x00" * 8, "before a window"),
    ],
)
def test_what_is_no_order_is_refused(code, data, why):
    bench = Bench()
    bench.wake(0x70)
    with pytest.raises(PanelError, match=why):
        bench.send(code, data)


@pytest.mark.parametrize(("wide", "x", "count"), [(2, 0, 1), (2, 0, 3), (2, 319, 2), (1, 0, 0)])
def test_windows_and_pixels_that_do_not_fit_are_refused(wide, x, count):
    bench = Bench()
    bench.wake(0x70)
    with pytest.raises(PanelError, match="window"):
        bench.paint(x, 0, RED * count, wide, 1)


def test_pixels_before_it_is_ready_are_refused():
    bench = Bench()
    bench.ms = 150
    with pytest.raises(PanelError, match="sleeps"):
        bench.paint(0, 0, RED, 1, 1)
    bench.send(SLPOUT)
    bench.ms = 300
    with pytest.raises(PanelError, match="16-bit"):
        bench.paint(0, 0, RED, 1, 1)


def test_haste_is_refused():
    bench = Bench()
    with pytest.raises(PanelError, match="too early"):
        bench.send(SWRESET)
    bench.ms = 10
    with pytest.raises(PanelError, match="woken"):
        bench.send(SLPOUT)
    bench.ms = 150
    bench.send(SLPOUT)
    with pytest.raises(PanelError, match="too early"):
        bench.send(COLMOD, b"\x55")


def test_the_reset_pin():
    bench = Bench()
    bench.ms = 150
    bench.panel.reset(low=True)
    with pytest.raises(PanelError, match="too short"):
        bench.panel.reset(low=False)
    with pytest.raises(PanelError, match="reset pin is low"):
        bench.send(SLPOUT)
    bench.ms += 1
    bench.panel.reset(low=False)
    with pytest.raises(PanelError, match="too early"):
        bench.send(SLPOUT)


def test_bytes_that_nobody_listens_to_are_refused():
    panel = Bench().panel
    with pytest.raises(PanelError, match="not selected"):
        panel.take(b"\x11", is_data=False)
    panel.select(low=True)
    with pytest.raises(PanelError, match="without an order"):
        panel.take(b"\x11", is_data=True)


def test_an_st7796_wants_both_keys_first():
    bench = Bench(WIDE_MODULE)
    bench.wake(0x28)
    bench.send(CSCON, b"\xc3")
    with pytest.raises(PanelError, match="locked"):
        bench.send(0xB4, b"\x01")
    bench.send(CSCON, b"\x96")
    bench.send(0xB4, b"\x01")
    bench.send(CSCON, b"\x3c")
    with pytest.raises(PanelError, match="locked"):
        bench.send(0xB4, b"\x01")
