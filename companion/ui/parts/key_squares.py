"""The squares of a key card, to be touched by the one player who copies it; and their counts."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.game.classic import Card
from companion.game.keycard import Identity
from companion.game.position import SIZE
from companion.ui import theme
from companion.ui.parts.shapes import Draw, cross, disc, middle, triangle
from companion.ui.parts.team_cards import LOOKS
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.key_view import Square, Tally

_DUET: dict[Square, tuple[Draw, theme.Rgba, theme.Rgba]] = {
    Identity.AGENT: (triangle, theme.AGENT_GROUND, theme.AGENT),
    Identity.BYSTANDER: (disc, theme.BYSTANDER_GROUND, theme.BYSTANDER),
    Identity.ASSASSIN: (cross, theme.ASSASSIN_GROUND, theme.ASSASSIN),
}
NAMES: dict[Square, str] = {
    Identity.AGENT: "agents", Identity.BYSTANDER: "bystanders", Identity.ASSASSIN: "assassins",
    Card.RED: "red", Card.BLUE: "blue", Card.BYSTANDER: "bystanders", Card.ASSASSIN: "assassin",
}  # fmt: skip
SIGN = 0.3
PLAIN_SIGN = 0.12
"""A bystander is what a square begins as: its sign is small."""


def look_of(kind: Square) -> tuple[Draw, theme.Rgba, theme.Rgba]:
    """Sign, ground and ink of a kind of square."""
    if isinstance(kind, Card):
        look = LOOKS[kind]
        return look.sign, look.ground, look.ink
    return _DUET[kind]


class KeySquare(ButtonBehavior, Widget):
    """One square; ``kind`` None for none."""

    kind = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "kind", "state"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.kind is None:
            return
        sign, ground, ink = look_of(self.kind)
        plain = self.kind in (Identity.BYSTANDER, Card.BYSTANDER)
        shade = 0.75 if self.state == "down" else 1.0
        with self.canvas:
            Color(ground[0] * shade, ground[1] * shade, ground[2] * shade, 1)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(5)])
            Color(*theme.EDGE)
            SmoothLine(rounded_rectangle=(*self.pos, *self.size, dp(5)), width=dp(1))
            Color(*ink)
            sign(*middle(self), min(self.size) * (PLAIN_SIGN if plain else SIGN))


class KeySquares(GridLayout):
    """25 squares while ``squares`` holds them; without, nothing at all. ``on_touch_square`` hands over an index."""

    squares = ListProperty()
    __events__ = ("on_touch_square",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=SIZE, rows=SIZE, spacing=dp(4), **kwargs)
        self.cells: list[KeySquare] = []
        self.fbind("squares", self._show)

    def on_touch_square(self, index: int) -> None:
        """A square was touched."""

    def _show(self, *_: Any) -> None:
        if len(self.cells) != len(self.squares):
            for cell in self.cells:
                cell.kind = None
            self.clear_widgets()
            self.cells = [KeySquare() for _ in self.squares]
            for index, cell in enumerate(self.cells):
                cell.fbind("on_release", lambda *_, index=index: self.dispatch("on_touch_square", index))
                self.add_widget(cell)
        for cell, kind in zip(self.cells, self.squares, strict=True):
            cell.kind = kind


class Tallies(BoxLayout):
    """The running counts: ``Tally`` values, one line each."""

    tallies = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(4), **kwargs)
        self.fbind("tallies", self._show)

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        for tally in self.tallies:
            self.add_widget(self._line(tally))

    @staticmethod
    def _line(tally: Tally) -> BoxLayout:
        line = BoxLayout(spacing=dp(8))
        line.add_widget(_Swatch(kind=tally.kind, size_hint_x=None, width=dp(30)))
        done = str(tally.have) in tally.due.split(" or ")
        text = f"{tally.have} of {tally.due} {NAMES[tally.kind]}"
        colour = theme.TEXT if done else theme.ACCENT
        label = FitLabel(text=text, strong=True, most_sp=theme.BODY_SP, color=colour, halign="left", valign="middle")
        line.add_widget(label)
        return line


class _Swatch(Widget):
    """A small square beside its count."""

    kind = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "kind"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        sign, ground, ink = look_of(self.kind)
        side, (x, y) = min(self.width, self.height, dp(30)), middle(self)
        with self.canvas:
            Color(*ground)
            SmoothRoundedRectangle(pos=(x - side / 2, y - side / 2), size=(side, side), radius=[dp(4)])
            Color(*ink)
            sign(x, y, side * SIGN)
