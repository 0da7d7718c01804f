"""The simulated USB monitor: it takes what the real one takes, refuses the rest, and has the real one's faults."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.simulator.turing import BOOT_COLOUR, Drawn, TuringMonitor
from companion.simulator.turing_screen import TuringScreen

LYING = bytes.fromhex("00 00 00 00 00 79 66 01 e0 01 40 00 00 00 00 00")
UPRIGHT = bytes.fromhex("00 00 00 00 00 79 64 01 40 01 e0 00 00 00 00 00")
ONE_PIXEL = bytes.fromhex("01 40 90 14 09 c5")
"""At 5, 9."""
RESET, BLACK, OFF, ON = (bytes((0, 0, 0, 0, 0, opcode)) for opcode in (101, 103, 108, 109))


@pytest.fixture
def monitor() -> TuringMonitor:
    return TuringMonitor()


def test_it_begins_lit_with_a_picture_of_its_own(monitor):
    assert not monitor.look().dark
    assert (monitor.lying == BOOT_COLOUR).all()


def test_a_pixel_goes_where_the_orientation_says(monitor):
    monitor.feed(LYING + ONE_PIXEL + b"\x34\x12")
    assert monitor.lying[9, 5] == 0x1234
    assert np.count_nonzero(monitor.lying != BOOT_COLOUR) == 1
    monitor.feed(UPRIGHT + ONE_PIXEL + b"\x78\x56")
    assert np.rot90(monitor.lying, -1)[9, 5] == 0x5678
    assert monitor.drawn == [Drawn(5, 9, 1, 1)] * 2
    assert monitor.refused == []


def test_bytes_may_come_one_by_one(monitor):
    for byte in LYING + ONE_PIXEL + b"\x34\x12" + OFF:
        monitor.feed(bytes((byte,)))
    assert monitor.lying[9, 5] == 0x1234
    assert not monitor.lit


def test_half_a_rectangle_is_seen_and_what_follows_is_taken_for_pixels(monitor):
    monitor.feed(LYING + bytes.fromhex("00 00 00 08 02 c5") + b"\x11\x11" * 2)
    assert monitor.waits_for_pixels
    assert (monitor.lying[0, :3] == (0x1111, 0x1111, BOOT_COLOUR)).all()
    monitor.feed(OFF)
    assert monitor.lit
    assert monitor.lying[1, 1] == 0x6C00


def test_light_and_picture_are_two_things(monitor):
    monitor.feed(OFF)
    assert monitor.look().dark
    monitor.feed(ON)
    assert not monitor.look().dark
    monitor.feed(BLACK)
    assert monitor.look().dark


def test_after_a_reset_it_hears_nothing_until_it_starts(monitor):
    monitor.feed(RESET + OFF)
    assert monitor.restarting
    assert monitor.lit
    monitor.boot()
    monitor.feed(OFF)
    assert not monitor.lit


@pytest.mark.parametrize(
    ("wire", "why"),
    [
        (bytes((0, 0, 0, 0, 0, 200)), "opcode 200"),
        (bytes((0, 0, 0, 0, 1, 108)), "opcode 108"),
        (bytes((64, 0, 0, 0, 0, 110)), "brightness 256"),
        (LYING[:6] + bytes(10), "orientation 0"),
        (LYING[:6] + bytes((102, 1, 64, 1, 224)) + bytes(5), "orientation 102, 320 x 480"),
        (LYING + bytes.fromhex("00 00 07 7d 40 c5"), "on 480 x 320"),
        (LYING + bytes.fromhex("00 00 07 81 3f c5"), "on 480 x 320"),
        (LYING + bytes.fromhex("01 40 90 10 09 c5"), "to 4, 9"),
    ],
)
def test_what_makes_no_sense_is_written_down(monitor, wire, why):
    monitor.feed(wire)
    (sentence,) = monitor.refused
    assert why in sentence
    assert not monitor.waits_for_pixels


def test_hello_and_commands_that_a_unit_is_deaf_to():
    assert TuringMonitor().feed(b"E" * 6) == b""
    assert TuringMonitor(answer=b"\1" * 6).feed(b"E" * 6) == b"\1" * 6
    deaf = TuringMonitor(deaf_to=frozenset({108}))
    deaf.feed(OFF)
    assert deaf.lit
    assert deaf.refused == []


# With its cable.


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[TuringScreen]:
    made = TuringScreen("1-1", reset_s=0.1, link=tmp_path / "port")
    made.plug_in()
    yield made
    made.close()


def say(port: str, data: bytes) -> None:
    end = os.open(port, os.O_RDWR | os.O_NOCTTY)
    os.write(end, data)
    os.close(end)


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60.0
    while not done():
        assert time.monotonic() < deadline, "it did not happen"
        threading.Event().wait(0.005)


def test_its_picture_stays_when_the_port_closes(screen):
    say(screen.port, LYING + ONE_PIXEL + b"\x34\x12")
    until(lambda: bool(screen.monitor.drawn))
    assert int.from_bytes(screen.pixels()[2 * (9 * 480 + 5) :][:2], "big") == 0x1234
    assert not screen.look().dark


def test_what_was_half_said_stays_when_the_port_closes_or_the_bus_stumbles(screen):
    say(screen.port, LYING + ONE_PIXEL + b"\x34")
    until(lambda: screen.taken == 23)
    old = screen.port
    assert screen.reconnect() != old
    assert not Path(old).exists()
    say(screen.port, b"\x12")
    until(lambda: bool(screen.monitor.drawn))
    assert screen.monitor.refused == []


def test_a_reset_takes_the_port_away_and_gives_it_another_name(screen):
    old = screen.port
    say(old, RESET)
    until(lambda: screen.port not in ("", old))
    assert not Path(old).exists()
    assert os.path.realpath(screen.name.partition(":")[2]) == screen.port
    assert (screen.monitor.lying == BOOT_COLOUR).all()


def test_without_power_it_shows_and_remembers_nothing(screen):
    say(screen.port, LYING + ONE_PIXEL + b"\x34\x12")
    until(lambda: bool(screen.monitor.drawn))
    old = screen.port
    screen.unplug()
    assert screen.look().dark
    assert screen.port == ""
    screen.plug_in("1-2")
    assert (screen.monitor.lying == BOOT_COLOUR).all()
    assert (screen.socket, screen.name) == ("1-2", f"turing@1-2:{screen.name.partition(':')[2]}")
    assert screen.replug() not in ("", old)


def test_locked_up_it_takes_nothing_until_it_is_unplugged(screen):
    screen.locked = True
    end = os.open(screen.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    with pytest.raises(BlockingIOError):
        while os.write(end, bytes(4096)):
            pass
    os.close(end)
    taken = screen.taken
    screen.replug()
    say(screen.port, OFF)
    until(lambda: screen.taken == 6)
    assert (taken, screen.monitor.lit) == (taken, False)
    assert taken <= 4096


def test_slow_it_takes_as_many_bytes_as_it_says(tmp_path):
    screen = TuringScreen("1-1", bytes_s=20_000)
    screen.plug_in()
    began = time.monotonic()
    say(screen.port, LYING + bytes.fromhex("00 00 07 7c 01 c5") + bytes(1920))
    until(lambda: bool(screen.monitor.drawn))
    took = time.monotonic() - began
    screen.close()
    assert took > 0.08
