"""The shapes on the screens: what a card is, the tokens on it, the tick of a found agent. Hard edges, exact colours."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from PIL import Image, ImageDraw

from companion.device.palette import CARD, SYMBOL, Ink
from companion.game.classic import Card
from companion.game.keycard import Identity

SHAPE_WIDTH = 1.2
_SHAPE_HEIGHT = 24
"""All measures below are for a shape of this height."""


@lru_cache(maxsize=64)
def symbol(identity: Identity, dimmed: bool, height_px: int) -> Image.Image:
    """Triangle, circle or cross on a black tile of palette numbers, ``SHAPE_WIDTH`` times as wide as high."""
    width = round(height_px * SHAPE_WIDTH)
    tile = Image.new("L", (width, height_px), Ink.BLACK)
    pen = ImageDraw.Draw(tile)
    ink = int(SYMBOL[identity][1 if dimmed else 0])
    middle, half, bottom = (width - 1) / 2, (height_px - 1) / 2, height_px - 1
    match identity:
        case Identity.AGENT:
            pen.polygon([(middle, 0), (width - 1, bottom), (0, bottom)], fill=ink)
        case Identity.BYSTANDER:
            pen.ellipse((middle - half, 0, middle + half, bottom), fill=ink)
        case Identity.ASSASSIN:
            pen.rectangle((0, 0, width - 1, bottom), fill=ink)
            _cross(pen, (middle, half), half * 0.6, max(2, round(height_px / 5)))
        case _:
            assert_never(identity)
    return tile


@lru_cache(maxsize=64)
def card_symbol(card: Card, dimmed: bool, height_px: int) -> Image.Image:
    """Diamond (red), square (blue), circle or cross of a base game on a black tile, as wide as ``symbol``."""
    width = round(height_px * SHAPE_WIDTH)
    tile = Image.new("L", (width, height_px), Ink.BLACK)
    pen = ImageDraw.Draw(tile)
    ink = int(CARD[card][1 if dimmed else 0])
    middle, half, bottom = (width - 1) / 2, (height_px - 1) / 2, height_px - 1
    inset = height_px / 12
    match card:
        case Card.RED:
            pen.polygon([(middle, 0), (width - 1, half), (middle, bottom), (0, half)], fill=ink)
        case Card.BLUE:
            reach = half - inset
            pen.rectangle((middle - reach, inset, middle + reach, bottom - inset), fill=ink)
        case Card.BYSTANDER:
            pen.ellipse((middle - half, 0, middle + half, bottom), fill=ink)
        case Card.ASSASSIN:
            pen.rectangle((0, 0, width - 1, bottom), fill=ink)
            _cross(pen, (middle, half), half * 0.7, max(2, round(height_px / 4)))
        case _:
            assert_never(card)
    return tile


@lru_cache(maxsize=64)
def token(away: bool, ink: Ink, across_px: int) -> Image.Image:
    """A timer token: a disc with a black arrow, away from the viewer (up) or towards it (down)."""
    tile = Image.new("L", (across_px, across_px), Ink.BLACK)
    pen = ImageDraw.Draw(tile)
    pen.ellipse((0, 0, across_px - 1, across_px - 1), fill=int(ink))
    middle = (across_px - 1) / 2
    tip, tail, wing = across_px * 0.14, across_px * 0.84, across_px * 0.46
    shaft = max(1, round(across_px * 0.09))
    pen.polygon([(middle, tip), (across_px * 0.8, wing), (across_px * 0.2, wing)], fill=Ink.BLACK)
    pen.rectangle((middle - shaft, wing, middle + shaft, tail), fill=Ink.BLACK)
    return tile if away else tile.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


@lru_cache(maxsize=64)
def token_stack(away: bool, ink: Ink, across_px: int, height_px: int) -> Image.Image:
    """Two timer tokens of one direction: the rim of a second disc looks out below the upper one."""
    tile = Image.new("L", (across_px, height_px), Ink.BLACK)
    pen = ImageDraw.Draw(tile)
    pen.ellipse((0, height_px - across_px, across_px - 1, height_px - 1), fill=int(ink))
    # A black edge sets the upper disc off from the lower one.
    edge = max(1, round(across_px / 10))
    pen.ellipse((-edge, -edge, across_px - 1 + edge, across_px - 1 + edge), fill=int(Ink.BLACK))
    disc = Image.new("L", (across_px, across_px), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, across_px - 1, across_px - 1), fill=255)
    tile.paste(token(away, ink, across_px), (0, 0), disc)
    return tile


def tick(pen: ImageDraw.ImageDraw, middle: tuple[float, float], height_px: int, ink: Ink) -> None:
    """The mark of a found agent or a laid card, across its shape, set off from it by a black edge."""
    x, y = middle
    unit = height_px / _SHAPE_HEIGHT
    points = [(x - 8 * unit, y), (x - 2 * unit, y + 7 * unit), (x + 10 * unit, y - 8 * unit)]
    pen.line(points, fill=Ink.BLACK, width=max(3, round(6 * unit)), joint="curve")
    pen.line(points, fill=int(ink), width=max(1, round(3 * unit)), joint="curve")


def _cross(pen: ImageDraw.ImageDraw, middle: tuple[float, float], reach: float, width: int) -> None:
    x, y = middle
    pen.line((x - reach, y - reach, x + reach, y + reach), fill=Ink.BLACK, width=width)
    pen.line((x - reach, y + reach, x + reach, y - reach), fill=Ink.BLACK, width=width)
