"""A store as the first version of the companion left it, made from its own SQL and its own way to seal a row."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

MISSIONS = """
CREATE TABLE missions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, header TEXT NOT NULL, seal TEXT NOT NULL,
    screen_a TEXT NOT NULL, screen_b TEXT NOT NULL, outcome TEXT, score INTEGER
) STRICT;
CREATE TABLE moves (
    mission INTEGER NOT NULL REFERENCES missions (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    line TEXT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (mission, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
"""
KEYS = """
CREATE TABLE keys (
    mission INTEGER PRIMARY KEY, started TEXT NOT NULL, face_a TEXT NOT NULL, face_b TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
PRAGMA user_version = 1;
"""
WORDS = ["NEW YORK", "BJÖRN", *[f"WORD{i}" for i in range(23)]]
FACE_A = "GGTTTGGGTTXTGXTGTGXTTGTTT"
FACE_B = "TTGTGXGTGTGGTXTGTGTGTTXTT"
STARTED = "2026-01-01T20:00:00+00:00"
GAMES = (
    (["A clue SEA 2", "B guess C3", "undo", "name A1 YORK NEW", "B guess A3"], ("left", "right"), None, None),
    (["A clue SEA 2", "B guess C1"], ("", ""), "lost: assassin", None),
    ([], ("left", "right"), None, None),
)
"""Moves, screens, outcome, score of the missions 1, 2 and 3."""


def seal(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def make(folder: Path) -> None:
    """Write both files."""
    header = json.dumps(
        {"words": WORDS, "turns": 9, "mistakes": 9, "scoring": "three-per-token", "first": "A"}, ensure_ascii=False
    )
    with closing(sqlite3.connect(folder / "missions.sqlite3")) as file, file:
        file.executescript(MISSIONS)
        file.execute("INSERT INTO settings VALUES ('language', 'deu')")
        for number, (lines, screens, outcome, score) in enumerate(GAMES, start=1):
            last = seal("", STARTED, header)
            row = (number, STARTED, header, last, *screens, outcome, score)
            file.execute("INSERT INTO missions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            for place, line in enumerate(lines, start=1):
                last = seal(last, str(place), line)
                file.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (number, place, line, last))
    with closing(sqlite3.connect(folder / "keys.sqlite3")) as file, file:
        file.executescript(KEYS)
        for number in range(1, len(GAMES) + 1):
            row = (number, STARTED, FACE_A, FACE_B, seal(STARTED, str(number), FACE_A, FACE_B))
            file.execute("INSERT INTO keys VALUES (?, ?, ?, ?, ?)", row)
