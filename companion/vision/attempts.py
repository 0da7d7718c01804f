"""What may be a board in a picture: lattices of words, the cards around each, and what these are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import BLURRED, SHARP, WordBlobs, find_word_blobs
from companion.vision.cards import find_cards, search_again
from companion.vision.grid import Lattice, alone_on_paper, grow_lattices, with_copies
from companion.vision.scale import Scale, measure_scales
from companion.vision.surface import Surface, reading_gray, surface_of
from companion.vision.window import ENOUGH, Weighed, weigh

CANDIDATES = 3, 1, 2, 2, 2
"""How many different lattices are looked into, with each way of looking for words."""
WHOLE = 23
NO_DOUBT = 0.15
"""From here on the small copies speak clearly for the way in which the cards are taken to lie."""
PLAIN, CERTAIN_LEAD = 0.3, 0.5
"""A board is plain, and need not be looked at more closely, if its small copies speak so clearly for the way in which
it lies, and each card is so much likelier to lie as it was found than the other way up."""
FEWEST_ALONE, MOSTLY_STRIPES = 12, 0.5
"""What stands alone is looked at by itself if it is so many, and less than that share of all."""
MOST_LOOKS = 2
SKIPPING = 0.52
"""Cards smaller than this share of a step leave room for others between them."""
PROMISING = 8.0


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was found around one lattice of words.

    ``work``: the picture as it was searched. ``factor``: its size over that of the whole picture. ``scale``: with which
    the cards were found, one of ``scales``.
    """

    work: NDArray[np.uint8]
    factor: float
    surface: Surface
    lattice: Lattice
    scales: list[Scale]
    scale: Scale
    found: Weighed

    @property
    def plain(self) -> bool:
        """Whether nearly all cards were found, and there is no doubt which way up they lie."""
        found = self.found
        certain = all(found.field.cards[cell].lead >= CERTAIN_LEAD for cell in found.window)
        return found.good >= WHOLE and found.copies >= PLAIN and certain and not found.goes_on

    @property
    def in_doubt(self) -> bool:
        """Whether the board may lie elsewhere or the other way up."""
        return self.found.good < WHOLE or self.found.copies <= NO_DOUBT or self.found.goes_on

    def other_way_up(self) -> Attempt | None:
        """The cards that are found around the same lattice the other way up, None if they would be of no known size."""
        scale = next((scale for scale in self.scales if scale.flipped != self.scale.flipped), None)
        if scale is None:
            return None
        found = weigh(find_cards(self.surface, self.lattice, scale), self.work)
        return replace(self, scale=scale, found=found)


def quick_attempt(work: NDArray[np.uint8], factor: float) -> Attempt | None:
    """The first look at a board; None if it does not find nearly all words."""
    blobs = find_word_blobs(reading_gray(work), SHARP)
    grown = grow_lattices(blobs)[:1]
    if not grown or len(grown[0].nodes) < WHOLE:
        return None
    surface = surface_of(work, float(np.median(blobs.height[list(grown[0].nodes.values())])))
    lattice, scales = _measured(surface, grown[0], blobs)
    if not scales:
        return None
    found = weigh(find_cards(surface, lattice, scales[0]), work)
    return Attempt(work, factor, surface, lattice, scales, scales[0], found)


def attempts_in(work: NDArray[np.uint8], factor: float) -> list[Attempt]:
    """What is found around several lattices, until most cards of a board are."""
    gray = reading_gray(work)
    attempts: list[Attempt] = []
    for look, blobs in enumerate(_word_blobs(gray)):
        for grown in grow_lattices(blobs)[: CANDIDATES[look]]:
            surface = surface_of(work, float(np.median(blobs.height[list(grown.nodes.values())])))
            lattice, scales = _measured(surface, grown, blobs)
            if not scales:
                continue
            attempts.append(improved(_either_way_up(work, factor, surface, lattice, scales)))
            best = likeliest(attempts).found
            if best.good >= WHOLE or (best.copies > NO_DOUBT and max(best.good, best.taken - 4) >= ENOUGH):
                return attempts
        if attempts and likeliest(attempts).found.taken >= ENOUGH:
            break
    return attempts


def likeliest(attempts: Sequence[Attempt]) -> Attempt:
    """The attempt with the most of a board, of at least one."""
    return max(attempts, key=lambda attempt: attempt.found.value)


def _measured(surface: Surface, lattice: Lattice, blobs: WordBlobs) -> tuple[Lattice, list[Scale]]:
    """How large the cards are; a lattice that skips every other row or column is filled up first."""
    scales = measure_scales(surface, lattice, blobs)
    if scales and min(scales[0].wide, scales[0].high) < SKIPPING:
        lattice = lattice.with_between(scales[0].high < SKIPPING, scales[0].wide < SKIPPING)
        scales = measure_scales(surface, lattice, blobs)
    return lattice, scales


def _word_blobs(gray: NDArray[np.uint8]) -> Iterator[WordBlobs]:
    """What may be words: strokes, those with a pale copy, what blur ran together, and of both what stands alone."""
    blobs = find_word_blobs(gray, SHARP)
    yield blobs
    yield blobs.chosen(with_copies(blobs))
    blurred = find_word_blobs(gray, BLURRED)
    yield blurred
    for both in (blobs, blurred):
        alone = alone_on_paper(both)
        if FEWEST_ALONE <= alone.sum() < MOSTLY_STRIPES * len(both):
            yield both.chosen(alone)


def _either_way_up(
    work: NDArray[np.uint8], factor: float, surface: Surface, lattice: Lattice, scales: list[Scale]
) -> Attempt:
    """Look for cards of the likeliest size and way up; the other way as well unless the cards found leave no doubt."""
    found = weigh(find_cards(surface, lattice, scales[0]), work)
    best = Attempt(work, factor, surface, lattice, scales, scales[0], found)
    if found.copies > NO_DOUBT and found.taken >= ENOUGH:
        return best
    other = best.other_way_up()
    return other if other is not None and other.found.value > found.value else best


def improved(attempt: Attempt) -> Attempt:
    """Lay the lattice through the cards found and look again, as long as that finds more."""
    best = found = attempt.found
    for _ in range(MOST_LOOKS):
        if best.good >= WHOLE or found.value < PROMISING:
            break
        again = search_again(attempt.surface, found.field)
        if again is None:
            break
        found = weigh(again, attempt.work)
        best = found if found.value > best.value else best
    return replace(attempt, found=best)
