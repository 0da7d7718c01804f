"""Where things stand on a screen of a given size, in pixels. 320 x 240 is the measure; others are the same in scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.game.position import SIZE


class Area(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on one size of screen (width, height in px)."""

    size_px: tuple[int, int]

    @property
    def unit(self) -> float:
        """1.0 on a screen of 320 x 240."""
        return min(self.size_px[0] / 320, self.size_px[1] / 240)

    def px(self, measure: float) -> int:
        """A length of the 320 x 240 drawing on this screen, at least 1."""
        return max(1, round(measure * self.unit))

    @property
    def cell_size(self) -> tuple[int, int]:
        """Width and height of one cell."""
        return self.size_px[0] // SIZE, (self.size_px[1] - self.px(15)) // SIZE

    @property
    def strip(self) -> Area:
        """The line above the cells."""
        return Area(0, 0, self.size_px[0], self.size_px[1] - SIZE * self.cell_size[1])

    def cell(self, index: int) -> Area:
        """Cell 0 to 24 as this seat sees it, row by row."""
        width, height = self.cell_size
        left = (self.size_px[0] - SIZE * width) // 2
        return Area(left + index % SIZE * width, self.strip.height + index // SIZE * height, width, height)
