"""Draws what was read into a picture, and cuts a picture to the cards."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.table.ports import Picture
from companion.table.scan import BoardScan, CardReading, Certainty

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]
COLOURS: dict[Certainty, Colour] = {
    Certainty.SURE: (96, 200, 60),
    Certainty.DOUBTFUL: (0, 165, 255),
    Certainty.UNREAD: (150, 150, 150),
}
"""Of the outlines: blue, green, red. The label tells the same in words."""
MARKS = {Certainty.SURE: "", Certainty.DOUBTFUL: " ?", Certainty.UNREAD: ""}
NOTHING_READ = "–"


def annotated(picture: Picture, scan: BoardScan) -> Pixels:
    """A copy of a picture with the 25 outlines, words and certainty drawn in.

    Args:
        picture: uint8, shape (height, width, 3), blue, green, red.
        scan: what was read in this picture; outlines in its pixels.
    """
    canvas = np.array(picture, np.uint8)
    reach = max(canvas.shape[:2])
    thickness = max(2, round(reach / 500))
    for card in scan.cards:
        if card.outline_px:
            corners = np.round(np.array(card.outline_px)).astype(np.int32)
            cv2.polylines(canvas, [corners], isClosed=True, color=COLOURS[card.certainty], thickness=thickness)
            top_left = (int(corners[0][0]), int(corners[0][1]))
            cv2.circle(canvas, top_left, 2 * thickness, COLOURS[card.certainty], cv2.FILLED)
    labels = Image.fromarray(canvas[..., ::-1].copy())
    pen = ImageDraw.Draw(labels)
    for card in scan.cards:
        if card.outline_px:
            _label(pen, card)
    return np.asarray(labels, np.uint8)[..., ::-1].copy()


def _label(pen: ImageDraw.ImageDraw, card: CardReading) -> None:
    """Write the word and its certainty on a dark plate in the middle of the card."""
    corners = np.array(card.outline_px)
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    text = _text_of(card)
    font = _font(max(10, round(wide / 8)))
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    if right - left > 0.96 * wide:
        font = _font(max(8, round(wide / 8 * 0.96 * wide / (right - left))))
        left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    x, y = corners.mean(axis=0) - np.array([left + right, top + bottom]) / 2
    blue, green, red = COLOURS[card.certainty]
    pen.rectangle((x + left - 4, y + top - 3, x + right + 4, y + bottom + 3), fill=(16, 16, 16))
    pen.text((x, y), text, font=font, fill=(red, green, blue))


def _text_of(card: CardReading) -> str:
    if card.word is not None:
        return f"{card.word}{MARKS[card.certainty]} {card.confidence:.0%}"
    return card.cover.value if card.cover is not None else NOTHING_READ


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def cut_to_cards(picture: Picture, scan: BoardScan) -> Pixels:
    """A copy of a picture in which everything beyond the outlines of the 25 cards is black.

    Once keys are on, the small screens lie in the camera's view: no picture may show what lies beside the cards.
    """
    outlines = [np.round(np.array(card.outline_px)).astype(np.int32) for card in scan.cards if card.outline_px]
    mask = np.zeros(np.asarray(picture).shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, outline, 255)
    return np.asarray(cv2.bitwise_and(picture, picture, mask=mask), np.uint8)
