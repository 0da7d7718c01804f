"""The store: missions and settings in SQLite, the running keys in a second file that only its owner can read.

Two files (docs/adr/0002-store.md): ``missions.sqlite3`` holds what everybody at the table may know, ``keys.sqlite3``
the key of each mission. So every file but the second is the same, byte for byte, whatever the key is.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.duet import DuetSetup, Outcome, Scoring
from companion.game.duet_moves import move_text, parse_move
from companion.game.keycard import Identity, KeyCard
from companion.game.moves import Move, Undo
from companion.game.position import ALL_POSITIONS, Seat
from companion.table.ports import MissionSummary, StoredMission

SCHEMA = 1
"""Raised with every change of the tables; a file with a higher number is left untouched."""

_MISSIONS = """
CREATE TABLE missions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, header TEXT NOT NULL, seal TEXT NOT NULL,
    screen_a TEXT NOT NULL, screen_b TEXT NOT NULL, outcome TEXT, score INTEGER
) STRICT;
CREATE TABLE moves (
    mission INTEGER NOT NULL REFERENCES missions (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    line TEXT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (mission, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""
_KEYS = """
CREATE TABLE keys (
    mission INTEGER PRIMARY KEY, started TEXT NOT NULL, face_a TEXT NOT NULL, face_b TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
"""

_GREATEST_ID = (1 << 63) - 1

_PLACES = Board(tuple(str(position) for position in ALL_POSITIONS))
"""Moves are stored as lines of the transcript format over a board whose words are its places: a word that is corrected
later changes nothing in them."""


class StoreError(CompanionError):
    """The store cannot be read or written."""


class SqliteStore:
    """``MissionStore`` over two SQLite files in ``folder``. One thread.

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
            if alone:
                opened.callback(os.close, _kept_from_others(folder))
            self._public = opened.enter_context(closing(_opened(self._missions_file, _MISSIONS)))
            self._secret = opened.enter_context(closing(_opened(self._keys_file, _KEYS)))
            self._closing = opened.pop_all()

    def close(self) -> None:
        """Close the files and give the folder free. Safe to call twice."""
        self._closing.close()

    # --- missions ------------------------------------------------------------------------------------------------

    def begin(self, started: str, setup: DuetSetup, screens: tuple[str, str]) -> int:
        """Store a new mission; the key is on the disk before the mission is."""
        with _transaction(self._public, self._missions_file):
            return self._begun(started, setup, screens)

    def keep(
        self,
        started: str,
        setup: DuetSetup,
        moves: Iterable[Move | Undo],
        outcome: Outcome | None,
        score: int | None,
    ) -> int:
        """Store a mission that was played elsewhere: all of it or nothing."""
        with _transaction(self._public, self._missions_file):
            mission = self._begun(started, setup, ("", ""))
            for move in moves:
                self._add(mission, move)
            self._conclude(mission, outcome, score)
        return mission

    def append(self, mission: int, move: Move | Undo, outcome: Outcome | None = None, score: int | None = None) -> None:
        """Add one accepted move together with the outcome and the score after it."""
        with _transaction(self._public, self._missions_file):
            self._add(mission, move)
            self._conclude(mission, outcome, score)

    def bind(self, mission: int, screens: tuple[str, str]) -> None:
        """Remember which devices show seat A and seat B."""
        with _transaction(self._public, self._missions_file):
            self._public.execute("UPDATE missions SET screen_a = ?, screen_b = ? WHERE id = ?", (*screens, mission))

    def load(self, mission: int) -> StoredMission:
        """A whole mission, every row checked against the seal of the one before.

        Raises:
            StoreError: there is none with that id, or it is damaged.
        """
        _refuse_impossible(mission)
        with _reading(self._missions_file):
            row = self._public.execute(
                "SELECT started, header, seal, screen_a, screen_b, outcome, score FROM missions WHERE id = ?",
                (mission,),
            ).fetchone()
            moves = self._public.execute(
                "SELECT number, line, seal FROM moves WHERE mission = ? ORDER BY number", (mission,)
            ).fetchall()
        if row is None:
            raise _unknown(mission)
        started, header, seal, screen_a, screen_b, outcome, score = row
        if seal != _seal("", started, header):
            raise self._damaged(mission, "its header")
        try:
            setup = _setup(header, self._key(mission, started))
            return StoredMission(
                id=mission, started=started, setup=setup, moves=self._checked(mission, seal, moves),
                screens=(screen_a, screen_b), outcome=Outcome(outcome) if outcome else None, score=score,
            )  # fmt: skip
        except StoreError:
            raise
        except (ValueError, KeyError, TypeError, CompanionError) as error:
            raise self._damaged(mission, "what it says") from error

    def missions(self) -> Sequence[MissionSummary]:
        """All missions, the newest first."""
        with _reading(self._missions_file):
            rows = self._public.execute(
                "SELECT id, started, header, outcome, score, (SELECT count(*) FROM moves WHERE mission = id) "
                "FROM missions ORDER BY id DESC"
            ).fetchall()
        return [
            MissionSummary(
                id=mission, started=started, words=_listed_words(header), moves=moves,
                outcome=Outcome(outcome) if outcome else None, score=score,
            )
            for mission, started, header, outcome, score, moves in rows
        ]  # fmt: skip

    def delete(self, mission: int) -> None:
        """Forget a mission and its key.

        Raises:
            StoreError: there is none with that id.
        """
        _refuse_impossible(mission)
        with _transaction(self._public, self._missions_file):
            gone = self._public.execute("DELETE FROM missions WHERE id = ?", (mission,)).rowcount
        if not gone:
            raise _unknown(mission)
        with _transaction(self._secret, self._keys_file):
            self._secret.execute("DELETE FROM keys WHERE mission = ?", (mission,))

    # --- settings ------------------------------------------------------------------------------------------------

    def remember(self, name: str, value: str) -> None:
        """Keep a setting."""
        with _transaction(self._public, self._missions_file):
            self._public.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def recall(self, name: str) -> str | None:
        """A setting, None if it was never kept."""
        with _reading(self._missions_file):
            row = self._public.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    # --- inside --------------------------------------------------------------------------------------------------

    def _begun(self, started: str, setup: DuetSetup, screens: tuple[str, str]) -> int:
        """Within a transaction: the row of a new mission, its key on the disk."""
        header = _header(setup)
        mission = self._public.execute(
            "INSERT INTO missions (started, header, seal, screen_a, screen_b) VALUES (?, ?, ?, ?, ?)",
            (started, header, _seal("", started, header), *screens),
        ).lastrowid
        assert mission is not None
        faces = [_letters(setup.key, seat) for seat in Seat]
        with _transaction(self._secret, self._keys_file):
            self._secret.execute(
                "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?)",
                (mission, started, *faces, _seal(started, str(mission), *faces)),
            )
        return mission

    def _add(self, mission: int, move: Move | Undo) -> None:
        line = move_text(move, _PLACES)
        number, before = self._last(mission)
        self._public.execute(
            "INSERT INTO moves VALUES (?, ?, ?, ?)", (mission, number + 1, line, _seal(before, str(number + 1), line))
        )

    def _conclude(self, mission: int, outcome: Outcome | None, score: int | None) -> None:
        self._public.execute(
            "UPDATE missions SET outcome = ?, score = ? WHERE id = ?",
            (outcome.value if outcome else None, score, mission),
        )

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

    def _key(self, mission: int, started: str) -> KeyCard:
        with _reading(self._keys_file):
            row = self._secret.execute(
                "SELECT face_a, face_b, seal FROM keys WHERE mission = ? AND started = ?", (mission, started)
            ).fetchone()
        if row is None:
            raise StoreError(f"{self._keys_file} has no key for mission {mission}: without it the mission cannot go on")
        if row[2] != _seal(started, str(mission), row[0], row[1]):
            raise self._damaged(mission, "its key")
        return KeyCard.from_faces(*(tuple(Identity(letter) for letter in face) for face in row[:2]))

    def _checked(self, mission: int, seal: str, rows: list[tuple[int, str, str]]) -> tuple[Move | Undo, ...]:
        moves = []
        for expected, (number, line, stored) in enumerate(rows, start=1):
            seal = _seal(seal, str(number), line)
            if number != expected or stored != seal:
                raise self._damaged(mission, f"move {expected}")
            moves.append(parse_move(line, _PLACES))
        return tuple(moves)

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


def _kept_from_others(folder: Path) -> int:
    """Lock the folder; the lock lives as long as the descriptor that comes back, or the process."""
    file = folder / "companion.lock"
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise _explained(file, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise _explained(folder, error) from error
    return descriptor


def _opened(file: Path, tables: str) -> sqlite3.Connection:
    """Open or create one file; a newer or foreign one is refused before anything is written to it."""
    created = not file.exists()
    try:
        if created:
            # Made by us, so that nobody else can read it even for a moment.
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        elif file.stat().st_size:
            _refuse_newer(file)
        connection = sqlite3.connect(file, isolation_level=None, timeout=2.0)
        # EXTRA also syncs the folder after the journal is gone: a confirmed move survives a pulled plug.
        for pragma in ("journal_mode = DELETE", "synchronous = EXTRA", "foreign_keys = ON", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            connection.executescript(f"BEGIN IMMEDIATE; {tables} PRAGMA user_version = {SCHEMA}; COMMIT;")
    except (sqlite3.Error, OSError) as error:
        raise _explained(file, error) from error
    return connection


def _refuse_newer(file: Path) -> None:
    # Without SQLite: a file that a kill left in the middle of a write it opens only by mending it, and a newer one is
    # not ours to mend.
    with file.open("rb") as opened:
        head = opened.read(64)
    version = int.from_bytes(head[60:64], "big") if head.startswith(b"SQLite format 3\0") else 0
    if version > SCHEMA:
        raise StoreError(
            f"{file} was written by a newer version of the companion (format {version}, this one knows {SCHEMA}): "
            "update the companion; the file is left untouched"
        )


def _explained(file: Path, error: Exception) -> StoreError:
    text, number = str(error), getattr(error, "errno", None)
    if "locked" in text or number == errno.EWOULDBLOCK:
        return StoreError(f"{file} is in use: another copy of the companion is running; close it first")
    if "not a database" in text or "malformed" in text:
        return StoreError(f"{file} is damaged or no database: move it aside to begin anew; it is left as it is")
    if "full" in text or number == errno.ENOSPC:
        return StoreError(f"{file} could not be written, the disk is full: free some space and try again")
    if "readonly" in text or number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StoreError(f"{file} cannot be written: check the rights of the file and of its folder")
    return StoreError(f"{file} cannot be used ({text}): check the file, its folder and the disk")


@contextmanager
def _transaction(connection: sqlite3.Connection, file: Path) -> Iterator[None]:
    """All or nothing, and on the disk at the end."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise _explained(file, error) from error


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(file, error) from error


def _seal(*parts: str) -> str:
    """A hash over the seal before and the row, so that flipped bits and lost rows are found on load."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _header(setup: DuetSetup) -> str:
    return json.dumps(
        {
            "words": setup.board.words,
            "turns": setup.turns,
            "mistakes": setup.mistakes,
            "scoring": setup.scoring.value,
            "first": setup.first.value if setup.first else None,
        },
        ensure_ascii=False,
    )


def _setup(header: str, key: KeyCard) -> DuetSetup:
    fields = json.loads(header)
    return DuetSetup(
        board=Board(tuple(fields["words"])),
        key=key,
        turns=fields["turns"],
        mistakes=fields["mistakes"],
        scoring=Scoring(fields["scoring"]),
        first=Seat(fields["first"]) if fields["first"] else None,
    )


def _listed_words(header: str) -> tuple[str, ...]:
    """The words for the list; none where the header is damaged, which ``load`` then explains."""
    try:
        return tuple(json.loads(header)["words"])
    except (ValueError, KeyError, TypeError):
        return ()


def _letters(key: KeyCard, seat: Seat) -> str:
    return "".join(identity.value for identity in key.face(seat))
