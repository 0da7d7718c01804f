"""Finds the word cards of the board: where each lies and how it is turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.grid import Cell, Lattice, apply, steps_at
from companion.vision.layout import ASPECT, COPY_CENTRE, WORD_CENTRE, Pattern, ink_pattern, light_pattern
from companion.vision.scale import Scale
from companion.vision.surface import Overhead, Surface, look_from_above

CARD_PX = (60, round(60 / ASPECT))
"""Size of a card seen from above, pixels."""
RING = 0.14
"""How much of the surroundings belongs to the typical card, in card heights."""
COARSE_DEG = (-13.0, -6.5, 0.0, 6.5, 13.0)
FINE_DEG = (-3.5, -1.2, 1.2, 3.5)
REACH = 0.38
"""How far a card may lie from its place in the lattice, in steps of the lattice."""
STRAY = 0.8
"""What it costs to lie away from the place, per square of steps."""
LIKE_A_CARD, WORTH_A_LOOK = 0.5, 0.25
COPY_WEIGHT, COPY_LIMIT = 4.0, 0.5
TURNED_COST = 0.3
"""Single cards that lie the other way are rare."""


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A word card as seen from above.

    ``x``, ``y``: its centre, pixels. ``angle_deg``: clockwise, 180 more if it is ``turned`` against the board.
    ``light`` and ``ink``: likeness to the drawing of a word card. ``fit``: to the typical card of this board.
    ``copy``: what the small copy of the word says to this way of lying. All -1 to 1. ``lead``: by how much this way of
    lying is likelier than the opposite one.
    """

    x: float
    y: float
    angle_deg: float
    turned: bool
    light: float = -1.0
    ink: float = -1.0
    fit: float = -1.0
    copy: float = 0.0
    lead: float = 0.0

    @property
    def likeness(self) -> float:
        """To a word card, -1 to 1."""
        return (self.light + self.ink) / 2


@dataclass(frozen=True, slots=True)
class CardField:
    """The table from above and the best find for each of its cells, whether a card or not (see its likeness)."""

    table: Overhead
    cards: dict[Cell, FoundCard]


def upright_lattice(lattice: Lattice, scale: Scale) -> Lattice:
    """The same lattice moved to the centres of the cards and, where need be, turned so that the words stand upright."""
    sign = -1 if scale.flipped else 1
    move = np.array([[sign, 0.0, scale.right], [0.0, sign, scale.down], [0.0, 0.0, 1.0]])
    nodes = {(sign * row, sign * column): blob for (row, column), blob in lattice.nodes.items()}
    return Lattice(lattice.plane @ move, nodes, lattice.score)


def find_cards(surface: Surface, lattice: Lattice, scale: Scale) -> CardField:
    """Look for a card at every cell of a lattice of words, and one cell around it."""
    upright = upright_lattice(lattice, scale)
    rows, columns = [cell[0] for cell in upright.nodes], [cell[1] for cell in upright.nodes]
    span = (min(rows) - 1, max(rows) + 1), (min(columns) - 1, max(columns) + 1)
    return _search(surface, look_from_above(surface, upright.plane, (scale.wide, scale.high), CARD_PX, span))


def search_again(surface: Surface, field: CardField) -> CardField | None:
    """Look once more, with the lattice laid through the cards that were found; None if that changes little."""
    good = [(cell, card) for cell, card in field.cards.items() if card.likeness > LIKE_A_CARD]
    if len(good) < 9:
        return None
    cells = np.array([(column, row) for (row, column), _ in good], np.float64)
    centres = np.array([(card.x, card.y) for _, card in good], np.float64)
    if np.ptp(cells, axis=0).min() < 2:
        return None
    plane, kept = cv2.findHomography(cells, centres, cv2.RANSAC, 0.15 * min(field.table.step))
    if plane is None or kept.sum() < 9:
        return None
    steps = steps_at(plane, (float(np.mean(cells[:, 1])), float(np.mean(cells[:, 0]))))
    share = field.table.card[0] / float(steps[0, 0]), field.table.card[1] / float(steps[1, 1])
    if not (0.35 < share[0] < 1.15 and 0.35 < share[1] < 1.2):
        return None
    inside = cells[kept.ravel() > 0].astype(int)
    span = (
        (int(inside[:, 1].min()) - 1, int(inside[:, 1].max()) + 1),
        (int(inside[:, 0].min()) - 1, int(inside[:, 0].max()) + 1),
    )
    if span == field.table.span and np.abs(apply(plane, cells) - [field.table.centre((r, c)) for c, r in cells]).max() < 2:
        return None
    table = look_from_above(surface, field.table.plane @ np.asarray(plane), share, CARD_PX, span)
    return _search(surface, table)


