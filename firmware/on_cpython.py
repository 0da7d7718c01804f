"""Runs the unchanged firmware on CPython: `python on_cpython.py`, for machines that have no MicroPython.

Stands in for the few MicroPython modules that the firmware uses. Letters come from Pillow's small bitmap font, so the
fixed pictures differ a little from a board's; everything else is the same.
"""

import builtins
import os
import sys
import time
import types

from PIL import Image, ImageDraw, ImageFont

sys.dont_write_bytecode = True  # Nothing is left behind in an installed package.
HERE = os.path.dirname(os.path.abspath(__file__))
GS4_HMSB, RGB565 = 2, 1


class FrameBuffer:
    """As much of `framebuf.FrameBuffer` as the firmware uses: 4-bit pixels and 16-bit ones."""

    def __init__(self, buffer, width, height, form):
        self.buffer, self.width, self.height, self.form = memoryview(buffer).cast("B"), width, height, form

    def pixel(self, x, y, colour=None):
        if self.form == RGB565:
            at = (y * self.width + x) * 2
            if colour is None:
                return int.from_bytes(self.buffer[at : at + 2], sys.byteorder)
            self.buffer[at : at + 2] = colour.to_bytes(2, sys.byteorder)
            return None
        at, low = (y * self.width + x) // 2, x & 1
        both = self.buffer[at]
        if colour is None:
            return both & 15 if low else both >> 4
        self.buffer[at] = both & 0xF0 | colour if low else both & 15 | colour << 4
        return None

    def fill(self, colour):
        self.buffer[:] = bytes((colour * 17,)) * len(self.buffer)

    def fill_rect(self, x, y, width, height, colour):
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self.pixel(column, row, colour)

    def text(self, text, x, y, colour):
        mask = Image.new("1", (self.width, self.height))
        draw = ImageDraw.Draw(mask)
        font = ImageFont.load_default_imagefont()
        for number, letter in enumerate(text):
            draw.text((x + number * 8 + 1, y - 2), letter, fill=1, font=font)
        for row in range(self.height):
            for column in range(self.width):
                if mask.getpixel((column, row)):
                    self.pixel(column, row, colour)

    def blit(self, source, x, y, key, palette):
        """4-bit source through a palette into 16-bit pixels, `x` and `y` zero or negative."""
        colours = [bytes(palette.buffer[number * 2 : number * 2 + 2]) for number in range(16)]
        lookup = [colours[both >> 4] + colours[both & 15] for both in range(256)]
        stride = source.width // 2
        for row in range(self.height):
            start = (row - y) * stride - x // 2
            line = b"".join([lookup[both] for both in source.buffer[start : start + self.width // 2]])
            self.buffer[row * self.width * 2 : (row + 1) * self.width * 2] = line


def _same(buffer):
    return buffer


def _module(name, **contents):
    module = types.ModuleType(name)
    module.__dict__.update(contents)
    sys.modules[name] = module


def prepare():
    """Make the firmware importable in this process."""
    _module("framebuf", FrameBuffer=FrameBuffer, GS4_HMSB=GS4_HMSB, RGB565=RGB565)
    _module("micropython", kbd_intr=lambda code: None, viper=lambda function: function, const=lambda value: value)
    # What machine code calls a pointer is the buffer itself.
    builtins.ptr8 = builtins.ptr16 = builtins.ptr32 = _same
    time.ticks_ms = lambda: time.monotonic_ns() // 1000000
    time.ticks_diff = lambda later, earlier: later - earlier
    time.sleep_ms = lambda ms: time.sleep(ms / 1000)
    if HERE not in sys.path:
        sys.path.insert(0, HERE)


if __name__ == "__main__":
    prepare()
    sys.stdin = os.fdopen(0, "rb", buffering=0)
    sys.stdin = types.SimpleNamespace(buffer=sys.stdin, fileno=lambda: 0)
    sys.stdout = types.SimpleNamespace(buffer=os.fdopen(1, "wb", buffering=0), fileno=lambda: 1, flush=lambda: None)
    import boards
    import main

    main.run(boards.choose())
