"""A clue helper for the language of the box, which may change while the app is up."""

from __future__ import annotations

from collections.abc import Sequence

from companion.clues.background import PatientForms
from companion.clues.word_forms import helper_for
from companion.table.ports import ClueFlag


class SpokenForms:
    """``ClueHelper`` for one language after the other: Tesseract codes, joined with ``+``."""

    def __init__(self, language: str) -> None:
        self._wanted = False
        self.speak(language)

    def speak(self, language: str) -> None:
        """Another language from now on; its dictionaries are read if those of the last one were wanted."""
        self._forms = PatientForms(helper_for(language))
        if self._wanted:
            self._forms.prepare()

    def prepare(self) -> None:
        """See ``ClueHelper``."""
        self._wanted = True
        self._forms.prepare()

    def flags(self, clue: str, visible: Sequence[str]) -> Sequence[ClueFlag]:
        """See ``ClueHelper``."""
        return self._forms.flags(clue, visible)
