"""The whole chain to a USB monitor with real processes: app side, service, pyserial, pseudo-terminal, monitor."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.device.client import ServiceScreens
from companion.device.render import draw
from companion.device.turing import FULL_BYTES, SIZE_PX
from companion.game.position import Seat
from companion.simulator.turing_screen import TuringScreen
from companion.table.ports import Link
from companion.table.views import seat_view
from tests.device.faces import view

BLACK = bytes(FULL_BYTES)
FACES = {draw(view(seat), SIZE_PX).as_rgb565() for seat in Seat}
PATIENCE_S = 60.0


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[TuringScreen]]:
    """Two monitors, as fast as real ones."""
    made = [TuringScreen(f"1-{n}", bytes_s=170_000, link=tmp_path / f"port{n}") for n in (1, 2)]
    for screen in made:
        screen.plug_in()
    yield made
    for screen in made:
        screen.close()


def until(done: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait for something."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds, what
        threading.Event().wait(0.01)


def wait(screens: ServiceScreens, done: Callable[[], bool]) -> None:
    """Tick as an app does until ``done``."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < PATIENCE_S, f"still {screens.devices()} {screens.troubles()}"
        screens.tick()
        screens.wait(0.02)


def panels(pair: list[TuringScreen]) -> set[bytes]:
    return {screen.pixels() for screen in pair}


def test_a_killed_service_leaves_no_face_and_its_successor_asks_again(pair, capfd):
    screens = ServiceScreens([screen.name for screen in pair], only_named=True)
    try:
        wait(screens, lambda: [info.link for info in screens.devices()] == [Link.SENT, Link.SENT])
        before = {info.device for info in screens.devices()}
        assert all(info.keeps for info in screens.devices())
        for seat, device in zip(Seat, sorted(before), strict=True):
            screens.assign(device, seat)
            screens.show(view(seat))
        assert Link.PENDING in {info.link for info in screens.devices()}
        wait(screens, lambda: {info.link for info in screens.devices()} == {Link.SENT})
        until(lambda: panels(pair) == FACES, PATIENCE_S, "called sent, and it does not come")
        os.kill(screens.service_id, signal.SIGKILL)
        wait(screens, lambda: not panels(pair) & FACES)
        wait(screens, lambda: [i.link for i in screens.devices()].count(Link.SENT) == 2)
        here = {info.port: info for info in screens.devices() if info.link is Link.SENT}
        assert not before & {info.device for info in here.values()}
        assert {info.seat for info in here.values()} == {None}
        assert not panels(pair) & FACES
        # One locks up: it cannot be made black, and that is said at the end.
        pair[0].locked = True
        screens.show(seat_view(Seat.A))
        screens.assign(next(info.device for port, info in here.items() if port in pair[0].name), Seat.A)
    finally:
        screens.close()
    assert pair[1].look().dark
    assert pair[1].pixels() == BLACK
    said = capfd.readouterr().err
    assert "port1 did not take the last black picture: pull its cable" in said
    assert said.count("\n") == 1
    assert [screen.monitor.refused for screen in pair] == [[], []]