def _search(surface: Surface, table: Overhead) -> CardField:
    either_way = _coarse(table)
    cards = {cell: max(pair, key=_weight(table, cell)) for cell, pair in either_way.items()}
    typical = _typical_card(table, [card for card in cards.values() if card.likeness > LIKE_A_CARD])
    for cell, pair in either_way.items():
        weight = _weight(table, cell)
        if typical is not None and max(card.likeness for card in pair) > WORTH_A_LOOK:
            pair = tuple(_settle(table, card, typical) for card in pair)  # noqa: PLW2901
        better, worse = sorted((_with_copy(table, card) for card in pair), key=weight, reverse=True)
        cards[cell] = replace(better, lead=weight(better) - weight(worse))
    return CardField(table, _without_rivals(table, cards))


def _without_rivals(table: Overhead, cards: dict[Cell, FoundCard]) -> dict[Cell, FoundCard]:
    """Of two finds on one and the same spot only the better is a card."""
    kept: list[FoundCard] = []
    clean = dict(cards)
    for cell, card in sorted(cards.items(), key=lambda item: -item[1].likeness):
        if any(abs(card.x - o.x) < 0.5 * table.card[0] and abs(card.y - o.y) < 0.5 * table.card[1] for o in kept):
            clean[cell] = FoundCard(*table.centre(cell), 0.0, False)
        else:
            kept.append(card)
    return clean


def _weight(table: Overhead, cell: Cell) -> Callable[[FoundCard], float]:
    """How well a find serves as the card of a cell."""
    x, y = table.centre(cell)

    def weight(card: FoundCard) -> float:
        stray = ((card.x - x) / table.step[0]) ** 2 + ((card.y - y) / table.step[1]) ** 2
        return card.light + card.ink + 2 * card.fit + card.copy - STRAY * stray - TURNED_COST * card.turned

    return weight


def _with_copy(table: Overhead, card: FoundCard) -> FoundCard:
    """Add how far the small copy of the word speaks for this way of lying rather than for the opposite one.

    Both ways share the bold word. The copy stands above it; below there is only the card's edge. Letters are told from
    edges by how their darkness changes along the line.
    """
    away = COPY_CENTRE[0] - WORD_CENTRE[0], COPY_CENTRE[1] - WORD_CENTRE[1]
    above, below, word = (_strokes(table, card, spot) for spot in (away, (-away[0], -away[1]), (0.0, 0.0)))
    evidence = COPY_WEIGHT * (above - below) / (word + 5.0)
    return replace(card, copy=min(max(evidence, -COPY_LIMIT), COPY_LIMIT))


