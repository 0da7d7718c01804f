"""How much alike patterns and the places of a view are, for many patterns of one size."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.blobs import Gray
from companion.vision.layout import Pattern

EVEN = 0.5
"""Standard deviation times the root of the number of pixels: a place below it, of one shade, is like nothing."""


class Comparison:
    """A view in shades of 0 to 255 to which patterns are compared: what all of them share is worked out once."""

    def __init__(self, view: Gray, shape: tuple[int, ...]) -> None:
        """Prepare a view.

        Args:
            view: light or ink of a table, in whole shades.
            shape: rows and columns of the patterns; not larger than the view.
        """
        self._view = view.astype(np.float32)
        self._view -= self._view.mean()
        rows, columns = shape
        sums, squares = (
            whole[rows:, columns:] - whole[:-rows, columns:] - whole[rows:, :-columns] + whole[:-rows, :-columns]
            for whole in cv2.integral2(self._view)
        )
        contrast = np.sqrt(np.maximum(squares - sums**2 / (rows * columns), 0.0))
        self._share = np.where(contrast < EVEN, 0.0, 1.0 / np.maximum(contrast, EVEN)).astype(np.float32)

    def likeness(self, pattern: Pattern) -> Pattern:
        """Normed correlation with a pattern at every place, -1 to 1: float32, (rows, columns) of places."""
        flat = pattern - pattern.mean()
        flat /= max(float(np.linalg.norm(flat)), 1e-6)
        return np.asarray(cv2.matchTemplate(self._view, flat, cv2.TM_CCORR) * self._share, np.float32)
