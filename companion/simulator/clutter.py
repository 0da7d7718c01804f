"""What else lies on a table: spare cards, a pencil, a mug, a player's small screen, a hand that points."""

from __future__ import annotations

import cv2
import numpy as np

from companion.simulator.art import Bgr, Colour
from companion.simulator.cards import PX_PER_MM, Piece, word_card

SCREEN_MM = (62.0, 50.0)
HAND_MM = (64.0, 330.0)
_GLASS_SHARE = 0.82
_SKIN: Colour = (150, 178, 214)
_SKIN_LINE: Colour = (96, 124, 168)
_SLEEVE: Colour = (122, 72, 56)


def _blank(size_mm: tuple[float, float], colour: Colour) -> tuple[Bgr, Bgr]:
    """A picture of one colour, and an empty mask with three channels."""
    shape = (round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM), 3)
    return np.full(shape, colour, np.uint8), np.zeros(shape, np.uint8)


def _piece(picture: Bgr, mask: Bgr, size_mm: tuple[float, float]) -> Piece:
    return Piece(picture, np.ascontiguousarray(mask[:, :, 0]), size_mm)


def spare_stack(word: str) -> Piece:
    """The pile of unused word cards: its top card is as readable as any."""
    return word_card(word)


def pencil() -> Piece:
    """A pencil, its point to the top edge."""
    size_mm = (7.0, 150.0)
    picture, mask = _blank(size_mm, (40, 150, 220))
    height, width = picture.shape[:2]
    tip = round(0.1 * height)
    cv2.fillPoly(mask, [np.array([[width // 2, 0], [width, tip], [width, height], [0, height], [0, tip]])], (255,) * 3)
    picture[: tip // 3] = (40, 40, 40)
    picture[tip // 3 : tip] = (150, 196, 224)
    picture[:, width // 3 : width // 3 + 3] = (30, 110, 180)
    picture[round(0.93 * height) :] = (110, 120, 210)
    return _piece(picture, mask, size_mm)


def mug() -> Piece:
    """A mug of tea from above."""
    size_mm = (96.0, 82.0)
    picture, mask = _blank(size_mm, (226, 226, 220))
    middle = (round(41 * PX_PER_MM), round(41 * PX_PER_MM))
    handle = (round(84 * PX_PER_MM), middle[1])
    for radius_mm, colour in ((40, (226, 226, 220)), (36, (190, 192, 188)), (34, (36, 62, 104))):
        cv2.circle(picture, middle, round(radius_mm * PX_PER_MM), colour, -1, cv2.LINE_AA)
    cv2.circle(mask, middle, round(40 * PX_PER_MM), (255,) * 3, -1, cv2.LINE_AA)
    cv2.ellipse(
        mask, handle, (round(10 * PX_PER_MM), round(14 * PX_PER_MM)), 0, 0, 360, (255,) * 3, round(6 * PX_PER_MM)
    )
    return _piece(picture, mask, size_mm)


def small_screen(glass: Bgr) -> Piece:
    """A player's screen as it stands on the table, its top edge away from the player.

    Args:
        glass: What it shows, BGR uint8 of any size.
    """
    picture, mask = _blank(SCREEN_MM, (36, 34, 33))
    mask[:] = 255
    height, width = picture.shape[:2]
    size = (round(_GLASS_SHARE * width), round(_GLASS_SHARE * height))
    left, top = (width - size[0]) // 2, (height - size[1]) // 3
    picture[top : top + size[1], left : left + size[0]] = cv2.resize(glass, size, interpolation=cv2.INTER_AREA)
    return _piece(picture, mask, SCREEN_MM)


def pointing_hand() -> Piece:
    """A hand with its arm; the finger tip is in the middle of the top edge."""
    picture, mask = _blank(HAND_MM, _SKIN)
    height, width = mask.shape[:2]

    def limb(start: tuple[float, float], end: tuple[float, float], share: float, colour: Colour) -> None:
        first, last = ((round(x * width), round(y * height)) for x, y in (start, end))
        thick = round(share * width)
        cv2.line(mask, first, last, (255,) * 3, thick, cv2.LINE_AA)
        cv2.line(picture, first, last, _SKIN_LINE, thick, cv2.LINE_AA)
        cv2.line(picture, first, last, colour, round(thick * 0.9), cv2.LINE_AA)

    limb((0.5, 0.36), (0.52, 1.0), 0.62, _SLEEVE)
    limb((0.52, 0.24), (0.52, 0.36), 0.72, _SKIN)
    limb((0.22, 0.27), (0.18, 0.20), 0.24, _SKIN)
    for x, reach in ((0.80, 0.165), (0.68, 0.15), (0.50, 0.03)):
        limb((x * 0.6 + 0.2, 0.24), (x, reach), 0.20, _SKIN)
    return _piece(picture, mask, HAND_MM)
