"""Cards whose words stand in rows are taken the same way up."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.in_step import in_step, turned_over, word_of
from companion.vision.poses import Pose
from companion.vision.surface import Overhead, Surface

STEP, CARD, START = (70.0, 46.0), (60, 39), (52.0, 34.0)
CELLS = [(row, column) for row in range(5) for column in range(5)]


@pytest.fixture
def table() -> Overhead:
    rough = np.random.default_rng(1).integers(0, 255, (260, 390), dtype=np.uint8)
    return Overhead(Surface(rough, rough), np.eye(3), STEP, (0, 0), START, (5, 5), CARD, rough, burnt=False)


def upright(table: Overhead, lead: float) -> dict[tuple[int, int], Pose]:
    """A board that lies as it should, all cards equally certain."""
    return {
        (row, column): Pose(START[0] + column * STEP[0], START[1] + row * STEP[1], 2.0, False, 0.8, 0.6, lead=lead)
        for row, column in CELLS
    }


def as_taken(pose: Pose, *, light: float = 0.8, lead: float = 0.3) -> Pose:
    return Pose(pose.x, pose.y, pose.angle_deg, pose.turned, light, 0.6, lead=lead)


def test_whole_rows_that_were_taken_the_other_way_up_are_put_right(table):
    right = upright(table, 0.5)
    wrong = {cell: as_taken(turned_over(table, right[cell])) for cell in CELLS if cell[0] > 2}
    changed = in_step(table, {**right, **wrong}, 0.5)
    assert changed.keys() == wrong.keys()
    for cell, pose in changed.items():
        assert not pose.turned
        assert (pose.x, pose.y) == pytest.approx((right[cell].x, right[cell].y))


def test_most_cards_yield_to_few_of_which_it_is_certain(table):
    right = upright(table, 3.0)
    wrong = {cell: as_taken(turned_over(table, right[cell]), lead=0.2) for cell in CELLS if cell[0] > 1}
    assert in_step(table, {**right, **wrong}, 0.5).keys() == wrong.keys()


def test_a_card_that_lies_turned_in_its_place_stays_so(table):
    board = upright(table, 1.0)
    x, y = board[2, 3].x, board[2, 3].y
    board[2, 3] = Pose(x, y, 182.0, True, 0.8, 0.6, lead=0.1)
    assert in_step(table, board, 0.5) == {}


def test_a_board_of_cards_that_lie_either_way_stays_as_it_is(table):
    board = upright(table, 1.0)
    for cell in CELLS[::2]:
        board[cell] = Pose(board[cell].x, board[cell].y, 178.0, True, 0.8, 0.6, lead=0.1)
    assert in_step(table, board, 0.5) == {}


def test_few_cards_do_not_tell_of_each_other(table):
    right = upright(table, 1.0)
    few = {cell: right[cell] for cell in CELLS[:6]}
    few[0, 1] = as_taken(turned_over(table, few[0, 1]))
    assert in_step(table, few, 0.5) == {}


def test_a_card_turned_over_keeps_its_word(table):
    pose = Pose(150.0, 120.0, 12.0, turned=False)
    over = turned_over(table, pose)
    assert word_of(table, over) == pytest.approx(word_of(table, pose))
    assert over.turned
    assert turned_over(table, over).angle_deg == pytest.approx(12.0)
