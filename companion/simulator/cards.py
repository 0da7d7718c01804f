"""The pieces of the box as flat pictures with a coverage mask, in millimetres of the real thing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.game.classic import Card
from companion.simulator import art, designs
from companion.simulator.art import Bgr, Colour
from companion.simulator.designs import Design, Kind
from companion.simulator.fonts import DEJAVU, Gray, Typeface, draw_word

CARD_MM = (68.0, 44.0)
"""Width and height of a word card."""
AGENT_MM = (73.0, 48.0)
"""Agent and assassin cards are larger: they overlap their neighbours."""
TOKEN_MM = (19.0, 24.0)
"""A timer token, its arrow along the longer side."""
PX_PER_MM = 8.0
"""Resolution of the flat pictures: about twice that of a full-HD picture of a board."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
_CAP_SHARE = 0.098
_COPY_CAP_SHARE = 0.084
_BASE_PALETTES = {
    Card.RED: art.RED_PALETTES, Card.BLUE: art.BLUE_PALETTES, Card.BYSTANDER: (art.BYSTANDER_PALETTE,),
}  # fmt: skip
_STRIP = (0.10, 0.57, 0.90, 0.86)


@dataclass(frozen=True, slots=True)
class Piece:
    """A flat thing on the table.

    Attributes:
        picture: BGR uint8, shape (height, width, 3).
        mask: Coverage uint8, shape (height, width); rounded corners are 0.
        size_mm: Width, height of the real thing.
    """

    picture: Bgr
    mask: Gray
    size_mm: tuple[float, float]


def _pixels(size_mm: tuple[float, float]) -> tuple[int, int]:
    return round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM)


def _rounded(width: int, height: int, radius: float) -> Gray:
    mask = np.zeros((height, width), np.uint8)
    _rounded_box(mask, (0, 0, width - 1, height - 1), round(radius), 255)
    return mask


def _rounded_box(picture: Bgr | Gray, box: Box, radius: int, colour: int | Colour, line: int | None = None) -> None:
    """Draw a box with round corners, filled, or as a line of that thickness."""
    first, last = box[:2], box[2:]
    quarter = np.linspace(0, np.pi / 2, 8)
    corners = []
    for cx, cy, turn in (
        (last[0] - radius, last[1] - radius, 0.0), (first[0] + radius, last[1] - radius, 0.5),
        (first[0] + radius, first[1] + radius, 1.0), (last[0] - radius, first[1] + radius, 1.5),
    ):  # fmt: skip
        angle = quarter + turn * np.pi
        corners.append(np.stack([cx + radius * np.cos(angle), cy + radius * np.sin(angle)], axis=1))
    outline = np.rint(np.concatenate(corners)).astype(np.int32)
    ink = (colour,) * 3 if isinstance(colour, int) else colour
    if line is None:
        cv2.fillPoly(picture, [outline], ink, cv2.LINE_AA)
    else:
        cv2.polylines(picture, [outline], True, ink, line, cv2.LINE_AA)


def _ink(picture: Bgr, mask: Gray, centre: tuple[float, float], colour: Colour, room_px: float) -> None:
    """Lay a drawn word onto a card, narrowed where it is wider than its room."""
    if mask.shape[1] > room_px:
        mask = np.asarray(cv2.resize(mask, (int(room_px), mask.shape[0]), interpolation=cv2.INTER_AREA), np.uint8)
    height, width = mask.shape
    x, y = round(centre[0] - width / 2), round(centre[1] - height / 2)
    part = picture[y : y + height, x : x + width]
    share = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def _box(shares: tuple[float, float, float, float]) -> Box:
    """A box given in shares of a word card, in its pixels."""
    width, height = _pixels(CARD_MM)
    x1, y1, x2, y2 = shares
    return round(x1 * width), round(y1 * height), round(x2 * width), round(y2 * height)


def _toned(colour: Colour, factor: float) -> Colour:
    blue, green, red = (min(255, round(channel * factor)) for channel in colour)
    return blue, green, red


