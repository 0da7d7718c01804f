"""Nothing is cut, nothing overlaps: every scene of the base game at each size and density."""

from __future__ import annotations

import pytest

from tests.ui.scenes_classic import CLASSIC_SCENES, ClassicStage
from tests.ui.test_layout import SHAPES

pytestmark = pytest.mark.usefixtures("blind_pilot")


@pytest.mark.parametrize("name", CLASSIC_SCENES)
def test_nothing_is_cut_overlaps_or_is_too_small_to_touch(pilot, name):
    from kivy.metrics import dp

    from tests.ui.layout import layout_problems, small_targets

    stage = ClassicStage(pilot, SHAPES[0][0])
    CLASSIC_SCENES[name](stage)
    problems = {"to touch": small_targets(pilot.app.stage, dp(44))}
    for size, density in SHAPES:
        pilot.reshape(size, density)
        problems[size, density] = layout_problems(pilot.app.stage)
    assert {where: found for where, found in problems.items() if found} == {}
