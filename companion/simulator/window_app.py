"""The Kivy side of ``window``: a small device with a glass and a sticker."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label
from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.game.position import Seat
from companion.simulator.glass import GlassError, look
from companion.simulator.window import BEZEL_PX, GLASS_PX, SCALE, STICKER_PX, window_size_px

PERIOD_S = 0.05
_BODY = (0.13, 0.13, 0.15, 1)
_RIM = (0.22, 0.22, 0.25, 1)
_INK = (0.05, 0.05, 0.06, 1)
_STICKERS = {Seat.A: (0.27, 0.62, 1.0, 1), Seat.B: (1.0, 0.59, 0.22, 1)}
_STICKER_WIDTH_PX = 120
_SHOWN_PX = (round(SCALE * GLASS_PX[0]), round(SCALE * GLASS_PX[1]))
_DARK = bytes(3 * GLASS_PX[0] * GLASS_PX[1])


class Device(Widget):  # type: ignore[misc]
    """The device as it stands before a player."""

    def __init__(self, glass: Path, seat: Seat) -> None:
        super().__init__()
        self._glass = glass
        self._texture = Texture.create(size=GLASS_PX, colorfmt="bgr")
        self._texture.flip_vertical()
        self._texture.mag_filter = "linear"
        with self.canvas:
            self._draw_body()
            self._draw_sticker(seat)
        Clock.schedule_interval(self._refresh, PERIOD_S)

    def _draw_body(self) -> None:
        Color(*_BODY)
        RoundedRectangle(pos=(0, 0), size=window_size_px(), radius=[18])
        left, bottom = BEZEL_PX, BEZEL_PX + STICKER_PX
        Color(*_RIM)
        RoundedRectangle(pos=(left - 4, bottom - 4), size=(_SHOWN_PX[0] + 8, _SHOWN_PX[1] + 8), radius=[6])
        Color(1, 1, 1, 1)
        Rectangle(texture=self._texture, pos=(left, bottom), size=_SHOWN_PX)

    def _draw_sticker(self, seat: Seat) -> None:
        label = Label(text=f"seat {seat.value}", font_size=STICKER_PX * 0.62, bold=True)
        label.refresh()
        text, middle = label.texture, window_size_px()[0] / 2
        Color(*_STICKERS[seat])
        RoundedRectangle(pos=(middle - _STICKER_WIDTH_PX / 2, 12), size=(_STICKER_WIDTH_PX, STICKER_PX), radius=[8])
        Color(*_INK)
        place = (middle - text.width / 2, 12 + (STICKER_PX - text.height) / 2)
        Rectangle(texture=text, size=text.size, pos=place)

    def _refresh(self, _elapsed: float) -> None:
        if _starter_is_gone():
            App.get_running_app().stop()
            return
        try:
            pixels = look(self._glass).picture.tobytes()
        except GlassError:
            # No power at present.
            pixels = _DARK
        self._texture.blit_buffer(pixels, colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()


def _starter_is_gone() -> bool:
    readable = select.select([sys.stdin], [], [], 0)[0]
    return bool(readable) and not os.read(sys.stdin.fileno(), 64)


class GlassApp(App):  # type: ignore[misc]
    """The application around one device."""

    def __init__(self, glass: Path, seat: Seat) -> None:
        super().__init__()
        self._glass, self._seat = glass, seat
        self.title = f"Screen of seat {seat.value}"

    def build(self) -> Widget:
        """The only widget."""
        return Device(self._glass, self._seat)
