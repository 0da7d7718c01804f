"""Draws the pictures of README.md anew, from the program itself: ``python -m calibration.draw``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from calibration.rendered import Lens, Pose, good_poses
from calibration.rendered import photographed as with_noise
from companion.vision.lens.picture import result_picture
from companion.vision.lens.solve import as_profile, solved
from companion.vision.lens.view import ViewUnusable, view_of
from companion.vision.lens.views import WISHES, Views

HERE = Path(__file__).resolve().parent
Pixels = NDArray[np.uint8]
photographed = partial(with_noise, noise=0.0)
LENS = Lens((1280, 720), (1000.0, 1004.0), (648.0, 352.0), (-0.28, 0.09, 0.0008, -0.0006, 0.0))
TILE_PX, HEAD_PX, GAP_PX = (384, 216), 30, 10
INK, PAPER, DIM, WOOD, GOOD, BAD = "#141414", "#fafafa", "#d8d8d8", "#b08d63", "#1f6f3f", "#a8321f"
GOOD_WORDS = (
    "flat and close", "left edge up", "right edge up", "top edge up", "bottom edge up", "upper left", "upper right",
    "lower left", "lower right", "upright, leaning", "to the side", "turned",
)  # fmt: skip


def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A plain font that comes with Pillow."""
    return ImageFont.load_default(size)


def tiles(pictures: list[tuple[str, str, Pixels]], columns: int) -> Image.Image:
    """Pictures with a mark and a few words above each."""
    rows = -(-len(pictures) // columns)
    step = TILE_PX[0] + GAP_PX, TILE_PX[1] + HEAD_PX + GAP_PX
    canvas = Image.new("RGB", (columns * step[0] + GAP_PX, rows * step[1] + GAP_PX), PAPER)
    pen = ImageDraw.Draw(canvas)
    for index, (mark, words, picture) in enumerate(pictures):
        x, y = GAP_PX + index % columns * step[0], GAP_PX + index // columns * step[1]
        small = cv2.resize(picture, TILE_PX, interpolation=cv2.INTER_AREA)
        canvas.paste(Image.fromarray(np.ascontiguousarray(small[..., ::-1])), (x, y + HEAD_PX))
        if mark == "x":
            pen.line((x + 2, y + 6, x + 16, y + 20), fill=BAD, width=4)
            pen.line((x + 16, y + 6, x + 2, y + 20), fill=BAD, width=4)
        else:
            pen.line((x + 2, y + 13, x + 8, y + 20, x + 18, y + 5), fill=GOOD, width=4, joint="curve")
        pen.text((x + 26, y + 2), words, font=font(19), fill=INK)
    return canvas


def good() -> Image.Image:
    """The twelve views that are asked for."""
    shots = [photographed(LENS, pose, seed=number) for number, pose in enumerate(good_poses())]
    assert len(WISHES) == 9
    return tiles(
        [("v", f"{n}. {words}", shot) for n, (words, shot) in enumerate(zip(GOOD_WORDS, shots, strict=True), 1)], 3
    )


def bad() -> Image.Image:
    """Views that are refused, each with the line that the program gives."""
    glare = photographed(LENS, Pose((0, 0, 330), turn_deg=90)).astype(np.float64)
    y, x = np.mgrid[: glare.shape[0], : glare.shape[1]]
    glare += 400 * np.exp(-(((x - 640) / 330) ** 2 + ((y - 350) / 200) ** 2))[..., None]
    shots = [
        ("blurred", photographed(LENS, Pose((0, 0, 330), turn_deg=90), blur_px=2.6)),
        ("too far away", photographed(LENS, Pose((0, 0, 1900), turn_deg=90))),
        ("cut off", photographed(LENS, Pose((-260, -130, 330), turn_deg=90))),
        ("glare", np.clip(glare, 0, 255).astype(np.uint8)),
    ]
    for _, shot in shots:
        try:
            view_of(shot)
        except ViewUnusable:
            continue
        raise AssertionError("a picture that is shown as a bad one is not refused")
    again = photographed(LENS, Pose((6, 4, 332), turn_deg=90), seed=9)
    shots += [("the same again", again), ("never leaning", photographed(LENS, Pose((30, 20, 360), turn_deg=90)))]
    return tiles([("x", words, shot) for words, shot in shots], 3)


def holding() -> Image.Image:
    """From the side: the camera that stays, and the sheet flat, lifted at an edge, and near a corner of the picture."""
    canvas = Image.new("RGB", (1200, 420), PAPER)
    pen = ImageDraw.Draw(canvas)
    for index, (words, turn, aside) in enumerate(
        (("1. flat", 0, 0), ("2. an edge up by a hand", 28, 0), ("3. to the edges", 8, 95))
    ):
        left = 20 + index * 395
        middle = left + 190
        pen.rectangle((left, 345, left + 370, 357), fill=WOOD)
        pen.line((left + 30, 345, left + 30, 60, middle, 60), fill=INK, width=7, joint="curve")
        pen.rectangle((middle - 22, 60, middle + 22, 88), fill=INK)
        pen.polygon([(middle, 88), (middle - 178, 344), (middle + 178, 344)], outline=DIM, width=2)
        angle = np.radians(turn)
        half = 78
        reach = half * np.array([np.cos(angle), -np.sin(angle)])
        foot = np.array([middle + aside - half * np.cos(angle), 340.0])
        ends = foot, foot + 2 * reach
        pen.line([tuple(ends[0]), tuple(ends[1])], fill=GOOD, width=9)
        for k in np.linspace(0.06, 0.86, 5):
            spot, to = foot + 2 * reach * k, foot + 2 * reach * (k + 0.09)
            pen.line([tuple(spot), tuple(to)], fill=PAPER, width=5)
        pen.text((left, 372), words, font=font(24), fill=INK)
    return canvas


def result() -> Image.Image:
    """The drawing of a result, reduced."""
    views = Views()
    shots = [photographed(LENS, pose, seed=number) for number, pose in enumerate(good_poses())]
    for number, shot in enumerate(shots, 1):
        views.add(str(number), view_of(shot))
    lens = solved(views)
    profile = as_profile(lens, camera="usb:0", device="(drawn)", made="2026-01-01")
    drawn = result_picture(shots[0], views.views[0], profile, lens)
    small = cv2.resize(drawn, (1200, round(1200 * drawn.shape[0] / drawn.shape[1])), interpolation=cv2.INTER_AREA)
    return Image.fromarray(np.ascontiguousarray(small[..., ::-1]))


def main() -> None:
    """Write all pictures."""
    for name, drawing in (("good-views", good), ("bad-views", bad), ("holding", holding), ("result", result)):
        drawing().quantize(32).save(HERE / "pictures" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
