"""One picture of the sheet: what is to be seen of it, and whether that can be used."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.table.ports import Picture
from companion.vision.lens.sheet import CORNERS, FIRST_ID, SQUARE_MM, board, corner_mm, outline_mm
from companion.vision.plane import apply, fitted

FEWEST_CORNERS = 20
SMALLEST_SQUARE_PX = 14.0
"""Below this the markers' fields are hardly two pixels wide."""
SOFTEST_PX = 2.2
"""Spread of an edge (standard deviation) from which a picture is blurred."""
OFF_PLAN, FURTHEST_OFF_PLAN = 0.075, 0.3
"""So far from where a flat sheet would have them, in squares, may corners lie: the median and the worst.

A lens of 95 degrees bends a sheet that fills the picture by 0.05 and 0.16.
"""
FOREIGN_PX = 960
"""Longer side of the picture in which markers of other sheets are looked for; a live picture may need it often."""
_FOREIGN = (
    cv2.aruco.DICT_5X5_1000,
    cv2.aruco.DICT_6X6_1000,
    cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_APRILTAG_36h11,
)


class ViewUnusable(CompanionError):
    """A picture of the sheet that is of no use; says why and what to do."""


@dataclass(frozen=True, slots=True)
class View:
    """A usable picture of the sheet.

    ``ids``: which inner corners were found, shape (n,); ``corners``: where, in pixels, shape (n, 2). ``size_px``: width
    and height of the picture. ``outline``: the chessboard's four corners, shape (4, 2). ``soft_px``: spread of its
    edges. ``tilt_deg``: how far the sheet leans away to the right and to the bottom of the picture, about.
    """

    ids: NDArray[np.int32]
    corners: NDArray[np.float64]
    size_px: tuple[int, int]
    outline: NDArray[np.float64]
    soft_px: float
    tilt_deg: tuple[float, float]

    @property
    def area(self) -> float:
        """Share of the picture that the chessboard covers."""
        covered = abs(float(cv2.contourArea(self.outline.astype(np.float32))))
        return covered / (self.size_px[0] * self.size_px[1])

    def unlike(self, other: View) -> float:
        """How far the sheet was moved between two views: the mean of its corners' ways, in picture diagonals."""
        # The same numbered corner is meant: a sheet that was turned a quarter is a different view.
        ways = np.linalg.norm(self.outline - other.outline, axis=1)
        return float(ways.mean() / np.hypot(*self.size_px))


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(board())


def view_of(picture: Picture) -> View:
    """Find the sheet in a picture: uint8, shape (height, width, 3), blue, green, red.

    Raises:
        ViewUnusable: it is not there, another one is, it is cut off, too small or blurred.
    """
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found, found_ids, _, numbers = _detector().detectBoard(gray)
    if found_ids is None or len(found_ids) == 0:
        raise ViewUnusable(_absent(gray, numbers))
    ids = np.asarray(found_ids, np.int32).reshape(-1)
    corners = np.asarray(found, np.float64).reshape(-1, 2)
    if len(ids) < FEWEST_CORNERS:
        raise ViewUnusable(
            f"only {len(ids)} of the sheet's {CORNERS} corners are to be seen: show all of it, sharp and without glare"
        )
    plane = _plane(ids, corners)
    side_px = _side_px(plane)
    if side_px < SMALLEST_SQUARE_PX:
        raise ViewUnusable("the sheet is too small in the picture: bring it closer to the camera")
    corners = _refined(gray, corners, side_px)
    soft_px = _softness(gray, corners, plane, ids)
    if soft_px > SOFTEST_PX:
        raise ViewUnusable(
            f"blurred (edges spread over {soft_px:.1f} px): hold the sheet still, in focus, in more light"
        )
    size_px = (gray.shape[1], gray.shape[0])
    return View(ids, corners, size_px, apply(plane, outline_mm()), soft_px, _tilt(ids, corners, size_px))


