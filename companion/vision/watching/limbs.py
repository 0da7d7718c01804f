"""Hands and arms over the table: what reaches in from the edge of the picture, and where its fingertip rests."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import ALL_POSITIONS, Position
from companion.vision.plane import Floats
from companion.vision.watching.places import CARD_MM, Picture, Places

Mask = NDArray[np.bool_]
STEP = 26
"""From this difference on, in any channel, something is over the table."""
LEAST_MM2, MOST = 250.0, 0.6
"""A limb covers at least so much, and at most that share of the picture: more is another light."""
REST_S, REST_MM = 0.4, 6.0
"""A fingertip that stays within the second for the first rests."""
TIP_MM = 5.0
"""So far behind the foremost point of a finger its pad touches the card."""
SETTLED_S, STUCK_S = 0.6, 20.0
"""After so long without motion the table is taken as it looks; with something reaching in, after the second."""


@dataclass(slots=True)
class Limbs:
    """Looks for limbs in small pictures.

    Attributes:
        table: The small picture without anybody over it.
        over: Where a limb is now; None if there is none.
        finger: The card on which a fingertip rests.
    """

    table: Picture
    over: Mask | None = None
    finger: Position | None = None
    _tips: list[tuple[float, Floats]] = field(default_factory=list)
    _moved_s: float = 0.0

    def take(self, small: Picture, places: Places, moving: bool, at_s: float) -> None:
        """Note a small picture; ``moving``: something moves over the cards."""
        if moving:
            self._moved_s = at_s
        apart = cv2.absdiff(small, self.table)
        other = np.asarray(cv2.inRange(apart, (0, 0, 0), (STEP, STEP, STEP)) == 0)
        scale = places.px_per_mm / places.coarseness
        self.over = None
        if float(np.mean(other)) < MOST:
            self.over = _reaching_in(other, LEAST_MM2 * scale**2)
        self._follow(places, scale, at_s)
        waited = at_s - self._moved_s
        if waited > STUCK_S or (waited > SETTLED_S and self.over is None):
            self.table = small

    def hides(self, places: Places, index: int) -> bool:
        """Whether a limb is over a card."""
        if self.over is None:
            return False
        quad = np.rint(places.corners[index] / places.coarseness).astype(np.int32)
        card = np.zeros(self.over.shape, np.uint8)
        cv2.fillConvexPoly(card, quad, 1)
        return bool((self.over & (card > 0)).any())

    def _follow(self, places: Places, scale: float, at_s: float) -> None:
        """Keep where the fingertip was, and tell whether it rests."""
        tip = None if self.over is None else _tip(self.over, TIP_MM * scale)
        if tip is None:
            self._tips.clear()
            self.finger = None
            return
        self._tips = [(s, p) for s, p in self._tips if at_s - s < 2 * REST_S] + [(at_s, tip)]
        self.finger = None
        for since_s, _ in self._tips:
            if at_s - since_s < REST_S - 1e-6:
                return
            stays = all(np.linalg.norm(p - tip) < REST_MM * scale for s, p in self._tips if s >= since_s)
            if stays:
                self.finger = _card_at(places, (tip + 0.5) * places.coarseness - 0.5)
                return


def _reaching_in(other: Mask, least_px: float) -> Mask | None:
    """The largest thing that touches the edge of the picture."""
    whole = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    rim = np.concatenate([labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(), labels[:, -2:].ravel()])
    counts = np.bincount(rim, minlength=len(stats))
    wide = [i for i in range(1, len(stats)) if counts[i] >= 8 and stats[i, cv2.CC_STAT_AREA] >= least_px]
    if not wide:
        return None
    return np.asarray(np.isin(labels, wide))


def _tip(over: Mask, behind_px: float) -> Floats | None:
    """Where the pad of the foremost finger is, in pixels of the small picture."""
    height, width = over.shape
    ys, xs = np.nonzero(over)
    at_rim = (xs < 2) | (ys < 2) | (xs >= width - 2) | (ys >= height - 2)
    entry = np.array([xs[at_rim].mean(), ys[at_rim].mean()])
    away = np.hypot(xs - entry[0], ys - entry[1])
    far = away >= away.max() - 1.5
    tip = np.array([xs[far].mean(), ys[far].mean()])
    back = entry - tip
    return np.asarray(tip + back / max(float(np.linalg.norm(back)), 1.0) * behind_px)


def _card_at(places: Places, spot: Floats) -> Position | None:
    """The card that covers a point of the picture."""
    for position, plane in zip(ALL_POSITIONS, places.planes, strict=True):
        x, y, w = np.linalg.inv(plane) @ (*spot, 1.0)
        if 0 <= x / w <= CARD_MM[0] and 0 <= y / w <= CARD_MM[1]:
            return position
    return None
