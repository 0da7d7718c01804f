"""One of several, and a number that goes up and down."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.parts.push import Push
from companion.ui.parts.text import FitLabel


class Choices(BoxLayout):
    """Buttons of which one is chosen. ``choices``: ``Choice`` values; ``on_choose`` hands over the index."""

    choices = ListProperty()
    __events__ = ("on_choose",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(theme.GAP_DP), **kwargs)
        self.pushes: list[Push] = []
        self.fbind("choices", self._show)

    def on_choose(self, index: int) -> None:
        """One was touched."""

    def _show(self, *_: Any) -> None:
        if len(self.pushes) != len(self.choices):
            self.clear_widgets()
            self.pushes = [Push(most_sp=theme.TITLE_SP) for _ in self.choices]
            for index, push in enumerate(self.pushes):
                push.fbind("on_release", partial(self._chosen, index))
                self.add_widget(push)
        for push, choice in zip(self.pushes, self.choices, strict=True):
            push.text = choice.text
            push.look = "chosen" if choice.chosen else "plain"

    def _chosen(self, index: int, *_: Any) -> None:
        self.dispatch("on_choose", index)


class Stepper(BoxLayout):
    """A label, a number, and two big buttons. ``on_step`` hands over 1 or -1."""

    text = StringProperty("")
    number = NumericProperty(0)
    __events__ = ("on_step",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(theme.GAP_DP), **kwargs)
        self.label = FitLabel(most_sp=theme.BODY_SP, color=theme.TEXT, halign="left", valign="middle", size_hint_x=1.5)
        self.fewer = Push(text="−", most_sp=theme.LARGE_SP, on_release=lambda *_: self.dispatch("on_step", -1))
        self.shown = FitLabel(strong=True, most_sp=theme.LARGE_SP, color=theme.TEXT, halign="center", valign="middle")
        self.more = Push(text="+", most_sp=theme.LARGE_SP, on_release=lambda *_: self.dispatch("on_step", 1))
        for part in (self.label, self.fewer, self.shown, self.more):
            self.add_widget(part)
        self.fbind("text", self._show)
        self.fbind("number", self._show)
        self._show()

    def on_step(self, step: int) -> None:
        """One up or one down."""

    def _show(self, *_: Any) -> None:
        self.label.text = self.text
        self.shown.text = str(int(self.number))
