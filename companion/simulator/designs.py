"""The art of boxes that are not our own: other portraits, greens, assassins and tokens, for fair figures of the watch.

Two sets, ``tuning`` and ``final``, that share no figure, no ground and no arrow. Drawn by simple shapes, by seed.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np

from companion.simulator import art
from companion.simulator.art import Bgr, Colour, Palette, fill, oval, stroke

_BLACK: Colour = (0, 0, 0)


class Kind(Enum):
    """What a picture shows."""

    AGENT = "agent"
    RED = "red"
    BLUE = "blue"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"


@dataclass(frozen=True, slots=True)
class Design:
    """How the pieces of one box are drawn.

    Attributes:
        figure: Draws a person.
        ground: Draws what is behind it.
        hues: Of agents, red and blue agents: degrees on the colour circle.
        plain: Of bystanders: colour of their ground.
        night: Draws the assassin.
        token_mm: Width and height of a token, its arrow along the height.
        arrow: Draws the arrow towards the top edge.
        feet_first: The person on a token stands on its head, so that the arrow points to its feet.
    """

    name: str
    figure: Callable[[Bgr, Palette, np.random.Generator], None]
    ground: Callable[[Bgr, Palette, np.random.Generator], None]
    hues: tuple[float, float, float]
    plain: Colour
    night: Callable[[Bgr, np.random.Generator], None]
    token_mm: tuple[float, float]
    arrow: Callable[[Bgr], None]
    feet_first: bool


def card(design: Design, kind: Kind, height: int, width: int, seed: int) -> Bgr:
    """A large card of a box; the same for the same seed."""
    rng = np.random.default_rng([seed, list(Kind).index(kind), 17])
    picture = np.zeros((height, width, 3), np.uint8)
    if kind is Kind.ASSASSIN:
        design.night(picture, np.random.default_rng([3, 17]))
        return picture
    palette = _palette(design, kind, rng)
    picture[:] = palette.back
    design.ground(picture, palette, rng)
    design.figure(picture, palette, rng)
    return picture


def token_bystander(design: Design, height: int, width: int) -> Bgr:
    """The mistake side of a token, its arrow towards the top edge."""
    rng = np.random.default_rng([5, 19])
    picture = np.zeros((height, width, 3), np.uint8)
    palette = _palette(design, Kind.BYSTANDER, rng)
    picture[:] = palette.back
    design.ground(picture, palette, rng)
    design.figure(picture, palette, rng)
    if design.feet_first:
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    design.arrow(picture)
    return picture


def token_checkmark(design: Design, height: int, width: int) -> Bgr:
    """The good side of a token: a tick on the agents' colour."""
    rng = np.random.default_rng([5, 23])
    picture = np.zeros((height, width, 3), np.uint8)
    palette = _palette(design, Kind.AGENT, rng)
    picture[:] = palette.back
    design.ground(picture, palette, rng)
    fill(picture, [(0.2, 0.32), (0.84, 0.22), (0.8, 0.7), (0.16, 0.78)], (40, 150, 235))
    for start, end in (((0.32, 0.52), (0.46, 0.68)), ((0.46, 0.68), (0.7, 0.34))):
        stroke(picture, start, end, (20, 30, 30), 0.08)
    return picture


def _tone(hue_deg: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue_deg / 360 % 1, saturation, value)
    return round(blue * 255), round(green * 255), round(red * 255)


def _palette(design: Design, kind: Kind, rng: np.random.Generator) -> Palette:
    skin = ((150, 190, 215), (105, 150, 185), (80, 115, 150), (165, 205, 230))[int(rng.integers(4))]
    hair = ((30, 45, 60), (20, 20, 24), (120, 165, 190), (90, 60, 120), (190, 195, 198))[int(rng.integers(5))]
    if kind is Kind.BYSTANDER:
        blue, green, red = design.plain
        darker = (round(blue * 0.8), round(green * 0.82), round(red * 0.84))
        return Palette(design.plain, darker, skin, hair, (round(blue * 0.55), round(green * 0.62), round(red * 0.6)))
    hue = design.hues[(Kind.AGENT, Kind.RED, Kind.BLUE).index(kind)] + float(rng.uniform(-6, 6))
    back, bars = _tone(hue, 0.75, rng.uniform(0.35, 0.5)), _tone(hue, 0.7, rng.uniform(0.6, 0.75))
    return Palette(back, bars, skin, hair, _tone(hue, 0.4, 0.22))


