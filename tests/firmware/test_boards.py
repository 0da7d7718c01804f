"""Board files: a Pico with Pimoroni's display pack, looked at with a stand-in for the chip's own module."""

from __future__ import annotations

import itertools
import os
import sys
from types import ModuleType

import pytest

from tests.firmware.loading import load


class Pin:
    """Remembers what it was set to; a real one refuses numbers that the chip does not have."""

    IN, OUT, PULL_UP = 0, 1, 2
    made: dict[int, Pin]

    def __init__(self, number, mode=0, pull=None, value=1):
        if not 0 <= number <= 29:
            raise ValueError("no such pin")
        self.number, self.mode, self.level = number, mode, value
        Pin.made[number] = self

    def __call__(self, level=None):
        if level is None:
            return self.level
        if self.mode != self.OUT:
            raise ValueError("an input cannot be set")
        self.level = level
        return None


class SPI:
    """Remembers what was sent, and with which level of the data/command pin."""

    def __init__(self, number, baudrate, sck, mosi, miso):
        if number != 0 or sck.number not in (2, 6, 18) or mosi.number not in (3, 7, 19):
            raise ValueError("not pins of this SPI")
        self.sent: list[tuple[int, bytes]] = []
        SPI.last = self

    def write(self, data):
        assert Pin.made[17].level == 0, "sent without chip select"
        self.sent.append((Pin.made[16].level, bytes(data)))


class PWM:
    def __init__(self, pin):
        self.pin = pin
        PWM.last = self

    def freq(self, hertz):
        self.hertz = hertz

    def duty_u16(self, duty):
        if not 0 <= duty <= 65535:
            raise ValueError("no such duty")
        self.duty = duty


class WDT:
    """Counts how often it was fed."""

    def __init__(self, timeout):
        if not 1 <= timeout <= 8388:
            raise ValueError("no such timeout")
        self.fed = 0
        WDT.last = self

    def feed(self):
        self.fed += 1


class Started(Exception):
    """The chip starts anew."""


class BootLoader(Exception):
    """The chip is in its boot loader."""


def _raise(kind: type[Exception]) -> None:
    raise kind


@pytest.fixture
def row(monkeypatch):
    """A board by the name of its row."""
    Pin.made = {}
    machine = ModuleType("machine")
    machine.Pin, machine.SPI, machine.PWM = Pin, SPI, PWM
    machine.WDT = WDT
    machine.reset, machine.bootloader = lambda: _raise(Started), lambda: _raise(BootLoader)
    machine.unique_id = lambda: bytes.fromhex("e6614103e7452a2f")
    monkeypatch.setitem(sys.modules, "machine", machine)
    # The test runner's own standard input cannot be waited for.
    with open(os.devnull) as nothing, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", nothing)
        monkeypatch.setattr(sys, "stdout", nowhere)
        yield lambda name: load("boards.pico", f"boards.{name}")[f"boards.{name}"].board


@pytest.fixture
def board(row):
    return row("pico_display2")


def test_the_panel_wakes_up_in_the_right_order(board):
    board.make_panel()
    commands = [data[0] for level, data in SPI.last.sent if level == 0]
    assert commands == [0x01, 0x11, 0x3A, 0x36, 0x21, 0x13, 0x29]
    assert [data for level, data in SPI.last.sent if level == 1] == [b"\x55", b"\x70"]
    assert PWM.last.duty == 0


def test_pixels_go_into_their_window(board):
    panel = board.make_panel()
    SPI.last.sent.clear()
    panel.begin(4, 3, 316, 237)
    panel.pixels(b"\x12\x34")
    panel.end()
    assert SPI.last.sent == [
        (0, b"\x2a"), (1, b"\x00\x04\x01\x3f"), (0, b"\x2b"), (1, b"\x00\x03\x00\xef"), (0, b"\x2c"), (1, b"\x12\x34"),
    ]  # fmt: skip
    assert Pin.made[17].level == 1


def test_the_light_reaches_both_ends(board):
    panel = board.make_panel()
    panel.light(255)
    assert PWM.last.duty == 65535
    assert PWM.last.pin.number == 20
    panel.light(0)
    assert PWM.last.duty == 0


def test_identity_and_buttons(board):
    assert board.identity() == "e6614103e7452a2f"
    assert board.buttons() == (False, False, False, False)
    Pin.made[14].level = 0
    assert board.buttons() == (False, False, True, False)


