"""Medians and percentiles of few values: the same as numpy's own, in a fraction of the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def percentile(values: NDArray[Any], percent: float) -> float:
    """The value below which so many per cent of the others lie, between two of them in proportion.

    Args:
        values: of any shape, not empty.
        percent: 0 to 100.
    """
    at = percent / 100.0 * (values.size - 1)
    below, above = int(at), min(int(at) + 1, values.size - 1)
    if values.dtype == np.uint8:
        low, high = np.searchsorted(np.bincount(values.ravel()).cumsum(), (below, above), side="right").tolist()
    else:
        ordered = np.sort(values, axis=None)
        low, high = float(ordered[below]), float(ordered[above])
    return float(low + (high - low) * (at - below))


def median(values: NDArray[Any]) -> float:
    """The middle one of values of any shape, of which there is at least one."""
    return percentile(values, 50.0)


def median_view(views: Sequence[NDArray[Any]]) -> NDArray[np.float32]:
    """The median of views of one shape, pixel by pixel."""
    stack = np.stack(views)
    stack.sort(axis=0)
    half = len(stack) // 2
    return np.asarray(stack[half] if len(stack) % 2 else (stack[half - 1] + stack[half]) / 2, np.float32)
