"""The result of a calibration as a picture: straight lines before and after, and what is left at each corner."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.table.ports import Picture
from companion.vision.lens.profile import LensProfile, Straightener
from companion.vision.lens.sheet import COLUMNS, ROWS
from companion.vision.lens.solve import Solved
from companion.vision.lens.view import View

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
PANEL_PX = 900
_GAP, _HEAD, _FONT_PX = 16, 44, 24
_LINE, _DOT, _ARROW, _PAPER, _INK = (230, 60, 40), (20, 110, 230), (200, 40, 40), (250, 250, 250), (20, 20, 20)


def lines_of(view: View) -> list[list[int]]:
    """The rows and columns of corners that a view shows three or more of: places in ``view.corners``, in order."""
    place = {int(number): index for index, number in enumerate(view.ids)}
    wide, high = COLUMNS - 1, ROWS - 1
    rows = [[row * wide + column for column in range(wide)] for row in range(high)]
    columns = [[row * wide + column for row in range(high)] for column in range(wide)]
    seen = [[place[number] for number in line if number in place] for line in [*rows, *columns]]
    return [line for line in seen if len(line) >= 3]


def most_bent_px(corners: Floats, lines: list[list[int]]) -> float:
    """How far a corner lies at most from the straight line between the ends of its row or column."""
    worst = 0.0
    for line in lines:
        spots = corners[line]
        way = spots[-1] - spots[0]
        aside = (spots - spots[0]) @ np.array([-way[1], way[0]]) / np.linalg.norm(way)
        worst = max(worst, float(np.abs(aside).max()))
    return worst


def result_picture(picture: Picture, view: View, profile: LensProfile, lens: Solved) -> Pixels:
    """Draw the result.

    Args:
        picture: one of the pictures of the sheet: uint8, shape (height, width, 3), blue, green, red.
        view: the sheet in it.
        profile: what came out.
        lens: the same with what is left at each corner.

    Returns:
        blue, green, red: four panels.
    """
    lines = lines_of(view)
    straightener = Straightener(profile, view.size_px)
    straight = cv2.undistortPoints(
        view.corners.reshape(-1, 1, 2),
        profile.matrix(view.size_px),
        np.array(profile.distortion),
        P=straightener.matrix,
    )
    after = np.asarray(straight, np.float64).reshape(-1, 2)
    height = round(PANEL_PX * view.size_px[1] / view.size_px[0])
    canvas = Image.new("RGB", (2 * PANEL_PX + 3 * _GAP, 2 * (height + _HEAD) + 3 * _GAP), _PAPER)
    before_px, after_px = most_bent_px(view.corners, lines), most_bent_px(after, lines)
    panels = [
        (f"as taken: off the straight lines by up to {before_px:.1f} px", _ruled(picture, view.corners, lines)),
        (f"straightened: by up to {after_px:.1f} px", _ruled(straightener.straight(picture), after, lines)),
        (_residual_head(lens), _residuals(lens, height)),
        ("", _words(profile, lens, height)),
    ]
    pen = ImageDraw.Draw(canvas)
    for index, (head, panel) in enumerate(panels):
        x = _GAP + index % 2 * (PANEL_PX + _GAP)
        y = _GAP + index // 2 * (height + _HEAD + _GAP)
        pen.text((x, y + 6), head, font=_font(), fill=_INK)
        canvas.paste(panel, (x, y + _HEAD))
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[..., ::-1])


def _ruled(picture: Picture, corners: Floats, lines: list[list[int]]) -> Image.Image:
    """The picture with straight lines between the ends of the rows and columns, and dots at the corners."""
    factor = PANEL_PX / picture.shape[1]
    small = cv2.resize(picture, (PANEL_PX, round(picture.shape[0] * factor)), interpolation=cv2.INTER_AREA)
    panel = Image.fromarray(np.ascontiguousarray(np.asarray(small, np.uint8)[..., ::-1]))
    pen = ImageDraw.Draw(panel)
    spots = (corners + 0.5) * factor - 0.5
    for line in lines:
        pen.line([tuple(spots[line[0]]), tuple(spots[line[-1]])], fill=_LINE, width=2)
    for x, y in spots:
        pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=_DOT)
    return panel


def _magnification(lens: Solved) -> int:
    """Times that the arrows are longer than what they show, so that the usual one is about 12 px long."""
    return int(np.clip(round(12.0 / max(lens.error_px, 1e-3), -1), 10, 1000))


def _residual_head(lens: Solved) -> str:
    return f"what is left at the corners of all pictures, {_magnification(lens)} times as long"


def _residuals(lens: Solved, height: int) -> Image.Image:
    panel = Image.new("RGB", (PANEL_PX, height), (232, 232, 232))
    pen = ImageDraw.Draw(panel)
    factor, longer = PANEL_PX / lens.used[0].size_px[0], _magnification(lens)
    for view, off in zip(lens.used, lens.off_px, strict=True):
        for (x, y), (dx, dy) in zip((view.corners + 0.5) * factor - 0.5, off * longer * factor, strict=True):
            pen.line((x, y, x + dx, y + dy), fill=_ARROW, width=2)
            pen.ellipse((x - 2, y - 2, x + 2, y + 2), fill=_INK)
    return panel


def _words(profile: LensProfile, lens: Solved, height: int) -> Image.Image:
    """The figures."""
    panel = Image.new("RGB", (PANEL_PX, height), _PAPER)
    width, tall = profile.size_px
    left_out = f"left out: {', '.join(lens.left_out)}" if lens.left_out else ""
    rows = [
        f"camera {profile.camera} {profile.device}",
        f"{width} x {tall} pixels, {profile.views} pictures, {profile.made}",
        f"focal length {profile.focal_px[0]:.0f} and {profile.focal_px[1]:.0f} px",
        f"middle at {profile.centre_px[0]:.0f}, {profile.centre_px[1]:.0f} px",
        "distortion " + ", ".join(f"{value:.4f}" for value in profile.distortion),
        f"error {profile.error_px:.2f} px",
        f"error {profile.error_mm:.2f} mm on the sheet, {profile.worst_mm:.2f} mm at worst",
        left_out,
    ]
    ImageDraw.Draw(panel).multiline_text((10, 10), "\n".join(rows), font=_font(), fill=_INK, spacing=14)
    return panel


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_FONT_PX)
