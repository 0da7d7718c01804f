"""Cables that fail, over real pseudo-terminals, with the real firmware at their ends: no wrong face is ever to be seen,
the right one is back within two seconds of its port, and nothing is left behind."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.position import Seat
from companion.simulator.cable import FaultyCable, clean, flipped_byte, without_byte
from companion.simulator.screens import VirtualScreen
from companion.table.ports import Link
from tests.device.cables import DEVICE, FACES, SESSION_BYTES, SOCKETS, Burden, Cables, GlassWatch, plain

RETURN_S = 2.0
BUSY_S = 20.0
"""A single return, on a machine that has much else to do; ``test_hub`` has a clock of its own, and two seconds."""
PATIENCE_S = 30.0


@pytest.fixture
def cables(tmp_path: Path) -> Iterator[Cables]:
    made = Cables(tmp_path)
    yield made
    made.close()
    assert made.watch.looks > 0
    assert made.watch.wrong == []


@pytest.fixture
def playing(cables: Cables) -> Cables:
    cables.start()
    return cables


def returned(table: Cables, seat: Seat, now: int = 0) -> float:
    """How long the face of a seat takes to come back, once its port is there."""
    return table.until(lambda: table.right(seat, now), PATIENCE_S)


def test_a_cable_cut_in_mid_frame_and_back_at_another_port(playing):
    """In each round the screen is cut off after some bytes: of hello, of a rectangle, of SHOW; then it is put back."""
    cable, times = playing.cable(Seat.A), []
    service = playing.host.service_id
    for number, cut in enumerate((5, 12, SESSION_BYTES // 2, SESSION_BYTES - 60, SESSION_BYTES - 20)):
        cable.cut_after = cut
        cable.plug(SOCKETS[2 + number % 2])
        playing.until(lambda: not cable.plugged, PATIENCE_S)
        playing.until(lambda: playing.link(Seat.A) is Link.ABSENT, PATIENCE_S)
        cable.cut_after = None
        cable.plug(SOCKETS[4 - 4 * (number % 2)])
        times.append(returned(playing, Seat.A))
        playing.until(lambda: playing.right(Seat.B), BUSY_S)
    assert min(times) < RETURN_S, times
    assert max(times) < BUSY_S, times
    assert playing.host.service_id == service


def test_screens_swapped_while_unplugged_and_one_that_comes_eight_seconds_late(playing):
    a, b = playing.cable(Seat.A), playing.cable(Seat.B)
    socket_a, socket_b = a.name, b.name
    a.pull()
    b.pull()
    playing.until(lambda: {playing.link(seat) for seat in Seat} == {Link.ABSENT}, PATIENCE_S)
    a.plug(socket_b)
    assert returned(playing, Seat.A) < BUSY_S
    late_at = time.monotonic() + 8.0
    playing.give_seats(now=1)
    playing.until(lambda: playing.right(Seat.A, now=1), PATIENCE_S)
    assert playing.link(Seat.B) is Link.ABSENT
    playing.live(late_at - time.monotonic())
    b.plug(socket_a)
    assert returned(playing, Seat.B, now=1) < BUSY_S
    playing.until(playing.all_showing, PATIENCE_S)
    ports = {seat: Path(playing.info(DEVICE[seat]).port).name for seat in Seat}
    assert ports == {Seat.A: socket_b, Seat.B: socket_a}


def test_bytes_that_go_missing_or_change_on_the_way(playing):
    """Some bytes of each part of a session, both ways; every one of them is tried in ``test_link``."""
    chance, cable = random.Random(5), playing.cable(Seat.A)
    for number in range(6):
        way = number % 3 == 2  # Towards the host.
        at = chance.randrange(80) if way else chance.choice((chance.randrange(30), chance.randrange(SESSION_BYTES)))
        fault = without_byte(at) if number % 2 else flipped_byte(at, 1 << chance.randrange(8))
        cable.to_screen, cable.to_host = (clean, fault) if way else (fault, clean)
        cable.plug(SOCKETS[2 + number % 2])
        returned(playing, Seat.A)
        playing.until(playing.all_showing, PATIENCE_S)
        assert playing.right(Seat.A)


def test_noise_before_hello_and_answers_that_come_late(playing):
    cable = playing.cable(Seat.A)
    noise = b"AT+GCAP\r\nATI\r\n\0\0\x03\x04" + random.Random(3).randbytes(3000)
    cable.plug(SOCKETS[2])
    cable.put_noise(noise)
    assert returned(playing, Seat.A) < BUSY_S
    # Later than an order is repeated: each answer is for an order that was repeated meanwhile.
    cable.late_s = 0.5
    cable.plug(SOCKETS[3])
    cable.put_noise(noise)
    returned(playing, Seat.A)
    playing.until(playing.all_showing, PATIENCE_S)


def test_what_says_nothing_or_zeros_disturbs_no_screen_and_is_named(playing):
    mute, zeros = FaultyCable(None, playing.sockets), FaultyCable(None, playing.sockets, says=bytes(500))
    paths = {str(mute.plug(SOCKETS[4])), str(zeros.plug(SOCKETS[5]))}
    try:
        playing.give_seats(now=1)
        assert playing.until(lambda: all(playing.right(seat, now=1) for seat in Seat), PATIENCE_S) < BUSY_S
        playing.until(lambda: set(playing.host.troubles()) == paths, PATIENCE_S)
        assert {info.device for info in playing.host.devices()} == set(DEVICE.values())
        playing.until(playing.all_showing, PATIENCE_S)
    finally:
        mute.close()
        zeros.close()


def test_cables_in_and_out_leave_nothing_behind(playing):
    """The long run with 200 and more of them is ``bench/cables.py``."""
    chance, before, times = random.Random(7), playing.burdens(), []
    for _ in range(6):
        seat = chance.choice(list(Seat))
        cable = playing.cable(seat)
        cable.pull()
        playing.live(chance.random() * 0.4)
        free = [name for name in SOCKETS if not any(c.plugged and c.name == name for c in playing.cables.values())]
        cable.plug(chance.choice(free))
        times.append(returned(playing, seat))
        playing.until(playing.all_showing, PATIENCE_S)
    assert min(times) < RETURN_S, times
    after = playing.burdens()
    for was, now in zip(before, after, strict=True):
        assert (now.handles, now.threads) == (was.handles, was.threads)
        assert now.resident_kb - was.resident_kb < 8000


# The stand-ins can fail.


def test_the_watch_sees_a_face_that_is_not_this_screens(tmp_path):
    path = tmp_path / "a.glass"
    watch = GlassWatch({path: FACES[Seat.A]})
    try:
        for pixels, light in ((FACES[Seat.A][0], 255), (FACES[Seat.B][0], 0), (bytes(153600), 255)):
            path.write_bytes(b"GLS1\x01\x40\x00\xf0" + bytes((light, 1, 0, 0, 0, 0, 0, 1)) + pixels)
            watch.look(path)
        assert watch.wrong == []
        (tmp_path / "b").write_bytes(b"GLS1\x01\x40\x00\xf0\xff\x01\0\0\0\0\0\1" + FACES[Seat.B][0])
        (tmp_path / "b").rename(path)
        watch.look(path)
        assert set(watch.wrong) == {"a.glass"}
    finally:
        watch.close()
    assert not plain(FACES[Seat.A][0])


def test_a_faulty_cable_is_faulty(tmp_path):
    assert without_byte(3)(2, b"abcd") == b"acd"
    assert without_byte(3)(4, b"abcd") == without_byte(3)(0, b"abc") + b"d" == b"abcd"
    assert flipped_byte(3, 1)(2, b"abcd") == b"accd"
    cable = FaultyCable(None, tmp_path, says=b"zeros")
    path = cable.plug("acm0")
    cable.cut_after = 10
    end = os.open(path, os.O_RDWR | os.O_NOCTTY)
    os.write(end, b"hello")
    assert os.read(end, 100) == b"zeros"
    os.write(end, b"hello again")
    deadline = time.monotonic() + 5
    while cable.plugged and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    with pytest.raises(OSError, match="Input/output"):
        os.write(end, b"x")
    os.close(end)
    assert not path.exists()
    cable.close()
    cable.close()


def test_what_a_process_holds_is_told():
    here = Burden.of(os.getpid())
    ends = os.pipe()
    assert Burden.of(os.getpid()).handles == here.handles + 2
    for end in ends:
        os.close(end)
    assert here.threads >= 1
    assert here.resident_kb > 1000


def test_a_screen_at_a_faulty_cable_without_power_is_dark(tmp_path):
    screen = VirtualScreen("A", tmp_path)
    cable = FaultyCable(screen, tmp_path)
    cable.plug("acm0")
    screen.wait_lit()
    cable.pull()
    assert not screen.glass_path.exists()
    cable.close()
