"""Photographs of drawn key cards: on a table, in a hand, with what else lies about. The same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.simulator import clutter
from companion.simulator.art import Bgr
from companion.simulator.camera import Glare, Pose, expose, light_fields, table_to_picture
from companion.simulator.cards import PX_PER_MM, Piece, word_card
from companion.simulator.compose import Laid, lay_piece, lay_table_top
from companion.simulator.conditions import GRADES, make_scene
from companion.simulator.table import FULL_HD
from companion.simulator.words import WORDS

FILLS = {"easy": (0.55, 0.9), "medium": (0.35, 0.8), "hard": (0.2, 0.7), "extreme": (0.15, 0.6)}
"""Share of the frame that the card takes."""
CASTS = {"easy": 0.05, "medium": 0.15, "hard": 0.3, "extreme": 0.42}
"""How much warmer or colder than white the light may be."""
THUMB_MM = (22.0, 90.0)


@dataclass(frozen=True, slots=True)
class KeyShot:
    """How a key card is photographed.

    Attributes:
        grade: One of ``conditions.GRADES``.
        turn_deg: Clockwise turn of the card in the picture, beside the small turn that the grade brings.
        clutter: Spare cards, a pencil and a mug around it.
        thumb: A thumb over the card's border.
        size_px: Width and height of the picture.
    """

    grade: str = "easy"
    turn_deg: float = 0.0
    clutter: bool = False
    thumb: bool = False
    size_px: tuple[int, int] = FULL_HD


def photograph_key(card: Piece, seed: int, shot: KeyShot = KeyShot()) -> Bgr:
    """Take a picture of a key card that lies on a table of its own."""
    rng = np.random.default_rng([seed, 95])
    scene = make_scene(GRADES[shot.grade], seed)
    fill = float(rng.uniform(*FILLS[shot.grade]))
    reach = max(0.0, 0.45 - fill / 2)
    pose = Pose(
        tilt_deg=scene.pose.tilt_deg, azimuth_deg=float(rng.uniform(0, 360)), fill=fill,
        shift=(float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach))), view_deg=scene.pose.view_deg,
    )  # fmt: skip
    # The camera leans over from anywhere; what is up in the picture stays what the turn says.
    pose = replace(pose, roll_deg=-pose.azimuth_deg)
    matrix = table_to_picture(pose, shot.size_px, card.size_mm)
    picture = lay_table_top(scene.surface, seed % 7, matrix, shot.size_px)
    skew = float(rng.uniform(-1, 1)) * GRADES[shot.grade].roll_deg * 2
    for laid in (*(_clutter(card, rng) if shot.clutter else ()), Laid(card, (0.0, 0.0), shot.turn_deg + skew)):
        lay_piece(picture, laid, matrix)
    if shot.thumb:
        lay_piece(picture, _thumb(card, rng, shot.turn_deg + skew), matrix)
    warmth = float(rng.uniform(-1, 1)) * CASTS[shot.grade]
    light = replace(
        scene.light,
        cast=(1 - warmth, 1 - abs(warmth) * 0.15, 1 + warmth * 0.4),
        glares=tuple(_near_card(glare, shot, pose, rng) for glare in scene.light.glares),
    )
    factor, added = light_fields(light, shot.size_px, seed)
    return expose(np.asarray(picture * factor + added, np.float32), scene.sensor, rng)


def _near_card(glare: Glare, shot: KeyShot, pose: Pose, rng: np.random.Generator) -> Glare:
    """A reflection somewhere on the card, as large as such a card would show it."""
    spread = pose.fill / 2
    along = shot.size_px[1] / shot.size_px[0]
    x, y = (float(rng.uniform(-spread, spread)) for _ in range(2))
    return Glare((0.5 + pose.shift[0] + x * along, 0.5 + pose.shift[1] + y), glare.size * pose.fill, glare.strength)


def _clutter(card: Piece, rng: np.random.Generator) -> tuple[Laid, ...]:
    pieces = [word_card(WORDS[int(rng.integers(len(WORDS)))]) for _ in range(3)] + [clutter.pencil(), clutter.mug()]
    around = float(rng.uniform(0, 360))
    laid = []
    for number, piece in enumerate(pieces):
        angle = np.deg2rad(around + number * 72)
        far = (np.hypot(*card.size_mm) + np.hypot(*piece.size_mm)) / 2 + 3
        laid.append(Laid(piece, (far * np.cos(angle), far * np.sin(angle)), float(rng.uniform(0, 360))))
    return tuple(laid)


def _thumb(card: Piece, rng: np.random.Generator, turn_deg: float) -> Laid:
    """A thumb that holds the card at its right or left border, its tip short of the squares."""
    shape = (round(THUMB_MM[1] * PX_PER_MM), round(THUMB_MM[0] * PX_PER_MM), 3)
    picture = np.full(shape, (138, 168, 210), np.uint8)
    mask = np.zeros(shape[:2], np.uint8)
    half = shape[1] // 2
    cv2.line(mask, (half, half), (half, shape[0]), 255, shape[1] - 4, cv2.LINE_AA)
    cv2.ellipse(picture, (half, half), (half // 2, half * 2 // 3), 0, 0, 360, (168, 190, 226), -1, cv2.LINE_AA)
    side = 1 if rng.random() < 0.5 else -1
    tip = card.size_mm[0] / 2 - float(rng.uniform(2, 5))
    along, across = side * (tip + THUMB_MM[1] / 2), float(rng.uniform(-0.25, 0.25)) * card.size_mm[1]
    turn = np.deg2rad(turn_deg)
    middle = (along * np.cos(turn) - across * np.sin(turn), along * np.sin(turn) + across * np.cos(turn))
    # Its tip is at the top of its picture: turned so that it points to the middle of the card.
    return Laid(Piece(picture, mask, THUMB_MM), middle, turn_deg + (-90 if side > 0 else 90))
