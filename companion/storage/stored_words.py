"""The word lists that users imported and the words that were learnt, as they lie in the public file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.storage.files import StoreError, reading, transaction
from companion.storage.rows import seal
from companion.table.word_lists import (
    KnownWords,
    ListSummary,
    WordList,
    kept_name,
    languages_of,
    learnt_words,
    plain_words,
)

Row = tuple[str, str, tuple[str, ...] | None]
"""Name, language, words; None for damaged ones."""


class StoredWords:
    """``WordLists`` over two tables of ``file``. One thread; each change is a transaction of its own."""

    def __init__(self, connection: sqlite3.Connection, file: Path) -> None:
        self._connection = connection
        self._file = file
        self.off: frozenset[str] = frozenset()

    def lists(self) -> Sequence[ListSummary]:
        """The imported lists, in the order of their names."""
        return [_summary(*row) for row in self._rows("SELECT name, language, words, seal FROM word_lists")]

    def learnt(self) -> Sequence[ListSummary]:
        """What was learnt, in the order of the languages."""
        return [_summary(*row) for row in self._learnt_rows()]

    def import_list(self, words: WordList) -> None:
        """Keep a list, in place of the one of this name."""
        name, text = words.name, _text(plain_words(words.words))
        with transaction(self._connection, self._file):
            self._connection.execute(
                "INSERT OR REPLACE INTO word_lists VALUES (?, ?, ?, ?)",
                (name, words.language, text, seal(name, words.language, text)),
            )

    def drop_list(self, name: str) -> None:
        """Forget a list.

        Raises:
            StoreError: there is none of that name.
        """
        with transaction(self._connection, self._file):
            gone = self._connection.execute("DELETE FROM word_lists WHERE name = ?", (kept_name(name),)).rowcount
        if not gone:
            raise StoreError(f"there is no word list {name}: `companion words list` shows those there are")

    def learn(self, language: str, words: Sequence[str]) -> None:
        """Add to what was learnt; what is damaged is begun anew."""
        with transaction(self._connection, self._file):
            before = next((kept for _, code, kept in self._learnt_rows() if code == language), None) or ()
            text = _text(learnt_words(before, words))
            self._connection.execute(
                "INSERT OR REPLACE INTO learnt_words VALUES (?, ?, ?)",
                (language, text, seal(language, language, text)),
            )

    def forget_learnt(self, language: str) -> None:
        """Forget what was learnt for a language.

        Raises:
            StoreError: nothing was.
        """
        with transaction(self._connection, self._file):
            gone = self._connection.execute("DELETE FROM learnt_words WHERE language = ?", (language,)).rowcount
        if not gone:
            raise StoreError(f"nothing was learnt for {language}: `companion words list` shows what was")

    def known_words(self, language: str) -> KnownWords:
        """The words of all undamaged lists that are for one of the languages and not off, and those learnt."""
        codes = languages_of(language)
        rows = self._rows("SELECT name, language, words, seal FROM word_lists")
        lists = [row for row in rows if row[0] not in self.off]
        return KnownWords(_joined(lists, codes), _joined(self._learnt_rows(), codes))

    def _learnt_rows(self) -> list[Row]:
        return self._rows("SELECT language, language, words, seal FROM learnt_words")

    def _rows(self, query: str) -> list[Row]:
        with reading(self._file):
            rows = self._connection.execute(f"{query} ORDER BY 1").fetchall()
        return [(name, language, _words(name, language, text, sealed)) for name, language, text, sealed in rows]


def _joined(rows: Sequence[Row], codes: frozenset[str]) -> tuple[str, ...]:
    def words() -> Iterator[str]:
        for _, language, kept in rows:
            if kept is not None and languages_of(language) & codes:
                yield from kept

    return plain_words(words())


def _text(words: Sequence[str]) -> str:
    return json.dumps(words, ensure_ascii=False)


def _words(name: str, language: str, text: str, sealed: str) -> tuple[str, ...] | None:
    if sealed != seal(name, language, text):
        return None
    return tuple(str(word) for word in json.loads(text))


def _summary(name: str, language: str, words: tuple[str, ...] | None) -> ListSummary:
    return ListSummary(name, language, len(words or ()), damaged=words is None)
