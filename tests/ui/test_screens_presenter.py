"""What the screens page asks and does, without a window."""

from __future__ import annotations

import pytest

from companion.game.position import Seat
from companion.table.ports import Link
from companion.table.views import Show
from companion.ui.presenters.desk import Page
from companion.ui.presenters.screens import ScreensPresenter, Step
from tests.ui.table import PlainDesk, UiTable


class Ask:
    def __init__(self, table):
        self.table, self.session = table, table.session
        self.glass = table.screens
        self.desk = PlainDesk(table.session)
        self.desk.page = Page.SCREENS
        self.page = ScreensPresenter(self.desk)

    def do(self, intent, *values):
        self.desk.later()
        getattr(self.page, intent)(*values)
        return self.page.view()

    def shown(self, device):
        picture = self.glass.pictures[device]
        return (picture.seat, picture.show) if picture is not None else None


@pytest.fixture
def ask(table):
    table.settle_words()
    ask = Ask(table)
    ask.do("enter")
    return ask


def test_two_screens_get_their_letters_at_once(ask):
    view = ask.page.view()
    assert view.step is Step.LETTERS
    assert view.question == "Which letter is on the screen in front of you?"
    assert ask.shown("left") == (Seat.A, Show.SEAT)
    assert ask.shown("right") == (Seat.B, Show.SEAT)


def test_the_letter_a_at_seat_a_leads_to_the_words(ask):
    assert ask.do("in_front_of_a", Seat.A).step is Step.VIEWS
    assert ask.shown("left") == (Seat.A, Show.WORDS)
    assert ask.shown("right") == (Seat.B, Show.WORDS)


def test_the_letter_b_at_seat_a_exchanges_the_screens(ask):
    ask.do("in_front_of_a", Seat.B)
    assert ask.shown("left") == (Seat.B, Show.WORDS)
    assert ask.shown("right") == (Seat.A, Show.WORDS)


def test_a_double_touch_does_not_answer_the_next_question(ask):
    ask.do("in_front_of_a", Seat.B)
    ask.page.in_front_of_a(Seat.B)
    assert ask.shown("right") == (Seat.A, Show.WORDS)


def test_no_key_goes_on_before_both_have_said_yes(ask):
    ask.do("in_front_of_a", Seat.A)
    view = ask.do("confirm", Seat.A)
    assert view.confirmed == (True, False)
    assert not ask.session.running
    assert ask.shown("left") == (Seat.A, Show.WORDS)
    ask.desk.later()
    ask.page.confirm(Seat.B)
    assert ask.session.running
    assert ask.desk.page is Page.PLAY
    assert ask.shown("left") == (Seat.A, Show.FACE)


def test_no_asks_everything_again(ask):
    ask.do("in_front_of_a", Seat.A)
    ask.do("confirm", Seat.A)
    view = ask.do("ask_letters_again")
    assert (view.step, view.confirmed) == (Step.LETTERS, (False, False))
    assert ask.shown("left") == (Seat.A, Show.SEAT)


def test_one_screen_alone_waits_for_the_second(table):
    table.settle_words()
    table.screens.links["right"] = Link.ABSENT
    ask = Ask(table)
    view = ask.do("enter")
    assert view.step is Step.MISSING
    assert "One screen is here" in view.sentence
    table.screens.links["right"] = Link.SHOWING
    assert ask.do("bind").step is Step.LETTERS


def test_no_screen_at_all_is_said(tmp_path):
    ask = Ask(UiTable(tmp_path, devices=()))
    view = ask.do("enter")
    assert view.step is Step.MISSING
    assert "No screen is here yet" in view.sentence
    assert view.rows == ()


def test_a_screen_that_does_not_show_cannot_be_confirmed(ask):
    ask.do("in_front_of_a", Seat.A)
    ask.glass.links["left"] = Link.PENDING
    view = ask.do("confirm", Seat.A)
    assert view.can_confirm == (False, True)
    assert view.confirmed == (False, False)
    assert ask.desk.notice


def test_each_screen_is_told_honestly(ask):
    ask.glass.links.update(left=Link.CONNECTING, right=Link.REFUSED)
    rows = {row.device: row for row in ask.page.view().rows}
    assert rows["left"].text.startswith("connecting")
    assert rows["right"].text.startswith("cannot be used")
    assert ask.page.view().step is Step.MISSING


@pytest.fixture
def monitors(table):
    """Two USB monitors that nobody has chosen yet."""
    table.settle_words()
    for device in ("left", "right"):
        table.screens.links[device] = Link.SENT
        table.screens.keeps.add(device)
    ask = Ask(table)
    ask.do("enter")
    return ask


