"""From views to the lens: what comes out is held against the lens that took the pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.rendered import Lens, Pose, good_poses, photographed
from companion.vision.lens.picture import lines_of, most_bent_px
from companion.vision.lens.profile import Straightener
from companion.vision.lens.sheet import corner_mm
from companion.vision.lens.solve import LensImplausible, as_profile, solved
from companion.vision.lens.view import View, ViewUnusable, view_of
from companion.vision.lens.views import ANY_OTHER, Views, ViewsInsufficient
from tests.vision.lens.held_up import LENS, good_views, pictures, some_views


def profile(lens=None):
    return as_profile(lens or solved(good_views()), camera="usb:0", device="Cam", made="2026-01-01")


def most_off_px(lens: Lens, matrix: np.ndarray, distortion) -> float:
    """How far apart two lenses put the same rays at most, over the whole picture."""
    rays = lens.rays()[::40, ::40].reshape(-1, 2)
    places = np.column_stack([rays, np.ones(len(rays))])
    none = np.zeros(3)
    one = cv2.projectPoints(places, none, none, lens.matrix, np.array(lens.distortion))[0]
    other = cv2.projectPoints(places, none, none, matrix, np.array(distortion))[0]
    return float(np.linalg.norm(one - other, axis=2).max())


def test_the_lens_that_took_the_pictures_comes_out():
    lens = solved(good_views())
    assert np.diag(lens.matrix)[:2] == pytest.approx(LENS.focal_px, rel=0.002)
    assert lens.matrix[:2, 2] == pytest.approx(LENS.centre_px, abs=1.0)
    assert lens.distortion[:2] == pytest.approx(LENS.distortion[:2], abs=0.01)
    # Corners of the picture included, where no sheet was.
    assert most_off_px(LENS, lens.matrix, lens.distortion) < 2.0
    assert lens.left_out == ()


def test_the_error_is_small_in_pixels_and_in_millimetres():
    lens = solved(good_views())
    assert 0.01 < lens.error_px < 0.15
    assert 0.005 < lens.error_mm < 0.06
    assert lens.error_mm < lens.worst_mm < 0.25


def test_millimetres_are_those_of_the_sheet():
    lens = solved(good_views())
    # At 330 mm a pixel of this lens is a third of a millimetre.
    first = np.linalg.norm(lens.off_mm[0], axis=1) / np.linalg.norm(lens.off_px[0], axis=1)
    assert float(np.median(first)) == pytest.approx(330 / 1000, rel=0.1)


@pytest.mark.parametrize(
    ("lens", "far_mm"),
    [
        (Lens((1280, 720), (620.0, 620.0), (640.0, 360.0), (-0.30, 0.11, 0.0, 0.0, -0.02)), 220.0),
        (Lens((1920, 1080), (1900.0, 1900.0), (965.0, 530.0), (0.06, -0.1, 0.0, 0.0, 0.0)), 420.0),
    ],
)
def test_wide_and_long_lenses_come_out_as_well(lens, far_mm):
    views = Views()
    for number, pose in enumerate(good_poses(far_mm)):
        views.add(str(number), view_of(photographed(lens, pose, seed=number)))
    found = solved(views)
    assert np.diag(found.matrix)[:2] == pytest.approx(lens.focal_px, rel=0.003)
    assert found.error_mm < 0.08


def test_straight_lines_are_straight_afterwards():
    view, kept = good_views().views[0], profile()
    straight = cv2.undistortPoints(
        view.corners.reshape(-1, 1, 2), kept.matrix(view.size_px), np.array(kept.distortion),
        P=Straightener(kept, view.size_px).matrix,
    ).reshape(-1, 2)  # fmt: skip
    assert most_bent_px(view.corners, lines_of(view)) > 3
    assert most_bent_px(straight, lines_of(view)) < 0.4


def test_the_straightened_picture_shows_what_the_straightened_points_say():
    straightener = Straightener(profile(), (1280, 720))
    again = view_of(straightener.straight(pictures()[0]))
    assert most_bent_px(again.corners, lines_of(again)) < 0.5
    assert again.size_px == (1280, 720)


def test_card_edges_are_straight_afterwards():
    """25 cards on the table: their edges, as the lens bends them, and afterwards."""
    edges = [(x, y) for y in np.linspace(-90, 90, 6) for x in np.linspace(-170, 170, 30)]
    places = np.column_stack([np.array(edges), np.full(len(edges), 340.0)])
    none = np.zeros(3)
    seen = cv2.projectPoints(places, none, none, LENS.matrix, np.array(LENS.distortion))[0]
    kept = profile()
    after = cv2.undistortPoints(seen, kept.matrix((1280, 720)), np.array(kept.distortion), P=LENS.matrix).reshape(-1, 2)
    rows = [list(range(start, start + 30)) for start in range(0, len(edges), 30)]
    assert most_bent_px(seen.reshape(-1, 2), rows) > 8
    assert most_bent_px(after, rows) < 0.5


def test_a_profile_holds_for_the_same_picture_at_another_size():
    kept = profile()
    assert kept.fits((1280, 720)) and kept.fits((1920, 1080)) and not kept.fits((640, 480))
    large = kept.matrix((1920, 1080))
    assert large[0, 0] == pytest.approx(1.5 * kept.focal_px[0])
    assert large[0, 2] == pytest.approx(1.5 * (kept.centre_px[0] + 0.5) - 0.5)


def test_what_is_missing_is_asked_for_in_turn():
    asked = [some_views(range(count)).next_wish for count in range(10)]
    assert "flat under the camera" in asked[0]
    assert "right" in asked[1] and "bottom" in asked[3] and "upper left corner" in asked[5]
    assert asked[9] == ANY_OTHER
    assert not some_views(range(11)).complete
    assert good_views().complete


def test_too_few_views_are_refused_with_the_next_one():
    with pytest.raises(ViewsInsufficient, match="7 usable pictures of the sheet, at least 8 are needed") as refused:
        solved(some_views(range(7)))
    assert "lower left corner" in str(refused.value)


def test_the_same_view_twice_is_refused():
    views = some_views([0])
    with pytest.raises(ViewUnusable, match="shows the sheet as picture 0 does"):
        views.add("again", view_of(photographed(LENS, Pose((3, 2, 331), turn_deg=90), seed=8)))


def test_views_of_two_sizes_are_refused():
    views = some_views([0])
    small = cv2.resize(pictures()[1], None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    with pytest.raises(ViewUnusable, match="960 x 540 pixels, where the others have 1280 x 720"):
        views.add("small", view_of(small))


def made_up(spots, leans, lens: Lens = LENS, bend_mm: float = 0.0) -> Views:
    """Views that were computed, not seen; ``bend_mm``: how far the sheet's middle stands up."""
    views, ids = Views(), np.arange(54, dtype=np.int32)
    middle = np.array([84.0, 120.0])
    places = np.column_stack([corner_mm(ids) - middle, np.zeros(54)])
    places[:, 2] = -bend_mm * np.cos(places[:, 1] / 120 * np.pi / 2)
    for number, (spot, lean) in enumerate(zip(spots, leans, strict=True)):
        pose = Pose(spot, lean, 90)
        turn = cv2.Rodrigues(pose.rotation)[0]
        seen = cv2.projectPoints(places, turn, np.array(spot, float), lens.matrix, np.array(lens.distortion))[0]
        corners = seen.reshape(-1, 2)
        outline = corners[[0, 5, 53, 48]]
        tilt = (float(lean[0]), float(lean[1]))
        views.add(str(number), View(ids, corners, lens.size_px, outline, 0.8, tilt))
    return views