def _strokes(table: Overhead, card: FoundCard, spot: tuple[float, float]) -> float:
    """Mean change of ink along the line in a box at ``spot``, in shares of the card from the word's centre."""
    width, height = table.card
    right = (np.linspace(-0.2, 0.2, 24) + spot[0] + WORD_CENTRE[0] - 0.5)[None, :] * width
    down = (np.linspace(-0.05, 0.05, 6) + spot[1] + WORD_CENTRE[1] - 0.5)[:, None] * height
    cos, sin = np.cos(np.deg2rad(card.angle_deg)), np.sin(np.deg2rad(card.angle_deg))
    x = (card.x - 0.5 + cos * right - sin * down).astype(np.float32)
    y = (card.y - 0.5 + sin * right + cos * down).astype(np.float32)
    ink = cv2.remap(table.surface.ink, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return float(np.abs(np.diff(ink.astype(np.float32), axis=1)).mean())


def _weight(table: Overhead, cell: Cell) -> Callable[[FoundCard], float]:
    """How well a find serves as the card of a cell."""
    x, y = table.centre(cell)

    def weight(card: FoundCard) -> float:
        stray = ((card.x - x) / table.step[0]) ** 2 + ((card.y - y) / table.step[1]) ** 2
        return card.light + card.ink + 2 * card.fit + card.copy - STRAY * stray - TURNED_COST * card.turned

    return weight


def _turned_pattern(pattern: Pattern, angle_deg: float) -> Pattern:
    height, width = pattern.shape
    spin = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -angle_deg, 1.0)
    return np.asarray(cv2.warpAffine(pattern, spin, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def _coarse(table: Overhead) -> dict[Cell, tuple[FoundCard, FoundCard]]:
    """Compare the drawing of a card with every place of the table; for each cell the best upright and turned find."""
    patterns = light_pattern(*CARD_PX), ink_pattern(*CARD_PX)
    best = {
        (cell, turned): FoundCard(*table.centre(cell), 180.0 * turned, turned)
        for cell in table.cells()
        for turned in (False, True)
    }
    for turned in (False, True):
        for angle in COARSE_DEG:
            turn = angle + 180.0 * turned
            light, ink = (
                cv2.matchTemplate(view.astype(np.float32), _turned_pattern(pattern, turn), cv2.TM_CCOEFF_NORMED)
                for view, pattern in zip((table.surface.light, table.surface.ink), patterns, strict=True)
            )
            for cell in table.cells():
                offers = (best[cell, turned], *_peak(table, cell, light, ink, turn, turned))
                best[cell, turned] = max(offers, key=_weight(table, cell))
    return {cell: (best[cell, False], best[cell, True]) for cell in table.cells()}


def _peak(table: Overhead, cell: Cell, light: Pattern, ink: Pattern, turn: float, turned: bool) -> list[FoundCard]:
    """The best place for a cell in a pair of likeness maps, if the cell is on them."""
    width, height = table.card
    x, y = table.centre(cell)
    reach_x, reach_y = REACH * table.step[0], REACH * table.step[1]
    rows = slice(max(0, round(y - height / 2 - reach_y)), max(0, round(y - height / 2 + reach_y) + 1))
    columns = slice(max(0, round(x - width / 2 - reach_x)), max(0, round(x - width / 2 + reach_x) + 1))
    near = light[rows, columns] + ink[rows, columns]
    if not near.size:
        return []
    ys = (np.arange(near.shape[0]) + rows.start + height / 2 - y) / table.step[1]
    xs = (np.arange(near.shape[1]) + columns.start + width / 2 - x) / table.step[0]
    near = near - STRAY * (ys[:, None] ** 2 + xs[None, :] ** 2)
    row, column = (int(v) for v in np.unravel_index(int(np.argmax(near)), near.shape))
    row, column = row + rows.start, column + columns.start
    place = (column + width / 2, row + height / 2)
    return [FoundCard(*place, turn, turned, float(light[row, column]), float(ink[row, column]))]


def _typical_card(table: Overhead, cards: list[FoundCard]) -> tuple[Pattern, Pattern] | None:
    """Median light and mean ink of the cards found so far, each turned upright; None if there are too few."""
    if len(cards) < 5:
        return None
    margin = round(RING * table.card[1])
    size = (table.card[0] + 2 * margin, table.card[1] + 2 * margin)
    lights, inks = [], []
    for card in cards:
        spin = cv2.getRotationMatrix2D((card.x - 0.5, card.y - 0.5), card.angle_deg, 1.0)
        spin[:, 2] += np.array(size) / 2 - (card.x, card.y)
        light = cv2.warpAffine(table.surface.light, spin, size, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        lights.append((light - light.mean()) / (light.std() + 1.0))
        inks.append(cv2.warpAffine(table.surface.ink, spin, size, borderMode=cv2.BORDER_REPLICATE))
    return np.median(lights, axis=0).astype(np.float32), np.mean(inks, axis=0).astype(np.float32)


def _settle(table: Overhead, card: FoundCard, typical: tuple[Pattern, Pattern]) -> FoundCard:
    """Slide and turn the board's own typical card around a find."""
    height, width = typical[0].shape
    slack = 5
    left, top = round(card.x - width / 2) - slack, round(card.y - height / 2) - slack
    best = card
    if left < 0 or top < 0:
        return best
    near = [view[top : top + height + 2 * slack, left : left + width + 2 * slack] for view in (table.surface.light, table.surface.ink)]
    if near[0].shape != (height + 2 * slack, width + 2 * slack):
        return best
    for turn in FINE_DEG:
        faces = [_turned_pattern(pattern, card.angle_deg + turn) for pattern in typical]
        light, ink = (cv2.matchTemplate(v.astype(np.float32), f, cv2.TM_CCOEFF_NORMED) for v, f in zip(near, faces, strict=True))
        total = (light + ink) / 2
        _, fit, _, (x, y) = cv2.minMaxLoc(total)
        if fit > best.fit:
            best = replace(card, x=left + x + width / 2, y=top + y + height / 2, angle_deg=card.angle_deg + turn, fit=float(fit))
    return best
