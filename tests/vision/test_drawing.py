"""What was read, drawn into the picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.game.position import ALL_POSITIONS
from companion.table.scan import BoardScan, CardReading, Certainty, SeenCover
from companion.vision.drawing import COLOURS, annotate_file, annotated
from companion.vision.outlines import cut_to_cards, scaled
from companion.vision.written import FileNotWritten

PALE = 230


def board() -> BoardScan:
    """25 upright cards of 90 x 58 pixels."""
    cards = []
    for position in ALL_POSITIONS:
        x, y = 20.0 + position.column * 110, 20.0 + position.row * 75
        outline = ((x, y), (x + 90, y), (x + 90, y + 58), (x, y + 58))
        cards.append(CardReading(position, "BJÖRN", Certainty.SURE, 0.97, ("BJÖRN",), None, outline))
    cards[1] = replace(cards[1], certainty=Certainty.DOUBTFUL, confidence=0.4)
    cards[2] = replace(cards[2], word=None, certainty=Certainty.UNREAD, confidence=0.0, cover=SeenCover.AGENT)
    cards[3] = replace(cards[3], word="שיגור")
    return BoardScan(tuple(cards))


def has_colour(part: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((part[..., ::-1] == colour).all(axis=-1).any())


def test_each_card_is_outlined_and_labelled_in_the_colour_of_its_certainty():
    picture = np.full((420, 600, 3), PALE, np.uint8)
    drawn = annotated(picture, board())
    assert (picture == PALE).all()
    for index, certainty in ((0, Certainty.SURE), (1, Certainty.DOUBTFUL), (2, Certainty.UNREAD)):
        x = 20 + index * 110
        assert has_colour(drawn[18:24, x : x + 90], COLOURS[certainty])
        assert has_colour(drawn[30:70, x + 8 : x + 82], COLOURS[certainty])
    assert (drawn[:, 590:] == PALE).all()


def test_cards_without_an_outline_are_left_out():
    bare = BoardScan(tuple(replace(card, outline_px=()) for card in board().cards))
    picture = np.full((420, 600, 3), PALE, np.uint8)
    assert (annotated(picture, bare) == picture).all()


def test_a_photograph_is_written_whole_or_not_at_all(tmp_path):
    source, target = tmp_path / "table.png", tmp_path / "out.png"
    cv2.imwrite(str(source), np.full((420, 600, 3), PALE, np.uint8))
    annotate_file(source, board(), target)
    written = cv2.imread(str(target))
    assert written.shape == (420, 600, 3)
    assert (written != PALE).any()
    with pytest.raises(FileNotWritten, match="cannot be written"):
        annotate_file(source, board(), tmp_path / "nowhere" / "out.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.png", "table.png"]


def test_the_picture_cut_to_the_cards_shows_nothing_else():
    cut = cut_to_cards(np.full((420, 600, 3), PALE, np.uint8), board())
    assert (cut[25:70, 30:100] == PALE).all()
    assert not cut[:15].any()
    assert not cut[:, 115:125].any()


def test_outlines_scale_about_the_middles_of_pixels():
    corner = scaled(board(), 2.0, 4.0).cards[0].outline_px[0]
    assert corner == (40.5, 81.5)
    assert scaled(scaled(board(), 2.0, 4.0), 0.5, 0.25) == board()
