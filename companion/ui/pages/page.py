"""A humble page: it shows a view and hands touches to its presenter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui import parts
from companion.ui.parts import bank, board, choice, frame, keys, laying, live, push, shapes  # noqa: F401  (for the kv)
from companion.ui.presenters.desk import Desk

Builder.load_file(str(Path(parts.__file__).with_name("styles.kv")))


def load_kv(page_file: str) -> None:
    """Load the kv file beside a page's module; at import, so once: a second time would double its handlers."""
    Builder.load_file(str(Path(page_file).with_suffix(".kv")))


class PageBox(BoxLayout):
    """One page. ``view`` is replaced as a whole; kv rules read from it and never from the presenter.

    ``changed`` is called after each intent, so that the app can show what follows from it.
    """

    view = ObjectProperty(None, rebind=True)
    wide = BooleanProperty(True)
    """Landscape; in portrait what stood beside the board stands below it."""

    def __init__(self, desk: Desk, presenter: Any, changed: Callable[[], None]) -> None:
        self.desk = desk
        self.presenter = presenter
        self._changed = changed
        super().__init__(orientation="vertical", view=presenter.view())
        self.fbind("size", self._resized)

    def enter(self) -> None:
        """The page comes up."""

    def refresh(self) -> None:
        """Show what the presenter says now."""
        self.view = self.presenter.view()

    def put_away(self) -> None:
        """Something went wrong, or nobody may be looking: what is secret goes out of sight."""

    def tick(self) -> None:
        """Called several times a second while the page is up."""

    def act(self, intent: Callable[..., None], *values: Any) -> None:
        """Hand an intent over."""
        intent(*values)
        self._changed()

    def turn_page(self) -> None:
        """Turn texts and controls to the player opposite."""
        self.act(self.desk.turn_page)

    def _resized(self, *_: Any) -> None:
        self.wide = self.width > self.height

    def take_key(self, text: str, name: str) -> bool:
        """A key of a real keyboard; whether it was used."""
        del text, name
        return False
