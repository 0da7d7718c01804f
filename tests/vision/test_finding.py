"""Where the finder has the cards of drawn boards: all of them, each with its corners, each the right way up."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.game.position import Position, Seat
from companion.simulator.conditions import GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import WORDS
from companion.table.scan import SeenCover
from companion.vision.blobs import BLURRED, SHARP, WordBlobs, find_word_blobs, noise_of
from companion.vision.board import FoundBoard, find_board
from companion.vision.covers import measure_light, seen_cover
from companion.vision.grid import alone_on_paper
from companion.vision.layout import ink_pattern, light_pattern
from companion.vision.sizing import RIM, fit_size
from companion.vision.surface import reading_gray
from companion.vision.window import GOOD
from tests.vision.drawn import Drawn, Look, deal, draw, random_look

NEAR = 0.04


def apart(board: FoundBoard, drawn: Drawn) -> NDArray[np.float64]:
    """How far the worst corner of each card is off, in diagonals of the card; a card the other way up is far off."""
    corners = np.array([place.corners for place in board.places])
    true = drawn.outlines
    if np.linalg.norm(corners[0].mean(axis=0) - true[24].mean(axis=0)) < np.linalg.norm(corners[0] - true[0]):
        true = true[::-1]
    diagonal = np.linalg.norm(true[:, 2] - true[:, 0], axis=1)
    return np.asarray(np.linalg.norm(corners - true, axis=2).max(axis=1) / diagonal)


def found(drawn: Drawn) -> FoundBoard:
    board = find_board(drawn.picture)
    assert board is not None
    return board


@pytest.mark.parametrize("seed", [6, 10, 19])
def test_cards_of_extreme_boards_lie_where_they_were_laid(seed):
    drawn = draw(deal(seed), random_look("extreme", seed), seed)
    off = apart(found(drawn), drawn)
    assert (off < NEAR).sum() >= 23
    assert off.max() < 2 * NEAR


@pytest.mark.parametrize("seed", [3, 6])
def test_the_size_of_the_cards_is_right_to_a_few_hundredths(seed):
    drawn = draw(deal(seed), random_look("easy", seed), seed)
    assert apart(found(drawn), drawn).max() < 0.03


def test_a_turned_card_is_not_taken_for_a_part_of_its_neighbour():
    drawn = draw(deal(2), random_look("medium", 2), 2)
    assert apart(found(drawn), drawn).max() < NEAR


def test_a_card_that_lies_turned_is_known_by_the_word_in_its_strip():
    drawn = draw(deal(100), random_look("hard", 100), 100)
    assert apart(found(drawn), drawn).max() < 0.15


def test_crooked_cards_are_outlined_as_they_lie():
    drawn = draw(deal(31), Look(crooked=20.0, gap=(0.22, 0.42), shift=0.02), 31)
    assert apart(found(drawn), drawn).max() < NEAR


def test_touching_cards_are_told_apart():
    drawn = draw(deal(32), Look(crooked=0.5, gap=(0.005, 0.01), shift=0.004, table="beige"), 32)
    assert apart(found(drawn), drawn).max() < NEAR


@pytest.mark.parametrize("seed", [17, 27])
def test_a_board_with_a_column_in_glare_or_shade_is_not_shifted(seed):
    drawn = draw(deal(seed), random_look("extreme", seed), seed)
    assert np.median(apart(found(drawn), drawn)) < 2 * NEAR


def covered_table(seed: int, covers: int) -> tuple[VirtualTable, set[int]]:
    """A virtual table with agents and some tokens, the same for the same seed; and where agents lie."""
    rng = np.random.default_rng([seed, 5])
    table = VirtualTable(tuple(rng.choice(np.array(WORDS), 25, replace=False).tolist()), seed, GRADES["medium"])
    agents = set()
    for turn, index in enumerate(rng.permutation(25)[:covers].tolist()):
        if turn % 4 == 3:
            table.lay_token(Position(index), Seat.A)
        else:
            table.lay_agent(Position(index))
            agents.add(index)
    if seed % 2:
        table.scatter()
    return table, agents


@pytest.mark.parametrize(("seed", "covers"), [(2, 9), (5, 14), (7, 14)])
def test_a_board_in_mid_game_is_found_with_its_covers(seed, covers):
    table, agents = covered_table(seed, covers)
    picture, true = table.photograph(), np.array(table.truth().outlines_px)
    board = find_board(picture)
    assert board is not None
    middles = np.array([place.due.mean(axis=0) for place in board.places])
    off = np.linalg.norm(middles - true.mean(axis=1), axis=1) / np.linalg.norm(true[:, 2] - true[:, 0], axis=1)
    assert off.max() < 0.15
    open_cards = [index for index, place in enumerate(board.places) if place.likeness > GOOD]
    assert agents.isdisjoint(open_cards)
    light = measure_light(picture, [place.corners for place in board.places], open_cards)
    assert all(seen_cover(picture, board.places[index].due, light) is SeenCover.AGENT for index in agents)


def test_blurred_letters_are_found_as_one_stroke():
    gray = reading_gray(draw(deal(6), random_look("extreme", 6), 6).picture)
    assert len(find_word_blobs(gray, BLURRED)) >= 25
    assert len(find_word_blobs(gray, SHARP)) < 5


def test_noise_of_a_dark_table_is_no_writing():
    table = np.clip(np.random.default_rng(3).normal(24, 9, (900, 1200)), 0, 255).astype(np.uint8)
    assert noise_of(table) == pytest.approx(9, rel=0.1)
    assert len(find_word_blobs(table)) < 20


def test_a_drawing_of_another_size_is_fitted():
    wide, high, margin = 66, 41, 9
    light, ink = (np.pad(view(wide, high), margin, mode="edge") for view in (light_pattern, ink_pattern))
    fitting = fit_size((light, ink), (60, 39))
    assert fitting.wide == pytest.approx(66 / 60 * RIM[0], rel=0.02)
    assert fitting.high == pytest.approx(41 / 39 * RIM[1], rel=0.03)


def test_the_measure_of_this_file_can_fail():
    drawn = draw(deal(6), random_look("easy", 6), 6)
    board = found(drawn)
    moved = Drawn(drawn.picture, drawn.words, drawn.outlines + 10.0)
    assert apart(board, moved).min() > 0.04
    other_way = np.roll(drawn.outlines, 2, axis=1)
    assert apart(board, Drawn(drawn.picture, drawn.words, other_way)).min() > 0.5


def blobs_at(*rows: tuple[float, float, float]) -> WordBlobs:
    """Blobs of one size, each with x, y and how dark it is."""
    table = np.array(rows)
    same = np.ones(len(rows))
    return WordBlobs(table[:, :2], 10.0 * same, 60.0 * same, 0.0 * same, table[:, 2])


def test_a_word_stands_alone_on_its_paper_and_a_stripe_among_stripes():
    word, copy, neighbour = (100.0, 100.0, 0.8), (100.0, 75.0, 0.3), (220.0, 100.0, 0.8)
    stripes = [(600.0 + 3 * n, 100.0 + 20 * n, 0.7) for n in range(4)]
    chosen = alone_on_paper(blobs_at(word, copy, neighbour, *stripes))
    assert chosen.tolist() == [True, False, True, False, False, False, False]
