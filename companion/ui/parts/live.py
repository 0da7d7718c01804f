"""Pictures from the camera: the live table with its 25 outlines, and the cut-out of one card."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.table.ports import Picture
from companion.ui import theme
from companion.ui.parts.shapes import middle
from companion.ui.presenters.desk import Sight


class _Shown(Widget):
    """A picture as large as its place allows. The texture is made once per size and filled again."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        self._picture: Picture | None = None
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def _take(self, picture: Picture | None) -> None:
        if picture is self._picture:
            return
        self._picture = picture
        if picture is None:
            self._texture = None
            return
        size = (picture.shape[1], picture.shape[0])
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
        self._texture.blit_buffer(picture.tobytes(), colorfmt="rgb", bufferfmt="ubyte")

    def _box(self) -> tuple[float, float, float, float]:
        """Where the picture lies: x, y, width, height."""
        assert self._texture is not None
        width, height = self._texture.size
        scale = min(self.width / width, self.height / height)
        width, height = width * scale, height * scale
        x, y = middle(self)
        return x - width / 2, y - height / 2, width, height

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            if self._texture is None:
                self._draw_nothing()
                return
            box = self._box()
            PushMatrix()
            Rotate(angle=180 if self.upside_down() else 0, origin=(box[0] + box[2] / 2, box[1] + box[3] / 2))
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=box[:2], size=box[2:])
            self._draw_over(box)
            PopMatrix()
        self.canvas.ask_update()

    def upside_down(self) -> bool:
        """Whether the picture is drawn the other way up."""
        return False

    def _draw_nothing(self) -> None:
        Color(*theme.SURFACE)
        SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(theme.RADIUS_DP)])

    def _draw_over(self, box: tuple[float, float, float, float]) -> None:
        """What lies over the picture."""


class LivePicture(_Shown):
    """The table as the camera sees it; when all 25 cards are found, their outlines snap on.

    ``turned``: the page is turned, so that the picture is drawn upside down and every card keeps its place.
    """

    turned = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sight = Sight()
        self.fbind("turned", self._draw)

    def show(self, sight: Sight) -> None:
        """Show another sight."""
        if sight is self._sight:
            return
        self._sight = sight
        self._take(sight.picture)
        self._draw()

    def upside_down(self) -> bool:
        """Turned back, so that it stays as it lies."""
        return bool(self.turned)

    def _draw_over(self, box: tuple[float, float, float, float]) -> None:
        x, y, width, height = box
        full_width, full_height = self._sight.size_px
        Color(*theme.ACCENT)
        for outline in self._sight.outlines:
            points = [
                c for px, py in outline for c in (x + px / full_width * width, y + height - py / full_height * height)
            ]
            SmoothLine(points=points, close=True, width=dp(1.6), joint="round")


class CardPicture(_Shown):
    """The cut-out of one card as it lies on the table."""

    def show(self, picture: Picture | None) -> None:
        """Show another card, or none."""
        if picture is not self._picture:
            self._take(picture)
            self._draw()

    def _draw_nothing(self) -> None:
        return


class Waiting(Widget):
    """A bar that moves while something is waited for. ``phase`` 0.0 to 1.0 runs round."""

    phase = NumericProperty(0.0)
    active = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "phase", "active"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.active:
            return
        part = self.width * 0.25
        x = self.x + (self.width - part) * (1 - abs(2 * self.phase - 1))
        with self.canvas:
            Color(*theme.RAISED)
            Rectangle(pos=self.pos, size=self.size)
            Color(*theme.ACCENT)
            Rectangle(pos=(x, self.y), size=(part, self.height))
