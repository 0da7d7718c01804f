"""The live session: waits for a still sheet, holds the camera, says what to do next."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.vision.lens.session import PATIENCE_S, Session
from companion.vision.lens.solve import solved
from companion.vision.lens.views import ViewsInsufficient
from tests.vision.lens.devices import TableCamera
from tests.vision.lens.held_up import pictures

EMPTY = np.full((720, 1280, 3), 120, np.uint8)


def held_still(*chosen: np.ndarray) -> list[np.ndarray]:
    """Each picture as long as it takes to be seen as still; the first is held longer, while the camera settles."""
    return [chosen[0], chosen[0], *itertools.chain.from_iterable((one, one) for one in chosen)]


def clock(step_s: float):
    ticks = itertools.count()
    return lambda: next(ticks) * step_s


def session(frames, step_s: float = 0.1) -> tuple[Session, TableCamera, list[str]]:
    said: list[str] = []
    camera = TableCamera(frames)
    return Session(camera, lambda: camera.hold(None), said.append, clock(step_s)), camera, said


def test_twelve_views_are_taken_and_each_next_one_is_asked_for():
    run, camera, said = session([EMPTY, *held_still(*pictures())])
    views = run.run()
    assert len(views.views) == 12 and views.complete
    assert solved(views).error_mm < 0.06
    assert said[0].startswith("Next: lay the sheet flat")
    assert said[1].startswith("1 of about 12 taken. Next: lift the sheet's edge at the right")
    assert said[-1] == "12 of about 12 taken."
    assert camera.held_after == 3


def test_the_picture_in_which_the_sheet_is_largest_is_kept_for_the_drawing():
    run, _, _ = session(held_still(*pictures()))
    views = run.run()
    largest = max(range(12), key=lambda number: views.views[number].area)
    assert run.picture is pictures()[largest]


def test_a_moving_sheet_is_not_taken():
    run, _, _ = session([*pictures(), EMPTY], step_s=2.0)
    assert run.run().views == []


def test_a_view_that_is_held_on_is_taken_once():
    run, _, said = session([pictures()[0]] * 40, step_s=1.0)
    assert len(run.run().views) == 1
    assert any("shows the sheet as picture 1 does" in line for line in said)


def test_nothing_new_for_a_minute_ends_the_session_with_what_is_there():
    run, camera, said = session([EMPTY], step_s=1.0)
    with pytest.raises(ViewsInsufficient, match="0 usable pictures"):
        solved(run.run())
    assert camera.shown <= PATIENCE_S
    assert 2 <= len([line for line in said if "not to be seen" in line]) <= PATIENCE_S / 4 + 1


def test_a_camera_that_fails_ends_the_session():
    class Unplugged(TableCamera):
        def frame(self):
            raise CompanionError("camera usb:0 gives no picture: check its cable")

    with pytest.raises(CompanionError, match="check its cable"):
        Session(Unplugged([]), lambda: None, lambda _: None, clock(0.1)).run()
