"""What all pages share: the head line, a sheet that lies over a page, the notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.parts.push import Push, SignPush
from companion.ui.parts.shapes import middle
from companion.ui.parts.text import FitLabel


class Head(BoxLayout):
    """Back, the question of the page, and the button that turns it."""

    text = StringProperty("")
    __events__ = ("on_back", "on_turn")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(theme.GAP_DP), **kwargs)
        square = {"size_hint_x": None, "width": dp(theme.BUTTON_DP * 1.15)}
        self.back = SignPush(kind="back", look="quiet", **square)
        self.back.fbind("on_release", lambda *_: self.dispatch("on_back"))
        self.title = FitLabel(most_sp=theme.TITLE_SP, strong=True, halign="left", valign="middle", color=theme.TEXT)
        self.turn = SignPush(kind="turn", look="quiet", **square)
        self.turn.fbind("on_release", lambda *_: self.dispatch("on_turn"))
        for part in (self.back, self.title, self.turn):
            self.add_widget(part)
        self.fbind("text", self._show)

    def on_back(self) -> None:
        """The players want to go back."""

    def on_turn(self) -> None:
        """The page is to be turned to the other player."""

    def _show(self, *_: Any) -> None:
        self.title.text = self.text


class Sheet(FloatLayout):
    """A panel over a page; what lies below gets no touches. Its one child fills it."""

    def __init__(self, content: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.content = content
        content.size_hint = (0.96, 0.95)
        content.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        self.add_widget(content)
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)
        self._draw()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing falls through."""
        super().on_touch_down(touch)
        return True

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.GROUND)
            Rectangle(pos=self.pos, size=self.size)


def turn_round(widget: Any) -> None:
    """Draw a widget for the player opposite: turned by 180° in its own place."""
    turn = Rotate(angle=180, origin=middle(widget))
    widget.canvas.before.insert(0, PushMatrix())
    widget.canvas.before.insert(1, turn)
    with widget.canvas.after:
        PopMatrix()

    def place(*_: Any) -> None:
        turn.origin = middle(widget)

    widget.fbind("pos", place)
    widget.fbind("size", place)


class Opposite(FitLabel):
    """A text for the player opposite."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        turn_round(self)


class OppositePush(Push):
    """A button for the player opposite. Its ground is the same either way up, so only its text is seen to turn."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        turn_round(self)

    def _draw(self, *_: Any) -> None:
        kept = self.canvas.before.children[:2]
        super()._draw()
        for place, instruction in enumerate(kept):
            if isinstance(instruction, (PushMatrix, Rotate)):
                self.canvas.before.insert(place, instruction)


class Stage(FloatLayout):
    """The root: one page, its ground, and above it a notice when something has to be said.

    While ``deaf`` says so, touches go nowhere: what they were meant for has just gone from under the finger.
    """

    page = ObjectProperty(None, allownone=True)

    def __init__(self, deaf: Callable[[], bool] = lambda: False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._deaf = deaf
        self.notice = Notice(size_hint=(0.94, None), pos_hint={"center_x": 0.5, "top": 0.985})
        self.fbind("size", self._draw)
        self.fbind("page", self._show)
        self._draw()

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down."""
        return self._deaf() or bool(super().on_touch_down(touch))

    def say(self, sentence: str) -> None:
        """Show a sentence above the page, or none."""
        self.notice.text = sentence
        if sentence and self.notice.parent is None:
            self.add_widget(self.notice)
        elif not sentence and self.notice.parent is not None:
            self.remove_widget(self.notice)

    def _show(self, *_: Any) -> None:
        self.notice.height = dp(64)
        for child in list(self.children):
            if child is not self.notice:
                self.remove_widget(child)
        if self.page is not None:
            self.add_widget(self.page, index=len(self.children))

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.GROUND)
            Rectangle(pos=self.pos, size=self.size)


class Notice(Push):
    """One sentence; a touch takes it away."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(look="chosen", strong=False, height=dp(64), **kwargs)
