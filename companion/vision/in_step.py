"""Cards whose words stand in rows lie the same way up: what all of them show decides for each.

A card that is turned where it lies has its word half a card away from the row of the others' words.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.vision.grid import Cell
from companion.vision.layout import WORD_CENTRE
from companion.vision.plane import fitted_rows
from companion.vision.poses import Pose, likened
from companion.vision.surface import Overhead

IN_ROW = 0.14
"""So near its row and column, in steps, the word of a card stands that lies as the others do."""
FEWEST, MOST_OF = 8, 0.6
"""So many words in rows, and such a share of all that were found, tell of each other."""


def word_of(table: Overhead, pose: Pose) -> tuple[float, float]:
    """Where the bold word of a card stands, seen from above: x and y, pixels."""
    angle = np.deg2rad(pose.angle_deg)
    right, down = ((at - 0.5) * length for at, length in zip(WORD_CENTRE, table.card, strict=True))
    return (
        pose.x + float(np.cos(angle) * right - np.sin(angle) * down),
        pose.y + float(np.sin(angle) * right + np.cos(angle) * down),
    )


def turned_over(table: Overhead, pose: Pose) -> Pose:
    """The same word on a card that lies the other way up."""
    x, y = word_of(table, pose)
    angle = pose.angle_deg - 180.0 if pose.turned else pose.angle_deg + 180.0
    return likened(table, Pose(2 * x - pose.x, 2 * y - pose.y, angle, not pose.turned))


def in_step(table: Overhead, found: Mapping[Cell, Pose], least: float) -> dict[Cell, Pose]:
    """Of the cards whose words stand in rows, those that are to be taken the other way up, as they lie then.

    Args:
        table: the table from above.
        found: for each cell the likelier way in which its card may lie.
        least: from this likeness on a find is a card.
    """
    cells = [cell for cell, pose in found.items() if pose.likeness > least]
    if len(cells) < FEWEST or len({found[cell].turned for cell in cells}) == 1:
        return {}
    grid = np.array([(column, row) for row, column in cells], np.float64)
    words = np.array([word_of(table, found[cell]) for cell in cells])
    rows = fitted_rows(grid, words, IN_ROW * min(table.step))
    if rows is None or rows[1].sum() < max(FEWEST, MOST_OF * len(cells)):
        return {}
    kept = [cell for cell, one in zip(cells, rows[1], strict=True) if one]
    upright = sum(-found[cell].lead if found[cell].turned else found[cell].lead for cell in kept)
    return {cell: turned_over(table, found[cell]) for cell in kept if found[cell].turned == (upright > 0)}
