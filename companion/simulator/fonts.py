"""Fonts for the virtual cards: those that Kivy brings along, found without importing Kivy."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.errors import CompanionError

Gray = NDArray[np.uint8]
"""A coverage mask: uint8, shape (height, width)."""


class FontMissing(CompanionError):
    """No usable font was found."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font file and how much it must be thickened (share of its size) to look bold."""

    file: str
    thicken: float = 0.0


ROBOTO = Typeface("Roboto-Bold.ttf")
DEJAVU = Typeface("DejaVuSans.ttf", thicken=0.035)
TYPEFACES: tuple[Typeface, ...] = (DEJAVU, ROBOTO)


@lru_cache(maxsize=1)
def _font_dir() -> Path:
    found = importlib.util.find_spec("kivy")
    for place in (found.submodule_search_locations or ()) if found else ():
        folder = Path(place) / "data" / "fonts"
        if folder.is_dir():
            return folder
    raise FontMissing("the virtual table found no fonts: Kivy's data folder is missing, install the package kivy again")


@lru_cache(maxsize=64)
def _load(file: str, size_px: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same on every machine; the complex one depends on libraries that may be missing.
    return ImageFont.truetype(str(_font_dir() / file), size_px, layout_engine=ImageFont.Layout.BASIC)


def _is_right_to_left(text: str) -> bool:
    return any("֐" <= letter <= "ࣿ" for letter in text)


def _fits_roboto(text: str) -> bool:
    return all(letter < "Ԁ" and not "ʀ" <= letter < "̀" and letter != "ẞ" for letter in text)


def draw_word(text: str, cap_px: float, face: Typeface, slant: float = 0.0) -> Gray:
    """Draw a word as a tight mask.

    Args:
        text: The word, any of Latin, Greek, Cyrillic or Hebrew script.
        cap_px: Height of a capital letter in pixels.
        face: The typeface; scripts it lacks are drawn in the one that has them.
        slant: Shear for italics, 0 for upright, about 0.2 for italics.
    """
    if not _fits_roboto(text):
        face = DEJAVU
    size = max(6, round(cap_px / 0.72))
    font = _load(face.file, size)
    stroke = max(1, round(size * face.thicken)) if face.thicken else 0
    mask = _set(text[::-1] if _is_right_to_left(text) else text, font, stroke)
    if slant:
        height, width = mask.shape
        shear = np.array([[1, -slant, slant * height], [0, 1, 0]], dtype=np.float32)
        mask = np.asarray(cv2.warpAffine(mask, shear, (width + int(slant * height) + 1, height)), dtype=np.uint8)
    return mask


def _set(text: str, font: ImageFont.FreeTypeFont, stroke: int) -> Gray:
    """Set a line as a tight mask. Thickened letters stand as much farther apart: printed letters do not touch."""
    pieces = list(text) if stroke else [text]
    places = [0.0]
    for piece in pieces:
        places.append(places[-1] + font.getlength(piece) + 2 * stroke)
    height = sum(font.getmetrics()) + 4 * stroke
    picture = Image.new("L", (round(places[-1]) + 4 * stroke + height, height + 4 * stroke), 0)
    pen = ImageDraw.Draw(picture)
    for piece, place in zip(pieces, places, strict=False):
        pen.text((place + height / 2, 2 * stroke), piece, fill=255, font=font, stroke_width=stroke)
    left, top, right, bottom = picture.getbbox() or (0, 0, 1, 1)
    edge = picture.crop((left - 1, top - 1, right + 1, bottom + 1))
    return np.asarray(edge, dtype=np.uint8)
