"""From the views of the sheet to the lens."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.errors import CompanionError
from companion.vision.lens.held import Held
from companion.vision.lens.profile import LensProfile
from companion.vision.lens.sheet import corner_mm
from companion.vision.lens.view import View
from companion.vision.lens.views import FEWEST_VIEWS, Views

Floats = NDArray[np.float64]
WORTH_IT = 0.95
"""A further parameter must bring the error below this share, or it only follows the noise."""
LARGEST_ERROR = 1.2 / 1920
"""In picture widths: beyond, the views are not of one flat sheet with one focus."""
OUTLIER = 3.0
"""A view whose error is so many times the median of all is left out."""
SQUAREST = 0.05
"""So much may the focal lengths along x and y differ."""
MOST_ASIDE = 0.2
"""So far, in picture sizes, may the middle of the lens be from the middle of the picture."""


class LensImplausible(CompanionError):
    """The views do not make one plausible lens; says what to do."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The lens, and what is left of each corner when all is accounted for.

    ``matrix``: shape (3, 3). ``distortion``: k1, k2, p1, p2, k3. ``off_px``, ``off_mm``: for each view, shape (n, 2),
    in the picture and on the sheet. ``used``: the views it rests on; ``left_out``: names of those that did not fit.
    """

    matrix: Floats
    distortion: tuple[float, float, float, float, float]
    used: tuple[View, ...]
    off_px: tuple[Floats, ...]
    off_mm: tuple[Floats, ...]
    left_out: tuple[str, ...]

    @property
    def error_px(self) -> float:
        """Root of the mean square of what is left, in pixels."""
        return _root_mean(self.off_px)

    @property
    def error_mm(self) -> float:
        """Root of the mean square of what is left, in millimetres on the sheet."""
        return _root_mean(self.off_mm)

    @property
    def worst_mm(self) -> float:
        """The largest of what is left, in millimetres on the sheet."""
        return max(float(np.linalg.norm(off, axis=1).max()) for off in self.off_mm)


def solved(views: Views) -> Solved:
    """Find the lens that took these views.

    Raises:
        ViewsInsufficient: too few or too similar views.
        LensImplausible: no one lens explains them.
    """
    views.require_enough()
    fit = _best_fit(views.views)
    errors = np.array([np.sqrt((off**2).sum(axis=1).mean()) for off in fit.off_px])
    bad = errors > OUTLIER * float(np.median(errors))
    left_out: tuple[str, ...] = ()
    if bad.any() and int((~bad).sum()) >= FEWEST_VIEWS:
        left_out = tuple(name for name, is_bad in zip(views.names, bad, strict=True) if is_bad)
        fit = _best_fit([view for view, is_bad in zip(views.views, bad, strict=True) if not is_bad])
    _require_plausible(fit)
    return Solved(fit.matrix, fit.distortion, fit.used, fit.off_px, fit.off_mm, left_out)


def as_profile(
    lens: Solved, *, camera: str, device: str, made: str, held: Held | None = None, print_scale: float = 1.0
) -> LensProfile:
    """What is kept of a result.

    Args:
        lens: the result.
        camera: specification of the camera.
        device: the name that it gives itself, "" if none.
        made: date, ISO 8601.
        held: focus and exposure that the views were taken with.
        print_scale: how large the sheet was printed, 1.0 for true to scale. Only the errors in mm depend on it.
    """
    (fx, fy), (cx, cy) = np.diag(lens.matrix)[:2], lens.matrix[:2, 2]
    return LensProfile(
        camera=camera,
        device=device,
        size_px=lens.used[0].size_px,
        focal_px=(float(fx), float(fy)),
        centre_px=(float(cx), float(cy)),
        distortion=lens.distortion,
        error_px=lens.error_px,
        error_mm=lens.error_mm * print_scale,
        worst_mm=lens.worst_mm * print_scale,
        views=len(lens.used),
        made=made,
        held=held,
    )


def _best_fit(views: list[View]) -> Solved:
    """As few parameters of distortion as do: the third of the radial ones is for wide lenses only."""
    plain = _fit(views, cv2.CALIB_FIX_K3)
    full = _fit(views, 0)
    worth = full.error_px < WORTH_IT * plain.error_px and _grows(full)
    return full if worth else plain


def _fit(views: list[View], flags: int) -> Solved:
    size_px = views[0].size_px
    places = [np.column_stack([corner_mm(view.ids), np.zeros(len(view.ids))]).astype(np.float32) for view in views]
    corners = [view.corners.astype(np.float32).reshape(-1, 1, 2) for view in views]
    start = np.array([(max(size_px), 0, size_px[0] / 2), (0, max(size_px), size_px[1] / 2), (0, 0, 1)], np.float64)
    flags |= cv2.CALIB_USE_INTRINSIC_GUESS
    _, matrix, found, turns, moves = cv2.calibrateCamera(places, corners, size_px, start, np.zeros(5), flags=flags)
    solution: Floats = np.asarray(matrix, np.float64)
    distortion: Floats = np.asarray(found, np.float64).reshape(-1)[:5]
    off_px, off_mm = [], []
    for view, place, turn, move in zip(views, places, turns, moves, strict=True):
        again = cv2.projectPoints(place.astype(np.float64), turn, move, solution, distortion)[0]
        off_px.append(view.corners - np.asarray(again, np.float64).reshape(-1, 2))
        off_mm.append(_on_sheet(view, solution, distortion, turn, move) - corner_mm(view.ids))
    k1, k2, p1, p2, k3 = map(float, distortion)
    return Solved(solution, (k1, k2, p1, p2, k3), tuple(views), tuple(off_px), tuple(off_mm), ())


def _on_sheet(view: View, matrix: Floats, distortion: Floats, turn: ArrayLike, move: ArrayLike) -> Floats:
    """Where the rays of the corners meet the sheet: shape (n, 2), millimetres."""
    rays = np.asarray(cv2.undistortPoints(view.corners.reshape(-1, 1, 2), matrix, distortion)).reshape(-1, 2)
    rotation = np.asarray(cv2.Rodrigues(np.asarray(turn, np.float64))[0], np.float64)
    away = np.asarray(move, np.float64).reshape(3)
    plane = np.linalg.inv(np.column_stack([rotation[:, 0], rotation[:, 1], away]))
    spots = np.column_stack([rays, np.ones(len(rays))]) @ plane.T
    return np.asarray(spots[:, :2] / spots[:, 2:])


def _require_plausible(fit: Solved) -> None:
    width, height = fit.used[0].size_px
    if fit.error_px > LARGEST_ERROR * width:
        raise LensImplausible(
            f"the pictures do not fit together (error {fit.error_px:.1f} px): glue the sheet onto something flat, keep "
            "focus and zoom as they are, hold it still"
        )
    focal, aside = np.diag(fit.matrix)[:2], fit.matrix[:2, 2] / (width, height) - 0.5
    odd = abs(focal[0] / focal[1] - 1.0) > SQUAREST or float(np.abs(aside).max()) > MOST_ASIDE
    if odd or not 0.3 < focal[0] / width < 5 or not _grows(fit):
        raise LensImplausible(
            "no plausible lens comes out of these pictures: take new ones, with the sheet leaning more and also at the "
            "edges of the picture"
        )


def _grows(fit: Solved) -> bool:
    """Whether what is farther from the middle in reality is farther in the picture too, out to its corners."""
    width, height = fit.used[0].size_px
    corners = np.array([(x, y) for x in (0.0, width) for y in (0.0, height)])
    rays = (corners - fit.matrix[:2, 2]) / np.diag(fit.matrix)[:2]
    k1, k2, _, _, k3 = fit.distortion
    radius = np.linspace(0, 1.5 * float(np.linalg.norm(rays, axis=1).max()), 200)
    seen = radius * (1 + k1 * radius**2 + k2 * radius**4 + k3 * radius**6)
    # Only as far as the picture reaches.
    reach = int(np.searchsorted(np.maximum.accumulate(seen), float(np.linalg.norm(rays, axis=1).max())))
    return bool((np.diff(seen[: reach + 1]) > 0).all()) and reach < len(radius)


def _root_mean(offs: tuple[Floats, ...]) -> float:
    return float(np.sqrt((np.vstack(offs) ** 2).sum(axis=1).mean()))
