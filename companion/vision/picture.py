"""Opens picture files: any size in little memory, turned as their EXIF says, or refused in one line."""

from __future__ import annotations

import logging
import os
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

from companion.errors import CompanionError

FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF", "PPM")
WANTED_PX = 1900
"""Longer side that a reduced picture keeps at least."""
MOST_PIXELS = {"JPEG": 2**30, "MPO": 2**30}
MOST_PIXELS_WHOLE = 200_000_000
"""JPEG is decoded at the reduced size; other kinds must be decoded whole first, which costs 4 bytes a pixel."""
WHITE_PERCENT = 99.9
"""Of a picture with more than 8 bits so much is at most as bright as white: single pixels of a sensor may be hot."""
Image.MAX_IMAGE_PIXELS = None
# Pillow's own limit warns and refuses by size alone; ours knows what the decoding will cost.
# What Pillow thinks of a damaged header is not for the person at the table: the refusal says what is wrong.
logging.getLogger("PIL").addHandler(logging.NullHandler())
_TURNS = {2: (0, True), 3: (2, False), 4: (2, True), 5: (1, True), 6: (3, False), 7: (3, True), 8: (1, False)}
"""EXIF orientation: quarter turns counter-clockwise, then (if set) mirrored left to right first."""
_DAMAGE = (
    OSError, EOFError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, struct.error, zlib.error,
)  # fmt: skip
"""What Pillow raises over a damaged file: a bent number in its header may lead to any of these."""


class PictureUnusable(CompanionError):
    """A picture file can't be read; says which and what to do."""


@dataclass(frozen=True, slots=True)
class OpenedPicture:
    """A picture as displayed. ``pixels``: uint8, (height, width, 3), blue green red.

    ``scale``: pixels of the file per pixel here, along x and y (1.0 unless it was opened reduced). ``size_px``: width
    and height as displayed.
    """

    pixels: NDArray[np.uint8]
    scale: tuple[float, float]
    size_px: tuple[int, int]


def open_picture(path: Path, wanted_px: int = WANTED_PX) -> OpenedPicture:
    """Open a picture file.

    Args:
        path: the file.
        wanted_px: large pictures are reduced by 2, 4 or 8, but not below this length of the longer side.

    Raises:
        PictureUnusable: no such file, none that may be read, no picture, damaged, or too large.
    """
    _require_file(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _opened(path, wanted_px)
    except UnidentifiedImageError as error:
        raise PictureUnusable(f"{path}: no picture that can be read; use JPEG or PNG") from error
    except MemoryError as error:
        raise PictureUnusable(f"{path}: too large for the memory; save it with fewer pixels") from error
    except (*_DAMAGE, cv2.error) as error:
        raise PictureUnusable(f"{path}: damaged or cut off; copy or take the picture again") from error


def _require_file(path: Path) -> None:
    try:
        if not path.exists():
            raise PictureUnusable(f"{path}: no such file")
        if not path.is_file():
            raise PictureUnusable(f"{path}: is no file; give the picture itself")
        with path.open("rb"):
            pass
    except OSError as error:
        reason = f"cannot be read ({error.strerror}); check its name and the rights of the file and of its folder"
        raise PictureUnusable(f"{path}: {reason}") from error


def _opened(path: Path, wanted_px: int) -> OpenedPicture:
    with Image.open(path, formats=FORMATS) as image:
        width, height = image.size
        if width * height > MOST_PIXELS.get(image.format or "", MOST_PIXELS_WHOLE):
            raise PictureUnusable(f"{path}: {width} x {height} pixels are too many; save it as JPEG or smaller")
        reduction = 1
        while reduction < 8 and max(width, height) / (2 * reduction) >= wanted_px:
            reduction *= 2
        if image.format in ("JPEG", "MPO"):
            image.draft("RGB", (width // reduction, height // reduction))
            pixels = np.asarray(image.convert("RGB"), np.uint8)[..., ::-1]
        else:
            _load(image)
            # Now as it is displayed, if it is a TIFF: Pillow has turned it.
            width, height = image.size
            pixels = _whole(image, reduction)
        turns, mirrored = _TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1), (0, False))
    if mirrored:
        pixels = pixels[:, ::-1]
    pixels = np.ascontiguousarray(np.rot90(pixels, turns))
    if turns % 2:
        width, height = height, width
    scale = width / pixels.shape[1], height / pixels.shape[0]
    return OpenedPicture(pixels, scale, (width, height))


def _load(image: Image.Image) -> None:
    """Decode a picture that has no reduced form."""
    if image.format == "TIFF":
        with _speechless():
            image.load()
    else:
        image.load()


@contextmanager
def _speechless() -> Iterator[None]:
    """Keep what is written to standard error away: libtiff, which Pillow can't silence, prints there what it thinks."""
    kept = os.dup(2)
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _whole(image: Image.Image, reduction: int) -> NDArray[np.uint8]:
    """Bring a picture that was decoded whole to 8 bits and the reduced size."""
    if image.mode in ("I;16", "I;16B", "I", "F"):
        image = _eight_bits(image)
    reduced = image if reduction == 1 else image.reduce(reduction) if image.mode != "P" else image
    if reduced.mode in ("RGBA", "LA", "PA") or "transparency" in reduced.info:
        clear = reduced.convert("RGBA")
        reduced = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
    pixels = np.asarray(reduced.convert("RGB"), np.uint8)[..., ::-1]
    if reduced is image and reduction > 1:
        size = (max(1, image.width // reduction), max(1, image.height // reduction))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels


def _eight_bits(image: Image.Image) -> Image.Image:
    """A picture of deeper values; the brightest of them are white, but for a few that no lamp has made."""
    deep = np.nan_to_num(np.asarray(image, np.float32), posinf=0.0, neginf=0.0)
    white = max(float(np.percentile(deep[:: max(1, deep.shape[0] // 500)], WHITE_PERCENT)), 1e-6)
    return Image.fromarray(np.clip(deep * (255.0 / white), 0, 255).astype(np.uint8))
