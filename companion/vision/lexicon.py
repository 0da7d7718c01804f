"""Words as they are compared, and word lists: they rank and flag, they never replace what was read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from companion.errors import CompanionError

LARGEST_LIST_BYTES = 5_000_000
LISTED, LEARNT, GENERAL = 1.0, 0.95, 0.3
"""What speaks for a word of a given list, of an earlier board of this box, of the language in general."""
_STROKES = str.maketrans("ŁØĐĦŦ", "LODHT")
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

    Cards print no digits: 0, 1 and 5 within a word are taken for the letters they are mistaken for. Nor do they print
    small letters: a small l among capitals is the bar of an I.
    """
    bars = " ".join(token if token.islower() else token.replace("l", "I") for token in text.split())
    tokens = [token for token in normal(bars).split() if _has_letters(token)]
    inner = [_INSIDE.sub("", token) for token in tokens[1:-1]]
    word = _AT_ENDS.sub("", " ".join([*tokens[:1], *inner, *tokens[len(inner) + 1 :]]))
    if word.endswith(".") and word.count(".") == 1 and " " not in word:
        word = _AT_ENDS.sub("", word[:-1])
    return word.translate(_DIGITS) if any(letter.isalpha() for letter in word) else ""


def _has_letters(token: str) -> bool:
    return any(letter.isalpha() for letter in token)


class GeneralWords(Protocol):
    """Knows the words of a language in general, not those of a box. ``exists``: there is a dictionary of it."""

    @property
    def exists(self) -> bool:
        """There is a dictionary of the language."""
        ...

    def prepare(self, wait_s: float = 0.0) -> bool:
        """Get ready in the background; whether it is."""
        ...

    def knows(self, word: str) -> bool:
        """Whether a word is known; False too while it is not ready."""
        ...


class Lexicon:
    """The words that may stand on cards: of given lists, learnt from this box, and those of the language in general.

    A lexicon ranks what was read and raises doubts. It never replaces what is printed.
    """

    def __init__(
        self,
        words: Iterable[str] = (),
        *,
        learnt: Iterable[str] = (),
        general: GeneralWords | None = None,
        language: str = "",
    ) -> None:
        """Gather words; in any case and form.

        Args:
            words: of the lists that were given.
            learnt: confirmed on earlier boards of this box.
            general: the weak prior, None for none.
            language: Tesseract codes of the cards, joined with ``+``; "" if it is not known.
        """
        self.language = language
        listed = _normal_words(words)
        self._listed = frozenset(listed)
        self._words = tuple(dict.fromkeys([*listed, *_normal_words(learnt)]))
        self._known = frozenset(self._words)
        self._general = general

    def __len__(self) -> int:
        """How many words were given and learnt."""
        return len(self._words)

    def __contains__(self, word: str) -> bool:
        """Whether a word was given or learnt."""
        return normal(word) in self._known

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were given and learnt, in capitals."""
        return self._words

    @property
    def has_dictionary(self) -> bool:
        """Whether there is a dictionary of the language; it may not be read yet."""
        return self._general is not None and self._general.exists

    def prepare(self, wait_s: float = 0.0) -> bool:
        """Begin to read the general words in the background; whether they are there within ``wait_s`` seconds."""
        return self._general is None or self._general.prepare(wait_s)

    def weight(self, word: str) -> float:
        """How much speaks for a word beside its reading, 0.0 to 1.0; 0.0 says nothing against it.

        ``LISTED`` in a given list, ``LEARNT`` on an earlier board, ``GENERAL`` known to the language's dictionary.
        While that is still being read its words weigh 0.0 too, so it may rank and must not raise a doubt.
        """
        form = normal(word)
        if form in self._known:
            return LISTED if form in self._listed else LEARNT
        return GENERAL if self._general is not None and self._general.knows(form) else 0.0

    def near(self, word: str, distance: int = 1) -> tuple[str, ...]:
        """Given and learnt words at most ``distance`` letters away, nearest first; the word itself if it is one.

        Of equally near ones those that differ by diacritics alone come first, then the given before the learnt.
        """
        form = normal(word)
        found = process.extract(form, self._words, scorer=Levenshtein.distance, score_cutoff=distance, limit=None)
        bare = folded(form)
        ranked = sorted(found, key=lambda each: (each[1], folded(each[0]) != bare, each[2]))
        return tuple(other for other, _, _ in ranked)

    def neighbours(self, word: str, distance: int = 1) -> tuple[str, ...]:
        """``near`` without the word itself."""
        form = normal(word)
        return tuple(other for other in self.near(form, distance) if other != form)


def folded(word: str) -> str:
    """A word without its diacritics: to rank by, never to keep."""
    apart = unicodedata.normalize("NFD", word.translate(_STROKES))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _normal_words(words: Iterable[str]) -> list[str]:
    return [word for word in map(normal, words) if word]


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
