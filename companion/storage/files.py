"""The files themselves: opened, locked, brought up to date, written all or nothing."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path

from companion.errors import CompanionError

Step = Callable[[sqlite3.Connection], None]
"""Brings the tables of a file from one version to the next, within a transaction that is not its own."""


Guard = Callable[[], AbstractContextManager[None]]


class StoreError(CompanionError):
    """The store cannot be read or written."""


_SQLITE_SAYS = (sqlite3.Error, UnicodeError)
"""What a call of SQLite raises: Python cannot read its message when that quotes a damaged name of a table, and cannot
hand over a text whose letters came in as broken bytes."""


def keep_from_others(folder: Path) -> int:
    """Lock the folder; the lock lives as long as the descriptor that comes back, or the process.

    Raises:
        StoreError: another copy has it, or the folder cannot be written.
    """
    file = folder / "companion.lock"
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise explained(file, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise explained(folder, error) from error
    return descriptor


@contextmanager
def kept_from_others(folder: Path) -> Iterator[None]:
    """``keep_from_others`` for a while."""
    descriptor = keep_from_others(folder)
    try:
        yield
    finally:
        os.close(descriptor)


def open_file(
    file: Path, steps: Sequence[Step], alone: Callable[[], AbstractContextManager[None]]
) -> sqlite3.Connection:
    """Open or create one file and bring it up to date.

    Args:
        file: Where it lies.
        steps: What makes version 1 of nothing, 2 of 1 and so on.
        alone: Keeps other copies away while an older file is changed: one of an older version would not understand.

    Raises:
        StoreError: it is damaged, in use or cannot be written; it is left as it was.
    """
    with ExitStack() as failed:
        try:
            if not file.exists():
                # Made by us, so that nobody else can read it even for a moment.
                os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            connection = failed.enter_context(closing(sqlite3.connect(file, isolation_level=None, timeout=2.0)))
            connection.text_factory = _text
            # EXTRA also syncs the folder after the journal is gone: a confirmed move survives a pulled plug.
            for pragma in ("journal_mode = DELETE", "synchronous = EXTRA", "foreign_keys = ON", "secure_delete = ON"):
                connection.execute(f"PRAGMA {pragma}")
            version = _version(connection)
        except (*_SQLITE_SAYS, OSError) as error:
            raise explained(file, error) from error
        if version == 0:
            _bring_up(connection, file, steps)
        elif version < len(steps):
            with alone():
                _bring_up(connection, file, steps)
        failed.pop_all()
    return connection


def _text(raw: bytes) -> str:
    """A text of the file. Damaged ones are read too and no longer match their seal.

    SQLite's own refusal would quote the text, which may be a key, and one damaged row would hide all the others.
    """
    return raw.decode(errors="replace")


def _bring_up(connection: sqlite3.Connection, file: Path, steps: Sequence[Step]) -> None:
    """All the steps that are due or none: a kill in between leaves the file as it was."""
    with transaction(connection, file):
        # Asked again: meanwhile another process may have done it.
        for step in steps[_version(connection) :]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {len(steps)}")


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def refuse_newer(file: Path, newest: int) -> None:
    """A file of a version that is not known is not touched.

    Without SQLite: a file that a kill left in the middle of a write it opens only by mending it, and a newer one is not
    ours to mend.

    Raises:
        StoreError: the file is of a newer version, or cannot be read.
    """
    try:
        with file.open("rb") as opened:
            head = opened.read(64)
    except FileNotFoundError:
        return
    except OSError as error:
        raise explained(file, error) from error
    version = int.from_bytes(head[60:64], "big") if head.startswith(b"SQLite format 3\0") else 0
    if version > newest:
        raise StoreError(
            f"{file} was written by a newer version of the companion (format {version}, this one knows {newest}): "
            "update the companion; the file is left untouched"
        )


def explained(file: Path, error: Exception) -> StoreError:
    """One line for what the operating system or SQLite says."""
    text, number = getattr(error, "strerror", None) or str(error), getattr(error, "errno", None)
    if isinstance(error, UnicodeEncodeError):
        return StoreError(f"{file} holds no {error.object!r}, its letters are broken: write it anew, in UTF-8")
    if "locked" in text or number == errno.EWOULDBLOCK:
        return StoreError(f"{file} is in use: another copy of the companion is running; close it first")
    if "not a database" in text or "malformed" in text or isinstance(error, UnicodeDecodeError):
        return StoreError(f"{file} is damaged or no database: move it aside to begin anew; it is left as it is")
    if "full" in text or number == errno.ENOSPC:
        return StoreError(f"{file} could not be written, the disk is full: free some space and try again")
    if "readonly" in text or number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StoreError(f"{file} cannot be written: check the rights of the file and of its folder")
    return StoreError(f"{file} cannot be used ({text}): check the file, its folder and the disk")


@contextmanager
def transaction(connection: sqlite3.Connection, file: Path) -> Iterator[None]:
    """All or nothing, and on the disk at the end."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    except _SQLITE_SAYS as error:
        raise explained(file, error) from error


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Turn what SQLite says into one line."""
    try:
        yield
    except _SQLITE_SAYS as error:
        raise explained(file, error) from error
