"""The page that scores a finished mission; and the sum, which the end page shows too."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.pages.page import PageBox, load_kv
from companion.ui.parts.text import FitLabel


class Sum(BoxLayout):
    """A score as a sum that adds up. ``parts``: ``Part`` values; ``total`` empty while there is none."""

    parts = ListProperty()
    total = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(6), **kwargs)
        self.fbind("parts", self._show)
        self.fbind("total", self._show)

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        if not self.total:
            self.add_widget(FitLabel())
            return
        for part in self.parts:
            self.add_widget(_figure(part.figures, part.label, theme.TEXT))
        self.add_widget(_figure(f"= {self.total}", "points", theme.ACCENT))


def _figure(figures: str, label: str, colour: theme.Rgba) -> BoxLayout:
    box = BoxLayout(orientation="vertical")
    box.add_widget(
        FitLabel(text=figures, strong=True, most_sp=theme.LARGE_SP + 8, color=colour, halign="center", valign="bottom")
    )
    box.add_widget(
        FitLabel(text=label, most_sp=theme.BODY_SP, color=theme.MUTED, halign="center", valign="top", size_hint_y=0.6)
    )
    return box


load_kv(__file__)


class ScorePage(PageBox):
    """See ``companion.ui.presenters.score``."""

    def tick(self) -> None:
        """The camera may have counted."""
        if self.view != self.presenter.view():
            self.refresh()
