"""What lies on a card that shows no word: judged by its colours beside those of the word cards and of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import SIZE
from companion.table.scan import SeenCover
from companion.vision.layout import light_pattern
from companion.vision.plane import Floats

SIZE_PX = (64, 42)
INNER = slice(5, 37), slice(8, 56)
"""The part of a card that its neighbours don't overlap."""
PANEL = slice(5, 9), slice(10, 44)
"""A part of a word card that is neither written on nor white."""
PANEL_LAB = np.array([200.0, 129.0, 140.0])
"""What that part looks like in neutral light: OpenCV's L, a, b."""
UNLIKE_TABLE = 16.0
"""From this distance in L, a, b on something is not the bare table."""
PICTURED = 12.0
"""Covers are pictures: their lightness varies at least by this, noise aside (standard deviation of L)."""
GLARING, WHITE_SHARE = 250, 0.35
"""A card on which that share is as bright as this shows nothing."""
HALF, HALF_OPEN = 0.48, 0.74
"""That share of a card's width counts as a half; from this likeness on it is seen to be half a word card."""
NEAR_PX = 8
"""How far beside its place the card below a token may lie."""
Patch = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Light:
    """How the light of a picture colours things: factors for blue, green and red that bring word cards to their colour.

    ``table``: colour of the bare table, L, a, b after these factors.
    """

    gain: Floats
    table: Floats

    def corrected(self, patch: Patch) -> Patch:
        """The patch as in neutral light, in L, a, b."""
        lit = np.clip(patch.astype(np.float32) * self.gain, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(lit, cv2.COLOR_BGR2LAB), np.uint8)


def measure_light(
    picture: NDArray[np.uint8],
    corners: Sequence[Floats],
    word_cards: Sequence[int],
    shape: tuple[int, int] = (SIZE, SIZE),
) -> Light:
    """Learn card colour and table colour.

    Args:
        picture: blue, green, red.
        corners: of all places, row by row, (4, 2) pixels each.
        word_cards: the places where word cards certainly lie open.
        shape: how many rows and columns there are.
    """
    wanted = cv2.cvtColor(np.array([[PANEL_LAB]], np.uint8), cv2.COLOR_LAB2BGR)[0, 0].astype(np.float64)
    panels = [np.median(_patch(picture, corners[i])[PANEL].reshape(-1, 3), axis=0) for i in word_cards]
    seen = np.median(panels, axis=0) if panels else wanted
    gain = np.clip(wanted / np.maximum(seen, 8.0), 0.3, 8.0)
    light = Light(gain, np.zeros(3))
    gaps = light.corrected(_between(picture, corners, shape)).reshape(-1, 3)
    return Light(gain, np.median(gaps, axis=0))


def seen_cover(picture: NDArray[np.uint8], corners: Floats, light: Light) -> SeenCover | None:
    """What lies at a place without a readable word; None where there is only table."""
    patch = light.corrected(_patch(picture, corners))[INNER]
    away = np.linalg.norm(patch.astype(np.float64) - light.table, axis=2)
    if float(np.mean(away > UNLIKE_TABLE)) < 0.45:
        return None
    bright, a, b = (patch[..., i].astype(np.float64) for i in range(3))
    colour = np.hypot(a - 128.0, b - 128.0)
    strong = (colour > 16.0) & (away > UNLIKE_TABLE)
    # A plain patch is table in a light of its own, however strong its colour: covers show faces.
    plain = float(cv2.GaussianBlur(patch[..., 0], (0, 0), 1.5).std()) < PICTURED
    for cover, share in (
        (SeenCover.AGENT, np.mean(strong & (a < 122))),
        (SeenCover.RED_AGENT, np.mean(strong & (a > 140) & (b > 126))),
        (SeenCover.BLUE_AGENT, np.mean(strong & (b < 120))),
    ):
        if share > 0.3 and not plain:
            return cover
    lines = float(np.mean(np.abs(cv2.Laplacian(bright, cv2.CV_64F)) > 14.0))
    if float(np.median(bright)) > 120.0 and lines > 0.12 and float(np.median(colour)) < 28.0 and not plain:
        return SeenCover.BYSTANDER
    if float(np.median(bright)) < 70.0 and float(np.median(colour)) < 10.0 and lines > 0.04:
        return SeenCover.ASSASSIN
    return SeenCover.UNKNOWN


def glare_share(picture: NDArray[np.uint8], corners: Floats) -> float:
    """How much of a place is lost in glare, 0 to 1."""
    return float(np.mean(_patch(picture, corners)[INNER].max(axis=2) >= GLARING))


def washed_out(picture: NDArray[np.uint8], corners: Floats) -> bool:
    """Whether glare hides what lies at a place."""
    return glare_share(picture, corners) > WHITE_SHARE


def partly_open(picture: NDArray[np.uint8], corners: Floats) -> bool:
    """Whether the left or the right half of a place shows half a word card: then what lies there is smaller than one.

    The writing is closed over; a card may lie either way up.
    """
    width, height = SIZE_PX
    frame = [(x + NEAR_PX, y + NEAR_PX) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), np.array(frame, np.float32))
    size = (width + 2 * NEAR_PX, height + 2 * NEAR_PX)
    around = cv2.warpPerspective(picture, plane, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    closing = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
    view = cv2.morphologyEx(cv2.cvtColor(around, cv2.COLOR_BGR2GRAY), cv2.MORPH_CLOSE, closing).astype(np.float32)
    drawn = light_pattern(width, height)
    for face in (drawn, drawn[::-1, ::-1]):
        for half in (slice(0, round(HALF * width)), slice(round((1 - HALF) * width), width)):
            near = view[:, half.start : half.stop + 2 * NEAR_PX]
            part = np.ascontiguousarray(face[:, half])
            if float(cv2.matchTemplate(near, part, cv2.TM_CCOEFF_NORMED).max()) > HALF_OPEN:
                return True
    return False


def _patch(picture: NDArray[np.uint8], corners: Floats) -> Patch:
    """A card brought to one size, upright."""
    width, height = SIZE_PX
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(picture, plane, SIZE_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _between(picture: NDArray[np.uint8], corners: Sequence[Floats], shape: tuple[int, int]) -> Patch:
    """Samples of the table: what lies in the middle between four cards, and beside the outer ones."""
    middles = np.array([quad.mean(axis=0) for quad in corners]).reshape(*shape, 2)
    spots = list(((middles[:-1, :-1] + middles[1:, 1:] + middles[:-1, 1:] + middles[1:, :-1]) / 4).reshape(-1, 2))
    for line in (*middles, *middles.transpose(1, 0, 2)):
        spots += [line[0] + 0.62 * (line[0] - line[1]), line[-1] + 0.62 * (line[-1] - line[-2])]
    height, width = picture.shape[:2]
    inside = [(round(x), round(y)) for x, y in spots if 2 <= x < width - 3 and 2 <= y < height - 3]
    samples = [picture[y - 2 : y + 3, x - 2 : x + 3].reshape(1, -1, 3) for x, y in inside]
    return np.concatenate(samples) if samples else np.zeros((1, 1, 3), np.uint8)
