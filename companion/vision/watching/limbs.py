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
RIM = 5
"""What comes so near to the edge of the small picture reaches in from it: the outermost pixels may be black."""
GROWN = 1.25
"""A large card with its shadow is so many times as large as a word card."""
ALREADY_LIGHT = 0.15
"""If more than this share differs, the light may have changed, too."""
STEP = 26
"""From this difference on, in any channel, something is over the table."""
LEAST_MM2, MOST = 250.0, 0.6
"""A limb covers at least so much, and at most that share of the picture: more is another light."""
REST_S, REST_MM = 0.4, 6.0
"""A fingertip that stays within the second for the first rests."""
TIP_MM = 5.0
"""So far behind the foremost point of a finger its pad touches the card."""
LARGE, LIGHT_S = 0.25, 2.5
"""What covers more than this and does not move for so long is no arm but another light."""
SETTLED_S, STUCK_S = 0.6, 3.0
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
    _cards: tuple[Places, Mask] | None = None

    def take(self, small: Picture, places: Places, moving: bool, at_s: float) -> None:
        """Note a small picture; ``moving``: something moves over the cards."""
        if moving:
            self._moved_s = at_s
        other = _other(small, self.table)
        if float(np.mean(other)) > ALREADY_LIGHT:
            other = _other(small, _as_bright(self.table, small))
        scale = places.px_per_mm / places.coarseness
        self.over = None
        if float(np.mean(other)) < MOST:
            self.over = _reaching_in(other, self._board(places, other.shape), LEAST_MM2 * scale**2)
        self._follow(places, scale, at_s)
        waited, over = at_s - self._moved_s, self.over
        share = 0.0 if over is None else float(np.mean(over))
        if waited > (SETTLED_S if over is None else LIGHT_S if share > LARGE else STUCK_S):
            self.table = small

    def carried(self, before: Places, places: Places, small: Picture) -> Limbs:
        """The same for a camera that was moved: the table is still the one without anybody over it, as it lies now.

        ``small`` shows what was out of the picture before.
        """
        was, now = (quads.corners.reshape(-1, 2).astype(np.float32) / quads.coarseness for quads in (before, places))
        plane, _ = cv2.findHomography(was, now)
        size = (small.shape[1], small.shape[0])
        # Pixels are moved, not mixed: those of a smoothed table would differ wherever it has a grain.
        how = {"flags": cv2.INTER_NEAREST, "borderMode": cv2.BORDER_TRANSPARENT}
        table = cv2.warpPerspective(self.table, plane, size, dst=small.copy(), **how)
        return Limbs(np.asarray(table, np.uint8), _moved_s=self._moved_s)

    def hides(self, places: Places, index: int) -> bool:
        """Whether a limb is over a card."""
        if self.over is None:
            return False
        quad = np.rint(places.corners[index] / places.coarseness).astype(np.int32)
        card = np.zeros(self.over.shape, np.uint8)
        cv2.fillConvexPoly(card, quad, 1)
        return bool((self.over & (card > 0)).any())

    def keep(self, small: Picture, places: Places, index: int) -> None:
        """What lies on a card now belongs to the table."""
        quad = places.corners[index] / places.coarseness
        middle = quad.mean(axis=0)
        grown = np.zeros(self.table.shape[:2], np.uint8)
        cv2.fillConvexPoly(grown, np.rint(middle + (quad - middle) * GROWN).astype(np.int32), 1)
        self.table = self.table.copy()
        self.table[grown > 0] = small[grown > 0]

    def _board(self, places: Places, shape: tuple[int, ...]) -> Mask:
        """Where the cards are in the small picture."""
        if self._cards is None or self._cards[0] is not places:
            mask = np.zeros((shape[0], shape[1]), np.uint8)
            for quad in places.corners:
                cv2.fillConvexPoly(mask, np.rint(quad / places.coarseness).astype(np.int32), 1)
            self._cards = (places, mask > 0)
        return self._cards[1]

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


def _other(small: Picture, table: Picture) -> Mask:
    """Where two pictures differ."""
    return np.asarray(cv2.inRange(cv2.absdiff(small, table), (0, 0, 0), (STEP, STEP, STEP)) == 0)


def _as_bright(table: Picture, small: Picture) -> Picture:
    """The table in the light of another picture: cameras see to it themselves that a picture is bright enough."""
    now, then = (cv2.blur(picture, (5, 5))[4::8, 4::8].astype(np.float32) + 3.0 for picture in (small, table))
    ratio = np.log(now / then)
    ys, xs = np.mgrid[-1 : 1 : ratio.shape[0] * 1j, -1 : 1 : ratio.shape[1] * 1j]
    terms = np.column_stack([np.ones(xs.size), xs.ravel(), ys.ravel()])
    seen, use = ratio.reshape(-1, 3), np.ones(xs.size, bool)
    fitted = np.median(seen, axis=0, keepdims=True) * np.array([[1.0], [0.0], [0.0]])
    for _ in range(3):
        off = np.abs(seen - terms @ fitted).max(axis=1)
        use = off < max(0.05, 1.2 * float(np.median(off)))
        fitted = np.linalg.lstsq(terms[use], seen[use], rcond=None)[0]
    coarse = np.exp(terms @ fitted).reshape(ratio.shape).astype(np.float32)
    gain = cv2.resize(coarse, (table.shape[1], table.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(table * np.asarray(gain), 0, 255), np.uint8)


def _reaching_in(other: Mask, board: Mask, least_px: float) -> Mask | None:
    """What reaches from the edge of the picture over the cards."""
    whole = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    sides = (labels[:RIM], labels[-RIM:], labels[:, :RIM], labels[:, -RIM:])
    rim = np.concatenate([side.ravel() for side in sides])
    counts = np.bincount(rim, minlength=len(stats))
    cards = np.bincount(labels[board], minlength=len(stats))
    sizes = stats[:, cv2.CC_STAT_AREA]
    wide = [i for i in range(1, len(stats)) if counts[i] >= 8 and sizes[i] >= least_px and cards[i] >= 20]
    if not wide:
        return None
    return np.asarray(np.isin(labels, wide))


def _tip(over: Mask, behind_px: float) -> Floats | None:
    """Where the pad of the foremost finger is, in pixels of the small picture."""
    height, width = over.shape
    ys, xs = np.nonzero(over)
    at_rim = (xs < RIM) | (ys < RIM) | (xs >= width - RIM) | (ys >= height - RIM)
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
