"""UF2 files, what a Pico's boot loader takes: made from an image, taken apart, and checked as far as can be checked.

A file is blocks of 512 bytes, each with magic numbers, the address where its bytes belong, its number, how many blocks
there are, and the family of chips it is for.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from companion.errors import CompanionError

BLOCK_BYTES = 512
PAGE_BYTES = 256
"""What the chip writes at once; each block carries one page."""
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
NOT_FLASH, HAS_FAMILY = 0x0001, 0x2000
FLASH_START = 0x1000_0000
MOST_FLASH_BYTES = 16 << 20
BOOT_BYTES = 252
"""The second boot stage, followed by its checksum: without it an RP2040 does not start from its flash."""

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59
_RP2350_ANY = 0xE48BFF57
"""The one block that some files for an RP2350 begin with: a workaround for a fault of that chip."""
FAMILIES = {RP2040: "Pico (RP2040)", RP2350: "Pico 2 (RP2350)"}
DRIVES = {"RPI-RP2": RP2040, "RP2350": RP2350}
"""Which family the drive of a boot loader takes, by the ``Board-ID`` in its INFO_UF2.TXT."""

OURS = b"duet screen firmware "
"""Stands in an image that carries this program's firmware, followed by version and board and a full stop."""
_HEAD = struct.Struct("<8I")


class Uf2Error(CompanionError):
    """The file is not what a boot loader can take."""


@dataclass(frozen=True, slots=True, repr=False)
class Uf2:
    """A checked file.

    Attributes:
        family: chips that it is for.
        blocks: how many.
        image: what lies in flash from ``FLASH_START`` on; gaps are 0xFF, as erased flash is.
    """

    family: int
    blocks: int
    image: bytes

    @property
    def contents(self) -> str:
        """What is known of it, for people."""
        found = self.image.find(OURS)
        if found >= 0:
            text = self.image[found + len(OURS) :].split(b".\0", 1)[0][:80]
            return f"screen firmware {text.decode('ascii', 'replace')}"
        if b"MicroPython" in self.image:
            return "MicroPython without the screens' firmware"
        return "something that is no MicroPython"

    @property
    def is_ours(self) -> bool:
        """It carries this program's firmware."""
        return OURS in self.image


def make(image: bytes, family: int = RP2040) -> bytes:
    """The file for an image that begins at the start of the flash."""
    pages = [image[at : at + PAGE_BYTES].ljust(PAGE_BYTES, b"\0") for at in range(0, len(image), PAGE_BYTES)]
    out = bytearray()
    for number, page in enumerate(pages):
        place = FLASH_START + number * PAGE_BYTES
        out += _HEAD.pack(MAGIC[0], MAGIC[1], HAS_FAMILY, place, PAGE_BYTES, number, len(pages), family)
        out += page.ljust(BLOCK_BYTES - _HEAD.size - 4, b"\0") + struct.pack("<I", MAGIC[2])
    return bytes(out)


def check(data: bytes) -> Uf2:
    """Take a file apart.

    Raises:
        Uf2Error: it is cut short, damaged, or would not start; one sentence without the file's name.
    """
    if not data or len(data) % BLOCK_BYTES:
        raise Uf2Error(f"{len(data)} bytes are no whole number of UF2 blocks: download or build it again")
    pages: dict[int, bytes] = {}
    numbers: set[int] = set()
    families: set[int] = set()
    count = 0
    for at in range(0, len(data), BLOCK_BYTES):
        place, number, total, family, page = _block(data[at : at + BLOCK_BYTES], at // BLOCK_BYTES)
        if family == _RP2350_ANY:
            continue
        if place in pages or number in numbers:
            raise Uf2Error(f"block {number} is in it twice: download or build it again")
        if count and total != count:
            raise Uf2Error("its blocks do not agree on how many there are: download or build it again")
        count = total
        pages[place], families = page, families | {family}
        numbers.add(number)
    if numbers != set(range(count)):
        raise Uf2Error(f"{len(numbers)} of {count} blocks are in it: download or build it again")
    return _whole(pages, families)


def _block(block: bytes, index: int) -> tuple[int, int, int, int, bytes]:
    """Address, number, count, family and page of one block."""
    first, second, flags, place, size, number, total, family = _HEAD.unpack_from(block)
    (last,) = struct.unpack_from("<I", block, BLOCK_BYTES - 4)
    if (first, second, last) != MAGIC:
        raise Uf2Error(f"block {index} does not begin and end as a UF2 block does: this is no UF2 file, or damaged")
    if flags & NOT_FLASH or not flags & HAS_FAMILY:
        raise Uf2Error("it does not say which chip it is for: take one for the Raspberry Pi Pico")
    in_flash = FLASH_START <= place < FLASH_START + MOST_FLASH_BYTES
    if not in_flash or place % PAGE_BYTES or size != PAGE_BYTES:
        raise Uf2Error(f"block {index} does not belong into a Pico's flash (0x{place:08x}): take one for the Pico")
    return place, number, total, family, block[_HEAD.size : _HEAD.size + PAGE_BYTES]


def _whole(pages: dict[int, bytes], families: set[int]) -> Uf2:
    if len(families) != 1 or not families <= set(FAMILIES):
        named = ", ".join(f"0x{family:08x}" for family in sorted(families))
        raise Uf2Error(f"it is for other chips (family {named}): take one for the Raspberry Pi Pico")
    (family,) = families
    image = bytearray(b"\xff" * (max(pages) + PAGE_BYTES - FLASH_START))
    for place, page in pages.items():
        image[place - FLASH_START : place - FLASH_START + PAGE_BYTES] = page
    if family == RP2040 and struct.unpack_from("<I", image, BOOT_BYTES)[0] != boot_checksum(image[:BOOT_BYTES]):
        raise Uf2Error("its first 256 bytes are no boot stage of an RP2040: the Pico would not start with it")
    return Uf2(family, len(pages), bytes(image))


def boot_checksum(stage: bytes | bytearray) -> int:
    """The CRC-32 that the RP2040's own ROM computes over the boot stage: not reflected, not inverted at the end."""
    crc = 0xFFFFFFFF
    for byte in stage:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
    return crc
