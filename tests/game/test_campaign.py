"""The mission map: cities, their standing, and their lines of text (rules A10, E)."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.game.campaign import KNOWN_CITIES, MAX_NAME, MOST_CITIES, Campaign, City, CityError, Standing
from companion.game.city_lines import city_text, parse_city, read_cities

PARIS = City("Paris", 10, 3, ("Berlin", "Moscow"))


def standing(name, *added, won=()):
    campaign = Campaign(added, frozenset(won))
    return campaign.standing(campaign.city(name))


# --- a city ----------------------------------------------------------------------------------------------------------


def test_what_is_known_of_the_printed_map():
    known = {city.name: (city.turns, city.mistakes, city.after) for city in KNOWN_CITIES}
    assert known == {
        "Prague": (9, 9, ()),
        "Berlin": (11, 2, ("Prague",)),
        "Moscow": (8, None, ("Prague",)),
        "Cairo": (9, None, ("Prague",)),
        "Monte Carlo": (9, 0, None),
        "Vatican": (None, 0, None),
    }
    assert [city.name for city in KNOWN_CITIES if city.known] == ["Prague", "Berlin", "Monte Carlo"]


@pytest.mark.parametrize(("turns", "mistakes"), [(0, 0), (12, 0), (5, 6), (5, -1), (-1, None), (None, 12)])
def test_numbers_that_no_mission_has_are_refused(turns, mistakes):
    with pytest.raises(CityError, match="it has to be"):
        City("Paris", turns, mistakes)


@pytest.mark.parametrize("name", ["", "  ", "A:B", "A,B", "#A", "?", "-", "A\x1b[2J", "é" * (MAX_NAME + 1)])
def test_what_is_no_name_is_refused(name):
    for make in (lambda: City(name), lambda: City("Paris", after=(name,))):
        with pytest.raises(CityError, match="name of a city") as refused:
            make()
        assert str(refused.value).isprintable()


def test_names_are_one_in_any_case_form_and_spacing():
    city = City(unicodedata.normalize("NFD", " São   Paulo "), 9, 3, ("berlin", "BERLIN ", "Moscow"))
    assert city.name == unicodedata.normalize("NFC", "São Paulo")
    assert len(city.after) == 2
    campaign = Campaign((city,), frozenset({"MOSCOW"}))
    assert campaign.city(unicodedata.normalize("NFD", "SÃO PAULO")) is city
    assert campaign.standing(city) is Standing.OPEN


def test_a_city_does_not_lead_to_itself():
    with pytest.raises(CityError, match="after itself"):
        City("Paris", 9, 3, ("PARIS",))


# --- standing --------------------------------------------------------------------------------------------------------


def test_all_begins_in_prague_and_a_neighbour_unlocks():
    assert standing("Prague") is Standing.OPEN
    assert standing("Berlin") is standing("Moscow") is standing("Cairo") is Standing.LOCKED
    assert standing("Monte Carlo") is Standing.UNKNOWN
    for name in ("Berlin", "Moscow", "Cairo"):
        assert standing(name, won=("prague",)) is Standing.OPEN
    assert standing("Prague", won=("Prague",)) is Standing.WON


def test_one_of_several_neighbours_is_enough():
    assert standing("Paris", PARIS, won=("Prague",)) is Standing.LOCKED
    assert standing("Paris", PARIS, won=("Moscow",)) is Standing.OPEN


def test_a_mark_by_hand_unlocks_like_a_win():
    assert standing("Berlin", City("Prague", 9, 9, (), done=True)) is Standing.OPEN
    assert standing("Monte Carlo", City("Monte Carlo", 9, 0, None, done=True)) is Standing.WON


def test_an_added_city_takes_the_place_of_a_known_one():
    campaign = Campaign((City("VATICAN", 7, 0, ("Berlin",)),))
    assert len(campaign.cities) == len(KNOWN_CITIES)
    assert campaign.city("Vatican").turns == 7
    with pytest.raises(CityError, match="Rome is not on the map"):
        campaign.city("Rome")


def test_a_neighbour_that_is_gone_locks_nothing_for_ever():
    oslo = City("Oslo", 8, 2, ("Paris",))
    assert standing("Oslo", oslo) is Standing.UNKNOWN
    assert standing("Oslo", oslo, won=("Paris",)) is Standing.OPEN
    both = City("Oslo", 8, 2, ("Paris", "Berlin"))
    assert standing("Oslo", both) is Standing.LOCKED
    assert Campaign((both,)).leading_to(both) == ("Berlin",)


def test_lines_may_run_both_ways_but_a_ring_without_a_way_in_is_unknown():
    ring = (City("Oslo", 8, 2, ("Rome",)), City("Rome", 8, 2, ("Oslo",)))
    assert standing("Oslo", *ring) is standing("Rome", *ring) is Standing.UNKNOWN
    with_a_way = (City("Oslo", 8, 2, ("Rome", "Berlin")), ring[1])
    assert standing("Oslo", *with_a_way) is standing("Rome", *with_a_way) is Standing.LOCKED
    assert standing("Rome", *with_a_way, won=("Oslo",)) is Standing.OPEN


# --- changes to the map ----------------------------------------------------------------------------------------------


def test_a_city_comes_after_one_of_the_map():
    Campaign().check_keep([PARIS])
    with pytest.raises(CityError, match="Atlantis is not on the map"):
        Campaign().check_keep([City("Oslo", 9, 3, ("Berlin", "Atlantis"))])


def test_changes_are_checked_together():
    campaign = Campaign()
    chain = [City("Oslo", 8, 2, ("Rome",)), City("Rome", 8, 2, ("Berlin",))]
    campaign.check_keep(chain)
    with pytest.raises(CityError, match="Oslo: Rome is not on the map"):
        campaign.check_keep(chain[:1])
    with pytest.raises(CityError, match="wait for each other"):
        Campaign(tuple(chain)).check_keep([City("Rome", 8, 2, ("Oslo",))])
    with pytest.raises(CityError, match="wait for each other"):
        campaign.check_keep([City("Prague", 9, 9, ("Berlin",))])


def test_what_others_depend_on_is_not_dropped():
    campaign = Campaign((PARIS, City("Oslo", 8, 2, ("paris",)), City("Berlin", 10, 2, ("Prague",))))
    with pytest.raises(CityError, match="Oslo is after Paris"):
        campaign.check_drop("Paris")
    campaign.check_drop("Oslo")
    campaign.check_drop("berlin")


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "city"),
    [
        ("Berlin: turns 11, mistakes 2, after Prague, won", City("Berlin", 11, 2, ("Prague",), done=True)),
        ("Prague: turns 9, mistakes 9, start", City("Prague", 9, 9, ())),
        ("Vatican: turns ?, mistakes 0, after ?", City("Vatican", None, 0)),
        ("Paris: turns 10, mistakes 3, after Berlin, after Moscow", PARIS),
    ],
)
def test_a_city_is_a_line(line, city):
    assert city_text(city) == line
    assert parse_city(line) == city


def test_what_a_line_leaves_out_is_unknown_and_its_parts_come_in_any_order():
    assert parse_city("Oslo:") == City("Oslo")
    assert parse_city("Oslo: WON, After Monte  Carlo, mistakes 2") == City("Oslo", None, 2, ("Monte Carlo",), done=True)


names = st.text(min_size=1, max_size=20).map(lambda text: f"x{text}")


@given(name=names, numbers=st.tuples(st.integers(0, 11), st.integers(1, 11)), after=st.lists(names), done=st.booleans())
def test_every_city_reads_back(name, numbers, after, done):
    mistakes, turns = sorted(numbers) if max(numbers) else (0, 1)
    try:
        city = City(name, turns, mistakes, tuple(after), done)
    except CityError:
        return
    assert read_cities([(1, city_text(city))], "cities") == [city]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["Oslo: turns 9", "", "  # all", "Rome"], "map.txt:4: `Rome` is no city"),
        (["Oslo: turns 9", "OSLO: turns 8"], "map.txt:2: OSLO stands in line 1 already"),
        (["Oslo: turns nine"], "map.txt:1: turns is `nine`: it has to be a number"),
        (["Oslo: turns " + "9" * 5000], "map.txt:1: Oslo: turns is 100"),
        (["Oslo: turns 9, turns 9"], "map.txt:1: turns stands there twice"),
        (["Oslo: start, after Rome"], "map.txt:1: it is the start, or after a city"),
        (["Oslo: after ?, after Rome"], "map.txt:1: it is the start, or after a city"),
        (["Oslo: after"], "map.txt:1: `after` says nothing about a city"),
        (["Oslo: won twice"], "map.txt:1: `won twice` says nothing about a city"),
        ([": turns 9"], "map.txt:1: `` is no name of a city"),
    ],
)
def test_a_line_that_is_no_city_is_named(lines, message):
    with pytest.raises(CompanionError) as refused:
        read_cities(enumerate(lines, start=1), "map.txt")
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@given(st.text(max_size=60))
def test_noise_is_a_city_or_one_line(text):
    try:
        read = read_cities([(1, text)], "noise")
    except CompanionError as error:
        assert str(error).startswith("noise:1: ")
        assert "\n" not in str(error)
    else:
        assert len(read) <= 1


# --- its size --------------------------------------------------------------------------------------------------------


def chain(length):
    """Cities of which each waits for the next, the last of them for Prague."""
    names = [*(f"City {i}" for i in range(length)), "Prague"]
    return [City(name, 9, 9, (after,)) for name, after in pairwise(names)]


def test_a_map_holds_so_many_cities():
    most = MOST_CITIES - len(KNOWN_CITIES)
    campaign = Campaign(tuple(chain(most)))
    campaign.check_keep(campaign.added)
    campaign.check_keep([City("Prague", 9, 8, ())])
    with pytest.raises(CityError, match=f"up to {MOST_CITIES} cities"):
        campaign.check_keep([City("Oslo")])
    with pytest.raises(CityError, match=f"up to {MOST_CITIES} cities"):
        Campaign().check_keep(chain(most + 1))


def test_a_long_way_is_followed_to_its_end():
    campaign = Campaign(tuple(chain(20_000)))
    assert {campaign.standing(city) for city in campaign.added} == {Standing.LOCKED}
    lost = Campaign((*campaign.added[:-1], City("City 19999", 9, 9, ("Nowhere",))))
    assert lost.standing(lost.city("City 19998")) is Standing.UNKNOWN


def test_a_text_of_too_many_cities_is_refused_at_the_line_that_is_too_many():
    asked = []

    def lines():
        for number in range(1, 10 * MOST_CITIES):
            asked.append(number)
            yield number, f"City {number}: turns 9"

    with pytest.raises(CompanionError, match=f"map.txt:{MOST_CITIES + 1}: .*up to {MOST_CITIES} cities"):
        read_cities(lines(), "map.txt")
    assert asked[-1] == MOST_CITIES + 1
