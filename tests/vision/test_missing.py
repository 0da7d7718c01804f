"""What is said of cards that can't be found."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.board import CardPlace
from companion.vision.missing import Why, is_inside, named, no_board, refusal, why_missing

SQUARE = np.array([(0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (0.0, 40.0)])


def places(left: float = 20.0, top: float = 20.0) -> list[CardPlace]:
    corners = [SQUARE + np.array((left + i % 5 * 70, top + i // 5 * 50)) for i in range(25)]
    return [CardPlace(quad, turned=False, likeness=1.0, lead=1.0, due=quad) for quad in corners]


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ([20, 21, 22, 23, 24], "row E"),
        ([4, 9, 14, 19, 24], "column 5"),
        ([12, 13], "cards C3 and C4"),
        ([0], "card A1"),
        ([0, 1, 2, 3, 4, 5, 10, 15, 20], "row A and column 1"),
        ([0, 1, 2, 3, 4, 20, 21, 22, 23, 24, 12], "rows A and E and card C3"),
        ([0, 2, 6, 8, 12], "5 cards"),
    ],
)
def test_places_are_named_as_players_would(lost, said):
    assert named(lost) == said


def test_a_card_beyond_the_edge_is_told_from_a_hidden_one():
    picture = np.full((300, 400, 3), 120, np.uint8)
    assert why_missing(picture, places()[0].corners) is Why.HIDDEN
    assert why_missing(picture, SQUARE - np.array((40, 0))) is Why.OUTSIDE
    assert why_missing(np.zeros_like(picture), places()[0].corners) is Why.DARK
    assert why_missing(np.full_like(picture, 255), places()[0].corners) is Why.GLARE


def test_the_middle_alone_is_not_enough_to_lie_in_a_picture():
    assert is_inside(SQUARE, 400, 300)
    assert not is_inside(SQUARE + np.array((0, 272)), 400, 300)


def test_a_row_outside_is_named_with_what_to_do():
    picture = np.full((245, 400, 3), 120, np.uint8)
    said = refusal(picture, places(), range(20, 25))
    assert said.startswith("found 20 of 25 cards: row E is outside the picture: move the camera")


def test_of_four_rows_the_fifth_is_named_only_if_a_part_of_it_is_seen():
    tight = np.full((205, 400, 3), 120, np.uint8)
    assert "row A or E is outside the picture" in refusal(tight, places(top=8), range(20, 25))
    assert "row A or E is outside the picture" in refusal(tight, places(top=-42), range(5))
    cut = np.full((235, 400, 3), 120, np.uint8)
    assert "row E is outside the picture" in refusal(cut, places(top=-42), range(5))
    narrow = np.full((300, 305, 3), 120, np.uint8)
    assert "column 5 is outside the picture" in refusal(narrow, places(left=5), range(4, 25, 5))


def test_two_reasons_are_said_in_one_line():
    picture = np.full((245, 400, 3), 120, np.uint8)
    said = refusal(picture, places(), [7, *range(20, 25)])
    assert "row E is outside" in said
    assert "card B3 is not to be seen" in said
    assert "\n" not in said


def test_a_black_picture_asks_for_light():
    assert "black" in no_board(np.zeros((10, 10, 3), np.uint8))
    assert "no board" in no_board(np.full((10, 10, 3), 99, np.uint8))
    assert "too bright" in no_board(np.full((10, 10, 3), 255, np.uint8), 7)
    assert "found 12 of 25" in no_board(np.full((10, 10, 3), 99, np.uint8), 12)
