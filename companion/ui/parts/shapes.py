"""Signs that are drawn, never taken from a font: agent, bystander, assassin, arrows, tokens, link states."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from kivy.graphics import (
    Color,
    SmoothEllipse,
    SmoothLine,
    SmoothQuad,
    SmoothRoundedRectangle,
    SmoothTriangle,
)
from kivy.metrics import dp
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui import theme

Draw = Callable[[float, float, float], None]
"""Draws around a centre (x, y) within a radius, in the colour that is set."""


def triangle(x: float, y: float, radius: float) -> None:
    """Agent."""
    half = radius * 0.95
    SmoothTriangle(points=[x - half, y - radius * 0.72, x + half, y - radius * 0.72, x, y + radius * 0.9])


def disc(x: float, y: float, radius: float) -> None:
    """Bystander."""
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))


def ring(x: float, y: float, radius: float) -> None:
    """Not quite: a screen that does not answer yet."""
    SmoothLine(circle=(x, y, radius * 0.8), width=max(1.0, radius * 0.22))


def cross(x: float, y: float, radius: float) -> None:
    """Assassin; or nothing there."""
    reach = radius * 0.72
    width = max(1.1, radius * 0.24)
    SmoothLine(points=[x - reach, y - reach, x + reach, y + reach], width=width, cap="round")
    SmoothLine(points=[x - reach, y + reach, x + reach, y - reach], width=width, cap="round")


def tick(x: float, y: float, radius: float) -> None:
    """Checkmark."""
    points = [x - radius * 0.75, y, x - radius * 0.2, y - radius * 0.6, x + radius * 0.8, y + radius * 0.65]
    SmoothLine(points=points, width=max(1.1, radius * 0.22), cap="round", joint="round")


def arrow_up(x: float, y: float, radius: float) -> None:
    """Away from whoever the page is turned to."""
    _arrow(x, y, radius, 1)


def arrow_down(x: float, y: float, radius: float) -> None:
    """Towards whoever the page is turned to."""
    _arrow(x, y, radius, -1)


def _arrow(x: float, y: float, radius: float, way: int) -> None:
    SmoothLine(points=[x, y - way * radius * 0.9, x, y + way * radius * 0.2], width=max(1.2, radius * 0.2), cap="round")
    tip, foot = y + way * radius, y - way * radius * 0.02
    SmoothTriangle(points=[x - radius * 0.72, foot, x + radius * 0.72, foot, x, tip])


def turn(x: float, y: float, radius: float) -> None:
    """Two halves of a circle, each with a head: turn the page to the other player."""
    reach = radius * 0.68
    for way in (1, -1):
        angles = [pi * (0.12 + 0.62 * i / 16) for i in range(17)]
        points = [c for a in angles for c in (x + way * reach * cos(a), y + way * reach * sin(a))]
        SmoothLine(points=points, width=max(1.2, radius * 0.12), cap="round")
        # The head lies along the circle where the line begins.
        head_x, head_y, side = points[0], points[1], radius * 0.35
        SmoothTriangle(
            points=[head_x - side, head_y + way * side * 0.3, head_x + side, head_y + way * side * 0.3,
                    head_x + way * 0.1 * side, head_y - way * side]
        )  # fmt: skip


def half(x: float, y: float, radius: float) -> None:
    """Half a disc in a ring: hide the keys."""
    reach = radius * 0.85
    SmoothLine(circle=(x, y, reach), width=max(1.2, radius * 0.13))
    SmoothEllipse(pos=(x - reach, y - reach), size=(2 * reach, 2 * reach), angle_start=180, angle_end=360)


def sent(x: float, y: float, radius: float) -> None:
    """A dot in a ring: the picture was handed over, more is not known."""
    ring(x, y, radius)
    disc(x, y, radius * 0.42)


def eye(x: float, y: float, radius: float) -> None:
    """Look: an eye."""
    wide, high = radius * 0.95, radius * 0.62
    for way in (1, -1):
        steps = [i / 12 - 1 for i in range(25)]
        points = [c for s in steps for c in (x + wide * s, y + way * high * (1 - s * s))]
        SmoothLine(points=points, width=max(1.2, radius * 0.12), cap="round", joint="round")
    disc(x, y, radius * 0.3)


def ask(x: float, y: float, radius: float) -> None:
    """A question mark."""
    hook, top = radius * 0.5, y + radius * 0.35
    arch = [c for i in range(15) for c in _on_circle(x, top, hook, pi * (1.0 - i / 10))]
    foot = [x, y - radius * 0.3]
    SmoothLine(points=[*arch, *foot], width=max(1.1, radius * 0.18), cap="round", joint="round")
    disc(x, y - radius * 0.78, radius * 0.17)


def _on_circle(x: float, y: float, radius: float, angle: float) -> tuple[float, float]:
    return x + radius * cos(angle), y + radius * sin(angle)


def dots(x: float, y: float, radius: float) -> None:
    """More."""
    for shift in (-0.7, 0.0, 0.7):
        disc(x + shift * radius, y, radius * 0.2)


def back(x: float, y: float, radius: float) -> None:
    """Back: an angle that opens to the right."""
    points = [x + radius * 0.35, y + radius * 0.7, x - radius * 0.35, y, x + radius * 0.35, y - radius * 0.7]
    SmoothLine(points=points, width=max(1.3, radius * 0.16), cap="round", joint="round")


def forth(x: float, y: float, radius: float) -> None:
    """Forth: the same angle the other way."""
    points = [x - radius * 0.35, y + radius * 0.7, x + radius * 0.35, y, x - radius * 0.35, y - radius * 0.7]
    SmoothLine(points=points, width=max(1.3, radius * 0.16), cap="round", joint="round")


def lock(x: float, y: float, radius: float) -> None:
    """Locked: a padlock."""
    body, hook = radius * 0.62, radius * 0.38
    SmoothRoundedRectangle(pos=(x - body, y - radius * 0.8), size=(2 * body, radius * 0.95), radius=[radius * 0.15])
    top = y + radius * 0.42
    arch = [c for i in range(13) for c in (x + hook * cos(pi * i / 12), top + hook * sin(pi * i / 12))]
    SmoothLine(points=[x + hook, y, *arch, x - hook, y], width=max(1.0, radius * 0.1), cap="round", joint="round")


def diamond(x: float, y: float, radius: float) -> None:
    """An agent of red."""
    SmoothQuad(points=[x - radius, y, x, y - radius, x + radius, y, x, y + radius])


def square(x: float, y: float, radius: float) -> None:
    """An agent of blue."""
    reach = radius * 0.8
    SmoothRoundedRectangle(pos=(x - reach, y - reach), size=(2 * reach, 2 * reach), radius=[reach * 0.12])


def middle(widget: Any) -> tuple[float, float]:
    """The centre of a widget by its place and size: Kivy's own ``center`` lags behind while both change."""
    return widget.x + widget.width / 2, widget.y + widget.height / 2


