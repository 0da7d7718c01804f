"""Geometry of planes seen by a camera: homographies, 3x3, from one plane's points (x, y) to another's."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
MANY = 12
"""So many cards determine the full perspective of their rows and columns."""


def apply(plane: Floats, points: ArrayLike) -> Floats:
    """Map points of shape (n, 2) through a homography."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = np.column_stack([flat, np.ones(len(flat))]) @ plane.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def between(source: ArrayLike, target: ArrayLike) -> Floats:
    """The homography that maps four points onto four others, both of shape (4, 2)."""
    corners = np.asarray(source, np.float32), np.asarray(target, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(*corners), np.float64)


def fitted(source: Floats, target: Floats, reach: float | None = None) -> tuple[Floats, NDArray[np.bool_]] | None:
    """The homography that fits many points best; None if they determine none.

    Args:
        source: (n, 2).
        target: (n, 2).
        reach: points farther off than this are left out; None takes all.

    Returns:
        the homography and which points it rests on.
    """
    method, limit = (0, 0.0) if reach is None else (cv2.RANSAC, reach)
    plane, kept = cv2.findHomography(source, target, method, limit)
    # The library's types promise a result; points on one line have none.
    found: object = plane
    if found is None:
        return None
    return np.asarray(plane, np.float64), np.asarray(kept, np.uint8).ravel() > 0


def fitted_rows(cells: Floats, centres: Floats, reach: float) -> tuple[Floats, NDArray[np.bool_]] | None:
    """Rows and columns through cards as seen from above; None if the cards determine none.

    A homography through many cards; through few an affine map, for seen from above the rows are straight already.

    Args:
        cells: (n, 2), column and row.
        centres: (n, 2), x and y.
        reach: cards farther off than this are left out.

    Returns:
        the homography and which cards it rests on.
    """
    if len(cells) >= MANY:
        return fitted(cells, centres, reach)
    matrix, kept = cv2.estimateAffine2D(cells, centres, method=cv2.RANSAC, ransacReprojThreshold=reach)
    # The library's types promise a result; points on one line have none.
    found: object = matrix
    if found is None:
        return None
    return np.vstack([matrix, [0.0, 0.0, 1.0]]), np.asarray(kept, np.uint8).ravel() > 0


def steps_at(plane: Floats, cell: tuple[float, float]) -> Floats:
    """The local steps of a lattice at (row, column): 2x2, first column one cell to the right, second one cell down."""
    row, column = cell
    ends = apply(plane, [(column + 0.5, row), (column - 0.5, row), (column, row + 0.5), (column, row - 0.5)])
    return np.column_stack([ends[0] - ends[1], ends[2] - ends[3]])
