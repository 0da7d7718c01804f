"""An ST7789 over any bus that can select, send a command, send data, release and set the light."""

import time

SWRESET = 0x01
SLPOUT = 0x11
NORON = 0x13
INVON = 0x21
DISPON = 0x29
CASET = 0x2A
RASET = 0x2B
RAMWR = 0x2C
MADCTL = 0x36
COLMOD = 0x3A

COLOUR_16_BIT = 0x55


class ST7789:
    """320x240 or what `width` and `height` say; `madctl` turns the picture for the way the panel is mounted."""

    def __init__(self, bus, width, height, madctl):
        self.bus = bus
        self.width = width
        self.height = height
        bus.light(0)
        self._send(SWRESET)
        time.sleep_ms(bus.RESET_MS)
        self._send(SLPOUT)
        time.sleep_ms(bus.RESET_MS)
        self._send(COLMOD, bytes((COLOUR_16_BIT,)))
        self._send(MADCTL, bytes((madctl,)))
        self._send(INVON)
        self._send(NORON)
        self._send(DISPON)

    def _send(self, command, data=None):
        self.bus.select()
        self.bus.command(command)
        if data is not None:
            self.bus.data(data)
        self.bus.release()

    def begin(self, x, y, width, height):
        """Open a window; `pixels` then fills it row by row, `end` closes it."""
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


def _pair(first, last):
    return bytes((first >> 8, first & 255, last >> 8, last & 255))