def _absent(gray: NDArray[np.uint8], seen: object) -> str:
    """Why no corner was found: another sheet, or none. ``seen``: numbers of the markers of our kind."""
    numbers = np.array([] if seen is None else seen).reshape(-1)
    foreign = int((numbers < FIRST_ID).sum())
    if len(numbers) == 0:
        factor = min(1.0, FOREIGN_PX / max(gray.shape))
        small = np.asarray(cv2.resize(gray, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        foreign = max(_markers_of(kind, small) for kind in _FOREIGN)
    if foreign >= 3:
        return "this is another sheet: print the one that `companion calibrate sheet` makes"
    return "the sheet is not to be seen: show it whole, flat and well lit"


def _markers_of(kind: int, gray: NDArray[np.uint8]) -> int:
    """How many markers of another kind are to be seen."""
    numbers: object = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(kind)).detectMarkers(gray)[1]
    return 0 if numbers is None else np.asarray(numbers).size


def _plane(ids: NDArray[np.int32], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """From millimetres on the sheet to the picture.

    Raises:
        ViewUnusable: the corners don't lie as they do on the sheet.
    """
    places = corner_mm(ids)
    fit = fitted(places, corners)
    if fit is not None:
        back = np.asarray(np.linalg.inv(fit[0]), np.float64)
        apart = np.linalg.norm(apply(back, corners) - places, axis=1) / SQUARE_MM
        if float(np.median(apart)) < OFF_PLAN and float(apart.max()) < FURTHEST_OFF_PLAN:
            return fit[0]
    raise ViewUnusable("the corners do not lie as they do on the sheet: print it anew and glue it onto something flat")


def _side_px(plane: NDArray[np.float64]) -> float:
    """Length of a square's side in the picture, in the middle of the sheet."""
    middle: NDArray[np.float64] = outline_mm().mean(axis=0)
    ends = apply(plane, middle + np.array([(0, 0), (SQUARE_MM, 0), (0, SQUARE_MM)]))
    return float(min(np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[2] - ends[0])))


def _refined(gray: NDArray[np.uint8], corners: NDArray[np.float64], side_px: float) -> NDArray[np.float64]:
    """The corners to a fraction of a pixel, from as much of their surroundings as holds no marker."""
    # The white margin round a marker is an eighth of a square wide.
    reach = int(np.clip(side_px / 9, 2, 9))
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 0.003)
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    refined = np.asarray(cv2.cornerSubPix(gray, start, (reach, reach), (-1, -1), ends), np.float64).reshape(-1, 2)
    moved = np.linalg.norm(refined - corners, axis=1) > reach
    refined[moved] = corners[moved]
    return refined


def _softness(
    gray: NDArray[np.uint8], corners: NDArray[np.float64], plane: NDArray[np.float64], ids: NDArray[np.int32]
) -> float:
    """Spread of the edges beside the corners, in pixels: the standard deviation that a sharp edge was blurred with."""
    places, height = corner_mm(ids), _contrast(gray, plane)
    shift = corners - apply(plane, places)
    spreads: list[float] = []
    for along in np.array([(0.5, 0.0), (0.0, 0.5)]) * SQUARE_MM:
        # Half a square from a corner, on the edge between a black and a white one; the profile runs across it and
        # ends before the marker.
        spots = apply(plane, places + along)
        across = apply(plane, places + along + along[::-1] * 0.22) - spots
        spreads.extend(height / _slope(gray, *edge) for edge in zip(spots + shift, across, strict=True))
    # The steepest place of a step that was blurred, over its height, is 1 / (spread * sqrt(2 pi)).
    return float(np.median(spreads) / np.sqrt(2 * np.pi))


def _contrast(gray: NDArray[np.uint8], plane: NDArray[np.float64]) -> float:
    """Between black and white on the sheet, in gray levels."""
    step = SQUARE_MM / 8
    target = np.linalg.inv(plane @ np.diag([step, step, 1.0]))
    size = (round(outline_mm()[2, 0] / step), round(outline_mm()[2, 1] / step))
    dark, light = np.percentile(cv2.warpPerspective(gray, target, size), (3, 97))
    return max(float(light - dark), 1.0)


def _slope(gray: NDArray[np.uint8], spot: NDArray[np.float64], across: NDArray[np.float64]) -> float:
    """The greatest slope on the way from ``spot - across`` to ``spot + across``: gray levels a pixel."""
    length = float(np.linalg.norm(across))
    ways = np.linspace(-1.0, 1.0, max(9, round(4 * length) | 1))
    line = (spot + ways[:, None] * across).astype(np.float32)
    levels = np.asarray(cv2.remap(gray, line[None, :, 0], line[None, :, 1], cv2.INTER_LINEAR), np.float64).reshape(-1)
    return max(float(np.abs(np.gradient(levels, 2 * length / (len(ways) - 1))).max()), 1e-3)


def _tilt(ids: NDArray[np.int32], corners: NDArray[np.float64], size_px: tuple[int, int]) -> tuple[float, float]:
    """About how the sheet leans; for that a guess of the lens does."""
    focal = float(max(size_px))
    matrix = np.array([(focal, 0, size_px[0] / 2), (0, focal, size_px[1] / 2), (0, 0, 1)])
    places = np.column_stack([corner_mm(ids), np.zeros(len(ids))])
    solved, turn, _ = cv2.solvePnP(places, corners, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    if not solved:
        return 0.0, 0.0
    normal = np.asarray(cv2.Rodrigues(turn)[0], np.float64)[:, 2]
    # What leans away to the right faces the left.
    normal = -normal * np.sign(normal[2])
    return float(np.degrees(np.arcsin(normal[0]))), float(np.degrees(np.arcsin(normal[1])))
