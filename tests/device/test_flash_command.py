"""``companion screens build|flash``: one clear line for everything that goes wrong, and a Pico that runs afterwards."""

from __future__ import annotations

import fcntl
import hashlib
import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.flashing import MOST_UF2_BYTES
from companion.device import image, uf2
from companion.device.bootloader import COPIED_AS
from companion.simulator.board import PlayedBoard
from companion.simulator.bootloader import PlayedDrive
from tests.device import images

FILE = images.file(40_000)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    path = tmp_path / "built.uf2"
    path.write_bytes(FILE)
    return path


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_waiting_pico_takes_a_file_and_starts(built, tmp_path, capsys):
    with PlayedDrive(tmp_path / "RPI-RP2") as pico:
        assert main(["screens", "flash", "--uf2", str(built), "--drive", str(pico.folder)]) == 0
    assert pico.restarted
    out, err = capsys.readouterr()
    lines = out.splitlines()
    blocks = len(FILE) // uf2.BLOCK_BYTES
    assert lines[0] == (
        f"built.uf2: screen firmware 2.0 for pico_display2, for a Pico (RP2040), {blocks} blocks, all there"
    )
    assert lines[1] == f"SHA-256 {hashlib.sha256(FILE).hexdigest()}"
    assert lines[-2] == f"100 %  {pico.folder}  ({blocks} of {blocks} blocks)"
    assert lines[-1] == "the Pico has taken it and starts; `companion screens list` names the screen"
    assert err == ""


def test_a_plain_micropython_is_taken_and_the_next_step_named(tmp_path, capsys):
    plain = images.image().replace(uf2.OURS, b"MicroPython v1.25   ")
    (tmp_path / "plain.uf2").write_bytes(uf2.make(plain))
    with PlayedDrive(tmp_path / "RPI-RP2") as pico:
        assert main(["screens", "flash", "--uf2", str(tmp_path / "plain.uf2"), "--drive", str(pico.folder)]) == 0
    assert "next: `companion screens flash PORT`" in capsys.readouterr().out


def test_a_file_can_be_looked_at_without_a_pico(built, capsys):
    assert main(["screens", "flash", "--check", "--uf2", str(built)]) == 0
    assert capsys.readouterr().out.count("\n") == 2


