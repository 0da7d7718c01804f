"""Word lists of a box: given in files, and learnt from confirmed boards. What they may be, and where they are kept."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError

LONGEST_NAME = 60
LONGEST_WORD = 60
MOST_WORDS = 20_000
MOST_LEARNT = 2_000
"""So many words are kept as learnt for each language, five boxes of 400; older ones make room."""

ENGLISH = "eng"
"""The language of a box that nobody has named."""
LANGUAGE, SWITCHED_OFF = "language of the box", "word lists switched off"
"""Names of the settings; the second as ``names_to_text`` writes it."""

Learn = Callable[[Sequence[str]], None]
"""Takes words that players have confirmed as words of this box; never refuses."""


class WordListError(CompanionError):
    """A word list can't be kept, or there is none of that name; says what to do."""


@dataclass(frozen=True, slots=True)
class WordList:
    """A word list by name: for a language (Tesseract codes, joined with ``+``), words as printed, in their order.

    The name is kept as ``kept_name`` gives it.

    Raises:
        WordListError: the name is empty or too long, there is no language, or there are no words or too many.
    """

    name: str
    language: str
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", kept_name(self.name) if self.name.isprintable() else self.name)
        if not self.name.isprintable() or not 0 < len(self.name) <= LONGEST_NAME:
            raise WordListError(f"a word list needs a name of 1 to {LONGEST_NAME} letters in one line")
        if not languages_of(self.language):
            raise WordListError(f"word list {self.name}: say for which language it is, eng or deu, for example")
        if not self.words:
            raise WordListError(f"word list {self.name}: holds no words")
        if len(self.words) > MOST_WORDS:
            raise WordListError(f"word list {self.name}: holds {len(self.words)} words, more than {MOST_WORDS}")
        if any(len(word) > LONGEST_WORD for word in self.words):
            raise WordListError(
                f"word list {self.name}: a line is longer than {LONGEST_WORD} letters: write one word a line"
            )


@dataclass(frozen=True, slots=True)
class ListSummary:
    """A line of the list of word lists. ``words``: how many. ``damaged``: it can only be forgotten."""

    name: str
    language: str
    words: int
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class KnownWords:
    """What is known of the words of a box in one language. ``learnt``: the oldest first."""

    listed: tuple[str, ...] = ()
    learnt: tuple[str, ...] = ()


class WordLists(Protocol):
    """Where word lists are kept. Every method that changes something has it on the disk when it returns.

    ``off``: names of lists that are switched off; kept as a setting by whoever sets it.
    """

    off: frozenset[str]

    def lists(self) -> Sequence[ListSummary]:
        """The lists that were imported, in the order of their names."""
        ...

    def learnt(self) -> Sequence[ListSummary]:
        """How many words were learnt, for each language; the name is the language."""
        ...

    def import_list(self, words: WordList) -> None:
        """Keep a list, in place of the one of this name.

        Raises:
            CompanionError: it could not be written; nothing is changed.
        """
        ...

    def drop_list(self, name: str) -> None:
        """Forget a list.

        Raises:
            CompanionError: there is none of that name.
        """
        ...

    def learn(self, language: str, words: Sequence[str]) -> None:
        """Keep words of confirmed boards, at most ``MOST_LEARNT`` for each language; all of them or none."""
        ...

    def forget_learnt(self, language: str) -> None:
        """Forget what was learnt for a language.

        Raises:
            CompanionError: nothing was.
        """
        ...

    def known_words(self, language: str) -> KnownWords:
        """All words of the lists for a language and of those learnt; ``deu+fra`` has those of both.

        Lists that are ``off`` and what is damaged are left out: a lexicon only ranks.
        """
        ...


def kept_name(text: str) -> str:
    """The name of a list as it is kept: in NFC, with single spaces."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def names_from_text(text: str | None) -> frozenset[str]:
    """What ``names_to_text`` wrote: names of lists; none where there is nothing or nothing that can be used."""
    try:
        return frozenset(str(name) for name in json.loads(text or "[]"))
    except (ValueError, TypeError):
        return frozenset()


def names_to_text(names: Iterable[str]) -> str:
    """Names of lists as one text, as settings are."""
    return json.dumps(sorted(names), ensure_ascii=False)


def languages_of(language: str) -> frozenset[str]:
    """The single codes of ``deu+fra``."""
    return frozenset(code.strip() for code in language.split("+") if code.strip())


def plain_words(words: Iterable[str]) -> tuple[str, ...]:
    """Words in NFC with single spaces, each once, empty ones left out; their letters stay as they are."""
    lines = (unicodedata.normalize("NFC", " ".join(word.split())) for word in words)
    return tuple(dict.fromkeys(line for line in lines if line))


def learnt_words(before: Sequence[str], new: Iterable[str]) -> tuple[str, ...]:
    """What is kept as learnt after more words: seen last stands last, the oldest make room."""
    newest = [word.upper() if word.islower() else word for word in plain_words(new) if len(word) <= LONGEST_WORD]
    kept = [word for word in before if word not in newest]
    return tuple([*kept, *newest][-MOST_LEARNT:])
