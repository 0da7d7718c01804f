"""The drive that a Pico in its boot-loader mode shows: found, recognised, and given a UF2."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.device.uf2 import BLOCK_BYTES, DRIVES, FAMILIES, Uf2
from companion.errors import CompanionError

INFO = "INFO_UF2.TXT"
COPIED_AS = "duet.uf2"
PIECE_BLOCKS = 64
LEAVE_S = 15.0
"""How long a Pico may take from the last block until its drive is gone."""
_LOOK_S = 0.05
MOUNTS = Path("/proc/self/mounts")
_OFTEN_MOUNTED_IN = ("/media", "/run/media", "/Volumes")

Progress = Callable[[int, int], None]
"""Is told how many of how many blocks are on the Pico."""

AGAIN = "nothing is broken: hold BOOTSEL, plug the Pico in, start `companion screens flash` again"


class DriveError(CompanionError):
    """No Pico waits for a firmware, or it did not take this one."""


def find_drives(mounts: Path = MOUNTS, folders: Iterable[str] = _OFTEN_MOUNTED_IN) -> list[Path]:
    """The drives of boot loaders that are mounted now, in the order of their names."""
    if mounts.exists():
        places = {place for _, place in _mounted(mounts)}
    else:
        places = {path for folder in folders if Path(folder).is_dir() for path in Path(folder).iterdir()}
    return sorted(place for place in places if _board_of(place))


def _mounted(mounts: Path) -> list[tuple[Path, Path]]:
    """What is mounted where."""
    lines = mounts.read_text("utf-8", "replace").splitlines() if mounts.exists() else []
    return [(Path(_plain(source)), Path(_plain(place))) for source, place, *_ in (each.split(" ") for each in lines)]


def _plain(word: str) -> str:
    """A word of the table of mounts, with its spaces."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), word)


def family_of(drive: Path) -> int:
    """Which chips the drive takes files for.

    Raises:
        DriveError: this is no boot-loader drive, or that of an unknown chip.
    """
    board = _board_of(drive)
    if board not in DRIVES:
        what = f"is the boot loader of a {board}" if board else f"has no {INFO}"
        raise DriveError(f"{drive} {what}: a Pico shows a drive RPI-RP2 when BOOTSEL is held while it is plugged in")
    return DRIVES[board]


def the_drive(named: Path | None, found: Callable[[], list[Path]] = find_drives) -> Path:
    """The one drive to write to.

    Raises:
        DriveError: there is none, or more than one.
    """
    if named is not None:
        family_of(named)
        return named
    drives = found()
    if not drives:
        raise DriveError(
            "no Pico in its boot-loader mode: hold its BOOTSEL button while you plug it in, wait until the drive "
            "RPI-RP2 is there (on a system without a desktop: mount it and name its folder with --drive)"
        )
    if len(drives) > 1:
        listed = " and ".join(str(drive) for drive in drives)
        raise DriveError(f"more than one Pico waits ({listed}): unplug all but one, or name one with --drive")
    return drives[0]


def copy(
    data: bytes, checked: Uf2, drive: Path, progress: Progress, *, leave_s: float = LEAVE_S, mounts: Path = MOUNTS
) -> None:
    """Put a checked file onto the drive and wait until the Pico has taken it and is gone.

    Each piece is on the Pico before the next is written. The last block stands alone: with it the Pico restarts, often
    before the system hears that the writing went well.

    Raises:
        DriveError: wrong chip, no room, pulled out half-way, or the Pico did not take it.
    """
    wanted = family_of(drive)
    if checked.family != wanted:
        raise DriveError(
            f"the file is for a {FAMILIES[checked.family]}, {drive} is a {FAMILIES[wanted]}: take the other"
        )
    there = _Presence(drive, mounts)
    blocks = len(data) // BLOCK_BYTES
    done = 0
    try:
        with (drive / COPIED_AS).open("wb", buffering=0) as file:
            while done < blocks - 1:
                upto = min(done + PIECE_BLOCKS, blocks - 1)
                _put(file.fileno(), data[done * BLOCK_BYTES : upto * BLOCK_BYTES])
                if not there:
                    raise DriveError(_pulled(drive, done, blocks))
                done = upto
                progress(done, blocks)
    except OSError as error:
        raise DriveError(_why(error, there, done, blocks)) from error
    _last(there, data[done * BLOCK_BYTES :], blocks)
    _wait_gone(there, leave_s)
    progress(blocks, blocks)


class _Presence:
    """Whether a drive is still there.

    Its folder alone may not tell: what was read once is remembered by the system until somebody unmounts it, so the
    device that is mounted there has to exist too.
    """

    def __init__(self, drive: Path, mounts: Path) -> None:
        self.drive = drive
        self._device = next(
            (source for source, place in _mounted(mounts) if place == drive and source.is_absolute()), None
        )

    def __bool__(self) -> bool:
        return bool(_board_of(self.drive)) and (self._device is None or self._device.exists())


def _last(there: _Presence, block: bytes, blocks: int) -> None:
    if not there:
        raise DriveError(_pulled(there.drive, blocks - 1, blocks))
    try:
        with (there.drive / COPIED_AS).open("ab", buffering=0) as file:
            _put(file.fileno(), block)
    except OSError as error:
        if error.errno == errno.ENOSPC or there:
            raise DriveError(_why(error, there, blocks - 1, blocks)) from error
        # The Pico has restarted with the new firmware under the system's hands, as it should.


def _put(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]
    os.fsync(fd)


def _wait_gone(there: _Presence, leave_s: float) -> None:
    until = time.monotonic() + leave_s
    while there:
        if time.monotonic() >= until:
            raise DriveError(
                f"{there.drive} is still there: the Pico did not take the file; {AGAIN}, or try another UF2"
            )
        time.sleep(_LOOK_S)


def _board_of(drive: Path) -> str:
    """The ``Board-ID`` of a drive, "" where there is no boot loader."""
    try:
        text = (drive / INFO).read_text("ascii", "replace")
    except OSError:
        return ""
    found = re.search(r"^Board-ID:\s*(\S+)", text, re.MULTILINE)
    return found[1] if found else ""


def _pulled(drive: Path, done: int, blocks: int) -> str:
    return f"{drive} went away after {done} of {blocks} blocks: {AGAIN}"


def _why(error: OSError, there: _Presence, done: int, blocks: int) -> str:
    drive = there.drive
    if error.errno == errno.ENOSPC:
        return f"{drive} is full: unplug the Pico, hold BOOTSEL, plug it in again and start once more"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{drive} cannot be written ({error.strerror}): mount it for yourself, or copy the file there by hand"
    if not there:
        return _pulled(drive, done, blocks)
    return f"{drive}: {error.strerror} after {done} of {blocks} blocks: {AGAIN}"