@lru_cache(maxsize=8)
def _card_base(paper: Colour) -> Bgr:
    """A word card without its word: pale rim, darker panel with sheen, stamp, hole and rule, white strip."""
    width, height = _pixels(CARD_MM)
    # The panel is a little darker and yellower than the rim.
    panel: Colour = (round(paper[0] * 0.87), round(paper[1] * 0.92), round(paper[2] * 0.93))
    picture = np.full((height, width, 3), paper, np.uint8)
    inner = _box((0.055, 0.09, 0.945, 0.91))
    _rounded_box(picture, inner, round(0.05 * height), panel)
    _shine(picture, _toned(panel, 1.06))
    _rounded_box(picture, inner, round(0.05 * height), _toned(panel, 0.84), line=max(1, round(0.013 * height)))
    _stamp(picture, panel)
    x1, y, x2, _ = _box((0.12, 0.535, 0.66, 0.535))
    cv2.line(picture, (x1, y), (x2, y), _toned(panel, 0.78), 3, cv2.LINE_AA)
    hole = (width // 2, round(0.20 * height))
    cv2.circle(picture, hole, round(0.054 * height), _toned(panel, 0.86), -1, cv2.LINE_AA)
    cv2.circle(picture, hole, round(0.042 * height), _toned(paper, 1.05), -1, cv2.LINE_AA)
    _rounded_box(picture, _box(_STRIP), round(0.03 * height), (252, 250, 248))
    return picture


def _shine(picture: Bgr, colour: Colour) -> None:
    """Slanting bands of reflection across the panel."""
    height, width = picture.shape[:2]
    for x, wide in ((0.14, 0.05), (0.30, 0.09), (0.62, 0.04), (0.73, 0.08)):
        band = [(x + 0.10, 0.10), (x + 0.10 + wide, 0.10), (x - 0.06 + wide, 0.9), (x - 0.06, 0.9)]
        points = np.rint(np.array(band) * (width, height)).astype(np.int32)
        cv2.fillPoly(picture, [points], colour, cv2.LINE_AA)


def _stamp(picture: Bgr, panel: Colour) -> None:
    """The faint portrait stamp: a silhouette on a paler ground."""
    box = _box((0.74, 0.15, 0.89, 0.51))
    _rounded_box(picture, box, 3, _toned(panel, 1.07))
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    shade = _toned(panel, 0.90)
    cv2.ellipse(picture, (left + wide // 2, top + round(0.42 * high)), (wide // 4, high // 4), 0, 0, 360, shade, -1)
    shoulders = [(0.12, 0.96), (0.22, 0.72), (0.78, 0.72), (0.88, 0.96)]
    points = np.array([(left + x * wide, top + y * high) for x, y in shoulders]).astype(np.int32)
    cv2.fillPoly(picture, [points], shade, cv2.LINE_AA)
    cv2.rectangle(picture, (left + 4, top + 4), (right - 4, bottom - 4), _toned(panel, 0.97), 2)


def word_card(word: str, face: Typeface = DEJAVU, paper: Colour = (196, 218, 228)) -> Piece:
    """A word card, upright."""
    picture = _card_base(paper).copy()
    height, width = picture.shape[:2]
    bold = draw_word(word, _CAP_SHARE * height, face)
    _ink(picture, bold, (0.5 * width, 0.715 * height), (26, 24, 24), 0.74 * width)
    gray = np.ascontiguousarray(np.rot90(draw_word(word, _COPY_CAP_SHARE * height, face, slant=0.2), 2))
    _ink(picture, gray, (0.41 * width, 0.435 * height), _toned(paper, 0.52), 0.54 * width)
    return Piece(picture, _rounded(width, height, 0.075 * height), CARD_MM)


_BASE_KINDS = {Card.RED: Kind.RED, Card.BLUE: Kind.BLUE, Card.BYSTANDER: Kind.BYSTANDER, Card.ASSASSIN: Kind.ASSASSIN}


def _large(picture: Bgr) -> Piece:
    height, width = picture.shape[:2]
    return Piece(picture, _rounded(width, height, 0.06 * height), AGENT_MM)


@lru_cache(maxsize=32)
def agent_card(number: int, design: Design | None = None) -> Piece:
    """One of the 15 agent cards (any whole number)."""
    width, height = _pixels(AGENT_MM)
    if design is not None:
        return _large(designs.card(design, Kind.AGENT, height, width, number))
    palette = art.AGENT_PALETTES[number % len(art.AGENT_PALETTES)]
    return _large(art.portrait(height, width, palette, number))


@lru_cache(maxsize=64)
def base_card(card: Card, number: int, double: bool = False, design: Design | None = None) -> Piece:
    """An agent or bystander card of a base game (any whole number); ``double``: the double agent, this side up."""
    width, height = _pixels(AGENT_MM)
    if design is not None:
        return _large(designs.card(design, _BASE_KINDS[card], height, width, number))
    if card is Card.ASSASSIN:
        return assassin_card()
    palettes = _BASE_PALETTES[card]
    palette = palettes[number % len(palettes)]
    if double:
        # In the coat of the other team.
        palette = replace(palette, coat=_BASE_PALETTES[Card.BLUE if card is Card.RED else Card.RED][0].bars)
    return _large(art.portrait(height, width, palette, 100 + number))


@lru_cache(maxsize=4)
def assassin_card(design: Design | None = None) -> Piece:
    """The assassin card."""
    width, height = _pixels(AGENT_MM)
    if design is not None:
        return _large(designs.card(design, Kind.ASSASSIN, height, width, 0))
    return _large(art.assassin(height, width))


@lru_cache(maxsize=8)
def timer_token(checkmark: bool, design: Design | None = None) -> Piece:
    """A timer token, the given side up; the bystander side's arrow points to the top edge."""
    size_mm = TOKEN_MM if design is None else design.token_mm
    width, height = _pixels(size_mm)
    if design is not None:
        drawn = (designs.token_checkmark if checkmark else designs.token_bystander)(design, height, width)
    else:
        drawn = (art.token_checkmark if checkmark else art.token_bystander)(height, width)
    return Piece(drawn, _rounded(width, height, 0.1 * width), size_mm)
