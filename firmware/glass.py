"""Stand-ins for the panels and their glass, where no board is: they take what real ones take and refuse what they refuse.

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
    """The firmware sent what no panel takes."""


class Glass:
    """The bus of a virtual board with an ST7789: `path` is the glass file, or None for a glass that nobody looks at."""

    RESET_MS = 0
    COLUMNS, ROWS = COLUMNS, ROWS
    UPRIGHT, TURNED = UPRIGHT, TURNED
    # Whether true colours need inversion.
    IPS = True

    def __init__(self, path):
        self.path = path
        self.level = 0
        self.shown = 0
        self.selected = False
        self.file = None
        if path:
            with open(path + ".ram", "wb") as ram:
                for _ in range(self.COLUMNS * self.ROWS * PIXEL_BYTES // CHUNK):
                    ram.write(b"\x5a" * CHUNK)  # A panel wakes up with noise in its memory.
                ram.write(b"\x5a" * (self.COLUMNS * self.ROWS * PIXEL_BYTES % CHUNK))
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
        elif code in (panel.INVON, panel.INVOFF):
            self.inverted = code == panel.INVON
        elif code == panel.DISPON:
            self.on = True
        elif code == panel.RAMWR:
            self._ready_for_pixels()
        elif code not in (panel.NORON, panel.CASET, panel.RASET, panel.MADCTL, panel.COLMOD):
            self._more_commands(code)

    def _more_commands(self, code):
        raise GlassError("no such command: 0x%02x" % code)

    def _more_data(self, data):
        return False

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
            self.columns = _window(data, self.COLUMNS)
        elif self.order == panel.RASET and len(data) == 4:
            self.rows = _window(data, self.ROWS)
        elif self.order == panel.MADCTL and len(data) == 1 and data[0] in (self.UPRIGHT, self.TURNED):
            self.madctl = data[0]
        elif self.order == panel.COLMOD and len(data) == 1:
            self.colmod = data[0]
        elif not self._more_data(data):
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
        if self.madctl == self.TURNED:
            row = self.ROWS - 1 - row
            column = self.COLUMNS - 1 - self.columns[1]
            data = b"".join(bytes(data[i : i + 2]) for i in range(len(data) - 2, -1, -2))
        self.file.seek((row * self.COLUMNS + column) * PIXEL_BYTES)
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
            for number in (self.COLUMNS, self.ROWS):
                out.write(bytes((number >> 8, number & 255)))
            out.write(bytes((self.level, 1 if self.on else 0, 0, 0)))
            out.write(bytes((self.shown >> shift) & 255 for shift in (24, 16, 8, 0)))
            with open(self.path + ".ram", "rb") as ram:
                while True:
                    part = ram.read(CHUNK)
                    if not part:
                        break
                    # An IPS glass shows true colours only while inversion is on, others only while it is off.
                    out.write(part if self.inverted == self.IPS else bytes(value ^ 255 for value in part))
        os.rename(self.path + ".new", self.path)


class WideGlass(Glass):
    """The same with an ST7796, which keeps its voltages behind two keys."""

    COLUMNS, ROWS = 480, 320
    UPRIGHT, TURNED = 0x28, 0xE8

    def _reset(self):
        super()._reset()
        self.keys = []

    def _more_commands(self, code):
        if code == panel.EXTENDED:
            return
        if code not in (panel.COLUMN_INVERSION, panel.POWER_2, panel.POWER_3, panel.VCOM):
            super()._more_commands(code)
        if tuple(self.keys) != panel.KEYS:
            raise GlassError("command 0x%02x while it is locked" % code)

    def _more_data(self, data):
        settings = (panel.EXTENDED, panel.COLUMN_INVERSION, panel.POWER_2, panel.POWER_3, panel.VCOM)
        if len(data) != 1 or self.order not in settings:
            return False
        if self.order == panel.EXTENDED:
            self.keys = [] if data[0] in panel.LOCKS else self.keys + [data[0]]
        return True


def _window(data, limit):
    first = data[0] << 8 | data[1]
    last = data[2] << 8 | data[3]
    if not first <= last < limit:
        raise GlassError("a window from %d to %d on a glass of %d" % (first, last, limit))
    return first, last