def test_a_button_held_at_the_start_leads_to_the_prompt(board):
    wanted = load()["main"].wanted
    assert wanted(board)
    Pin.made[12].level = 0
    assert not wanted(board)


def test_a_firmware_that_hangs_is_started_anew(board):
    board.alive()
    watchdog = WDT.last
    board.alive()
    assert WDT.last is watchdog
    assert watchdog.fed == 2


ROWS = ("pico_display2", "pico_display28", "pico_st7796", "pico_st7796_tn")


@pytest.mark.parametrize("name", ROWS)
def test_every_row_makes_a_panel_of_its_size_that_can_be_turned(row, name):
    board = row(name)
    panel = board.make_panel()
    assert (panel.width, panel.height) == ((480, 320) if "st7796" in name else (320, 240))
    assert {"pico_display2": 20, "pico_display28": 28}.get(name, 35) == board.INCHES
    assert len(board.buttons()) == 4
    (upright,) = sent_after(0x36)
    panel.turn(True)
    panel.turn(False)
    assert sent_after(0x36) == [upright, upright ^ 0xC0, upright]


def sent_after(command: int) -> list[int]:
    """The first byte of data after each time that a command was sent."""
    sent = SPI.last.sent
    return [data[0] for (_, order), (_, data) in itertools.pairwise(sent) if order == bytes((command,))]


def test_the_wide_panel_is_unlocked_set_and_locked_again(row):
    row("pico_st7796").make_panel()
    commands = [data[0] for level, data in SPI.last.sent if level == 0]
    assert commands == [0x01, 0x11, 0xF0, 0xF0, 0xB4, 0xC1, 0xC2, 0xC5, 0xF0, 0xF0, 0x3A, 0x36, 0x21, 0x13, 0x29]
    assert sent_after(0xF0) == [0xC3, 0x96, 0x3C, 0x69]
    assert Pin.made[21].level == 1, "held in reset"
    row("pico_st7796_tn").make_panel()
    assert 0x20 in [data[0] for level, data in SPI.last.sent if level == 0]


def test_a_glass_that_begins_elsewhere_in_the_chip_is_moved_there(board):
    bus = board.make_panel().bus
    panel = load()["panel"].ST7789(bus, 240, 135, 0x70, offset=(40, 53), turned_offset=(40, 52))
    for turned, window in ((False, b"\x00\x35\x00\x36"), (True, b"\x00\x34\x00\x35")):
        panel.turn(turned)
        SPI.last.sent.clear()
        panel.begin(0, 0, 3, 2)
        panel.end()
        assert [data for level, data in SPI.last.sent if level == 1] == [b"\x00\x28\x00\x2a", window]


def test_the_row_is_named_by_a_file_or_by_the_image(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    boards = load()["boards"]
    assert boards.named() == "pico_display2"
    built = ModuleType("built_for")
    built.BOARD = "pico_st7796"
    monkeypatch.setitem(sys.modules, "built_for", built)
    assert boards.named() == "pico_st7796"
    (tmp_path / "board.txt").write_text("pico_display28\n")
    assert boards.named() == "pico_display28"


def test_it_leaves_for_the_prompt_through_a_start_and_only_once(board, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wanted = load()["main"].wanted
    assert wanted(board)
    with pytest.raises(Started):
        board.restart(0)
    assert not wanted(board)
    assert wanted(board)


def test_it_leaves_for_the_boot_loader_at_once_and_starts_anew_otherwise(board, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BootLoader):
        board.restart(1)
    with pytest.raises(Started):
        board.restart()
    assert list(tmp_path.iterdir()) == []


def test_the_stand_ins_refuse():
    with pytest.raises(ValueError, match="no such timeout"):
        WDT(9000)
    Pin.made = {}
    with pytest.raises(ValueError, match="no such pin"):
        Pin(40)
    with pytest.raises(ValueError, match="input"):
        Pin(12, Pin.IN)(0)
    with pytest.raises(ValueError, match="not pins"):
        SPI(0, 1, Pin(1), Pin(19), None)
    with pytest.raises(ValueError, match="no such duty"):
        PWM(Pin(20)).duty_u16(70000)
    spi = SPI(0, 1, Pin(18), Pin(19), None)
    Pin(17, Pin.OUT)
    Pin(16, Pin.OUT)
    with pytest.raises(AssertionError, match="chip select"):
        spi.write(b"x")
