"""Pictures of the calibration sheet, and of straight lines, as a lens with known faults would take them.

For the drawings of this folder and for the tests: what comes out of a calibration can be held against what went in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.lens.sheet import SHEET_MM, black_parts

Floats = NDArray[np.float64]
MARGIN_MM = 12.0
TEXTURE_PX_PER_MM = 6.0
_FINER = 4


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens. ``size_px``: width and height of its pictures; ``distortion``: k1, k2, p1, p2, k3."""

    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]

    @property
    def matrix(self) -> Floats:
        """The camera matrix."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([(fx, 0, cx), (0, fy, cy), (0, 0, 1)])

    def rays(self) -> Floats:
        """Where each pixel looks: shape (height, width, 2), x and y at distance 1."""
        return _rays(self)


@dataclass(frozen=True, slots=True)
class Pose:
    """How the sheet is held: its middle in millimetres from the camera (x right, y down, z away), turns in degrees.

    ``lean``: away to the right and to the bottom. ``turn``: clockwise in the picture.
    """

    middle_mm: tuple[float, float, float]
    lean_deg: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0

    @property
    def rotation(self) -> Floats:
        """From the sheet to the camera: shape (3, 3)."""
        right, down = np.radians(self.lean_deg)
        about_y = cv2.Rodrigues(np.array([0.0, -right, 0.0]))[0]
        about_x = cv2.Rodrigues(np.array([down, 0.0, 0.0]))[0]
        about_z = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(self.turn_deg)]))[0]
        return np.asarray(about_y @ about_x @ about_z, np.float64)


@lru_cache(maxsize=4)
def _rays(lens: Lens) -> Floats:
    width, height = lens.size_px
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    # Finer than any picture can tell, so that the faults of a result are its own.
    ends = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 1e-9)
    rays = cv2.undistortPoints(grid, lens.matrix, np.array(lens.distortion), criteria=ends)
    return np.asarray(rays, np.float64).reshape(height, width, 2)


@lru_cache(maxsize=1)
def sheet_texture() -> NDArray[np.uint8]:
    """The printed sheet with a white margin, gray."""
    scale = TEXTURE_PX_PER_MM * _FINER
    width, height = (round((side + 2 * MARGIN_MM) * scale) for side in SHEET_MM)
    canvas = np.full((height, width), 235, np.uint8)
    for x, y, w, h in black_parts():
        left, top = round((x + MARGIN_MM) * scale), round((y + MARGIN_MM) * scale)
        canvas[top : top + round(h * scale), left : left + round(w * scale)] = 25
    return np.asarray(cv2.resize(canvas, None, fx=1 / _FINER, fy=1 / _FINER, interpolation=cv2.INTER_AREA), np.uint8)


def photographed(
    lens: Lens, pose: Pose, *, texture: NDArray[np.uint8] | None = None, blur_px: float = 0.6, noise: float = 2.0,
    seed: int = 1,
) -> NDArray[np.uint8]:  # fmt: skip
    """A picture of the sheet (or of another drawing of its size) on a gray table: blue, green, red.

    Args:
        lens: what takes it.
        pose: how the sheet is held.
        texture: another drawing, gray.
        blur_px: standard deviation of the blur.
        noise: standard deviation of the noise, in gray levels.
        seed: of the noise.
    """
    drawing = sheet_texture() if texture is None else texture
    rays, rotation = lens.rays(), pose.rotation
    # A ray meets the sheet where it is perpendicular to its normal, seen from the sheet's middle.
    middle, normal = np.array(pose.middle_mm), rotation[:, 2]
    directions = np.dstack([rays, np.ones(rays.shape[:2])])
    reach = float(middle @ normal) / (directions @ normal)
    spots = directions * reach[..., None] - middle
    x = (spots @ rotation[:, 0] + SHEET_MM[0] / 2 + MARGIN_MM) * TEXTURE_PX_PER_MM - 0.5
    y = (spots @ rotation[:, 1] + SHEET_MM[1] / 2 + MARGIN_MM) * TEXTURE_PX_PER_MM - 0.5
    # As much smoother as the picture is coarser than the drawing, or its edges would jag.
    coarseness = TEXTURE_PX_PER_MM * float(middle[2]) / lens.focal_px[0]
    smooth = cv2.GaussianBlur(drawing, (0, 0), max(0.4 * coarseness, 0.3))
    seen = cv2.remap(
        smooth, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
        borderValue=130.0,
    )  # fmt: skip
    chance = np.random.default_rng(seed)
    blurred = cv2.GaussianBlur(seen, (0, 0), blur_px).astype(np.float64)
    grainy = blurred + chance.normal(0.0, noise, blurred.shape)
    return np.repeat(np.clip(grainy, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def good_poses(far_mm: float = 330.0) -> list[Pose]:
    """Twelve ways of holding the sheet that a calibration asks for: flat, leaning four ways, in all corners, turned.

    ``far_mm``: where it fills most of the picture of a lens whose focal length is three quarters of its width.
    """
    side, up = 0.30 * far_mm, 0.13 * far_mm
    return [
        Pose((0, 0, far_mm), turn_deg=90),
        Pose((0, 0, 1.15 * far_mm), (28, 0), 90),
        Pose((0, 0, 1.15 * far_mm), (-28, 0), 90),
        Pose((0, 0, 1.1 * far_mm), (0, 28), 90),
        Pose((0, 0, 1.1 * far_mm), (0, -28), 90),
        Pose((-side, -up, 1.05 * far_mm), (12, 8), 90),
        Pose((side, -up, 1.05 * far_mm), (-14, 6), 88),
        Pose((-side, up, 1.05 * far_mm), (12, -10), 93),
        Pose((side, up, 1.05 * far_mm), (-10, -8), 90),
        Pose((0, 0, 1.45 * far_mm), (18, 18), 0),
        Pose((-side, 0, 1.5 * far_mm), (-20, 15), 4),
        Pose((side, 0, 1.4 * far_mm), (15, -22), 45),
    ]
