"""The key page."""

from __future__ import annotations

from typing import Any

from companion.ui.pages.page import PageBox, load_kv
from companion.ui.pages.table import ROUND_S
from companion.ui.parts import key_squares  # noqa: F401  (named in the kv file)
from companion.ui.presenters.key_view import KeyView, Step

load_kv(__file__)


class KeyEntryPage(PageBox):
    """See ``companion.ui.presenters.key_entry``."""

    def enter(self) -> None:
        """From the start, unless a key is there."""
        self.presenter.enter()

    def tick(self) -> None:
        """While a picture is read, the bar moves."""
        if self.view.wait:
            self.refresh()
        self.ids.waiting.phase = self.desk.now() / ROUND_S % 1.0

    def on_parent(self, _: Any, parent: Any) -> None:
        """Off the stage: nothing that was typed stays."""
        if parent is None:
            self.presenter.leave()
            self.refresh()

    @staticmethod
    def typing(view: KeyView) -> bool:
        """A face is being copied."""
        return view.step is Step.TYPE

    @staticmethod
    def there(view: KeyView) -> bool:
        """The key is complete."""
        return view.step is Step.THERE
