"""The store: missions, cities, words and settings in SQLite, the keys in a second file that only its owner can read.

Two files (docs/adr/0002-store.md): ``missions.sqlite3`` holds what everybody at the table may know, ``keys.sqlite3``
the key of each mission. So every file but the second is the same, byte for byte, whatever the key is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.game.campaign import Campaign, City
from companion.storage.city_table import CityTable
from companion.storage.files import (
    Guard,
    StoreError,
    keep_from_others,
    kept_from_others,
    open_file,
    reading,
    refuse_newer,
    transaction,
)
from companion.storage.move_rows import line_of, move_of
from companion.storage.rows import header_row, kept_of, key_row, mode_of, seal, setup_of, state_seal, summary_of
from companion.storage.schema import KEYS, MISSIONS, SCHEMA
from companion.storage.stored_words import StoredWords
from companion.table.mission_map import won_city
from companion.table.ports import AnyMove, AnySetup, MissionSummary, StoredMission

_GREATEST_ID = (1 << 63) - 1


class SqliteStore:
    """``MissionStore`` over two SQLite files in ``folder``, and as ``words`` its ``WordLists``. One thread.

    Args:
        folder: Where the files lie.
        alone: Refuse to share the folder with another store that wants it alone. The app does: a mission that two
            copies go on with at once would be neither's. The operating system forgets it with the process.

    Raises:
        StoreError: another copy has the folder, or a file is of a newer version, damaged or cannot be opened; it is
            left untouched.
    """

    def __init__(self, folder: Path, *, alone: bool = False) -> None:
        self._missions_file = folder / "missions.sqlite3"
        self._keys_file = folder / "keys.sqlite3"
        with ExitStack() as opened:
            guard: Guard = partial(kept_from_others, folder)
            if alone:
                opened.callback(os.close, keep_from_others(folder))
                guard = nullcontext
            for file in (self._missions_file, self._keys_file):
                refuse_newer(file, SCHEMA)
            self._public = opened.enter_context(closing(open_file(self._missions_file, MISSIONS, guard)))
            self._secret = opened.enter_context(closing(open_file(self._keys_file, KEYS, guard)))
            self._cities = CityTable(self._public, self._missions_file)
            self.words = StoredWords(self._public, self._missions_file)
            self._closing = opened.pop_all()

    def close(self) -> None:
        """Close the files and give the folder free. Safe to call twice."""
        self._closing.close()

    # --- missions ------------------------------------------------------------------------------------------------

    def begin(self, started: str, setup: AnySetup, screens: tuple[str, str], kept: Mapping[str, str]) -> int:
        """Store a new mission; the key is on the disk before the mission is."""
        with transaction(self._public, self._missions_file):
            return self._begun(started, setup, screens, kept)

    def keep(
        self,
        started: str,
        setup: AnySetup,
        moves: Iterable[AnyMove],
        *,
        outcome: str | None,
        score: int | None,
        kept: Mapping[str, str],
    ) -> int:
        """Store a mission that was played elsewhere: all of it or nothing."""
        with transaction(self._public, self._missions_file):
            mission = self._begun(started, setup, ("", ""), kept)
            self._add(mission, moves)
            self._conclude(mission, outcome, score)
        return mission

    def append(
        self, mission: int, moves: Sequence[AnyMove], outcome: str | None = None, score: int | None = None
    ) -> None:
        """Add accepted moves together with the outcome and the score after them, all or nothing."""
        with transaction(self._public, self._missions_file):
            self._add(mission, moves)
            self._conclude(mission, outcome, score)

    def bind(self, mission: int, screens: tuple[str, str]) -> None:
        """Remember which devices show seat A and seat B."""
        with transaction(self._public, self._missions_file):
            self._public.execute("UPDATE missions SET screen_a = ?, screen_b = ? WHERE id = ?", (*screens, mission))
            self._seal_state(mission)

    def load(self, mission: int) -> StoredMission:
        """A whole mission, every row checked against the seal of the one before.

        Raises:
            StoreError: there is none with that id, or it is damaged.
        """
        _refuse_impossible(mission)
        (started, header, head, sealed, *state), rows = self._rows(mission)
        if head != seal("", started, header):
            raise self._damaged(mission, "its header")
        if sealed != state_seal(self._checked(mission, head, rows), *state):
            raise self._damaged(mission, "how it stands")
        sides = self._sides(mission, started)
        screen_a, screen_b, outcome, score = state
        try:
            mode = mode_of(json.loads(header))
            return StoredMission(
                id=mission, started=started, setup=setup_of(header, sides),
                moves=tuple(move_of(line, mode) for _, line, _ in rows), screens=(screen_a, screen_b),
                outcome=outcome, score=score, kept=kept_of(header),
            )  # fmt: skip
        except (ValueError, KeyError, TypeError, AttributeError, CompanionError) as error:
            raise self._damaged(mission, "what it says") from error

    def missions(self) -> Sequence[MissionSummary]:
        """All missions, the newest first."""
        with reading(self._missions_file):
            rows = self._public.execute(
                "SELECT id, started, header, seal, "
                "(SELECT m.seal FROM moves m WHERE m.mission = id ORDER BY m.number DESC LIMIT 1), state_seal, "
                "screen_a, screen_b, outcome, score, (SELECT count(*) FROM moves WHERE mission = id) "
                "FROM missions ORDER BY id DESC"
            ).fetchall()
        return [summary_of(row) for row in rows]

    def delete(self, mission: int) -> None:
        """Forget a mission and its key. A city that was won with it stays won: it gets its mark by hand.

        Raises:
            StoreError: there is none with that id.
        """
        _refuse_impossible(mission)
        with transaction(self._public, self._missions_file):
            for won in self.missions():
                if won.id == mission:
                    self._cities.mark(won)
            gone = self._public.execute("DELETE FROM missions WHERE id = ?", (mission,)).rowcount
        if not gone:
            raise _unknown(mission)
        with transaction(self._secret, self._keys_file):
            self._secret.execute("DELETE FROM keys WHERE mission = ?", (mission,))

    # --- the mission map -----------------------------------------------------------------------------------------

    def cities(self) -> Sequence[City]:
        """The cities that users added, changed or marked, in the order of their names.

        Raises:
            StoreError: one is damaged.
        """
        return self._cities.all()

    def keep_city(self, city: City) -> None:
        """Add a city, or change the one of this name."""
        self.keep_cities((city,))

    def keep_cities(self, cities: Iterable[City]) -> None:
        """Add or change several, all or nothing."""
        with transaction(self._public, self._missions_file):
            for city in cities:
                self._cities.put(city)

    def drop_city(self, name: str) -> None:
        """Forget what users added or changed about a city.

        Raises:
            StoreError: nothing is kept under that name.
        """
        with transaction(self._public, self._missions_file):
            self._cities.drop(name)

    def won_cities(self) -> frozenset[str]:
        """The cities whose mission was won, by the names that the missions give them."""
        return frozenset(filter(None, map(won_city, self.missions())))

    def campaign(self) -> Campaign:
        """The whole mission map as it stands."""
        return Campaign(tuple(self.cities()), self.won_cities())

    # --- settings ------------------------------------------------------------------------------------------------

    def remember(self, name: str, value: str) -> None:
        """Keep a setting."""
        with transaction(self._public, self._missions_file):
            self._public.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def recall(self, name: str) -> str | None:
        """A setting, None if it was never kept."""
        with reading(self._missions_file):
            row = self._public.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    # --- inside: writing, within a transaction -------------------------------------------------------------------

    def _begun(self, started: str, setup: AnySetup, screens: tuple[str, str], kept: Mapping[str, str]) -> int:
        """The row of a new mission, its key on the disk."""
        header = header_row(setup, kept)
        head = seal("", started, header)
        mission = self._public.execute(
            "INSERT INTO missions (started, header, seal, screen_a, screen_b, state_seal) VALUES (?, ?, ?, ?, ?, ?)",
            (started, header, head, *screens, state_seal(head, *screens, None, None)),
        ).lastrowid
        assert mission is not None
        sides = key_row(setup)
        with transaction(self._secret, self._keys_file):
            self._secret.execute(
                "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?)",
                (mission, started, " ".join(sides), seal(started, str(mission), *sides)),
            )
        return mission

    def _add(self, mission: int, moves: Iterable[AnyMove]) -> None:
        number, newest = self._last(mission)
        for move in moves:
            line, number = line_of(move), number + 1
            newest = seal(newest, str(number), line)
            self._public.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (mission, number, line, newest))

    def _conclude(self, mission: int, outcome: str | None, score: int | None) -> None:
        self._public.execute("UPDATE missions SET outcome = ?, score = ? WHERE id = ?", (outcome, score, mission))
        self._seal_state(mission)

    def _seal_state(self, mission: int) -> None:
        _, newest = self._last(mission)
        state = self._public.execute(
            "SELECT screen_a, screen_b, outcome, score FROM missions WHERE id = ?", (mission,)
        ).fetchone()
        self._public.execute("UPDATE missions SET state_seal = ? WHERE id = ?", (state_seal(newest, *state), mission))

    def _last(self, mission: int) -> tuple[int, str]:
        """Number and seal of the newest row of a mission; its header counts as number 0."""
        row = self._public.execute(
            "SELECT number, seal FROM moves WHERE mission = ? ORDER BY number DESC LIMIT 1", (mission,)
        ).fetchone()
        if row is None:
            row = self._public.execute("SELECT 0, seal FROM missions WHERE id = ?", (mission,)).fetchone()
        if row is None:
            raise StoreError(f"there is no mission {mission} in {self._missions_file}")
        return row[0], row[1]

    # --- inside: reading -----------------------------------------------------------------------------------------

    def _rows(self, mission: int) -> tuple[tuple[Any, ...], list[tuple[int, str, str]]]:
        """The row of a mission and those of its moves, as of one moment: another copy may be writing."""
        with reading(self._missions_file):
            self._public.execute("BEGIN")
            try:
                row = self._public.execute(
                    "SELECT started, header, seal, state_seal, screen_a, screen_b, outcome, score FROM missions "
                    "WHERE id = ?",
                    (mission,),
                ).fetchone()
                moves = self._public.execute(
                    "SELECT number, line, seal FROM moves WHERE mission = ? ORDER BY number", (mission,)
                ).fetchall()
            finally:
                self._public.execute("ROLLBACK")
        if row is None:
            raise _unknown(mission)
        return row, moves

    def _checked(self, mission: int, newest: str, rows: list[tuple[int, str, str]]) -> str:
        """The seal of the last move, or of the header, once all before it agree."""
        for expected, (number, line, stored) in enumerate(rows, start=1):
            newest = seal(newest, str(number), line)
            if number != expected or stored != newest:
                raise self._damaged(mission, f"move {expected}")
        return newest

    def _sides(self, mission: int, started: str) -> list[str]:
        with reading(self._keys_file):
            row = self._secret.execute(
                "SELECT sides, seal FROM keys WHERE mission = ? AND started = ?", (mission, started)
            ).fetchone()
        if row is None:
            raise StoreError(
                f"{self._keys_file} has no key for mission {mission}, without which it cannot go on: "
                "`companion missions delete` forgets it"
            )
        sides: list[str] = row[0].split(" ")
        if row[1] != seal(started, str(mission), *sides):
            raise self._damaged(mission, "its key")
        return sides

    def _damaged(self, mission: int, what: str) -> StoreError:
        return StoreError(
            f"{self._missions_file}: mission {mission} is damaged ({what} does not match its seal): "
            "the file is left as it is; begin a new mission"
        )


def _unknown(mission: int) -> StoreError:
    return StoreError(f"there is no mission {mission}: `companion missions list` shows those there are")


def _refuse_impossible(mission: int) -> None:
    # SQLite takes no greater number, and no mission has one.
    if abs(mission) > _GREATEST_ID:
        raise _unknown(mission)
