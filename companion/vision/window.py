"""Which five rows and columns of a field of cards are the board: where word cards lie, and what covers them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.table.scan import SeenCover
from companion.vision.cards import CardField
from companion.vision.covers import measure_light, seen_cover, washed_out
from companion.vision.grid import Cell
from companion.vision.poses import Pose
from companion.vision.sizing import Fitting

GOOD = 0.45
"""From this likeness on a find is a word card."""
ENOUGH = 20
"""With so many word cards in sight nobody needs to ask what may cover others."""
SURELY = 0.5
COVER_WORTH = {
    SeenCover.AGENT: 0.8, SeenCover.RED_AGENT: 0.8, SeenCover.BLUE_AGENT: 0.8, SeenCover.ASSASSIN: 0.5,
    SeenCover.BYSTANDER: 0.25,
}  # fmt: skip
"""How surely a cover of this kind lies on a card of the board, rather than being something else on the table."""
COPIES_WORTH = 5.0
"""What it counts for a board, in cards, that the small copies stand where they should on all its cards."""
GLARE_WORTH = 0.2
"""Where glare hides everything there may be a card, or not."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A field of cards, and which of its cells make the likeliest board.

    ``worth``: how surely there is a card of the board at a cell, 0 to 1. ``window``: 25 cells, row by row; empty if the
    field is smaller. ``value``: how much of a board that is, in cards. ``good``: word cards in it.
    ``taken``: word cards and covers in it.
    """

    field: CardField
    worth: dict[Cell, float]
    window: tuple[Cell, ...]
    value: float
    good: int
    taken: int

    @property
    def copies(self) -> float:
        """What the small copies of the words say to the way in which the cards are taken to lie, on average."""
        return copies_of(self.field, self.window)

    @property
    def goes_on(self) -> bool:
        """Whether a line of at least four word cards adjoins the window; what looks like covers there may be cloth."""
        worth = worths(self.field)
        return any(sum(worth.get(cell, 0.0) > SURELY for cell in line) >= 4 for line in self.beyond)

    @property
    def has_bare_edge(self) -> bool:
        """Whether an outer row or column of the window shows no word card: it may be cloth, the board further on."""
        good = np.array([self.field.cards[cell].likeness > GOOD for cell in self.window]).reshape(-1, 5)
        return not all(line.any() for line in (good[0], good[-1], good[:, 0], good[:, -1]))

    @property
    def beyond(self) -> list[list[Cell]]:
        """The rows and columns that adjoin the window; none if there is no window."""
        if not self.window:
            return []
        (top, left), (bottom, right) = self.window[0], self.window[-1]
        across = [[(row, left + i) for i in range(5)] for row in (top - 1, bottom + 1)]
        along = [[(top + i, column) for i in range(5)] for column in (left - 1, right + 1)]
        return across + along


def weigh(field: CardField, picture: NDArray[np.uint8]) -> Weighed:
    """Choose the window of a field that holds the most cards.

    Args:
        field: the cards.
        picture: the picture in which they were found, shape (height, width, 3).
    """
    worth = worths(field)
    good = [cell for cell, card in field.cards.items() if card.likeness > GOOD]
    inside = set(_best_window(field, worth))
    if 0 < sum(cell in inside for cell in good) < ENOUGH:
        for cell, most in _worths_of_covers(field, picture, good).items():
            worth[cell] = max(worth[cell], most * _share_inside(field, cell) ** 2)
    return with_window(field, worth, _best_window(field, worth))


def with_window(field: CardField, worth: dict[Cell, float], window: tuple[Cell, ...]) -> Weighed:
    """A field whose cells are worth so much, with a certain window."""
    value = sum(worth[cell] for cell in window) + COPIES_WORTH * copies_of(field, window)
    good = [field.cards[cell].likeness > GOOD for cell in window]
    taken = sum(worth[cell] >= SURELY or card for cell, card in zip(window, good, strict=True))
    return Weighed(field, worth, window, value, sum(good), taken)


def copies_of(field: CardField, window: tuple[Cell, ...]) -> float:
    """What the small copies of the words say to the way in which the cards of a window lie, on average, -1 to 1."""
    seen = [field.cards[cell].copy for cell in window if field.cards[cell].likeness > GOOD]
    return float(np.mean(seen)) if seen else 0.0


def windows(field: CardField) -> list[tuple[Cell, ...]]:
    """All five by five cells of a field, each row by row; none if it is smaller."""
    rows, columns = field.table.shape
    return [
        tuple((field.table.first[0] + row + r, field.table.first[1] + column + c) for r in range(5) for c in range(5))
        for row in range(rows - 4)
        for column in range(columns - 4)
    ]


def _best_window(field: CardField, worth: dict[Cell, float]) -> tuple[Cell, ...]:
    return max(windows(field), key=lambda cells: sum(worth[cell] for cell in cells), default=())


def _worth(card: Pose) -> float:
    """How surely this is a card, 0 to 1: alike the drawing, and alike the others on this table."""
    return float(np.clip((card.likeness + 0.5 * card.fit - 0.55) / 0.35, 0.0, 1.0))


def usual_strokes(field: CardField) -> float:
    """How much writing there is where a word should stand, on the word cards of a field: their median, at least 1.0."""
    written = [card.strokes for card in field.cards.values() if card.likeness > GOOD]
    return max(float(np.median(written)), 1.0) if written else 1.0


def worths(field: CardField) -> dict[Cell, float]:
    """How surely there is a card at each cell: it must show some writing, and lie in the picture for the most part."""
    cards = field.cards
    usual = usual_strokes(field)
    return {
        cell: _worth(card) * min(1.0, 0.25 + 2.0 * card.strokes / usual) * field.table.share_inside(card.x, card.y) ** 2
        for cell, card in cards.items()
    }


def _share_inside(field: CardField, cell: Cell) -> float:
    return field.table.share_inside(*field.table.centre(cell))


def _worths_of_covers(field: CardField, picture: NDArray[np.uint8], good: list[Cell]) -> dict[Cell, float]:
    """How surely there is a card below what lies at the cells that show none."""
    table, cells = field.table, list(field.cards)
    corners = [table.corners(*table.centre(cell), 0.0, Fitting()) for cell in cells]
    as_found = [
        table.corners(card.x, card.y, card.angle_deg, Fitting()) if card.likeness > GOOD else corners[index]
        for index, card in enumerate(field.cards.values())
    ]
    light = measure_light(picture, as_found, [cells.index(cell) for cell in good], table.shape)
    found = {}
    for cell, quad in zip(cells, corners, strict=True):
        if cell in good:
            continue
        cover = seen_cover(picture, quad, light)
        least = GLARE_WORTH if washed_out(picture, quad) else 0.0
        found[cell] = max(least, COVER_WORTH.get(cover, 0.0) if cover is not None else 0.0)
    return found
