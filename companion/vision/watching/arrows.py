"""Which way the arrow on a token points: found as the most triangular figure on it, of whatever look."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.watching.places import Picture

PX_PER_MM = 4
SMALLEST_MM2, LARGEST = 2.5, 0.30
"""An arrow's head is at least so large, and at most that share of its token."""
TRIANGULAR, UPRIGHT_DEG = 0.82, 24.0
"""An arrow's head fills at least that share of the triangle around it, and its axis is so near to the token's."""
CLEAR, LEAST = 2.0, 0.6
"""One direction must be so many times as likely as the other, and an arrow's head weighs at least the second."""
RIM_MM = 1.0
"""So much of what lies around a token is looked at, too: arrows may touch its edge."""


@dataclass(frozen=True, slots=True)
class Head:
    """A figure that may be an arrow's head: whether it points to the token's top edge, and how much it is one."""

    up: bool
    weight: float


def arrow_up(token: Picture) -> bool | None:
    """Whether the arrow points to the top edge of a token, cut out upright at ``PX_PER_MM``; None if none is clear."""
    heads = heads_on(token)
    up, down = (max((head.weight for head in heads if head.up is way), default=0.0) for way in (True, False))
    if max(up, down) < LEAST or max(up, down) < CLEAR * min(up, down):
        return None
    return up > down


def heads_on(token: Picture) -> list[Head]:
    """All figures on a token that may be an arrow's head."""
    room = token.shape[0] * token.shape[1]
    heads: list[Head] = []
    planes = (cv2.cvtColor(token, cv2.COLOR_BGR2GRAY), *cv2.split(cv2.cvtColor(token, cv2.COLOR_BGR2LAB))[1:])
    for plane in planes:
        spread = float(np.percentile(plane, 95)) - float(np.percentile(plane, 5))
        if spread < 14:
            continue
        soft = np.asarray(cv2.GaussianBlur(plane, (0, 0), 1.0), np.uint8)
        for level in np.linspace(np.percentile(soft, 8), np.percentile(soft, 92), 7):
            for figure in ((soft > level), (soft < level)):
                heads += _triangles(figure.astype(np.uint8), soft, room, spread)
    return heads


def _triangles(figure: NDArray[np.uint8], plane: NDArray[np.uint8], room: int, spread: float) -> list[Head]:
    height, width = figure.shape
    heads: list[Head] = []
    contours, _ = cv2.findContours(figure, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        x, y, wide, high = cv2.boundingRect(contour)
        if x <= 1 or y <= 1 or x + wide >= width - 1 or y + high >= height - 1:
            continue
        hull = np.asarray(cv2.convexHull(contour), np.int32)
        area = cv2.contourArea(hull)
        if not SMALLEST_MM2 * PX_PER_MM**2 <= area <= LARGEST * room or cv2.contourArea(contour) < 0.45 * area:
            continue
        head = _head(hull, area)
        if head is not None:
            inside = np.zeros(figure.shape, np.uint8)
            cv2.drawContours(inside, [contour], -1, 255, -1)
            around = cv2.dilate(inside, np.ones((7, 7), np.uint8)) - inside
            apart = abs(cv2.mean(plane, inside)[0] - cv2.mean(plane, around)[0]) / spread
            heads.append(Head(head.up, head.weight * apart * area**0.25))
    return heads


def _head(hull: NDArray[np.int32], area: float) -> Head | None:
    """An upright triangle with equal legs, if the hull is one."""
    whole, corners = cv2.minEnclosingTriangle(hull)
    if corners is None or whole <= 0 or area / whole < TRIANGULAR - 0.1:
        return None
    corners = corners.reshape(3, 2)
    middle = corners.mean(axis=0)
    best: Head | None = None
    for tip in range(3):
        base = np.delete(corners, tip, axis=0)
        axis = corners[tip] - base.mean(axis=0)
        lean = np.degrees(np.arctan2(abs(axis[0]), abs(axis[1])))
        legs = np.linalg.norm(base - corners[tip], axis=1)
        foot = float(np.linalg.norm(base[0] - base[1]))
        even = float(legs.min() / legs.max())
        level = abs(base[0, 1] - base[1, 1]) / max(foot, 1.0)
        tall = float(np.linalg.norm(axis)) / max(foot, 1.0)
        if lean > UPRIGHT_DEG or even < 0.72 or level > 0.42 or not 0.35 < tall < 2.2:
            continue
        weight = (area / whole - TRIANGULAR + 0.2) * even * (1 - level)
        if best is None or weight > best.weight:
            best = Head(bool(corners[tip, 1] < middle[1]), float(weight))
    return best
