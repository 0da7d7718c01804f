"""A helper whose dictionaries are read in a thread of its own, so that no page waits for them."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from companion.clues.word_forms import WordForms
from companion.table.ports import ClueFlag

PATIENCE_S = 2.0
"""How long a clue waits for dictionaries that are still being read; then it passes without a word."""


class PatientForms:
    """``ClueHelper`` over ``WordForms``: read when the players want it, and only then (it costs memory)."""

    def __init__(self, forms: WordForms) -> None:
        self._forms = forms
        self._reading: threading.Thread | None = None

    def prepare(self) -> None:
        """Begin to read the dictionaries, once; returns at once."""
        if self._reading is None:
            self._reading = threading.Thread(target=self._forms.load, name="dictionaries", daemon=True)
            self._reading.start()

    def flags(self, clue: str, visible: Sequence[str]) -> Sequence[ClueFlag]:
        """See ``WordForms.flags``; nothing while the dictionaries are still being read."""
        self.prepare()
        assert self._reading is not None
        self._reading.join(PATIENCE_S)
        return self._forms.flags(clue, visible) if self._forms.ready else ()
