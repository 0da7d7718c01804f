"""Pairs of keys that nobody but one player may tell apart, and what makes a pair such a pair."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, COUNT, Position, Seat

TRIES = 400


def other_key(
    key: KeyCard, seat: Seat, touched: Collection[Position], covered: Collection[Position], seed: int = 1
) -> KeyCard:
    """A printed key card that differs from ``key`` on the face of ``seat`` alone, and there only where its partner
    never touches; in as many places as a few hundred tries find.

    Args:
        touched: The positions that the partner of ``seat`` touches in the mission.
        covered: The positions on which an agent card comes to lie. There "agent or not" stays as it is: whether all
            nine agents of a side are found is said aloud by the rules, so it is no secret.

    Raises:
        ValueError: there is no such key.
    """
    chance = random.Random(seed)
    mine = list(key.face(seat))
    theirs = key.face(seat.other)
    free = [p.index for p in ALL_POSITIONS if p not in touched]
    fixed_kind = {p.index for p in covered}
    for identity in Identity:
        places = [index for index in free if theirs[index] is identity]
        best = _most_changed([mine[i] for i in places], [i in fixed_kind for i in places], chance)
        for index, letter in zip(places, best, strict=True):
            mine[index] = letter
    if mine == list(key.face(seat)):
        raise ValueError("every other key would differ where it must not")
    faces = (mine, theirs) if seat is Seat.A else (theirs, mine)
    return KeyCard.from_faces(*faces)


def _most_changed(letters: list[Identity], kept: list[bool], chance: random.Random) -> list[Identity]:
    def changes(trial: Sequence[Identity]) -> int:
        pairs = list(zip(letters, trial, kept, strict=True))
        if any(keep and (a is Identity.AGENT) != (b is Identity.AGENT) for a, b, keep in pairs):
            return -1
        return sum(a is not b for a, b, _ in pairs)

    return max([letters, *(chance.sample(letters, len(letters)) for _ in range(TRIES))], key=changes)


def faults(
    one: KeyCard, two: KeyCard, seat: Seat, touched: Collection[Position], covered: Collection[Position]
) -> list[str]:
    """Why the two keys are no such pair; empty if they are one. Judged apart from how they were made."""
    found = []
    if one.face(seat.other) != two.face(seat.other):
        found.append(f"the face of {seat.other.value} differs")
    differing = [Position(i) for i in range(COUNT) if one.face(seat)[i] is not two.face(seat)[i]]
    if not differing:
        found.append("they are the same")
    for position in differing:
        if position in touched:
            found.append(f"{position} was touched")
        was, now = one.identity(seat, position), two.identity(seat, position)
        if position in covered and Identity.AGENT in (was, now):
            found.append(f"{position} carries an agent card")
    return found
