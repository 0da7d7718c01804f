"""Word cards with art of two sets: the printed layout, in colours and details of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tests.vision.drawn import CARD_H, CARD_W, Ink, write

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Style:
    """How the cards of a box are printed; lengths as shares of the card, ``cap`` of its height.

    ``stamp``: which picture stands at the right of the grey copy.
    """

    paper: Rgb
    panel: Rgb
    line: Rgb
    strip: Rgb
    frame: float
    corner: float
    cap: float
    copy_cap: float
    copy_tone: int
    stamp: str
    hole: bool
    shift: tuple[float, float]


STYLES: dict[str, tuple[Style, ...]] = {
    "tuning": (
        Style(
            (222, 208, 184), (205, 187, 158), (180, 160, 130), (248, 247, 244),
            frame=0.06, corner=14, cap=0.098, copy_cap=0.085, copy_tone=122, stamp="bust", hole=True, shift=(0, 0),
        ),
        Style(
            (228, 220, 206), (214, 202, 182), (188, 172, 148), (252, 252, 250),
            frame=0.05, corner=18, cap=0.092, copy_cap=0.080, copy_tone=132, stamp="seal", hole=True, shift=(0, 0.004),
        ),
        Style(
            (214, 200, 172), (190, 172, 140), (160, 140, 110), (242, 240, 234),
            frame=0.07, corner=10, cap=0.102, copy_cap=0.090, copy_tone=112, stamp="bust", hole=False, shift=(0.004, 0),
        ),
        Style(
            (200, 204, 210), (170, 178, 190), (120, 130, 146), (244, 246, 250), frame=0.05, corner=8, cap=0.094,
            copy_cap=0.082, copy_tone=120, stamp="star", hole=True, shift=(0.003, -0.003),
        ),
        Style(
            (240, 234, 224), (232, 222, 206), (206, 190, 164), (255, 255, 255), frame=0.04, corner=22, cap=0.089,
            copy_cap=0.076, copy_tone=140, stamp="none", hole=False, shift=(-0.003, 0.002),
        ),
        Style(
            (196, 184, 156), (160, 146, 116), (110, 98, 76), (236, 234, 226), frame=0.075, corner=12, cap=0.101,
            copy_cap=0.090, copy_tone=108, stamp="seal", hole=True, shift=(0, 0.003),
        ),
        Style(
            (226, 206, 196), (206, 180, 166), (166, 132, 116), (250, 246, 244), frame=0.06, corner=16, cap=0.096,
            copy_cap=0.084, copy_tone=130, stamp="star", hole=False, shift=(-0.004, -0.002),
        ),
    ),
    "final": (
        Style(
            (230, 214, 190), (198, 184, 160), (150, 132, 108), (250, 250, 250), frame=0.055, corner=16, cap=0.095,
            copy_cap=0.083, copy_tone=126, stamp="profile", hole=True, shift=(-0.004, 0),
        ),
        Style(
            (206, 208, 196), (184, 190, 176), (140, 148, 134), (246, 248, 246), frame=0.065, corner=12, cap=0.100,
            copy_cap=0.088, copy_tone=118, stamp="hat", hole=True, shift=(0, -0.004),
        ),
        Style(
            (236, 226, 212), (222, 206, 180), (196, 170, 130), (255, 253, 248), frame=0.045, corner=20, cap=0.090,
            copy_cap=0.078, copy_tone=138, stamp="profile", hole=False, shift=(0.003, 0.003),
        ),
    ),
}  # fmt: skip


def _stamp(draw: ImageDraw.ImageDraw, kind: str, line: Rgb) -> None:
    left, top, right, bottom = 236, 34, 278, 98
    if kind == "none":
        return
    if kind == "star":
        draw.regular_polygon((257, 66, 20), 5, fill=line)
        return
    if kind == "seal":
        draw.ellipse((left, top + 8, right, top + 50), outline=line, width=4)
        draw.line((left + 8, bottom, right - 8, bottom - 40), fill=line, width=4)
        return
    draw.rectangle((left, top, right, bottom), outline=line, width=1)
    if kind == "profile":
        draw.pieslice((left + 6, top + 6, right - 10, bottom - 8), 90, 300, fill=line)
        draw.polygon([(right - 16, top + 22), (right - 6, top + 34), (right - 16, top + 38)], fill=line)
        return
    draw.ellipse((left + 11, top + 14, right - 11, top + 38), fill=line)
    draw.polygon([(left + 4, bottom), (right - 4, bottom), (right - 14, top + 36), (left + 14, top + 36)], fill=line)
    if kind == "hat":
        draw.rectangle((left + 4, top + 14, right - 4, top + 19), fill=line)
        draw.rectangle((left + 12, top + 4, right - 12, top + 15), fill=line)


def word_card(word: str, style: Style, bold: str, italic: str) -> NDArray[np.uint8]:
    """A word card, RGBA, shape (CARD_H, CARD_W, 4), written in two font files."""
    face = Image.new("RGB", (CARD_W, CARD_H), style.paper)
    draw = ImageDraw.Draw(face)
    edge = round(style.frame * CARD_H * 1.25)
    inner = (edge, edge, CARD_W - edge, CARD_H - edge)
    draw.rounded_rectangle(inner, style.corner, fill=style.panel, outline=style.line, width=2)
    dx, dy = style.shift[0] * CARD_W, style.shift[1] * CARD_H
    draw.rectangle((34 + dx, 114 + dy, 277 + dx, 172 + dy), fill=style.strip)
    _stamp(draw, style.stamp, style.line)
    if style.hole:
        draw.ellipse((144, 30, 164, 50), fill=style.paper, outline=style.line, width=2)
    draw.line((40, 104, 220, 104), fill=style.line, width=2)
    write(face, word, Ink(style.copy_cap, (0.42, 0.44), italic, style.copy_tone, upside_down=True))
    write(face, word, Ink(style.cap, (0.5 + style.shift[0], 0.715 + style.shift[1]), bold, 20, upside_down=False))
    mask = Image.new("L", (CARD_W, CARD_H), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, CARD_W - 1, CARD_H - 1), style.corner, fill=255)
    return np.dstack([np.asarray(face)[..., ::-1], np.asarray(mask)]).astype(np.uint8)
