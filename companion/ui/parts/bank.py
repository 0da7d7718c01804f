"""The time bank, and what each seat has taken, drawn as tokens."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui.parts.shapes import draw_gone, draw_token
from companion.ui.presenters.play_view import BankView

ASPECT = 0.82
"""Height of a token by its width."""


class BankDrawing(Widget):
    """Tokens as they lie: those left first, then the empty places. ``bank`` is a ``BankView``."""

    bank = ObjectProperty(None)
    rows = NumericProperty(2)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "bank", "rows"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        bank: BankView | None = self.bank
        if bank is None:
            return
        places = iter(self._places(bank.checkmark + bank.bystander + bank.gone))
        with self.canvas:
            for sign in [*["tick"] * bank.checkmark, *[""] * bank.bystander]:
                draw_token(*next(places), sign)
            for number, (centre, size) in enumerate(places, start=1):
                draw_gone(centre, size, discarded=number > bank.gone - bank.discarded)

    def _places(self, count: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Centre and size of each token, row by row from the top left."""
        columns = -(-count // int(self.rows))
        gap = dp(4)
        width = min((self.width - gap * (columns - 1)) / columns, (self.height / self.rows - gap) / ASPECT)
        height = width * ASPECT
        left = self.x + width / 2
        top = self.y + self.height - (self.height - self.rows * (height + gap) + gap) / 2 - height / 2
        return [
            ((left + (i % columns) * (width + gap), top - (i // columns) * (height + gap)), (width, height))
            for i in range(count)
        ]


class TakenDrawing(Widget):
    """The checkmark tokens that lie before one seat, in a row; a place alone while there is none."""

    count = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "count"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        count = max(1, int(self.count))
        side = min(self.height * 0.9, self.width)
        step = min(side * 1.12, (self.width - side) / max(1, count - 1)) if count > 1 else 0.0
        with self.canvas:
            for number in range(count):
                centre = (self.x + side / 2 + number * step, self.y + self.height / 2)
                if self.count:
                    draw_token(centre, (side, side), "tick")
                else:
                    draw_gone(centre, (side, side))
