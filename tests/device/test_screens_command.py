"""``companion screens``: what answers, which is which, and one clear line where nothing does."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.screens import ScreensError, search
from companion.device.hub import Hub
from companion.device.render import draw_number
from companion.device.transport import SerialPort
from companion.simulator.screens import VirtualScreen
from companion.simulator.turing_screen import TuringScreen
from tests.device.faces import SIZE


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[VirtualScreen]:
    made = VirtualScreen("E6614103E7452A2F", tmp_path)
    made.plug_in()
    made.wait_lit()
    yield made
    made.close()


def test_list_names_the_screen_at_a_port(screen, capsys):
    assert main(["screens", "list", screen.port]) == 0
    out, err = capsys.readouterr()
    assert out == f"1  E6614103E7452A2F  320x240  {screen.port}  firmware 3.0\n"
    assert err == ""


def test_identify_shows_a_number_and_leaves_black(screen, capsys):
    def look() -> None:
        until = time.monotonic() + 5.0
        while time.monotonic() < until and not seen.is_set():
            if screen.glass_path.read_bytes()[16:] == draw_number(1, SIZE).as_rgb565():
                seen.set()
            seen.wait(0.01)

    seen = threading.Event()
    looking = threading.Thread(target=look)
    looking.start()
    assert main(["screens", "identify", screen.port, "--seconds", "0.5"]) == 0
    looking.join()
    assert seen.is_set()
    assert capsys.readouterr().out.startswith("1  E6614103E7452A2F")
    assert screen.look().dark


def test_a_usb_monitor_is_listed_and_left_black(tmp_path, capsys):
    monitor = TuringScreen("1-1", reset_s=0.2, link=tmp_path / "port")
    monitor.plug_in()
    assert main(["screens", "list", monitor.name]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("1  USB35INCHIPSV2@1-1#")
    assert line.endswith(f"480x320  {tmp_path / 'port'}  USB monitor, cannot confirm what it shows")
    assert monitor.look().dark
    assert not any(monitor.pixels())
    assert monitor.monitor.refused == []
    monitor.close()


@pytest.mark.parametrize("action", ["list", "identify"])
def test_a_port_that_gives_no_hello_is_no_screen(action, capsys):
    master, slave = os.openpty()
    tty.setraw(slave)
    port = os.ttyname(slave)
    assert main(["screens", action, port]) == 1
    os.close(master)
    os.close(slave)
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"companion screens: {port}: no screen answers there\n")


@pytest.mark.parametrize(("name", "why"), [("nothing", "there is no such port"), ("file", "not a serial port")])
def test_what_is_no_port_is_said_in_one_line(tmp_path, capsys, name, why):
    (tmp_path / "file").write_text("text")
    assert main(["screens", "identify", str(tmp_path / name)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"companion screens: {tmp_path / name}: {why}")
    assert err.count("\n") == 1


def test_no_screen_at_all():
    hub = Hub(list, SerialPort, lambda: 1, time.monotonic())
    with pytest.raises(ScreensError, match="no screen found: plug one in by USB"):
        search(hub, None)


def test_wrong_usage_is_two():
    with pytest.raises(SystemExit) as caught:
        main(["screens"])
    assert caught.value.code == 2


def test_it_is_one_line_from_a_shell_too(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "screens", "identify", str(tmp_path / "nothing")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
