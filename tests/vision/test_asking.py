"""Boards whose looks mislead the finder: the words that can be read on their cards tell where they lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bench.drawn.boards import board, language_of
from companion.vision.board import find_board
from companion.vision.ocr.capitals import CapitalsEngine
from companion.vision.sensing import WordSense, word_sense
from tests.vision.drawn import Drawn, Look, deal, draw, random_look
from tests.vision.test_finding import NEAR, apart


def striped(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """A cloth whose stripes look like writing, and its patches like covers."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    angle, step = rng.uniform(0, np.pi), rng.uniform(20, 60)
    pale = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * (2 * np.pi / step)) > 0
    return np.where(pale[..., None], np.float32([170, 150, 190]), np.float32([60, 40, 70])).astype(np.float32)


def off(drawn: Drawn, language: str = "eng") -> NDArray[np.float64]:
    """How far each card is found from where it lies."""
    found = find_board(drawn.picture, word_sense(drawn.picture, CapitalsEngine(language)))
    assert found is not None
    return apart(found, drawn)


@pytest.mark.parametrize(("grade", "seed"), [("medium", 203), ("medium", 211), ("hard", 211)])
def test_stripes_neither_turn_nor_shift_a_board(grade, seed):
    drawn = draw(deal(seed), random_look(grade, seed), seed, ground=striped)
    assert off(drawn).max() < 0.1


def test_a_row_and_a_column_with_words_go_before_a_cloth_that_looks_like_covers():
    drawn = board("hard", "tuning", 1018)
    assert np.median(off(drawn)) < 2 * NEAR


def test_a_board_too_blurred_for_its_looks_lies_as_its_words_read():
    drawn = board("extreme", "tuning", 1033)
    assert np.median(off(drawn, language_of("extreme", 1033))) < 2 * NEAR


def test_words_are_read_only_where_they_stand_and_the_way_up_they_stand():
    drawn = draw(deal(51), Look(), 51)
    sense = WordSense(drawn.picture, CapitalsEngine())
    cards = list(drawn.outlines)
    assert min(sense(cards)) > 0.5
    assert sum(surely > 0.5 for surely in sense(cards, over=True)) <= 2
    half_off = [corners + (corners[3] - corners[0]) / 2 for corners in cards]
    assert sum(surely > 0.5 for surely in sense(half_off)) <= 2
    turned = WordSense(np.ascontiguousarray(cv2.rotate(drawn.picture, cv2.ROTATE_180)), CapitalsEngine())
    last = np.array([drawn.picture.shape[1] - 1, drawn.picture.shape[0] - 1])
    assert min(turned([last - corners for corners in cards])) > 0.5


def test_without_a_net_nothing_is_asked():
    assert word_sense(np.zeros((200, 200, 3), np.uint8), None) is None
