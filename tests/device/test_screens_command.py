"""``companion screens``: what answers, which is which, and one clear line where nothing does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config
from companion.cli import main
from companion.commands.screens import ScreensError, search
from companion.device import discovery
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


@pytest.fixture
def newer(tmp_path: Path) -> Iterator[VirtualScreen]:
    """A screen whose firmware speaks a version to come."""
    firmware = tmp_path / "firmware"
    shutil.copytree(config.firmware_dir(), firmware)
    protocol = firmware / "protocol.py"
    protocol.write_text(protocol.read_text("utf-8").replace("VERSION = 3", "VERSION = 9"), "utf-8")
    *interpreter, main_file = config.firmware_command()
    made = VirtualScreen("NEWER", tmp_path, [*interpreter, str(firmware / Path(main_file).name)])
    made.plug_in()
    made.wait_lit()
    yield made
    made.close()


NEWER = "the screen speaks version 9 of the protocol, this program 3: update this program"


@pytest.mark.parametrize("action", ["list", "identify"])
def test_a_screen_that_is_refused_is_told_with_the_reason_and_is_no_screen_that_answers(newer, action, capsys):
    assert main(["screens", action, newer.port]) == 1
    assert capsys.readouterr() == ("", f"companion screens: {newer.port}: {NEWER}\n")


@pytest.mark.parametrize("action", ["list", "identify"])
def test_beside_a_refused_screen_the_others_are_served_under_the_numbers_they_show(
    newer, screen, action, capsys, monkeypatch
):
    ports = discovery.PortSource([newer.port, screen.port], only_named=True)
    monkeypatch.setattr(discovery, "PortSource", lambda *_, **__: ports)
    assert main(["screens", action, *(["--seconds", "0.1"] if action == "identify" else [])]) == 1
    out, err = capsys.readouterr()
    number = out.split()[0]
    assert out == f"{number}  E6614103E7452A2F  320x240  {screen.port}  firmware 3.0\n"
    assert err == f"companion screens: {newer.port}: {NEWER}\n"


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
