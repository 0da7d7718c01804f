"""Looks again for the cards that were missed or misplaced, near the places that the rows and columns have for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.cards import CardField
from companion.vision.grid import Cell
from companion.vision.plane import apply, fitted_rows
from companion.vision.poses import FAR_COST, Patterns, Pose, typical_card, with_copy, worth_near
from companion.vision.window import GOOD

FEWEST = 6
"""So many good cards fix the rows and columns."""
STRAYED = 0.2
"""So many steps beside its place a find is looked at again."""
USUAL = 0.05
"""Cards lie at least that much beside their places on average, in steps."""
OVERLAP = 0.72
"""Cards whose middles are nearer than this share of a card in both directions can't both be where they were found."""
NEIGHBOURS = 0.5
"""How much of what the neighbours stray a card is expected to stray as well."""
LIKENESS, WRITTEN = 0.25, 0.4
"""What each of the likenesses to the drawing of a card, and the word in its strip, counts beside the likeness to the
cards of this board."""
SEEN = 0.3
"""From this merit on something like the other cards is seen at a place."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the rows and columns of the good cards have each card: pixels from above, one (x, y) for each cell."""

    places: dict[Cell, tuple[float, float]]
    spread: float


@dataclass(frozen=True, slots=True)
class _Usual:
    """How the sound cards of a board look.

    ``typical``: their light and ink; None if there are too few. ``strokes``: of their words. ``spun``: the typical card
    as it was turned so far, by the angle in degrees.
    """

    typical: Patterns | None
    strokes: float
    spun: dict[float, Patterns]


def lay_rows(field: CardField, window: Sequence[Cell]) -> Rows | None:
    """Lay rows and columns through the good cards of a window; None if these don't determine them."""
    cells = [cell for cell in window if field.cards[cell].likeness > GOOD]
    grid = np.array([(column, row) for row, column in cells], np.float64).reshape(-1, 2)
    if len(cells) < FEWEST or np.ptp(grid, axis=0).min() < 2:
        return None
    centres = np.array([(field.cards[cell].x, field.cards[cell].y) for cell in cells])
    found = fitted_rows(grid, centres, STRAYED * min(field.table.step))
    if found is None or found[1].sum() < FEWEST:
        return None
    plane, kept = found
    stray = np.where(kept[:, None], centres - apply(plane, grid), 0.0)
    places = {}
    for cell in window:
        near = [i for i, c in enumerate(cells) if kept[i] and c != cell and _apart(c, cell) <= 1]
        drift = NEIGHBOURS * stray[near].mean(axis=0) if near else np.zeros(2)
        x, y = apply(plane, [cell[::-1]])[0] + drift
        places[cell] = float(x), float(y)
    usual = float(np.median(np.linalg.norm(stray[kept] / field.table.step, axis=1)))
    return Rows(places, max(usual, USUAL))


def mend(field: CardField, window: Sequence[Cell], rows: Rows) -> CardField:
    """Look once more for each doubtful card of a window; where nothing is seen it is taken to lie in its place."""
    cards = dict(field.cards)
    doubtful = _doubtful(field, window, rows)
    sound = [cards[cell] for cell in window if cell not in doubtful and cards[cell].likeness > GOOD]
    strokes = float(np.median([card.strokes for card in sound])) if sound else 0.0
    usual = _Usual(typical_card(field.table, sound), strokes, {})
    for cell in doubtful:
        cards[cell] = _found_anew(field, rows, cell, usual)
    return CardField(field.table, cards)


def _apart(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _doubtful(field: CardField, window: Sequence[Cell], rows: Rows) -> list[Cell]:
    """Cells whose find is little like a card, lies far off, or lies on a likelier one."""
    found = []
    for cell in window:
        card = field.cards[cell]
        stray = _stray(field, rows, cell, card)
        rivals = [field.cards[other] for other in window if other != cell and _apart(other, cell) <= 1]
        onto = any(_overlap(field, card, rival) and rival.likeness > card.likeness - 0.1 for rival in rivals)
        if card.likeness < GOOD or stray > max(STRAYED, 3 * rows.spread) or onto:
            found.append(cell)
    return found


def _stray(field: CardField, rows: Rows, cell: Cell, card: Pose) -> float:
    """How far a card lies from its place, in steps."""
    x, y = rows.places[cell]
    return float(np.hypot((card.x - x) / field.table.step[0], (card.y - y) / field.table.step[1]))


def _overlap(field: CardField, one: Pose, other: Pose) -> bool:
    width, height = field.table.card
    return abs(one.x - other.x) < OVERLAP * width and abs(one.y - other.y) < OVERLAP * height


def _found_anew(field: CardField, rows: Rows, cell: Cell, usual: _Usual) -> Pose:
    """The likeliest way to lie near the place of a cell."""
    table, place = field.table, rows.places[cell]
    nothing = Pose(*place, 0.0, turned=False, light=0.0, ink=0.0)
    if usual.typical is None:
        return nothing
    near = worth_near(table, place, usual.typical, 3 * rows.spread, usual.spun)
    either = [with_copy(table, pose, usual.strokes) for pose in near]
    weights = [_merit(pose, usual.strokes, _stray(field, rows, cell, pose) / (3 * rows.spread)) for pose in either]
    best, worst = int(np.argmax(weights)), int(np.argmin(weights))
    if either[best].fit < SEEN:
        return nothing
    return replace(either[best], lead=2 * (weights[best] - weights[worst]))


def _merit(pose: Pose, usual: float, away: float) -> float:
    """How likely a card lies so, that may lie the other way up beside it: only one of them has a word in its strip.

    Args:
        pose: the way to lie.
        usual: the strokes of the words of this board.
        away: how far it is from its place, in shares of what is likely.
    """
    written = min(1.0, pose.strokes / max(usual, 1.0))
    seen = pose.fit + LIKENESS * (pose.light + pose.ink) + written * (WRITTEN + 0.5 * pose.copy)
    return seen - 0.15 * pose.turned - FAR_COST * away**2


def due_places(field: CardField, window: Sequence[Cell], rows: Rows | None) -> dict[Cell, tuple[float, float]]:
    """Where each card of a window should lie, from above: by its rows and columns, else by the lattice of words."""
    return rows.places if rows is not None else {cell: field.table.centre(cell) for cell in window}
