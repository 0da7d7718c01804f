"""How hard the virtual table is to read: four grades, and what a seed makes of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.simulator.art import Colour
from companion.simulator.camera import Glare, Light, Pose, Sensor
from companion.simulator.surfaces import Surface

Span = tuple[float, float]
"""Least and greatest value; a seed picks one between them."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A degree of difficulty; the units are those of ``Pose``, ``Light`` and ``Sensor``.

    Attributes:
        skew_deg: Greatest turn of a card against the grid.
        offset_mm: Greatest shift of a card from its place.
        gap_mm: Room between two cards.
        turned_cards: How many single cards lie upside down.
    """

    tilt_deg: Span
    roll_deg: float
    skew_deg: float
    offset_mm: float
    gap_mm: Span
    fill: Span
    blur_px: Span
    noise: Span
    jpeg_quality: Span
    falloff: Span
    glares: int
    shade: Span
    surfaces: tuple[Surface, ...] = tuple(Surface)
    turned_cards: int = 0


GRADES: dict[str, Grade] = {
    "easy": Grade(
        tilt_deg=(0, 8), roll_deg=2, skew_deg=1.0, offset_mm=0.6, gap_mm=(6, 10), fill=(0.82, 0.90), blur_px=(0.4, 0.6),
        noise=(1, 2), jpeg_quality=(90, 95), falloff=(0.05, 0.15), glares=0, shade=(0, 0.1),
    ),
    "medium": Grade(
        tilt_deg=(8, 20), roll_deg=5, skew_deg=2.2, offset_mm=1.4, gap_mm=(4, 10), fill=(0.80, 0.90),
        blur_px=(0.5, 0.9), noise=(2, 4), jpeg_quality=(78, 90), falloff=(0.15, 0.3), glares=1, shade=(0, 0.25),
    ),
    "hard": Grade(
        tilt_deg=(20, 33), roll_deg=9, skew_deg=3.5, offset_mm=2.0, gap_mm=(2, 9), fill=(0.80, 0.90),
        blur_px=(0.7, 1.3), noise=(4, 7), jpeg_quality=(60, 82), falloff=(0.25, 0.5), glares=2, shade=(0.1, 0.35),
        turned_cards=1,
    ),
    "extreme": Grade(
        tilt_deg=(22, 36), roll_deg=12, skew_deg=4.5, offset_mm=2.6, gap_mm=(1, 8), fill=(0.76, 0.88),
        blur_px=(1.2, 2.2), noise=(7, 14), jpeg_quality=(40, 65), falloff=(0.3, 0.6), glares=3, shade=(0.2, 0.4),
        turned_cards=2,
    ),
}  # fmt: skip
"""From a careful desk to a bad evening. "easy" is what the demonstration uses."""

PAPERS: tuple[Colour, ...] = ((200, 220, 228), (214, 224, 228), (188, 214, 230))
"""Beiges of word cards, from grey to yellowish."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a seed made of a grade."""

    surface: Surface
    paper: Colour
    gap_mm: tuple[float, float]
    pose: Pose
    light: Light
    sensor: Sensor


def make_scene(grade: Grade, seed: int, view_deg: float = 0.0) -> Scene:
    """Choose a scene; ``view_deg`` is where the camera stands (0 at seat A, 180 at seat B)."""
    rng = np.random.default_rng([seed, 41])

    def pick(span: Span) -> float:
        return float(rng.uniform(*span))

    glares = tuple(
        Glare((pick((0.1, 0.9)), pick((0.1, 0.9))), pick((0.05, 0.16)), pick((40, 110))) for _ in range(grade.glares)
    )
    warmth = pick((-0.08, 0.06))
    light = Light(
        falloff=pick(grade.falloff), direction_deg=pick((0, 360)), vignette=pick((0.02, 0.2)), gain=pick((0.95, 1.15)),
        cast=(1 + warmth, 1.0, 1 - warmth * 0.8), glares=glares, shade=pick(grade.shade),
    )  # fmt: skip
    pose = Pose(
        tilt_deg=pick(grade.tilt_deg), azimuth_deg=view_deg + pick((-0.5, 0.5)) * grade.roll_deg,
        roll_deg=pick((-1, 1)) * grade.roll_deg, fill=pick(grade.fill), view_deg=pick((52, 68)),
    )  # fmt: skip
    return Scene(
        surface=grade.surfaces[int(rng.integers(len(grade.surfaces)))],
        paper=PAPERS[int(rng.integers(len(PAPERS)))],
        gap_mm=(pick(grade.gap_mm), pick(grade.gap_mm)),
        pose=pose,
        light=light,
        sensor=Sensor(pick(grade.blur_px), pick(grade.noise), round(pick(grade.jpeg_quality))),
    )
