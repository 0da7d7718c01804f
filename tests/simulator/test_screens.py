"""Virtual screens over real pseudo-terminals: plugged in, pulled out, back under another name, dead."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.config import firmware_dir
from companion.simulator.glass import GlassError
from companion.simulator.screens import VirtualScreen


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[VirtualScreen]:
    made = VirtualScreen("VIRTUAL-T", tmp_path)
    yield made
    made.close()


def alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


def test_screen_lights_up_and_its_port_can_be_opened(screen: VirtualScreen) -> None:
    port = screen.plug_in()
    assert not screen.wait_lit().dark
    with serial.Serial(port, 115200, timeout=0.05, exclusive=True) as line:
        assert line.is_open
    assert screen.plug_in() == port == screen.port


def test_unplugged_screen_has_no_port_no_process_and_leaves_no_picture(screen: VirtualScreen, tmp_path: Path) -> None:
    port = screen.plug_in()
    screen.wait_lit()
    process_id = screen.process_id
    assert process_id is not None
    screen.unplug()
    assert screen.port == ""
    assert not alive(process_id)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(serial.SerialException):
        serial.Serial(port, 115200)
    with pytest.raises(GlassError, match="no power"):
        screen.look()


def test_open_port_reports_the_pulled_cable(screen: VirtualScreen) -> None:
    with serial.Serial(screen.plug_in(), 115200, timeout=0.05) as line:
        screen.wait_lit()
        screen.unplug()
        with pytest.raises((serial.SerialException, OSError)):
            for _ in range(100):
                line.write(b"\0")
                line.read(100)


def test_replugged_screen_comes_back_under_another_name(screen: VirtualScreen) -> None:
    before, process_id = screen.plug_in(), screen.process_id
    screen.wait_lit()
    after = screen.replug()
    assert after != before
    assert screen.process_id != process_id
    assert not screen.wait_lit().dark


def test_crashed_firmware_leaves_the_port(screen: VirtualScreen) -> None:
    port = screen.plug_in()
    screen.wait_lit()
    screen.crash()
    assert screen.port == port
    with serial.Serial(port, 115200, timeout=0.05) as line:
        line.write(b"\0")
        assert line.read(1) == b""
    with pytest.raises(GlassError, match="no power"):
        screen.look()


def test_screen_works_without_micropython_too(tmp_path: Path) -> None:
    screen = VirtualScreen("VIRTUAL-P", tmp_path, [sys.executable, str(firmware_dir() / "on_cpython.py")])
    try:
        screen.plug_in()
        assert not screen.wait_lit().dark
    finally:
        screen.close()


def test_firmware_that_cannot_be_started_is_said(tmp_path: Path) -> None:
    screen = VirtualScreen("VIRTUAL-N", tmp_path, [str(tmp_path / "no-such-interpreter")])
    with pytest.raises(GlassError, match="did not start"):
        screen.plug_in()
    assert screen.port == ""
    screen.close()


def test_firmware_that_ends_at_once_is_noticed(tmp_path: Path) -> None:
    screen = VirtualScreen("VIRTUAL-E", tmp_path, [sys.executable, "-c", ""])
    screen.plug_in()
    with pytest.raises(GlassError, match="stayed dark"):
        screen.wait_lit()
    screen.close()


def test_a_screen_that_stays_dark_is_noticed(screen: VirtualScreen) -> None:
    started = time.monotonic()
    with pytest.raises(GlassError, match="stayed dark"):
        screen.wait_lit(timeout_s=0.05)
    assert time.monotonic() - started < 5


def test_closing_twice_is_fine(screen: VirtualScreen) -> None:
    screen.plug_in()
    screen.close()
    screen.close()
    assert screen.port == ""