SPOTS = [(x, y, 420.0) for x in (-110, 0, 110) for y in (-50, 0, 50)]


def test_a_sheet_that_never_leans_is_refused():
    with pytest.raises(ViewsInsufficient, match="faces the camera in all pictures"):
        solved(made_up(SPOTS, [(2, 1)] * 9))
    with pytest.raises(ViewsInsufficient, match="edge at the top or bottom"):
        solved(made_up(SPOTS, [(25, 1), (-25, 1)] * 4 + [(0, 0)]))


def test_a_sheet_in_one_part_of_the_picture_only_is_refused():
    small = [(x, y, 900.0) for x in (-60, 0, 60) for y in (-60, 0, 60)]
    with pytest.raises(ViewsInsufficient, match="of the 16 parts of the picture only"):
        solved(made_up(small, [(25, 0), (-25, 0), (0, 25), (0, -25), (9, 9)] + [(15, 15)] * 4))


def test_a_bent_sheet_does_not_fit_together():
    leans = [(25, 0), (-25, 0), (0, 25), (0, -25), (20, 20), (-20, 20), (20, -20), (0, 0), (9, 9)]
    assert solved(made_up(SPOTS, leans)).error_px < 0.01
    with pytest.raises(LensImplausible, match="glue the sheet onto something flat"):
        solved(made_up(SPOTS, leans, bend_mm=12.0))


def test_one_view_that_does_not_fit_is_left_out_and_named():
    views = some_views(range(12))
    odd = views.views[4]
    shaken = odd.corners + np.random.default_rng(1).normal(0, 1.5, odd.corners.shape)
    views.views[4] = View(odd.ids, shaken, odd.size_px, odd.outline, odd.soft_px, odd.tilt_deg)
    lens = solved(views)
    assert lens.left_out == ("4",)
    assert len(lens.used) == 11
    assert lens.error_px < 0.15
