"""Files written whole or not at all: what stands under a name already decides what may be done with it."""

from __future__ import annotations

import os
import socket

import pytest

from companion.vision.written import FileNotWritten, write_whole


def test_a_file_is_written_in_place_of_the_old_one(tmp_path):
    target = tmp_path / "out.png"
    target.write_bytes(b"old")
    write_whole(target, b"new")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_what_is_no_ordinary_file_is_never_replaced_by_one(tmp_path, kind):
    target = tmp_path / "device"
    if kind == "pipe":
        os.mkfifo(target)
    else:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(target))
    before = target.stat().st_mode
    with pytest.raises(FileNotWritten, match="no ordinary file"):
        write_whole(target, b"new")
    assert target.stat().st_mode == before
    assert [path.name for path in tmp_path.iterdir()] == ["device"]


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path / "lens.json"
    link.symlink_to(elsewhere / "real.json")
    for data in (b"first", b"second"):
        write_whole(link, data)
        assert link.is_symlink()
        assert (elsewhere / "real.json").read_bytes() == data
