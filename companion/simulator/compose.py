"""Lays flat pieces into a picture in perspective, with their shadows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulator import surfaces
from companion.simulator.art import Bgr
from companion.simulator.camera import Matrix, project
from companion.simulator.cards import Piece

_SHADOW_MM = (1.1, 1.4)
_SHADOW_DEPTH = 0.5
_FLOOR = (30, 34, 38)


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece at its place: the middle in table millimetres, and its clockwise turn as seen from seat A."""

    piece: Piece
    middle_mm: tuple[float, float]
    turn_deg: float = 0.0

    def corners_mm(self) -> NDArray[np.float64]:
        """The corners clockwise from the piece's own top left, float64, shape (4, 2)."""
        w, h = self.piece.size_mm[0] / 2, self.piece.size_mm[1] / 2
        turn = math.radians(self.turn_deg)
        spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        return np.asarray(flat @ spin.T + np.array(self.middle_mm))


def lay_table_top(surface: surfaces.Surface, seed: int, matrix: Matrix, size_px: tuple[int, int]) -> Bgr:
    """The bare table as the camera sees it."""
    top = surfaces.table_top(surface, seed)
    scale = 1 / surfaces.PX_PER_MM
    to_mm = np.array([
        [scale, 0, -surfaces.SURFACE_MM[0] / 2], [0, scale, -surfaces.SURFACE_MM[1] / 2], [0, 0, 1.0],
    ])  # fmt: skip
    seen = cv2.warpPerspective(top, matrix @ to_mm, size_px, flags=cv2.INTER_LINEAR, borderValue=_FLOOR)
    return np.asarray(seen, np.uint8)


def lay_piece(picture: Bgr, laid: Laid, matrix: Matrix) -> None:
    """Draw one piece and its shadow into the picture, in place. Parts outside the picture are cut off."""
    outline = project(matrix, laid.corners_mm())
    shadow_move = project(matrix, np.array([laid.middle_mm, np.add(laid.middle_mm, _SHADOW_MM)]))
    shift = shadow_move[1] - shadow_move[0]
    soft = max(1.0, float(np.hypot(*shift)) * 0.8)
    pad = int(3 * soft + np.abs(shift).max()) + 2
    left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int) - pad, 0)
    right, bottom = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + pad, (picture.shape[1], picture.shape[0]))
    if left >= right or top >= bottom:
        return
    colours, cover = _seen(laid.piece, outline - (left, top), (int(right - left), int(bottom - top)))
    area = picture[top:bottom, left:right]
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    dark = cv2.GaussianBlur(cv2.warpAffine(cover, move, (area.shape[1], area.shape[0])), (0, 0), soft)
    shaded = area.astype(np.float32) * (1 - _SHADOW_DEPTH / 255 * dark[:, :, None].astype(np.float32))
    share = cover[:, :, None].astype(np.float32) / 255
    area[:] = (shaded * (1 - share) + colours * share + 0.5).astype(np.uint8)


def _seen(piece: Piece, outline: NDArray[np.float64], size_px: tuple[int, int]) -> tuple[Bgr, NDArray[np.uint8]]:
    """The piece warped onto its outline, and its coverage."""
    sides = np.hypot(*(outline - np.roll(outline, 1, axis=0)).T)
    height, width = piece.mask.shape
    # Shrunk first where the picture is much smaller than the piece: warping alone would skip pixels.
    shrink = min(1.0, 1.3 * float(max(sides[1], sides[3])) / width)
    flat, mask = piece.picture, piece.mask
    if shrink < 0.9:
        small = (max(2, round(width * shrink)), max(2, round(height * shrink)))
        flat = np.asarray(cv2.resize(flat, small, interpolation=cv2.INTER_AREA), np.uint8)
        mask = np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), np.uint8)
    h, w = mask.shape
    # Pixel centres: the corner of the piece is half a pixel before its first pixel.
    source = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (outline - 0.5).astype(np.float32))
    colours = cv2.warpPerspective(flat, matrix, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(mask, matrix, size_px, flags=cv2.INTER_LINEAR)
    return np.asarray(colours, np.uint8), np.asarray(cover, np.uint8)
