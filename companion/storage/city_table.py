"""The cities of the mission map that users added, changed or marked, as they lie in the public file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.errors import CompanionError
from companion.game.board import same_word
from companion.game.campaign import Campaign, City, CityError
from companion.game.city_lines import city_text, parse_city
from companion.storage.files import StoreError, reading
from companion.storage.rows import seal
from companion.table.mission_map import won_city
from companion.table.ports import MissionSummary


class CityTable:
    """One table of ``file``. Whoever changes something has begun a transaction."""

    def __init__(self, connection: sqlite3.Connection, file: Path) -> None:
        self._connection = connection
        self._file = file

    def all(self) -> Sequence[City]:
        """In the order of their names.

        Raises:
            StoreError: one is damaged.
        """
        with reading(self._file):
            rows = self._connection.execute("SELECT name, line, seal FROM cities ORDER BY name").fetchall()
        return [self._city(*row) for row in rows]

    def put(self, city: City) -> None:
        """Add a city, or change the one of this name."""
        name, line = same_word(city.name), city_text(city)
        self._connection.execute("INSERT OR REPLACE INTO cities VALUES (?, ?, ?)", (name, line, seal(name, line)))

    def drop(self, name: str) -> None:
        """Forget a city.

        Raises:
            StoreError: nothing is kept under that name.
        """
        if not self._connection.execute("DELETE FROM cities WHERE name = ?", (same_word(name),)).rowcount:
            raise StoreError(f"nothing is kept about a city {name}: `companion cities list` shows those there are")

    def mark(self, mission: MissionSummary) -> None:
        """The mark by hand for the city that a mission has won, so that it stays won without the mission."""
        name = won_city(mission)
        if name is None:
            return
        try:
            city = next((c for c in Campaign(tuple(self.all())).cities if same_word(c.name) == same_word(name)), None)
            self.put(replace(city or City(name, mission.turns, mission.mistakes), done=True))
        except CityError:
            # The header held what no city can be called: none of the map was won.
            return

    def _city(self, name: str, line: str, stored: str) -> City:
        damaged = StoreError(
            f"{self._file}: what is kept about the city {name} is damaged (it does not match its seal): forget it "
            "with `companion cities drop` and add it again"
        )
        if stored != seal(name, line):
            raise damaged
        try:
            return parse_city(line)
        except CompanionError as error:
            raise damaged from error
