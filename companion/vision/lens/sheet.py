"""The printed sheet: a chessboard with a numbered marker in every white square (ChArUco)."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Rect = tuple[float, float, float, float]
"""x and y of the top left corner, width, height; millimetres, y down."""

COLUMNS, ROWS = 7, 10
SQUARE_MM, MARKER_MM = 24.0, 18.0
SHEET_MM = (COLUMNS * SQUARE_MM, ROWS * SQUARE_MM)
"""Width and height of the chessboard without its margins."""
CORNERS = (COLUMNS - 1) * (ROWS - 1)
FIRST_ID = 50
"""Most sheets of other programs count from 0: numbers of their own tell ours from theirs."""
MODULES = 6
"""A marker has four by four fields and a black border."""
DICTIONARY = cv2.aruco.DICT_4X4_100


@lru_cache(maxsize=1)
def board() -> cv2.aruco.CharucoBoard:
    """The sheet as OpenCV describes it, in millimetres."""
    numbers = np.arange(FIRST_ID, FIRST_ID + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary(), numbers)


@lru_cache(maxsize=1)
def dictionary() -> cv2.aruco.Dictionary:
    """The markers that are printed."""
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


def corner_mm(ids: NDArray[np.int32]) -> Points:
    """Where inner corners of the chessboard lie on the sheet: shape (len(ids), 2), millimetres from its top left."""
    return np.asarray(board().getChessboardCorners(), np.float64)[ids, :2]


def outline_mm() -> Points:
    """The four corners of the chessboard: shape (4, 2), clockwise from the top left."""
    width, height = SHEET_MM
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)


def black_parts() -> list[Rect]:
    """Everything black on the sheet, as rectangles that touch but do not overlap."""
    parts: list[Rect] = []
    number = FIRST_ID
    for row in range(ROWS):
        for column in range(COLUMNS):
            left, top = column * SQUARE_MM, row * SQUARE_MM
            if (row + column) % 2 == 0:
                parts.append((left, top, SQUARE_MM, SQUARE_MM))
            else:
                inset = (SQUARE_MM - MARKER_MM) / 2
                parts.extend(_marker_parts(number, left + inset, top + inset))
                number += 1
    return parts


def _marker_parts(number: int, left: float, top: float) -> list[Rect]:
    """The black fields of one marker; those in a row that touch are one rectangle."""
    fields = cv2.aruco.generateImageMarker(dictionary(), number, MODULES) == 0
    side = MARKER_MM / MODULES
    parts: list[Rect] = []
    for row in range(MODULES):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], fields[row].astype(np.int8), [0]])))
        for begin, end in edges.reshape(-1, 2):
            parts.append((left + float(begin) * side, top + row * side, float(end - begin) * side, side))
    return parts
