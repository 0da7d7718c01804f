"""``companion cities`` over the real store."""

from __future__ import annotations

import io
import sqlite3

import pytest

from companion.cli import main
from companion.game.campaign import KNOWN_CITIES
from companion.storage import SqliteStore

PRINTED = [
    "open     Prague: turns 9, mistakes 9, start",
    "locked   Berlin: turns 11, mistakes 2, after Prague",
    "locked   Moscow: turns 8, mistakes ?, after Prague",
    "locked   Cairo: turns 9, mistakes ?, after Prague",
    "unknown  Monte Carlo: turns 9, mistakes 0, after ?",
    "unknown  Vatican: turns ?, mistakes 0, after ?",
]


@pytest.fixture
def cities(capsys):
    """Runs the command; gives its output once it has served."""

    def run(*words):
        status = main(("cities", *words))
        out, err = capsys.readouterr()
        assert (status, err) == (0, ""), err
        return out

    return run


@pytest.fixture
def refused(capsys):
    """Runs the command; gives its one line once it has refused."""

    def run(*words):
        status = main(("cities", *words))
        out, err = capsys.readouterr()
        assert (status, out, err.count("\n")) == (1, "", 1), err
        return err

    return run


def test_the_list_begins_as_printed(cities):
    assert cities("list").splitlines() == PRINTED


def test_a_city_is_added_changed_and_dropped(cities, home):
    line = cities("add", "Oslo", "8", "?", "--after", "berlin", "Monte  Carlo")
    assert line == "locked   Oslo: turns 8, mistakes ?, after berlin, after Monte Carlo\n"
    assert cities("set", "oslo", "7", "2") == "locked   Oslo: turns 7, mistakes 2, after berlin, after Monte Carlo\n"
    assert cities("set", "Oslo", "7", "-", "--start") == "open     Oslo: turns 7, mistakes ?, start\n"
    assert cities("set", "Oslo", "7", "2", "--after", "?") == "unknown  Oslo: turns 7, mistakes 2, after ?\n"
    assert cities("list").splitlines()[-1] == "unknown  Oslo: turns 7, mistakes 2, after ?"
    assert cities("drop", "OSLO") == "OSLO is off the map\n"
    assert cities("list").splitlines() == PRINTED


def test_what_the_box_tells_is_filled_in_and_forgotten_again(cities, home):
    cities("set", "Moscow", "8", "3")
    assert "locked   Moscow: turns 8, mistakes 3, after Prague" in cities("list").splitlines()
    assert cities("drop", "moscow") == "Moscow is as printed again\n"
    cities("set", "Moscow", "8", "3")
    cities("set", "Moscow", "8", "?")
    assert cities("list").splitlines() == PRINTED
    assert SqliteStore(home).cities() == []


def test_a_mark_by_hand_unlocks_and_goes(cities, home):
    assert cities("done", "prague") == "won      Prague: turns 9, mistakes 9, start\n"
    assert cities("list").splitlines()[1].startswith("open     Berlin")
    assert cities("undone", "Prague") == PRINTED[0] + "\n"
    assert cities("list").splitlines() == PRINTED
    assert SqliteStore(home).cities() == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("add", "berlin", "9", "9"), "on the map already"),
        (("add", "Oslo", "12", "9"), "turns is 12"),
        (("add", "Oslo", "nine", "9"), "turns is `nine`"),
        (("add", "Oslo", "8", "9"), "mistakes is 9"),
        (("add", "a:b", "8", "8"), "no name of a city"),
        (("add", "Oslo", "8", "8", "--after", "Rome"), "Rome is not on the map"),
        (("add", "Oslo", "8", "8", "--after", "oslo"), "after itself"),
        (("add", "Oslo", "8", "8", "--after", "?", "Berlin"), "say one of the two"),
        (("add", "Oslo", "8", "8", "--after", "Berlin", "-"), "say one of the two"),
        (("set", "Rome", "8", "8"), "Rome is not on the map"),
        (("set", "Prague", "9", "9", "--after", "Berlin"), "wait for each other"),
        (("done", "Rome"), "Rome is not on the map"),
        (("undone", "Prague"), "has no mark"),
        (("drop", "Rome"), "nothing is kept about a city Rome"),
        (("import", "no such file"), "no such file"),
    ],
)
def test_what_cannot_be_gets_one_line(cities, refused, words, why):
    assert why in refused(*words)
    assert cities("list").splitlines() == PRINTED


def test_a_city_that_others_depend_on_is_not_dropped(cities, refused):
    cities("add", "Oslo", "8", "2", "--after", "Berlin")
    cities("add", "Rome", "8", "2", "--after", "Oslo")
    assert "Rome is after Oslo" in refused("drop", "oslo")
    assert "Oslo" in cities("list")


def test_an_export_makes_the_same_map_elsewhere(cities, monkeypatch, tmp_path):
    cities("add", "São Paulo", "10", "3", "--after", "Berlin", "Moscow")
    cities("set", "Moscow", "8", "3")
    cities("done", "Prague")
    text, before = cities("export"), cities("list")
    assert cities("import", str(written(tmp_path, text))) == "7 cities, 0 of them new or changed\n"
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert cities("import", "-") == "7 cities, 3 of them new or changed\n"
    assert (cities("list"), cities("export")) == (before, text)


def test_what_a_text_does_not_know_takes_nothing_away(cities, tmp_path):
    cities("set", "Moscow", "8", "3")
    cities("done", "Moscow")
    before = cities("list")
    cities("import", str(written(tmp_path, "moscow: turns ?")))
    assert cities("list").casefold() == before.casefold()


def test_an_import_is_all_or_nothing(cities, refused, tmp_path):
    for text, where in (
        ("Oslo: turns 8, mistakes 2, after Berlin\nRome: turns 8, mistakes 9", ":2: Rome: mistakes is 9"),
        ("Oslo: turns 8\nRome: after Paris\n", "Rome: Paris is not on the map"),
        ("\n# nothing\n", "no city stands in it"),
        ("Oslo: turns 8\n\xff", ":2: "),
    ):
        assert where in refused("import", str(written(tmp_path, text)))
        assert cities("list").splitlines() == PRINTED
    assert "a line of more than" in refused("import", "/dev/zero")


def test_a_damaged_city_is_named_and_can_be_dropped(cities, refused, home):
    cities("add", "Oslo", "8", "2", "--after", "Berlin")
    with sqlite3.connect(home / "missions.sqlite3") as file:
        file.execute("UPDATE cities SET line = replace(line, 'turns 8', 'turns 9')")
    file.close()
    assert "the city oslo is damaged" in refused("list")
    cities("drop", "Oslo")
    assert cities("list").splitlines() == PRINTED


def test_the_cities_of_the_tests_are_all_that_are_known():
    assert len(PRINTED) == len(KNOWN_CITIES)


def written(folder, text):
    file = folder / "map.txt"
    file.write_bytes(text.encode("latin-1" if "\xff" in text else "utf-8"))
    return file
