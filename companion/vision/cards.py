"""Finds the word cards around a lattice of words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.grid import Cell, Lattice
from companion.vision.in_step import in_step
from companion.vision.plane import Floats, apply, fitted_rows, steps_at
from companion.vision.poses import Patterns, Pose, coarse_poses, settled, typical_card, weight_for, with_copy
from companion.vision.scale import HIGHEST, WIDEST, Scale
from companion.vision.surface import Overhead, Surface, look_from_above

LIKE_A_CARD, WORTH_A_LOOK = 0.5, 0.25
SMALLEST_SHARE = 0.35
"""Cards cover at least this much of the step from one to the next."""
FEWEST = 6
"""How many cards a lattice is laid through anew."""
Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class CardField:
    """The table from above and the best find for each of its cells, whether a card or not (see its likeness)."""

    table: Overhead
    cards: dict[Cell, Pose]


def find_cards(surface: Surface, lattice: Lattice, scale: Scale) -> CardField:
    """Look for a card at every cell of a lattice of words, and one cell around it."""
    sign = -1 if scale.flipped else 1
    move = np.array([[sign, 0.0, scale.right], [0.0, sign, scale.down], [0.0, 0.0, 1.0]])
    cells = sign * np.array(list(lattice.nodes))
    table = look_from_above(surface, lattice.plane @ move, (scale.wide, scale.high), _span_around(cells), scale.burnt)
    return _search(table)


def search_again(surface: Surface, field: CardField, worded: Collection[Cell] = ()) -> CardField | None:
    """Look once more, with the lattice laid through the cards that were found; None if that changes little.

    ``worded``: cells where a word was read, be their cards like cards or not.
    """
    good = [(cell, card) for cell, card in field.cards.items() if card.likeness > LIKE_A_CARD or cell in worded]
    cells = np.array([cell for cell, _ in good], np.float64).reshape(-1, 2)
    centres = np.array([(card.x, card.y) for _, card in good], np.float64)
    if len(good) < FEWEST or np.ptp(cells, axis=0).min() < 2:
        return None
    found = fitted_rows(cells[:, ::-1], centres, 0.15 * min(field.table.step))
    if found is None or found[1].sum() < FEWEST:
        return None
    plane, kept = found
    share, span = _share(field.table, plane, cells), _span_around(cells[kept].astype(int))
    if not (SMALLEST_SHARE < share[0] < WIDEST and SMALLEST_SHARE < share[1] < HIGHEST):
        return None
    moved = np.abs(apply(plane, cells[:, ::-1]) - [field.table.centre((int(r), int(c))) for r, c in cells]).max()
    if span == field.table.span and moved < 2:
        return None
    return _search(look_from_above(surface, field.table.plane @ plane, share, span, field.table.burnt))


def _span_around(cells: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Span:
    """First and last row, first and last column, one beyond the given cells (n, 2) on every side."""
    first, last = cells.min(axis=0) - 1, cells.max(axis=0) + 1
    return (int(first[0]), int(last[0])), (int(first[1]), int(last[1]))


def _share(table: Overhead, plane: Floats, cells: Floats) -> tuple[float, float]:
    """How much of a step of the new lattice a card covers, across and along."""
    row, column = cells.mean(axis=0)
    steps = steps_at(plane, (float(row), float(column)))
    return table.card[0] / float(steps[0, 0]), table.card[1] / float(steps[1, 1])


def _search(table: Overhead) -> CardField:
    either_way = coarse_poses(table)
    likelier = {cell: max(pair, key=weight_for(table, cell)) for cell, pair in either_way.items()}
    cards = _settled(table, either_way, likelier)
    other_way = in_step(table, cards, LIKE_A_CARD)
    if other_way:
        both = {cell: (pose, cards[cell]) for cell, pose in other_way.items()}
        cards = _settled(table, {**either_way, **both}, {**cards, **other_way}, other_way)
    return CardField(table, _without_rivals(table, cards))


def _settled(
    table: Overhead,
    either_way: dict[Cell, tuple[Pose, Pose]],
    likelier: dict[Cell, Pose],
    certain: Collection[Cell] = (),
) -> dict[Cell, Pose]:
    """The likelier poses after the typical card of the board was slid over both ways of each card.

    ``certain``: cells of which the likelier way is known.
    """
    typical = typical_card(table, [card for card in likelier.values() if card.likeness > LIKE_A_CARD])
    spun: dict[float, Patterns] = {}
    cards = {}
    for cell, pair in either_way.items():
        weight = weight_for(table, cell)
        near = list(pair)
        if typical is not None and max(pose.likeness for pose in pair) > WORTH_A_LOOK:
            near = [settled(table, pose, typical, spun) for pose in pair]
        better, worse = sorted((with_copy(table, pose) for pose in near), key=weight, reverse=True)
        lead = weight(better) - weight(worse)
        if cell in certain and better.turned != likelier[cell].turned:
            better, lead = worse, 0.0
        cards[cell] = replace(better, lead=lead)
    return cards


def _without_rivals(table: Overhead, cards: dict[Cell, Pose]) -> dict[Cell, Pose]:
    """Of two finds on one and the same spot only the better is a card."""
    kept: list[Pose] = []
    clean = dict(cards)
    for cell, card in sorted(cards.items(), key=lambda item: -item[1].likeness):
        if any(abs(card.x - o.x) < 0.5 * table.card[0] and abs(card.y - o.y) < 0.5 * table.card[1] for o in kept):
            clean[cell] = Pose(*table.centre(cell), 0.0, turned=False)
        else:
            kept.append(card)
    return clean
