"""The bytes that ready-made USB monitors of the Turing kind, revision A, understand.

Nobody publishes them; what is known was found out by others: the program turing-smart-screen-python by mathoudebine
(its module ``lcd_comm_rev_a`` names opcodes, fields and the serial number; its issue 844 has the times, 133, 261 and
907 the picture that stays, 562 the lock-ups). The facts are theirs, the code here is not.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from companion.device.layout import Area
from companion.device.picture import Picture, rgb565

VENDOR, PRODUCT = 0x1A86, 0x5722
"""Also of monitors with quite another protocol, which only the serial number tells apart."""
SERIAL = "USB35INCHIPSV2"
"""The same on every unit."""
SIZE_PX = (480, 320)
"""Width and height, lying."""
BYTES_S = 170_000
"""A whole picture, 307,200 bytes, takes 1.8 s."""
FULL_BYTES = 2 * SIZE_PX[0] * SIZE_PX[1]
DARKEST = 255
COMMAND_BYTES = 6
_LYING = 2
_ORIENTATION_BYTES = 16


class Opcode(IntEnum):
    """The last byte of a command."""

    HELLO = 69
    RESET = 101
    BLACK = 103
    OFF = 108
    ON = 109
    BRIGHTNESS = 110
    ORIENTATION = 121
    BITMAP = 197


HELLO = bytes((Opcode.HELLO,)) * COMMAND_BYTES
"""The only question. The original passes over it in silence; later ones answer six equal bytes, their model."""
MODELS_INCHES = {bytes((number,)) * COMMAND_BYTES: inches for number, inches in ((1, 3.5), (2, 5.0), (3, 7.0))}


def command(opcode: Opcode, x: int = 0, y: int = 0, ex: int = 0, ey: int = 0) -> bytes:
    """One command: four numbers of ten bits, 0 to 1023, and what to do.

    Raises:
        ValueError: a number does not fit.
    """
    if not all(0 <= number < 1024 for number in (x, y, ex, ey)):
        raise ValueError(f"{x}, {y}, {ex}, {ey}: not all of ten bits")
    packed = x << 30 | y << 20 | ex << 10 | ey
    return packed.to_bytes(COMMAND_BYTES - 1, "big") + bytes((opcode,))


def lying() -> bytes:
    """The long command that makes x run along the longer side."""
    width, height = SIZE_PX
    tail = bytes((_LYING + 100,)) + width.to_bytes(2, "big") + height.to_bytes(2, "big")
    return (command(Opcode.ORIENTATION) + tail).ljust(_ORIENTATION_BYTES, b"\0")


def bitmap(area: Area) -> bytes:
    """What goes before the pixels of a rectangle. It names the last column and row, not the size."""
    return command(Opcode.BITMAP, area.x, area.y, area.x + area.width - 1, area.y + area.height - 1)


def brightness(level: int) -> bytes:
    """``level``: 0 dark to 255 bright; on the wire it is the other way round."""
    return command(Opcode.BRIGHTNESS, DARKEST - level)


def reset_at_any_byte() -> bytes:
    """A reset that is understood wherever between two commands the monitor believes to be.

    Six resets, each one byte further than a command is long: one of them ends where a command ends for the monitor too,
    and until then it has seen only commands of opcode 0, which there is not.
    """
    return (command(Opcode.RESET) + b"\0") * COMMAND_BYTES


def pixels_of(picture: Picture) -> npt.NDArray[np.int32]:
    """RGB565 of each pixel, rows by columns. Wider than 16 bits, so that "not known" has a value beside them."""
    colours = np.array([rgb565(colour) for colour in picture.palette], dtype=np.int32)
    return np.asarray(colours[picture.numbers()], dtype=np.int32)


def wire_pixels(pixels: npt.NDArray[np.int32]) -> bytes:
    """As they travel: low byte first."""
    return pixels.astype("<u2").tobytes()
