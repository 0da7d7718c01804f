"""A stand-in for the ST7789 and its glass, where no board is: takes what the real one takes and refuses what it refuses.

What the glass shows lies in a file after each release of the bus, put there in one step (README.md, "The glass file").
The pixels are kept in a file and not in memory, so that the firmware lives in the same heap as on the board.
"""

import os

import panel

COLUMNS = 320
ROWS = 240
PIXEL_BYTES = 2
MAGIC = b"GLS1"
UPRIGHT = 0x70
TURNED = 0xB0
CHUNK = 4096


class GlassError(Exception):
    """The firmware sent what no ST7789 takes."""


class Glass:
    """The bus of a virtual board: `path` is the glass file, or None for a glass that nobody looks at."""

    RESET_MS = 0

    def __init__(self, path):
        self.path = path
        self.level = 0
        self.shown = 0
        self.selected = False
        self.file = None
        if path:
            with open(path + ".ram", "wb") as ram:
                for _ in range(COLUMNS * ROWS * PIXEL_BYTES // CHUNK):
                    ram.write(b"\x5a" * CHUNK)  # A panel wakes up with noise in its memory.
                ram.write(b"\x5a" * (COLUMNS * ROWS * PIXEL_BYTES % CHUNK))
            self.file = open(path + ".ram", "r+b")
        self._reset()

    def _reset(self):
        self.awake = self.on = self.inverted = False
        self.madctl = 0
        self.colmod = 0x66
        self.columns = self.rows = None
        self.order = None
        self.arrived = 0

    def select(self):
        """Chip select goes low."""
        if self.selected:
            raise GlassError("selected twice")
        self.selected = True

    def command(self, code):
        """One command byte."""
        self._finished()
        self.order = code
        self.arrived = 0
        if code == panel.SWRESET:
            self._reset()
        elif code == panel.SLPOUT:
            self.awake = True
        elif code == panel.INVON:
            self.inverted = True
        elif code == panel.DISPON:
            self.on = True
        elif code == panel.RAMWR:
            self._ready_for_pixels()
        elif code not in (panel.NORON, panel.CASET, panel.RASET, panel.MADCTL, panel.COLMOD):
            raise GlassError("no such command: 0x%02x" % code)

    def _ready_for_pixels(self):
        if not self.awake:
            raise GlassError("pixels for a panel that sleeps")
        if self.colmod != panel.COLOUR_16_BIT:
            raise GlassError("pixels before 16-bit colour was set")
        if self.columns is None or self.rows is None:
            raise GlassError("pixels before a window was set")

    def data(self, data):
        """The bytes that belong to the last command."""
        if not self.selected or self.order is None:
            raise GlassError("data without a command")
        if self.order == panel.RAMWR:
            self._pixels(data)
            return
        self.arrived += len(data)
        if self.order == panel.CASET and len(data) == 4:
            self.columns = _window(data, COLUMNS)
        elif self.order == panel.RASET and len(data) == 4:
            self.rows = _window(data, ROWS)
        elif self.order == panel.MADCTL and len(data) == 1 and data[0] in (UPRIGHT, TURNED):
            self.madctl = data[0]
        elif self.order == panel.COLMOD and len(data) == 1:
            self.colmod = data[0]
        else:
            raise GlassError("command 0x%02x does not take these %d bytes" % (self.order, len(data)))

    def _pixels(self, data):
        wide = (self.columns[1] - self.columns[0] + 1) * PIXEL_BYTES
        room = wide * (self.rows[1] - self.rows[0] + 1)
        if self.arrived + len(data) > room:
            raise GlassError("more pixels than the window holds")
        if self.arrived % wide or len(data) % wide:
            raise GlassError("the stand-in takes whole rows only")
        first = self.rows[0] + self.arrived // wide
        self.arrived += len(data)
        if self.file:
            for number in range(len(data) // wide):
                self._row(first + number, data[number * wide : (number + 1) * wide])

    def _row(self, row, data):
        column = self.columns[0]
        if self.madctl == TURNED:
            row = ROWS - 1 - row
            column = COLUMNS - 1 - self.columns[1]
            data = b"".join(bytes(data[i : i + 2]) for i in range(len(data) - 2, -1, -2))
        self.file.seek((row * COLUMNS + column) * PIXEL_BYTES)
        self.file.write(data)

    def release(self):
        """Chip select goes high: an order must be whole by now."""
        self._finished()
        self.order = None
        self.selected = False
        self.shown += 1
        self._publish()

    def _finished(self):
        if self.order == panel.RAMWR:
            room = (self.columns[1] - self.columns[0] + 1) * (self.rows[1] - self.rows[0] + 1) * PIXEL_BYTES
            if self.arrived != room:
                raise GlassError("%d bytes of pixels for a window of %d" % (self.arrived, room))
        elif self.order in (panel.CASET, panel.RASET, panel.MADCTL, panel.COLMOD) and not self.arrived:
            raise GlassError("command 0x%02x without its data" % self.order)

    def light(self, level):
        """The backlight is no part of the ST7789: a pin of the board."""
        if level != self.level:
            self.level = level
            self._publish()

    def _publish(self):
        if not self.file:
            return
        self.file.flush()
        with open(self.path + ".new", "wb") as out:
            out.write(MAGIC)
            for number in (COLUMNS, ROWS):
                out.write(bytes((number >> 8, number & 255)))
            out.write(bytes((self.level, 1 if self.on else 0, 0, 0)))
            out.write(bytes((self.shown >> shift) & 255 for shift in (24, 16, 8, 0)))
            with open(self.path + ".ram", "rb") as ram:
                while True:
                    part = ram.read(CHUNK)
                    if not part:
                        break
                    # An IPS glass shows true colours only while inversion is on.
                    out.write(part if self.inverted else bytes(value ^ 255 for value in part))
        os.rename(self.path + ".new", self.path)


def _window(data, limit):
    first = data[0] << 8 | data[1]
    last = data[2] << 8 | data[3]
    if not first <= last < limit:
        raise GlassError("a window from %d to %d on a glass of %d" % (first, last, limit))
    return first, last
