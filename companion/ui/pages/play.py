"""The play page."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty

from companion.table.ports import Link
from companion.ui import theme
from companion.ui.pages import play_sheets, play_strip  # noqa: F401  (named in the kv file)
from companion.ui.pages.page import PageBox, load_kv
from companion.ui.pages.play_sheets import sheet_for
from companion.ui.presenters.play_view import Over

load_kv(__file__)

LINK_SIGNS = {
    Link.SHOWING: "bystander",
    Link.PENDING: "ring",
    Link.CONNECTING: "ring",
    Link.ABSENT: "none",
    Link.REFUSED: "none",
}


class PlayPage(PageBox):
    """See ``companion.ui.presenters.play``."""

    sheet = ObjectProperty(None, allownone=True)

    def enter(self) -> None:
        """Nothing is selected."""
        self.presenter.enter()

    def refresh(self) -> None:
        """Show the view, and what lies over it."""
        super().refresh()
        self._lay_sheet()

    def take_key(self, text: str, name: str) -> bool:
        """Letters for the clue that is being typed."""
        keys = self.sheet.content.keys if self.sheet is not None else None
        return keys is not None and keys.take_key(text, name)

    def open_menu(self) -> None:
        """Undo and the other rarer things."""
        self.act(self.presenter.put_over, Over.MENU)

    def open_clues(self) -> None:
        """All clues."""
        self.act(self.presenter.put_over, Over.CLUES)

    @staticmethod
    def seat_colour(text: str) -> theme.Rgba:
        """A headline that begins with a seat is in its colour."""
        return {"A ": theme.SEAT_A, "B ": theme.SEAT_B}.get(text[:2], theme.TEXT)

    @staticmethod
    def link_sign(link: Link) -> str:
        """Filled: it shows the newest picture. A ring: not yet. A cross: it does not."""
        return LINK_SIGNS[link]

    def _lay_sheet(self) -> None:
        over = self.view.over
        if over is Over.NOTHING:
            if self.sheet is not None:
                self.parent.remove_widget(self.sheet)
                self.sheet = None
            return
        if self.sheet is None or self.sheet.over is not over:
            if self.sheet is not None:
                self.parent.remove_widget(self.sheet)
            self.sheet = sheet_for(over, self)
            self.parent.add_widget(self.sheet)
        self.sheet.content.show(self.view)

    def on_parent(self, _: Any, parent: Any) -> None:
        """Off the stage: nothing of it stays there."""
        if parent is None and self.sheet is not None:
            if self.sheet.parent is not None:
                self.sheet.parent.remove_widget(self.sheet)
            self.sheet = None
