"""Draws what was read into a picture."""

from __future__ import annotations

import importlib.util
import unicodedata
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.table.ports import Picture
from companion.table.scan import BoardScan, CardReading, Certainty
from companion.vision.outlines import scaled
from companion.vision.picture import open_picture
from companion.vision.written import write_whole

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]
COLOURS: dict[Certainty, Colour] = {
    Certainty.SURE: (60, 200, 96),
    Certainty.DOUBTFUL: (255, 165, 0),
    Certainty.UNREAD: (170, 170, 170),
}
"""Of outlines and labels: red, green, blue. The label tells the same in signs: a doubtful word has a question mark."""
PLATE: Colour = (16, 16, 16)
LARGEST_PX = 5000
"""Longer side up to which an annotated photograph keeps the size of the original."""


def annotated(picture: Picture, scan: BoardScan) -> Pixels:
    """A copy of a picture with the 25 outlines, words and certainty drawn in.

    Args:
        picture: uint8, shape (height, width, 3), blue, green, red.
        scan: what was read in this picture; outlines in its pixels.
    """
    canvas = Image.fromarray(np.ascontiguousarray(np.asarray(picture, np.uint8)[..., ::-1]))
    pen = ImageDraw.Draw(canvas)
    thickness = max(2, round(max(canvas.size) / 500))
    for card in scan.cards:
        if card.outline_px:
            colour = COLOURS[card.certainty]
            pen.line([*card.outline_px, card.outline_px[0]], fill=colour, width=thickness, joint="curve")
            x, y = card.outline_px[0]
            pen.ellipse((x - 2 * thickness, y - 2 * thickness, x + 2 * thickness, y + 2 * thickness), fill=colour)
    for card in scan.cards:
        if card.outline_px:
            _label(pen, card)
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[..., ::-1])


def annotate_file(source: Path, scan: BoardScan, target: Path) -> None:
    """Write a photograph with what was read in it as PNG.

    Args:
        source: the photograph.
        scan: what was read; outlines in pixels of the photograph as displayed.
        target: where to write; it holds the whole picture or nothing new.

    Raises:
        FileNotWritten: the target can't be written.
        PictureUnusable: the photograph can't be opened any more.
    """
    opened = open_picture(source, wanted_px=LARGEST_PX // 2)
    _, data = cv2.imencode(".png", annotated(opened.pixels, scaled(scan, 1 / opened.scale[0], 1 / opened.scale[1])))
    write_whole(target, data.tobytes())


def _label(pen: ImageDraw.ImageDraw, card: CardReading) -> None:
    """Write the word and its certainty on a dark plate in the middle of the card."""
    corners = np.array(card.outline_px)
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    text = _text_of(card)
    font = _font(max(10, round(wide / 9)))
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    if right - left > 0.96 * wide:
        font = _font(max(8, round(wide / 9 * 0.96 * wide / (right - left))))
        left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    # Above the printed word, so that both can be compared.
    x, y = corners[:2].mean(axis=0) * 0.62 + corners[2:].mean(axis=0) * 0.38
    x, y = x - (left + right) / 2, y - (top + bottom) / 2
    pen.rectangle((x + left - 4, y + top - 3, x + right + 4, y + bottom + 3), fill=PLATE)
    pen.text((x, y), text, font=font, fill=COLOURS[card.certainty])


def _text_of(card: CardReading) -> str:
    if card.word is None:
        return f"({card.cover.value})" if card.cover is not None else "-"
    doubt = " ?" if card.certainty is Certainty.DOUBTFUL else ""
    return f"{_as_drawn(card.word)} {card.confidence:.0%}{doubt}"


def _as_drawn(word: str) -> str:
    """The letters in the order in which they stand from left to right."""
    rightward = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in word)
    return word[::-1] if rightward else word


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font with as many scripts as can be had: Kivy carries DejaVu Sans."""
    kivy = importlib.util.find_spec("kivy")
    for folder in (kivy.submodule_search_locations or []) if kivy else []:
        file = Path(folder) / "data" / "fonts" / "DejaVuSans.ttf"
        if file.is_file():
            return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
    return ImageFont.load_default(size)
