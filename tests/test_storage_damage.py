"""Files that were damaged: each command says so on one line, and no line tells what the damaged place held."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.cli import main
from companion.game.board import Board
from companion.game.duet import DuetSetup
from companion.game.keycard import KeyCard
from companion.game.moves import Clue
from companion.game.position import Seat
from companion.storage import SqliteStore, StoreError
from tests.stand_ins import SeededShuffler

WORDS = tuple(f"WORD{chr(65 + i)}" for i in range(25))
TOLD = 300
"""More signs than a line of the program has, with the name of a temporary file in it."""


@pytest.fixture
def missions(home):
    """Two missions that run, the second with a move."""
    with closing(SqliteStore(home)) as store:
        setup = DuetSetup(Board(WORDS), KeyCard.draw(SeededShuffler(7)), first=Seat.A)
        for moves in ([], [Clue(Seat.A, "SEA", 2)]):
            store.append(store.begin("2026-11-30T20:00:00Z", setup, ("", ""), {"city": "Berlin"}), moves)
    return home


def change(file, statement, *values):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


def spoilt(file, column, table):
    """Make the fourth byte of a text no UTF-8."""
    with closing(sqlite3.connect(file)) as connection, connection:
        (text,) = connection.execute(f"SELECT {column} FROM {table} LIMIT 1").fetchone()
        raw = bytearray(text.encode())
        raw[3] = 0xFF
        connection.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT)", (bytes(raw),))


def one_line(capsys, *words):
    """What a command that fails says."""
    status = main(words)
    _, err = capsys.readouterr()
    assert status == 1
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("header", ['{"words": [1, 2]}', '{"words": ["A", null]}', "[" * 5000, '{"words": 5}', ""])
def test_a_damaged_header_is_listed_as_damaged_whatever_it_holds(missions, capsys, header):
    change(missions / "missions.sqlite3", "UPDATE missions SET header = ? WHERE id = 1", header)
    assert main(["missions", "list"]) == 0
    newer, older = capsys.readouterr().out.splitlines()
    assert newer.endswith("WORDA, WORDB, WORDC …")
    assert older.endswith("damaged")
    assert main(["cities", "list"]) == 0


@pytest.mark.parametrize("outcome", ["\x1b[31mwon", "won"])
def test_a_damaged_outcome_is_listed_as_damaged_and_wins_no_city(missions, capsys, outcome):
    change(missions / "missions.sqlite3", "UPDATE missions SET outcome = ? WHERE id = 1", outcome)
    assert main(["missions", "list"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].endswith("damaged")
    assert "\x1b" not in out
    with closing(SqliteStore(missions)) as store:
        assert store.won_cities() == frozenset()


def test_a_damaged_key_is_told_without_its_letters(missions, capsys):
    spoilt(missions / "keys.sqlite3", "sides", "keys")
    with closing(SqliteStore(missions)) as store, pytest.raises(StoreError) as told:
        store.load(1)
    said = [str(told.value), *(one_line(capsys, "missions", action, "1") for action in ("show", "export"))]
    for line in said:
        assert "mission 1 is damaged (its key" in line
        assert "GT" not in line and "TG" not in line and "TT" not in line


@pytest.mark.parametrize(("column", "table"), [("header", "missions"), ("started", "missions"), ("line", "moves")])
def test_text_that_is_none_any_more_damages_one_mission_alone(missions, capsys, column, table):
    spoilt(missions / "missions.sqlite3", column, table)
    assert main(["missions", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    line = one_line(capsys, "missions", "show", "2")
    assert "is damaged" in line
    assert len(line) < TOLD


@pytest.mark.parametrize("name", ["missions.sqlite3", "keys.sqlite3"])
def test_a_damaged_table_gets_one_line(missions, capsys, name):
    file = missions / name
    held = file.read_bytes()
    file.write_bytes(held.replace(b"NOT NULL", b"NOT N\xc7LL").replace(b"started", b"start\x82d"))
    for words in (("missions", "list"), ("missions", "show", "1"), ("missions", "delete", "1"), ("cities", "list")):
        assert "is damaged" in one_line(capsys, *words)
