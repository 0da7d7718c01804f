"""The two-sided key card of Duet: 25 pairs of the printed composition (rules A1, A2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from companion.errors import CompanionError
from companion.game.position import COUNT, Position, Seat

T = TypeVar("T")


class Identity(Enum):
    """What a position is on one face of a key; the value is the letter of the transcript format."""

    AGENT = "G"
    BYSTANDER = "T"
    ASSASSIN = "X"


class Shuffler(Protocol):
    """A source of chance that comes from outside, so that every test is exact."""

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return a new list of the same items in random order."""
        ...


class KeyCardError(CompanionError):
    """The two faces do not make a Duet key card."""


Pair = tuple[Identity, Identity]

_G, _T, _X = Identity.AGENT, Identity.BYSTANDER, Identity.ASSASSIN

PRINTED_COMPOSITION: dict[Pair, int] = {
    (_G, _G): 3, (_G, _T): 5, (_G, _X): 1,
    (_T, _G): 5, (_T, _T): 7, (_T, _X): 1,
    (_X, _G): 1, (_X, _T): 1, (_X, _X): 1,
}  # fmt: skip
"""How many words each pair (identity on face A, identity on face B) has on every printed card (rules A1)."""


def wrong_counts(pairs: Iterable[Pair]) -> str:
    """What the printed composition has otherwise: ``G/G 2 instead of 3, …``; empty where the pairs fit."""
    counts = Counter(pairs)
    wrong = [
        f"{a.value}/{b.value} {counts[a, b]} instead of {n}"
        for (a, b), n in PRINTED_COMPOSITION.items()
        if counts[a, b] != n
    ]
    return ", ".join(wrong)


@dataclass(frozen=True, slots=True, repr=False)
class KeyCard:
    """25 pairs (identity on face A, identity on face B) in seat A's frame.

    The text form never shows the faces, so that a key cannot reach a log by accident.

    Raises:
        KeyCardError: not 25 pairs, or not the printed composition; the message says which counts differ.
    """

    pairs: tuple[Pair, ...]

    def __post_init__(self) -> None:
        if len(self.pairs) != COUNT:
            raise KeyCardError(f"a key card has {COUNT} positions, this one has {len(self.pairs)}")
        wrong = wrong_counts(self.pairs)
        if wrong:
            raise KeyCardError(
                f"the faces are not those of one key card (A/B: {wrong}): check both faces and "
                "that both are given in seat A's frame"
            )

    @classmethod
    def draw(cls, shuffler: Shuffler) -> KeyCard:
        """Deal the printed pairs onto the board in random order."""
        deck = [pair for pair, n in PRINTED_COMPOSITION.items() for _ in range(n)]
        return cls(tuple(shuffler.shuffled(deck)))

    @classmethod
    def from_faces(cls, face_a: Sequence[Identity], face_b: Sequence[Identity]) -> KeyCard:
        """Join two faces, both in seat A's frame.

        Raises:
            KeyCardError: the lengths differ or the pairs are not the printed composition.
        """
        if len(face_a) != COUNT or len(face_b) != COUNT:
            raise KeyCardError(f"each face has {COUNT} positions, these have {len(face_a)} and {len(face_b)}")
        return cls(tuple(zip(face_a, face_b, strict=True)))

    def identity(self, seat: Seat, position: Position) -> Identity:
        """What ``position`` is on the face of ``seat``."""
        return self.pairs[position.index][0 if seat is Seat.A else 1]

    def face(self, seat: Seat) -> tuple[Identity, ...]:
        """The 25 identities of one face, in seat A's frame."""
        return tuple(pair[0 if seat is Seat.A else 1] for pair in self.pairs)

    def __repr__(self) -> str:
        return "KeyCard(hidden)"
