"""Reads photographed key cards: a face of Duet, or the key of a base game. Sure, or refused in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.game.classic import Card, ClassicKey, Team
from companion.game.keycard import Identity
from companion.game.keyfaces import FACE_COUNTS, NAMES, turned
from companion.table.printed import card_counts
from companion.vision.keycards_colours import Kind, Told, tell_base, tell_duet
from companion.vision.keycards_edge import edge_lights, quarters_up
from companion.vision.keycards_look import Counts, KeyUnreadable, Lattices, Sight, Tell, look_for_key, wrong_by
from companion.vision.picture import open_picture

__all__ = [
    "KeyCardReader",
    "KeyUnreadable",
    "SeenBaseKey",
    "read_base_file",
    "read_base_key",
    "read_duet_face",
    "read_duet_file",
]


@dataclass(frozen=True, slots=True, repr=False)
class SeenBaseKey:
    """A base game's key as it stands in the picture, and the team that begins. The text form hides it."""

    key: ClassicKey
    first: Team

    def __repr__(self) -> str:
        return "SeenBaseKey(hidden)"


_DUET_COUNTS: Counts = dict(FACE_COUNTS.items())
_BASE_COUNTS: dict[Team, Counts] = {team: dict(card_counts(team).items()) for team in Team}
_DUET_NAMES: Mapping[Kind, str] = dict(NAMES.items())
_BASE_NAMES: Mapping[Kind, str] = {
    Card.RED: "red",
    Card.BLUE: "blue",
    Card.BYSTANDER: "bystanders",
    Card.ASSASSIN: "assassins",
}


class KeyCardReader:
    """A ``KeyReader`` for the app; keeps nothing."""

    def duet_face(self, picture: NDArray[np.uint8], quarters: int) -> tuple[Identity, ...]:
        """See ``companion.table.ports``."""
        return read_duet_face(np.ascontiguousarray(np.rot90(picture, -quarters)))

    def base_key(self, picture: NDArray[np.uint8], quarters: int) -> tuple[Card, ...]:
        """See ``companion.table.ports``."""
        return read_base_key(np.ascontiguousarray(np.rot90(picture, -quarters))).key.cards


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of key card: how its squares are told, the counts it may have, what is said where it is the wrong one."""

    tell: Tell
    dues: tuple[Counts, ...]
    instead: str


_DUET = _Kind(tell_duet, (_DUET_COUNTS,), "this is a face of a Duet key card: give the pictures of both its faces")
_BASE = _Kind(tell_base, tuple(_BASE_COUNTS.values()), "this is the key of a base game: give that picture alone")


def read_duet_file(path: Path) -> tuple[Identity, ...]:
    """The face in a picture file, see ``read_duet_face``.

    Raises:
        PictureUnusable: the file can't be opened as a picture.
        KeyUnreadable: no face can be told.
        KeyAskew: it is not clear which edge is up.
    """
    return read_duet_face(open_picture(path).pixels)


def read_base_file(path: Path) -> SeenBaseKey:
    """The key in a picture file, see ``read_base_key``.

    Raises:
        PictureUnusable: the file can't be opened as a picture.
        KeyUnreadable: no key can be told.
        KeyAskew: it is not clear which edge is up.
    """
    return read_base_key(open_picture(path).pixels)


def read_duet_face(picture: NDArray[np.uint8]) -> tuple[Identity, ...]:
    """The 25 squares of a face of a Duet key card, row by row, the picture's own up being up.

    Args:
        picture: uint8, shape (height, width, 3), blue, green, red.

    Raises:
        KeyUnreadable: no face, not all of it, or one with other counts than printed.
        KeyAskew: it is not clear which edge is up.
    """
    sight = _look(picture, _DUET, _BASE)
    if wrong_by(sight.told, [_DUET_COUNTS]):
        raise KeyUnreadable(_wrong(sight.told, "face of a Duet key card", _DUET_COUNTS, _DUET_NAMES))
    quarters = quarters_up(sight.lattice.plane, sight.large, wide=True)
    return tuple(kind for kind in turned(sight.told.kinds, quarters) if isinstance(kind, Identity))


def read_base_key(picture: NDArray[np.uint8]) -> SeenBaseKey:
    """The 25 squares of a base game's key, row by row, the picture's own up being up.

    Args:
        picture: uint8, shape (height, width, 3), blue, green, red.

    Raises:
        KeyUnreadable: no key, not all of it, other counts than printed, or edge lights that say otherwise.
        KeyAskew: it is not clear which edge is up.
    """
    sight = _look(picture, _BASE, _DUET)
    told = sight.told
    first = Team.RED if told.count(Card.RED) > told.count(Card.BLUE) else Team.BLUE
    if wrong_by(told, [_BASE_COUNTS[first]]):
        raise KeyUnreadable(_wrong(told, "key of a base game", _BASE_COUNTS[first], _BASE_NAMES))
    lights = edge_lights(sight.picture, sight.lattice.plane, sight.large)
    if lights is first.other:
        raise KeyUnreadable(
            f"the edge of the card says that {lights.value} begins, its squares say {first.value} (nine and eight): "
            "take the picture again, without reflections"
        )
    quarters = quarters_up(sight.lattice.plane, sight.large, wide=False)
    cards = tuple(kind for kind in turned(told.kinds, quarters) if isinstance(kind, Card))
    return SeenBaseKey(ClassicKey(cards), first)


def _look(picture: NDArray[np.uint8], wanted: _Kind, other: _Kind) -> Sight:
    """What is most like the key that is wanted; refused where the picture shows a key of the other game."""
    lattices = Lattices(picture)
    trouble: KeyUnreadable | None = None
    try:
        sight = look_for_key(lattices, wanted.tell, wanted.dues)
        if wrong_by(sight.told, wanted.dues) == 0:
            return sight
    except KeyUnreadable as error:
        trouble = error
    if _fits(lattices, other):
        raise KeyUnreadable(other.instead) from trouble
    if trouble is not None:
        raise trouble
    return sight


def _fits(lattices: Lattices, kind: _Kind) -> bool:
    try:
        return wrong_by(look_for_key(lattices, kind.tell, kind.dues).told, kind.dues) == 0
    except KeyUnreadable:
        return False


def _wrong(told: Told, what: str, due: Counts, names: Mapping[Kind, str]) -> str:
    """Which counts differ; nothing about where."""
    counts = [f"{names[k]} {told.count(k)} instead of {n}" for k, n in due.items() if told.count(k) != n]
    unclear = f", {told.unclear} unclear" if told.unclear else ""
    return (
        f"this is no {what} ({', '.join(counts)}{unclear}): take the picture again from above, all 25 squares "
        "uncovered and without reflections"
    )
