"""The tables of both files, version by version (docs/adr/0002-store.md). A step is never changed, only followed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from companion.storage.files import Step
from companion.storage.rows import state_seal

_MISSIONS_1 = (
    """CREATE TABLE missions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, header TEXT NOT NULL, seal TEXT NOT NULL,
    screen_a TEXT NOT NULL, screen_b TEXT NOT NULL, outcome TEXT, score INTEGER
) STRICT""",
    """CREATE TABLE moves (
    mission INTEGER NOT NULL REFERENCES missions (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    line TEXT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (mission, number)
) STRICT, WITHOUT ROWID""",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
)
_KEYS_1 = (
    """CREATE TABLE keys (
    mission INTEGER PRIMARY KEY, started TEXT NOT NULL, face_a TEXT NOT NULL, face_b TEXT NOT NULL, seal TEXT NOT NULL
) STRICT""",
)
_MISSIONS_2 = (
    "ALTER TABLE missions ADD COLUMN state_seal TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE cities (name TEXT PRIMARY KEY, line TEXT NOT NULL, seal TEXT NOT NULL) STRICT, WITHOUT ROWID",
)
_KEYS_2 = (
    """CREATE TABLE keys_2 (
    mission INTEGER PRIMARY KEY, started TEXT NOT NULL, sides TEXT NOT NULL, seal TEXT NOT NULL
) STRICT""",
    "INSERT INTO keys_2 SELECT mission, started, face_a || ' ' || face_b, seal FROM keys",
    "DROP TABLE keys",
    "ALTER TABLE keys_2 RENAME TO keys",
)
_MISSIONS_3 = (
    """CREATE TABLE word_lists (
    name TEXT PRIMARY KEY, language TEXT NOT NULL, words TEXT NOT NULL, seal TEXT NOT NULL
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE learnt_words (
    language TEXT PRIMARY KEY, words TEXT NOT NULL, seal TEXT NOT NULL
) STRICT, WITHOUT ROWID""",
)


def _all(statements: tuple[str, ...]) -> Step:
    def step(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return step


def _missions_2(connection: sqlite3.Connection) -> None:
    """Headers and moves stay as they are, with the seals they have: a damage that was there is still found."""
    _all(_MISSIONS_2)(connection)
    rows = connection.execute(
        "SELECT id, coalesce((SELECT m.seal FROM moves m WHERE m.mission = id ORDER BY m.number DESC LIMIT 1), seal), "
        "screen_a, screen_b, outcome, score FROM missions"
    ).fetchall()
    for mission, *state in rows:
        connection.execute("UPDATE missions SET state_seal = ? WHERE id = ?", (state_seal(*state), mission))


MISSIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_all(_MISSIONS_1), _missions_2, _all(_MISSIONS_3))
KEYS: tuple[Callable[[sqlite3.Connection], None], ...] = (_all(_KEYS_1), _all(_KEYS_2), _all(()))

SCHEMA = len(MISSIONS)
"""Raised with every change of the tables, for both files; a file with a higher number is left untouched."""
