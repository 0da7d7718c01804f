"""Drawn key cards: both faces of a Duet card and the key of a base game, in looks of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.game.classic import Card, Team
from companion.game.keycard import Identity
from companion.game.position import COUNT, SIZE
from companion.simulator.art import Bgr, Colour
from companion.simulator.cards import PX_PER_MM, Piece

DUET_MM, BASE_MM = (86.0, 68.0), (66.0, 66.0)
"""Width and height: a Duet key stands on its long side, that of a base game has none."""
Kind = Identity | Card
_TEAM_LIGHTS: dict[Team, Colour] = {Team.RED: (48, 44, 236), Team.BLUE: (236, 150, 50)}


@dataclass(frozen=True, slots=True)
class KeyLook:
    """How a key card is printed.

    Attributes:
        card: The card's ground.
        panel: What lies between and around the squares.
        colours: Of each kind of square.
        pitch: From square to square, as a share of the card's height.
        gap: Room between two squares, as a share of the pitch.
        rim: The panel reaches so far beyond the squares, as a share of the pitch.
        icons: Small signs in the squares.
        corner: Roundness of the card's corners, as a share of its height.
    """

    card: Colour
    panel: Colour
    colours: dict[Kind, Colour]
    pitch: float = 0.145
    gap: float = 0.1
    rim: float = 0.15
    icons: bool = True
    corner: float = 0.05


def key_look(seed: int) -> KeyLook:
    """A look by its seed: dark, pale, green or brown cards, with more or less room between the squares."""
    rng = np.random.default_rng([seed, 91])
    cards: tuple[tuple[Colour, Colour], ...] = (
        ((128, 138, 150), (30, 27, 26)), ((196, 214, 222), (48, 52, 58)), ((52, 74, 40), (24, 30, 22)),
        ((70, 96, 128), (36, 40, 44)), ((206, 216, 220), (120, 128, 134)), ((60, 56, 52), (96, 100, 104)),
        ((150, 170, 180), (232, 236, 238)),
    )  # fmt: skip
    card, panel = cards[int(rng.integers(len(cards)))]
    greens: tuple[Colour, ...] = ((60, 150, 60), (48, 118, 36), (80, 176, 104), (72, 140, 30))
    reds: tuple[Colour, ...] = ((54, 58, 214), (40, 44, 178), (70, 84, 232))
    blues: tuple[Colour, ...] = ((206, 130, 36), (178, 96, 30), (224, 156, 66))
    pales: tuple[Colour, ...] = ((170, 206, 220), (186, 214, 222), (150, 190, 210), (206, 222, 228))
    blacks: tuple[Colour, ...] = ((34, 32, 32), (50, 48, 46), (22, 22, 24))
    pale, black = pales[int(rng.integers(len(pales)))], blacks[int(rng.integers(len(blacks)))]
    colours: dict[Kind, Colour] = {
        Identity.AGENT: greens[int(rng.integers(len(greens)))], Identity.BYSTANDER: pale, Identity.ASSASSIN: black,
        Card.RED: reds[int(rng.integers(len(reds)))], Card.BLUE: blues[int(rng.integers(len(blues)))],
        Card.BYSTANDER: pale, Card.ASSASSIN: black,
    }  # fmt: skip
    return KeyLook(
        card, panel, colours, pitch=float(rng.uniform(0.135, 0.16)), gap=float(rng.uniform(0.05, 0.2)),
        rim=float(rng.uniform(0.08, 0.35)), icons=bool(rng.random() < 0.7), corner=float(rng.uniform(0.02, 0.09)),
    )  # fmt: skip


def duet_face(face: Sequence[Identity], look: KeyLook) -> Piece:
    """One face of a Duet key card; ``face``: 25 identities as the face's own viewer sees them, row by row."""
    return _printed(face, look, DUET_MM)


