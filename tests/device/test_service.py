"""The whole chain with real processes: app side, service, pyserial, pseudo-terminal, real firmware, glass."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.device.client import ServiceScreens
from companion.device.discovery import PortSource
from companion.device.render import draw
from companion.device.service import Service
from companion.game.position import Seat
from companion.simulator.screens import VirtualScreen
from companion.table.ports import Link, ScreenInfo
from companion.table.views import words_view
from tests.device.faces import LATE, SETUP, SIZE, other_key_for, view

BLACK = bytes(320 * 240 * 2)
PATIENCE_S = 60.0
DEVICE = {Seat.A: "VIRTUAL-A", Seat.B: "VIRTUAL-B"}
FACE = {seat: draw(view(seat), SIZE).as_rgb565() for seat in Seat}
APP = Path(__file__).with_name("app_that_dies.py")


@pytest.fixture
def virtual(tmp_path: Path) -> Iterator[dict[Seat, VirtualScreen]]:
    made = {seat: VirtualScreen(DEVICE[seat], tmp_path) for seat in Seat}
    for screen in made.values():
        screen.plug_in()
        screen.wait_lit()
    yield made
    for screen in made.values():
        screen.close()


@pytest.fixture
def screens(virtual) -> Iterator[ServiceScreens]:
    made = ServiceScreens([screen.port for screen in virtual.values()], only_named=True)
    yield made
    made.close()


def wait(screens: ServiceScreens, done: Callable[[], bool], seconds: float = PATIENCE_S) -> float:
    """Tick as an app does until ``done``; how long that took."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds, f"still {screens.devices()} {screens.troubles()}"
        screens.tick()
        screens.wait(0.02)
    return time.monotonic() - began


def links(screens: ServiceScreens) -> list[Link]:
    return [info.link for info in screens.devices()]


def info(screens: ServiceScreens, seat: Seat) -> ScreenInfo:
    return next(each for each in screens.devices() if each.device == DEVICE[seat])


def all_showing(screens: ServiceScreens) -> bool:
    return links(screens) == [Link.SHOWING, Link.SHOWING]


@pytest.fixture
def playing(screens, virtual) -> ServiceScreens:
    """Both faces on their screens."""
    wait(screens, lambda: all_showing(screens))
    for seat in Seat:
        screens.assign(DEVICE[seat], seat)
        screens.show(view(seat))
    wait(screens, lambda: all_showing(screens))
    return screens


def glass(screen: VirtualScreen) -> bytes:
    return screen.glass_path.read_bytes()[16:]


def dark(screen: VirtualScreen) -> bool:
    return glass(screen) == BLACK and screen.look().dark


def test_each_glass_shows_exactly_what_the_host_draws(playing, virtual):
    assert {info.device: info.seat for info in playing.devices()} == {DEVICE[seat]: seat for seat in Seat}
    for seat in Seat:
        assert glass(virtual[seat]) == FACE[seat]
        playing.show(view(seat, LATE))
    wait(playing, lambda: all_showing(playing))
    for seat in Seat:
        assert glass(virtual[seat]) == draw(view(seat, LATE), SIZE).as_rgb565()


def test_words_come_before_colours_in_reverse_order_for_b(screens, virtual):
    wait(screens, lambda: all_showing(screens))
    for seat in Seat:
        screens.assign(DEVICE[seat], seat)
        screens.show(words_view(seat, SETUP.board))
    wait(screens, lambda: all_showing(screens))
    for seat in Seat:
        assert glass(virtual[seat]) == draw(words_view(seat, SETUP.board), SIZE).as_rgb565()


def test_an_order_is_not_called_shown_before_it_is(playing):
    playing.show(view(Seat.A, LATE))
    assert Link.PENDING in links(playing)
    wait(playing, lambda: all_showing(playing))


