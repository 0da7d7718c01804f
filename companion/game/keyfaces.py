"""Printed key cards: what one face must hold, and two faces that become one key (rules A1, A2).

A face is given as its own viewer sees it, row by row from that viewer's far left. B's last square is seat A's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.game.keycard import PRINTED_COMPOSITION, Identity, KeyCard, KeyCardError, wrong_counts
from companion.game.position import SIZE

T = TypeVar("T")

FACE_COUNTS: dict[Identity, int] = {
    identity: sum(n for (a, _), n in PRINTED_COMPOSITION.items() if a is identity) for identity in Identity
}
"""9 agents, 13 bystanders and 3 assassins on every face."""
NAMES = {Identity.AGENT: "agents", Identity.BYSTANDER: "bystanders", Identity.ASSASSIN: "assassins"}
_TURNS = ("", "a quarter to the right", "half", "a quarter to the left")


def turned(squares: Sequence[T], quarters: int) -> tuple[T, ...]:
    """25 squares after so many quarter turns clockwise."""
    rows = [list(squares[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE)]
    for _ in range(quarters % 4):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return tuple(square for row in rows for square in row)


def fitting_turns(face_a: Sequence[Identity], face_b: Sequence[Identity]) -> tuple[int, ...]:
    """The quarter turns clockwise, 0 to 3, after which face B makes a key with face A, each as its viewer sees it."""
    return tuple(
        quarters
        for quarters in range(4)
        if not wrong_counts(zip(face_a, reversed(turned(face_b, quarters)), strict=True))
    )


def join_faces(face_a: Sequence[Identity], face_b: Sequence[Identity], *, any_turn: bool = False) -> KeyCard:
    """The key of two faces, each as its own viewer sees it.

    The composition of the pairs says how face B lies to face A, never which of the card's long edges is up: turned as
    a whole the card is a legal key as well.

    Args:
        face_a: as seat A sees it.
        face_b: as seat B sees it.
        any_turn: face B may lie any way up; the turn that fits is taken if it is the only one.

    Raises:
        KeyCardError: they do not fit, with the counts; or several turns of face B would, and as it is it does not.
    """
    turns = fitting_turns(face_a, face_b)
    if 0 in turns:
        return KeyCard.from_faces(face_a, face_b[::-1])
    if any_turn and len(turns) == 1:
        return KeyCard.from_faces(face_a, turned(face_b, turns[0])[::-1])
    counts = wrong_counts(zip(face_a, face_b[::-1], strict=True))
    raise KeyCardError(f"the faces do not make a key card (A/B: {counts}): {_advice(face_a, face_b, turns)}")


def _advice(face_a: Sequence[Identity], face_b: Sequence[Identity], turns: tuple[int, ...]) -> str:
    if len(turns) == 1:
        return f"face B lies turned, it fits when turned by {_TURNS[turns[0]]}"
    if turns:
        return "face B lies turned, and more than one turn would fit: give it as B sees it"
    if any(turned(face_b, quarters) == tuple(face_a) for quarters in range(4)):
        return "this is the same face twice: turn the card over"
    return "check that these are both faces of one card, each as its own player sees it"
