"""Boards of four grades and two sets: everything follows from grade, set and seed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bench.drawn.cards import STYLES, Style, word_card
from bench.drawn.fonts import FACES, font_file
from bench.drawn.grounds import GROUNDS
from bench.drawn.words import LANGUAGES, deal
from tests.vision.drawn import Drawn, Look, draw, random_look

GRADES = ("easy", "medium", "hard", "extreme")
SETS = ("tuning", "final")
SIZES = {
    "easy": ((1280, 720), (1600, 1200), (1920, 1080)),
    "medium": ((1280, 720), (1600, 1200), (1920, 1080)),
    "hard": ((1600, 1200), (1920, 1080)),
    "extreme": ((1920, 1080), (2304, 1296)),
}
"""Sizes of the pictures: 720p and up; a Pi camera's own half size is 2304 x 1296."""


def language_of(grade: str, seed: int) -> str:
    """Extreme boards come in six languages, the others in English."""
    return LANGUAGES[seed % len(LANGUAGES)] if grade == "extreme" else "eng"


def look_of(grade: str, seed: int) -> Look:
    """Light, camera and disorder of a board; extreme ones go to 38 degrees, a blur of 2 pixels and JPEG 40."""
    look = random_look(grade, seed)
    rng = np.random.default_rng([seed, 23])
    sizes = SIZES[grade]
    look = replace(look, size=sizes[int(rng.integers(len(sizes)))])
    if grade != "extreme":
        return look
    blur, jpeg = float(rng.uniform(1.2, 2.0)), int(rng.integers(40, 66))
    return replace(look, tilt=float(rng.uniform(24, 38)), blur=blur, jpeg=jpeg, glares=3)


def _print(which: str, seed: int) -> tuple[np.random.Generator, str, str, Style]:
    """The chance that goes on, both typefaces and the print of the cards."""
    rng = np.random.default_rng([seed, 29])
    bold, italic = (font_file(name) for name in FACES[which][int(rng.integers(len(FACES[which])))])
    return rng, bold, italic, STYLES[which][int(rng.integers(len(STYLES[which])))]


def sharpness(grade: str, which: str, seed: int, outlines: NDArray[np.float64]) -> NDArray[np.float64]:
    """How many times the blur's sigma the capitals of each card are high, shape (25,): below 5 strokes run together.

    ``outlines``: those of the drawn board, shape (25, 4, 2), in pixels.
    """
    upright = (outlines[:, 3] - outlines[:, 0] + outlines[:, 2] - outlines[:, 1]) / 2
    heights = np.linalg.norm(upright, axis=1) * _print(which, seed)[3].cap
    return np.asarray(heights / look_of(grade, seed).blur)


def board(grade: str, which: str, seed: int, frame: int = 0) -> Drawn:
    """Draw a board.

    Args:
        grade: ``easy``, ``medium``, ``hard`` or ``extreme``.
        which: ``tuning`` or ``final``; they share no typeface, no card art and no table top.
        seed: of everything.
        frame: a further picture of the same table.
    """
    rng, bold, italic, style = _print(which, seed)
    grounds = GROUNDS[which][: {"easy": 2, "medium": 3}.get(grade)]
    art = partial(word_card, style=style, bold=bold, italic=italic)
    ground = grounds[int(rng.integers(len(grounds)))]
    return draw(deal(language_of(grade, seed), seed), look_of(grade, seed), seed, art=art, ground=ground, frame=frame)
