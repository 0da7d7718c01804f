"""The store: durable, sealed, closed to others, and careful with files it does not know."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing

import pytest

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.campaign import City, Standing
from companion.game.classic import Card, ClassicKey, ClassicSetup, Team
from companion.game.duet import DuetSetup, Scoring
from companion.game.ending import outcome_text
from companion.game.keycard import KeyCard
from companion.game.moves import Allow, Clue, Guess, NameWord, Stop, Undo
from companion.game.position import Position, Seat
from companion.storage import SCHEMA, SqliteStore
from tests.random_records import KEPT as KEPT_HEADERS
from tests.random_records import random_record
from tests.stand_ins import SeededShuffler

WORDS = ("NEW YORK", "BJÖRN", "O'CLOCK", "ST. PATRICK", *[f"WORD{i}" for i in range(21)])
KEPT = {"names A": "Ann, Bo", "city": "Prague", "x-clue-rules": "relaxed"}
MOVES = (
    Clue(Seat.A, "DEEP SEA", 3),
    Guess(Seat.B, Position(7)),
    Undo(),
    NameWord(Position(2), "ICE CREAM"),
    Guess(Seat.B, Position(8)),
    Stop(Seat.B),
    Clue(Seat.B),
    Clue(Seat.B, None, 0),
    Clue(Seat.B, "WAVE", 1, invalid=True),
)


@pytest.fixture
def setup():
    return DuetSetup(Board(WORDS), KeyCard.draw(SeededShuffler(3)), 9, 9, Scoring.ONE_PER_TOKEN, Seat.B)


@pytest.fixture
def store(tmp_path):
    with_files = SqliteStore(tmp_path)
    yield with_files
    with_files.close()


def begun(store, setup):
    mission = store.begin("2026-11-30T20:00:00Z", setup, ("left", "right"), KEPT)
    for move in MOVES:
        store.append(mission, [move])
    return mission


def test_what_was_stored_comes_back(store, setup, tmp_path):
    mission = begun(store, setup)
    store.append(mission, [Stop(Seat.A)], "won", 11)
    store.close()
    stored = SqliteStore(tmp_path).load(mission)
    assert stored.setup == setup
    assert stored.moves == (*MOVES, Stop(Seat.A))
    assert (stored.outcome, stored.score, stored.screens) == ("won", 11, ("left", "right"))


@pytest.mark.parametrize("seed", range(12))
def test_any_mission_of_either_mode_comes_back(store, tmp_path, seed):
    mission, kept = random_record(seed), KEPT_HEADERS[seed % len(KEPT_HEADERS)]
    number = store.begin("2026-11-30T20:00:00Z", mission.setup, ("left", ""), kept)
    moves = mission.moves
    for first in range(0, len(moves), 7):
        store.append(number, moves[first : first + 7])
    whole = store.keep(
        "2026-11-30T20:00:00Z", mission.setup, moves, outcome=outcome_text(mission.state), score=None, kept=kept
    )
    for stored in (SqliteStore(tmp_path).load(number), store.load(whole)):
        assert (stored.setup, stored.moves, stored.kept) == (mission.setup, moves, kept)
    listed = store.missions()[0]
    is_duet = isinstance(mission.setup, DuetSetup)
    assert (listed.mode, listed.moves, listed.kept) == ("duet" if is_duet else "classic", len(moves), kept)
    assert listed.outcome == outcome_text(mission.state)
    if is_duet:
        assert (listed.turns, listed.mistakes) == (mission.setup.turns, mission.setup.mistakes)


def test_headers_are_kept_by_the_names_that_the_app_writes(store, setup):
    kept = {"NAMES a": "Ann ", "City": "Monte  Carlo", "X-Note": "", "id": "7"}
    number = store.begin("2026-11-30T20:00:00Z", setup, ("", ""), kept)
    assert store.load(number).kept == {"names A": "Ann", "city": "Monte Carlo", "x-note": "", "id": "7"}


def test_several_moves_are_stored_or_none(store, setup, tmp_path):
    mission = begun(store, setup)
    with closing(sqlite3.connect(tmp_path / "missions.sqlite3")) as file:
        file.execute(
            "CREATE TRIGGER full BEFORE INSERT ON moves WHEN new.number = 12 "
            "BEGIN SELECT RAISE(ABORT, 'no room on the disk'); END"
        )
    for _ in range(2):
        with pytest.raises(CompanionError, match="no room on the disk"):
            store.append(mission, [Undo()] * 4, "won", 23)
        stored = store.load(mission)
        assert (stored.moves, stored.outcome, stored.score) == (MOVES, None, None)
    store.append(mission, [Undo()] * 2)
    assert store.missions()[0].moves == len(MOVES) + 2


def test_an_undo_of_the_end_clears_the_outcome(store, setup):
    mission = begun(store, setup)
    store.append(mission, [Stop(Seat.A)], "won", 11)
    store.append(mission, [Undo()])
    assert store.missions()[0].outcome is None
    assert store.missions()[0].score is None


def test_the_list_has_the_newest_first_and_no_key(store, setup):
    first, second = begun(store, setup), begun(store, setup)
    listed = store.missions()
    assert [m.id for m in listed] == [second, first]
    assert listed[0].moves == len(MOVES)
    assert not hasattr(listed[0], "key")


def duet_with(seed):
    return DuetSetup(Board(WORDS), KeyCard.draw(SeededShuffler(seed)), 9, 9, Scoring.ONE_PER_TOKEN, Seat.B)


def classic_with(seed):
    cards = [Card.BLUE] * 9 + [Card.RED] * 8 + [Card.BYSTANDER] * 7 + [Card.ASSASSIN]
    return ClassicSetup(Board(WORDS), ClassicKey(tuple(SeededShuffler(seed).shuffled(cards))), Team.BLUE, 3)


@pytest.mark.parametrize("setup_with", [duet_with, classic_with])
def test_only_the_key_file_holds_the_key(tmp_path, setup_with):
    """Byte for byte the same whatever the key is."""
    files = []
    for name, seed in (("one", 3), ("two", 4)):
        (tmp_path / name).mkdir()
        store = SqliteStore(tmp_path / name)
        mission = store.begin("2026-11-30T20:00:00Z", setup_with(seed), ("left", "right"), KEPT)
        store.append(mission, [NameWord(Position(2), "ICE CREAM"), Allow("ICE"), Undo()])
        store.keep_city(City("Oslo", 8, 2, ("Berlin",)))
        store.close()
        files.append({f.name: f.read_bytes() for f in (tmp_path / name).iterdir()})
    assert set(files[0]) == {"missions.sqlite3", "keys.sqlite3"}
    assert files[0]["missions.sqlite3"] == files[1]["missions.sqlite3"]
    assert files[0]["keys.sqlite3"] != files[1]["keys.sqlite3"]


def test_the_files_are_closed_to_others(store, tmp_path):
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["missions.sqlite3", "keys.sqlite3"])
def test_a_file_of_a_newer_version_is_left_untouched(tmp_path, name):
    SqliteStore(tmp_path).close()
    with sqlite3.connect(tmp_path / name) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    newer.close()
    before = (tmp_path / name).read_bytes()
    with pytest.raises(CompanionError, match=r"newer version.*left untouched"):
        SqliteStore(tmp_path)
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", ["missions.sqlite3", "keys.sqlite3"])
def test_a_file_that_a_kill_left_in_the_middle_of_a_write_is_mended(store, setup, tmp_path, name):
    mission = begun(store, setup)
    store.close()
    broken = tmp_path / "broken"
    broken.mkdir()
    writing = sqlite3.connect(tmp_path / name, isolation_level=None)
    table = "moves" if name == "missions.sqlite3" else "keys"
    writing.execute("PRAGMA cache_size = 1")  # so that pages reach the file before the end of the transaction
    writing.execute("BEGIN IMMEDIATE")
    writing.execute(f"DELETE FROM {table}")
    writing.execute("CREATE TABLE more (x)")
    writing.execute(f"INSERT INTO more VALUES {', '.join(['(zeroblob(3000))'] * 60)}")
    for file in tmp_path.glob("*.sqlite3*"):
        (broken / file.name).write_bytes(file.read_bytes())
    writing.close()
    assert (broken / f"{name}-journal").exists()
    mended = SqliteStore(broken)
    assert mended.load(mission).moves == MOVES
    mended.close()


def test_the_folder_is_given_to_one_copy_at_a_time(tmp_path):
    first = SqliteStore(tmp_path, alone=True)
    with pytest.raises(CompanionError, match=r"another copy of the companion is running; close it first"):
        SqliteStore(tmp_path, alone=True)
    SqliteStore(tmp_path).close()
    first.close()
    first.close()
    SqliteStore(tmp_path, alone=True).close()


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path):
    (tmp_path / "missions.sqlite3").write_bytes(b"shopping: bread, milk\n" * 300)
    with pytest.raises(CompanionError, match="no database"):
        SqliteStore(tmp_path)
    assert (tmp_path / "missions.sqlite3").read_bytes() == b"shopping: bread, milk\n" * 300


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE moves SET line = 'B guess C4' WHERE number = 5",
        "DELETE FROM moves WHERE number = 3",
        "DELETE FROM moves WHERE number = 9",
        "UPDATE missions SET header = replace(header, 'WORD1', 'WORLD')",
        "UPDATE missions SET header = replace(header, 'Prague', 'Berlin')",
        "UPDATE missions SET header = replace(header, 'duet', 'solo')",
        "UPDATE missions SET started = '2027-01-01'",
        "UPDATE missions SET outcome = 'won'",
        "UPDATE missions SET score = 23",
        "UPDATE missions SET screen_a = screen_b, screen_b = screen_a",
    ],
)
def test_a_changed_row_is_found_on_load(store, setup, tmp_path, fault):
    mission = begun(store, setup)
    with sqlite3.connect(tmp_path / "missions.sqlite3") as file:
        file.execute(fault)
    file.close()
    with pytest.raises(CompanionError, match="damaged"):
        store.load(mission)


def test_a_changed_key_is_found_on_load(store, setup, tmp_path):
    mission = begun(store, setup)
    with sqlite3.connect(tmp_path / "keys.sqlite3") as file:
        file.execute("UPDATE keys SET sides = substr(sides, 27) || ' ' || substr(sides, 1, 25)")
    file.close()
    with pytest.raises(CompanionError, match="damaged"):
        store.load(mission)


@pytest.mark.parametrize("fault", ["DELETE FROM keys", "UPDATE keys SET started = '2027-01-01'"])
def test_a_key_that_is_gone_is_named(store, setup, tmp_path, fault):
    mission = begun(store, setup)
    with closing(sqlite3.connect(tmp_path / "keys.sqlite3")) as file, file:
        file.execute(fault)
    with pytest.raises(CompanionError, match=f"has no key for mission {mission}, .*missions delete"):
        store.load(mission)
    store.delete(mission)
    assert store.missions() == []


def test_the_key_of_a_base_game_is_checked_too(store, tmp_path):
    mission = store.begin("2026-11-30T20:00:00Z", classic_with(1), ("", ""), {})
    with closing(sqlite3.connect(tmp_path / "keys.sqlite3")) as file, file:
        file.execute("UPDATE keys SET sides = substr(sides, 2) || substr(sides, 1, 1)")
    with pytest.raises(CompanionError, match="damaged") as refused:
        store.load(mission)
    assert str(refused.value).count("\n") == 0


def test_an_unknown_mission_is_named(store):
    with pytest.raises(CompanionError, match="no mission 77"):
        store.load(77)
    with pytest.raises(CompanionError, match="no mission 77"):
        store.append(77, [Undo()])
    with pytest.raises(CompanionError, match="no mission 77"):
        store.delete(77)
    with pytest.raises(CompanionError, match="no mission 77"):
        store.bind(77, ("left", "right"))


def test_a_deleted_mission_leaves_no_key(store, setup, tmp_path):
    mission = begun(store, setup)
    store.delete(mission)
    assert store.missions() == []
    with sqlite3.connect(tmp_path / "keys.sqlite3") as file:
        assert file.execute("SELECT count(*) FROM keys").fetchone() == (0,)
    file.close()


def test_a_locked_file_says_that_another_copy_runs(store, setup, tmp_path):
    other = sqlite3.connect(tmp_path / "missions.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(CompanionError, match="another copy"):
        store.remember("a", "b")
    other.close()


def test_settings_are_kept(store, tmp_path):
    store.remember("language", "eng")
    store.remember("language", "deu")
    assert SqliteStore(tmp_path).recall("language") == "deu"
    assert store.recall("nothing") is None


# --- the mission map -------------------------------------------------------------------------------------------------

OSLO = City("Oslo", 8, 2, ("Berlin", "Monte Carlo"))


def won(store, setup, kept, outcome="won"):
    return store.keep("2026-11-30T20:00:00Z", setup, [], outcome=outcome, score=None, kept=kept)


def test_cities_are_added_changed_and_forgotten(store, tmp_path):
    assert store.cities() == []
    store.keep_city(OSLO)
    store.keep_cities([City("Bath", None, 3), City("OSLO", 9, None, (), done=True)])
    assert SqliteStore(tmp_path).cities() == [City("Bath", None, 3), City("OSLO", 9, None, (), done=True)]
    store.drop_city("oslo")
    assert store.cities() == [City("Bath", None, 3)]
    with pytest.raises(CompanionError, match="nothing is kept about a city Oslo"):
        store.drop_city("Oslo")


def test_cities_are_kept_all_or_none(store, tmp_path):
    with closing(sqlite3.connect(tmp_path / "missions.sqlite3")) as file:
        file.execute(
            "CREATE TRIGGER full BEFORE INSERT ON cities WHEN new.name = 'bath' "
            "BEGIN SELECT RAISE(ABORT, 'no room on the disk'); END"
        )
    with pytest.raises(CompanionError, match="no room on the disk"):
        store.keep_cities([OSLO, City("Bath")])
    assert store.cities() == []


@pytest.mark.parametrize("fault", ["line = replace(line, 'turns 8', 'turns 9')", "name = 'rome'", "line = ''"])
def test_a_damaged_city_is_named(store, tmp_path, fault):
    store.keep_city(OSLO)
    with closing(sqlite3.connect(tmp_path / "missions.sqlite3")) as file, file:
        file.execute(f"UPDATE cities SET {fault}")
    with pytest.raises(CompanionError, match=r"the city (oslo|rome) is damaged"):
        store.cities()


def test_a_city_is_won_by_its_name_whatever_its_numbers_are_now(store, setup):
    won(store, setup, {"CITY": " prague "})
    won(store, setup, {"city": "Berlin"}, outcome="lost: assassin")
    won(store, setup, {"city": "Cairo"}, outcome=None)
    won(store, classic_with(1), {"city": "Moscow"}, outcome="red won: agents")
    assert store.won_cities() == {"prague"}
    store.keep_city(City("Prague", 10, 1, ()))
    campaign = store.campaign()
    standing = {city.name: campaign.standing(city) for city in campaign.cities}
    assert standing["Prague"] is Standing.WON
    assert standing["Berlin"] is standing["Moscow"] is Standing.OPEN


@pytest.mark.parametrize(
    ("city", "before", "after"),
    [
        ("prague", [], [City("Prague", 9, 9, (), done=True)]),
        ("Oslo", [OSLO], [City("Oslo", 8, 2, ("Berlin", "Monte Carlo"), done=True)]),
        ("Rome", [], [City("Rome", 9, 9, None, done=True)]),
        ("no, city: at all", [OSLO], [OSLO]),
    ],
)
def test_a_city_stays_won_when_its_mission_is_deleted(store, setup, city, before, after):
    store.keep_cities(before)
    mission, lost = won(store, setup, {"city": city}), won(store, setup, {"city": "Cairo"}, outcome="lost: tokens")
    store.delete(lost)
    store.delete(mission)
    assert store.cities() == after
    assert store.won_cities() == frozenset()
