"""A Raspberry Pi Pico with a panel on SPI: what all such boards share. Each is a row of data in a module of its own."""

import binascii
import machine
import os
import time

import panel
from boards import stdio

PROMPT = "to_prompt.txt"
BOOTLOADER = 1


class Bus:
    """SPI with the data/command pin, and a light that can be dimmed."""

    RESET_MS = 150

    def __init__(self, pins, spi, baud):
        clock, data = machine.Pin(pins["clock"]), machine.Pin(pins["data"])
        self.spi = machine.SPI(spi, baudrate=baud, sck=clock, mosi=data, miso=None)
        self.dc = machine.Pin(pins["command"], machine.Pin.OUT)
        self.cs = machine.Pin(pins["select"], machine.Pin.OUT, value=1)
        self.lamp = machine.PWM(machine.Pin(pins["light"]))
        self.lamp.freq(1000)
        if "reset" in pins:
            # Low for longer than the 10 us that the chip asks for, high for good, and 5 ms until it listens.
            self.reset = machine.Pin(pins["reset"], machine.Pin.OUT, value=0)
            time.sleep_ms(1)
            self.reset(1)
            time.sleep_ms(self.RESET_MS)

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


class Board:
    """One kind of board.

    `pins`: GP numbers of clock, data, command, select, light and, where the panel has it wired, reset. `buttons`: GP
    numbers, each to ground when pressed: hide or look, dimmer, turn. `inches`: of the glass, in tenths, 0 if unknown.
    The other values go to the panel (panel.py).
    """

    KEPT = "player.txt"
    BOOT_MS = 1000
    read = staticmethod(stdio.read)
    write = staticmethod(stdio.write)

    def __init__(self, name, kind, size, madctl, pins, buttons, inches, spi=0, baud=62500000, **more):
        self.NAME = name
        self.INCHES = inches
        self.kind, self.size, self.madctl, self.more = kind, size, madctl, more
        self.pins, self.spi, self.baud = pins, spi, baud
        self.watchdog = None
        self.switches = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in buttons]

    def identity(self):
        """The chip's own number."""
        return binascii.hexlify(machine.unique_id()).decode()

    def make_panel(self):
        """The panel, awake, its light off."""
        kind = getattr(panel, self.kind)
        return kind(Bus(self.pins, self.spi, self.baud), self.size[0], self.size[1], self.madctl, **self.more)

    def buttons(self):
        """True for each button that is down."""
        return tuple(not pin() for pin in self.switches)

    def alive(self):
        """From the first call on, a firmware that hangs for five seconds is started anew, with an empty buffer."""
        if self.watchdog is None:
            self.watchdog = machine.WDT(timeout=5000)
        self.watchdog.feed()

    def restart(self, where=None):
        """Start anew; `where`: a place that a LEAVE asked for, reached through a start, since a watchdog runs."""
        if where is not None:
            time.sleep_ms(100)  # The answer is still on its way through USB.
        if where == BOOTLOADER:
            machine.bootloader()
        elif where is not None:
            with open(PROMPT, "w") as mark:
                mark.write("once")
        machine.reset()

    def left_for_prompt(self):
        """Whether the firmware was asked to leave; true once."""
        try:
            os.remove(PROMPT)
            return True
        except OSError:
            return False
