"""A picture as a screen holds it: packed 4-bit palette pixels, what differs between two, and how that is packed."""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from companion.device.frame import MAX_PAYLOAD_BYTES
from companion.device.messages import Rect
from companion.device.packing import pack

_RECT_HEAD_BYTES = 8
_NEAR_ROWS = 12
"""Changed rows nearer to each other than this travel in one rectangle: a second frame would cost more."""

Colour = tuple[int, int, int]


def rgb565(colour: Colour) -> int:
    """Red, green, blue (0 to 255 each) in 16 bits, as the panel takes them."""
    red, green, blue = colour
    return (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """``size_px``: width (even), height. ``pixels``: row by row, two pixels a byte, left one in the high half.

    ``palette``: 16 colours. ``while_held``: to be seen only while the player holds the screen's first button. The text
    form hides the pixels, for they may be a face.

    Raises:
        ValueError: the bytes do not fill the size, or there are not 16 colours.
    """

    size_px: tuple[int, int]
    pixels: bytes
    palette: tuple[Colour, ...]
    while_held: bool = False

    def __post_init__(self) -> None:
        width, height = self.size_px
        if width % 2 or len(self.pixels) != width // 2 * height or len(self.palette) != 16:
            raise ValueError(f"{len(self.pixels)} bytes, {len(self.palette)} colours for {width} x {height} pixels")

    @classmethod
    def from_indexed(cls, image: Image.Image, palette: tuple[Colour, ...]) -> Picture:
        """Pack an image of mode ``P`` or ``L`` whose pixels are palette numbers 0 to 15."""
        numbers = np.asarray(image, dtype=np.uint8)
        packed = numbers[:, 0::2] << 4 | numbers[:, 1::2]
        return cls(image.size, packed.astype(np.uint8).tobytes(), palette)

    @classmethod
    def black(cls, size_px: tuple[int, int]) -> Picture:
        """All zeros, and every colour black."""
        return cls(size_px, bytes(size_px[0] // 2 * size_px[1]), ((0, 0, 0),) * 16)

    @property
    def palette565(self) -> bytes:
        """The 16 colours as they travel: RGB565, big-endian, 32 bytes."""
        return b"".join(rgb565(colour).to_bytes(2, "big") for colour in self.palette)

    @property
    def checksum(self) -> int:
        """CRC-32 of the pixels."""
        return binascii.crc32(self.pixels)

    def as_rgb565(self) -> bytes:
        """All pixels as a panel gets them: RGB565, big-endian, row by row."""
        colours = np.array([rgb565(c) for c in self.palette], dtype=">u2")
        return colours[self.numbers()].tobytes()

    def image(self) -> Image.Image:
        """The same as an RGB image, for people and golden pictures."""
        return Image.fromarray(np.array(self.palette, dtype=np.uint8)[self.numbers()])

    def numbers(self) -> npt.NDArray[np.uint8]:
        """The palette number of each pixel, rows by columns."""
        packed = _rows(self.size_px, self.pixels)
        return np.stack((packed >> 4, packed & 15), axis=-1).reshape(packed.shape[0], -1)

    def __repr__(self) -> str:
        return f"Picture({self.size_px[0]} x {self.size_px[1]}, hidden)"


def next_rect(size_px: tuple[int, int], held: bytes, wanted: bytes) -> Rect | None:
    """The first rectangle to send so that a buffer with ``held`` comes nearer to ``wanted``; None if they are equal.

    Its payload fits a frame.
    """
    before, after = _rows(size_px, held), _rows(size_px, wanted)
    differs = before != after
    rows = np.flatnonzero(differs.any(axis=1))
    if not rows.size:
        return None
    top, bottom = next(_runs(rows))
    columns = np.flatnonzero(differs[top:bottom].any(axis=0))
    return _fitting(after, int(columns[0]), int(columns[-1]) + 1, top, bottom)


def paste(size_px: tuple[int, int], pixels: bytearray, rect: Rect, source: bytes) -> None:
    """Copy the area of ``rect`` from the packed pixels of ``source`` into ``pixels``."""
    stride, left, wide = size_px[0] // 2, rect.x // 2, rect.width // 2
    for row in range(rect.y, rect.y + rect.height):
        start = row * stride + left
        pixels[start : start + wide] = source[start : start + wide]


def _rows(size_px: tuple[int, int], pixels: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(pixels, dtype=np.uint8).reshape(size_px[1], size_px[0] // 2)


def _runs(rows: npt.NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """First and past-the-end row of each group of changed rows."""
    breaks = np.flatnonzero(np.diff(rows) > _NEAR_ROWS)
    starts = [0, *(breaks + 1)]
    ends = [*breaks, len(rows) - 1]
    for start, end in zip(starts, ends, strict=True):
        yield int(rows[start]), int(rows[end]) + 1


def _fitting(rows: npt.NDArray[np.uint8], left: int, right: int, top: int, bottom: int) -> Rect:
    """As many of the rows as fit one frame when packed; where not even one does, the left half of it."""
    while True:
        both = rows[top:bottom, left:right]
        numbers = np.stack((both >> 4, both & 15), axis=-1).reshape(both.shape[0], -1)
        packed = pack(numbers, MAX_PAYLOAD_BYTES - _RECT_HEAD_BYTES)
        if packed.rows:
            return Rect(left * 2, top, (right - left) * 2, packed.rows, packed.data)
        right = (left + right) // 2
