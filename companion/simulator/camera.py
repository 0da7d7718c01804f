"""Where the virtual camera hangs, and what its lens, light and sensor do to a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulator.art import Bgr

Matrix = NDArray[np.float64]
"""A homography, float64, shape (3, 3)."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How the camera looks at the middle of the board.

    Attributes:
        tilt_deg: 0 straight down, up to about 50.
        azimuth_deg: Where it stands round the table: 0 at seat A, 90 at A's right hand, 180 at seat B.
        roll_deg: Clockwise turn of the picture's content.
        fill: Share of the frame that the board takes in its tighter direction.
        shift: The board's middle off the frame's middle, shares of the frame's width and height.
        view_deg: Angle of view across the longer side of the frame.
    """

    tilt_deg: float = 0.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    fill: float = 0.86
    shift: tuple[float, float] = (0.0, 0.0)
    view_deg: float = 62.0


@dataclass(frozen=True, slots=True)
class Glare:
    """A reflection: where (shares of the frame), how large (share of the width), how bright (0 to 255)."""

    centre: tuple[float, float]
    size: float
    strength: float


@dataclass(frozen=True, slots=True)
class Light:
    """Brightness over the picture.

    Attributes:
        falloff: Loss from the bright to the dark side, 0 to 1.
        direction_deg: Where the bright side is.
        vignette: Loss in the corners, 0 to 1.
        gain: Overall brightness.
        cast: Factors for blue, green and red.
        glares: Reflections.
        shade: Depth of one wide soft shadow across the table, 0 to 1.
    """

    falloff: float = 0.15
    direction_deg: float = 40.0
    vignette: float = 0.1
    gain: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    glares: tuple[Glare, ...] = ()
    shade: float = 0.0


@dataclass(frozen=True, slots=True)
class Sensor:
    """Blur (sigma in pixels), noise (sigma in grey levels), JPEG quality (0 to 100), all at 1920 pixels of width."""

    blur_px: float = 0.5
    noise: float = 2.0
    jpeg_quality: int = 92


def table_to_picture(pose: Pose, size_px: tuple[int, int], board_mm: tuple[float, float]) -> Matrix:
    """The homography from table millimetres to pixels.

    Table millimetres: origin in the middle of the board, x to A's right, y towards A. The distance is chosen so that
    a board of ``board_mm`` (width, height) fills its share of a frame of ``size_px`` (width, height).
    """
    half_w, half_h = board_mm[0] / 2, board_mm[1] / 2
    corners = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
    near, far = 150.0, 20000.0
    for _ in range(50):
        distance = math.sqrt(near * far)
        spread = np.ptp(project(_looking(pose, size_px, distance), corners), axis=0) / size_px
        near, far = (distance, far) if spread.max() > pose.fill else (near, distance)
    matrix = _looking(pose, size_px, far)
    seen = project(matrix, corners)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    wanted = (np.array(pose.shift) + 0.5) * size_px
    move = np.array([[1, 0, wanted[0] - middle[0]], [0, 1, wanted[1] - middle[1]], [0, 0, 1.0]])
    return move @ matrix


def _looking(pose: Pose, size_px: tuple[int, int], distance_mm: float) -> Matrix:
    tilt, azimuth, roll = (math.radians(v) for v in (pose.tilt_deg, pose.azimuth_deg, pose.roll_deg))
    away = np.array([math.sin(tilt) * math.sin(azimuth), math.sin(tilt) * math.cos(azimuth), math.cos(tilt)])
    right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
    down = np.array([math.cos(tilt) * math.sin(azimuth), math.cos(tilt) * math.cos(azimuth), -math.sin(tilt)])
    rows = [np.array([axis[0], axis[1], -axis @ (away * distance_mm)]) for axis in (right, down, -away)]
    focal = max(size_px) / 2 / math.tan(math.radians(pose.view_deg) / 2)
    turn = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    lens = np.array([[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1]])
    return np.asarray(lens @ turn @ np.array(rows))


def project(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Apply a homography to points of shape (n, 2)."""
    whole = np.hstack([points, np.ones((len(points), 1))]) @ matrix.T
    return np.asarray(whole[:, :2] / whole[:, 2:])


def light_fields(light: Light, size_px: tuple[int, int], seed: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Factor and addend over the picture, float32, shapes (height, width, 3) and (height, width, 1)."""
    width, height = max(2, size_px[0] // 8), max(2, size_px[1] // 8)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = math.radians(light.direction_deg)
    along = (x * math.cos(angle) + y * math.sin(angle)) / 1.42
    factor = light.gain * (1 - light.falloff * (0.5 - 0.5 * along)) * (1 - light.vignette * (x**2 + y**2) / 2)
    if light.shade:
        rng = np.random.default_rng([seed, 31])
        turn, place = rng.uniform(0, math.pi), rng.uniform(-0.5, 0.5)
        side = (x * math.cos(turn) + y * math.sin(turn) - place) / 0.12
        factor = factor * (1 - light.shade / (1 + np.exp(-side)))
    added = np.zeros_like(x)
    for glare in light.glares:
        gx, gy = glare.centre[0] * 2 - 1, glare.centre[1] * 2 - 1
        far = ((x - gx) ** 2 + ((y - gy) * height / width) ** 2) / (2 * glare.size) ** 2
        added += glare.strength * np.exp(-2 * far)
    coloured = factor[:, :, None] * np.array(light.cast)
    return _grown(coloured, size_px), _grown(added, size_px)[:, :, None]


def _grown(field: NDArray[np.float64], size_px: tuple[int, int]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(field.astype(np.float32), size_px, interpolation=cv2.INTER_LINEAR), np.float32)


def expose(picture: NDArray[np.float32], sensor: Sensor, rng: np.random.Generator) -> Bgr:
    """Blur, noise and JPEG of one shot, on a lit picture in grey levels."""
    height, width = picture.shape[:2]
    scale = max(width, height) / 1920
    if sensor.blur_px * scale > 0.15:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.blur_px * scale), np.float32)
    if sensor.noise:
        fine = rng.standard_normal((height, width, 1), dtype=np.float32) * np.float32(sensor.noise * 0.8)
        coarse = rng.standard_normal((height // 3 + 1, width // 3 + 1, 3), dtype=np.float32)
        spots = cv2.resize(coarse * np.float32(sensor.noise * 0.6), (width, height), interpolation=cv2.INTER_LINEAR)
        picture = np.asarray(picture + fine + spots, np.float32)
    shot = np.clip(picture, 0, 255).astype(np.uint8)
    if sensor.jpeg_quality >= 100:
        return shot
    _, packed = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
