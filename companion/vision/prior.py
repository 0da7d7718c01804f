"""The general dictionary of a language as a weak prior: read beside the work, asked only where a card is in doubt."""

from __future__ import annotations

import threading
from functools import lru_cache

from companion.dictionary import CODES, Dictionary, dictionary_of


class GeneralPrior:
    """Which words the general dictionaries of some languages know.

    Reading one costs a tenth of a second (English) to three seconds (Finnish, Polish) and 2 to 50 MB, so it is read in
    a thread of its own, and until that has ended no word counts as known. Any thread.
    """

    def __init__(self, language: str) -> None:
        """Choose the dictionaries; nothing is read yet.

        Args:
            language: Tesseract codes, joined with ``+``; those without a dictionary are passed over.
        """
        codes = (CODES.get(code) for code in language.split("+"))
        self._codes = tuple(dict.fromkeys(code for code in codes if code is not None))
        self._starting = threading.Lock()
        self._reading: threading.Thread | None = None
        self._dictionaries: tuple[Dictionary, ...] = ()
        self._known = lru_cache(maxsize=512)(self._looked_up)

    @property
    def exists(self) -> bool:
        """There is a dictionary of at least one of the languages."""
        return bool(self._codes)

    def prepare(self, wait_s: float = 0.0) -> bool:
        """Begin to read the dictionaries, once.

        Args:
            wait_s: how long to wait for them, seconds.

        Returns:
            whether they are read.
        """
        if not self._codes:
            return True
        with self._starting:
            if self._reading is None:
                self._reading = threading.Thread(target=self._read, name="general words", daemon=True)
                self._reading.start()
        if wait_s > 0:
            self._reading.join(wait_s)
        return bool(self._dictionaries)

    def knows(self, word: str) -> bool:
        """Whether each part of a word or phrase stands in one of the dictionaries; False while they are being read.

        Args:
            word: in the form that ``lexicon.normal`` gives.
        """
        if not self._dictionaries:
            self.prepare()
            return False
        return self._known(word)

    def _read(self) -> None:
        self._dictionaries = tuple(dictionary_of(code) for code in self._codes)

    def _looked_up(self, word: str) -> bool:
        parts = [part.strip(".'") for part in word.replace("-", " ").split()]
        return bool(parts) and all(self._has(part) for part in parts)

    def _has(self, part: str) -> bool:
        return any(dictionary.base(form) is not None for dictionary in self._dictionaries for form in _spellings(part))


def _spellings(capitals: str) -> list[str]:
    """How a word in capitals may stand in a dictionary; capitals have SS where small letters have ß."""
    small = capitals.lower()
    forms = [small, small.capitalize()]
    return [*forms, *(form.replace("ss", "ß") for form in forms if "ss" in form)]
