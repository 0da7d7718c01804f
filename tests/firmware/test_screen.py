"""The screen's end of the link on CPython: orders, refusals, silence, buttons, the fixed pictures."""

from __future__ import annotations

import random
import zlib

import numpy as np
import pytest

from companion.device.frame import Frame, FrameDecoder, encode
from companion.device.messages import Glass, Kind, Rect, Status, show_payload
from companion.device.packing import pack
from tests.firmware.loading import FIRMWARE, FirmwareScreen

PALETTE = bytes(range(32))


def packed(pixels: bytes, width: int = 2) -> bytes:
    """Pixels, two a byte, in rows of that width; what is too little for the last row is left out."""
    both = np.frombuffer(pixels, dtype=np.uint8)
    numbers = np.stack((both >> 4, both & 15), axis=-1).ravel()
    return pack(numbers[: numbers.size // width * width].reshape(-1, width), 1 << 20).data


COLOURFUL = Rect(0, 0, 16, 8, packed(bytes(range(64)), 16)).payload()


class Host:
    """Sends orders to a screen; ``order`` gives the status it answers."""

    def __init__(self, screen: FirmwareScreen, now_ms: int = 0) -> None:
        self.screen = screen
        self.now_ms = now_ms
        self.sequence = 0

    def order(self, kind: int, payload: bytes = b"") -> Status | None:
        self.sequence += 1
        answers = self.screen.feed(encode(Frame(kind, self.sequence, payload)), self.now_ms)
        frames = [frame for frame in FrameDecoder().feed(answers) if frame.kind != Kind.GLASS]
        assert [frame.sequence for frame in frames] == [self.sequence] * len(frames)
        if not frames or frames[0].kind == Kind.HELLO_ANSWER:
            return None
        (code,) = frames[0].payload
        return Status(code)

    def rect(self, x: int, y: int, width: int, height: int, pixels: bytes) -> Status | None:
        return self.order(Kind.RECT, Rect(x, y, width, height, packed(pixels, max(width, 2))).payload())

    def show(self) -> Status | None:
        return self.order(Kind.SHOW, show_payload(zlib.crc32(self.screen.pixels), PALETTE))


@pytest.fixture
def host() -> Host:
    made = Host(FirmwareScreen())
    made.order(Kind.HELLO)
    return made


def test_before_hello_nothing_is_done():
    host = Host(FirmwareScreen())
    before = host.screen.pixels
    for kind in (Kind.PING, Kind.SHOW, Kind.RECT, Kind.BLANK, Kind.LIGHT, 0x33):
        assert host.order(kind, bytes(36)) is Status.NO_SESSION
    assert host.screen.pixels == before != bytes(38400)
    assert host.screen.lit


def test_hello_overwrites_the_buffer(host):
    assert host.screen.pixels == bytes(38400)
    host.rect(0, 0, 320, 1, b"\x11" * 160)
    host.show()
    host.order(Kind.HELLO)
    assert host.screen.pixels == bytes(38400)
    assert not host.screen.lit


def test_a_rectangle_lands_in_its_place_and_is_shown_later(host):
    assert host.rect(4, 3, 6, 2, bytes((0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC))) is Status.OK
    buffer = host.screen.pixels
    assert buffer[3 * 160 + 2 : 3 * 160 + 5] == b"\x12\x34\x56"
    assert buffer[4 * 160 + 2 : 4 * 160 + 5] == b"\x78\x9a\xbc"
    assert len(buffer.replace(b"\0", b"")) == 6
    assert bytes(host.screen.canvas.colours) != PALETTE
    assert host.show() is Status.OK
    assert bytes(host.screen.canvas.colours) == PALETTE


@pytest.mark.parametrize(
    ("area", "count"),
    [
        ((1, 0, 2, 1), 1), ((0, 0, 3, 1), 2), ((0, 0, 0, 1), 0), ((0, 0, 2, 0), 0), ((318, 0, 4, 1), 2),
        ((0, 239, 2, 2), 2), ((65534, 0, 2, 1), 1), ((0, 65535, 2, 1), 1),
    ],
)  # fmt: skip
def test_a_rectangle_that_does_not_fit_is_refused(host, area, count):
    assert host.rect(*area, b"\x11" * count) is Status.MALFORMED
    assert len(host.screen.pixels) == 38400


@pytest.mark.parametrize(
    "payload",
    [
        b"", b"\0" * 7, b"\0\0\0\0\2\0\1\0", b"\0\0\0\0\2\0\1\0rubbish", b"\0\0\0\0\2\0\1\0" + packed(b"\1")[:3],
        COLOURFUL[:-1], COLOURFUL + b"\0",
    ],
)  # fmt: skip
def test_a_garbled_rectangle_is_refused(host, payload):
    assert host.order(Kind.RECT, payload) is Status.MALFORMED


def test_whatever_a_rectangle_holds_it_ends_and_stays_in_its_place(host):
    chance = random.Random(8)
    for _ in range(20):
        before = host.screen.pixels
        garbled = bytes((chance.randrange(64),)) + chance.randbytes(chance.choice([3, 50, 400]))
        status = host.order(Kind.RECT, Rect(100, 50, 20, 30, garbled).payload())
        assert status in (Status.OK, Status.MALFORMED)
        after = host.screen.pixels
        changed = {divmod(at, 160) for at in range(38400) if before[at] != after[at]}
        assert all(50 <= row < 80 and 50 <= column < 60 for row, column in changed)
    assert host.order(Kind.RECT, COLOURFUL) is Status.OK


def test_a_show_of_another_buffer_is_refused_and_changes_nothing(host):
    host.rect(0, 0, 2, 1, b"\x11")
    assert host.order(Kind.SHOW, show_payload(123, PALETTE)) is Status.MISMATCH
    assert host.order(Kind.SHOW, bytes(35)) is Status.MALFORMED
    assert bytes(host.screen.canvas.colours) != PALETTE


def test_unknown_kinds_are_answered_and_answers_are_not():
    host = Host(FirmwareScreen())
    host.order(Kind.HELLO)
    assert host.order(0x33) is Status.UNKNOWN
    assert host.order(Kind.ACK, b"\0") is None
    assert host.order(0xFF) is None


def test_light_is_kept_for_the_next_picture(host):
    assert host.order(Kind.LIGHT, b"\x40") is Status.OK
    host.order(Kind.BLANK)
    assert host.screen.glass.level == 0
    host.show()
    assert host.screen.glass.level == 0x40
    assert host.order(Kind.LIGHT, b"") is Status.MALFORMED


def test_black_means_overwritten_and_dark(host):
    host.rect(0, 0, 320, 2, b"\x11" * 320)
    host.show()
    assert host.screen.lit
    assert host.order(Kind.BLANK) is Status.OK
    assert host.screen.pixels == bytes(38400)
    assert not host.screen.lit


@pytest.mark.parametrize("start_ms", [0, 2**29 - 2000])
def test_silence_of_four_seconds_takes_the_picture(start_ms):
    host = Host(FirmwareScreen(now_ms=start_ms), start_ms)
    host.order(Kind.HELLO)
    host.rect(0, 100, 320, 1, b"\x11" * 160)
    host.show()
    host.screen.link.tick(start_ms + 3999)
    assert host.screen.pixels[16000:16160] == b"\x11" * 160
    host.screen.link.tick(start_ms + 4000)
    assert host.screen.pixels[16000:16160] != b"\x11" * 160
    assert host.order(Kind.PING) is Status.NO_SESSION


def test_any_good_frame_counts_as_hearing_and_noise_does_not(host):
    host.now_ms = 3000
    host.order(Kind.PING)
    host.screen.link.tick(6900)
    assert host.screen.link.session
    host.screen.feed(b"AT\r\n\0\x03\x03\0", 6900)
    host.screen.link.tick(7000)
    assert not host.screen.link.session


def test_a_frame_of_another_version_keeps_no_picture_alive(host):
    host.screen.feed(encode(Frame(Kind.PING, 9, version=4)), 3900)
    host.screen.link.tick(4000)
    assert not host.screen.link.session


def test_a_hello_of_another_version_is_answered_and_said_on_the_glass(host):
    host.rect(0, 0, 320, 1, b"\x11" * 160)
    answer = host.screen.feed(encode(Frame(Kind.HELLO, 9, version=4)), 0)
    (frame,) = FrameDecoder().feed(answer)
    assert (frame.version, frame.kind, frame.sequence) == (3, Kind.HELLO_ANSWER, 9)
    assert host.screen.pixels[:160] == bytes(160)
    assert host.screen.pixels != bytes(38400)
    assert not host.screen.link.session


def test_the_first_button_hides_the_picture_while_it_is_held(host):
    host.rect(0, 0, 2, 1, b"\x11")
    host.show()
    host.screen.link.button(0, True)
    button, glass = FrameDecoder().feed(host.screen.take())
    assert (button.kind, button.payload) == (Kind.BUTTON, b"\0\1")
    assert Glass.parse(glass.payload) == Glass(covered=True)
    assert not host.screen.lit
    host.rect(0, 0, 2, 1, b"\x22")
    assert host.show() is Status.OK
    assert not host.screen.lit
    host.screen.link.button(0, False)
    assert host.screen.lit
    assert host.screen.pixels[0] == 0x22


def test_buttons_are_told_only_in_a_session():
    screen = FirmwareScreen()
    screen.link.button(1, True)
    assert screen.take() == b""


def test_the_fixed_pictures_differ_and_hold_nothing_of_a_face(host):
    waiting = FirmwareScreen().pixels
    host.rect(0, 0, 320, 240, b"\x77" * 38400)
    host.show()
    host.screen.link.tick(5000)
    assert host.screen.pixels not in (waiting, bytes(38400))
    assert b"\x77" not in host.screen.pixels
    assert set(host.screen.pixels) <= {0x00, 0x01, 0x10, 0x11}


class BrokenBoard:
    """A board whose line brings a picture and then fails as only a fault in the firmware can."""

    NAME, INCHES, KEPT, BOOT_MS = "broken", 0, None, 0

    def __init__(self, screen: FirmwareScreen) -> None:
        self.screen = screen
        rect = Rect(0, 0, 2, 1, packed(b"\1")).payload()
        self.pieces = [encode(Frame(Kind.HELLO, 1)), encode(Frame(Kind.RECT, 2, rect))]

    def make_panel(self):
        return self.screen.panel

    def identity(self) -> str:
        return "BROKEN"

    def buttons(self) -> tuple[bool, ...]:
        return ()

    def alive(self) -> None:
        pass

    def write(self, data: bytes) -> None:
        pass

    def read(self, wait_ms: int) -> bytes:
        if self.pieces:
            return self.pieces.pop(0)
        raise MemoryError


def test_a_fault_in_the_firmware_leaves_a_black_glass():
    screen = FirmwareScreen()
    with pytest.raises(MemoryError):
        FIRMWARE["main"].run(BrokenBoard(screen))
    assert not screen.lit


def test_the_boot_picture_tells_the_firmware_and_is_none_of_the_others():
    screen = FirmwareScreen()
    waiting = screen.pixels
    screen.canvas.boot(("screen firmware 3.0", "pico display pack 2.0"))
    assert screen.lit
    assert screen.pixels not in (waiting, bytes(38400))
    cards = sum(screen.pixels[row * 160 : (row + 1) * 160].count(0x22) for row in range(96))
    assert cards > 100


class Waiting(BrokenBoard):
    """A board that shows its boot picture for a minute, and a host that has spoken before it was up."""

    BOOT_MS = 60_000

    def __init__(self, screen: FirmwareScreen) -> None:
        super().__init__(screen)
        self.waits: list[int] = []
        self.said = b""

    def write(self, data: bytes) -> None:
        self.said += data

    def read(self, wait_ms: int) -> bytes:
        self.waits.append(wait_ms)
        return super().read(wait_ms)


def test_the_boot_picture_keeps_no_host_waiting():
    board = Waiting(FirmwareScreen())
    with pytest.raises(MemoryError):
        FIRMWARE["main"].run(board)
    assert board.waits[0] == board.BOOT_MS
    assert max(board.waits[1:]) < 100
    assert next(iter(FrameDecoder().feed(board.said))).kind == Kind.HELLO_ANSWER
