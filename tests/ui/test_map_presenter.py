"""The mission map: how cities stand, what is read off the printed map, where they are drawn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game.campaign import City, Standing
from companion.table.options import Game
from companion.ui.presenters.desk import Page
from companion.ui.presenters.map import MapPresenter
from companion.ui.presenters.map_layout import MIDDLE, laid_out, mark_size, wanted_places
from companion.ui.presenters.typing import Typed


@pytest.fixture
def shown(desk):
    page = MapPresenter(desk)
    desk.page, desk.back_from_map = Page.MAP, Page.MISSION
    page.enter()
    desk.later()
    return page


def mark(shown, name):
    return next(mark for mark in shown.view().marks if mark.name == name)


def opened(shown, desk, name):
    shown.open(name)
    desk.later()
    return shown.view().city


def test_each_city_tells_its_numbers_and_how_it_stands(shown):
    told = {m.name: (m.numbers, m.text) for m in shown.view().marks}
    assert told == {
        "Prague": ("9-9", "open"), "Berlin": ("11-2", "locked"), "Moscow": ("8-?", "locked"),
        "Cairo": ("9-?", "locked"), "Monte Carlo": ("9-0", "way?"), "Vatican": ("?-0", "way?"),
    }  # fmt: skip
    assert shown.view().sentence == "0 done.  Open: Prague"
    assert mark(shown, "Berlin").leads == ("Prague",)


def test_a_win_without_the_app_unlocks_and_a_slip_locks_again(shown, desk):
    opened(shown, desk, "Prague")
    shown.mark_done(True)
    assert shown.view().city.done
    assert mark(shown, "Berlin").standing is Standing.OPEN
    desk.later()
    shown.mark_done(False)
    assert mark(shown, "Berlin").standing is Standing.LOCKED


def test_a_locked_city_says_what_has_to_be_won_and_is_not_played(shown, desk):
    city = opened(shown, desk, "Berlin")
    assert city.sentence == "Locked: win Prague first."
    assert not city.can_play
    assert not city.can_done
    shown.play()
    assert (desk.page, desk.session.options.city) == (Page.MAP, "")
    assert "win Prague first" in desk.notice


def test_an_open_city_becomes_the_mission(shown, desk):
    desk.session.map.keep(City("Prague", 9, 9, (), done=True))
    shown.enter()
    assert opened(shown, desk, "Berlin").can_play
    shown.play()
    options = desk.session.options
    assert desk.page is Page.MISSION
    assert (options.game, options.city, options.turns, options.mistakes) == (Game.DUET, "Berlin", 11, 2)


def test_from_the_first_page_a_city_leads_to_a_new_board(shown, desk):
    desk.back_from_map = Page.START
    opened(shown, desk, "Prague")
    shown.play()
    assert desk.page is Page.TABLE
    assert desk.session.options.city == "Prague"


def test_a_number_that_is_not_known_is_counted_and_kept(shown, desk, table):
    city = opened(shown, desk, "Moscow")
    assert (city.numbers, city.ask_turns, city.ask_mistakes) == ("8-?", False, True)
    shown.count_mistakes(1)
    assert shown.view().city.mistakes == "0"
    for _ in range(12):
        shown.count_mistakes(1)
    assert shown.view().city.numbers == "8-8"
    shown.count_mistakes(-1)
    table.open()
    assert table.session.map.campaign().city("Moscow").mistakes == 7


def test_the_way_to_a_city_is_chosen_among_the_others(shown, desk):
    city = opened(shown, desk, "Monte Carlo")
    assert (city.leads, city.ask_leads) == ("After: ?", True)
    assert "Which city leads to it?" in city.sentence
    shown.choose_leads()
    names = [choice.text for choice in shown.view().choosing]
    assert "Monte Carlo" not in names
    shown.lead(names.index("Berlin"))
    shown.lead(names.index("Cairo"))
    assert [c.text for c in shown.view().choosing if c.chosen] == ["Berlin", "Cairo"]
    shown.lead(names.index("Cairo"))
    shown.leads_chosen()
    assert shown.view().city.leads == "After Berlin"
    assert mark(shown, "Monte Carlo").standing is Standing.LOCKED


def test_a_city_is_added_with_both_numbers_and_taken_off_again(shown, desk):
    shown.add()
    shown.type(Typed("BUENOS AIRES"))
    shown.finish_typing()
    city = shown.view().city
    assert (city.name, city.numbers, city.can_drop) == ("Buenos Aires", "?-?", True)
    shown.count_turns(1)
    shown.count_turns(-1)
    shown.count_mistakes(1)
    shown.count_mistakes(1)
    assert shown.view().city.numbers == "8-1"
    desk.later()
    shown.drop()
    assert "Buenos Aires" not in [m.name for m in shown.view().marks]
    assert shown.view().city is None


def test_fewer_turns_take_mistakes_along(shown, desk):
    desk.session.map.keep(City("Oslo", 5, 5, ("Prague",)))
    shown.enter()
    opened(shown, desk, "Oslo")
    shown.count_turns(-1)
    assert shown.view().city.numbers == "4-4"


def test_a_name_that_is_on_the_map_opens_that_city(shown):
    shown.add()
    shown.type(Typed("CAIRO"))
    shown.finish_typing()
    assert shown.view().city.name == "Cairo"
    assert len(shown.view().marks) == 6


def test_no_name_is_refused_in_one_sentence(shown, desk):
    desk.later()
    shown.add()
    shown.type(Typed("-"))
    shown.finish_typing()
    assert shown.view().adding
    assert "is no name of a city" in desk.notice


def test_back_leads_to_where_the_players_came_from(shown, desk):
    desk.back_from_map = Page.END
    shown.back()
    assert desk.page is Page.END


def test_a_second_half_of_a_touch_does_nothing_on_the_map(shown, desk):
    desk.settle()
    shown.open("Prague")
    shown.add()
    assert shown.view().city is None
    assert not shown.view().adding


# --- where they are drawn --------------------------------------------------------------------------------------------


def test_cities_lie_as_on_the_earth():
    places = wanted_places(["Prague", "Berlin", "Moscow", "Cairo"], {})
    assert places["Moscow"][0] == 1.0
    assert places["Cairo"][1] == 1.0
    assert places["Berlin"][1] < places["Prague"][1]


def test_a_city_that_nobody_knows_is_near_the_one_that_leads_to_it():
    leads = {"Nowhere": ("Elsewhere",), "Elsewhere": ("Cairo",)}
    places = wanted_places(["Nowhere", "Prague", "Cairo", "Elsewhere", "Lost"], leads)
    assert places["Nowhere"] == places["Elsewhere"] == places["Cairo"]
    assert places["Lost"] == MIDDLE
    assert wanted_places(["Lost"], {}) == {"Lost": MIDDLE}


POINTS = st.tuples(st.floats(0, 1), st.floats(0, 1))


@settings(max_examples=60, deadline=None)
@given(st.lists(POINTS, min_size=1, max_size=40), st.sampled_from([(768, 400), (1250, 620), (450, 740)]))
def test_no_two_marks_overlap_and_none_is_cut(points, room):
    wanted = {str(number): point for number, point in enumerate(points)}
    width, height = size = mark_size(len(wanted), room, (113, 51))
    places = list(laid_out(wanted, room, size).values())
    assert len(places) == len(wanted)
    for number, (x, y) in enumerate(places):
        assert 0 <= x <= room[0] - width + 1e-6
        assert 0 <= y <= room[1] - height + 1e-6
        for other_x, other_y in places[number + 1 :]:
            assert abs(x - other_x) >= width - 1e-6 or abs(y - other_y) >= height - 1e-6