def base_key(cards: Sequence[Card], first: Team, look: KeyLook) -> Piece:
    """The key of a base game, with the four lights of the team that begins; ``cards`` as the spymasters see them."""
    piece = _printed(cards, look, BASE_MM)
    height, width = piece.mask.shape
    room = (height - SIZE * look.pitch * height - 2 * look.rim * look.pitch * height) / 2
    deep, long = max(4, round(room * 0.42)), round(0.11 * width)
    middles = [(width // 2, round(room / 2)), (width // 2, height - round(room / 2))]
    middles += [(round(room / 2), height // 2), (width - round(room / 2), height // 2)]
    for number, (x, y) in enumerate(middles):
        half = (long // 2, deep // 2) if number < 2 else (deep // 2, long // 2)
        start, end = (x - half[0], y - half[1]), (x + half[0], y + half[1])
        cv2.rectangle(piece.picture, start, end, _TEAM_LIGHTS[first], -1, cv2.LINE_AA)
    return piece


def _printed(kinds: Sequence[Kind], look: KeyLook, size_mm: tuple[float, float]) -> Piece:
    if len(kinds) != COUNT:
        raise ValueError(f"a key has {COUNT} squares, not {len(kinds)}")
    width, height = round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM)
    picture = np.full((height, width, 3), look.card, np.uint8)
    mask = np.zeros((height, width), np.uint8)
    _round_box(mask, (0, 0), (width - 1, height - 1), look.corner * height, (255,))
    _round_box(picture, (8, 8), (width - 9, height - 9), look.corner * height, _shaded(look.card, 0.78), line=3)
    pitch = look.pitch * height
    left, top = width / 2 - 2.5 * pitch, height / 2 - 2.5 * pitch
    rim = look.rim * pitch
    _round_box(picture, (left - rim, top - rim), (width - left + rim, height - top + rim), 0.1 * pitch, look.panel)
    for index, kind in enumerate(kinds):
        _square(picture, (left + (index % SIZE) * pitch, top + (index // SIZE) * pitch), pitch, kind, look)
    return Piece(picture, mask, size_mm)


def _square(picture: Bgr, corner: tuple[float, float], pitch: float, kind: Kind, look: KeyLook) -> None:
    gap, colour = look.gap * pitch / 2, look.colours[kind]
    first, last = (corner[0] + gap, corner[1] + gap), (corner[0] + pitch - gap, corner[1] + pitch - gap)
    _round_box(picture, first, last, 0.06 * pitch, colour)
    if not look.icons or kind in (Identity.BYSTANDER, Card.BYSTANDER):
        return
    x, y, reach = round(corner[0] + pitch / 2), round(corner[1] + pitch / 2), round(0.18 * pitch)
    ink, thick = _shaded(colour, 1.9 if max(colour) < 90 else 1.35), max(2, round(0.05 * pitch))
    if kind in (Identity.ASSASSIN, Card.ASSASSIN):
        cv2.line(picture, (x - reach, y - reach), (x + reach, y + reach), ink, thick, cv2.LINE_AA)
        cv2.line(picture, (x - reach, y + reach), (x + reach, y - reach), ink, thick, cv2.LINE_AA)
    elif kind is Card.RED:
        diamond = np.array([[x, y - reach], [x + reach, y], [x, y + reach], [x - reach, y]])
        cv2.polylines(picture, [diamond], True, ink, thick, cv2.LINE_AA)
    elif kind is Card.BLUE:
        cv2.circle(picture, (x, y), reach, ink, thick, cv2.LINE_AA)
    else:
        roof = np.array([[x, y - reach], [x + reach, y + reach], [x - reach, y + reach]])
        cv2.polylines(picture, [roof], True, ink, thick, cv2.LINE_AA)


def _shaded(colour: Colour, factor: float) -> Colour:
    blue, green, red = (min(255, round(part * factor)) for part in colour)
    return blue, green, red


def _round_box(
    picture: Bgr, first: tuple[float, float], last: tuple[float, float], radius: float, colour: tuple[int, ...],
    *, line: int = 0,
) -> None:  # fmt: skip
    """A box with round corners: filled, or its line alone."""
    turns = np.linspace(0, np.pi / 2, 8)
    corners = (
        (last[0] - radius, last[1] - radius), (first[0] + radius, last[1] - radius),
        (first[0] + radius, first[1] + radius), (last[0] - radius, first[1] + radius),
    )  # fmt: skip
    arcs = [
        np.stack([x + radius * np.cos(turns + n * np.pi / 2), y + radius * np.sin(turns + n * np.pi / 2)], axis=1)
        for n, (x, y) in enumerate(corners)
    ]
    outline = [np.rint(np.concatenate(arcs)).astype(np.int32)]
    if line:
        cv2.polylines(picture, outline, True, colour, line, cv2.LINE_AA)
    else:
        cv2.fillPoly(picture, outline, colour, cv2.LINE_AA)
