"""The page of past missions."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import ListProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.pages.page import PageBox, load_kv
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.past import ROWS, PastRow


class PastList(BoxLayout):
    """A leaf of missions; ``rows`` are ``PastRow`` values."""

    rows = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(6), **kwargs)
        self.fbind("rows", self._show)

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        for row in self.rows:
            self.add_widget(_line(row))
        self.add_widget(Widget(size_hint_y=ROWS - len(self.rows) + 0.001))


def _line(row: PastRow) -> BoxLayout:
    line = BoxLayout(spacing=dp(10), size_hint_max_y=dp(84))
    sign, colour = ("agent", theme.AGENT) if row.won else ("ring", theme.MUTED)
    line.add_widget(Sign(kind=sign, color=colour, size_hint_x=None, width=dp(30)))
    box = BoxLayout(orientation="vertical")
    box.add_widget(_label(f"{row.when}  ·  {row.outcome}", theme.BODY_SP, theme.TEXT, True))
    box.add_widget(_label(row.words, theme.SMALL_SP, theme.MUTED, False))
    line.add_widget(box)
    score = _label(row.score, theme.LARGE_SP, theme.ACCENT, True)
    score.size_hint_x, score.width = None, dp(70)
    score.halign = "right"
    line.add_widget(score)
    return line


def _label(text: str, most_sp: float, colour: theme.Rgba, strong: bool) -> FitLabel:
    return FitLabel(text=text, most_sp=most_sp, color=colour, strong=strong, halign="left", valign="middle")


load_kv(__file__)


class PastPage(PageBox):
    """See ``companion.ui.presenters.past``."""

    def enter(self) -> None:
        """Look into the store."""
        self.presenter.enter()
