"""The reader on boards drawn by another hand than the virtual table's."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.table.scan import BoardScan, Certainty, SeenCover
from companion.vision.board import find_board
from companion.vision.outlines import black_outside
from companion.vision.scanner import BoardNotFound, Scanner
from tests.vision.drawn import Drawn, Look, deal, draw, random_look

NEAR = 0.1


@lru_cache
def scanner() -> Scanner:
    return Scanner()


def misplaced(scan: BoardScan, drawn: Drawn) -> list[str]:
    """Positions whose outline lies elsewhere than drawn or begins at another corner."""
    diagonal = np.linalg.norm(drawn.outlines[:, 2] - drawn.outlines[:, 0], axis=1)
    apart = np.linalg.norm(np.array([card.outline_px for card in scan.cards]) - drawn.outlines, axis=2).max(axis=1)
    return [str(card.position) for card, off in zip(scan.cards, apart / diagonal, strict=True) if off > NEAR]


def silently_wrong(scan: BoardScan, drawn: Drawn) -> list[str]:
    pairs = zip(scan.cards, drawn.words, strict=True)
    return [str(card.position) for card, word in pairs if card.certainty is Certainty.SURE and card.word != word]


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_easy_and_medium_boards_are_read_whole(level, seed):
    drawn = draw(deal(seed), random_look(level, seed), seed)
    scan = scanner().read(drawn.picture)
    assert [card.word for card in scan.cards] == list(drawn.words)
    assert misplaced(scan, drawn) == []


@pytest.mark.parametrize("seed", [5, 9])
@pytest.mark.parametrize("level", ["hard", "extreme"])
def test_on_worse_boards_nothing_sure_is_wrong(level, seed):
    drawn = draw(deal(seed), random_look(level, seed), seed)
    scan = scanner().read(drawn.picture)
    assert silently_wrong(scan, drawn) == []
    assert sum(card.word == word for card, word in zip(scan.cards, drawn.words, strict=True)) >= 20


def test_single_cards_the_other_way_up_are_read_and_outlined_as_they_lie():
    drawn = draw(deal(11), Look(turned=(2, 12, 20)), 11)
    scan = scanner().read(drawn.picture)
    assert [card.word for card in scan.cards] == list(drawn.words)
    assert misplaced(scan, drawn) == []
    assert scan.rotation_deg == 0


def test_where_most_cards_lie_the_other_way_up_that_way_counts():
    turned = tuple(range(16))
    drawn = draw(deal(12), Look(turned=turned), 12)
    scan = scanner().read(drawn.picture)
    assert scan.rotation_deg == 180
    assert [card.word for card in scan.cards] == list(drawn.words)[::-1]


def test_burnt_out_cards_are_found_by_their_outline():
    drawn = draw(deal(13), Look(table="dark", brightness=1.0), 13)
    picture = np.clip(drawn.picture * 1.5, 0, 255).astype(np.uint8)
    scan = scanner().read(picture)
    assert [card.word for card in scan.cards] == list(drawn.words)


def test_covered_cards_are_named_and_keep_their_words_to_themselves():
    covered = (0, 7, 13, 24)
    drawn = draw(deal(14), Look(table="dark", covered=covered), 14)
    scan = scanner().read(drawn.picture)
    for index, card in enumerate(scan.cards):
        expected = (None, SeenCover.AGENT, Certainty.UNREAD, 0.0) if index in covered else (drawn.words[index], None)
        assert (card.word, card.cover, card.certainty, card.confidence)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("missing", "found"), [((12,), 24), ((24,), 24), ((4, 9, 14, 19, 24), 20), (tuple(range(20, 25)), 20)]
)
def test_a_board_with_cards_missing_is_refused_with_their_number(missing, found):
    drawn = draw(deal(15), Look(missing=missing), 15)
    with pytest.raises(BoardNotFound, match=f"found {found} of 25 cards"):
        scanner().read(drawn.picture)


def test_a_board_that_is_cut_off_is_refused():
    drawn = draw(deal(16), Look(), 16)
    middle = int(drawn.outlines[4].mean(axis=0)[0])
    with pytest.raises(BoardNotFound, match="of 25 cards"):
        scanner().read(np.ascontiguousarray(drawn.picture[:, : middle - 10]))


def test_words_without_cards_are_no_board():
    page = np.full((1200, 1600, 3), 255, np.uint8)
    for index, word in enumerate(deal(17)):
        spot = (120 + index % 5 * 290, 160 + index // 5 * 200)
        cv2.putText(page, word, spot, cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 3)
    with pytest.raises(BoardNotFound, match="no board"):
        scanner().read(page)


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 3000, 3), (1080, 1920, 3)])
@pytest.mark.parametrize("level", [0, 255])
def test_even_pictures_of_any_size_are_refused(shape, level):
    with pytest.raises(BoardNotFound):
        scanner().read(np.full(shape, level, np.uint8))


def test_noise_is_refused():
    with pytest.raises(BoardNotFound):
        scanner().read(np.random.default_rng(1).integers(0, 256, (720, 1280, 3)).astype(np.uint8))


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(turn=st.integers(0, 359), tilt=st.integers(0, 15), table=st.sampled_from(["wood", "dark", "green"]))
def test_a_board_is_found_at_any_angle(turn, tilt, table):
    drawn = draw(deal(turn), Look(size=(1600, 1600), turn=float(turn), tilt=float(tilt), table=table), turn)
    board = find_board(drawn.picture)
    assert board is not None
    diagonal = np.linalg.norm(drawn.outlines[:, 2] - drawn.outlines[:, 0], axis=1)
    apart = np.linalg.norm(np.array([place.corners for place in board.places]) - drawn.outlines, axis=2).max(axis=1)
    assert (apart / diagonal).max() < NEAR
    assert abs((board.upright_deg - turn + 180) % 360 - 180) < 12


def test_only_the_cards_are_left_when_a_picture_is_cut():
    drawn = draw(deal(18), Look(), 18)
    outlines = [tuple((float(x), float(y)) for x, y in outline) for outline in drawn.outlines]
    cut = black_outside(drawn.picture, outlines)
    inside = np.zeros(drawn.picture.shape[:2], np.uint8)
    for outline in drawn.outlines:
        cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 255)
    assert not cut[inside == 0].any()
    assert (cut[inside > 0] == drawn.picture[inside > 0]).all()


def test_the_checks_of_this_file_can_fail():
    drawn = draw(deal(3), random_look("easy", 3), 3)
    scan = scanner().read(drawn.picture)
    other = Drawn(drawn.picture, ("SOMETHING",) * 25, drawn.outlines[::-1])
    assert len(silently_wrong(scan, other)) > 20
    assert len(misplaced(scan, other)) >= 24
