"""Panels over any bus that can select, send a command, send data, release and set the light."""

import time

SWRESET = 0x01
SLPOUT = 0x11
NORON = 0x13
INVOFF = 0x20
INVON = 0x21
DISPON = 0x29
CASET = 0x2A
RASET = 0x2B
RAMWR = 0x2C
MADCTL = 0x36
COLMOD = 0x3A

COLOUR_16_BIT = 0x55
# Bits of MADCTL: both together turn the picture by 180 degrees.
BOTH_WAYS = 0xC0


class ST7789:
    """320x240 or what `width` and `height` say; `madctl` turns the picture for the way the panel is mounted.

    `offset`: column and row of the chip's memory at which the glass begins, upright and turned; most begin at 0, 0.
    `inverted`: true colours need inversion, as on every IPS glass.
    """

    def __init__(self, bus, width, height, madctl, inverted=True, offset=(0, 0), turned_offset=(0, 0)):
        self.bus = bus
        self.width = width
        self.height = height
        self.madctl = madctl
        self.offsets = (offset, turned_offset)
        self.offset = offset
        bus.light(0)
        self._send(SWRESET)
        time.sleep_ms(bus.RESET_MS)
        self._send(SLPOUT)
        time.sleep_ms(bus.RESET_MS)
        self._set_up()
        self._send(COLMOD, bytes((COLOUR_16_BIT,)))
        self._send(MADCTL, bytes((madctl,)))
        self._send(INVON if inverted else INVOFF)
        self._send(NORON)
        self._send(DISPON)

    def _set_up(self):
        """What a kind of chip needs besides."""

    def _send(self, command, data=None):
        self.bus.select()
        self.bus.command(command)
        if data is not None:
            self.bus.data(data)
        self.bus.release()

    def turn(self, turned):
        """From now on pixels land upside down, or upright again; what is on the glass stays until it is painted."""
        self.offset = self.offsets[1 if turned else 0]
        self._send(MADCTL, bytes((self.madctl ^ BOTH_WAYS if turned else self.madctl,)))

    def begin(self, x, y, width, height):
        """Open a window; `pixels` then fills it row by row, `end` closes it."""
        x += self.offset[0]
        y += self.offset[1]
        self.bus.select()
        self.bus.command(CASET)
        self.bus.data(_pair(x, x + width - 1))
        self.bus.command(RASET)
        self.bus.data(_pair(y, y + height - 1))
        self.bus.command(RAMWR)

    def pixels(self, data):
        """Big-endian RGB565."""
        self.bus.data(data)

    def end(self):
        """The window is full."""
        self.bus.release()

    def light(self, level):
        """Backlight, 0 (dark) to 255."""
        self.bus.light(level)


# The ST7796 has more registers, behind two keys: unlocked, set, locked again.
EXTENDED = 0xF0
KEYS = (0xC3, 0x96)
LOCKS = (0x3C, 0x69)
COLUMN_INVERSION = 0xB4
POWER_2 = 0xC1
POWER_3 = 0xC2
VCOM = 0xC5


class ST7796(ST7789):
    """480x320. Takes the orders of an ST7789 and 16-bit pixels over SPI, and wants its voltages set once."""

    SETTINGS = ((COLUMN_INVERSION, 0x01), (POWER_2, 0x06), (POWER_3, 0xA7), (VCOM, 0x18))

    def _set_up(self):
        for key in KEYS:
            self._send(EXTENDED, bytes((key,)))
        for command, value in self.SETTINGS:
            self._send(command, bytes((value,)))
        for lock in LOCKS:
            self._send(EXTENDED, bytes((lock,)))


def _pair(first, last):
    return bytes((first >> 8, first & 255, last >> 8, last & 255))
