"""What is there only while a finger stays: the button that is held, and the picture that it holds there."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.table.ports import Picture
from companion.ui.parts.push import Push
from companion.ui.parts.shapes import middle


class HoldPush(Push):
    """``on_hold`` when a finger comes down, ``on_let_go`` as soon as it goes up or leaves the button."""

    __events__ = ("on_hold", "on_let_go")

    def on_hold(self) -> None:
        """A finger is on it."""

    def on_let_go(self) -> None:
        """It is there no more."""

    def on_state(self, _: Any, state: str) -> None:
        """Whatever makes the button go up counts, not only a touch that ends on it."""
        self.dispatch("on_hold" if state == "down" else "on_let_go")

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that slides off holds nothing any more."""
        if touch.grab_current is self and not self.collide_point(*touch.pos):
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_move(touch))

    def on_disabled(self, *_: Any) -> None:
        """Nor does one on a button that is none now."""
        if self.disabled:
            self.state = "normal"


class FaceWhileHeld(Widget):
    """A picture (uint8, height x width x 3, red, green, blue), or nothing. It is kept on the graphics card alone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        for name in ("pos", "size"):
            self.fbind(name, self._draw)

    @property
    def shown(self) -> bool:
        """A picture is there."""
        return self._texture is not None

    def show(self, picture: Picture | None) -> None:
        """Show this, or nothing; at the next frame it is as if it had never been there."""
        if picture is None and self._texture is None:
            return
        self._texture = None
        if picture is not None:
            self._texture = Texture.create(size=(picture.shape[1], picture.shape[0]), colorfmt="rgb")
            self._texture.flip_vertical()
            self._texture.blit_buffer(picture.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self._texture is None:
            self.canvas.ask_update()
            return
        width, height = self._texture.size
        scale = min(self.width / width, self.height / height)
        x, y = middle(self)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=self._texture,
                pos=(x - width * scale / 2, y - height * scale / 2),
                size=(width * scale, height * scale),
            )
        self.canvas.ask_update()
