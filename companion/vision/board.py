"""From a picture to the 25 cards of a board: lattice of words, cards, and which 5x5 of them is the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import BLURRED, SHARP, WordBlobs, find_word_blobs
from companion.vision.cards import find_cards, search_again
from companion.vision.grid import Lattice, grow_lattices, with_copies
from companion.vision.mending import due_places, lay_rows, mend
from companion.vision.plane import Floats
from companion.vision.poses import typical_card
from companion.vision.scale import Scale, measure_scales
from companion.vision.sizing import Fitting, fit_size
from companion.vision.surface import Surface, reading_gray, surface_of
from companion.vision.window import ENOUGH, GOOD, Weighed, weigh

QUICK_PX, WORK_PX = 1000, 1600
"""Longer side of the picture in which cards are looked for: at first, and where that leaves any doubt."""
SMALLEST_PX = 100
CANDIDATES = 3, 1, 2
"""How many different lattices are looked into, with each way of looking for words."""
WHOLE = 23
NO_DOUBT = 0.15
"""From here on the small copies speak clearly for the way in which the cards are taken to lie."""
PLAIN, CERTAIN_LEAD = 0.3, 0.5
"""A board is plain, and need not be looked at more closely, if its small copies speak so clearly for the way in which
it lies, and each card is so much likelier to lie as it was found than the other way up."""
MOST_LOOKS = 2
SKIPPING = 0.52
"""Cards smaller than this share of a step leave room for others between them."""
PROMISING = 8.0


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
    if max(picture.shape[:2]) > QUICK_PX:
        work, factor = _working_picture(picture, QUICK_PX)
        plain = _plain_field(work)
        if plain is not None:
            return _board(plain, factor)
    work, factor = _working_picture(picture, WORK_PX)
    best = _best_field(work)
    return _board(best, factor) if best is not None and best.window else None


def _working_picture(picture: NDArray[np.uint8], longer_px: int) -> tuple[NDArray[np.uint8], float]:
    """The picture at another size, and how many times larger it is."""
    factor = min(2.0, longer_px / max(picture.shape[:2]))
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=method), np.uint8), factor


def _plain_field(work: NDArray[np.uint8]) -> Weighed | None:
    """A board of which the first look finds nearly all words and cards, and no doubt which way up they lie."""
    blobs = find_word_blobs(reading_gray(work), SHARP)
    grown = grow_lattices(blobs)[:1]
    if not grown or len(grown[0].nodes) < WHOLE:
        return None
    surface = surface_of(work, float(np.median(blobs.height[list(grown[0].nodes.values())])))
    lattice, scales = _measured(surface, grown[0], blobs)
    if not scales:
        return None
    found = weigh(find_cards(surface, lattice, scales[0]), work)
    certain = all(found.field.cards[cell].lead >= CERTAIN_LEAD for cell in found.window)
    return found if found.good >= WHOLE and found.copies >= PLAIN and certain and not found.goes_on else None


def _best_field(work: NDArray[np.uint8]) -> Weighed | None:
    """The lattice around which the most cards are found."""
    gray = reading_gray(work)
    best: Weighed | None = None
    for look, blobs in enumerate(_word_blobs(gray)):
        for grown in grow_lattices(blobs)[: CANDIDATES[look]]:
            surface = surface_of(work, float(np.median(blobs.height[list(grown.nodes.values())])))
            lattice, scales = _measured(surface, grown, blobs)
            if not scales:
                continue
            found = _improved(work, surface, _likeliest(work, surface, lattice, scales))
            best = found if best is None or found.value > best.value else best
            if best.good >= WHOLE or (best.copies > NO_DOUBT and max(best.good, best.taken - 4) >= ENOUGH):
                return best
        if best is not None and best.taken >= ENOUGH:
            break
    return best


def _measured(surface: Surface, lattice: Lattice, blobs: WordBlobs) -> tuple[Lattice, list[Scale]]:
    """How large the cards are; a lattice that skips every other row or column is filled up first."""
    scales = measure_scales(surface, lattice, blobs)
    if scales and min(scales[0].wide, scales[0].high) < SKIPPING:
        lattice = lattice.with_between(scales[0].high < SKIPPING, scales[0].wide < SKIPPING)
        scales = measure_scales(surface, lattice, blobs)
    return lattice, scales


def _word_blobs(gray: NDArray[np.uint8]) -> Iterator[WordBlobs]:
    """What may be words: dark strokes, those of them that have a pale copy near by, and what blur has run together."""
    blobs = find_word_blobs(gray, SHARP)
    yield blobs
    yield blobs.chosen(with_copies(blobs))
    yield find_word_blobs(gray, BLURRED)


def _likeliest(work: NDArray[np.uint8], surface: Surface, lattice: Lattice, scales: list[Scale]) -> Weighed:
    """Look for cards of the likeliest size and way up; the other way as well unless the cards found leave no doubt."""
    best = weigh(find_cards(surface, lattice, scales[0]), work)
    if best.copies > NO_DOUBT and best.taken >= ENOUGH:
        return best
    other_way = next((scale for scale in scales if scale.flipped != scales[0].flipped), None)
    if other_way is None:
        return best
    other = weigh(find_cards(surface, lattice, other_way), work)
    return other if other.value > best.value else best


def _improved(work: NDArray[np.uint8], surface: Surface, found: Weighed) -> Weighed:
    """Lay the lattice through the cards found and look again, as long as that finds more."""
    best = found
    for _ in range(MOST_LOOKS):
        if best.good >= WHOLE or found.value < PROMISING:
            break
        again = search_again(surface, found.field)
        if again is None:
            break
        found = weigh(again, work)
        best = found if found.value > best.value else best
    return best


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
