"""Everything that takes bytes from a line, as functions that take any bytes at all.

Each raises ``AssertionError`` if more is kept than the protocol's page says, and lets out every other exception: no
bytes whatever lead to one. ``tests/device/test_fuzz.py`` and ``bench/fuzz.py`` feed them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.device.frame import MAX_PAYLOAD_BYTES, MAX_STUFFED_BYTES, Frame, FrameDecoder, encode
from companion.device.link import ScreenLink
from companion.device.messages import Button, Glass, Introduction, Kind, MessageError, parse_status
from companion.device.packing import pack
from companion.device.palette import PALETTE
from companion.device.picture import Picture
from companion.device.turing_link import Start, TuringLink
from companion.simulator.turing import TuringMonitor
from tests.firmware.loading import FIRMWARE, FirmwareScreen

MOST_SAID = 64
"""A monitor's own memory of what it has not understood yet: less than a command and a pixel."""
MOST_WAITING = MAX_STUFFED_BYTES + 1 + 1
"""Of the host: one order, ended and begun with 0x00."""
_SMALL = Picture((320, 240), b"\x12" * 8 + bytes(38392), PALETTE)


def pieces(data: bytes) -> list[bytes]:
    """The same bytes as a line brings them: the first says how many at a time."""
    size = 1 + data[0] if data else 1
    return [data[at : at + size] for at in range(1, len(data), size)]


def frames_in(data: bytes) -> list[bytes]:
    """Intact frames made of any bytes: kind, sequence, length, payload, and so on; some with a packed payload."""
    made, at = [], 0
    while at + 4 <= len(data):
        kind, sequence, length, packed = data[at], data[at + 1], data[at + 2] * 4, data[at + 3]
        payload = data[at + 4 : at + 4 + length]
        if packed & 1:
            both = np.frombuffer(payload[8:] * (1 + packed) + b"\0", dtype=np.uint8)
            numbers = np.stack((both >> 4, both & 15), axis=-1).reshape(1, -1)
            payload = (payload[:8] + pack(numbers[:, :1000], MAX_PAYLOAD_BYTES - 8).data)[:MAX_PAYLOAD_BYTES]
        made.append(encode(Frame(kind, sequence, payload, version=3 if packed & 6 else 2)))
        at += 4 + length
    return made


def host_decoder(data: bytes) -> None:
    """The host's frames."""
    decoder = FrameDecoder()
    for piece in pieces(data):
        for frame in decoder.feed(piece):
            assert len(frame.payload) <= MAX_PAYLOAD_BYTES
        assert decoder.held_bytes <= MAX_STUFFED_BYTES


def host_messages(data: bytes) -> None:
    """The host's messages: read, or refused with the protocol's own error."""
    for parse in (Introduction.parse, Button.parse, Glass.parse, parse_status):
        try:
            parse(data)  # type: ignore[operator]
        except MessageError as error:
            assert str(error)


def host_link(data: bytes) -> None:
    """The host's end, which is told intact frames that nobody would send, with the sequence that it awaits."""
    link, now = ScreenLink(0.0, 0), 0.0
    for number, wire in enumerate(frames_in(data)):
        now += 0.2
        link.sent(len(link.output) if number % 3 else 1)
        link.receive(wire, now)
        order = link._order
        if order is not None:
            answer = Kind.HELLO_ANSWER if order.kind is Kind.HELLO else Kind.ACK
            link.receive(encode(Frame(answer, order.sequence, data[number : number + 30])), now)
        if link.introduction is not None and link.introduction.size_px == _SMALL.size_px:
            link.show(_SMALL, now)
        link.tick(now)
        assert len(link.output) <= MOST_WAITING


def firmware_frames(data: bytes) -> None:
    """The firmware's frames."""
    collector = FIRMWARE["frames"].Collector()
    room = len(collector.buffer)
    for piece in pieces(data):
        collector.take(piece, lambda version, kind, sequence, payload: len(payload) <= MAX_PAYLOAD_BYTES)
        assert collector.size <= len(collector.buffer) == room == MAX_STUFFED_BYTES


def firmware_link(data: bytes) -> None:
    """The firmware with all that it does, told intact frames that nobody would send, and rubbish between them."""
    screen = FirmwareScreen()
    screen.feed(encode(Frame(Kind.HELLO, 9)), 0)
    for number, wire in enumerate(frames_in(data)):
        screen.feed(data[number : 2 * number] + b"\0" + wire, number * 100)
        screen.link.tick(number * 100)
        assert len(screen.pixels) == 38400
    # Whatever came, it goes on working.
    answers = screen.feed(b"\0" + encode(Frame(Kind.HELLO, 500)), 99_000)
    assert any(frame.sequence == 500 for frame in FrameDecoder().feed(answers))
    assert screen.pixels == bytes(38400)


def monitor(data: bytes) -> None:
    """The stand-in for a USB monitor."""
    there = TuringMonitor()
    for piece in pieces(data):
        there.feed(piece)
        assert len(there._said) < MOST_SAID
    assert len(there.refused) <= there.MOST_KEPT
    assert len(there.drawn) <= there.MOST_KEPT


def monitor_host(data: bytes) -> None:
    """The host's end of a USB monitor, which should say nothing and says anything."""
    link = TuringLink(0.0, "MONITOR", Start.FRESH)
    for number, piece in enumerate(pieces(data)):
        link.sent(len(link.output))
        link.receive(piece, number / 10)
        link.tick(number / 10)
        assert len(link._answer) <= 7


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        host_decoder, host_messages, host_link, firmware_frames, firmware_link, monitor, monitor_host,
    )
}  # fmt: skip