def test_hiding_the_keys_is_black_at_once(playing, virtual):
    playing.blank()
    took = wait(playing, lambda: all_showing(playing))
    assert all(dark(screen) for screen in virtual.values())
    assert took < 2.0
    playing.show(view(Seat.B))
    wait(playing, lambda: glass(virtual[Seat.B]) == FACE[Seat.B])
    assert dark(virtual[Seat.A])


def test_closing_leaves_black_screens_no_process_and_can_be_done_twice(playing, virtual):
    service = playing.service_id
    playing.close()
    assert all(dark(screen) for screen in virtual.values())
    with pytest.raises(ProcessLookupError):
        os.kill(service, 0)
    playing.close()
    playing.show(view(Seat.A))
    playing.tick()
    assert all(dark(screen) for screen in virtual.values())
    assert not [thread for thread in threading.enumerate() if thread.name == "screens" and thread.is_alive()]


@contextlib.contextmanager
def running_app(virtual) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """An app of its own that shows both faces, and its service's process id."""
    command = [sys.executable, str(APP), *(screen.port for screen in virtual.values())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
        try:
            yield app, int(app.stdout.readline())
        finally:
            app.kill()


def test_a_host_that_stands_still_leaves_no_face_after_four_seconds(virtual):
    with running_app(virtual) as (app, service):
        try:
            for process in (app.pid, service):
                os.kill(process, signal.SIGSTOP)
            began = time.monotonic()
            while any(glass(virtual[seat]) == FACE[seat] for seat in Seat):
                assert time.monotonic() - began < 8.0, "the faces are still there"
                threading.Event().wait(0.02)
            assert time.monotonic() - began > 2.5
            for seat in Seat:
                assert virtual[seat].glass_path.with_suffix(".glass.ram").read_bytes() == glass(virtual[seat])
        finally:
            for process in (app.pid, service):
                os.kill(process, signal.SIGCONT)


def test_a_service_that_breaks_blanks_before_it_ends(virtual):
    orders_out, orders_in = os.pipe()
    reports_out, reports_in = os.pipe()
    service = Service(PortSource([virtual[Seat.A].port], only_named=True), orders_out, reports_in)

    def break_it() -> None:
        heard = b""
        while b'"showing"' not in heard:
            heard += os.read(reports_out, 4096)
        os.write(orders_in, b"this is no order\n")

    breaking = threading.Thread(target=break_it)
    breaking.start()
    with pytest.raises(ValueError, match="Expecting value"):
        service.run()
    breaking.join()
    assert dark(virtual[Seat.A])
    for end in (orders_out, orders_in, reports_out, reports_in):
        os.close(end)


def test_a_service_that_hangs_is_replaced_and_the_faces_return(playing, virtual):
    first = playing.service_id
    os.kill(first, signal.SIGSTOP)
    wait(playing, lambda: Link.SHOWING not in links(playing))
    wait(playing, lambda: playing.service_id != first and all_showing(playing))
    for seat in Seat:
        assert glass(virtual[seat]) == FACE[seat]


def test_a_service_that_dies_is_replaced_and_the_faces_return(playing, virtual):
    first = playing.service_id
    os.kill(first, signal.SIGKILL)
    wait(playing, lambda: playing.service_id != first and all_showing(playing))
    assert {info.device: info.seat for info in playing.devices()} == {DEVICE[seat]: seat for seat in Seat}
    for seat in Seat:
        assert glass(virtual[seat]) == FACE[seat]


def test_a_broken_thread_between_app_and_service_is_not_called_showing_and_is_replaced(playing, virtual, monkeypatch):
    broken = []
    monkeypatch.setattr(threading, "excepthook", broken.append)
    first = playing.service_id
    playing._courier.send(None)
    began = time.monotonic()
    while not broken:
        playing.wait(0.02)
        assert time.monotonic() - began < PATIENCE_S
    assert links(playing) == [Link.ABSENT, Link.ABSENT]
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    wait(playing, lambda: playing.service_id != first and all_showing(playing))
    for seat in Seat:
        assert glass(virtual[seat]) == FACE[seat]


def test_a_pulled_cable_and_its_return_under_another_name(playing, virtual):
    screen = virtual[Seat.A]
    old = screen.port
    new = screen.replug()
    assert new != old
    playing.add_port(new)
    took = wait(playing, lambda: all_showing(playing) and info(playing, Seat.A).port == new)
    assert took < 5.0
    assert glass(screen) == FACE[Seat.A]
    assert glass(virtual[Seat.B]) == FACE[Seat.B]


def test_a_screen_that_is_away_is_called_absent(playing, virtual):
    virtual[Seat.B].unplug()
    wait(playing, lambda: info(playing, Seat.B).link is Link.ABSENT)
    assert info(playing, Seat.B).seat is Seat.B
    assert info(playing, Seat.A).link is Link.SHOWING


def test_a_screen_that_crashes_is_not_called_showing(playing, virtual):
    virtual[Seat.B].crash()
    wait(playing, lambda: info(playing, Seat.B).link in (Link.CONNECTING, Link.ABSENT))
    assert info(playing, Seat.A).link is Link.SHOWING


def test_a_port_that_is_no_screen_is_named(screens, tmp_path):
    folder = tmp_path / "no port"
    folder.write_text("")
    screens.add_port(str(folder))
    wait(screens, lambda: str(folder) in screens.troubles())
    assert screens.troubles()[str(folder)] == f"{folder}: not a serial port"


@pytest.mark.parametrize("seat", Seat)
def test_a_glass_shows_nothing_of_the_other_face(playing, virtual, seat):
    for each in Seat:
        playing.show(view(each, LATE, other_key_for(seat.other)))
    wait(playing, lambda: all_showing(playing))
    assert glass(virtual[seat]) == draw(view(seat, LATE), SIZE).as_rgb565()
    assert glass(virtual[seat.other]) != draw(view(seat.other, LATE), SIZE).as_rgb565()


def test_a_face_shows_only_while_held_and_a_new_service_knows_it_before_the_first_face(tmp_path):
    screen = VirtualScreen("HELD", tmp_path, buttons=True)
    screen.plug_in()
    screens = ServiceScreens([screen.port], only_named=True)
    screens.peek(True)
    screens.assign("HELD", Seat.A)
    screens.show(view(Seat.A))

    def info() -> ScreenInfo | None:
        return next((each for each in screens.devices() if each.link is Link.SHOWING and each.seat), None)

    wait(screens, lambda: info() is not None)
    hint = glass(screen)
    assert set(hint) == {0x00, 0xFF}
    screen.press(0)
    wait(screens, lambda: glass(screen) == FACE[Seat.A])
    screen.press(0, down=False)
    wait(screens, lambda: bool((now := info()) and now.covered))
    assert glass(screen) == hint
    # The service dies and is started anew: at no moment does the glass show the face.
    seen: set[bytes] = set()
    before = screens.service_id
    os.kill(before, signal.SIGKILL)
    wait(screens, lambda: bool(seen.add(glass(screen)) or (screens.service_id != before and info())))
    assert FACE[Seat.A] not in seen
    assert glass(screen) == hint
    screens.close()
    screen.close()


def test_light_and_words_hold_also_for_a_service_that_takes_over(playing, virtual):
    shapes = draw(view(Seat.A), SIZE, words=False).as_rgb565()
    playing.light(64)
    playing.words(Seat.A, False)

    def as_wanted() -> bool:
        lights = [screen.glass_path.read_bytes()[8] for screen in virtual.values()]
        pictures = [glass(virtual[seat]) for seat in Seat]
        return all_showing(playing) and lights == [64, 64] and pictures == [shapes, FACE[Seat.B]]

    wait(playing, as_wanted)
    before = playing.service_id
    assert before is not None
    os.kill(before, signal.SIGKILL)
    wait(playing, lambda: playing.service_id != before and as_wanted())
