"""The messages that travel in frames: one table of kinds, one class for each message, bytes both ways.

``docs/protocol.md`` is written from the tables here (``protocol_tables``), and a test compares them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from companion.device.frame import CRC_BYTES, HEADER_BYTES, MAX_PAYLOAD_BYTES, PROTOCOL_VERSION, SEQUENCES
from companion.errors import CompanionError

PALETTE_COLOURS = 16
PALETTE_BYTES = 2 * PALETTE_COLOURS
MAX_WIDTH_PX = 1920
"""One row of this width fits two frames, however badly it packs; one of the panels that are known fits one."""
HEARTBEAT_S = 1.0
SILENCE_S = 4.0
"""A screen that hears nothing for so long overwrites its picture."""


class MessageError(CompanionError):
    """The payload of an intact frame is not what its kind says."""


class Kind(IntEnum):
    """What a frame is about; kinds with the high bit come from the screen."""

    HELLO = 0x01
    PING = 0x02
    RECT = 0x03
    SHOW = 0x04
    BLANK = 0x05
    LIGHT = 0x06
    LEAVE = 0x07
    HELLO_ANSWER = 0x81
    ACK = 0x82
    BUTTON = 0x83
    GLASS = 0x84


class Status(Enum):
    """What the screen says of an order."""

    OK = 0
    MALFORMED = 1
    NO_SESSION = 2
    MISMATCH = 3
    UNKNOWN = 4


class Way(Enum):
    """Where a LEAVE leads."""

    TO_PROMPT = 0
    TO_BOOTLOADER = 1


WHILE_HELD = 1
"""The flag of a SHOW: the glass shows the picture only while the player holds the first button."""
TURNED, COVERED = 1, 2
"""The flags of a GLASS."""

MEANINGS: dict[Kind, tuple[str, str]] = {
    Kind.HELLO: ("nothing", "begins a session; the screen overwrites its buffer with zeros and answers HELLO_ANSWER"),
    Kind.PING: ("nothing", "heartbeat, each second in which nothing else is sent"),
    Kind.RECT: (
        "x, y, width, height (2 bytes each; x and width even), then the packed pixels",
        "writes a rectangle into the buffer; the glass does not change yet",
    ),
    Kind.SHOW: (
        "CRC-32 of the whole buffer (4 bytes), 16 colours RGB565 big-endian (32 bytes), flags (1 byte): 1 = only while "
        "the first button is held",
        "brings the buffer onto the glass, light on; refused with MISMATCH if the buffer is another",
    ),
    Kind.BLANK: ("nothing", "black glass, light off, buffer overwritten with zeros"),
    Kind.LIGHT: ("level 0 to 255 (1 byte)", "backlight while something is shown"),
    Kind.LEAVE: (
        "0 to MicroPython's prompt, 1 to the boot loader (1 byte)",
        "black as for BLANK, then the firmware ends and the port goes away for a moment",
    ),
    Kind.HELLO_ANSWER: (
        "width, height (2 bytes each), colours, buttons (1 byte each), then id, board, firmware version, "
        "each as a length byte and UTF-8, then the glass's diagonal in tenths of an inch (1 byte, 0 unknown)",
        "answers HELLO, with the same sequence",
    ),
    Kind.ACK: ("status (1 byte)", "answers every other order, with the same sequence"),
    Kind.BUTTON: ("number, 1 down or 0 up (1 byte each)", "a button changed; not answered"),
    Kind.GLASS: (
        "flags (1 byte): 1 = turned by 180 degrees, 2 = the picture is covered; the player's share of the light, "
        "0 to 255 (1 byte)",
        "how the player has set the screen; said at each change and after the answers to HELLO, PING and SHOW, by a "
        "screen that was ever touched; not answered",
    ),
}
"""Payload and meaning of each kind."""

STATUS_MEANINGS: dict[Status, str] = {
    Status.OK: "done",
    Status.MALFORMED: "the payload is not what the kind says",
    Status.NO_SESSION: "no HELLO since the screen started or fell silent: begin again",
    Status.MISMATCH: "the buffer is not what SHOW says: send all of it",
    Status.UNKNOWN: "no such kind in this version",
}


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a screen says of itself. ``size_px``: width, height. ``identity``: its unique id, as it reports it."""

    size_px: tuple[int, int]
    colours: int
    buttons: int
    identity: str
    board: str
    firmware: str
    inches_tenths: int = 0
    """Diagonal of the glass in tenths of an inch; 0 where the screen does not know."""

    def payload(self) -> bytes:
        """The bytes of a HELLO_ANSWER."""
        texts = b"".join(bytes((len(raw),)) + raw for raw in (t.encode() for t in self._texts()))
        return struct.pack("<HHBB", *self.size_px, self.colours, self.buttons) + texts + bytes((self.inches_tenths,))

    def _texts(self) -> tuple[str, str, str]:
        return self.identity, self.board, self.firmware

    @classmethod
    def parse(cls, payload: bytes) -> Introduction:
        """Read a HELLO_ANSWER.

        Raises:
            MessageError: it is cut short, holds no text where one belongs, or tells an impossible size.
        """
        try:
            width, height, colours, buttons = struct.unpack_from("<HHBB", payload)
            texts, rest = _texts(payload[6:])
            (tenths,) = rest
        except (struct.error, ValueError) as error:
            raise MessageError("the screen's hello is garbled: update its firmware") from error
        if len(texts) != 3 or not texts[0] or not (0 < width <= MAX_WIDTH_PX and 0 < height <= 2048) or width % 2:
            raise MessageError("the screen's hello makes no sense: update its firmware")
        identity, board, firmware = texts
        return cls((width, height), colours, buttons, identity, board, firmware, tenths)


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the screen went down or up."""

    number: int
    down: bool

    @classmethod
    def parse(cls, payload: bytes) -> Button:
        """Read a BUTTON.

        Raises:
            MessageError: not two bytes.
        """
        if len(payload) != 2:
            raise MessageError("a button message has two bytes: update the screen's firmware")
        return cls(payload[0], bool(payload[1]))


@dataclass(frozen=True, slots=True)
class Glass:
    """How the player has set the screen.

    Attributes:
        turned: the picture stands upside down on the device, for one who sits at its other side.
        covered: the picture is not on the glass just now: hidden, or waiting to be held.
        share: the player's share of the light, 0 to 255.
    """

    turned: bool = False
    covered: bool = False
    share: int = 255

    @classmethod
    def parse(cls, payload: bytes) -> Glass:
        """Read a GLASS.

        Raises:
            MessageError: not two bytes.
        """
        if len(payload) != 2:
            raise MessageError("a message about the glass has two bytes: update the screen's firmware")
        return cls(bool(payload[0] & TURNED), bool(payload[0] & COVERED), payload[1])


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of packed 4-bit pixels, left pixel in the high half; ``x`` and ``width`` even."""

    x: int
    y: int
    width: int
    height: int
    compressed: bytes = field(repr=False)

    def payload(self) -> bytes:
        """The bytes of a RECT."""
        return struct.pack("<4H", self.x, self.y, self.width, self.height) + self.compressed


