"""Opens picture files: any size in little memory, turned as their EXIF says, or refused in one line."""

from __future__ import annotations

import warnings
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
Image.MAX_IMAGE_PIXELS = None
# Pillow's own limit warns and refuses by size alone; ours knows what the decoding will cost.
_TURNS = {2: (0, True), 3: (2, False), 4: (2, True), 5: (1, True), 6: (3, False), 7: (3, True), 8: (1, False)}
"""EXIF orientation: quarter turns counter-clockwise, then (if set) mirrored left to right first."""


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
    except (OSError, ValueError, SyntaxError, EOFError, cv2.error) as error:
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
        turns, mirrored = _TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1), (0, False))
        if image.format in ("JPEG", "MPO"):
            image.draft("RGB", (width // reduction, height // reduction))
            pixels = np.asarray(image.convert("RGB"), np.uint8)[..., ::-1]
        else:
            pixels = _whole(image, reduction)
    if mirrored:
        pixels = pixels[:, ::-1]
    pixels = np.ascontiguousarray(np.rot90(pixels, turns))
    if turns % 2:
        width, height = height, width
    scale = width / pixels.shape[1], height / pixels.shape[0]
    return OpenedPicture(pixels, scale, (width, height))


def _whole(image: Image.Image, reduction: int) -> NDArray[np.uint8]:
    """Decode a picture that has no reduced form, then reduce it."""
    image.load()
    if image.mode in ("I;16", "I;16B", "I", "F"):
        deep = np.asarray(image, np.float32)
        image = Image.fromarray((deep * (255.0 / max(float(deep.max()), 1.0))).astype(np.uint8))
    reduced = image if reduction == 1 else image.reduce(reduction) if image.mode != "P" else image
    if reduced.mode in ("RGBA", "LA", "PA") or "transparency" in reduced.info:
        clear = reduced.convert("RGBA")
        reduced = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
    pixels = np.asarray(reduced.convert("RGB"), np.uint8)[..., ::-1]
    if reduced is image and reduction > 1:
        size = (max(1, image.width // reduction), max(1, image.height // reduction))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels
