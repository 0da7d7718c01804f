"""A played board does what a board with MicroPython does, and can fail as one does."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.simulator.board import BoardError, PlayedBoard

PATIENCE_S = 10.0


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PlayedBoard]:
    with PlayedBoard(tmp_path) as made:
        yield made


def raw(board: PlayedBoard) -> serial.Serial:
    line = serial.Serial(board.port, timeout=5)
    line.write(b"\r\x03\r\x01")
    assert line.read_until(b"raw REPL; CTRL-B to exit\r\n>").endswith(b">")
    return line


def run(line: serial.Serial, program: str) -> tuple[bytes, bytes]:
    """What a program prints, and its error."""
    line.write(program.encode() + b"\x04")
    assert line.read(2) == b"OK"
    return line.read_until(b"\x04")[:-1], line.read_until(b"\x04>")[:-2]


def wait(done) -> None:
    until = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_the_prompt_runs_programs_and_tells_their_errors(board):
    line = raw(board)
    assert run(line, "x = 3\nprint(x)") == (b"3\n", b"")
    assert run(line, "print(x + 1)") == (b"4\n", b"")
    out, error = run(line, "open('no such file')")
    assert out == b""
    assert b"OSError: [Errno 2] ENOENT" in error
    assert run(line, "open('kept', 'w').write('here')")[1] == b""
    assert (board.flash / "kept").read_text() == "here"


def test_half_a_program_is_dropped_by_an_interrupt(board):
    line = raw(board)
    line.write(b"print('never')\x03")
    assert run(line, "print(1)") == (b"1\n", b"")


def test_its_port_goes_away_when_it_starts_anew(board):
    line = raw(board)
    line.write(b"import machine\nmachine.reset()\x04")
    wait(lambda: board.starts == 2)
    wait(lambda: Path(board.port).exists())
    with pytest.raises((OSError, serial.SerialException)):
        line.read(100)
    assert run(raw(board), "print(2)") == (b"2\n", b"")


def test_a_program_that_breaks_leads_to_the_prompt(tmp_path):
    (tmp_path / "flash").mkdir()
    (tmp_path / "flash" / "main.py").write_text("raise ValueError('broken')\n")
    with PlayedBoard(tmp_path) as board:
        assert run(raw(board), "print(1)") == (b"1\n", b"")


def test_unplugged_it_has_no_port_and_keeps_its_files(board):
    (board.flash / "kept").write_text("here")
    board.unplug()
    board.unplug()
    assert not Path(board.port).exists()
    assert (board.flash / "kept").read_text() == "here"


def test_without_micropython_there_is_no_board(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardError, match="needs MicroPython"):
        PlayedBoard(tmp_path)
