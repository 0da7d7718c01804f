"""The unchanged firmware on its real interpreter, with pyserial at the other end of a pseudo-terminal."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.config import firmware_command, firmware_dir
from companion.device.frame import Frame, FrameDecoder, encode
from companion.device.messages import Introduction, Kind, Rect, Status, show_payload
from companion.device.picture import next_rect, paste
from companion.device.render import draw
from companion.game.position import Seat
from companion.simulator.screens import VirtualScreen
from tests.device.faces import LATE, SIZE, view
from tests.device.keys import KEY_LATE, spymaster
from tests.firmware.test_screen import COLOURFUL, packed

ANSWER_S = 20.0


class Host:
    """A host with pyserial: one order, one answer."""

    def __init__(self, screen: VirtualScreen) -> None:
        self.screen = screen
        self.line = serial.Serial(screen.plug_in(), 115200, timeout=ANSWER_S, exclusive=True)
        self.sequence = 40

    def order(self, kind: int, payload: bytes = b"") -> Frame:
        self.sequence += 1
        self.line.write(b"\0" + encode(Frame(kind, self.sequence, payload)))
        return self.answer()

    def answer(self) -> Frame:
        decoder = FrameDecoder()
        while True:
            data = self.line.read_until(b"\0")
            assert data.endswith(b"\0"), "the screen does not answer"
            for frame in decoder.feed(data):
                assert frame.sequence == self.sequence
                return frame

    def show(self, picture, held: bytes) -> None:
        """Send a whole picture as the link does."""
        buffer = bytearray(held)
        while rect := next_rect(picture.size_px, bytes(buffer), picture.pixels):
            assert self.order(Kind.RECT, rect.payload()).payload == b"\0"
            paste(picture.size_px, buffer, rect, picture.pixels)
        assert self.order(Kind.SHOW, show_payload(picture.checksum, picture.palette565)).payload == b"\0"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    screen = VirtualScreen("VIRTUAL-T", tmp_path)
    made = Host(screen)
    yield made
    made.line.close()
    screen.close()


@pytest.fixture
def greeted(host: Host) -> Host:
    host.order(Kind.HELLO)
    return host


def on_the_glass(host: Host) -> bytes:
    return host.screen.glass_path.read_bytes()[16:]


def test_the_interpreter_is_micropython_with_the_heap_of_a_board():
    command = firmware_command()
    assert Path(command[0]).name == "micropython"
    assert "heapsize=192k" in command
    assert Path(command[-1]) == firmware_dir() / "main.py"


def test_it_introduces_itself(host):
    answer = host.order(Kind.HELLO)
    assert answer.kind == Kind.HELLO_ANSWER
    assert Introduction.parse(answer.payload) == Introduction(SIZE, 16, 0, "VIRTUAL-T", "virtual", "3.0")


@pytest.mark.parametrize("seat", Seat)
def test_the_glass_shows_exactly_what_the_host_drew(greeted, seat):
    first, later = draw(view(seat), SIZE), draw(view(seat, LATE), SIZE)
    greeted.show(first, bytes(38400))
    assert on_the_glass(greeted) == first.as_rgb565()
    greeted.show(later, first.pixels)
    assert on_the_glass(greeted) == later.as_rgb565()
    assert greeted.screen.glass_path.read_bytes()[8] == 255


@pytest.mark.parametrize("seat", Seat)
def test_a_key_of_a_base_game_arrives_as_it_was_drawn(greeted, seat):
    first, later = draw(spymaster(seat), SIZE), draw(spymaster(seat, KEY_LATE), SIZE)
    greeted.show(first, bytes(38400))
    assert on_the_glass(greeted) == first.as_rgb565()
    greeted.show(later, first.pixels)
    assert on_the_glass(greeted) == later.as_rgb565()


def test_black_is_black(greeted):
    greeted.show(draw(view(Seat.A), SIZE), bytes(38400))
    assert greeted.order(Kind.BLANK).payload == b"\0"
    assert on_the_glass(greeted) == bytes(320 * 240 * 2)
    assert greeted.screen.glass_path.read_bytes()[8] == 0
    assert (greeted.screen.glass_path.parent / "VIRTUAL-T.glass.ram").read_bytes() == bytes(320 * 240 * 2)


def test_noise_interrupt_bytes_and_broken_frames_are_passed_over(greeted):
    ping = encode(Frame(Kind.PING, 9))
    broken = bytes((ping[0], ping[1] ^ 0x20)) + ping[2:]
    noise = random.Random(1).randbytes(20000)
    for rubbish in (b"\x03\x03\x04", b"AT+GCAP\r\nATI\r\n", broken, b"\xff" * 5000, noise, b"\0" * 50):
        greeted.line.write(rubbish)
        assert greeted.order(Kind.PING).payload == b"\0"


@pytest.mark.parametrize(
    "payload",
    [
        b"", b"\0" * 7, b"\0\0\0\0\2\0\1\0", b"\0\0\0\0\2\0\1\0rubbish", b"\0\0\0\0\2\0\1\0" + packed(b"\1")[:3],
        COLOURFUL[:-1], COLOURFUL + b"\0", Rect(319, 0, 2, 1, packed(b"\1")).payload(),
        Rect(0, 0, 322, 240, packed(bytes(161), 322)).payload(), Rect(0, 0, 64, 64, packed(bytes(9)) + b"12").payload(),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_it_lives_on(greeted, payload):
    assert greeted.order(Kind.RECT, payload).payload == bytes((Status.MALFORMED.value,))
    assert greeted.order(Kind.PING).payload == b"\0"


def test_a_hundred_faces_fit_the_heap(greeted):
    pictures = [draw(view(seat, now), SIZE) for seat in Seat for now in (None, LATE)]
    held = bytes(38400)
    for number in range(100):
        picture = pictures[number % 4]
        greeted.show(picture, held)
        held = picture.pixels
    assert on_the_glass(greeted) == pictures[3].as_rgb565()


def test_frames_of_random_kinds_and_payloads_do_not_stop_it(greeted):
    chance = random.Random(2)
    for _ in range(300):
        kind = chance.choice([1, 2, 3, 4, 5, 6, 0x33, 0x7F])
        answer = greeted.order(kind, chance.randbytes(chance.choice([0, 1, 2, 8, 36, 300, 2000])))
        assert answer.kind in (Kind.ACK, Kind.HELLO_ANSWER)
    greeted.order(Kind.HELLO)
    greeted.show(draw(view(Seat.B), SIZE), bytes(38400))
    assert on_the_glass(greeted) == draw(view(Seat.B), SIZE).as_rgb565()


def test_wrong_checksum_of_the_buffer_is_refused(greeted):
    order = show_payload(zlib.crc32(bytes(38400)) ^ 1, bytes(32))
    assert greeted.order(Kind.SHOW, order).payload == bytes((Status.MISMATCH.value,))