def show_payload(checksum: int, palette: bytes, while_held: bool = False) -> bytes:
    """The bytes of a SHOW: ``palette`` is 16 colours in RGB565, big-endian."""
    return struct.pack("<I", checksum) + palette + bytes((WHILE_HELD if while_held else 0,))


def parse_status(payload: bytes) -> Status:
    """Read an ACK.

    Raises:
        MessageError: no such status.
    """
    try:
        (code,) = payload
        return Status(code)
    except ValueError as error:
        raise MessageError("the screen answers with an unknown status: update its firmware") from error


def protocol_tables() -> dict[str, list[str]]:
    """The lines of the tables in docs/protocol.md, by the name of the table."""
    kinds = [
        f"| `0x{kind:02X}` | {kind.name} | {'screen' if kind & 0x80 else 'host'} | {payload} | {meaning} |"
        for kind, (payload, meaning) in MEANINGS.items()
    ]
    statuses = [f"| {status.value} | {status.name} | {meaning} |" for status, meaning in STATUS_MEANINGS.items()]
    frame = [
        f"| 0 | protocol version, {PROTOCOL_VERSION} |",
        "| 1 | kind |",
        f"| 2–3 | sequence, 0 to {SEQUENCES - 1}; it begins anywhere and wraps |",
        f"| {HEADER_BYTES} … | payload, at most {MAX_PAYLOAD_BYTES} bytes |",
        f"| last {CRC_BYTES} | CRC-32 (as zlib, PNG and Ethernet have it) of all bytes before |",
    ]
    return {"frame": frame, "kinds": kinds, "statuses": statuses}


def _texts(raw: bytes) -> tuple[list[str], bytes]:
    """Three texts, and what comes after them."""
    texts: list[str] = []
    while raw and len(texts) < 3:
        length = raw[0]
        if length >= len(raw):
            raise struct.error("text cut short")
        texts.append(raw[1 : 1 + length].decode())
        raw = raw[1 + length :]
    return texts, raw
