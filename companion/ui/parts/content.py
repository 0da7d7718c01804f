"""What a sheet holds: a head with its title and the way out, and below it whatever it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.parts.keys import LetterKeys
from companion.ui.parts.push import SignPush
from companion.ui.parts.text import FitLabel


class Content(BoxLayout):
    """``page`` is the page it lies over; ``close`` the intent of the cross. ``keys`` are its letter keys, if any."""

    keys: LetterKeys | None = None

    def __init__(self, page: Any, title: str, close: Callable[[], None]) -> None:
        super().__init__(orientation="vertical", spacing=dp(6))
        self.page = page
        self.head = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(6))
        self.title = FitLabel(
            text=title, strong=True, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle"
        )
        self.close = SignPush(
            kind="none", size_hint_x=None, width=dp(theme.BUTTON_DP * 1.2), on_release=lambda *_: page.act(close)
        )
        self.head.add_widget(self.title)
        self.head.add_widget(self.close)
        self.add_widget(self.head)

    def act(self, intent: str, *values: Any) -> None:
        """Hand an intent to the page's presenter."""
        self.page.act(getattr(self.page.presenter, intent), *values)

    def add_keys(self, done_text: str, typed: str = "type", done: str = "finish_typing") -> LetterKeys:
        """Letter keys; ``typed`` and ``done`` are the presenter's intents for a change and for the end."""
        self.keys = LetterKeys(done_text=done_text)
        self.keys.fbind("on_change", lambda _, text: self.act(typed, text))
        self.keys.fbind("on_done", lambda *_: self.act(done))
        self.add_widget(self.keys)
        return self.keys

    def show(self, view: Any) -> None:
        """Show what the page's view says."""