def test_a_usb_monitor_is_not_used_before_its_warning_was_answered(monitors):
    view = monitors.page.view()
    assert view.step is Step.MISSING
    for word in ("cannot confirm", "keeps its picture", "loses power", "pull its cable"):
        assert word in view.sentence
    for row in view.rows:
        assert (row.seat, row.to_choose) == (None, True)
        assert row.text == "confirms nothing, keeps its picture"
    monitors.do("bind")
    monitors.do("take", "left", Seat.A)
    assert monitors.desk.notice
    assert monitors.glass.seats == {}


def test_chosen_monitors_are_asked_about_as_any_other_and_never_called_connected(monitors):
    view = monitors.do("choose", "left")
    assert [row.to_choose for row in view.rows] == [False, True]
    view = monitors.do("choose", "right")
    assert view.step is Step.LETTERS
    assert {row.text.partition(", port")[0] for row in view.rows} == {"sent, cannot be confirmed"}
    monitors.do("in_front_of_a", Seat.B)
    view = monitors.do("confirm", Seat.A)
    assert view.confirmed == (True, False)
    monitors.do("confirm", Seat.B)
    assert monitors.desk.page is Page.PLAY
    assert monitors.shown("right") == (Seat.A, Show.FACE)


def test_a_monitor_that_comes_back_under_a_new_name_is_asked_about_again(monitors):
    for device in ("left", "right"):
        monitors.do("choose", device)
    monitors.do("in_front_of_a", Seat.A)
    for seat in Seat:
        monitors.do("confirm", seat)
    glass = monitors.glass
    glass.links.update({"right": Link.ABSENT, "right again": Link.SENT})
    glass.keeps.add("right again")
    glass.pictures["right again"] = None
    view = monitors.do("enter")
    assert [row.to_choose for row in view.rows] == [False, False, True]
    assert monitors.shown("right again") is None
    view = monitors.do("choose", "right again")
    assert monitors.shown("right again") == (Seat.B, Show.WORDS)
    assert monitors.shown("left") == (Seat.A, Show.FACE)
    assert view.confirmed == (True, False)


def test_a_monitor_that_was_not_sent_all_cannot_be_confirmed(monitors):
    for device in ("left", "right"):
        monitors.do("choose", device)
    monitors.do("in_front_of_a", Seat.A)
    monitors.glass.links["left"] = Link.PENDING
    view = monitors.do("confirm", Seat.A)
    assert (view.can_confirm, view.confirmed) == ((False, True), (False, False))


def test_a_player_points_to_one_of_three(table):
    table.settle_words()
    table.screens.links["spare"] = Link.SHOWING
    table.screens.pictures["spare"] = None
    ask = Ask(table)
    ask.do("enter")
    ask.do("take", "spare", Seat.B)
    assert ask.shown("spare") == (Seat.B, Show.SEAT)
    assert ask.shown("right") is None


def test_back_leads_where_the_players_came_from(ask):
    ask.desk.back_from_screens = Page.PLAY
    ask.desk.later()
    ask.page.back()
    assert ask.desk.page is Page.PLAY


def test_in_play_a_new_screen_is_asked_for_and_the_other_keeps_its_face(table):
    table.begin()
    table.screens.links["right"] = Link.ABSENT
    table.screens.links["spare"] = Link.SHOWING
    table.screens.pictures["spare"] = None
    ask = Ask(table)
    view = ask.do("enter")
    assert ask.shown("left") == (Seat.A, Show.FACE)
    assert ask.shown("spare") == (Seat.B, Show.WORDS)
    assert view.step is Step.VIEWS
    assert view.confirmed == (True, False)
    ask.desk.later()
    ask.page.confirm(Seat.B)
    assert ask.desk.page is Page.PLAY
    assert ask.shown("spare") == (Seat.B, Show.FACE)


def test_in_play_both_confirmed_screens_keep_their_faces(table):
    table.begin()
    ask = Ask(table)
    view = ask.do("enter")
    assert view.can_go_on
    assert ask.shown("left") == (Seat.A, Show.FACE)
    ask.desk.later()
    ask.page.go_on()
    assert ask.desk.page is Page.PLAY


def test_a_begin_that_the_store_refuses_can_be_tried_again(ask):
    ask.do("in_front_of_a", Seat.A)
    ask.do("confirm", Seat.A)
    ask.table.store.close()
    view = ask.do("confirm", Seat.B)
    assert ask.desk.page is Page.SCREENS
    assert ask.desk.notice
    assert view.can_go_on
    assert ask.shown("left") == (Seat.A, Show.WORDS)


def test_screens_whose_exchange_the_store_refuses_are_asked_about_again(table):
    table.begin()
    ask = Ask(table)
    ask.do("enter")
    ask.do("ask_letters_again")
    table.store.close()
    view = ask.do("in_front_of_a", Seat.B)
    assert view.step is Step.LETTERS
    assert ask.desk.notice
    assert ask.shown("left") == (Seat.A, Show.SEAT)
    assert ask.shown("right") == (Seat.B, Show.SEAT)
