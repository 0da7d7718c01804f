"""The firmware put onto a board that runs MicroPython: the real mpremote, the real interpreter, every way to fail."""

from __future__ import annotations

import os
import shutil
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config
from companion.device.image import device_files, firmware_version
from companion.device.update import UpdateError, update
from companion.simulator.board import PlayedBoard


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PlayedBoard]:
    with PlayedBoard(tmp_path) as made:
        yield made


def quietly(path: str, done: int, total: int) -> None:
    pass


def same_as_ours(board: PlayedBoard) -> bool:
    return all(
        (board.flash / path).exists()
        and (board.flash / path).read_bytes() == (config.firmware_dir() / path).read_bytes()
        for path in device_files()
    )


def test_a_fresh_board_gets_all_files_and_runs_them_and_a_running_one_is_updated(board):
    steps: list[tuple[str, int, int]] = []
    introduction = update(board.port, "pico_st7796", lambda *step: steps.append(step))
    assert (introduction.identity, introduction.firmware) == ("PLAYED", firmware_version())
    assert same_as_ours(board)
    assert (board.flash / "board.txt").read_text() == "pico_st7796\n"
    assert steps[-1][0] == "main.py"
    assert steps[-1][1] == steps[-1][2]
    assert [done for _, done, _ in steps] == sorted(done for _, done, _ in steps)
    # An older file, while the firmware runs: it is asked to leave, and only what differs is written.
    (board.flash / "kept.py").write_text("STEPS = ()\n")
    again: list[str] = []
    assert update(board.port, None, lambda path, done, total: again.append(path)).firmware == firmware_version()
    assert set(again) == {"kept.py", "main.py"}
    assert same_as_ours(board)
    assert (board.flash / "board.txt").read_text() == "pico_st7796\n"


def test_a_cable_pulled_half_way_leaves_a_board_that_can_be_started_again(tmp_path):
    with PlayedBoard(tmp_path) as board:

        def pull(path: str, done: int, total: int) -> None:
            if done > total // 2:
                board.unplug()

        with pytest.raises(UpdateError) as caught:
            update(board.port, None, pull)
    assert "the update broke off at" in str(caught.value)
    assert "the cable is gone" in str(caught.value)
    assert f"start `companion screens flash {board.port}` once more" in str(caught.value)
    assert not (board.flash / "main.py").exists()
    with PlayedBoard(tmp_path) as again:
        assert update(again.port, None, quietly).firmware == firmware_version()
        assert same_as_ours(again)


def nearly_whole(board: PlayedBoard) -> None:
    """All files but the last are there: quicker than writing them."""
    for path in device_files()[:-1]:
        (board.flash / path).parent.mkdir(exist_ok=True)
        shutil.copyfile(config.firmware_dir() / path, board.flash / path)
    (board.flash / "panel.py").unlink()


def test_a_full_flash_is_told(board):
    nearly_whole(board)
    (board.flash / "panel.py").symlink_to("/dev/full")
    with pytest.raises(UpdateError, match=r"broke off at panel\.py \(its flash is full"):
        update(board.port, None, quietly)
    assert not (board.flash / "main.py").exists()


def test_what_reads_back_otherwise_is_told(board):
    nearly_whole(board)
    (board.flash / "panel.py").symlink_to("/dev/null")
    with pytest.raises(UpdateError, match=r"broke off at panel\.py \(it reads back otherwise"):
        update(board.port, None, quietly)
    assert not (board.flash / "main.py").exists()


def test_a_firmware_inside_the_image_is_not_mixed_with_files(board):
    (board.flash / "built_for.py").write_text('BOARD = "pico_display2"\n')
    with pytest.raises(UpdateError, match="part of the image: hold BOOTSEL"):
        update(board.port, None, quietly)
    assert not (board.flash / "main.py").exists()


def test_a_micropython_that_lacks_something_is_told(board):
    # A file goes before the module that is built in.
    (board.flash / "select.py").write_text('raise ImportError("no module named select")\n')
    with pytest.raises(UpdateError, match=r"too old or too small \(no module named select\)"):
        update(board.port, None, quietly)


def test_a_port_that_says_nothing_is_told():
    master, slave = os.openpty()
    tty.setraw(slave)
    with pytest.raises(UpdateError, match="neither a screen nor MicroPython answers"):
        update(os.ttyname(slave), None, quietly, patience_s=0.2)
    os.close(master)
    os.close(slave)


def test_an_unknown_row_is_told():
    with pytest.raises(UpdateError, match="there is no board toaster: take one of pico_display2,"):
        update("nowhere", "toaster", quietly)
