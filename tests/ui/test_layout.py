"""Nothing is cut, nothing overlaps: every scene of every page at each size and density."""

from __future__ import annotations

import pytest

from tests.ui.scenes import SCENES, Stage

SIZES = [(800, 480), (1280, 720), (720, 1280), (1920, 1080)]
DENSITIES = [1.0, 1.5]


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
def test_the_layout_of_a_scene(pilot, name, size, density):
    from tests.ui.layout import layout_problems

    stage = Stage(pilot, size, density)
    SCENES[name](stage)
    pilot.pump(2)
    problems = layout_problems(pilot.app.stage)
    stage.end()
    assert problems == []


@pytest.mark.parametrize("name", SCENES)
def test_everything_to_touch_is_a_finger_wide(pilot, name):
    from kivy.metrics import dp

    from tests.ui.layout import small_targets

    stage = Stage(pilot, (800, 480))
    SCENES[name](stage)
    pilot.pump(2)
    targets = small_targets(pilot.app.stage, dp(44))
    stage.end()
    assert targets == []
