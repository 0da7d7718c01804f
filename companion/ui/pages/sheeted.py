"""A page over which sheets can lie: one at a time, and above them all the question to both sides."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from kivy.properties import ObjectProperty

from companion.ui.pages.consent_sheet import ConsentContent
from companion.ui.pages.page import PageBox
from companion.ui.parts.frame import Sheet

CONSENT = "consent"


class SheetedPage(PageBox):
    """``view.consent`` is a ``ConsentView`` or None, ``presenter.consent`` the ``Consent`` that answers.

    A sheet's content is a widget with ``show(view)``; ``keys`` are its letter keys, where it has some.
    """

    sheet = ObjectProperty(None, allownone=True)
    """What lies over the page now."""

    def __init__(self, *values: Any) -> None:
        super().__init__(*values)
        self.fbind("wide", self._turned_over)

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """What is to lie over the page: a name, and what makes its content for this page; None for nothing."""
        return None

    def refresh(self) -> None:
        """Show the view, and what lies over it."""
        super().refresh()
        self._lay_sheet()

    def take_key(self, text: str, name: str) -> bool:
        """Letters for what is being typed."""
        keys = getattr(self.sheet.content, "keys", None) if self.sheet is not None else None
        return keys is not None and keys.take_key(text, name)

    def on_parent(self, _: Any, parent: Any) -> None:
        """Off the stage: nothing of it stays there."""
        if parent is None:
            self._put_away()

    def _lay_sheet(self) -> None:
        wanted = (CONSENT, ConsentContent) if self.view.consent is not None else self.wanted()
        if wanted is None or self.parent is None:
            self._put_away()
            return
        name, make = wanted
        if self.sheet is None or self.sheet.name != name:
            self._put_away()
            self.sheet = Sheet(make(self))
            self.sheet.name = name
            self.parent.add_widget(self.sheet, index=_below_notice(self.parent))
        self.sheet.content.show(self.view)

    def _turned_over(self, *_: Any) -> None:
        """The window has another shape: what lies over the page is laid out anew."""
        self._put_away()
        self._lay_sheet()

    def _put_away(self) -> None:
        if self.sheet is not None:
            if self.sheet.parent is not None:
                self.sheet.parent.remove_widget(self.sheet)
            self.sheet = None


def _below_notice(stage: Any) -> int:
    """A notice that is up stays above the sheet."""
    notice = getattr(stage, "notice", None)
    return 1 if notice is not None and notice.parent is stage else 0
