"""The page of past missions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import ListProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.pages.page import load_kv
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.parts.content import Content
from companion.ui.parts.push import SignPush, draw_ground
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.past import LINES, ROWS, PastRow, PastView


class PastList(BoxLayout):
    """A leaf of missions; ``rows`` are ``PastRow`` values. ``on_open`` hands over the number of the one touched."""

    rows = ListProperty()
    __events__ = ("on_open",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(6), **kwargs)
        self.lines: list[PastLine] = []
        self.fbind("rows", self._show)

    def on_open(self, row: int) -> None:
        """A mission was touched."""

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        self.lines = [PastLine(row) for row in self.rows]
        for number, line in enumerate(self.lines):
            line.fbind("on_release", partial(self._touched, number))
            self.add_widget(line)
        self.add_widget(Widget(size_hint_y=ROWS - len(self.rows) + 0.001))

    def _touched(self, number: int, *_: Any) -> None:
        self.dispatch("on_open", number)


class PastLine(ButtonBehavior, BoxLayout):
    """One mission."""

    look = "quiet"

    def __init__(self, row: PastRow) -> None:
        super().__init__(spacing=dp(10), padding=[dp(8), dp(2), dp(8), dp(2)], size_hint_max_y=dp(84))
        sign, colour = ("agent", theme.AGENT) if row.won else ("ring", theme.MUTED)
        self.add_widget(Sign(kind=sign, color=colour, size_hint_x=None, width=dp(30)))
        box = BoxLayout(orientation="vertical")
        box.add_widget(_label(f"{row.when}  ·  {row.outcome}", theme.BODY_SP, theme.TEXT, True))
        box.add_widget(_label(row.words, theme.SMALL_SP, theme.MUTED, False))
        self.add_widget(box)
        score = _label(row.score, theme.LARGE_SP, theme.ACCENT, True)
        score.size_hint_x, score.width, score.halign = None, dp(70), "right"
        self.add_widget(score)
        for name in ("pos", "size", "state"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        draw_ground(self)


class RecordContent(Content):
    """The record of a mission: its words, its moves and what they turned out to be."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "", page.presenter.close)
        self.words = _label("", theme.SMALL_SP, theme.MUTED, False)
        self.words.halign = "center"
        self.lines = GridLayout(cols=2, rows=LINES // 2, spacing=dp(4), size_hint_y=2.2)
        self.lines.orientation = "tb-lr"
        self.earlier = SignPush(kind="back", text="before", on_release=lambda *_: self.act("earlier"))
        self.later = SignPush(kind="forth", text="after", on_release=lambda *_: self.act("later"))
        last = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(8))
        last.add_widget(self.earlier)
        last.add_widget(self.later)
        for part in (self.words, self.lines, last):
            self.add_widget(part)

    def show(self, view: PastView) -> None:
        """Show the record of the page's view."""
        record = view.record
        if record is None:
            return
        self.title.text = record.title
        self.words.text = "\n".join(record.words)
        self.lines.clear_widgets()
        for text in (*record.lines, *[""] * (LINES - len(record.lines))):
            self.lines.add_widget(_label(text, theme.BODY_SP, theme.TEXT, False))
        for push, can in ((self.earlier, record.can_newer), (self.later, record.can_older)):
            push.disabled, push.opacity = not can, 1 if can else 0.35


def _label(text: str, most_sp: float, colour: theme.Rgba, strong: bool) -> FitLabel:
    return FitLabel(text=text, most_sp=most_sp, color=colour, strong=strong, halign="left", valign="middle")


load_kv(__file__)


class PastPage(SheetedPage):
    """See ``companion.ui.presenters.past``."""

    def enter(self) -> None:
        """Look into the store."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """The record of the mission that was touched."""
        return ("record", RecordContent) if self.view.record is not None else None
