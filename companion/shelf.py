"""The box as the app has it: its settings, its words, and the reader that knows them. Made by the composition root."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Protocol

from companion.box import Box, list_name
from companion.errors import CompanionError
from companion.table.box import BoxLanguage, BoxList, FoundFile
from companion.table.ports import OnWords, Picture, TableReader
from companion.table.voting import Votes
from companion.table.word_lists import (
    ENGLISH,
    LANGUAGE,
    SWITCHED_OFF,
    ListSummary,
    WordLists,
    kept_name,
    names_from_text,
    names_to_text,
)
from companion.vision.frames import FrameReader
from companion.vision.languages import LANGUAGES, language_of
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.engine import EngineMissing
from companion.vision.ocr.installed import installed_languages
from companion.vision.scanner import Scanner

MOST_FILES = 60
"""So many text files are offered; a folder with more holds other things than word lists."""
STICKS = (Path("/media"), Path("/run/media"))


class Settings(Protocol):
    """Where settings are kept."""

    def remember(self, name: str, value: str) -> None:
        """Keep a setting."""
        ...

    def recall(self, name: str) -> str | None:
        """A setting, None if it was never kept."""
        ...


class UnableReader:
    """``TableReader`` where there is none: the app is up, and each reading says what to do."""

    def __init__(self, trouble: CompanionError) -> None:
        self._trouble = trouble

    def take(self, picture: Picture, votes: Votes, on_words: OnWords, *, whole: bool = False) -> Votes:
        """Refuse.

        Raises:
            CompanionError: always the same.
        """
        del picture, votes, on_words, whole
        raise self._trouble


class Shelf:
    """``TheBox`` over the store. UI thread, but for what ``reader_of`` gives.

    Args:
        settings: where the language and what is switched off are kept.
        words: where lists and learnt words are kept.
        language: of the cards this time; None for what was kept, else English.
        files: word lists to prefer this time.
        folder: the program's folder, one of the places where lists are looked for.
        sticks: where memory sticks appear.

    Raises:
        WordListUnusable: a file can't be read or holds no words.
    """

    def __init__(
        self, settings: Settings, words: WordLists, language: str | None, *, files: Sequence[Path], folder: Path,
        sticks: Sequence[Path] = STICKS,
    ) -> None:  # fmt: skip
        self._settings, self._files = settings, tuple(files)
        self._folder, self._sticks = folder, sticks
        self._named = language is not None
        self._lists = words
        self._off()
        self._box = Box(self._lists, language or settings.recall(LANGUAGE) or ENGLISH, files)
        self._made: Scanner | None = None
        self._scanner: Scanner | None = None
        self.on_language: Callable[[str], None] = lambda _: None

    @property
    def language(self) -> str:
        """See ``TheBox``."""
        return self._box.language

    def first_reader(self) -> TableReader:
        """The reader for the start. A language that was kept and can't be read any more does not keep the app away.

        Raises:
            CompanionError: the language was named at the start and there is no model for it, or no Tesseract.
        """
        try:
            reader = self.reader_of(self.language)()
        except CompanionError as error:
            if self._named:
                raise
            return UnableReader(error)
        self._adopt()
        return reader

    def languages(self) -> Sequence[BoxLanguage]:
        """See ``TheBox``."""
        there: frozenset[str] = frozenset()
        with suppress(EngineMissing):
            there = installed_languages()
        known = [language_of(code) for code in {*there, *LANGUAGES}]
        found = [BoxLanguage(one.code, one.english, "" if one.code in there else one.package) for one in known]
        return sorted(found, key=lambda one: (bool(one.package), one.name))

    def reader_of(self, language: str) -> Callable[[], TableReader]:
        """See ``TheBox``."""
        # The store belongs to this thread: what is known is gathered here, the models are opened over there.
        lexicon = Box(self._lists, language, self._files).lexicon()

        def make() -> TableReader:
            scanner = self._made = Scanner(language=language, lexicon=lexicon)
            return FrameReader(scanner, language)

        return make

    def speak(self, language: str) -> None:
        """See ``TheBox``."""
        self._settings.remember(LANGUAGE, language)
        self._box = Box(self._lists, language, self._files)
        self._adopt()
        self.prepare()
        self.on_language(language)

    def prepare(self) -> None:
        """Begin to read the general words, so that no picture is held up by it later."""
        if self._scanner is not None:
            self._scanner.lexicon.prepare()

    # --- words ---------------------------------------------------------------------------------------------------

    def lists(self) -> Sequence[BoxList]:
        """See ``TheBox``."""
        off = self._off()
        return [BoxList(one, one.name not in off) for one in self._box.lists()]

    def files(self) -> Sequence[FoundFile]:
        """See ``TheBox``."""
        return list(islice(_text_files(_places(self._folder, self._sticks)), MOST_FILES))

    def import_file(self, path: str) -> ListSummary:
        """See ``TheBox``."""
        summary = self._box.import_file(path)
        self._keep_off(self._off() - {summary.name})
        return summary

    def switch(self, name: str, on: bool) -> None:
        """See ``TheBox``."""
        self._keep_off(self._off() - {name} if on else self._off() | {name})

    def drop_list(self, name: str) -> None:
        """See ``TheBox``."""
        self._box.drop_list(name)
        self._keep_off(self._off() - {kept_name(name)})

    def learnt(self) -> int:
        """See ``TheBox``."""
        return sum(one.words for one in self._box.learnt() if one.language == self.language)

    def forget_learnt(self) -> None:
        """See ``TheBox``."""
        self._box.forget_learnt(self.language)

    def learn(self, words: Sequence[str]) -> None:
        """Players have confirmed these words."""
        self._box.learn(words)

    # --- inside --------------------------------------------------------------------------------------------------

    def _adopt(self) -> None:
        """The reader that was made last counts from now on; what is learnt comes to it."""
        scanner = self._scanner = self._made

        def renew(lexicon: Lexicon) -> None:
            if scanner is not None:
                scanner.lexicon = lexicon

        self._box.on_change = renew

    def _off(self) -> frozenset[str]:
        """What is switched off as it is kept now: meanwhile a list may have come or gone by the command line."""
        self._lists.off = names_from_text(self._settings.recall(SWITCHED_OFF))
        return self._lists.off

    def _keep_off(self, off: Collection[str]) -> None:
        if off != self._lists.off:
            self._settings.remember(SWITCHED_OFF, names_to_text(off))
            self._lists.off = frozenset(off)
            self._box.on_change(self._box.lexicon())


def _places(folder: Path, stick_folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Where people put their word lists: name and folder."""
    yield "the folder of the app", folder
    yield "your own folder", Path.home()
    for name in ("Documents", "Downloads", "Desktop"):
        yield name, Path.home() / name
    for sticks in stick_folders:
        # A stick lies in the folder of whoever is logged in, or directly here.
        for stick in (*_folders(sticks), *(inner for outer in _folders(sticks) for inner in _folders(outer))):
            yield f"memory stick {stick.name}", stick


def _folders(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(entry for entry in folder.iterdir() if entry.is_dir())
    return []


def _text_files(places: Iterable[tuple[str, Path]]) -> Iterator[FoundFile]:
    for place, folder in places:
        with suppress(OSError):
            for file in sorted(folder.glob("*.txt")):
                if file.is_file():
                    yield FoundFile(str(file), list_name(file), place)
