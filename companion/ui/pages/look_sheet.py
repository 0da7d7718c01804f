"""The sheet over the screens page on which players say how the screens look."""

from __future__ import annotations

from typing import Any

from companion.ui.pages.mission import OptionRows
from companion.ui.parts.content import Content
from companion.ui.presenters.screens import ScreensView


class LookContent(Content):
    """See ``companion.ui.presenters.look_sheet``."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "Light and words", page.presenter.look.close)
        self.rows = OptionRows()
        self.rows.fbind("on_choose", lambda _, name, index: page.act(page.presenter.look.choose, name, index))
        page.fbind("wide", self._turned)
        self._turned(page)
        self.add_widget(self.rows)

    def show(self, view: ScreensView) -> None:
        """Show what is set."""
        if view.look is not None:
            self.rows.rows = list(view.look.rows)

    def _turned(self, page: Any, *_: Any) -> None:
        self.rows.wide = page.wide
