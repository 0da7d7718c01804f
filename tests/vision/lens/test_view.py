"""One picture of the sheet: found to a fraction of a pixel, or refused with what to do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.rendered import MARGIN_MM, TEXTURE_PX_PER_MM, Pose, photographed, sheet_texture
from companion.vision.lens.sheet import CORNERS, SHEET_MM, corner_mm
from companion.vision.lens.view import ViewUnusable, view_of
from tests.vision.lens.held_up import FLAT, LENS, pictures


def truth_px(pose: Pose, ids: np.ndarray) -> np.ndarray:
    places = np.column_stack([corner_mm(ids) - np.array(SHEET_MM) / 2, np.zeros(len(ids))])
    turn = cv2.Rodrigues(pose.rotation)[0]
    seen = cv2.projectPoints(places, turn, np.array(pose.middle_mm, float), LENS.matrix, np.array(LENS.distortion))[0]
    return seen.reshape(-1, 2)


def test_corners_are_found_to_a_tenth_of_a_pixel():
    view = view_of(pictures()[0])
    assert len(view.ids) == CORNERS
    assert float(np.abs(view.corners - truth_px(FLAT, view.ids)).max()) < 0.15


@pytest.mark.parametrize(
    ("lean", "axis", "sign"), [((25, 0), 0, 1), ((-25, 0), 0, -1), ((0, 25), 1, 1), ((0, -25), 1, -1)]
)
def test_the_way_the_sheet_leans_is_told(lean, axis, sign):
    view = view_of(photographed(LENS, Pose((0, 0, 400), lean, 90)))
    assert view.tilt_deg[axis] == pytest.approx(25 * sign, abs=5)
    assert abs(view.tilt_deg[1 - axis]) < 8


@pytest.mark.parametrize("blur_px", [0.6, 1.2, 1.8])
def test_the_blur_is_measured(blur_px):
    soft_px = view_of(photographed(LENS, FLAT, blur_px=blur_px)).soft_px
    assert blur_px - 0.3 < soft_px < blur_px + 0.5


def test_a_blurred_picture_is_refused():
    with pytest.raises(ViewUnusable, match="blurred"):
        view_of(photographed(LENS, FLAT, blur_px=2.6))


def foreign(kind: int) -> np.ndarray:
    """A sheet of the same size and look with markers of another kind or number."""
    other = cv2.aruco.CharucoBoard((7, 10), 24.0, 18.0, cv2.aruco.getPredefinedDictionary(kind))
    size = tuple(round(side * TEXTURE_PX_PER_MM) for side in SHEET_MM)
    margin = round(MARGIN_MM * TEXTURE_PX_PER_MM)
    drawn = cv2.copyMakeBorder(other.generateImage(size), *[margin] * 4, cv2.BORDER_CONSTANT, value=255)
    return cv2.convertScaleAbs(drawn, alpha=0.8, beta=25)


@pytest.mark.parametrize("kind", [cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_5X5_100, cv2.aruco.DICT_6X6_250])
def test_another_sheet_is_told_from_ours(kind):
    with pytest.raises(ViewUnusable, match="another sheet: print the one"):
        view_of(photographed(LENS, FLAT, texture=foreign(kind)))


def test_a_sheet_whose_parts_lie_otherwise_is_refused():
    # Two halves glued together with a gap.
    cut = sheet_texture().copy()
    middle = cut.shape[0] // 2
    cut[middle:-120] = cut[middle + 120 :].copy()
    cut[-120:] = 235
    with pytest.raises(ViewUnusable, match="do not lie as they do on the sheet"):
        view_of(photographed(LENS, FLAT, texture=cut))


@pytest.mark.parametrize(
    ("pose", "told"),
    [
        (Pose((0, 0, 1900), turn_deg=90), "too small|not to be seen|corners are to be seen"),
        (Pose((-260, -130, 330), turn_deg=90), "show all of it"),
    ],
)
def test_a_sheet_that_is_far_or_cut_off_is_refused(pose, told):
    with pytest.raises(ViewUnusable, match=told) as refused:
        view_of(photographed(LENS, pose))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_holds_no_sheet(level):
    with pytest.raises(ViewUnusable, match="not to be seen"):
        view_of(np.full((480, 640, 3), level, np.uint8))


def test_noise_and_a_single_pixel_hold_no_sheet():
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    for picture in (noise, noise[:1, :1]):
        with pytest.raises(ViewUnusable, match="not to be seen"):
            view_of(picture)
