"""Raspberry Pi Pico with Pimoroni's Pico Display Pack 2.0 or 2.8: ST7789, 320x240, four buttons.

Pins as Pimoroni gives them: SPI0 clock 18, data 19, data/command 16, select 17, light 20, buttons A B X Y 12 to 15.
"""

import binascii
import machine

import panel
from boards import stdio

NAME = "pico display pack 2"
WIDTH, HEIGHT = 320, 240
MADCTL = 0x70
BAUD = 62500000


class Bus:
    """SPI with the data/command pin, and a light that can be dimmed."""

    RESET_MS = 150

    def __init__(self):
        self.spi = machine.SPI(0, baudrate=BAUD, sck=machine.Pin(18), mosi=machine.Pin(19), miso=None)
        self.dc = machine.Pin(16, machine.Pin.OUT)
        self.cs = machine.Pin(17, machine.Pin.OUT, value=1)
        self.lamp = machine.PWM(machine.Pin(20))
        self.lamp.freq(1000)

    def select(self):
        self.cs(0)

    def release(self):
        self.cs(1)

    def command(self, code):
        self.dc(0)
        self.spi.write(bytes((code,)))
        self.dc(1)

    def data(self, data):
        self.spi.write(data)

    def light(self, level):
        self.lamp.duty_u16(level * level * 65535 // 65025)


_pins = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in (12, 13, 14, 15)]


def identity():
    """The chip's own number."""
    return binascii.hexlify(machine.unique_id()).decode()


def make_panel():
    """The panel on SPI0."""
    return panel.ST7789(Bus(), WIDTH, HEIGHT, MADCTL)


read = stdio.read
write = stdio.write


_watchdog = None


def alive():
    """From the first call on, a firmware that hangs for five seconds is started anew, with an empty buffer."""
    global _watchdog
    if _watchdog is None:
        _watchdog = machine.WDT(timeout=5000)
    _watchdog.feed()


def restart():
    """Start anew."""
    machine.reset()


def buttons():
    """True for each button that is down."""
    return tuple(not pin() for pin in _pins)
