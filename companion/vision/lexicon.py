"""Words as they are compared, and word lists: they rank and flag, they never replace what was read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from companion.errors import CompanionError

LARGEST_LIST_BYTES = 5_000_000
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "–": "-", "—": "-", "‐": "-", "־": "-"})
_DIGITS = str.maketrans("015", "OIS")
_AT_ENDS = re.compile(r"^[^\w]+|[^\w.]+$")
_INSIDE = re.compile(r"^[^\w'.-]+|[^\w'.-]+$")


class WordListUnusable(CompanionError):
    """A word list can't be read; says which and why."""


def normal(text: str) -> str:
    """A word in the form in which words are stored and compared: NFC, upper case, single spaces, plain apostrophes.

    Diacritics are kept. The German ß becomes its capital, not two letters.
    """
    one_line = " ".join(unicodedata.normalize("NFC", text).translate(_APOSTROPHES).split())
    return unicodedata.normalize("NFC", one_line.replace("ß", "ẞ").upper())


def printed_word(text: str) -> str:
    """What an engine read, freed of specks at its ends; "" if no letter is left.

    Cards print no digits: 0, 1 and 5 within a word are taken for the letters they are mistaken for.
    """
    tokens = [token for token in normal(text).split() if _has_letters(token)]
    inner = [_INSIDE.sub("", token) for token in tokens[1:-1]]
    word = _AT_ENDS.sub("", " ".join([*tokens[:1], *inner, *tokens[len(inner) + 1 :]]))
    if word.endswith(".") and word.count(".") == 1 and " " not in word:
        word = _AT_ENDS.sub("", word[:-1])
    return word.translate(_DIGITS) if any(letter.isalpha() for letter in word) else ""


def _has_letters(token: str) -> bool:
    return any(letter.isalpha() for letter in token)


class Lexicon:
    """A set of words that may stand on cards."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words = tuple(dict.fromkeys(word for word in map(normal, words) if word))
        self._known = frozenset(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, word: str) -> bool:
        return normal(word) in self._known

    def neighbours(self, word: str, distance: int = 1) -> tuple[str, ...]:
        """Other words of the list that differ by at most ``distance`` letters, nearest first."""
        found = []
        for other in self._words:
            apart = Levenshtein.distance(word, other, score_cutoff=distance)
            if 0 < apart <= distance:
                found.append((apart, other))
        return tuple(other for _, other in sorted(found, key=lambda pair: pair[0]))


def read_word_list(path: Path) -> tuple[str, ...]:
    """Read a word list: UTF-8, one word or phrase a line; empty lines and lines that begin with # are skipped.

    Raises:
        WordListUnusable: no such file, too large, not UTF-8, or no words in it.
    """
    try:
        if not path.is_file():
            raise WordListUnusable(f"word list {path}: no such file")
        if path.stat().st_size > LARGEST_LIST_BYTES:
            raise WordListUnusable(f"word list {path}: larger than 5 MB, that is no word list")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise WordListUnusable(f"word list {path}: not UTF-8 text, save it as UTF-8") from error
    except OSError as error:
        raise WordListUnusable(f"word list {path}: cannot be read ({error.strerror})") from error
    words = tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
    if not words:
        raise WordListUnusable(f"word list {path}: holds no words")
    return words
