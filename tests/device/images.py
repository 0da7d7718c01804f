"""Images and UF2 files for the tests of flashing: small ones that a real Pico would start."""

from __future__ import annotations

import random
import struct

from companion.device import uf2


def image(size: int = 5000, label: bytes = b"2.0 for pico_display2.\0") -> bytes:
    """What a Pico's flash could hold: a boot stage with its checksum, then anything, and our label."""
    stage = random.Random(3).randbytes(uf2.BOOT_BYTES)
    rest = random.Random(4).randbytes(size)
    return stage + struct.pack("<I", uf2.boot_checksum(stage)) + uf2.OURS + label + rest


def file(size: int = 5000) -> bytes:
    """The UF2 of it."""
    return uf2.make(image(size))


def changed(data: bytes, block: int, word: int, value: int) -> bytes:
    """One of the eight numbers at the head of a block is another (7: family); 8 is the last number of the block."""
    at = block * uf2.BLOCK_BYTES + (4 * word if word < 8 else uf2.BLOCK_BYTES - 4)
    return data[:at] + struct.pack("<I", value) + data[at + 4 :]
