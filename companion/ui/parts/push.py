"""Things to touch."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import FitLabel


def draw_ground(widget: Any) -> None:
    """Draw the ground of something that can be touched, in its look."""
    look = theme.DISABLED if widget.disabled else theme.LOOKS[widget.look]
    shade = 0.75 if widget.state == "down" and not widget.disabled else 1.0
    widget.canvas.before.clear()
    with widget.canvas.before:
        red, green, blue, alpha = look.ground
        Color(red * shade, green * shade, blue * shade, alpha)
        radius = dp(theme.RADIUS_DP)
        SmoothRoundedRectangle(pos=widget.pos, size=widget.size, radius=[radius])
        if look.edge[3]:
            Color(*look.edge)
            SmoothLine(rounded_rectangle=(*widget.pos, *widget.size, radius), width=dp(1))


class Push(ButtonBehavior, FitLabel):
    """A button with a text."""

    look = StringProperty("plain")

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("strong", True)
        kwargs.setdefault("halign", "center")
        kwargs.setdefault("valign", "middle")
        kwargs.setdefault("padding", [dp(5), dp(2), dp(5), dp(2)])
        super().__init__(**kwargs)
        for name in ("pos", "size", "state", "look", "disabled"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        look = theme.DISABLED if self.disabled else theme.LOOKS[self.look]
        self.color = self.disabled_color = look.text
        draw_ground(self)


class SignPush(ButtonBehavior, BoxLayout):
    """A button with a drawn sign and a small caption under it."""

    look = StringProperty("quiet")
    kind = StringProperty("dots")
    text = StringProperty("")
    color = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("orientation", "vertical")
        kwargs.setdefault("padding", [dp(1), dp(4), dp(1), dp(2)])
        super().__init__(**kwargs)
        self._sign = Sign(kind=self.kind, color=self.color)
        self._caption = FitLabel(
            most_sp=theme.SMALL_SP - 2, halign="center", valign="middle", color=theme.MUTED, size_hint_y=0.6
        )
        self.add_widget(self._sign)
        for name in ("pos", "size", "state", "look", "disabled", "kind", "text", "color"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self._sign.kind, self._sign.color = self.kind, self.color
        self._caption.text = self.text
        if self.text and self._caption.parent is None:
            self.add_widget(self._caption)
        draw_ground(self)
