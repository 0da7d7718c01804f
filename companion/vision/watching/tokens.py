"""Timer tokens on a card: how many, and which way their arrows point."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.watching.places import FINE, Picture
from companion.vision.watching.unlike import Mask

LEAST_MM, MOST_MM = 14.0, 33.0
"""Sides of a token of any box."""
ANGLES = (-24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0)
FINER = (-4.0, 4.0)
ALIKE, APART = 0.62, 0.10
"""A token is known by this likeness to a known one; turned upside down it must be less like it by the second."""
MOST_LOOKS = 6
EDGE_PX = 2
"""A look is compared without its outermost pixels: its edge is never cut out exactly."""
STACK_MM2, STACK_MM = 45.0, 2.0
"""What shows of a lower token beside the upper one: so large, and so wide."""
SMEARED_PX, RECTANGULAR = 2.5, 0.77
"""By so much a block looks larger than it is; it fills so much of the rectangle around it."""
Field = NDArray[np.float32]


@dataclass(slots=True)
class Look:
    """How a token looks, upright along its arrow's axis.

    Attributes:
        picture: At two pixels to the millimetre.
        up: Whether the arrow points to its top edge; None until somebody knows.
        sure: Whether the players have agreed to it.
    """

    picture: Picture
    up: bool | None = None
    sure: bool = False

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return self.picture.shape[1] / FINE, self.picture.shape[0] / FINE


@dataclass(frozen=True, slots=True)
class Token:
    """A token found: middle in pixels of a close view, clockwise turn, and whether its arrow points up in the view.

    ``up`` is None where nobody knows. ``count``: 2 where another one shows below it.
    """

    middle: tuple[float, float]
    size_px: tuple[float, float]
    turn_deg: float
    up: bool | None
    count: int = 1
    look: Look | None = None


@dataclass(slots=True)
class Looks:
    """The looks of tokens that were met on this table."""

    known: list[Look] = field(default_factory=list)

    def find(self, picture: Picture, within: Mask | None = None) -> Token | None:
        """The token in a close view that is most like a known one; ``within``: where its middle may lie."""
        best: tuple[float, Token] | None = None
        for look in self.known:
            found = _matched(picture, look, within)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best[1] if best else None

    def learn(self, look: Look) -> None:
        """Keep a look; one that is much like another takes its place where it knows more."""
        for old in self.known:
            if old.picture.shape == look.picture.shape and _alike(old.picture, look.picture) > 0.8:
                if look.sure and not old.sure:
                    old.up, old.sure = look.up, True
                    return
                if old.up is None:
                    old.up = look.up
                return
        if len(self.known) < MOST_LOOKS:
            self.known.append(look)


def piece_mask(other: Mask, whole: Mask) -> Mask:
    """The shape of what lies on a card: that part of what differs (``whole``) that belongs to something large."""
    shape = cv2.morphologyEx(whole.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    contours, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(shape)
    cv2.drawContours(filled, contours, -1, 1, -1)
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    _, labels = cv2.connectedComponents(filled)
    return np.asarray(np.isin(labels, np.unique(labels[other & (filled > 0)])) & (filled > 0))


def blocks_of(shape: Mask) -> list[Mask]:
    """The separate things in a mask that are large enough for a token."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(shape.astype(np.uint8))
    least = (LEAST_MM * FINE) ** 2 * 0.7
    return [labels == i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least]


def block_token(block: Mask) -> Token | None:
    """A token of a look that nobody knows: a block that is one rectangle of a token's size."""
    contours, _ = cv2.findContours(block.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    # A part of a token may be as light as the card: what it shows of its outline is spanned.
    contour = cv2.convexHull(max(contours, key=cv2.contourArea))
    (x, y), (wide, high), turn = cv2.minAreaRect(contour)
    while turn > 45:
        wide, high, turn = high, wide, turn - 90
    while turn < -45:
        wide, high, turn = high, wide, turn + 90
    full = cv2.contourArea(contour) / max(wide * high, 1.0)
    # Windows of comparison reach beyond what differs.
    wide, high = wide - SMEARED_PX, high - SMEARED_PX
    if full < RECTANGULAR or not all(LEAST_MM <= side / FINE <= MOST_MM for side in (wide, high)):
        return None
    return Token((x, y), (wide, high), turn, None)


def cut_out(picture: Picture, token: Token, scale: float = 1.0) -> Picture:
    """A token cut out of a close view, upright along its axis, enlarged by ``scale``."""
    width, height = (max(4, round(side * scale)) for side in token.size_px)
    turn = np.radians(token.turn_deg)
    across = np.array([np.cos(turn), np.sin(turn)]) / scale
    down = np.array([-np.sin(turn), np.cos(turn)]) / scale
    start = np.array(token.middle) - across * (width - 1) / 2 - down * (height - 1) / 2
    matrix = np.column_stack([across, down, start]).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(picture, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def covered_by(token: Token, shape: tuple[int, ...], more_px: float = 0.0) -> Mask:
    """The part of a close view that a token covers."""
    mask = np.zeros((shape[0], shape[1]), np.uint8)
    size = (token.size_px[0] + 2 * more_px, token.size_px[1] + 2 * more_px)
    corners = cv2.boxPoints((token.middle, size, token.turn_deg))
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return mask > 0


def _alike(one: Picture, other: Picture) -> float:
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED)[0, 0])


def _matched(picture: Picture, look: Look, within: Mask | None) -> tuple[float, Token] | None:
    """The best place of a look in a close view, and how well it fits there."""
    height, width = look.picture.shape[:2]
    scores: dict[bool, tuple[float, tuple[float, float], float]] = {}
    for over in (False, True):
        face = look.picture[::-1, ::-1] if over else look.picture
        face = np.ascontiguousarray(face)
        for angles in (ANGLES, FINER):
            about = scores[over][2] if angles is FINER and over in scores else 0.0
            for angle in angles:
                found = _best(picture, face, about + angle, within)
                if found is not None and (over not in scores or found[0] > scores[over][0]):
                    scores[over] = (*found, about + angle)
    if not scores:
        return None
    over = max(scores, key=lambda way: scores[way][0])
    alike, middle, angle = scores[over]
    other = scores.get(not over, (-1.0,))[0]
    if alike < ALIKE:
        return None
    up = None if look.up is None or alike - other < APART else look.up != over
    return alike, Token(middle, (float(width), float(height)), angle, up, look=look)


def _best(
    picture: Picture, face: Picture, angle: float, within: Mask | None
) -> tuple[float, tuple[float, float]] | None:
    """Turn a face and look for it: likeness, and where its middle lies."""
    height, width = face.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -angle, 1.0)
    turned = cv2.warpAffine(face, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    # The corners of a turned face would be made up: only its middle is compared.
    edge = EDGE_PX + round(0.5 * min(width, height) * np.sin(np.radians(abs(angle))) * 0.6)
    core = np.ascontiguousarray(turned[edge : height - edge, edge : width - edge])
    if core.shape[0] > picture.shape[0] or core.shape[1] > picture.shape[1]:
        return None
    scores = np.asarray(cv2.matchTemplate(picture, core, cv2.TM_CCOEFF_NORMED), np.float32)
    off = ((core.shape[1] - 1) / 2, (core.shape[0] - 1) / 2)
    if within is not None:
        top, left = round(off[1]), round(off[0])
        allowed = within[top : top + scores.shape[0], left : left + scores.shape[1]]
        scores = np.where(allowed, scores, -1.0).astype(np.float32)
    _, alike, _, (x, y) = cv2.minMaxLoc(scores)
    return float(alike), (x + off[0], y + off[1])
