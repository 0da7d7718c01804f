"""Whatever ends the app, or breaks in it, the last picture is black at once, on every kind of screen."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.device.render import draw
from companion.device.turing import FULL_BYTES, SIZE_PX
from companion.game.position import Seat
from companion.simulator.screens import VirtualScreen
from companion.simulator.turing_screen import TuringScreen
from tests.device.faces import SIZE, view

APP = Path(__file__).with_name("app_that_dies.py")
AT_ONCE_S = 2.5
"""On a machine that others use too; alone it is a tenth of a second."""
PATIENCE_S = 60.0
BLACK = bytes(FULL_BYTES)
# The monitor's name comes first: it gets seat A.
FACE, MONITOR_FACE = draw(view(Seat.B), SIZE).as_rgb565(), draw(view(Seat.A), SIZE_PX).as_rgb565()


class Pair:
    """A screen with our firmware, and a USB monitor as fast as a real one."""

    def __init__(self, folder: Path) -> None:
        self.own = VirtualScreen("VIRTUAL-B", folder)
        self.own.plug_in()
        self.own.wait_lit()
        self.monitor = TuringScreen("1-1", bytes_s=170_000, link=folder / "port")
        self.monitor.plug_in()

    @property
    def lit(self) -> bool:
        """Both faces are to be seen."""
        shown = self.own.glass_path.read_bytes()[16:] == FACE and self.monitor.pixels() == MONITOR_FACE
        return shown and not self.own.look().dark and not self.monitor.look().dark

    @property
    def dark(self) -> bool:
        """Nothing is to be seen on either."""
        return self.own.look().dark and self.monitor.look().dark

    def close(self) -> None:
        self.own.close()
        self.monitor.close()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    made = Pair(tmp_path)
    yield made
    made.close()


def until(done: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait for something; how long that took."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds, what
        threading.Event().wait(0.005)
    return time.monotonic() - began


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "end of input", "main", "thread", "service"])
def test_both_kinds_are_dark_at_once_and_no_face_stays_in_a_panel(pair, how):
    command = [sys.executable, str(APP), pair.own.port, pair.monitor.name, how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as app:
        try:
            app.stdout.readline()
            until(lambda: pair.lit, PATIENCE_S, "called shown and sent, and it does not come")
            if how.startswith("SIG"):
                app.send_signal(signal.Signals[how])
            elif how == "end of input":
                app.stdin.close()
            else:
                app.stdin.write(b"\n")
                app.stdin.flush()
            until(lambda: pair.dark, AT_ONCE_S, "the screens are still lit")
            until(lambda: pair.monitor.pixels() != MONITOR_FACE, AT_ONCE_S, "the face is still in the panel")
            if how not in ("service", "thread"):
                # Nobody begins anew.
                until(lambda: pair.monitor.pixels() == BLACK, PATIENCE_S, "the panel is not black")
                app.wait(PATIENCE_S)
                assert pair.dark
        finally:
            app.kill()
    assert pair.monitor.monitor.refused == []


def test_a_pair_that_shows_nothing_of_a_face_is_not_called_lit_and_one_without_light_is_dark(pair):
    assert not pair.lit
    pair.monitor.unplug()
    until(lambda: not pair.dark, PATIENCE_S, "the firmware's own picture does not come")
    head = pair.own.glass_path.read_bytes()[:16]
    pair.own.glass_path.write_bytes(head[:8] + bytes(8) + bytes(2 * SIZE[0] * SIZE[1]))
    assert pair.dark
