"""Where the 25 cards lie in the picture, and the same places cut out at one size, as seat A sees them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import COUNT, SIZE
from companion.vision.plane import Floats, apply

Picture = NDArray[np.uint8]
CARD_MM = (68.0, 44.0)
"""Width and height of a word card; everything here is measured in its millimetres."""
MARGIN_MM = 9.0
"""So far around a card a view of it goes."""
VIEW_MM = (CARD_MM[0] + 2 * MARGIN_MM, CARD_MM[1] + 2 * MARGIN_MM)
FINE = 2
"""Pixels to the millimetre of a close view; a glimpse has one."""
FINE_PX = (round(VIEW_MM[0] * FINE), round(VIEW_MM[1] * FINE))
GLIMPSE_PX = (round(VIEW_MM[0]), round(VIEW_MM[1]))
INNER = (
    slice(round(MARGIN_MM * FINE), round((MARGIN_MM + CARD_MM[1]) * FINE)),
    slice(round(MARGIN_MM * FINE), round((MARGIN_MM + CARD_MM[0]) * FINE)),
)
"""The card itself in a close view: rows, columns."""
_FLAT = np.array([(0, 0), (CARD_MM[0], 0), CARD_MM, (0, CARD_MM[1])], np.float32)


class Places:
    """The 25 places in one position of the camera.

    Args:
        outlines: (25, 4, 2) pixels, A1 to E5, clockwise from the top left of the upright card.
    """

    def __init__(self, outlines: Floats) -> None:
        middles = outlines.mean(axis=1).reshape(SIZE, SIZE, 2)
        right = (middles[:, -1] - middles[:, 0]).mean(axis=0)
        self.turned = tuple(bool((quad[1] - quad[0]) @ right < 0) for quad in outlines)
        """Which cards lie upside down, as seat A sees them."""
        self.outlines = outlines
        self.corners = np.array([np.roll(q, 2, axis=0) if t else q for q, t in zip(outlines, self.turned, strict=True)])
        """(25, 4, 2) pixels, clockwise from the corner that is A's top left."""
        self.planes = [cv2.getPerspectiveTransform(_FLAT, quad.astype(np.float32)) for quad in self.corners]
        """From a card's millimetres to pixels of the picture."""
        sides = np.linalg.norm(self.corners[:, 1] - self.corners[:, 0], axis=1)
        self.px_per_mm = float(np.median(sides)) / CARD_MM[0]
        self.coarseness = 1 << max(0, round(np.log2(self.px_per_mm)))
        """So many pixels of the picture make one of the small picture that glimpses are taken from."""
        self._maps = self._glimpse_maps()

    def moved(self, by: Floats) -> Places:
        """The same cards in another position of the camera; ``by``: homography from the old picture to the new."""
        return Places(apply(by, self.outlines.reshape(-1, 2)).reshape(COUNT, 4, 2))

    def with_card(self, index: int, outline: Floats) -> Places:
        """The same with one card pushed elsewhere."""
        outlines = self.outlines.copy()
        outlines[index] = outline
        return Places(outlines)

    def small(self, frame: Picture) -> Picture:
        """The picture made smaller, for glimpses."""
        # Halving is many times faster than any other way of making a picture smaller.
        for _ in range(self.coarseness.bit_length() - 1):
            height, width = frame.shape[:2]
            even = frame[: height // 2 * 2, : width // 2 * 2]
            frame = np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
        return frame

    def glimpses(self, small: Picture) -> NDArray[np.uint8]:
        """All places at one pixel to the millimetre: (25, height, width, 3), margins of 9 mm."""
        width, height = GLIMPSE_PX
        sheet = cv2.remap(small, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(sheet, np.uint8).reshape(COUNT, height, width, 3)

    def close(
        self, frame: Picture, index: int, beside_mm: tuple[float, float] = (0.0, 0.0), fine: int = FINE
    ) -> Picture:
        """One place, or what lies so far beside it, at ``fine`` pixels to the millimetre, with margins of 9 mm."""
        over = max(1, round(self.px_per_mm / fine))
        flat = (round(VIEW_MM[0] * fine), round(VIEW_MM[1] * fine))
        size = (flat[0] * over, flat[1] * over)
        plane = self.planes[index] @ _view_to_mm(fine * over, beside_mm)
        view = cv2.warpPerspective(
            frame, plane, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
        if over > 1:
            view = cv2.resize(view, flat, interpolation=cv2.INTER_AREA)
        return np.asarray(view, np.uint8)

    def _glimpse_maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        width, height = GLIMPSE_PX
        xs, ys = np.meshgrid(np.arange(width) + 0.5 - MARGIN_MM, np.arange(height) + 0.5 - MARGIN_MM)
        flat = np.column_stack([xs.ravel(), ys.ravel()])
        spots = np.concatenate([apply(np.asarray(plane, np.float64), flat) for plane in self.planes])
        spots = ((spots + 0.5) / self.coarseness - 0.5).reshape(COUNT * height, width, 2).astype(np.float32)
        whole, parts = cv2.convertMaps(spots[..., 0], spots[..., 1], cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)


def shown(places: Places, frame_shape: Sequence[int], beyond_px: float = 2.0) -> tuple[bool, ...]:
    """Which cards lie wholly in the picture."""
    height, width = frame_shape[:2]
    low, high = places.corners.min(axis=1), places.corners.max(axis=1)
    inside = (low >= -beyond_px).all(axis=1) & (high[:, 0] < width + beyond_px) & (high[:, 1] < height + beyond_px)
    return tuple(bool(here) for here in inside)


def _view_to_mm(scale: float, beside_mm: tuple[float, float]) -> Floats:
    """From pixels of a close view to millimetres of the card."""
    across, down = (0.5 / scale - MARGIN_MM + off for off in beside_mm)
    return np.array([[1 / scale, 0, across], [0, 1 / scale, down], [0, 0, 1.0]])