SIGNS: dict[str, Draw] = {
    "agent": triangle, "bystander": disc, "assassin": cross, "none": cross, "ring": ring, "tick": tick,
    "arrow up": arrow_up, "arrow down": arrow_down, "turn": turn, "half": half, "dots": dots,
    "back": back, "forth": forth, "lock": lock, "sent": sent,
    "eye": eye, "ask": ask,
}  # fmt: skip


def draw_token(centre: tuple[float, float], size: tuple[float, float], sign: str = "") -> None:
    """A timer token: sand with a disc or an arrow on it, or green with a checkmark (``sign`` "tick")."""
    (x, y), (width, height) = centre, size
    ground, ink = (theme.AGENT, theme.GROUND) if sign == "tick" else (theme.BYSTANDER, theme.ON_BYSTANDER)
    Color(*ground)
    SmoothRoundedRectangle(pos=(x - width / 2, y - height / 2), size=size, radius=[min(size) * 0.2])
    Color(*ink)
    if sign:
        SIGNS[sign](x, y, min(size) * 0.34)
    else:
        disc(x, y, min(size) * 0.2)


def draw_tokens(centre: tuple[float, float], side: float, sign: str, *, stacked: bool) -> None:
    """One token, or two that lie on one another: the lower one shows behind the upper, with an edge between them."""
    if not stacked:
        draw_token(centre, (side, side), sign)
        return
    (x, y), shift, small = centre, side * 0.11, side * 0.86
    Color(*theme.BYSTANDER_GROUND)
    box = (x + shift - small / 2, y + shift - small / 2, small, small)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[small * 0.2])
    Color(*theme.BYSTANDER)
    SmoothLine(rounded_rectangle=(*box, small * 0.2), width=max(1.0, dp(1)))
    draw_token((x - shift, y - shift), (small, small), sign)


def draw_gone(centre: tuple[float, float], size: tuple[float, float], *, discarded: bool = False) -> None:
    """The place of a token that has left the bank; crossed out when it lies back in the box."""
    (x, y), (width, height) = centre, size
    Color(*theme.EDGE)
    box = (x - width / 2, y - height / 2, width, height, min(size) * 0.2)
    SmoothLine(rounded_rectangle=box, width=max(1.0, dp(1)))
    if discarded:
        cross(x, y, min(size) * 0.3)


class Sign(Widget):
    """One drawn sign in the middle of its place."""

    kind = StringProperty("agent")
    color = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, kind=self._draw, color=self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        draw = SIGNS.get(self.kind)
        if draw is None:
            return
        with self.canvas:
            Color(*self.color)
            draw(*middle(self), min(self.width, self.height) * 0.42)
