"""Finds the board again after a knock: the same features in another place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats, apply
from companion.vision.watching.places import Picture, Places

FEATURES = 500
WIDTH = 960
"""About so wide is the picture in which features are looked for."""
RATIO, REACH_PX = 0.8, 3.0
FAR = 0.085
"""A knock moves nothing farther than this share of the picture's width."""
FEWEST, SHARE = 16, 0.2
"""So many features must agree, and that share of those that were matched."""
NEAR = (0.5, 2.0)
"""The board does not become smaller or larger than this by a knock."""


@dataclass(frozen=True, slots=True)
class Features:
    """What a picture is recognised by. ``spots``: (n, 2) pixels; ``marks``: (n, 32)."""

    spots: Floats
    marks: NDArray[np.uint8]


def features_of(frame: Picture, places: Places | None = None) -> Features:
    """Features of a picture; with ``places`` only those on and around the cards."""
    by = 1
    while frame.shape[1] / (2 * by) >= WIDTH * 0.75:
        by *= 2
    small = frame
    for _ in range(by.bit_length() - 1):
        height, width = small.shape[:2]
        even = small[: height // 2 * 2, : width // 2 * 2]
        small = np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    mask = None
    if places is not None:
        mask = np.zeros(gray.shape, np.uint8)
        for quad in places.corners:
            cv2.fillConvexPoly(mask, np.rint(quad / by).astype(np.int32), 255)
    found, marks = cv2.ORB.create(FEATURES, 1.25, 4, fastThreshold=12).detectAndCompute(gray, mask)
    if not found:
        return Features(np.zeros((0, 2)), np.zeros((0, 32), np.uint8))
    spots = (np.array([point.pt for point in found]) + 0.5) * by - 0.5
    return Features(spots, np.asarray(marks, np.uint8))


def motion(then: Features, now: Features, places: Places) -> Floats | None:
    """How the board has moved in the picture: a homography from the old picture to the new; None if nobody can tell."""
    if min(len(then.spots), len(now.spots)) < FEWEST:
        return None
    # Cards look alike: a feature is looked for only so far from where it was.
    across = np.abs(then.spots[:, None] - now.spots[None]).max(axis=2)
    near = (across < FAR * float(now.spots[:, 0].max())).astype(np.uint8)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(then.marks, now.marks, k=2, mask=near)
    good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < RATIO * p[1].distance]
    if len(good) < FEWEST:
        return None
    source = then.spots[[match.queryIdx for match in good]]
    target = now.spots[[match.trainIdx for match in good]]
    plane, kept = cv2.findHomography(source, target, cv2.USAC_MAGSAC, REACH_PX, maxIters=2000, confidence=0.999)
    # The library's types promise a result; scattered points have none.
    found: object = plane
    if found is None or np.count_nonzero(kept) < max(FEWEST, SHARE * len(good)):
        return None
    moved = np.asarray(plane, np.float64)
    return moved if _plausible(places, moved) else None


def _plausible(places: Places, moved: Floats) -> bool:
    """Whether the board is still a board afterwards."""
    rim = places.outlines.reshape(-1, 2)
    after = apply(moved, rim)
    if not np.isfinite(after).all():
        return False
    grown = np.ptp(after, axis=0).max() / np.ptp(rim, axis=0).max()
    quads = after.reshape(-1, 4, 2)
    area = [cv2.contourArea(quad.astype(np.float32), oriented=True) for quad in quads]
    return bool(
        NEAR[0] < grown < NEAR[1] and min(area) * max(area) > 0 and min(map(abs, area)) > 0.2 * max(map(abs, area))
    )
