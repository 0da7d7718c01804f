"""A folder that behaves as the drive of a Pico in its boot-loader mode: reads the blocks of what is copied to it.

It ignores blocks for other chips, restarts (the folder goes away) when it has seen every block of a file, and can be
pulled out, full or too small at any moment. What arrived in its flash can be looked at afterwards.
"""

from __future__ import annotations

import shutil
import struct
import threading
from pathlib import Path
from types import TracebackType

BLOCK = 512
_HEAD = struct.Struct("<8I")
_FAMILY = {"RPI-RP2": 0xE48BFF56, "RP2350": 0xE48BFF59}
_LOOK_S = 0.005


class PlayedDrive:
    """One Pico that waits for a firmware. Use it with ``with``; it looks at its drive in a thread of its own.

    Args:
        folder: where its drive appears; it must not exist yet.
        board: what it says of itself, ``RPI-RP2`` or ``RP2350``.
        name: the file that is full at once, see ``full``.
        full: every write to ``name`` fails, as on a drive without room.
        deaf: it takes no block, as with a worn-out flash.
        device: a file that stands for the device; it goes, and the folder stays, as where nobody unmounts it.

    Attributes:
        flash: pages by their address.
        restarted: it has seen the last block and started its new firmware.
    """

    def __init__(
        self,
        folder: Path,
        board: str = "RPI-RP2",
        *,
        name: str = "",
        full: bool = False,
        deaf: bool = False,
        device: Path | None = None,
    ) -> None:
        self.folder = folder
        self.flash: dict[int, bytes] = {}
        self.restarted = False
        self._family = _FAMILY[board]
        self._deaf = deaf
        self._device = device
        if device:
            device.touch()
        self._numbers: set[int] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        folder.mkdir()
        (folder / "INDEX.HTM").write_text("<html>the maker's page</html>\n")
        (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {board}\n")
        if full:
            (folder / name).symlink_to("/dev/full")
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> PlayedDrive:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()

    def pull(self) -> None:
        """Unplug it: the drive is gone at once, whatever was being written."""
        with self._lock:
            self._vanish()

    def look(self) -> None:
        """Take the blocks that have arrived."""
        with self._lock:
            for path in self.folder.glob("*") if self.folder.exists() else ():
                if path.is_file() and not path.is_symlink():
                    self._take(path.read_bytes())

    def _watch(self) -> None:
        while not self._stop.wait(_LOOK_S):
            self.look()

    def _take(self, data: bytes) -> None:
        for at in range(0, len(data) - len(data) % BLOCK, BLOCK):
            block = data[at : at + BLOCK]
            start, second, flags, place, size, number, count, family = _HEAD.unpack_from(block)
            ours = (start, second) == (0x0A324655, 0x9E5D5157) and flags & 0x2000 and family == self._family
            if not ours or self._deaf:
                continue
            self.flash[place] = block[_HEAD.size : _HEAD.size + size]
            self._numbers.add(number)
            if len(self._numbers) == count:
                self.restarted = True
                self._vanish()
                return

    def _vanish(self) -> None:
        if self._device:
            self._device.unlink(missing_ok=True)
            return
        # In one step, as a drive goes: no moment with half of its files.
        gone = self.folder.with_name(f".{self.folder.name}-gone")
        if self.folder.exists():
            self.folder.rename(gone)
            shutil.rmtree(gone)