# Grounds.


def bars(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Slanting bars."""
    picture[:] = art.backdrop(picture.shape[0], picture.shape[1], palette, rng)


def skyline(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Houses."""
    x = 0.0
    while x < 1.0:
        wide, high = rng.uniform(0.06, 0.15), rng.uniform(0.2, 0.7)
        fill(picture, [(x, 1), (x, 1 - high), (x + wide, 1 - high), (x + wide, 1)], palette.bars)
        x += wide + rng.uniform(0.0, 0.05)


def blinds(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Level stripes."""
    step = rng.uniform(0.09, 0.16)
    for y in np.arange(0.0, 1.0, step):
        fill(picture, [(0, y), (1, y), (1, y + step * 0.45), (0, y + step * 0.45)], palette.bars)


def rays(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Rays from one point."""
    x, y = rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.6)
    for turn in np.arange(0, 2 * np.pi, np.pi / 7):
        ends = [(x + 2 * np.cos(a), y + 2 * np.sin(a)) for a in (turn, turn + np.pi / 14)]
        fill(picture, [(x, y), *ends], palette.bars)


def glow(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """A soft light in the middle."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = rng.uniform(0.3, 0.7) * width, rng.uniform(0.2, 0.6) * height
    near = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (0.4 * height) ** 2)[..., None]
    picture[:] = (np.array(palette.back) * (1 - near) + np.array(palette.bars) * near).astype(np.uint8)


def fence(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Upright boards in the lower half."""
    for x in np.arange(rng.uniform(0, 0.06), 1.0, 0.12):
        board = [(x, 1), (x, 0.5), (x + 0.04, 0.42), (x + 0.08, 0.5), (x + 0.08, 1)]
        fill(picture, board, palette.bars)
        for start, end in ((board[0], board[1]), (board[3], board[4])):
            stroke(picture, start, end, palette.line, 0.01)


# Figures.


def bust(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Head, hair and shoulders."""
    x = 0.5 + rng.uniform(-0.1, 0.1)
    fill(picture, [(x - 0.34, 1), (x - 0.22, 0.78), (x, 0.7), (x + 0.22, 0.78), (x + 0.34, 1)], palette.coat)
    oval(picture, (x, 0.44), (0.25, 0.31), palette.hair)
    oval(picture, (x, 0.48), (0.18, 0.24), palette.skin)
    for side in (-0.04, 0.04):
        oval(picture, (x + side, 0.46), (0.025, 0.02), palette.line)
    stroke(picture, (x - 0.03, 0.6), (x + 0.03, 0.6), palette.line, 0.018)


def hatted(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """A hat with a brim, a collar."""
    x = 0.5 + rng.uniform(-0.12, 0.12)
    fill(picture, [(x - 0.3, 1), (x - 0.16, 0.72), (x + 0.16, 0.72), (x + 0.3, 1)], palette.coat)
    oval(picture, (x, 0.5), (0.19, 0.25), palette.skin)
    fill(picture, [(x - 0.12, 0.34), (x - 0.1, 0.14), (x + 0.1, 0.14), (x + 0.12, 0.34)], palette.hair)
    stroke(picture, (x - 0.2, 0.35), (x + 0.2, 0.33), palette.hair, 0.06)
    stroke(picture, (x - 0.05, 0.5), (x - 0.02, 0.5), palette.line, 0.03)
    stroke(picture, (x + 0.03, 0.5), (x + 0.06, 0.5), palette.line, 0.03)


def sketched(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Lines on the ground alone."""
    x = 0.5 + rng.uniform(-0.1, 0.1)
    oval(picture, (x, 0.42), (0.23, 0.29), palette.line)
    oval(picture, (x, 0.42), (0.215, 0.275), palette.skin)
    points = [(x - 0.32, 1.0), (x - 0.2, 0.78), (x - 0.06, 0.7), (x + 0.06, 0.7), (x + 0.2, 0.78), (x + 0.32, 1.0)]
    for start, end in pairwise(points):
        stroke(picture, start, end, palette.line, 0.02)
    for shift in rng.uniform(-0.14, 0.14, 7):
        stroke(picture, (x + shift, 0.16), (x + shift * 1.1, 0.3), palette.line, 0.015)
    for side in (-0.05, 0.05):
        oval(picture, (x + side, 0.4), (0.03, 0.03), palette.line)


def sideways(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """A face from the side."""
    x = 0.48 + rng.uniform(-0.08, 0.08)
    fill(picture, [(x - 0.25, 1), (x - 0.15, 0.75), (x + 0.1, 0.72), (x + 0.28, 1)], palette.coat)
    oval(picture, (x - 0.03, 0.42), (0.24, 0.26), palette.hair)
    face = [(x, 0.22), (x + 0.11, 0.3), (x + 0.12, 0.42), (x + 0.16, 0.5), (x + 0.11, 0.53), (x + 0.1, 0.66), (x, 0.74)]
    fill(picture, [*face, (x - 0.08, 0.6), (x - 0.06, 0.3)], palette.skin)
    stroke(picture, (x + 0.06, 0.4), (x + 0.1, 0.4), palette.line, 0.03)


def hooded(picture: Bgr, palette: Palette, rng: np.random.Generator) -> None:
    """Long hair, dark glasses and a scarf."""
    x = 0.5 + rng.uniform(-0.1, 0.1)
    fill(picture, [(x - 0.2, 1), (x - 0.19, 0.3), (x, 0.1), (x + 0.19, 0.3), (x + 0.2, 1)], palette.hair)
    oval(picture, (x, 0.42), (0.17, 0.24), palette.skin)
    fill(picture, [(x - 0.11, 0.36), (x + 0.11, 0.36), (x + 0.1, 0.46), (x - 0.1, 0.46)], palette.line)
    fill(picture, [(x - 0.14, 0.68), (x + 0.14, 0.66), (x + 0.18, 0.84), (x - 0.16, 0.86)], palette.bars)


# Assassins.


def hood_at_night(picture: Bgr, rng: np.random.Generator) -> None:
    """A hood with two eyes."""
    bars(picture, Palette((50, 48, 46), (66, 64, 60), _BLACK, _BLACK, _BLACK), rng)
    fill(picture, [(0.2, 1), (0.3, 0.4), (0.5, 0.1), (0.7, 0.4), (0.8, 1)], (16, 15, 15))
    for side in (-0.06, 0.06):
        oval(picture, (0.5 + side, 0.45), (0.04, 0.025), (90, 90, 210))


def hat_in_the_lamp(picture: Bgr, rng: np.random.Generator) -> None:
    """A hat against a grey-green lamp."""
    glow(picture, Palette((34, 38, 36), (120, 150, 140), _BLACK, _BLACK, _BLACK), rng)
    fill(picture, [(0.15, 1), (0.3, 0.62), (0.7, 0.62), (0.85, 1)], (10, 11, 10))
    oval(picture, (0.5, 0.45), (0.2, 0.26), (12, 13, 12))
    stroke(picture, (0.3, 0.34), (0.72, 0.3), (8, 8, 8), 0.07)
    fill(picture, [(0.4, 0.32), (0.43, 0.12), (0.58, 0.12), (0.62, 0.32)], (8, 8, 8))


def skull(picture: Bgr, rng: np.random.Generator) -> None:
    """A grey skull on black."""
    picture[:] = (22, 20, 20)
    for y in rng.uniform(0, 1, 5):
        stroke(picture, (0, y), (1, y + 0.08), (40, 38, 38), 0.03)
    oval(picture, (0.5, 0.42), (0.26, 0.28), (96, 98, 98))
    fill(picture, [(0.42, 0.6), (0.58, 0.6), (0.56, 0.84), (0.44, 0.84)], (88, 90, 90))
    for side in (-0.07, 0.07):
        oval(picture, (0.5 + side, 0.42), (0.075, 0.08), (14, 14, 14))


# Arrows, all towards the top edge.


def _own_band(picture: Bgr) -> None:
    height = picture.shape[0]
    picture[: round(height * 0.3)] = (52, 92, 150)
    fill(picture, [(0.5, 0.03), (0.72, 0.27), (0.28, 0.27)], (235, 245, 248))


def corner_outline(picture: Bgr) -> None:
    """A thin outlined head in a corner of the lower edge."""
    points = [(0.17, 0.74), (0.27, 0.93), (0.17, 0.88), (0.07, 0.93), (0.17, 0.74)]
    for start, end in pairwise(points):
        stroke(picture, start, end, (25, 30, 40), 0.025)


def chevron(picture: Bgr) -> None:
    """A thick chevron at the upper edge."""
    fill(picture, [(0.5, 0.03), (0.86, 0.28), (0.86, 0.4), (0.5, 0.15), (0.14, 0.4), (0.14, 0.28)], (40, 40, 190))


def dark_head(picture: Bgr) -> None:
    """A solid dark head in a corner of the upper edge."""
    fill(picture, [(0.8, 0.05), (0.96, 0.3), (0.64, 0.3)], (30, 28, 28))


def shaft(picture: Bgr) -> None:
    """An arrow with a shaft along the left edge."""
    fill(picture, [(0.15, 0.08), (0.29, 0.34), (0.01, 0.34)], (40, 60, 170))
    fill(picture, [(0.11, 0.33), (0.19, 0.33), (0.19, 0.92), (0.11, 0.92)], (40, 60, 170))


def notched(picture: Bgr) -> None:
    """A white notched head with a dark rim, in a corner of the lower edge."""
    for grown, colour in ((0.03, (20, 20, 20)), (0.0, (245, 248, 250))):
        points = [(0.8, 0.66 - grown), (0.94 + grown, 0.95 + grown), (0.8, 0.87 + grown), (0.66 - grown, 0.95 + grown)]
        fill(picture, points, colour)


def foot_band(picture: Bgr) -> None:
    """A pale triangle in a blue band along the lower edge."""
    height = picture.shape[0]
    picture[round(height * 0.74) :] = (140, 80, 50)
    fill(picture, [(0.5, 0.76), (0.74, 0.97), (0.26, 0.97)], (215, 235, 240))


_BEIGE, _PALE, _GREY = (172, 196, 208), (214, 226, 230), (186, 190, 190)
DESIGNS: dict[str, tuple[Design, ...]] = {
    "tuning": (
        Design("plain", bust, bars, (122, 4, 212), _BEIGE, hood_at_night, (19.0, 24.0), _own_band, False),
        Design("city", hatted, skyline, (138, 356, 222), _PALE, hat_in_the_lamp, (22.0, 22.0), dark_head, False),
        Design("lines", sketched, bars, (108, 10, 206), _PALE, hood_at_night, (25.0, 26.0), corner_outline, True),
        Design("blinds", bust, blinds, (146, 352, 216), _GREY, hat_in_the_lamp, (18.0, 26.0), chevron, False),
    ),
    "final": (
        Design("garden", sideways, fence, (116, 2, 218), _BEIGE, skull, (24.0, 24.0), notched, True),
        Design("rays", hooded, rays, (130, 8, 208), _GREY, skull, (20.0, 25.0), shaft, False),
        Design("soft", sideways, glow, (142, 358, 214), _PALE, skull, (22.0, 26.0), foot_band, True),
    ),
}
"""Grounds, figures, assassins and arrows of the sets are different ones."""
