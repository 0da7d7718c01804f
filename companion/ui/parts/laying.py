"""The drawing of what to lay on the table: the card, the piece on it, the way its arrow points."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.table.instruct import Piece
from companion.ui import theme
from companion.ui.parts.shapes import cross, disc, draw_token, middle, tick, triangle
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.laying import Laid

CARD = 1.5
"""Width of a word card by its height."""


class LayingDrawing(FitLabel):
    """One piece. ``item`` is a ``Laid``, or None for nothing."""

    item = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(halign="center", valign="bottom", strong=True, most_sp=theme.SMALL_SP, **kwargs)
        for name in ("pos", "size", "item"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        item: Laid | None = self.item
        self.text = item.word if item is not None else ""
        if item is None:
            return
        width = min(self.width, self.height * CARD)
        height = width / CARD
        # The word stands at the foot of the drawn card, below the piece.
        edge = (self.width - width) / 2 + dp(3)
        self.padding = [edge, self.height / 2 + height * 0.22, edge, (self.height - height) / 2 + dp(2)]
        self.color = theme.TEXT
        centre = middle(self)
        with self.canvas.before:
            if item.word:
                _card(centre, (width, height), theme.SURFACE, theme.EDGE)
            self._draw_piece((centre[0], centre[1] + height * 0.12), height)
            if item.done:
                _done((centre[0] + width * 0.36, centre[1] + height * 0.3), height * 0.17)

    def _draw_piece(self, centre: tuple[float, float], height: float) -> None:
        _piece(self.item, centre, height)


def _done(centre: tuple[float, float], radius: float) -> None:
    """It is seen to lie there."""
    Color(*theme.TEXT)
    disc(*centre, radius)
    Color(*theme.AGENT_GROUND)
    tick(*centre, radius * 0.6)


def fitted(drawing: LayingDrawing, share: float = 0.24) -> LayingDrawing:
    """Make a drawing in a row as wide as its card, but not wider than its share of the row."""
    drawing.size_hint_x = None

    def fit(*_: Any) -> None:
        room = drawing.parent.width if drawing.parent is not None else drawing.width
        drawing.width = min(drawing.height * CARD, room * share)

    drawing.fbind("height", fit)
    drawing.fbind("parent", lambda _, parent: parent.fbind("width", fit) if parent is not None else None)
    return drawing


def _card(centre: tuple[float, float], size: tuple[float, float], ground: theme.Rgba, edge: theme.Rgba) -> None:
    box = (centre[0] - size[0] / 2, centre[1] - size[1] / 2, *size)
    Color(*ground)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(5)])
    Color(*edge)
    SmoothLine(rounded_rectangle=(*box, dp(5)), width=dp(1))


def _piece(item: Laid, centre: tuple[float, float], height: float) -> None:
    x, y = centre
    arrow = "arrow down" if item.to_viewer else "arrow up"
    side = height * 0.56
    match item.piece:
        case Piece.AGENT_CARD:
            _card(centre, (height * 0.98, height * 0.62), theme.AGENT_GROUND, theme.AGENT)
            Color(*theme.AGENT)
            triangle(x, y, height * 0.24)
        case Piece.ASSASSIN_CARD:
            _card(centre, (height * 0.98, height * 0.62), theme.ASSASSIN_GROUND, theme.DANGER)
            Color(*theme.ASSASSIN)
            cross(x, y, height * 0.26)
        case Piece.TOKEN:
            draw_token(centre, (side, side), arrow)
        case Piece.TWO_TOKENS:
            for shift in (-0.55, 0.55):
                draw_token((x + shift * side, y), (side, side), arrow)
        case Piece.TOKEN_TAKEN:
            _before_seat(item, (x, y - height * 0.12), height)
        case Piece.TOKEN_DISCARDED:
            draw_token((x, y), (side, side))
            Color(*theme.DANGER)
            cross(x, y, side * 0.75)


def _before_seat(item: Laid, centre: tuple[float, float], height: float) -> None:
    """A taken token lies at the edge of the table of whoever gets it."""
    x, y = centre
    way = -1 if item.to_viewer else 1
    Color(*theme.EDGE)
    edge_y = y + way * height * 0.45
    SmoothLine(points=[x - height * 0.6, edge_y, x + height * 0.6, edge_y], width=dp(2), cap="round")
    draw_token((x, y + way * height * 0.08), (height * 0.56, height * 0.56), "tick")
