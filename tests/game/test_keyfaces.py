"""Printed faces: their own counts, and how face B lies to face A (rules A1, A2)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.game.keycard import Identity, KeyCard, KeyCardError
from companion.game.keyfaces import FACE_COUNTS, fitting_turns, join_faces, turned
from companion.game.position import ALL_POSITIONS, Seat


class Seeded:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffled(self, items):
        return self._random.sample(list(items), len(items))


def printed(seed: int):
    """A key and its two faces, each as its own viewer sees it."""
    key = KeyCard.draw(Seeded(seed))
    seen_by_b = [key.identity(Seat.B, p) for p in sorted(ALL_POSITIONS, key=lambda p: p.seen_from(Seat.B))]
    return key, key.face(Seat.A), tuple(seen_by_b)


def alone(turns: tuple[int, ...]) -> int:
    """The first seed of a card whose face B fits in these turns and no other."""
    return next(seed for seed in range(5000) if fitting_turns(*printed(seed)[1:]) == turns)


def test_a_quarter_turn_clockwise_brings_the_left_column_to_the_top():
    squares = list(range(25))
    assert turned(squares, 1)[:5] == (20, 15, 10, 5, 0)
    assert turned(squares, 2) == tuple(reversed(squares))
    assert turned(turned(squares, 1), 3) == tuple(squares)


@pytest.mark.parametrize("seed", range(30))
def test_two_faces_as_their_players_see_them_make_the_key(seed):
    key, face_a, face_b = printed(seed)
    assert join_faces(face_a, face_b) == key


@pytest.mark.parametrize("seed", range(10))
def test_the_card_with_its_other_long_edge_up_is_the_key_turned_as_a_whole(seed):
    key, face_a, face_b = printed(seed)
    other = join_faces(turned(face_a, 2), turned(face_b, 2))
    assert other.pairs == key.pairs[::-1]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_face_is_refused_with_the_counts_and_what_would_fit(quarters):
    _, face_a, face_b = printed(alone((0,)))
    with pytest.raises(KeyCardError) as refused:
        join_faces(face_a, turned(face_b, quarters))
    wanted = {1: "a quarter to the left", 2: "half", 3: "a quarter to the right"}[quarters]
    assert "instead of" in str(refused.value)
    assert str(refused.value).endswith(f"it fits when turned by {wanted}")


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_face_is_taken_where_any_turn_is_allowed_and_one_alone_fits(quarters):
    key, face_a, face_b = printed(alone((0,)))
    assert join_faces(face_a, turned(face_b, quarters), any_turn=True) == key


def test_where_two_turns_fit_a_turned_face_is_not_guessed():
    key, face_a, face_b = printed(alone((0, 2)))
    assert join_faces(face_a, face_b, any_turn=True) == key
    with pytest.raises(KeyCardError, match="more than one turn would fit"):
        join_faces(face_a, turned(face_b, 1), any_turn=True)


def test_the_same_face_twice_is_said_to_be_that():
    _, face_a, _ = printed(3)
    with pytest.raises(KeyCardError, match="the same face twice"):
        join_faces(face_a, turned(face_a, 3))


def test_faces_of_two_cards_are_refused_with_the_counts():
    _, face_a, _ = printed(1)
    other = next(face for seed in range(2, 50) if not fitting_turns(face_a, face := printed(seed)[2]))
    with pytest.raises(KeyCardError, match=r"G/G \d instead of 3.*both faces of one card"):
        join_faces(face_a, other, any_turn=True)


def test_the_counts_of_one_face_are_nine_thirteen_three():
    assert FACE_COUNTS == {Identity.AGENT: 9, Identity.BYSTANDER: 13, Identity.ASSASSIN: 3}
    for seed in range(4):
        _, *faces = printed(seed)
        assert all(Counter(face) == FACE_COUNTS for face in faces)
