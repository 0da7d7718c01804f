"""The sheet on which the players say how far the camera has a say in play."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.parts.choice import Choices
from companion.ui.parts.content import Content
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.following import FollowView

FOLLOWS = "It looks whether all lies as recorded, and asks where it does not"
POINTS = "A finger that rests on a word proposes it as the guess"


class FollowContent(Content):
    """``page.presenter.followed`` gets the answers, ``view.follow`` is what is shown."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The camera over the table", page.presenter.put_away)
        self.said = FitLabel(most_sp=theme.BODY_SP, color=theme.MUTED, halign="left", valign="middle", size_hint_y=0.5)
        self.add_widget(self.said)
        self.table = self._row(FOLLOWS, "follow_table")
        self.finger = self._row(POINTS, "follow_finger")
        self.add_widget(Widget(size_hint_y=0.3))

    def show(self, view: Any) -> None:
        """Show what is switched on."""
        follow: FollowView = view.follow
        self.said.text = follow.said
        for choices, on in ((self.table, follow.table), (self.finger, follow.finger)):
            choices.choices = [Choice("Yes", on), Choice("No", not on)]

    def _row(self, text: str, intent: str) -> Choices:
        row = BoxLayout(spacing=dp(theme.GAP_DP), size_hint_max_y=dp(96))
        row.add_widget(FitLabel(text=text, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle"))
        choices = Choices(size_hint_x=0.7)
        choices.fbind("on_choose", partial(self._choose, intent))
        row.add_widget(choices)
        self.add_widget(row)
        return choices

    def _choose(self, intent: str, _: Any, index: int) -> None:
        self.page.act(getattr(self.page.presenter.followed, intent), index == 0)
