"""The words of the box on the table: what the reader knows of them, and what players teach it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError
from companion.table.word_lists import LONGEST_NAME, ListSummary, WordList, WordLists, plain_words
from companion.vision.lexicon import Lexicon, read_word_list
from companion.vision.prior import GeneralPrior


class Box:
    """The words of one language: kept lists, learnt words, and the files that were named at the start. One thread."""

    def __init__(self, kept: WordLists, language: str, files: Sequence[Path | str] = ()) -> None:
        """Read the files; nothing of them is kept.

        Args:
            kept: where imported and learnt words are.
            language: of the cards; Tesseract codes, joined with ``+``.
            files: word lists to prefer this time.

        Raises:
            WordListUnusable: a file can't be read or holds no words.
        """
        self.language = language
        self._kept = kept
        self._given = [word for file in files for word in read_word_list(Path(file))]
        self._general = GeneralPrior(language)
        self.on_change: Callable[[Lexicon], None] = lambda _: None

    def lexicon(self) -> Lexicon:
        """What is known of the words of the box now."""
        known = self._kept.known_words(self.language)
        return Lexicon(
            [*self._given, *known.listed], learnt=known.learnt, general=self._general, language=self.language
        )

    def lists(self) -> Sequence[ListSummary]:
        """The lists that were imported, of all languages."""
        return self._kept.lists()

    def learnt(self) -> Sequence[ListSummary]:
        """How many words were learnt, for each language; the name is the language."""
        return self._kept.learnt()

    def import_file(self, path: str) -> ListSummary:
        """Import a text file for the language of the cards, under its own name without ending; see ``list_name``.

        Raises:
            CompanionError: it can't be read, holds no words or can't be kept; one sentence.
        """
        file = Path(path)
        words = WordList(list_name(file), self.language, plain_words(read_word_list(file)))
        self._kept.import_list(words)
        self._changed()
        return ListSummary(words.name, words.language, len(words.words))

    def drop_list(self, name: str) -> None:
        """Forget a list.

        Raises:
            CompanionError: there is none of that name.
        """
        self._kept.drop_list(name)
        self._changed()

    def forget_learnt(self, language: str) -> None:
        """Forget what was learnt for a language.

        Raises:
            CompanionError: nothing was.
        """
        self._kept.forget_learnt(language)
        self._changed()

    def learn(self, words: Sequence[str]) -> None:
        """Players have confirmed these words as words of this box. What can't be kept is let go: play goes on."""
        with suppress(CompanionError):
            self._kept.learn(self.language, words)
            self._changed()

    def _changed(self) -> None:
        self.on_change(self.lexicon())


def list_name(file: Path) -> str:
    """What a list out of this file is called: its name without ending, in one line, without what cannot be printed."""
    printable = "".join(sign if sign.isprintable() else " " for sign in file.stem)
    return " ".join(printable.split())[:LONGEST_NAME].strip() or "unnamed"
