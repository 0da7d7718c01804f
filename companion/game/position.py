"""The two seats and the 25 positions, all in seat A's frame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

SIZE = 5
COUNT = SIZE * SIZE
_FORM = re.compile(r"([A-Ea-e])([1-5])")


class Seat(Enum):
    """A side of the table. Seat A is the one at which the bold words stand upright; B sits opposite."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Seat:
        """The seat across the table."""
        return Seat.B if self is Seat.A else Seat.A


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place on the board: ``index`` 0 to 24, row by row, as seat A sees the table. ``str()`` gives A1 to E5.

    Raises:
        ValueError: the index is outside 0 to 24.
    """

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < COUNT:
            raise ValueError(f"position index {self.index} is outside 0 to {COUNT - 1}")

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read ``A1`` to ``E5``, in either case.

        Raises:
            ValueError: the text is no position.
        """
        found = _FORM.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is no position: rows A to E, columns 1 to 5")
        return cls((ord(found[1].upper()) - ord("A")) * SIZE + int(found[2]) - 1)

    @property
    def row(self) -> int:
        """0 (A's far side) to 4 (A's near side)."""
        return self.index // SIZE

    @property
    def column(self) -> int:
        """0 (A's left) to 4."""
        return self.index % SIZE

    def seen_from(self, seat: Seat) -> int:
        """The row-major index 0 to 24 at which ``seat`` sees this place: B's view is turned by 180° (rules A2)."""
        return self.index if seat is Seat.A else COUNT - 1 - self.index

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


ALL_POSITIONS: tuple[Position, ...] = tuple(Position(i) for i in range(COUNT))
