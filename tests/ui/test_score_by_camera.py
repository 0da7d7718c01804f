"""The page that scores a finished mission, with a camera over the table."""

from __future__ import annotations

import pytest

from companion.table.finished import FinishedTable
from companion.ui.presenters.desk import Watching
from companion.ui.presenters.score import ScorePresenter
from tests.ui.table import PlainDesk, UiTable


@pytest.fixture
def page(tmp_path) -> ScorePresenter:
    desk = PlainDesk(UiTable(tmp_path).session)
    desk.eyes.watching = Watching(camera=True)
    page = ScorePresenter(desk)
    page.desk = desk
    return page


def looked(page, table: FinishedTable):
    page.desk.later()
    page.look()
    assert page.view().looking
    page.desk.eyes.counted(table)
    return page.view()


def test_what_the_camera_has_counted_stands_there(page) -> None:
    view = looked(page, FinishedTable(15, 0, False, 2, 5))
    assert (view.tokens_left, view.checkmarks, view.total) == (2, 5, "11")
    assert view.seen == "15 agents are seen."


def test_only_what_it_could_not_tell_is_asked(page) -> None:
    view = looked(page, FinishedTable(14, 1, False, 0, None))
    assert (view.tokens_left, view.looking) == (0, False)
    assert view.seen == (
        "14 of 15 agents are seen. Count the tokens taken checkmark side up yourselves. Was it sudden death?"
    )


def test_a_lost_mission_is_told(page) -> None:
    assert "assassin" in looked(page, FinishedTable(9, 0, True, 2, 5)).seen


def test_a_table_that_cannot_be_seen_is_told(page) -> None:
    page.desk.later()
    page.look()
    page.desk.eyes.not_counted("found 18 of 25 cards: move the camera back")
    assert page.view().seen == "Found 18 of 25 cards: move the camera back."


def test_without_a_camera_nothing_is_offered(page) -> None:
    page.desk.eyes.watching = Watching(camera=False)
    assert not page.view().can_look
