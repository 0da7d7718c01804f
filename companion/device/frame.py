"""Frames on the serial line: COBS ended by 0x00, a header of four bytes, CRC-32 (docs/protocol.md)."""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from dataclasses import dataclass

from cobs import cobs

PROTOCOL_VERSION = 3
HEADER_BYTES = 4
CRC_BYTES = 4
MAX_PAYLOAD_BYTES = 2048
MAX_FRAME_BYTES = HEADER_BYTES + MAX_PAYLOAD_BYTES + CRC_BYTES
MAX_STUFFED_BYTES = MAX_FRAME_BYTES + MAX_FRAME_BYTES // 254 + 2
"""COBS adds one byte, and one more for each 254; no frame is longer than this on the wire."""
SEQUENCES = 1 << 16
END = b"\0"


@dataclass(frozen=True, slots=True, repr=False)
class Frame:
    """One frame: protocol ``version`` 0 to 255, message ``kind`` 0 to 255, ``sequence`` 0 to 65535, its payload.

    The payload may be part of a face, so the text form leaves it out.
    """

    kind: int
    sequence: int
    payload: bytes = b""
    version: int = PROTOCOL_VERSION

    def __repr__(self) -> str:
        return f"Frame(kind=0x{self.kind:02x}, sequence={self.sequence}, {len(self.payload)} bytes)"


def encode(frame: Frame) -> bytes:
    """The bytes for the wire, 0x00 at the end.

    Raises:
        ValueError: the payload is longer than ``MAX_PAYLOAD_BYTES``.
    """
    if len(frame.payload) > MAX_PAYLOAD_BYTES:
        raise ValueError(f"a payload of {len(frame.payload)} bytes; a frame holds {MAX_PAYLOAD_BYTES}")
    head = bytes((frame.version, frame.kind)) + frame.sequence.to_bytes(2, "little")
    body = head + frame.payload
    return bytes(cobs.encode(body + binascii.crc32(body).to_bytes(CRC_BYTES, "little"))) + END


def decode(stuffed: bytes) -> Frame | None:
    """The frame between two 0x00; None if the bytes are no whole, intact frame."""
    try:
        raw = cobs.decode(stuffed)
    except cobs.DecodeError:
        return None
    if len(raw) < HEADER_BYTES + CRC_BYTES:
        return None
    body, crc = raw[:-CRC_BYTES], raw[-CRC_BYTES:]
    if binascii.crc32(body) != int.from_bytes(crc, "little"):
        return None
    return Frame(body[1], int.from_bytes(body[2:4], "little"), body[HEADER_BYTES:], body[0])


class FrameDecoder:
    """Finds the frames in what the line brings, in pieces of any size; keeps at most one frame's bytes.

    ``noise``: how many pieces between two 0x00 were no frame (line noise, a modem probe, text of another device).
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._spoiled = False
        self.noise = 0

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that became whole with ``data``."""
        pieces = data.split(END)
        for piece in pieces[:-1]:
            self._keep(piece)
            frame = None if self._spoiled else decode(bytes(self._rest))
            if frame:
                yield frame
            elif self._rest:
                self.noise += 1
            self._rest.clear()
            self._spoiled = False
        self._keep(pieces[-1])

    @property
    def held_bytes(self) -> int:
        """Bytes waiting for their 0x00, at most ``MAX_STUFFED_BYTES``."""
        return len(self._rest)

    def _keep(self, piece: bytes) -> None:
        room = MAX_STUFFED_BYTES - len(self._rest)
        self._spoiled = self._spoiled or len(piece) > room
        self._rest += piece[:room]
