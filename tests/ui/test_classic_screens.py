"""What the screens page asks in the base game: spymasters side by side, or the only one (B1, B6)."""

from __future__ import annotations

import pytest

from companion.game.classic import Team
from companion.game.position import Seat
from companion.table.ports import Link
from companion.table.views import Show
from companion.ui.presenters.desk import Page
from companion.ui.presenters.screens import ScreensPresenter, Step
from companion.ui.presenters.start import StartPresenter
from tests.ui.classic_table import ClassicTable
from tests.ui.table import PlainDesk


class Ask:
    """The screens page; each intent after some time."""

    def __init__(self, table):
        self.table, self.session, self.glass = table, table.session, table.screens
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
def asked(tmp_path):
    def make(devices=("left", "right"), **options):
        table = ClassicTable(tmp_path, devices, **options)
        table.settle_words()
        ask = Ask(table)
        ask.do("enter")
        return ask

    return make


def plug_in(ask, device):
    ask.glass.links[device] = Link.SHOWING
    ask.glass.pictures[device] = None
    return ask.do("bind")


def test_two_screens_are_told_apart_by_red_s_spymaster(asked):
    ask = asked()
    view = ask.page.view()
    assert (view.step, view.question) == (Step.LETTERS, "Which letter is on the screen in front of red's spymaster?")
    assert ask.do("in_front_of_a", Seat.B).step is Step.VIEWS
    assert ask.shown("right") == (Seat.A, Show.WORDS)


def test_both_say_yes_at_the_side_at_which_they_sit(asked):
    ask = asked(side=Seat.B)
    view = ask.do("in_front_of_a", Seat.A)
    assert [(answer.seat, answer.edge) for answer in view.answers] == [(Seat.A, Seat.B), (Seat.B, Seat.B)]
    assert view.answers[0].text == "Red: yes, this is how I see the table"
    assert {ask.glass.pictures[device].cells[0].word for device in ("left", "right")} == {"NEW YORK"}


def test_with_both_yes_the_key_goes_on_and_the_page_faces_the_operatives(asked):
    ask = asked(side=Seat.B)
    ask.desk.facing = Seat.B
    ask.do("in_front_of_a", Seat.A)
    ask.do("confirm", Seat.A)
    assert not ask.session.running
    ask.do("confirm", Seat.B)
    assert ask.desk.page is Page.PLAY_CLASSIC
    assert ask.desk.facing is Seat.A
    assert ask.shown("left") == (Seat.A, Show.KEY)
    assert ask.shown("right") == (Seat.B, Show.KEY)


def test_the_letters_are_in_the_colours_of_the_teams_and_in_those_of_the_seats_for_one_team(tmp_path):
    for players, teams in ((4, [Team.RED, Team.BLUE]), (2, [None, None])):
        (tmp_path / str(players)).mkdir()
        table = ClassicTable(tmp_path / str(players), players=players)
        table.settle_words()
        ask = Ask(table)
        view = ask.do("enter")
        assert [ask.glass.pictures[device].team for device in ("left", "right")] == teams
        ask.do("in_front_of_a", Seat.A)
        assert [ask.glass.pictures[device].team for device in ("left", "right")] == teams
        assert [view.teams.get(seat) for seat in Seat] == teams


def test_one_screen_is_enough_for_two_spymasters(asked):
    ask = asked(("left",))
    view = ask.page.view()
    assert view.step is Step.VIEWS
    assert "One screen is enough" in view.sentence
    assert not view.can_go_on
    assert view.answers[0].text == "Both spymasters: yes, this is how we see the table"
    view = ask.do("confirm", Seat.A)
    assert view.can_go_on
    assert view.answers[0].text == "Both spymasters have said yes"
    assert not ask.session.running
    ask.do("go_on")
    assert ask.desk.page is Page.PLAY_CLASSIC
    assert ask.shown("left") == (Seat.A, Show.KEY)


def test_a_second_screen_that_comes_is_asked_about(asked):
    ask = asked(("left",))
    view = plug_in(ask, "right")
    assert view.step is Step.LETTERS
    assert ask.shown("left") == (Seat.A, Show.SEAT)
    assert ask.shown("right") == (Seat.B, Show.SEAT)


def test_in_play_a_second_screen_shows_words_and_the_first_keeps_the_key(asked):
    ask = asked(("left",))
    ask.do("confirm", Seat.A)
    ask.do("go_on")
    ask.do("enter")
    view = plug_in(ask, "right")
    assert (view.step, view.confirmed) == (Step.VIEWS, (True, False))
    assert ask.shown("left") == (Seat.A, Show.KEY)
    assert ask.shown("right") == (Seat.B, Show.WORDS)
    ask.do("confirm", Seat.B)
    assert ask.desk.page is Page.PLAY_CLASSIC
    assert ask.shown("right") == (Seat.B, Show.KEY)


def test_no_screen_at_all_is_said(asked):
    view = asked(()).page.view()
    assert view.step is Step.MISSING
    assert "One is enough for both" in view.sentence


def test_the_only_spymaster_is_asked_alone_and_the_other_screen_stays_dark(asked):
    ask = asked(players=2)
    view = ask.page.view()
    assert view.question == "Which letter is on the screen in front of the spymaster?"
    assert "the other is dark in play" in view.sentence
    view = ask.do("in_front_of_a", Seat.B)
    assert [answer.seat for answer in view.answers] == [Seat.A]
    ask.do("confirm", Seat.A)
    assert ask.desk.page is Page.PLAY_CLASSIC
    assert ask.shown("right") == (Seat.A, Show.KEY)
    assert ask.shown("left") is None


def test_in_play_the_page_lights_no_screen_that_shows_no_key(asked):
    ask = asked(players=2)
    ask.do("in_front_of_a", Seat.A)
    ask.do("confirm", Seat.A)
    view = ask.do("enter")
    assert view.can_go_on
    assert ask.shown("left") == (Seat.A, Show.KEY)
    assert ask.shown("right") is None


def test_the_only_spymaster_needs_one_screen(asked):
    ask = asked(("left",), players=2)
    view = ask.page.view()
    assert (view.step, view.places) == (Step.VIEWS, (Seat.A,))
    ask.do("confirm", Seat.A)
    assert ask.desk.page is Page.PLAY_CLASSIC


def test_the_only_screen_goes_to_the_only_spymaster_wherever_it_stood(asked):
    ask = asked(players=2)
    ask.glass.links["left"] = Link.ABSENT
    view = ask.do("bind")
    assert view.step is Step.VIEWS
    assert ask.shown("right") == (Seat.A, Show.WORDS)
    assert not ask.session.running


def test_a_base_game_that_waits_is_gone_on_with_from_the_first_page(tmp_path):
    table = ClassicTable(tmp_path, side=Seat.A)
    table.begin()
    table.play("red clue SEA 2")
    table.session.new_mission()
    desk = PlainDesk(table.session)
    start = StartPresenter(desk)
    assert start.view().waiting == "Go on with the base game"
    start.resume()
    assert desk.page is Page.PLAY_CLASSIC
    assert desk.facing is Seat.B
    assert table.screens.of(Seat.A).show is Show.KEY
