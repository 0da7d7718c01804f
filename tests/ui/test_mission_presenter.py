"""What is agreed on the mission page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.campaign import City
from companion.game.classic import Team
from companion.game.position import Seat
from companion.table.options import Game, KeySource
from companion.ui.presenters.desk import Page
from companion.ui.presenters.mission import BASE, MAP, STANDARD, MissionPresenter
from companion.ui.presenters.people import called_fully, proper, verb
from companion.ui.presenters.typing import Typed


@pytest.fixture
def mission(desk):
    page = MissionPresenter(desk)
    desk.later()
    return page


def names(mission):
    return [row.name for row in mission.view().rows]


def options(desk):
    return desk.session.options


def test_the_usual_mission_needs_no_choice(mission, desk):
    assert names(mission) == ["game", "tokens", "first", "scoring", "names"]
    mission.go_on()
    assert desk.page is Page.SCREENS
    assert (options(desk).turns, options(desk).mistakes, options(desk).first) == (9, 9, None)


def test_numbers_of_an_older_mission_are_told_as_they_are(mission, desk):
    mission._agree(turns=5, mistakes=2)
    assert mission.view().title == "A mission with 5 turns, 2 mistakes"
    assert not any(choice.chosen for choice in mission.view().rows[1].choices)
    mission.choose("tokens", 0)
    assert mission.view().title == "A mission with nine tokens and fifteen agents"


@pytest.mark.parametrize(("index", "tokens"), [(1, 10), (2, 11)])
def test_more_tokens_are_easier_and_have_no_score(mission, desk, index, tokens):
    mission.choose("tokens", index)
    assert (options(desk).turns, options(desk).mistakes) == (tokens, tokens)
    assert "scoring" not in names(mission)
    assert "no score" in mission.view().rows[1].choices[index].text


def test_the_names_of_a_group_are_typed_and_kept_for_the_next_mission(mission, desk, table):
    mission.choose("names", 0)
    assert mission.view().typing == "A"
    mission.type(Typed("ANN"))
    mission.one_more()
    mission.one_more()
    mission.type(Typed(mission.view().typed.text + "BO"))
    mission.finish_typing()
    assert options(desk).names == ("Ann & Bo", "")
    assert mission.view().typing == ""
    assert mission.view().rows[-1].choices[0].text == "A: Ann & Bo"
    table.begin()
    table.open()
    assert table.session.options.names == ("Ann & Bo", "")


def test_names_that_are_given_up_stay_as_they_were(mission, desk):
    mission.choose("names", 1)
    mission.type(Typed("BO"))
    mission.stop_typing()
    assert options(desk).names == ("", "")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ANN & BO", "Ann & Bo"),
        ("O'NEILL", "O'Neill"),
        ("JEAN-PAUL", "Jean-Paul"),
        ("# ANN, BO:", "Ann Bo"),
        ("", ""),
        ("McKay", "McKay"),
    ],
)
def test_names_from_capital_keys_are_written_properly(typed, name):
    assert proper(typed) == name


def test_what_several_people_do_agrees_with_their_number(desk):
    assert verb("Ann & Bo", "gives", "give") == "give"
    assert verb("A", "gives", "give") == "gives"
    assert called_fully(options(desk), Seat.A) == "A"


def test_clue_rules_and_the_helper_stand_on_the_second_leaf(mission, desk):
    mission.turn_leaf()
    assert names(mission) == ["relaxed", "helper", "held", "key"]
    assert all(row.note for row in mission.view().rows)
    mission.choose("relaxed", 1)
    mission.choose("helper", 1)
    assert (options(desk).relaxed, options(desk).clue_help) == (True, True)
    mission.back()
    assert desk.page is not Page.WORDS
    mission.back()
    assert desk.page is Page.WORDS


def test_the_map_is_where_a_city_is_chosen(mission, desk):
    mission.choose("game", MAP)
    assert (desk.page, desk.back_from_map) == (Page.MAP, Page.MISSION)
    assert mission.view().rows[0].choices[STANDARD].chosen


def test_a_city_that_is_locked_is_refused_before_the_screens(mission, desk):
    mission._agree(city="Berlin", turns=11, mistakes=2)
    assert names(mission) == ["game", "city", "first", "names"]
    mission.go_on()
    assert desk.page is not Page.SCREENS
    assert "win Prague first" in desk.notice
    desk.session.map.keep(City("Prague", 9, 9, (), done=True))
    mission.go_on()
    assert desk.page is Page.SCREENS


def test_a_city_has_the_numbers_that_the_map_has_now(mission, desk):
    desk.session.map.keep(City("Oslo", 8, 3, ("Prague",)))
    desk.session.options = replace(options(desk), city="oslo", turns=8, mistakes=3)
    desk.session.map.keep(City("Oslo", 8, 4, ("Prague",)))
    mission.enter()
    assert mission.view().title == "Oslo: 8 turns, 4 mistakes"
    assert (options(desk).city, options(desk).turns, options(desk).mistakes) == ("Oslo", 8, 4)


def test_a_city_that_is_no_longer_on_the_map_is_told_when_the_page_comes_up(mission, desk):
    desk.session.options = replace(options(desk), city="Oslo", turns=8, mistakes=3)
    mission.enter()
    assert desk.notice.startswith("Oslo is not on the map")


def test_the_standard_mission_leaves_the_city(mission, desk):
    mission._agree(city="Berlin", turns=11, mistakes=2)
    mission.choose("game", STANDARD)
    assert (options(desk).city, options(desk).turns, options(desk).mistakes) == ("", 9, 9)


def test_the_base_game_has_its_own_rows(mission, desk):
    mission.choose("game", BASE)
    assert options(desk).game is Game.CLASSIC
    assert names(mission) == ["game", "players", "team", "side", "timer"]
    mission.choose("players", 2)
    mission.choose("team", 2)
    mission.choose("side", 1)
    mission.choose("timer", 2)
    chosen = options(desk)
    assert (chosen.players, chosen.team, chosen.side, chosen.timer_s) == (2, Team.BLUE, Seat.B, 90)
    mission.turn_leaf()
    assert names(mission) == ["names", "relaxed", "helper", "held", "key"]
    desk.later()
    mission.choose("names", 1)
    assert mission.view().typing == "blue"


def test_the_touch_that_opened_the_page_opens_nothing_else(mission, desk):
    desk.settle()
    mission.choose("game", MAP)
    mission.choose("names", 0)
    assert (desk.page, mission.view().typing) == (Page.START, "")


def test_where_the_key_comes_from_leads_to_another_page(mission, desk):
    mission.turn_leaf()
    assert mission.view().rows[-1].choices[0].chosen
    for index, source in enumerate((KeySource.DRAWN, KeySource.PHOTOGRAPHED, KeySource.TYPED)):
        mission.choose("key", index)
        desk.later()
        mission.go_on()
        assert options(desk).key is source
        assert desk.page is (Page.SCREENS if source is KeySource.DRAWN else Page.KEY)
