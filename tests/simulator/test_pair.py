"""Virtual screens that stay: a firmware that died goes dark and starts again, a closed window opens again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.simulator.glass import GlassError
from companion.simulator.pair import RETRY_S, VirtualPair
from companion.simulator.screens import VirtualScreen

PATIENCE_S = 60.0


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[VirtualScreen]:
    made = VirtualScreen("VIRTUAL-T", tmp_path)
    yield made
    made.close()


def comes_true(condition: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        if condition():
            return True
    return False


def kill(process_id: int | None) -> None:
    assert process_id is not None
    os.kill(process_id, signal.SIGKILL)


def test_a_firmware_that_died_is_dark_and_starts_again_on_the_same_port(screen: VirtualScreen) -> None:
    port, before = screen.plug_in(), screen.process_id
    screen.wait_lit()
    assert not screen.revive()
    kill(before)
    assert comes_true(screen.revive)
    assert (screen.port, screen.process_id != before) == (port, True)
    assert not screen.wait_lit().dark


def test_a_screen_without_power_is_not_revived(screen: VirtualScreen) -> None:
    assert not screen.revive()
    screen.plug_in()
    screen.crash()
    assert not screen.revive()


class Windows:
    """Windows that can be closed from outside, as a person does, without a desktop."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.closed: set[str] = set()

    def open(self, screen: VirtualScreen, number: int) -> Windows.One:
        self.opened.append(screen.device)
        self.closed.discard(screen.device)
        return Windows.One(self, screen.device)

    class One:
        def __init__(self, windows: Windows, device: str) -> None:
            self._windows, self._device = windows, device

        def poll(self) -> int | None:
            return 0 if self._device in self._windows.closed else None

        def close(self) -> None:
            self._windows.closed.add(self._device)


@pytest.fixture
def windows() -> Windows:
    return Windows()


@pytest.fixture
def pair(tmp_path: Path, windows: Windows) -> Iterator[tuple[VirtualPair, list[float]]]:
    now = [100.0]
    made = VirtualPair(tmp_path, windows.open, lambda: now[0])
    ports = made.open()
    assert len(ports) == len(set(ports)) == 2
    yield made, now
    made.close()


def test_a_closed_window_opens_again(pair: tuple[VirtualPair, list[float]], windows: Windows) -> None:
    made, now = pair
    windows.closed.add("VIRTUAL-B")
    now[0] += RETRY_S
    made.tend()
    made.tend()
    assert windows.opened == ["VIRTUAL-A", "VIRTUAL-B", "VIRTUAL-B"]


def test_a_window_that_never_stays_open_is_not_tried_at_every_turn(
    pair: tuple[VirtualPair, list[float]], windows: Windows
) -> None:
    made, _ = pair
    windows.closed.add("VIRTUAL-B")
    made.tend()
    assert windows.opened == ["VIRTUAL-A", "VIRTUAL-B"]


def test_a_dead_firmware_shows_no_face_and_comes_back(
    pair: tuple[VirtualPair, list[float]], windows: Windows, tmp_path: Path
) -> None:
    made, now = pair
    screen = made.screens[0]
    screen.wait_lit()
    before = screen.process_id
    kill(before)

    def tended() -> bool:
        now[0] += RETRY_S
        made.tend()
        return screen.process_id != before

    assert comes_true(tended)
    assert not screen.wait_lit().dark


def test_a_closed_pair_leaves_no_window_and_no_glass(tmp_path: Path, windows: Windows) -> None:
    made = VirtualPair(tmp_path, windows.open, time.monotonic)
    made.close()
    made.open()
    made.close()
    assert windows.closed == {"VIRTUAL-A", "VIRTUAL-B"}
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(GlassError):
        made.screens[0].look()


def test_a_condition_that_never_comes_true_is_noticed() -> None:
    assert not comes_true(lambda: False, patience_s=0.01)
