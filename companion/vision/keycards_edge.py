"""What lies around the squares of a key card: its outline, which way up it is, the lights of a base game's key."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.game.classic import Team
from companion.game.position import SIZE
from companion.vision.keycards_colours import reference_light, square_colours
from companion.vision.plane import Floats, apply, steps_at

MIDDLE = (SIZE - 1) / 2
LEAST_FILL = 0.85
UNEVEN = 0.6
"""The squares lie in the middle of their card but for so much of a square: all else is a shadow, a hand, a table."""
LONGER = 0.7
"""A card is wider than tall if one side is longer than the other by this, in squares."""
ASKEW_DEG, ACROSS_DEG = 38.0, 78.0
"""Farther than this from upright it is not clear which edge is up: of a card without, with a long side."""
LIGHT_REACH, LIGHT_WIDTH = 1.1, 0.8
LIGHT_SHARE = 0.07
"""So much of the room beside a side's middle has the colour of its light."""
VIVID, PURE = 0.25, 0.5
"""A light's colour stands above the others by so much, and these have at most that share of it."""


class KeyAskew(CompanionError):
    """It is not clear which edge of a key card is up."""


def card_edges(plane: Floats, large: Sequence[NDArray[np.int32]]) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom edge of the card around the squares, in (column, row) of the lattice, if seen."""
    back = np.linalg.inv(plane)
    found: list[tuple[float, float, float, float]] = []
    for outline in large:
        hull = apply(np.asarray(back, np.float64), cv2.convexHull(outline).reshape(-1, 2))
        (left, top), (right, bottom) = hull.min(axis=0), hull.max(axis=0)
        room = (-left, -top, right - SIZE + 1, bottom - SIZE + 1)
        even = abs(room[0] - room[2]) < UNEVEN and abs(room[1] - room[3]) < UNEVEN
        if not (even and min(room) > 0.45 and max(room) < SIZE):
            continue
        area = cv2.contourArea(hull.astype(np.float32))
        if area > LEAST_FILL * (right - left) * (bottom - top):
            found.append((float(left), float(top), float(right), float(bottom)))
    return max(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]), default=None)


def quarters_up(plane: Floats, large: Sequence[NDArray[np.int32]], *, wide: bool) -> int:
    """The quarter turns clockwise that bring the squares upright, as the picture and the shape of the card say.

    Args:
        plane: homography from (column, row) to the picture.
        large: outlines of large things in it.
        wide: the card is one that stands on its long side.

    Raises:
        KeyAskew: two ways are about as upright; says what to do.
    """
    right = steps_at(plane, (MIDDLE, MIDDLE))[:, 0]
    angle = float(np.degrees(np.arctan2(right[1], right[0])))
    allowed: tuple[int, ...] = (0, 1, 2, 3)
    limit = ASKEW_DEG
    box = card_edges(plane, large) if wide else None
    if box is not None and abs((box[2] - box[0]) - (box[3] - box[1])) > LONGER:
        allowed, limit = ((0, 2) if box[2] - box[0] > box[3] - box[1] else (1, 3)), ACROSS_DEG
    # A quarter turn of the squares clockwise makes right what was up: 90 degrees less.
    off = {quarters: abs((angle - 90 * quarters + 180) % 360 - 180) for quarters in allowed}
    best = min(allowed, key=lambda quarters: off[quarters])
    if off[best] > limit:
        raise KeyAskew(
            "the key card lies across the picture, so that it is not clear which edge is up: turn the picture or "
            "the card until its top is up"
        )
    return best


def edge_lights(picture: NDArray[np.uint8], plane: Floats, large: Sequence[NDArray[np.int32]]) -> Team | None:
    """The team of the lights at the middles of a key's four sides; None where they cannot be told."""
    reference = reference_light(square_colours(picture, plane))
    if reference is None:
        return None
    box = card_edges(plane, large)
    votes = [_vote(picture, plane, side, box, reference.mean(axis=0)) for side in range(4)]
    for team in Team:
        if votes.count(team) >= 2 and votes.count(team.other) == 0:
            return team
    return None


def _vote(
    picture: NDArray[np.uint8], plane: Floats, side: int, box: tuple[float, float, float, float] | None, white: Floats
) -> Team | None:
    """What colour there is between the squares and the card's edge: at the middle of one side, not along all of it."""
    reach = LIGHT_REACH
    if box is not None:
        reach = min(1.9, (-box[0], -box[1], box[2] - SIZE + 1, box[3] - SIZE + 1)[side] - 0.05)
    out = np.linspace(0.6, max(0.65, reach), 24)
    along = np.linspace(MIDDLE - 3 * LIGHT_WIDTH, MIDDLE + 3 * LIGHT_WIDTH, 48)
    far = -out if side < 2 else SIZE - 1 + out
    a, b = np.meshgrid(far, along)
    spots = np.stack([a, b] if side % 2 == 0 else [b, a], axis=-1)
    places = apply(plane, spots).reshape(*a.shape, 2).astype(np.float32)
    seen = cv2.remap(picture, places[..., :1], places[..., 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    relative = seen.astype(np.float64) / white
    red, blue = (_light(relative[..., high], relative[..., low]) for high, low in ((2, (0, 1)), (0, (2,))))
    if max(red, blue) < LIGHT_SHARE or min(red, blue) > 0.3 * max(red, blue):
        return None
    return Team.RED if red > blue else Team.BLUE


def _light(colour: Floats, others: Floats) -> float:
    """How much of the middle third is of a colour, purely; 0 where the other thirds are too."""
    rest = others.max(axis=-1)
    flanks, middle, more = np.split((colour - rest > VIVID) & (rest < PURE * colour), 3)
    share = float(middle.mean())
    return share if max(float(flanks.mean()), float(more.mean())) < 0.4 * share else 0.0
