"""The store: durable, sealed, closed to others, and careful with files it does not know."""

from __future__ import annotations

import sqlite3
import stat

import pytest

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.duet import DuetSetup, Scoring
from companion.game.keycard import KeyCard
from companion.game.moves import Clue, Guess, NameWord, Stop, Undo
from companion.game.position import Position, Seat
from companion.storage import SCHEMA, SqliteStore
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


def test_only_the_key_file_holds_the_key(tmp_path, setup):
    """Byte for byte the same whatever the key is."""
    files = []
    for name, seed in (("one", 3), ("two", 4)):
        (tmp_path / name).mkdir()
        store = SqliteStore(tmp_path / name)
        begun(store, DuetSetup(setup.board, KeyCard.draw(SeededShuffler(seed)), 9, 9, setup.scoring, setup.first))
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
        "UPDATE missions SET header = replace(header, 'WORD1', 'WORLD')",
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


def test_an_unknown_mission_is_named(store):
    with pytest.raises(CompanionError, match="no mission 77"):
        store.load(77)
    with pytest.raises(CompanionError, match="no mission 77"):
        store.append(77, [Undo()])
    with pytest.raises(CompanionError, match="no mission 77"):
        store.delete(77)


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
