"""The bytes for USB monitors, against vectors worked out by hand and against the simulated monitor."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.device import turing
from companion.device.changes import first_change
from companion.device.layout import Area
from companion.device.palette import PALETTE
from companion.device.picture import Picture
from companion.device.turing import Opcode
from companion.simulator.turing import TuringMonitor


@pytest.mark.parametrize(
    ("wire", "hexes"),
    [
        (turing.command(Opcode.OFF), "00 00 00 00 00 6c"),
        (turing.brightness(255), "00 00 00 00 00 6e"),
        (turing.brightness(0), "3f c0 00 00 00 6e"),
        (turing.bitmap(Area(0, 0, 480, 320)), "00 00 07 7d 3f c5"),
        (turing.bitmap(Area(5, 9, 3, 2)), "01 40 90 1c 0a c5"),
        (turing.lying(), "00 00 00 00 00 79 66 01 e0 01 40 00 00 00 00 00"),
        (turing.HELLO, "45 45 45 45 45 45"),
    ],
)
def test_commands_as_worked_out_by_hand(wire, hexes):
    assert wire == bytes.fromhex(hexes)


@pytest.mark.parametrize("numbers", [(1024, 0, 0, 0), (0, 0, 0, -1)])
def test_a_number_that_does_not_fit_is_no_command(numbers):
    with pytest.raises(ValueError, match="ten bits"):
        turing.command(Opcode.BITMAP, *numbers)


@pytest.mark.parametrize("half_said", range(6))
def test_a_reset_is_heard_wherever_the_monitor_believes_to_be(half_said):
    monitor = TuringMonitor()
    monitor.feed(bytes(half_said))
    monitor.feed(turing.reset_at_any_byte())
    assert monitor.restarting
    assert monitor.refused == []


@pytest.mark.parametrize("half_said", range(1, 6))
def test_a_plain_reset_would_not_be_heard_there(half_said):
    monitor = TuringMonitor()
    monitor.feed(bytes(half_said))
    monitor.feed(turing.command(Opcode.RESET) * 6)
    assert not monitor.restarting


@pytest.mark.parametrize("missing", [2, 1000, turing.FULL_BYTES])
def test_zeros_for_a_whole_picture_end_any_rectangle(missing):
    monitor = TuringMonitor()
    monitor.feed(turing.lying() + turing.bitmap(Area(0, 0, *turing.SIZE_PX)) + bytes(turing.FULL_BYTES - missing))
    assert monitor.waits_for_pixels
    monitor.feed(bytes(turing.FULL_BYTES) + turing.reset_at_any_byte())
    assert monitor.restarting


def test_pixels_travel_low_byte_first_in_the_colours_of_the_palette():
    picture = Picture((2, 1), bytes((0x48,)), PALETTE)
    numbers = turing.pixels_of(picture)
    assert turing.wire_pixels(numbers) == picture.as_rgb565()[1::-1] + picture.as_rgb565()[:1:-1]


@settings(max_examples=60, deadline=None)
@given(
    changes=st.lists(
        st.tuples(st.integers(0, 39), st.integers(0, 29), st.integers(1, 12), st.integers(1, 12)), max_size=5
    ),
    most_px=st.integers(1, 300),
)
def test_rectangle_after_rectangle_leads_to_the_wanted_picture(changes, most_px):
    held = np.zeros((30, 40), np.int32)
    wanted = held.copy()
    for x, y, width, height in changes:
        wanted[y : y + height, x : x + width] += 1
    sent = 0
    while (area := first_change(held, wanted, most_px)) is not None:
        rows, columns = slice(area.y, area.y + area.height), slice(area.x, area.x + area.width)
        assert (held[rows, columns] != wanted[rows, columns]).any()
        assert area.height == 1 or area.width * area.height <= most_px
        held[rows, columns] = wanted[rows, columns]
        sent += 1
    assert (held == wanted).all()
    assert sent <= 40 * 30


def test_changes_far_apart_travel_apart():
    held = np.zeros((320, 480), np.int32)
    wanted = held.copy()
    wanted[10:20, 10:20] = wanted[300:310, 10:20] = wanted[10:20, 400:410] = 1
    areas = []
    while (area := first_change(held, wanted, 3840)) is not None:
        areas.append(area)
        held[area.y : area.y + area.height, area.x : area.x + area.width] = 1
        wanted[area.y : area.y + area.height, area.x : area.x + area.width] = 1
    assert areas == [Area(10, 10, 10, 10), Area(400, 10, 10, 10), Area(10, 300, 10, 10)]


def test_nothing_to_send_for_equal_pictures():
    assert first_change(np.zeros((3, 4)), np.zeros((3, 4)), 10) is None