def one_line(capsys: pytest.CaptureFixture[str], *words: str) -> None:
    err = capsys.readouterr().err
    assert err.startswith("companion screens: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err


def test_a_damaged_file_is_refused_before_the_pico_is_touched(built, tmp_path, capsys):
    built.write_bytes(FILE[: -uf2.BLOCK_BYTES])
    with PlayedDrive(tmp_path / "RPI-RP2") as pico:
        assert main(["screens", "flash", "--uf2", str(built), "--drive", str(pico.folder)]) == 1
        assert not (pico.folder / COPIED_AS).exists()
    one_line(capsys, str(built), "blocks are in it")


def test_a_pico_that_does_not_take_it(built, tmp_path, capsys):
    with PlayedDrive(tmp_path / "RPI-RP2", name=COPIED_AS, full=True) as pico:
        assert main(["screens", "flash", "--uf2", str(built), "--drive", str(pico.folder)]) == 1
    one_line(capsys, str(pico.folder), "BOOTSEL")


def test_no_file_and_no_drive(tmp_path, built, capsys):
    assert main(["screens", "flash", "--check", "--uf2", str(tmp_path / "none.uf2")]) == 1
    one_line(capsys, "none.uf2: cannot be read (No such file or directory)")
    assert main(["screens", "flash", "--uf2", str(built), "--drive", str(tmp_path)]) == 1
    one_line(capsys, "a Pico shows a drive RPI-RP2 when BOOTSEL is held")


def test_what_is_no_file_or_far_too_large_is_not_read(tmp_path, capsys):
    assert main(["screens", "flash", "--check", "--uf2", "/dev/zero"]) == 1
    one_line(capsys, "/dev/zero: is no file")
    assert main(["screens", "flash", "--check", "--uf2", str(tmp_path)]) == 1
    one_line(capsys, f"{tmp_path}: is no file")
    with (tmp_path / "large.uf2").open("wb") as file:
        file.truncate(MOST_UF2_BYTES + 1)
    assert main(["screens", "flash", "--check", "--uf2", str(tmp_path / "large.uf2")]) == 1
    one_line(capsys, "large.uf2: is larger than any image for a Pico")


@pytest.mark.parametrize("wrong", [["PORT", "--uf2", "x"], ["PORT", "--drive", "x"], ["--check"], ["PORT", "--check"]])
def test_wrong_usage_is_two(wrong, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["screens", "flash", *wrong])
    assert caught.value.code == 2


def test_a_running_board_is_updated(tmp_path, capsys):
    with PlayedBoard(tmp_path, "E66141") as board:
        for path in image.device_files():
            (board.flash / path).parent.mkdir(exist_ok=True)
            (board.flash / path).write_bytes((image.config.firmware_dir() / path).read_bytes())
        (board.flash / "link.py").unlink()
        (board.flash / "main.py").unlink()
        assert main(["screens", "flash", board.port]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert list(dict.fromkeys(line.split()[2] for line in lines[:-1])) == ["link.py", "main.py"]
    assert lines[-2].startswith("100 %")
    assert lines[-1] == f"screen E66141, virtual, 320x240: firmware {image.firmware_version()} runs"


def test_no_such_port(tmp_path, capsys):
    assert main(["screens", "flash", str(tmp_path / "none")]) == 1
    one_line(capsys, "there is no such port")


# --- building --------------------------------------------------------------------------------------------------------


@pytest.fixture
def without_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing is installed but what is named below."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


def test_one_build_at_a_time(cache):
    with image.alone(cache), (cache / "lock").open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with (cache / "lock").open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_cache_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(image.BuildError, match="below: cannot be written"), image.alone(tmp_path / "file" / "below"):
        pass


def test_missing_tools_are_named_with_the_command_that_brings_them(without_tools, capsys):
    assert main(["screens", "build"]) == 1
    one_line(capsys, "sudo apt-get install apt build-essential cmake dpkg gcc-arm-none-eabi libnewlib-arm-none-eabi")


def tool(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_a_compiler_without_its_library_is_no_tool(tmp_path, without_tools, capsys):
    for name in image.TOOLS:
        tool(tmp_path / "bin", name, 'for word; do echo "${word#-print-file-name=}"; done')
    assert main(["screens", "build"]) == 1
    one_line(capsys, "install libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib")


def test_a_machine_that_is_no_debian_is_told(tmp_path, without_tools, capsys):
    for name in image.TOOLS:
        tool(tmp_path / "bin", name, "echo /there")
    tool(tmp_path / "bin", "apt-get", 'echo "Ubuntu|somewhere"')
    assert main(["screens", "build"]) == 1
    one_line(capsys, "takes no packages from Debian", "companion screens flash PORT")


def test_an_archive_that_cannot_be_reached_is_told(tmp_path, without_tools, capsys, cache):
    for name in image.TOOLS:
        tool(tmp_path / "bin", name, "echo /there")
    listed = 'echo "Debian|http://nowhere.invalid/debian/"'
    tool(tmp_path / "bin", "apt-get", f'[ "$1" = indextargets ] && {listed} || (echo "E: no route" >&2; exit 100)')
    assert main(["screens", "build"]) == 1
    one_line(capsys, "check the network (E: no route)")
    written = (cache / "firmware" / "archives" / "sources.list").read_text()
    assert written.count("http://nowhere.invalid/debian/ trixie main") == 2


def test_a_cache_that_the_tools_cannot_work_in_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "my cache"))
    assert main(["screens", "build"]) == 1
    one_line(capsys, "a folder with a space: name another in COMPANION_CACHE")


def test_an_unknown_board_is_told(capsys):
    assert main(["screens", "build", "--board", "toaster"]) == 1
    one_line(capsys, "there is no board toaster: take one of pico_display2, pico_display28, pico_st7796")


def test_an_image_that_was_built_before_is_only_looked_up(cache, tmp_path, without_tools, capsys):
    mark = image.fingerprint("pico_display2")[:8]
    made = cache / "firmware" / "images" / f"duet-screen-pico_display2-{image.firmware_version()}-{mark}.uf2"
    made.parent.mkdir(parents=True)
    made.write_bytes(FILE)
    assert main(["screens", "build", "--output", str(tmp_path / "out.uf2")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'out.uf2'}\n"
    assert (tmp_path / "out.uf2").read_bytes() == FILE
    with PlayedDrive(tmp_path / "RPI-RP2") as pico:
        assert main(["screens", "flash", "--drive", str(pico.folder)]) == 0
    assert pico.restarted
    assert main(["screens", "build", "--output", str(tmp_path / "no" / "out.uf2")]) == 1
    one_line(capsys, "out.uf2: cannot be written")


def test_what_belongs_on_a_board_is_all_that_it_imports(tmp_path):
    files = [path.as_posix() for path in image.device_files()]
    assert files[-1] == "main.py"
    assert not {"glass.py", "prompt.py", "on_cpython.py", "boards/virtual.py"} & set(files)
    assert {f"boards/{name}.py" for name in image.boards()} <= set(files)
    assert not any(os.sep + "__pycache__" in path for path in files)
