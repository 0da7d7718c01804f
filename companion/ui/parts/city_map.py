"""The map: a calm ground, ways between the cities, a mark for each."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Any

from kivy.graphics import Color, Line, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.game.campaign import Standing
from companion.ui import theme
from companion.ui.parts.push import draw_ground
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.map import CityMark
from companion.ui.presenters.map_layout import laid_out, mark_size

MARK_DP = (108, 46)
EDGE_DP = 8
GAP_DP = 5
DASH_DP = 12
SIGNS = {Standing.WON: "tick", Standing.OPEN: "forth", Standing.LOCKED: "lock", Standing.UNKNOWN: "ring"}
LOOKS = {Standing.WON: "agent", Standing.OPEN: "chosen", Standing.LOCKED: "quiet", Standing.UNKNOWN: "plain"}
INKS = {
    Standing.WON: theme.AGENT,
    Standing.OPEN: theme.ACCENT,
    Standing.LOCKED: theme.MUTED,
    Standing.UNKNOWN: theme.BYSTANDER,
}
_layout = lru_cache(maxsize=8)(laid_out)


class _Wanted(dict[str, tuple[float, float]]):
    """A mapping that can be looked up in a cache."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


class MarkPush(ButtonBehavior, BoxLayout):
    """One city: its sign, its name, its two numbers and how it stands."""

    mark = ObjectProperty(None)
    look = "plain"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=[dp(4), dp(2), dp(2), dp(2)], size_hint=(None, None), **kwargs)
        left = {"halign": "left", "valign": "middle", "color": theme.TEXT}
        self._name = FitLabel(strong=True, most_sp=theme.BODY_SP, **left)
        row = BoxLayout(spacing=dp(2))
        self._sign = Sign(size_hint_x=0.22)
        self._numbers = FitLabel(most_sp=theme.SMALL_SP, **left)
        row.add_widget(self._sign)
        row.add_widget(self._numbers)
        self.add_widget(self._name)
        self.add_widget(row)
        for name in ("pos", "size", "state", "disabled", "mark"):
            self.fbind(name, self._show)

    def _show(self, *_: Any) -> None:
        mark: CityMark | None = self.mark
        if mark is None:
            return
        self.look = LOOKS[mark.standing]
        self._sign.kind, self._sign.color = SIGNS[mark.standing], INKS[mark.standing]
        self._name.text, self._numbers.text = mark.name, f"{mark.numbers} {mark.text}"
        draw_ground(self)


class CityMap(Widget):
    """``marks`` are ``CityMark`` values; ``on_touch_city`` hands over a name."""

    marks = ListProperty()
    __events__ = ("on_touch_city",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pushes: dict[str, MarkPush] = {}
        for name in ("pos", "size", "marks"):
            self.fbind(name, self._lay)

    def push(self, name: str) -> MarkPush:
        """The mark of a city."""
        return self._pushes[name]

    def on_touch_city(self, name: str) -> None:
        """A city was touched."""

    def _lay(self, *_: Any) -> None:
        if [mark.name for mark in self.marks] != list(self._pushes):
            self.clear_widgets()
            self._pushes = {}
            for mark in self.marks:
                push = MarkPush()
                push.fbind("on_release", lambda push: self.dispatch("on_touch_city", push.mark.name))
                self._pushes[mark.name] = push
                self.add_widget(push)
        edge, gap = dp(EDGE_DP), dp(GAP_DP)
        room = (self.width - 2 * edge, self.height - 2 * edge)
        if room[0] <= dp(50) or room[1] <= dp(50) or not self.marks:
            return
        size = mark_size(len(self.marks), room, (dp(MARK_DP[0]) + gap, dp(MARK_DP[1]) + gap))
        places = _layout(_Wanted((mark.name, mark.wanted) for mark in self.marks), room, size)
        for mark in self.marks:
            push, (x, y) = self._pushes[mark.name], places[mark.name]
            push.size = (size[0] - gap, size[1] - gap)
            push.pos = (self.x + edge + x + gap / 2, self.y + self.height - edge - y - size[1] + gap / 2)
            push.mark = mark
        self._draw()

    def _draw(self) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.SEA)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(theme.RADIUS_DP)])
            self._draw_net()
            standing = {mark.name: mark.standing for mark in self.marks}
            for mark in self.marks:
                for lead in mark.leads:
                    self._draw_way(lead, mark.name, standing[lead] is Standing.WON)

    @staticmethod
    def _draw_dashes(points: list[float]) -> None:
        """A way that is not open yet. Kivy's own dashes are one pixel wide whatever the density."""
        x, y, to_x, to_y = points
        count = max(1, int(hypot(to_x - x, to_y - y) // dp(DASH_DP)))
        for number in range(count):
            ends = [number / count, (number + 0.5) / count]
            Line(points=[c for e in ends for c in (x + (to_x - x) * e, y + (to_y - y) * e)], width=dp(0.8))

    def _draw_net(self) -> None:
        """Lines of longitude and latitude, bent a little as on a globe: a ground, and no picture of anything."""
        Color(*theme.RAISED[:3], 0.55)
        for number in range(1, 8):
            x = self.x + self.width * number / 8
            bend = (number - 4) * self.width * 0.018
            top, bottom, half = self.y + self.height, self.y, self.y + self.height / 2
            Line(bezier=[x - bend, bottom, x + bend, half, x - bend, top], width=dp(0.6))
        for number in range(1, 5):
            y = self.y + self.height * number / 5
            sag = self.height * 0.05
            Line(
                bezier=[self.x, y + sag, self.x + self.width / 2, y - sag, self.x + self.width, y + sag], width=dp(0.6)
            )

    def _draw_way(self, lead: str, name: str, won: bool) -> None:
        one, other = self._pushes[lead], self._pushes[name]
        points = [one.x + one.width / 2, one.y + one.height / 2, other.x + other.width / 2, other.y + other.height / 2]
        if won:
            Color(*theme.ACCENT)
            SmoothLine(points=points, width=dp(1.6))
        else:
            Color(*theme.MUTED[:3], 0.5)
            self._draw_dashes(points)
