"""Which places lie still, and which look otherwise than when they were judged last."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import COUNT

Glimpses = NDArray[np.uint8]
STEP, SHARE = 14, 0.012
"""A pixel of a glimpse has changed if it differs by more than this; a place has, if that share of it has."""
QUIET_PX = 12
"""So few pixels of a small picture may have changed where nothing has."""
NOISY = 5.0
"""So many times the usual difference between two pictures counts as none."""


@dataclass(slots=True)
class Stillness:
    """Compares the glimpses of each picture with those before.

    Attributes:
        still_since: When each place came to lie still, seconds; not before the first picture.
        judged: The glimpses at the time of the last judgement.
    """

    judged: Glimpses
    still_since: NDArray[np.float64] = field(default_factory=lambda: np.full(COUNT, -1e9))
    _before: Glimpses | None = None
    _noise: float = 1.5

    def take(self, glimpses: Glimpses, at_s: float) -> NDArray[np.bool_]:
        """Note and tell what moved between this picture and the one before."""
        moving = np.zeros(COUNT, bool)
        if self._before is not None:
            apart = np.asarray(cv2.absdiff(glimpses, self._before), np.uint8)
            self._noise += 0.1 * (min(float(np.median(apart[:, ::7, ::5])), 6.0) - self._noise)
            moving = self._changed(apart)
            self.still_since[moving] = at_s
        self._before = glimpses
        return moving

    def as_quiet(self, small: Glimpses, before: Glimpses) -> bool:
        """Whether nothing at all has changed between two small pictures."""
        limit = STEP + NOISY * self._noise
        calm = cv2.inRange(cv2.absdiff(small, before), (0, 0, 0), (limit, limit, limit))
        return calm.size - cv2.countNonZero(calm) < QUIET_PX

    def otherwise(self, glimpses: Glimpses) -> NDArray[np.bool_]:
        """Which places look otherwise than when they were judged."""
        return self._changed(np.asarray(cv2.absdiff(glimpses, self.judged), np.uint8))

    def _changed(self, apart: Glimpses) -> NDArray[np.bool_]:
        limit = STEP + NOISY * self._noise
        calm = cv2.inRange(apart.reshape(COUNT, -1, 3), (0, 0, 0), (limit, limit, limit))
        return np.asarray(cv2.reduce(calm, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F).ravel() < 255 * (1 - SHARE))
