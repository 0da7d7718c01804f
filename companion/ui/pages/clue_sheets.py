"""What lies over the play page about a single clue: what the helper says of it, and the invalid one."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.game.position import Seat
from companion.ui import theme
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.play_view import PlayView


class Flags(Content):
    """What the helper says about a clue before it counts; the players decide."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "", page.presenter.cluing.change)
        self.reasons = FitLabel(most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
        self.change = self._push("Change it", page.presenter.cluing.change)
        self.give = self._push("Give it all the same", page.presenter.cluing.give_all_the_same)
        self.both = self._push("Both allow it", page.presenter.cluing.ask_both)
        row = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP + 24), spacing=dp(8))
        for push in (self.change, self.give, self.both):
            row.add_widget(push)
        self.change.look = "primary"
        self.add_widget(self.reasons)
        self.add_widget(row)

    def show(self, view: PlayView) -> None:
        """Show the reasons."""
        if view.flags is not None:
            self.title.text = view.flags.clue
            self.reasons.text = "\n".join(view.flags.reasons)

    def _push(self, text: str, intent: Any) -> Push:
        return Push(text=text, most_sp=theme.TITLE_SP, on_release=lambda *_: self.page.act(intent))


class Invalid(Content):
    """An invalid clue by accident (rules A4): who gave it, and its number."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "An invalid clue, given by accident", page.presenter.put_away)
        self.sentence = FitLabel(most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
        self.add_widget(self.sentence)
        self.rows = BoxLayout(orientation="vertical", spacing=dp(8), size_hint_y=2.4)
        self.add_widget(self.rows)
        self.pushes: dict[str, Push] = {}
        self._shape: object = None

    def show(self, view: PlayView) -> None:
        """Lay the buttons for who may have given it."""
        invalid = view.invalid
        if invalid is None or self._shape == invalid:
            return
        self._shape = invalid
        self.sentence.text = invalid.sentence
        self.rows.clear_widgets()
        self.pushes = {}
        if invalid.given:
            self._add(self._row(), f"{invalid.given} was invalid", self.page.presenter.cluing.ask_clue_was_invalid)
            return
        for seat in invalid.who:
            self._rows_of(seat)

    def _rows_of(self, seat: Seat) -> None:
        cluing = self.page.presenter.cluing
        self.rows.add_widget(
            FitLabel(
                text=f"{cluing.who(seat)} gave it, its number was", strong=True, halign="left", valign="middle",
                color=theme.SEAT_A if seat is Seat.A else theme.SEAT_B, size_hint_y=None, height=dp(26),
            )
        )  # fmt: skip
        row, upright = self._row(), self.page.height > self.page.width
        for number in range(10):
            if upright and number == 5:
                row = self._row()
            self._add(row, str(number), partial(cluing.give_invalid, seat, number), f"{seat.value} {number}")
        self._add(row, "none", partial(cluing.give_invalid, seat, None), f"{seat.value} none", 1.7)
        if cluing.giver is seat:
            self._add(self._row(), "Type it", self.page.presenter.type_invalid)

    def _row(self) -> BoxLayout:
        row = BoxLayout(spacing=dp(5), size_hint_max_y=dp(84))
        self.rows.add_widget(row)
        return row

    def _add(self, row: BoxLayout, text: str, intent: Any, name: str = "", share: float = 1.0) -> None:
        push = Push(text=text, most_sp=theme.TITLE_SP, size_hint_x=share)
        push.padding = [dp(2), dp(2), dp(2), dp(2)]
        push.fbind("on_release", lambda *_: self.page.act(intent))
        self.pushes[name or text] = push
        row.add_widget(push)
