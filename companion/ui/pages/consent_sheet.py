"""The sheet on which both sides say yes: each reads it upright and has its own touch at its own edge."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.game.position import Seat
from companion.ui import theme
from companion.ui.parts.frame import Opposite, OppositePush
from companion.ui.parts.push import Push
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.consent import ConsentView

EDGE_DP = 62
LINES = 3
"""Of more than this is told in one run."""


class ConsentContent(BoxLayout):
    """Two halves, one the other turned. ``page.presenter.consent`` gets the answers."""

    def __init__(self, page: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(10))
        self.page = page
        self._near = _Half(self, Push, FitLabel)
        self._far = _Half(self, OppositePush, Opposite)
        for part in reversed(self._far.parts):
            self.add_widget(part)
        for part in self._near.parts:
            self.add_widget(part)

    def yes(self, seat: Seat) -> Push:
        """The button with which a side agrees."""
        return self._half(seat).yes

    def no(self, seat: Seat) -> Push:
        """The button with which a side declines."""
        return self._half(seat).no

    def show(self, view: Any) -> None:
        """Show the question of the page's view."""
        consent: ConsentView | None = view.consent
        if consent is None:
            return
        for seat in Seat:
            self._half(seat).show(consent, seat)

    def _half(self, seat: Seat) -> _Half:
        return self._near if seat is self.page.desk.facing else self._far


class _Half:
    """What one side reads and touches; ``parts`` from the middle of the sheet to its edge."""

    def __init__(self, content: ConsentContent, push: type[Push], label: type[FitLabel]) -> None:
        self._content = content
        self._seat = Seat.A
        self.question = label(strong=True, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="center", valign="middle")
        self.about = label(most_sp=theme.BODY_SP, color=theme.MUTED, halign="center", valign="middle", size_hint_y=1.6)
        self.yes = push(most_sp=theme.TITLE_SP, size_hint_x=2)
        self.no = push(text="No", look="quiet", most_sp=theme.TITLE_SP)
        self.yes.fbind("on_release", lambda *_: self._act("say_yes", self._seat))
        self.no.fbind("on_release", lambda *_: self._act("cancel"))
        row = BoxLayout(size_hint_y=None, height=dp(EDGE_DP), spacing=dp(10))
        # The yes is at the right hand of whoever sits there.
        for part in (self.yes, self.no) if push is OppositePush else (self.no, self.yes):
            row.add_widget(part)
        self.parts = (self.question, self.about, row)

    def show(self, view: ConsentView, seat: Seat) -> None:
        """Show the question to the side at ``seat``."""
        self._seat = seat
        index = list(Seat).index(seat)
        self.question.text = view.question
        self.about.text = ("\n" if len(view.about) <= LINES else "  ·  ").join(view.about)
        label, given = view.labels[index], view.given[index]
        self.yes.text = f"{label} has said yes" if given else f"{label} says yes"
        self.yes.look = "chosen" if given else "primary"

    def _act(self, intent: str, *values: Any) -> None:
        page = self._content.page
        page.act(getattr(page.presenter.consent, intent), *values)
