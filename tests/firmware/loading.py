"""The unchanged firmware inside the test process, on CPython, with time given from outside."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from companion.config import firmware_dir

STAND_INS = ("framebuf", "micropython")
MODULES = ("protocol", "ticks", "frames", "panel", "glass", "unpack", "canvas", "kept", "buttons", "link", "boards", "main")


def load(*extra: str) -> dict[str, ModuleType]:
    """A fresh copy of all firmware modules; nothing stays behind under their short names."""
    folder = str(firmware_dir())
    names = [*MODULES, *extra]
    sys.path.insert(0, folder)
    before = {name: sys.modules.pop(name) for name in (*names, *STAND_INS, "on_cpython") if name in sys.modules}
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        importlib.import_module("on_cpython").prepare()
        return {name: importlib.import_module(name) for name in names}
    finally:
        for name in [n for n in sys.modules if n.split(".")[0] in (*MODULES, *STAND_INS, "on_cpython")]:
            del sys.modules[name]
        sys.modules.update(before)
        sys.path[:] = [place for place in sys.path if place != folder]
        sys.dont_write_bytecode = written


FIRMWARE = load()


class FirmwareScreen:
    """One screen whose firmware runs here: bytes in, bytes out, and what its glass shows."""

    def __init__(
        self, identity: str = "SCREEN", now_ms: int = 0, path: str | None = None, kept: str | None = None,
        inches: int = 0,
    ) -> None:  # fmt: skip
        glass = FIRMWARE["glass"]
        self.glass = glass.Glass(path)
        self.panel = FIRMWARE["panel"].ST7789(self.glass, glass.COLUMNS, glass.ROWS, glass.UPRIGHT)
        self.canvas = FIRMWARE["canvas"].Canvas(self.panel)
        self.answers = bytearray()
        memory = FIRMWARE["kept"].Kept(kept)
        made = FIRMWARE["link"].Link
        self.link = made(self.canvas, identity, "test", 2, self.answers.extend, now_ms, memory, inches)

    def feed(self, data: bytes, now_ms: int) -> bytes:
        """The answers to some bytes."""
        self.link.feed(data, now_ms)
        return self.take()

    def take(self) -> bytes:
        """What it has to say since the last time."""
        said = bytes(self.answers)
        self.answers.clear()
        return said

    @property
    def lit(self) -> bool:
        return self.glass.level > 0

    @property
    def pixels(self) -> bytes:
        """The frame buffer."""
        return bytes(self.canvas.pixels)
