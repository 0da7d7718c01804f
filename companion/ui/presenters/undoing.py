"""Taking moves back: which, how many, and both sides' yes (a verdict may have been seen)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.record import move_text
from companion.ui.presenters.start import counted

ROWS = 6
"""So many moves stand on one leaf."""


@dataclass(frozen=True, slots=True)
class UndoRow:
    """One move; ``steps``: so many are taken back with it; ``taken``: it is among those chosen."""

    text: str
    steps: int
    taken: bool


@dataclass(frozen=True, slots=True)
class UndoView:
    """A leaf of the moves that stand, the newest first; ``ask`` is what the button says, empty while none is chosen."""

    rows: tuple[UndoRow, ...]
    ask: str
    can_newer: bool
    can_older: bool


class Undoing:
    """A part of the pages in which moves can be taken back. ``after`` is called when some were."""

    def __init__(
        self, desk: Desk, consent: Consent, after: Callable[[], None], labels: tuple[str, str] | None = None
    ) -> None:
        self._desk = desk
        self._consent = consent
        self._after = after
        self._labels = labels
        self.open = False
        self._steps = 0
        self._leaf = 0

    def view(self) -> UndoView | None:
        """What the sheet shows, None while it is not open."""
        if not self.open:
            return None
        moves = self._texts()
        first = self._leaf * ROWS
        rows = tuple(
            UndoRow(text, steps, steps <= self._steps)
            for steps, text in list(enumerate(moves, start=1))[first : first + ROWS]
        )
        ask = f"Take back {counted(self._steps, 'move')}" if self._steps else ""
        return UndoView(rows, ask, first > 0, first + ROWS < len(moves))

    def show(self) -> None:
        """Open the sheet; the last move is chosen."""
        self.open, self._steps, self._leaf = True, 1 if self._desk.session.may_undo() else 0, 0
        self._desk.settle()

    def close(self) -> None:
        """Nothing is taken back."""
        self.open = False
        self._desk.settle()

    def choose(self, steps: int) -> None:
        """A move was touched: it goes, and all after it."""
        self._steps = steps

    def older(self) -> None:
        """Moves further back."""
        if (self._leaf + 1) * ROWS < len(self._texts()):
            self._leaf += 1

    def newer(self) -> None:
        """The leaf before."""
        self._leaf = max(0, self._leaf - 1)

    def ask(self) -> None:
        """Ask both sides."""
        steps = self._steps
        if not steps or self._desk.too_soon():
            return
        session = self._desk.session
        self._consent.ask(
            f"Take back {counted(steps, 'move')}?",
            tuple(self._texts()[:steps]),
            lambda consents: session.undo(steps, consents=consents),
            self._done,
            self._labels,
        )

    def _done(self) -> None:
        self.open = False
        self._after()

    def _texts(self) -> list[str]:
        session = self._desk.session
        return [move_text(move, session.board) for move in reversed(session.standing_moves())]
