"""The table page: does the camera see the 25 cards?"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.scan import BoardScan
from companion.ui.presenters.desk import Desk, Page, Sight, sentence


@dataclass(frozen=True, slots=True)
class TableView:
    """``sentence`` is the one thing to know now; ``found`` that all 25 cards are seen."""

    sentence: str
    found: bool
    can_read: bool
    reading: bool
    progress: str = ""
    box: str = ""
    """What the way to the page of the box is called, "" where there is none."""


class TablePresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._trouble = ""

    def view(self) -> TableView:
        """What the page shows now."""
        sight, reading = self._desk.eyes.sight, self._desk.eyes.reading
        found = bool(sight.outlines)
        if reading.active:
            now = sentence(reading.trouble) or "Reading the 25 words ..."
            return TableView(now, found, False, True, self._desk.waited(), self._box_called())
        now = self._trouble or self._seen(sight)
        return TableView(now, found, sight.picture is not None, False, box=self._box_called())

    @property
    def sight(self) -> Sight:
        """The live picture; nothing but the cards once a face is on a screen."""
        return self._desk.eyes.sight

    def look(self) -> None:
        """Keep the picture alive."""
        self._desk.eyes.look()

    def read(self) -> None:
        """Read the board that is seen. The words page comes up with the first words and goes on from there."""
        if self._desk.too_soon():
            return
        self._trouble = ""
        self._desk.read_board(self._was_read, self._was_not_read)
        self._desk.settle()

    def give_up(self) -> None:
        """Do not wait for the reading any longer."""
        if self._desk.too_soon():
            return
        self._desk.eyes.give_up()
        self._desk.settle()

    def type_words(self) -> None:
        """Go on by hand."""
        self._leave_for(Page.WORDS)

    def box(self) -> None:
        """What box lies on the table: its language, its words."""
        self._leave_for(Page.BOX)

    def back(self) -> None:
        """To the first page."""
        self._leave_for(Page.START)

    def _leave_for(self, page: Page) -> None:
        if not self._desk.too_soon():
            self._desk.eyes.give_up()
            self._trouble = ""
            self._desk.go(page)

    def _was_read(self, scan: BoardScan) -> None:
        if self._desk.take_words(scan) and self._desk.page is Page.TABLE:
            self._desk.go(Page.WORDS)

    def _was_not_read(self, trouble: str) -> None:
        if self._desk.page is Page.TABLE:
            self._trouble = sentence(trouble)
        else:
            self._desk.say(sentence(trouble))

    def _box_called(self) -> str:
        return "The box" if self._desk.box is not None else ""

    @staticmethod
    def _seen(sight: Sight) -> str:
        if sight.outlines:
            return "All 25 cards are in the picture."
        return sentence(sight.trouble) or "Waiting for the camera ..."
