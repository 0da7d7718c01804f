"""The same firmware as a process on CPython, for machines without MicroPython."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config
from companion.device.frame import Frame, FrameDecoder, encode
from companion.device.messages import Introduction, Kind
from companion.device.picture import next_rect
from companion.device.render import draw
from companion.game.position import Seat
from companion.table.views import seat_view
from tests.device.faces import SIZE
from tests.firmware.test_screen import show_payload


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, str(config.firmware_dir() / "on_cpython.py")]
    environment = {"DUET_ID": "ON-CPYTHON", "DUET_GLASS": str(tmp_path / "glass")}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as started:
        yield started
        started.kill()


def ask(process: subprocess.Popen[bytes], kind: int, sequence: int, payload: bytes = b"") -> Frame:
    process.stdin.write(encode(Frame(kind, sequence, payload)))
    process.stdin.flush()
    decoder = FrameDecoder()
    while True:
        for frame in decoder.feed(process.stdout.read(1)):
            assert frame.sequence == sequence
            return frame


def test_it_shows_the_same_picture_and_ends_with_its_line(process, tmp_path):
    introduction = Introduction.parse(ask(process, Kind.HELLO, 1).payload)
    assert introduction == Introduction(SIZE, 16, 0, "ON-CPYTHON", "virtual", "3.0")
    picture = draw(seat_view(Seat.B), SIZE)
    rect = next_rect(SIZE, bytes(len(picture.pixels)), picture.pixels)
    assert ask(process, Kind.RECT, 2, rect.payload()).payload == b"\0"
    assert ask(process, Kind.SHOW, 3, show_payload(picture.checksum, picture.palette565)).payload == b"\0"
    assert (tmp_path / "glass").read_bytes()[16:] == picture.as_rgb565()
    process.stdin.close()
    assert process.wait(10) == 0


def test_it_is_chosen_where_no_micropython_is(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert config.firmware_command() == [str(tmp_path / "python"), str(config.firmware_dir() / "on_cpython.py")]
    (tmp_path / "micropython").touch(0o755)
    assert config.firmware_command()[0] == str(tmp_path / "micropython")


def test_nothing_is_left_behind_in_the_folder_of_the_firmware():
    assert not list(config.firmware_dir().rglob("__pycache__"))
