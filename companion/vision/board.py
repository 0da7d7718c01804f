"""From a picture to the 25 cards of a board: lattice of words, cards, and which 5x5 of them is the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.asking import Sense
from companion.vision.attempts import Attempt, attempts_in, likeliest, quick_attempt
from companion.vision.mending import due_places, lay_rows, mend
from companion.vision.plane import Floats
from companion.vision.poses import typical_card
from companion.vision.sizing import Fitting, fit_size
from companion.vision.telling import told
from companion.vision.window import GOOD, Weighed

QUICK_PX, WORK_PX = 1000, 1600
"""Longer side of the picture in which cards are looked for: at first, and where that leaves any doubt."""
SMALLEST_PX = 100
CLOSER_WORTH = 2.0
"""So many cards more must be found at first for the closer look to be wrong."""


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


def find_board(picture: NDArray[np.uint8], sense: Sense | None = None) -> FoundBoard | None:
    """Look for a board in a picture.

    Args:
        picture: shape (height, width, 3).
        sense: tells whether words can be read on cards; it is asked where the first look leaves a doubt.

    Returns:
        None if there is nothing like a board.
    """
    if min(picture.shape[:2]) < SMALLEST_PX:
        return None
    quick: Attempt | None = None
    if max(picture.shape[:2]) > QUICK_PX:
        quick = quick_attempt(*_working_picture(picture, QUICK_PX))
        if quick is not None and quick.plain:
            return _board(quick.found, quick.factor)
    attempts = attempts_in(*_working_picture(picture, WORK_PX))
    best = likeliest(attempts) if attempts else None
    if quick is not None and quick.found.window:
        attempts.append(quick)
        if best is None or quick.found.value > best.found.value + CLOSER_WORTH:
            best = quick
    if best is None or not best.found.window:
        return None
    if sense is not None:
        best = told(best, attempts, sense)
    return _board(best.found, best.factor) if best.found.window else None


def _working_picture(picture: NDArray[np.uint8], longer_px: int) -> tuple[NDArray[np.uint8], float]:
    """The picture at another size, and how many times larger it is."""
    factor = min(2.0, longer_px / max(picture.shape[:2]))
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=method), np.uint8), factor


def _board(best: Weighed, factor: float) -> FoundBoard:
    """Bring the cards into the frame of the seat at which most words stand upright."""
    field, window = best.field, best.window
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
    return FoundBoard(tuple(places), float(np.rad2deg(np.arctan2(way[1], way[0]))), best.goes_on)
