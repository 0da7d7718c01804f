"""The box on the table, as players tell the app about it: its language, and the words that may lie in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.table.ports import TableReader
from companion.table.word_lists import ListSummary


@dataclass(frozen=True, slots=True)
class BoxLanguage:
    """A language that cards may have.

    ``code``: Tesseract's; ``name`` as people say it; ``package``: what installs its model, "" where it is installed.
    """

    code: str
    name: str
    package: str = ""


@dataclass(frozen=True, slots=True)
class BoxList:
    """A word list that was imported. ``on``: it counts now."""

    summary: ListSummary
    on: bool = True


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A text file that may be imported. ``place``: the folder it lies in, as people know it."""

    path: str
    name: str
    place: str


class TheBox(Protocol):
    """What the page of the box asks. UI thread; what is changed is kept for the next start."""

    @property
    def language(self) -> str:
        """The language of the cards: Tesseract codes, joined with ``+``."""
        ...

    def languages(self) -> Sequence[BoxLanguage]:
        """Languages that the cards may have, those that can be read first, else in the order of their names."""
        ...

    def reader_of(self, language: str) -> Callable[[], TableReader]:
        """What makes a reader of another language, in any thread; raises ``CompanionError`` where there is no model."""
        ...

    def speak(self, language: str) -> None:
        """The cards are of this language from now on; the reader that was made last counts, if it is of this one.

        Raises:
            CompanionError: it cannot be kept.
        """
        ...

    def lists(self) -> Sequence[BoxList]:
        """The lists that were imported, in the order of their names."""
        ...

    def files(self) -> Sequence[FoundFile]:
        """Text files in the places where people put them: the program's folder, their own, memory sticks."""
        ...

    def import_file(self, path: str) -> ListSummary:
        """Import a text file for the language of the cards.

        Raises:
            CompanionError: it can't be read, holds no words or can't be kept; one sentence.
        """
        ...

    def switch(self, name: str, on: bool) -> None:
        """Let a list count or not.

        Raises:
            CompanionError: it cannot be kept.
        """
        ...

    def drop_list(self, name: str) -> None:
        """Forget a list.

        Raises:
            CompanionError: there is none of that name.
        """
        ...

    def learnt(self) -> int:
        """How many words of the language of the cards were learnt from confirmed boards."""
        ...

    def forget_learnt(self) -> None:
        """Forget what was learnt for the language of the cards.

        Raises:
            CompanionError: nothing was.
        """
        ...
