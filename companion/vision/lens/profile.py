"""What is known about one camera's lens, and how a picture is straightened with it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.lens.held import Held

Matrix = NDArray[np.float64]
SAME_SHAPE = 0.005
"""So much may the shape (width to height) of two sizes differ for one to be the other, scaled."""
_LOOK_UP_PX = cv2.CV_16SC2


@dataclass(frozen=True, slots=True)
class LensProfile:
    """A camera's lens as it was measured.

    ``camera``: the specification it was opened with. ``device``: the name that the device gives itself, "" if none.
    ``size_px``: width and height of the pictures. ``focal_px``, ``centre_px``: along x and y. ``distortion``: OpenCV's
    k1, k2, p1, p2, k3. ``error_px``, ``error_mm``: root of the mean square of what is left, in the picture and on the
    sheet; ``worst_mm``: the largest. ``views``: how many pictures it was made from. ``made``: ISO 8601. ``held``: focus
    and exposure that belong to it.
    """

    camera: str
    device: str
    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error_px: float
    error_mm: float
    worst_mm: float
    views: int
    made: str
    held: Held | None = None

    def fits(self, size_px: tuple[int, int]) -> bool:
        """Whether pictures of this size are of the same shape, so that the profile holds for them, scaled."""
        return abs(self.size_px[0] * size_px[1] / (self.size_px[1] * size_px[0]) - 1.0) <= SAME_SHAPE

    def matrix(self, size_px: tuple[int, int]) -> Matrix:
        """The camera matrix for pictures of a size that ``fits``: shape (3, 3)."""
        x, y = size_px[0] / self.size_px[0], size_px[1] / self.size_px[1]
        # The middle of a pixel, not its edge, is a whole number: that half has to be scaled with the rest.
        centre = (self.centre_px[0] + 0.5) * x - 0.5, (self.centre_px[1] + 0.5) * y - 0.5
        return np.array(
            [(self.focal_px[0] * x, 0.0, centre[0]), (0.0, self.focal_px[1] * y, centre[1]), (0.0, 0.0, 1.0)]
        )

    def in_one_line(self) -> str:
        """For people: of which camera, from when, how good."""
        width, height = self.size_px
        device = f" ({self.device})" if self.device else ""
        return (
            f"{self.camera or 'a camera'}{device}, {width} x {height}, made {self.made} from {self.views} pictures: "
            f"error {self.error_px:.2f} px, {self.error_mm:.2f} mm on the sheet, {self.worst_mm:.2f} mm at worst"
        )


class Straightener:
    """Takes the distortion out of pictures of one size. The look-up tables are made once."""

    def __init__(self, profile: LensProfile, size_px: tuple[int, int]) -> None:
        """``size_px``: width and height of the pictures; the profile must fit it."""
        matrix, distortion = profile.matrix(size_px), np.array(profile.distortion)
        # Nothing empty at the edges: the corners that a wide lens sees beyond the straight picture are cut off.
        self.matrix = np.asarray(cv2.getOptimalNewCameraMatrix(matrix, distortion, size_px, 0.0)[0], np.float64)
        self._maps = cv2.initUndistortRectifyMap(matrix, distortion, np.eye(3), self.matrix, size_px, _LOOK_UP_PX)

    def straight(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture as a lens without distortion would have taken it; the same size."""
        return np.asarray(cv2.remap(picture, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
