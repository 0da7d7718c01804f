"""From a picture to the 25 cards of a board: lattice of words, cards, and which 5x5 of them is the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import BLURRED, SHARP, find_word_blobs
from companion.vision.cards import CardField, find_cards, search_again
from companion.vision.grid import Cell, Lattice, grow_lattices
from companion.vision.mending import due_places, lay_rows, mend
from companion.vision.plane import Floats
from companion.vision.poses import Pose, typical_card
from companion.vision.scale import Scale, measure_scales
from companion.vision.sizing import Fitting, fit_size
from companion.vision.surface import Surface, reading_gray, surface_of

WORK_PX = 1600
"""Longer side of the picture in which cards are looked for."""
SMALLEST_PX = 100
CANDIDATES = 3
"""How many different lattices are looked into."""
GOOD, WHOLE = 0.45, 23
NO_DOUBT = 0.15
SURELY = 0.5
MOST_LOOKS = 2
PROMISING = 8.0
ENOUGH = 20


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card of the board lies, or should lie.

    ``corners``: (4, 2) pixels of the picture, clockwise from the card's own top left. ``turned``: upside down against
    the board. ``likeness``: to a word card, -1 to 1. ``lead``: how much likelier this way of lying is than the other.
    ``due``: where the rows and columns of the others have it, (4, 2), clockwise from the board's top left.
    """

    corners: Floats
    turned: bool
    likeness: float
    lead: float
    due: Floats

    def other_way_up(self) -> CardPlace:
        """The same place on a board that is taken to stand the other way up."""
        return replace(self, turned=not self.turned, due=np.roll(self.due, 2, axis=0))


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The 25 places A1 to E5.

    ``upright_deg``: direction in which the words run, clockwise from the x axis. ``more``: a further row or column of
    word cards lies beside them, so that it can't be told which 25 are the board.
    """

    places: tuple[CardPlace, ...]
    upright_deg: float
    more: bool


def find_board(picture: NDArray[np.uint8]) -> FoundBoard | None:
    """Look for a board in a picture, shape (height, width, 3); None if there is nothing like one."""
    if min(picture.shape[:2]) < SMALLEST_PX:
        return None
    factor = min(2.0, WORK_PX / max(picture.shape[:2]))
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    work = np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=method), np.uint8)
    field = _best_field(work)
    if field is None:
        return None
    window = _best_window(field)
    if window is None:
        return None
    return _board(field, window, factor)


def _best_field(work: NDArray[np.uint8]) -> CardField | None:
    """The lattice around which the most cards are found."""
    gray = reading_gray(work)
    best: CardField | None = None
    for sharpness in (SHARP, BLURRED):
        blobs = find_word_blobs(gray, sharpness)
        for lattice in grow_lattices(blobs)[:CANDIDATES]:
            surface = surface_of(work, float(np.median(blobs.height[list(lattice.nodes.values())])))
            scales = measure_scales(surface, lattice, blobs)
            if not scales:
                continue
            field = _improved(surface, _likeliest(surface, lattice, scales))
            best = field if best is None else max(best, field, key=_value)
            if _good(best) >= ENOUGH:
                return best
    return best


def _likeliest(surface: Surface, lattice: Lattice, scales: list[Scale]) -> CardField:
    """Look for cards of the likeliest size and way up; the other way as well unless the cards found leave no doubt."""
    best = find_cards(surface, lattice, scales[0])
    if _copies(best) > NO_DOUBT and _good(best) >= ENOUGH:
        return best
    other_way = next((scale for scale in scales if scale.flipped != scales[0].flipped), None)
    return best if other_way is None else max(best, find_cards(surface, lattice, other_way), key=_value)


def _improved(surface: Surface, field: CardField) -> CardField:
    """Lay the lattice through the cards found and look again, as long as that finds more."""
    best = field
    for _ in range(MOST_LOOKS):
        if _good(best) >= WHOLE or _value(field) < PROMISING:
            break
        again = search_again(surface, field)
        if again is None:
            break
        field = again
        best = max(best, field, key=_value)
    return best


def _windows(field: CardField) -> list[list[Cell]]:
    rows, columns = field.table.shape
    return [
        [(field.table.first[0] + row + r, field.table.first[1] + column + c) for r in range(5) for c in range(5)]
        for row in range(rows - 4)
        for column in range(columns - 4)
    ]


def _worth(card: Pose) -> float:
    """How surely this is a card, 0 to 1: alike the drawing, and alike the others on this table."""
    return float(np.clip((card.likeness + 0.5 * card.fit - 0.55) / 0.35, 0.0, 1.0))


def _worths(field: CardField) -> dict[Cell, float]:
    """How surely there is a card at each cell: it must show some writing, and lie in the picture for the most part."""
    cards = field.cards
    written = [card.strokes for card in cards.values() if card.likeness > GOOD]
    usual = max(float(np.median(written)), 1.0) if written else 1.0
    return {
        cell: _worth(card) * min(1.0, 0.25 + 2.0 * card.strokes / usual) * field.table.share_inside(card.x, card.y) ** 2
        for cell, card in cards.items()
    }


def _best_window(field: CardField) -> list[Cell] | None:
    worth = _worths(field)
    return max(_windows(field), key=lambda cells: sum(worth[cell] for cell in cells), default=None)


def _value(field: CardField) -> float:
    """How much of a board it is: 25 and a little more at best."""
    worth = _worths(field)
    return sum(worth[cell] for cell in _best_window(field) or []) + 4.0 * _copies(field)


def _copies(field: CardField) -> float:
    """What the small copies of the words say to the way in which the cards are taken to lie, on average."""
    seen = [field.cards[cell].copy for cell in _best_window(field) or [] if field.cards[cell].likeness > GOOD]
    return float(np.mean(seen)) if seen else 0.0


def _good(field: CardField) -> int:
    return sum(field.cards[cell].likeness > GOOD for cell in _best_window(field) or [])


def _board(field: CardField, window: list[Cell], factor: float) -> FoundBoard:
    """Bring the cards into the frame of the seat at which most words stand upright."""
    rows = lay_rows(field, window)
    if rows is not None:
        field = mend(field, window, rows)
        rows = lay_rows(field, window) or rows
    due_at = due_places(field, window, rows)
    typical = typical_card(field.table, [field.cards[cell] for cell in window if field.cards[cell].likeness > GOOD])
    fitting = Fitting() if typical is None or field.table.burnt else fit_size(typical, field.table.card)
    places = []
    for cell in window:
        card = field.cards[cell]
        corners, due = (
            (field.table.corners(*pose, fitting) + 0.5) / factor - 0.5
            for pose in ((card.x, card.y, card.angle_deg), (*due_at[cell], 0.0))
        )
        places.append(CardPlace(corners, card.turned, card.likeness, card.lead, due))
    if sum(-1 if place.turned else 1 for place in places if place.likeness > GOOD) < 0:
        places = [place.other_way_up() for place in reversed(places)]
    ways = [place.corners[1] - place.corners[0] for place in places if place.likeness > GOOD and not place.turned]
    way = np.sum(ways, axis=0) if ways else np.array([1.0, 0.0])
    return FoundBoard(tuple(places), float(np.rad2deg(np.arctan2(way[1], way[0]))), _goes_on(field, window))


def _goes_on(field: CardField, window: list[Cell]) -> bool:
    """Whether a line of at least four word cards adjoins the window."""
    worth = _worths(field)
    (top, left), (bottom, right) = window[0], window[-1]
    across = [[(row, left + i) for i in range(5)] for row in (top - 1, bottom + 1)]
    along = [[(top + i, column) for i in range(5)] for column in (left - 1, right + 1)]
    return any(sum(worth.get(cell, 0.0) > SURELY for cell in line) >= 4 for line in (*across, *along))
