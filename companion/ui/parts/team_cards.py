"""The cards of a base game as they lie: told apart by shape as well as by colour, as on the small screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.game.classic import Card, Team
from companion.ui import theme
from companion.ui.parts.laying import LayingDrawing
from companion.ui.parts.shapes import Draw, cross, diamond, disc, middle, square
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.classic_view import Stack

ASPECT = 1.55
"""Width of an agent card by its height."""

TEAM_COLOURS = {Team.RED: theme.RED, Team.BLUE: theme.BLUE}
AGENTS = {Team.RED: Card.RED, Team.BLUE: Card.BLUE}


@dataclass(frozen=True, slots=True)
class CardLook:
    """How one kind of card is drawn: its sign, and the colours of ground, sign and text."""

    sign: Draw
    ground: theme.Rgba
    ink: theme.Rgba
    text: theme.Rgba


LOOKS = {
    Card.RED: CardLook(diamond, theme.RED_GROUND, theme.RED, theme.ON_RED),
    Card.BLUE: CardLook(square, theme.BLUE_GROUND, theme.BLUE, theme.ON_BLUE),
    Card.BYSTANDER: CardLook(disc, theme.BYSTANDER_GROUND, theme.BYSTANDER, theme.TEXT),
    Card.ASSASSIN: CardLook(cross, theme.BONE, theme.ASSASSIN, theme.ASSASSIN),
}


def draw_signs(card: Card, centre: tuple[float, float], radius: float, *, double: bool = False) -> None:
    """The sign of a card; the double agent has two, with a bar between them."""
    x, y = centre
    look = LOOKS[card]
    Color(*look.ink)
    if not double:
        look.sign(x, y, radius)
        return
    for shift in (-1.25, 1.25):
        look.sign(x + shift * radius * 0.8, y, radius * 0.8)
    SmoothLine(points=[x, y - radius, x, y + radius], width=max(1.0, radius * 0.08), cap="round")


def draw_agent_card(card: Card, centre: tuple[float, float], height: float, *, double: bool = False) -> None:
    """A whole card to be laid, in its own colours."""
    look, width = LOOKS[card], height * ASPECT
    box = (centre[0] - width / 2, centre[1] - height / 2, width, height)
    radius = height * 0.1
    Color(*look.ground)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[radius])
    Color(*look.ink)
    SmoothLine(rounded_rectangle=(*box, radius), width=max(1.0, dp(1)))
    draw_signs(card, centre, height * 0.34, double=double)


class TeamLaying(LayingDrawing):
    """A word card with the card that is laid onto it; ``item`` is a ``LaidCard``."""

    def _draw_piece(self, centre: tuple[float, float], height: float) -> None:
        draw_agent_card(self.item.card, centre, height * 0.64, double=self.item.double)


class TeamSign(Widget):
    """The sign of the team in ``team``, or of the card in ``card``; nothing for None."""

    team = ObjectProperty(None, allownone=True)
    card = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "team", "card"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        card = self.card if self.card is not None else AGENTS.get(self.team)
        if card is not None:
            with self.canvas:
                draw_signs(card, middle(self), min(self.width, self.height) * 0.4)


class StackDrawing(Widget):
    """The agent cards of a team in a row: those to go first, then the places of those laid. ``stack``: a ``Stack``."""

    stack = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "stack"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        stack: Stack | None = self.stack
        if stack is None:
            return
        gap = dp(3)
        width = max(1.0, (self.width - gap * (stack.whole - 1)) / stack.whole)
        height = min(self.height * 0.86, width * 1.5)
        width = min(width, height)
        with self.canvas:
            for number in range(stack.whole):
                centre = (self.x + width / 2 + number * (width + gap), self.y + self.height / 2)
                self._place(stack, number, centre, (width, height))

    @staticmethod
    def _place(stack: Stack, number: int, centre: tuple[float, float], size: tuple[float, float]) -> None:
        look = LOOKS[AGENTS[stack.team]]
        box = (centre[0] - size[0] / 2, centre[1] - size[1] / 2, *size)
        there = number < stack.left
        radius = min(size) * 0.16
        if there:
            Color(*look.ground)
            SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[radius])
        Color(*(look.ink if there else theme.EDGE))
        SmoothLine(rounded_rectangle=(*box, radius), width=max(1.0, dp(1)))
        if not there:
            return
        Color(*look.ink)
        shifts = (-0.24, 0.24) if stack.double and number == 0 else (0.0,)
        for shift in shifts:
            look.sign(centre[0], centre[1] + shift * size[1], min(size) * (0.32 if len(shifts) == 1 else 0.26))


class TeamStack(BoxLayout):
    """How many agents of a team are left to find, as a number and as cards to go."""

    stack = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(5), **kwargs)
        self.number = FitLabel(
            strong=True, most_sp=theme.LARGE_SP, halign="center", valign="middle", size_hint_x=None, width=dp(26)
        )
        self.drawing = StackDrawing()
        self.add_widget(self.number)
        self.add_widget(self.drawing)
        self.fbind("stack", self._show)

    def _show(self, *_: Any) -> None:
        stack: Stack | None = self.stack
        if stack is not None:
            self.number.text, self.number.color = str(stack.left), TEAM_COLOURS[stack.team]
            self.drawing.stack = stack
