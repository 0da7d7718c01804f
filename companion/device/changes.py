"""What differs between two pictures of plain pixels, as small rectangles."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from companion.device.layout import Area

_NEAR_PX = 6
"""Changes nearer to each other than this go in one rectangle."""

Flags = npt.NDArray[np.bool_]


def first_change(held: npt.NDArray[Any], wanted: npt.NDArray[Any], most_px: int) -> Area | None:
    """The first rectangle to send so that ``held`` comes nearer to ``wanted``; None if they are equal.

    It is cut along rows and columns until it holds one group of changes, then to ``most_px`` pixels (at least a row).
    """
    differs = held != wanted
    rows, columns = _first_group(differs.any(axis=1)), slice(0, differs.shape[1])
    if rows is None:
        return None
    while True:
        cut = _within(columns, _first_group(differs[rows, columns].any(axis=0)))
        lower = _within(rows, _first_group(differs[rows, cut].any(axis=1)))
        if (lower, cut) == (rows, columns):
            break
        rows, columns = lower, cut
    width = columns.stop - columns.start
    height = min(rows.stop - rows.start, max(1, most_px // width))
    return Area(columns.start, rows.start, width, height)


def _first_group(changed: Flags) -> slice | None:
    """From the first change to the last that is near the one before it."""
    places = np.flatnonzero(changed)
    if not places.size:
        return None
    gaps = np.flatnonzero(np.diff(places) > _NEAR_PX)
    last = places[gaps[0]] if gaps.size else places[-1]
    return slice(int(places[0]), int(last) + 1)


def _within(outer: slice, inner: slice | None) -> slice:
    assert inner is not None
    return slice(outer.start + inner.start, outer.start + inner.stop)
