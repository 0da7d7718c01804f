"""Texts that fit their place: sized from the widest word, never split inside one."""

from __future__ import annotations

import re
from functools import lru_cache
from math import ceil
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.metrics import sp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.ui.theme import BODY_SP, LEAST_SP, font_for

LINE = 1.2
"""Height of a line, in font sizes."""
SLACK = 1.03
"""Letters are set on whole pixels: measured at one size they are a little wider at another."""
_MEASURED_AT_PX = 64


@lru_cache(maxsize=8192)
def word_width(word: str, font: str) -> float:
    """Width of a word in font sizes."""
    label = CoreLabel(font_name=font, font_size=_MEASURED_AT_PX)
    width: int = label.get_extents(word)[0]
    return width * SLACK / _MEASURED_AT_PX


def fitting_px(text: str, font: str, room: tuple[float, float], most_px: float, least_px: float) -> float:
    """The largest font size up to ``most_px`` at which ``text`` stands in ``room`` (width, height), in whole words."""
    size = most_px
    while size > least_px and not _fits(text, font, room, size):
        size -= 0.5
    return max(size, least_px)


def _fits(text: str, font: str, room: tuple[float, float], size: float) -> bool:
    lines = 0
    for paragraph in text.split("\n"):
        lines += 1
        used = 0.0
        for word in paragraph.split(" "):
            width = word_width(word, font) * size
            if width > room[0]:
                return False
            with_gap = used + width + (word_width(" ", font) * size if used else 0.0)
            if with_gap > room[0]:
                lines, used = lines + 1, width
            else:
                used = with_gap
    # A line takes whole pixels, and of a text that is a pixel too high the last line is left out.
    return lines * ceil(LINE * size) <= room[1]


_LEFTWARD = re.compile("[\u0590-\u08ff](?:[^A-Za-z0-9\n]*[\u0590-\u08ff])*")
"""What is written from right to left, with the spaces and signs within it."""


def in_sight_order(text: str) -> str:
    """A text with what is written from right to left turned round: Kivy sets each letter to the right of the last."""
    return _LEFTWARD.sub(lambda found: found[0][::-1], text)


def drawable(text: str) -> str:
    """A text with a question mark for each thing that is no sign of any script; names of files may hold such."""
    return text.encode("utf-8", "replace").decode("utf-8")


class SightLabel(Label):
    """A label that shows Hebrew as it is read. Its ``text`` stays in the order in which one speaks."""

    def texture_update(self, *values: Any) -> None:
        """Draw the letters."""
        self._label.text = in_sight_order(drawable(self.text))
        super().texture_update(*values)


class FitLabel(SightLabel):
    """A label whose font follows its place: at most ``most_sp``, smaller where the text needs it."""

    most_sp = NumericProperty(BODY_SP)
    strong = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("size", "text", "most_sp", "strong", "padding", "valign"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: Any) -> None:
        left, top, right, bottom = self.padding
        room = (max(1.0, self.width - left - right), max(1.0, self.height - top - bottom))
        text = drawable(self.text)
        font = font_for(text, self.strong)
        self.font_name = font
        # Kivy lays lines out from the middle of the text and leaves out those for which a half is too small; without a
        # height it leaves out none, and what it draws stands in the middle all the same.
        by_itself = "\n" in self.text and self.valign == "middle"
        self.text_size = (self.width, None) if by_itself else self.size
        self.font_size = fitting_px(text, font, room, sp(self.most_sp), sp(LEAST_SP))
