"""Looks for the one key card in a picture: which lattice of squares is it, and what are its squares?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.game.classic import Card
from companion.game.keycard import Identity
from companion.game.keyfaces import turned
from companion.game.position import SIZE
from companion.vision.keycards_colours import Kind, Told, square_colours
from companion.vision.keycards_corners import corner_lattices
from companion.vision.keycards_edge import card_edges
from companion.vision.keycards_squares import Lattice, lattices_of, patches_of
from companion.vision.plane import Floats, apply, steps_at

SIZES_PX = (1100, 1900)
"""Longer side of the picture in the first look, and in the second, for a card that is small in it."""
MOST_TRIED = 16
FEWEST_SEEN = 12
"""So many squares must stand out by themselves."""
FEWEST_COLOURED, MOST_WRONG = 5, 8
"""With fewer squares of a colour, or more that are wrong or unclear, a lattice is not worth being called a key card."""
Counts = Mapping[Kind, int]
Tell = Callable[[Floats], Told | None]


class KeyUnreadable(CompanionError):
    """No key can be told from a picture; says what was seen, never where."""


@dataclass(frozen=True, slots=True, repr=False)
class Sight:
    """A lattice whose squares were told, in the picture as worked on, with the outlines of what is large in it."""

    lattice: Lattice
    told: Told
    picture: NDArray[np.uint8]
    large: Sequence[NDArray[np.int32]]

    @property
    def middle(self) -> Floats:
        """Where it lies, as shares of the picture's longer side."""
        return np.asarray(apply(self.lattice.plane, [(SIZE // 2, SIZE // 2)])[0] / max(self.picture.shape[:2]))

    @property
    def pitch_px(self) -> float:
        """From square to square in its middle, in pixels of the picture as worked on."""
        return float(np.sqrt(abs(np.linalg.det(steps_at(self.lattice.plane, (SIZE // 2, SIZE // 2))))))

    def __repr__(self) -> str:
        return "Sight(hidden)"


class Lattices:
    """The lattices of squares in one picture, looked for once at each size."""

    def __init__(self, picture: NDArray[np.uint8]) -> None:
        """Take a picture: uint8, blue green red."""
        self._picture = picture
        self._found: dict[
            tuple[int, bool], tuple[NDArray[np.uint8], Sequence[Lattice], Sequence[NDArray[np.int32]]]
        ] = {}

    def ways(self) -> tuple[tuple[int, bool], ...]:
        """How to look, one way after the other: the size, and whether by corners, for squares that touch each other.

        A small picture holds no more at a larger size.
        """
        longer = max(self._picture.shape[:2])
        sizes = SIZES_PX if longer > 1.2 * SIZES_PX[0] else SIZES_PX[:1]
        return (*((size, False) for size in sizes), (SIZES_PX[0], True))

    def sights(self, way: tuple[int, bool], tell: Tell) -> Iterator[Sight]:
        """Every lattice whose squares can be told at all."""
        size_px, by_corners = way
        if way not in self._found:
            if by_corners:
                sized, _, large = self._found[(size_px, False)]
                found = corner_lattices(sized)
            else:
                sized = _sized(self._picture, size_px)
                patches, large = patches_of(sized)
                found = lattices_of(patches)
            usable = [lattice for lattice in found[:MOST_TRIED] if _usable(lattice, large)]
            self._found[way] = (sized, usable, large)
        picture, lattices, outlines = self._found[way]
        for lattice in lattices:
            told = tell(square_colours(picture, lattice.plane))
            if told is not None:
                yield Sight(lattice, told, picture, outlines)


def look_for_key(lattices: Lattices, tell: Tell, dues: Sequence[Counts]) -> Sight:
    """The key card in a picture: the one whose counts are right, else the one that comes nearest.

    A single square that cannot be told is what the counts leave for it.

    Args:
        lattices: those of the picture.
        tell: tells the squares of a lattice apart.
        dues: the counts that a key may have.

    Raises:
        KeyUnreadable: no key card, or two that differ.
    """
    near: list[Sight] = []
    for way in lattices.ways():
        sights = [_completed(sight, dues) for sight in lattices.sights(way, tell)]
        right = [sight for sight in sights if wrong_by(sight.told, dues) == 0]
        if right:
            return _the_one(right)
        near += [sight for sight in sights if _coloured(sight.told) >= FEWEST_COLOURED]
    best = min(near, key=lambda sight: wrong_by(sight.told, dues), default=None)
    if best is None or wrong_by(best.told, dues) > MOST_WRONG:
        raise KeyUnreadable(
            "no key card is to be found: take a picture of the whole card, from above, so that all 25 squares are seen"
        )
    return best


def wrong_by(told: Told, dues: Sequence[Counts]) -> int:
    """How many squares are of another kind than the nearest of the counts has it, or cannot be told."""
    return min(sum(max(0, n - told.count(kind)) for kind, n in due.items()) for due in dues)


def _sized(picture: NDArray[np.uint8], size_px: int) -> NDArray[np.uint8]:
    scale = size_px / max(picture.shape[:2])
    if 0.9 < scale < 1.8:
        return picture
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    scale = min(scale, 3.0)
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


def _usable(lattice: Lattice, large: Sequence[NDArray[np.int32]]) -> bool:
    return len(lattice.seen) >= FEWEST_SEEN and _ends_clearly(lattice, large)


def _ends_clearly(lattice: Lattice, large: Sequence[NDArray[np.int32]]) -> bool:
    """It is clear where the squares end: by the squares themselves, or since they lie in the middle of their card."""
    if lattice.settled:
        return True
    box = card_edges(lattice.plane, large)
    if box is None:
        return False
    left, top, right, bottom = -box[0], -box[1], box[2] - SIZE + 1, box[3] - SIZE + 1
    return abs(left - right) < 0.5 and abs(top - bottom) < 0.5


def _completed(sight: Sight, dues: Sequence[Counts]) -> Sight:
    """One square that cannot be told is the one that is missing."""
    if sight.told.unclear != 1:
        return sight
    for due in dues:
        missing = [kind for kind, n in due.items() if sight.told.count(kind) == n - 1]
        if wrong_by(sight.told, [due]) == 1 and len(missing) == 1:
            kinds = tuple(missing[0] if kind is None else kind for kind in sight.told.kinds)
            return replace(sight, told=Told(kinds))
    return sight


def _the_one(sights: Sequence[Sight]) -> Sight:
    """The best of the looks at one card; refused where there are two cards, or two looks that differ."""
    best = max(sights, key=lambda sight: len(sight.lattice.seen))
    for sight in sights:
        apart = np.hypot(*(sight.middle - best.middle)) * max(best.picture.shape[:2])
        if apart > 2.5 * best.pitch_px:
            raise KeyUnreadable("more than one key card is in the picture: take one of a single card")
        if all(turned(sight.told.kinds, quarters) != best.told.kinds for quarters in range(4)):
            raise KeyUnreadable("the squares cannot be told for certain: take the picture again, in other light")
    return best


def _coloured(told: Told) -> int:
    return sum(kind in (Identity.AGENT, Card.RED, Card.BLUE) for kind in told.kinds)
