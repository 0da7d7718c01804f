"""The sheet on which it is chosen how many moves are taken back."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push, SignPush
from companion.ui.presenters.undoing import UndoView


class UndoContent(Content):
    """``page.presenter.undoing`` is the ``Undoing`` part, ``view.undo`` what it shows."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "Which move, and all after it, is taken back?", page.presenter.undoing.close)
        self.rows: list[Push] = []
        self._list = GridLayout(cols=1, spacing=dp(5))
        self.newer = SignPush(kind="back", text="newer", on_release=lambda *_: self.hand("newer"))
        self.older = SignPush(kind="forth", text="older", on_release=lambda *_: self.hand("older"))
        self.ask = Push(look="primary", most_sp=theme.TITLE_SP, size_hint_x=4, on_release=lambda *_: self.hand("ask"))
        last = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP + 6), spacing=dp(8))
        for part in (self.newer, self.older, self.ask):
            last.add_widget(part)
        self.add_widget(self._list)
        self.add_widget(last)

    def hand(self, intent: str, *values: Any) -> None:
        """Hand an intent to the part that takes moves back."""
        self.page.act(getattr(self.page.presenter.undoing, intent), *values)

    def show(self, view: Any) -> None:
        """Show the moves of the page's view."""
        undo: UndoView | None = view.undo
        if undo is None:
            return
        self._list.clear_widgets()
        self.rows = []
        for row in undo.rows:
            push = Push(text=row.text, most_sp=theme.TITLE_SP, size_hint_max_y=dp(84))
            push.look = "chosen" if row.taken else "plain"
            push.fbind("on_release", partial(self._choose, row.steps))
            self.rows.append(push)
            self._list.add_widget(push)
        self._list.add_widget(Widget(size_hint_y=0.01))
        self.ask.text, self.ask.disabled = undo.ask or "There is no move to take back", not undo.ask
        for push, can in ((self.newer, undo.can_newer), (self.older, undo.can_older)):
            push.disabled, push.opacity = not can, 1 if can else 0.35

    def _choose(self, steps: int, *_: Any) -> None:
        self.hand("choose", steps)
