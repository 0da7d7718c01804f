"""What the finder asks the net for capitals: whether words stand where it takes cards to lie."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from companion.table.ports import Picture
from companion.vision.blobs import Gray
from companion.vision.glance import over_of
from companion.vision.ocr.capitals import CapitalsEngine
from companion.vision.plane import Floats
from companion.vision.rectify import capitals_strip, cut_writing
from companion.vision.surface import reading_gray
from companion.vision.textline import WORD, find_line

SHORTEST = 2
"""Single letters are no words."""


class WordSense:
    """Tells the finder whether words stand where it takes cards to lie."""

    def __init__(self, picture: Picture, net: CapitalsEngine) -> None:
        """Prepare for a picture: blue, green, red."""
        self._picture, self._net = picture, net

    def __call__(self, cards: Sequence[Floats], *, over: bool = False) -> list[float]:
        """How surely a word is read on each card, 0 to 1; corners (4, 2) in pixels, ``over``: upside down."""
        lines = [find_line(self._gray, corners, WORD, with_marks=False) for corners in cards]
        strips = [capitals_strip(cut_writing(self._gray, line)) for line in lines]
        seen = self._net.read_lines([over_of(strip) for strip in strips] if over else strips)
        return [line.confidence if len(line.text) >= SHORTEST else 0.0 for line in seen]

    @cached_property
    def _gray(self) -> Gray:
        return reading_gray(self._picture)


def word_sense(picture: Picture, net: CapitalsEngine | None) -> WordSense | None:
    """What the finder asks about a picture; nothing without a net."""
    return None if net is None else WordSense(picture, net)
