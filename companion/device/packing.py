"""Packs rows of 4-bit pixels for the wire: each is guessed from its neighbours, and only wrong guesses cost much.

A range coder with adaptive chances. docs/protocol.md explains the code; ``firmware/unpack.py`` is the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SAME, ROW, RUN, ABOVE, ASIDE, LITERAL, STATES = 0, 512, 514, 528, 1552, 1808, 2320
"""Where the states of each sort of decision begin, and how many there are."""
BROKEN = 256
"""What is added to the state of SAME after a run that was none."""
RATES = bytes((160, 98, 71, 55, 45, 38, 33, 29, 26, 24, 22))
"""How fast a chance follows what is met, in 256ths, by how often its decision was met before."""
HALF = 2048
FULL_SPAN, LEAST_SPAN = 1 << 30, 1 << 22
MOST_DECISIONS = 24_000
"""A Pico takes 6 microseconds for each; it is to answer before the host asks again."""
TAIL_BYTES = 4
"""What is on the way when the last decision is made."""

Numbers = npt.NDArray[np.uint8]


class Packed(NamedTuple):
    """``data``: the bytes. ``rows``: how many rows they hold."""

    data: bytes
    rows: int


def pack(numbers: Numbers, limit_bytes: int) -> Packed:
    """Pack as many whole rows as fit, and as a screen unpacks in short time, from the first on; perhaps none.

    Args:
        numbers: palette numbers 0 to 15, rows by columns.
        limit_bytes: how many bytes there may be.
    """
    coder = _Coder()
    fitting = Packed(b"", 0)
    again = False
    for done, row in enumerate(_rows(numbers), 1):
        coder.say(ROW + again, row.again)
        if not row.again:
            row.pack(coder)
        again = row.again
        if coder.length > limit_bytes or coder.decisions > MOST_DECISIONS:
            break
        fitting = Packed(coder.whole(), done)
    return fitting


class _Coder:
    """Turns decisions into bytes: the less likely one, the more of them."""

    def __init__(self) -> None:
        self._out = bytearray()
        self._low, self._span = 0, FULL_SPAN
        self.decisions = 0
        self._chances = [HALF] * STATES
        self._met = [0] * STATES

    def say(self, at: int, yes: bool) -> None:
        """One decision in the state ``at``."""
        self.decisions += 1
        chance, met = self._chances[at], self._met[at]
        bound = (self._span >> 12) * chance
        if yes:
            self._span = bound
            self._chances[at] = chance + ((2 * HALF - chance) * RATES[met] >> 8)
        else:
            self._low += bound
            self._span -= bound
            self._chances[at] = chance - (chance * RATES[met] >> 8)
        if met < len(RATES) - 1:
            self._met[at] = met + 1
        while self._span < LEAST_SPAN:
            self._shift()

    def _shift(self) -> None:
        if self._low >> 32:
            _carry(self._out)
        self._out.append(self._low >> 24 & 255)
        self._low = (self._low & 0xFFFFFF) << 8
        self._span <<= 8

    @property
    def length(self) -> int:
        """How many bytes ``whole`` has."""
        return len(self._out) + TAIL_BYTES

    def whole(self) -> bytes:
        """All that was said so far, so that it can be read to its end."""
        out = bytearray(self._out)
        if self._low >> 32:
            _carry(out)
        return bytes(out) + (self._low & 0xFFFFFFFF).to_bytes(TAIL_BYTES, "big")


def _carry(out: bytearray) -> None:
    at = len(out) - 1
    while out[at] == 255:
        out[at] = 0
        at -= 1
    out[at] += 1


@dataclass(slots=True)
class _Row:
    """One row with what its decisions depend on, by column.

    Attributes:
        again: it is as the row above.
        here, above, higher: the row and the two above it, with two zeros before and after each.
        around: which neighbours differ from the western one, and whether that is black: the state of SAME.
        steps: the first column from there on whose colour is not its western neighbour's.
        ends: how far the row above keeps its colour, and one column less.
    """

    again: bool
    here: list[int]
    above: list[int]
    higher: list[int]
    around: list[int]
    steps: list[int]
    ends: list[int]

    def pack(self, coder: _Coder) -> None:
        """Say all pixels."""
        x, width, broken = 0, len(self.around), 0
        while x < width:
            around = self.around[x]
            if around <= 1 and not broken:
                end = self.ends[x]
                whole = self.steps[x] >= end
                coder.say(RUN + 2 * min(5, (end - x).bit_length() - 1) + around, whole)
                if whole:
                    x = end
                    continue
                broken = BROKEN
            same = self.steps[x] > x
            coder.say(SAME + broken + around, same)
            if not same:
                broken = 0
                self._other(coder, x + 2)
            x += 1

    def _other(self, coder: _Coder, at: int) -> None:
        """A pixel that is not as its western neighbour; ``at`` counts the zeros before the row."""
        colour, west, north = self.here[at], self.here[at - 1], self.above[at]
        east = self.above[at + 1]
        if north != west:
            coder.say(
                ABOVE + (west * 16 + north) * 4 + 2 * (east == north) + (self.higher[at] == north), colour == north
            )
            if colour == north:
                return
        aside = east if east not in (west, north) else self.above[at - 1]
        if aside not in (west, north):
            coder.say(ASIDE + west * 16 + north, colour == aside)
            if colour == aside:
                return
        state, node = LITERAL + (west * 5 + north & 31) * 16, 1
        for shift in (3, 2, 1, 0):
            half = colour >> shift & 1
            coder.say(state + node, bool(half))
            node = node * 2 + half


def _rows(numbers: Numbers) -> Iterator[_Row]:
    height, width = numbers.shape
    wide = np.zeros((height + 2, width + 4), dtype=np.uint8)
    wide[2:, 2:-2] = numbers
    here, above, higher = wide[2:], wide[1:-1], wide[:-2]
    west = here[:, 1:-3]
    neighbours = (
        above[:, :-4], above[:, 1:-3], above[:, 2:-2], above[:, 3:-1], above[:, 4:], here[:, :-4], higher[:, 2:-2],
    )  # fmt: skip
    around = (west != 0).astype(np.uint8)
    for bit, neighbour in zip((128, 64, 32, 16, 8, 4, 2), neighbours, strict=True):
        around += bit * (neighbour != west).astype(np.uint8)
    steps = _next_steps(wide)
    ends = np.minimum(steps[1:-1, 3:] - 3, width)
    again = (here == above).all(axis=1)
    for row in range(height):
        yield _Row(
            bool(again[row]), here[row].tolist(), above[row].tolist(), higher[row].tolist(), around[row].tolist(),
            (steps[row + 2, 2:] - 2).tolist(), ends[row].tolist(),
        )  # fmt: skip


def _next_steps(wide: Numbers) -> npt.NDArray[np.intp]:
    """For each column the first one from there on whose colour is not that of the column before; beyond all if none."""
    columns = np.arange(wide.shape[1])
    changed = np.diff(wide, axis=1, prepend=0) != 0
    first = np.where(changed, columns, 2 * wide.shape[1])
    return np.minimum.accumulate(first[:, ::-1], axis=1)[:, ::-1]
