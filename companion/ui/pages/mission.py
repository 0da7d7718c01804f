"""The mission page."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.pages.page import load_kv
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.parts.choice import Choices
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.mission import MissionView, Row


class OptionRow(BoxLayout):
    """A question and its choices, beside it or, on an upright page, below it."""

    def __init__(self, wide: bool, touched: Callable[[int], None]) -> None:
        super().__init__(orientation="horizontal" if wide else "vertical", spacing=dp(theme.GAP_DP))
        said = BoxLayout(orientation="vertical", size_hint=(0.42, 1) if wide else (1, 0.7))
        self.question = FitLabel(strong=True, most_sp=theme.BODY_SP, color=theme.TEXT, halign="left", valign="middle")
        self.note = FitLabel(most_sp=theme.SMALL_SP, color=theme.MUTED, halign="left", valign="middle")
        said.add_widget(self.question)
        said.add_widget(self.note)
        self.choices = Choices(size_hint_max_y=dp(84))
        self.choices.fbind("on_choose", lambda _, index: touched(index))
        self.size_hint_max_y = dp(96) if wide else dp(150)
        self.add_widget(said)
        self.add_widget(self.choices)

    @property
    def pushes(self) -> list[Push]:
        """The buttons of the choices."""
        return self.choices.pushes

    def show(self, row: Row) -> None:
        """Show a row."""
        self.question.text, self.note.text = row.question, row.note
        self.note.size_hint_y = 1.2 if row.note else 0.001
        self.choices.choices = list(row.choices)


class OptionRows(BoxLayout):
    """What is agreed. ``rows`` are ``Row`` values; ``on_choose`` hands over the name of a row and an index."""

    rows = ListProperty()
    wide = BooleanProperty(True)
    __events__ = ("on_choose",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(8), **kwargs)
        self._rows: dict[str, OptionRow] = {}
        self._shape: object = None
        self.fbind("rows", self._show)
        self.fbind("wide", self._show)

    def on_choose(self, name: str, index: int) -> None:
        """A choice was touched."""

    def row(self, name: str) -> OptionRow:
        """The row of a name."""
        return self._rows[name]

    def _show(self, *_: Any) -> None:
        shape = (tuple(row.name for row in self.rows), self.wide)
        if shape != self._shape:
            self._shape = shape
            self.clear_widgets()
            self._rows = {row.name: OptionRow(self.wide, partial(self._chosen, row.name)) for row in self.rows}
            for widget in self._rows.values():
                self.add_widget(widget)
            self.add_widget(Widget(size_hint_y=0.01))
        for row in self.rows:
            self._rows[row.name].show(row)

    def _chosen(self, name: str, index: int) -> None:
        self.dispatch("on_choose", name, index)


class NamesContent(Content):
    """The names of the people at one side."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "", page.presenter.stop_typing)
        keys = self.add_keys("That is it")
        self.another = Push(
            text="& another", size_hint_y=None, height=dp(theme.BUTTON_DP), on_release=lambda *_: self.act("one_more")
        )
        keys.size_hint_y = 5
        self.add_widget(self.another, index=1)

    def show(self, view: MissionView) -> None:
        """Show the names so far."""
        assert self.keys is not None
        self.title.text = f"Who sits at {view.typing}?" if len(view.typing) == 1 else f"Who plays for {view.typing}?"
        self.keys.typed = view.typed


load_kv(__file__)


class MissionPage(SheetedPage):
    """See ``companion.ui.presenters.mission``."""

    def enter(self) -> None:
        """The first leaf."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """The letter keys for names."""
        return ("names", NamesContent) if self.view.typing else None
