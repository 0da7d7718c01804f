"""The clue helper: says what a clue has in common with a visible word, and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

from companion.clues.anatomy import Anatomy, Language, plain
from companion.dictionary import CODES, LONGEST
from companion.table.ports import ClueFlag

# Two boards of words and a mission's clues; a word is taken apart once.
_KEPT: Final = 128


def helper_for(language: str) -> WordForms:
    """The helper for the language of a box.

    Args:
        language: Tesseract's code, or several joined by ``+`` (``eng``, ``deu+eng``); codes nothing is known about are
            passed over, and with no other left the helper says nothing.
    """
    return WordForms(language)


class WordForms:
    """Knows equal words, word forms and compounds by dictionary (rules A4, B5). Judges nothing.

    The dictionaries are read at the first clue, or by ``load`` before, which may run in a thread of its own.
    """

    def __init__(self, language: str) -> None:
        """Choose the dictionaries; nothing is read yet.

        Args:
            language: as in ``helper_for``.
        """
        named = (CODES.get(code.strip()) for code in language.split("+"))
        self._codes = tuple(dict.fromkeys(code for code in named if code is not None))
        self._languages: tuple[Language, ...] | None = None
        self._loading = Lock()
        self._dissect = lru_cache(maxsize=_KEPT)(self._dissect_anew)

    @property
    def knows(self) -> bool:
        """True if there is a dictionary for at least one language of the box."""
        return bool(self._codes)

    @property
    def ready(self) -> bool:
        """True once the dictionaries are read: from then on ``flags`` answers within milliseconds."""
        return self._languages is not None or not self._codes

    def load(self) -> None:
        """Read the dictionaries if that was not done yet; up to a few seconds."""
        self._loaded()

    def flags(self, clue: str, visible: Sequence[str]) -> Sequence[ClueFlag]:
        """What is to be said about a clue: at most one flag a visible word, in the order of the words.

        A clue with digits, of one letter or of more than 40 is only asked whether it is a visible word itself.

        Args:
            clue: the clue word, in any case; several words are looked at one by one and as a whole.
            visible: the words that are not covered.
        """
        shown = " ".join("".join(c if c.isprintable() else " " for c in clue).split())
        if not self._codes or not plain(shown):
            return ()
        found = ((word, self._reason(shown, word)) for word in visible)
        return tuple(ClueFlag(word, reason) for word, reason in found if reason)

    def _reason(self, clue: str, word: str) -> str:
        if plain(clue) == plain(word):
            return f"{word} is itself a word on the table, still visible"
        if not (_has_meaning(clue) and _has_meaning(word)):
            return ""
        pairs = zip(self._dissect(clue), self._dissect(word), strict=True)
        reasons = (_common(clue.upper() if word.isupper() else clue, word, *pair) for pair in pairs)
        return next((reason for reason in reasons if reason), "")

    def _dissect_anew(self, text: str) -> tuple[Anatomy, ...]:
        return tuple(language.dissect(text) for language in self._loaded())

    def _loaded(self) -> tuple[Language, ...]:
        with self._loading:
            if self._languages is None:
                self._languages = tuple(Language(code) for code in self._codes)
            return self._languages


def _has_meaning(text: str) -> bool:
    letters = plain(text)
    return 1 < len(letters) <= LONGEST and not any(letter.isdigit() for letter in letters)


def _common(clue: str, word: str, a: Anatomy, b: Anatomy) -> str:
    """The closest relation of a clue (a) to a visible word (b) as a sentence; empty for none."""
    return _form(clue, word, a, b) or _part(clue, word, a, b)


def _form(clue: str, word: str, a: Anatomy, b: Anatomy) -> str:
    shared = a.bases & b.bases
    if plain(word) in shared:
        return f"{clue} is a form of {word}, which is still visible"
    if plain(clue) in shared:
        return f"{word}, which is still visible, is a form of {clue}"
    if shared:
        return f"{clue} is a form of the same word as {word}, which is still visible"
    if a.roots & b.roots:
        return f"{clue} is made from the same word as {word}, which is still visible"
    return ""


def _part(clue: str, word: str, a: Anatomy, b: Anatomy) -> str:
    if plain(clue) in b.parts:
        return f"{clue} is part of {word}, which is still visible"
    if plain(word) in a.parts:
        return f"{clue} has {word} in it, which is still visible"
    if shared := (a.roots | a.parts) & b.parts or a.parts & b.roots:
        part = min(shared)
        return f"{clue} and {word}, which is still visible, share {part.upper() if word.isupper() else part}"
    return ""
