"""A store of an older version is brought up to date: nothing is lost, whenever the power goes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, nullcontext

import pytest

from companion.commands.mission_text import mission_of
from companion.errors import CompanionError
from companion.game.campaign import City
from companion.game.ending import outcome_text
from companion.game.moves import Stop
from companion.game.position import Seat
from companion.storage import SCHEMA, SqliteStore
from companion.storage.files import open_file
from companion.storage.schema import KEYS, MISSIONS
from companion.table.session import Session
from tests import old_store
from tests.stand_ins import SeededShuffler, TableScreens

FILES = {"missions.sqlite3": MISSIONS, "keys.sqlite3": KEYS}


@pytest.fixture
def old(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    old_store.make(folder)
    return folder


def version(file):
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute("PRAGMA user_version").fetchone()[0]


def assert_whole(folder):
    """Everything of the old store is there, and it can be gone on with."""
    with closing(SqliteStore(folder)) as store:
        listed = [(m.id, m.moves, m.outcome, m.score, m.mode, dict(m.kept)) for m in reversed(store.missions())]
        assert listed == [
            (number, len(lines), outcome, score, "duet", {})
            for number, (lines, _, outcome, score) in enumerate(old_store.GAMES, start=1)
        ]
        for number, (lines, screens, outcome, score) in enumerate(old_store.GAMES, start=1):
            stored = store.load(number)
            assert (stored.started, stored.screens, stored.score) == (old_store.STARTED, screens, score)
            assert list(stored.setup.board.words) == old_store.WORDS
            assert "".join(i.value for i in stored.setup.key.face(Seat.A)) == old_store.FACE_A
            assert "".join(i.value for i in stored.setup.key.face(Seat.B)) == old_store.FACE_B
            assert len(stored.moves) == len(lines)
            assert outcome_text(mission_of(stored).state) == stored.outcome == outcome
        assert store.recall("language") == "deu"
        assert store.cities() == []
    assert {version(folder / name) for name in FILES} == {SCHEMA}


def test_an_old_store_is_whole_and_goes_on(old):
    assert_whole(old)
    with closing(SqliteStore(old, alone=True)) as store:
        session = Session(store, TableScreens("left", "right"), SeededShuffler(1), lambda: "2026-11-30T20:00:00+00:00")
        session.resume(1)
        session.give_clue(Seat.B, "SEA", 1)
        assert len(store.load(1).moves) == len(old_store.GAMES[0][0]) + 1
        number = store.begin(old_store.STARTED, store.load(1).setup, ("left", "right"), {"city": "Oslo"})
        assert number == len(old_store.GAMES) + 1
        store.keep_city(City("Oslo", 8, 2))
        assert [store.load(m.id).id for m in store.missions()] == [4, 3, 2, 1]


def test_the_assertion_of_these_tests_can_fail(old):
    with closing(SqliteStore(old)) as store:
        store.append(1, [Stop(Seat.B)])
    with pytest.raises(AssertionError):
        assert_whole(old)


def test_an_old_store_gets_the_tables_of_a_new_one(old, tmp_path):
    SqliteStore(old).close()
    (tmp_path / "new").mkdir()
    SqliteStore(tmp_path / "new").close()
    for name in FILES:
        shapes = []
        for folder in (old, tmp_path / "new"):
            with closing(sqlite3.connect(folder / name)) as file:
                shapes.append(file.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall())
        assert shapes[0] == shapes[1]


@pytest.mark.parametrize("name", FILES)
def test_a_kill_at_any_moment_of_the_change_loses_nothing(old, tmp_path, name):
    """The folder is copied before each statement of the change, as a kill would leave it then."""
    copies, steps = [], FILES[name]
    fill(old / name)

    def traced(connection):
        connection.execute("PRAGMA cache_size = 1")  # so that pages reach the file before the end
        connection.set_trace_callback(lambda _: copies.append(shutil.copytree(old, tmp_path / str(len(copies)))))
        steps[1](connection)

    with closing(open_file(old / name, (steps[0], traced), nullcontext)):
        pass
    assert len(copies) >= 5
    changed = [copy for copy in copies if (copy / name).read_bytes() != (copies[0] / name).read_bytes()]
    assert changed, "no copy was taken in the middle of a write: this shows nothing"
    assert any(copy.joinpath(f"{name}-journal").exists() for copy in changed)
    for copy in copies:
        emptied(copy)
        assert_whole(copy)


def fill(file):
    """So much that it does not fit the cache; ``emptied`` takes it away again."""
    with closing(sqlite3.connect(file)) as opened, opened:
        if file.name == "keys.sqlite3":
            rows = [(n, "filling", "x" * 900, "x" * 900, "") for n in range(1000, 1060)]
            opened.executemany("INSERT INTO keys VALUES (?, ?, ?, ?, ?)", rows)
        else:
            rows = [(n, "filling", "x" * 900, "x" * 900, "", "") for n in range(1000, 1060)]
            opened.executemany(
                "INSERT INTO missions (id, started, header, seal, screen_a, screen_b) VALUES (?, ?, ?, ?, ?, ?)", rows
            )


def emptied(folder):
    for name, table in (("missions.sqlite3", "missions"), ("keys.sqlite3", "keys")):
        with closing(sqlite3.connect(folder / name)) as file, file:
            file.execute(f"DELETE FROM {table} WHERE started = 'filling'")


@pytest.mark.parametrize("name", FILES)
def test_a_kill_between_the_two_files_loses_nothing(old, name):
    with closing(open_file(old / name, FILES[name], nullcontext)):
        pass
    assert sorted(version(old / each) for each in FILES) == [1, SCHEMA]
    assert_whole(old)


@pytest.mark.parametrize("name", FILES)
def test_beside_a_file_of_a_newer_version_the_old_one_is_left_untouched(old, name):
    with closing(sqlite3.connect(old / name)) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = {file.name: file.read_bytes() for file in old.iterdir()}
    with pytest.raises(CompanionError, match=r"newer version.*left untouched"):
        SqliteStore(old)
    assert {file.name: file.read_bytes() for file in old.iterdir()} == before


def test_an_old_store_that_another_copy_plays_from_is_left_untouched(old, tmp_path):
    (tmp_path / "held").mkdir()
    with closing(SqliteStore(tmp_path / "held", alone=True)):
        for name in FILES:
            (tmp_path / "held" / name).write_bytes((old / name).read_bytes())
        with pytest.raises(CompanionError, match="another copy of the companion is running"):
            SqliteStore(tmp_path / "held")
        assert {version(tmp_path / "held" / name) for name in FILES} == {1}
    assert_whole(tmp_path / "held")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("missions.sqlite3", "UPDATE moves SET line = 'B guess C4' WHERE mission = 1 AND number = 2"),
        ("missions.sqlite3", "UPDATE missions SET header = replace(header, 'WORD1', 'WORLD')"),
        ("keys.sqlite3", "UPDATE keys SET face_a = face_b, face_b = face_a"),
    ],
)
def test_what_was_damaged_before_is_still_found(old, name, fault):
    with closing(sqlite3.connect(old / name)) as file, file:
        file.execute(fault)
    with closing(SqliteStore(old)) as store, pytest.raises(CompanionError, match="mission 1 is damaged"):
        store.load(1)
