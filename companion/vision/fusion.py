"""Several pictures of one card become one: laid upon each other exactly, noise and compression fall away."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import Position
from companion.table.ports import Outline
from companion.vision.blobs import Gray
from companion.vision.layout import STRIP
from companion.vision.plane import apply, between

MOST_KEPT = 5
"""So many pictures of a card are kept; further ones take the place of the oldest."""
WIDEST_PX = 480
"""Cards wider than this have letters so large that noise hides nothing; they are not kept."""
MARGIN = 0.12
"""How much of its surroundings is kept with a card, as a share of its breadth: a camera trembles."""
SMOOTH_PX = 1.5
STEPS, NEAR_ENOUGH = 30, 1e-3
DIFFERENT, DIFFERENT_GRAY = 0.5, 3.0
"""Where the words of two pictures, both smoothed, differ by more than this share of what stands out in them, and by
more than so many grey levels, something else lies or is seen there."""
OUTLIER, LEAST_OUTLIER = 2.5, 8.0
"""Beyond so many deviations and grey levels from the middle of all pictures a pixel is a glint or a finger."""
Light = NDArray[np.float32]


class CardPictures:
    """What the pictures so far show of some cards, grey and no larger than the cards.

    All are from one camera that stays where it is but for its trembling.
    """

    def __init__(self) -> None:
        self._cuts: dict[Position, tuple[_Cut, ...]] = {}

    def forget(self, positions: Collection[Position]) -> None:
        """Other cards may lie there."""
        self._cuts = {position: cuts for position, cuts in self._cuts.items() if position not in positions}

    def add(self, position: Position, gray: Gray, outline: Outline) -> None:
        """One more picture of a card.

        Args:
            position: of the card.
            gray: the whole picture.
            outline: of the card in it.
        """
        cut = _cut_out(gray, outline)
        if cut is not None:
            self._cuts[position] = (*self._cuts.get(position, ()), cut)[-MOST_KEPT:]

    def clear_up(self, position: Position, gray: Gray) -> None:
        """Replace a card in the picture that was added last by what all pictures of it show together.

        Pictures in which something else is seen there, a hand or another word, do not count.
        """
        cuts = self._cuts.get(position, ())
        layers = [layer for older in cuts[:-1] if (layer := _laid_upon(cuts[-1], older)) is not None]
        if layers:
            newest = cuts[-1]
            height, width = newest.gray.shape
            seen = gray[newest.top : newest.top + height, newest.left : newest.left + width]
            seen[:] = _mean([newest.gray.astype(np.float32), *layers])


class _Cut:
    """A card with its surroundings, cut out of a picture; ``left`` and ``top``: where. ``word``: True in its word."""

    def __init__(self, gray: Gray, left: int, top: int, word: NDArray[np.bool_]) -> None:
        self.gray, self.left, self.top, self.word = gray, left, top, word

    def smooth(self) -> Light:
        return np.asarray(cv2.GaussianBlur(self.gray.astype(np.float32), (0, 0), SMOOTH_PX), np.float32)


def _cut_out(gray: Gray, outline: Outline) -> _Cut | None:
    corners = np.array(outline, np.float64)
    breadth = float(np.linalg.norm(corners[1] - corners[0]))
    low = np.maximum(np.floor(corners.min(axis=0) - MARGIN * breadth), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0) + MARGIN * breadth) + 1, gray.shape[::-1]).astype(int)
    if breadth > WIDEST_PX or (high - low < 16).any():
        return None
    part = gray[low[1] : high[1], low[0] : high[0]].copy()
    return _Cut(part, int(low[0]), int(low[1]), _word_area(part.shape, corners - low))


def _word_area(shape: tuple[int, ...], corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where the word of a card is: the middle of its white strip."""
    inset = 0.2 * (STRIP.bottom - STRIP.top)
    left, top, right, bottom = STRIP.left + inset, STRIP.top + inset, STRIP.right - inset, STRIP.bottom - inset
    plane = between([(0, 0), (1, 0), (1, 1), (0, 1)], corners)
    strip = apply(plane, [(left, top), (right, top), (right, bottom), (left, bottom)])
    area = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(area, np.round(strip).astype(np.int32), 1)
    return area > 0


def _laid_upon(newest: _Cut, older: _Cut) -> Light | None:
    """An older picture of a card as it would lie in the newest one, in its light; None where it shows another thing."""
    here, there = newest.smooth(), older.smooth()
    warp = _exactly(here, there, (newest.left - older.left, newest.top - older.top))
    gain = float(here.mean()) / max(float(_moved(there, warp, here.shape).mean()), 1.0)
    apart = (_moved(there, warp, here.shape) * gain - here)[newest.word]
    if not apart.size or float(apart.std()) > max(DIFFERENT * float(here[newest.word].std()), DIFFERENT_GRAY):
        return None
    return _moved(older.gray.astype(np.float32), warp, here.shape) * gain


def _exactly(here: Light, there: Light, offset: tuple[int, int]) -> Light:
    """How one picture must be moved and turned to lie upon the other, to a fraction of a pixel."""
    warp = np.array([[1.0, 0.0, offset[0]], [0.0, 1.0, offset[1]]], np.float32)
    window = cv2.createHanningWindow(here.shape[::-1], cv2.CV_32F)
    shift, _ = cv2.phaseCorrelate(here, _moved(there, warp, here.shape), window)
    warp[:, 2] += shift
    everywhere = np.full(there.shape, 255, np.uint8)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, NEAR_ENOUGH)
    try:
        return np.asarray(
            cv2.findTransformECC(here, there, warp.copy(), cv2.MOTION_EUCLIDEAN, criteria, everywhere, 1)[1], np.float32
        )
    except cv2.error:
        # Nothing stands out by which it could be turned, as under glare.
        return warp


def _moved(light: Light, warp: Light, shape: tuple[int, ...]) -> Light:
    how = cv2.INTER_LANCZOS4 | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(light, warp, shape[::-1], flags=how, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _mean(layers: list[Light]) -> Gray:
    """The mean of what the pictures agree on."""
    stack = np.stack(layers)
    if len(layers) > 2:
        middle = np.median(stack, axis=0)
        reach = max(OUTLIER * 1.4826 * float(np.median(np.abs(stack - middle))), LEAST_OUTLIER)
        stack = np.clip(stack, middle - reach, middle + reach)
    return np.asarray(np.clip(np.rint(stack.mean(axis=0)), 0, 255), np.uint8)
