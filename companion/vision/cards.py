"""Finds the word cards of the board: where each lies and how it is turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.blobs import Floats, WordBlobs
from companion.vision.grid import Cell, Lattice
from companion.vision.layout import ASPECT, Pattern, ink_pattern, light_pattern
from companion.vision.scale import Scale, measure_scale
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
LIKE_A_CARD = 0.5


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A word card as seen from above.

    ``x``, ``y``: its centre, pixels. ``angle_deg``: clockwise, 180 more if it is ``turned`` against the board.
    ``light`` and ``ink``: likeness to the drawing of a word card. ``fit``: to the typical card of this board.
    All -1 to 1.
    """

    x: float
    y: float
    angle_deg: float
    turned: bool
    light: float = -1.0
    ink: float = -1.0
    fit: float = -1.0

    @property
    def likeness(self) -> float:
        """To a word card, -1 to 1."""
        return (self.light + self.ink) / 2


def upright_lattice(lattice: Lattice, scale: Scale) -> Lattice:
    """The same lattice moved to the centres of the cards and, where need be, turned so that the words stand upright."""
    sign = -1 if scale.flipped else 1
    move = np.array([[sign, 0.0, scale.right], [0.0, sign, scale.down], [0.0, 0.0, 1.0]])
    nodes = {(sign * row, sign * column): blob for (row, column), blob in lattice.nodes.items()}
    return Lattice(lattice.plane @ move, nodes, lattice.score)


def find_cards(surface: Surface, lattice: Lattice, blobs: WordBlobs) -> tuple[Scale, Overhead, dict[Cell, FoundCard]]:
    """Look for a card at every cell of a lattice of words and around it."""
    scale = measure_scale(surface, lattice, blobs)
    table = look_from_above(surface, upright_lattice(lattice, scale), (scale.wide, scale.high), CARD_PX, 1)
    either_way = _coarse(table)
    cards = {cell: max(pair, key=_weight(table, cell)) for cell, pair in either_way.items()}
    typical = _typical_card(table, [card for card in cards.values() if card.likeness > LIKE_A_CARD])
    if typical is not None:
        for cell, pair in either_way.items():
            cards[cell] = max((_settle(table, card, typical) for card in pair), key=_weight(table, cell))
    return scale, table, cards


def _weight(table: Overhead, cell: Cell) -> Callable[[FoundCard], float]:
    """How well a find serves as the card of a cell."""
    x, y = table.centre(cell)

    def weight(card: FoundCard) -> float:
        stray = ((card.x - x) / table.step[0]) ** 2 + ((card.y - y) / table.step[1]) ** 2
        return card.light + card.ink + 2 * card.fit - STRAY * stray

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
            best = FoundCard(left + x + width / 2, top + y + height / 2, card.angle_deg + turn, card.turned, card.light, card.ink, float(fit))
    return best


def corners_of(table: Overhead, card: FoundCard) -> Floats:
    """The card's corners in the picture, (4, 2) pixels, clockwise from its own top left."""
    return table.corners(card.x, card.y, card.angle_deg)
