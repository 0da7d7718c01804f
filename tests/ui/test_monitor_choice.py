"""A touch on the screens page chooses a USB monitor; before it none has a seat."""

from __future__ import annotations

from companion.game.position import Seat
from companion.table.views import Show
from tests.ui.scenes import SCENES, Stage


def test_a_monitor_is_chosen_by_touch(pilot):
    stage = Stage(pilot, (800, 480))
    page = SCENES["screens_monitors"](stage)
    assert stage.table.screens.seats == {}
    assert "pull its cable" in page.ids.sentence.text
    for device in ("left", "right"):
        stage.pilot.tap(page.ids.list.choices[device])
    seats, pictures = dict(stage.table.screens.seats), dict(stage.table.screens.pictures)
    choices = dict(page.ids.list.choices)
    stage.end()
    assert seats == {"left": Seat.A, "right": Seat.B}
    assert {picture.show for picture in pictures.values()} == {Show.SEAT}
    assert choices == {}
