"""What is said of places without a word: glare and tokens make no board guesswork, bare table does."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.game.classic import Card
from companion.game.position import Position, Seat
from companion.simulator.conditions import GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import WORDS
from companion.table.scan import BoardScan, Certainty
from companion.vision.covers import glare_share, partly_open
from companion.vision.scanner import Scanner
from tests.vision.drawn import Drawn, Look, deal, draw


def with_glare(drawn: Drawn, places: tuple[int, ...]) -> np.ndarray:
    """The same picture with glare on some cards, as a lamp leaves it: burnt out in the middle, fading around."""
    light = np.zeros(drawn.picture.shape[:2], np.float32)
    for place in places:
        cv2.fillConvexPoly(light, np.round(drawn.outlines[place]).astype(np.int32), 600.0)
    soft = cv2.GaussianBlur(light, (0, 0), 18.0)
    return np.clip(drawn.picture + soft[..., None], 0, 255).astype(np.uint8)


def read(picture: np.ndarray) -> BoardScan:
    return Scanner().read(picture)


def test_an_outer_row_in_glare_is_unread_and_no_reason_to_refuse_the_board():
    drawn = draw(deal(41), replace(Look(), gap=(0.15, 0.15)), 41)
    scan = read(with_glare(drawn, (1, 2, 3)))
    hidden = scan.cards[1:4]
    assert all(card.certainty is not Certainty.SURE for card in hidden)
    assert [card.word for card in scan.cards[5:]] == list(drawn.words[5:])


def test_bare_table_is_not_taken_for_a_card_in_glare():
    drawn = draw(deal(42), Look(missing=(7,)), 42)
    with pytest.raises(CompanionError, match="found 24 of 25 cards: card B3"):
        read(drawn.picture)


def test_glare_is_measured_as_a_share_of_the_card():
    picture = np.full((100, 200, 3), 90, np.uint8)
    quad = np.array([(20.0, 20.0), (180.0, 20.0), (180.0, 80.0), (20.0, 80.0)])
    assert glare_share(picture, quad) == 0.0
    picture[:, :100] = 255
    assert glare_share(picture, quad) == pytest.approx(0.5, abs=0.05)


def test_most_cards_below_a_token_are_seen_beside_it_and_below_a_whole_cover_none():
    tokens, whole = [], []
    for seed in (3, 5, 6):
        table = VirtualTable(WORDS[seed * 25 : seed * 25 + 25], seed, GRADES["medium"])
        for place in (6, 8):
            table.lay_token(Position(place), Seat.A if place == 6 else Seat.B)
            table.lay_card(Position(place + 10), Card.BYSTANDER)
        picture, outlines = table.photograph(), np.array(table.truth().outlines_px)
        tokens += [partly_open(picture, outlines[place]) for place in (6, 8)]
        whole += [partly_open(picture, outlines[place]) for place in (16, 18)]
    assert sum(tokens) >= 4
    assert not any(whole)


def green_stripes(size: tuple[int, int], _: np.random.Generator) -> np.ndarray:
    """A striped cloth in the colours of agent cards."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]]
    dark = (0.3 * xs + ys) % 44 < 22
    return np.where(dark[..., None], (20.0, 24.0, 26.0), (90.0, 150.0, 95.0)).astype(np.float32)


@pytest.mark.parametrize("gone", [(4, 9, 14, 19, 24), (0, 5, 10, 15, 20), (0, 1, 2, 3, 4)])
def test_a_cloth_in_the_colour_of_agents_is_no_row_or_column_of_them(gone):
    drawn = draw(deal(43), Look(missing=gone, fill=0.6), 43, ground=green_stripes)
    with pytest.raises(CompanionError, match="found"):
        read(drawn.picture)


def test_a_whole_line_in_the_colour_of_agents_is_no_row_where_no_other_card_has_one():
    """What lies beyond that line is out of the picture and cannot tell."""
    drawn = draw(deal(43), Look(missing=(0, 1, 2, 3, 4), fill=0.6), 43, ground=green_stripes)
    top = int(drawn.outlines[:5, :, 1].min()) - 4
    with pytest.raises(CompanionError, match="row A"):
        read(np.ascontiguousarray(drawn.picture[top:]))
