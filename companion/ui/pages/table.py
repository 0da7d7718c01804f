"""The table page."""

from __future__ import annotations

from companion.game.position import Seat
from companion.ui.pages.page import PageBox, load_kv
from companion.ui.presenters.table import TableView

load_kv(__file__)

ROUND_S = 1.6
SHORT = 70
"""A sentence of so many letters stands beside the buttons."""


class TablePage(PageBox):
    """See ``companion.ui.presenters.table``."""

    @staticmethod
    def sentence(view: TableView) -> str:
        """The one thing to know, with the time that has passed where it takes long."""
        return f"{view.sentence}  {view.progress}".rstrip()

    @staticmethod
    def is_long(view: TableView) -> bool:
        """Whether the sentence takes a line of its own: which cards are missing, why, and what to do."""
        return len(view.sentence) > SHORT

    def tick(self) -> None:
        """Keep the picture alive."""
        self.presenter.look()
        self.refresh()
        self.ids.picture.turned = self.desk.facing is Seat.B
        self.ids.picture.show(self.presenter.sight)
        self.ids.waiting.phase = self.desk.now() / ROUND_S % 1.0
