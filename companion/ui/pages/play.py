"""The play page."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.game.position import Seat
from companion.table.ports import Link
from companion.ui import theme
from companion.ui.pages import play_sheets, play_strip  # noqa: F401  (named in the kv file)
from companion.ui.pages.hand_sheet import HandContent
from companion.ui.pages.page import load_kv
from companion.ui.pages.play_sheets import CONTENTS
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.pages.undo_sheet import UndoContent
from companion.ui.presenters.play_view import Over

load_kv(__file__)

LINK_SIGNS = {
    Link.SHOWING: "bystander",
    Link.SENT: "sent",
    Link.PENDING: "ring",
    Link.CONNECTING: "ring",
    Link.ABSENT: "none",
    Link.REFUSED: "none",
}


class PlayPage(SheetedPage):
    """See ``companion.ui.presenters.play``."""

    def enter(self) -> None:
        """Nothing is selected."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """Moves taken back, the table set by hand, or one of the sheets of the page."""
        if self.view.undo is not None:
            return "undo", UndoContent
        if self.view.hand is not None:
            return "hand", HandContent
        if self.view.over is Over.NOTHING:
            return None
        return self.view.over, CONTENTS[self.view.over]

    def tick(self) -> None:
        """What the camera has seen meanwhile."""
        if self.presenter.watch():
            self._changed()

    def open_menu(self) -> None:
        """Undo and the other rarer things."""
        self.act(self.presenter.put_over, Over.MENU)

    def open_clues(self) -> None:
        """All clues."""
        self.act(self.presenter.put_over, Over.CLUES)

    @staticmethod
    def seat_colour(seat: Seat | None) -> theme.Rgba:
        """What is about one seat is in its colour."""
        return theme.TEXT if seat is None else theme.SEAT_A if seat is Seat.A else theme.SEAT_B

    @staticmethod
    def link_sign(link: Link) -> str:
        """Filled: it shows the newest picture. A dot in a ring: it was sent it. A ring: not yet. A cross: no."""
        return LINK_SIGNS[link]
