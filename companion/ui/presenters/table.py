"""The table page: does the camera see the 25 cards?"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.scan import BoardScan
from companion.ui.presenters.desk import Desk, Page, Sight


@dataclass(frozen=True, slots=True)
class TableView:
    """``sentence`` is the one thing to know now; ``found`` that all 25 cards are seen."""

    sentence: str
    found: bool
    can_read: bool
    reading: bool
    progress: str = ""


class TablePresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._trouble = ""

    def view(self) -> TableView:
        """What the page shows now."""
        eyes = self._desk.eyes
        if eyes.reading_since is not None:
            return TableView("Reading the 25 words ...", bool(eyes.sight.outlines), False, True, self._desk.waited())
        sight = eyes.sight
        found = bool(sight.outlines)
        can_read = sight.picture is not None
        return TableView(self._trouble or self._seen(sight), found, can_read, False)

    @property
    def sight(self) -> Sight:
        """The live picture; nothing but the cards once a face is on a screen."""
        return self._desk.eyes.sight

    def look(self) -> None:
        """Keep the picture alive."""
        self._desk.eyes.look()

    def read(self) -> None:
        """Read the board that is seen."""
        if self._desk.too_soon():
            return
        self._trouble = ""
        self._desk.eyes.read(self._was_read, self._was_not_read)
        self._desk.settle()

    def give_up(self) -> None:
        """Do not wait for the reading any longer."""
        if self._desk.too_soon():
            return
        self._desk.eyes.give_up()
        self._desk.settle()

    def type_words(self) -> None:
        """Go on by hand."""
        self._desk.eyes.give_up()
        self._desk.go(Page.WORDS)

    def back(self) -> None:
        """To the first page."""
        self._desk.eyes.give_up()
        self._trouble = ""
        self._desk.go(Page.START)

    def _was_read(self, scan: BoardScan) -> None:
        if self._desk.attempt(lambda: self._desk.session.take_scan(scan)):
            self._desk.eyes.keep()
            self._desk.go(Page.WORDS)

    def _was_not_read(self, sentence: str) -> None:
        self._trouble = sentence[:1].upper() + sentence[1:]

    @staticmethod
    def _seen(sight: Sight) -> str:
        if sight.outlines:
            return "All 25 cards are in the picture."
        if sight.trouble:
            return sight.trouble[:1].upper() + sight.trouble[1:]
        return "Waiting for the camera ..."
