"""Looking at a key on the page, without a window: who is handed the table, when the key is there, when it goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.table.ports import Link
from companion.table.views import Show, face_view
from companion.ui.presenters.desk import Page, Reading
from companion.ui.presenters.look_sheet import LookSheet
from companion.ui.presenters.peek import HOLD_S, IDLE_S, MOST_S, PeekPresenter, Step
from companion.ui.presenters.screens import ScreensPresenter
from companion.ui.presenters.screens import Step as Ask
from tests.ui.classic_table import ClassicTable
from tests.ui.table import PlainDesk, UiTable


class Peek:
    """A desk in play with the page up."""

    def __init__(self, table: UiTable, *absent: str) -> None:
        self.table, self.session = table, table.session
        for device in absent:
            table.screens.links.pop(device)
        self.session.looks.change(replace(self.session.looks.now, on_page=True))
        table.settle_words()
        for device, seat in (("left", Seat.A), ("right", Seat.B)):
            if device not in absent:
                self.session.assign(device, seat)
                self.session.show_words()
                self.session.confirm_view(seat)
        self.session.options = replace(self.session.options, first=Seat.A)
        self.session.begin()
        self.desk = PlainDesk(self.session)
        self.page = PeekPresenter(self.desk)
        self.page.enter()

    def do(self, intent: str):
        self.desk.later()
        getattr(self.page, intent)()
        return self.page.view()

    def wait(self, seconds: float):
        self.desk.clock.seconds += seconds
        self.page.tick()
        return self.page.view()

    def hold(self):
        self.do("main")
        self.do("press")
        return self.wait(HOLD_S)


@pytest.fixture
def peek(table):
    return Peek(table, "left", "right")


def test_the_table_is_handed_over_before_anything_can_be_held(peek):
    view = peek.page.view()
    assert (view.step, view.title) == (Step.HAND, "Hand the table to A")
    assert "B looks away" in view.sentence
    peek.do("press")
    assert peek.wait(HOLD_S * 2).face is None


def test_the_key_is_there_while_it_is_held_and_gone_at_once(peek):
    view = peek.hold()
    assert view.step is Step.SHOWN
    assert view.face == face_view(Seat.A, peek.session.board, peek.session.mission.setup.key, peek.session.state)
    assert peek.session.shared.lit
    peek.page.release()
    assert peek.page.view().face is None
    assert not peek.session.shared.lit
    assert peek.wait(1).face is None


def test_a_touch_that_is_no_hold_shows_nothing(peek):
    peek.do("main")
    peek.do("press")
    assert peek.wait(HOLD_S / 2).face is None
    peek.page.release()
    assert peek.wait(HOLD_S).face is None


def test_a_touch_just_after_the_page_changed_is_not_meant(peek):
    peek.do("main")
    peek.page.press()
    assert peek.wait(HOLD_S).face is None


def test_b_is_handed_the_table_and_sees_the_face_of_b_from_the_side_of_b(peek):
    view = peek.do("other")
    assert view.title == "Hand the table to B"
    view = peek.hold()
    assert view.face.seat is Seat.B
    assert peek.desk.facing is Seat.B
    peek.page.release()
    peek.do("main")
    assert peek.desk.page is Page.PLAY
    assert peek.desk.facing is Seat.A


def test_whoever_is_to_give_the_clue_is_handed_the_table_first(peek):
    peek.session.give_clue(Seat.A)
    peek.session.guess(Seat.B, peek.table.places(Seat.A, Identity.AGENT)[0])
    peek.session.stop(Seat.B)
    peek.page.enter()
    assert peek.page.view().title == "Hand the table to B"


def test_only_the_seat_without_a_screen_is_offered(table):
    peek = Peek(table, "right")
    view = peek.page.view()
    assert (view.title, view.other) == ("Hand the table to B", "")
    peek.do("other")
    assert peek.page.view().title == "Hand the table to B"
    assert peek.hold().face.seat is Seat.B


def test_the_key_goes_when_it_is_held_too_long_or_its_screen_comes(peek):
    peek.hold()
    assert peek.wait(MOST_S).face is None
    assert not peek.session.shared.lit
    peek.do("press")
    assert peek.wait(HOLD_S).face is not None
    peek.table.screens.links["left"] = Link.SHOWING
    peek.table.screens.seats["left"] = Seat.A
    assert peek.wait(0.1).face is None


def test_hiding_the_keys_or_forbidding_it_takes_it_off_too(peek):
    for change in (peek.session.hide_keys, lambda: _forbid(peek.session)):
        peek.page.enter()
        assert peek.hold().face is not None
        change()
        assert peek.wait(0.05).face is None
        peek.session.show_keys()


def test_a_page_that_nobody_touches_asks_again_who_looks(peek):
    peek.do("main")
    assert peek.wait(IDLE_S - 2).step is Step.HOLD
    assert peek.wait(3).step is Step.HAND


def test_no_key_while_the_camera_takes_a_picture(peek):
    peek.desk.eyes.reading = Reading(active=True)
    assert peek.hold().face is None
    assert "camera" in peek.desk.notice
    peek.desk.eyes.reading = Reading()
    peek.do("press")
    assert peek.wait(HOLD_S).face is not None


def test_leaving_takes_it_off_and_asks_anew(peek):
    peek.hold()
    peek.page.leave()
    assert (peek.page.view().face, peek.page.view().step) == (None, Step.HAND)


def test_text_forms_hide_the_face(peek):
    text = repr(peek.hold())
    assert "hidden" not in text
    assert "Identity" not in text
    assert "STADIUM" not in text


@pytest.mark.parametrize("players", [4, 2])
def test_spymasters_look_together_from_their_side(tmp_path, players):
    table = ClassicTable(tmp_path, players=players)
    table.screens.links.clear()
    table.session.looks.change(replace(table.session.looks.now, on_page=True))
    table.settle_words()
    table.session.begin()
    desk = PlainDesk(table.session)
    page = PeekPresenter(desk)
    page.enter()
    assert page.view().title == "Hand the table to the spymasters"
    assert page.view().other == ""
    for intent in ("main", "press"):
        desk.later()
        getattr(page, intent)()
    desk.clock.seconds += HOLD_S
    page.tick()
    assert page.view().face.show is Show.KEY
    assert desk.facing is table.session.options.side


# The screens page with fewer screens than seats.


def asks(table, *absent: str, allowed: bool = True):
    for device in absent:
        table.screens.links.pop(device)
    table.session.looks.change(replace(table.session.looks.now, on_page=allowed))
    table.settle_words()
    desk = PlainDesk(table.session)
    desk.page = Page.SCREENS
    page = ScreensPresenter(desk)
    page.enter()
    desk.later()
    return desk, page


def test_without_screens_the_page_waits_unless_it_may_stand_in(table):
    desk, page = asks(table, "left", "right", allowed=False)
    assert not page.view().can_go_on
    page.go_on()
    assert not table.session.running
    page.look.show()
    page.look.choose("page", 1)
    assert page.view().can_go_on
    assert "finger holds" in page.view().sentence
    desk.later()
    page.go_on()
    assert table.session.running
    assert desk.page is Page.PLAY
    assert table.session.views_confirmed == frozenset()


def test_with_one_screen_its_player_looks_at_it_first_and_may_be_either(table):
    desk, page = asks(table, "right")
    view = page.view()
    assert (view.step, view.can_go_on, view.points) == (Ask.VIEWS, False, True)
    assert "If the screen stands before B" in view.sentence
    page.take("left", Seat.B)
    page.bind()
    assert table.screens.of(Seat.B).show is Show.WORDS
    assert page.view().stand_ins == (Seat.A,)
    desk.later()
    page.confirm(Seat.B)
    assert table.session.running
    assert table.screens.of(Seat.B).show is Show.FACE
    assert table.session.shared.seats() == (Seat.A,)


def test_with_two_screens_the_page_is_as_ever(table):
    _, page = asks(table)
    view = page.view()
    assert (view.step, view.points, view.stand_ins, view.can_go_on) == (Ask.LETTERS, False, (), False)


def test_the_sheet_says_what_holds_and_what_is_touched_holds_at_once(table):
    table.screens.inches_tenths = {"left": 20, "right": 35}
    desk, page = asks(table)
    sheet = LookSheet(desk)
    assert sheet.view() is None
    sheet.show()
    rows = {row.name: row for row in sheet.view().rows}
    assert [choice.text for choice in rows["words A"].choices] == ["by its size: off", "on", "off"]
    assert rows["words B"].choices[0].text == "by its size: on"
    assert "2.0 inches" in rows["words A"].note
    assert "step" not in rows
    sheet.choose("light", 1)
    assert table.screens.level < 255
    sheet.choose("light", 2)
    sheet.choose("step", 0)
    assert "step" in {row.name for row in sheet.view().rows}
    assert 0 < table.screens.level < 64
    sheet.choose("words A", 1)
    sheet.choose("words B", 2)
    assert table.screens.with_words == {Seat.A: True, Seat.B: False}
    chosen = [[c.chosen for c in row.choices].index(True) for row in sheet.view().rows]
    assert chosen == [2, 0, 1, 2, 1]
    desk.paint = None
    assert "page" not in {row.name for row in sheet.view().rows}
    sheet.close()
    assert sheet.view() is None
    assert page.view().look is None


def _forbid(session) -> None:
    session.looks.change(replace(session.looks.now, on_page=False))
