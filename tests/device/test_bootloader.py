"""The drive of a Pico's boot loader: found, written piece by piece, and every way in which that can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device import bootloader, uf2
from companion.device.bootloader import DriveError, copy, find_drives, the_drive
from companion.simulator.bootloader import PlayedDrive
from tests.device.images import file, image

FILE = file(60_000)
CHECKED = uf2.check(FILE)
BLOCKS = CHECKED.blocks


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "RPI-RP2"


def quietly(done: int, blocks: int) -> None:
    pass


def test_every_block_arrives_and_the_pico_starts(place):
    steps = []
    with PlayedDrive(place) as pico:
        copy(FILE, CHECKED, place, lambda *step: steps.append(step))
    assert pico.restarted
    assert b"".join(pico.flash[at] for at in sorted(pico.flash)).rstrip(b"\0") == image(60_000).rstrip(b"\0")
    assert steps[-1] == (BLOCKS, BLOCKS)
    assert len(steps) == (BLOCKS - 2) // bootloader.PIECE_BLOCKS + 2
    assert steps == sorted(set(steps))


def test_a_cable_pulled_half_way_is_told_with_the_way_back(place):
    with PlayedDrive(place) as pico:

        def pull(done: int, blocks: int) -> None:
            if done >= blocks // 2:
                pico.pull()

        with pytest.raises(DriveError) as caught:
            copy(FILE, CHECKED, place, pull)
    assert "went away after 128 of" in str(caught.value)
    assert "hold BOOTSEL" in str(caught.value)
    assert not pico.restarted


def test_a_cable_pulled_before_the_last_block_is_no_success(place):
    with PlayedDrive(place) as pico:
        last = lambda done, blocks: pico.pull() if done == blocks - 1 else None  # noqa: E731
        with pytest.raises(DriveError, match=f"went away after {BLOCKS - 1} of {BLOCKS} blocks"):
            copy(FILE, CHECKED, place, last)
    assert not pico.restarted


def test_a_full_drive_is_told(place):
    with PlayedDrive(place, name=bootloader.COPIED_AS, full=True), pytest.raises(DriveError, match="is full"):
        copy(FILE, CHECKED, place, quietly)


def test_a_pico_that_takes_nothing_is_told(place):
    with PlayedDrive(place, deaf=True) as pico, pytest.raises(DriveError, match="did not take the file"):
        copy(FILE, CHECKED, place, quietly, leave_s=0.1)
    assert pico.flash == {}


def test_the_other_chip_is_refused_before_anything_is_written(place):
    with (
        PlayedDrive(place, "RP2350"),
        pytest.raises(DriveError, match=r"for a Pico \(RP2040\), .* is a Pico 2 \(RP2350\)"),
    ):
        copy(FILE, CHECKED, place, quietly)
    assert {path.name for path in place.iterdir()} == {"INDEX.HTM", "INFO_UF2.TXT"}


def test_the_played_drive_ignores_blocks_for_other_chips(place):
    with PlayedDrive(place) as pico:
        (place / "other.uf2").write_bytes(uf2.make(image(), uf2.RP2350))
        pico.look()
        assert not pico.restarted
        assert pico.flash == {}
        (place / "half.uf2").write_bytes(FILE[: 10 * uf2.BLOCK_BYTES + 100])
        pico.look()
        assert len(pico.flash) == 10
        assert not pico.restarted


def test_drives_are_found_among_the_mounts(tmp_path):
    mounts = tmp_path / "mounts"
    here, other, stick = tmp_path / "RPI RP2", tmp_path / "RP2350", tmp_path / "stick"
    stick.mkdir()
    with PlayedDrive(here), PlayedDrive(other, "RP2350"):
        listed = "".join(f"/dev/sda1 {str(path).replace(' ', chr(92) + '040')} vfat rw 0 0\n" for path in (stick, here))
        mounts.write_text("proc /proc proc rw 0 0\n" + listed)
        assert find_drives(mounts) == [here]
        assert the_drive(None, lambda: find_drives(mounts)) == here
        mounts.write_text(listed + f"/dev/sdb1 {other} vfat rw 0 0\n")
        with pytest.raises(DriveError, match="more than one Pico waits"):
            the_drive(None, lambda: find_drives(mounts))
        assert the_drive(other, list) == other
        assert find_drives(tmp_path / "no such file", [str(tmp_path)]) == [other, here]


def test_no_drive_at_all_tells_how_to_get_one(tmp_path):
    with pytest.raises(DriveError, match="hold its BOOTSEL button while you plug it in"):
        the_drive(None, list)
    with pytest.raises(DriveError, match="has no INFO_UF2"):
        the_drive(tmp_path, list)
    (tmp_path / bootloader.INFO).write_text("Board-ID: Tinker-9\n")
    with pytest.raises(DriveError, match="boot loader of a Tinker-9"):
        the_drive(tmp_path, list)


def test_a_drive_that_may_not_be_written_is_told(place):
    with PlayedDrive(place):
        (place / bootloader.COPIED_AS).mkdir()
        with pytest.raises(DriveError, match=f"Is a directory after 0 of {BLOCKS} blocks"):
            copy(FILE, CHECKED, place, quietly)


@pytest.mark.parametrize("pulled", [False, True])
def test_a_drive_that_nobody_unmounts_is_gone_with_its_device(place, tmp_path, pulled):
    """As on a system without a desktop: the folder goes on showing what was read from it before."""
    device, mounts = tmp_path / "sda1", tmp_path / "mounts"
    mounts.write_text(f"{device} {place} vfat rw 0 0\n")
    with PlayedDrive(place, device=device) as pico:
        if pulled:
            with pytest.raises(DriveError, match="went away after"):
                copy(FILE, CHECKED, place, lambda done, blocks: pico.pull(), mounts=mounts)
        else:
            copy(FILE, CHECKED, place, quietly, mounts=mounts)
    assert pico.restarted is not pulled
    assert (place / bootloader.INFO).exists()
