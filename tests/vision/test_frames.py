"""Several pictures of one table: what is read again, and when a picture is of the same place."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, COUNT, Position, Seat
from companion.simulator.conditions import GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.table.scan import BoardScan, CardReading, Certainty
from companion.table.voting import Votes
from companion.vision.frames import FrameReader
from companion.vision.scanner import Scanner
from companion.vision.surface import reading_gray

SIZE_PX = (1280, 720)
B2, D4 = Position.parse("B2"), Position.parse("D4")


class TruthReader:
    """A ``BoardReader`` that reads what really lies on a virtual table, but for the cards in ``doubtful``.

    It notes what it was asked; a card that is read again is looked for where it was said to lie, and only there.
    ``off``: so many cards further on than they lie it takes the words of a whole picture to be.
    """

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.doubtful: set[Position] = {B2, D4}
        self.wholes = 0
        self.again: list[tuple[tuple[int, int], tuple[Position, ...]]] = []
        self.trouble = ""
        self.off = 0
        self.parts: list[np.ndarray] = []

    def read(self, picture, on_progress=None) -> BoardScan:
        self.wholes += 1
        if self.trouble:
            raise CompanionError(self.trouble)
        truth = self.table.truth((picture.shape[1], picture.shape[0]))
        words = (*truth.words[self.off :], *truth.words[: self.off])
        cards = tuple(
            self._card(p, words[p.index], truth.outlines_px[p.index], p in self.doubtful) for p in ALL_POSITIONS
        )
        if on_progress is not None:
            on_progress(BoardScan(cards, truth.rotation_deg))
        return BoardScan(cards, truth.rotation_deg)

    def read_again(self, picture, scan, positions=None) -> BoardScan:
        self.again.append(((picture.shape[1], picture.shape[0]), tuple(positions)))
        self.parts.append(picture)
        for position in positions:
            corners = np.array(scan.cards[position.index].outline_px)
            assert (corners >= -1).all(), "the card lies outside the part"
            assert (corners <= (picture.shape[1], picture.shape[0])).all(), "the card lies outside the part"
            assert _is_card(picture, corners), f"no card lies where {position} was said to lie"
        words = self.table.truth().words
        cards = [
            self._card(card.position, words[card.position.index], card.outline_px, card.position in self.doubtful)
            for card in scan.cards
        ]
        return BoardScan(tuple(cards), scan.rotation_deg)

    @staticmethod
    def _card(position, word, outline, doubtful) -> CardReading:
        if doubtful:
            return CardReading(position, word, Certainty.DOUBTFUL, 0.5, (word, f"{word}S"), outline_px=outline)
        return CardReading(position, word, Certainty.SURE, 0.97, (word,), outline_px=outline)


def _is_card(picture, corners) -> bool:
    """Whether there is a light card with a dark word."""
    left, top = np.clip(corners.min(axis=0).astype(int), 0, None)
    right, bottom = corners.max(axis=0).astype(int)
    gray = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    return float(np.percentile(gray, 80)) > 110 and float(np.percentile(gray, 1)) < 90


class Scene:
    def __init__(self, seed=3):
        self.table = VirtualTable(deal_words(seed), seed, GRADES["medium"])
        self.reader = TruthReader(self.table)
        self.frames = FrameReader(self.reader, "eng")
        self.votes = Votes()
        self.told: list[BoardScan] = []

    def take(self, picture=None, size_px=SIZE_PX, **how):
        picture = self.table.photograph(size_px) if picture is None else picture
        self.votes = self.frames.take(picture, self.votes, self.told.append, **how)
        return self.votes


@pytest.fixture
def scene():
    scene = Scene()
    scene.take()
    return scene


def test_the_first_picture_is_read_whole_and_tells_its_words_on_the_way(scene):
    assert (scene.reader.wholes, scene.reader.again) == (1, [])
    assert scene.votes.open == (B2, D4)
    assert [card.word for card in scene.told[0].cards] == list(scene.table.truth().words)


def test_of_further_pictures_only_the_open_cards_are_read_and_no_more_of_the_picture_than_they_take(scene):
    scene.reader.doubtful = {D4}
    assert scene.take().open == (D4,)
    assert scene.take().open == (D4,)
    assert scene.reader.wholes == 1
    assert [positions for _, positions in scene.reader.again] == [(B2, D4), (D4,)]
    width, height = scene.reader.again[1][0]
    assert width * height < SIZE_PX[0] * SIZE_PX[1] / 4


def test_a_still_of_another_size_shows_the_same_place(scene):
    scene.reader.doubtful = set()
    scene.take(size_px=(2560, 1440))
    assert scene.votes.settled
    assert scene.reader.wholes == 1
    wanted = scene.table.truth((2560, 1440)).outlines_px[7]
    assert np.allclose(scene.votes.scan.cards[7].outline_px, wanted, atol=3)


def test_a_still_of_another_shape_is_read_whole(scene):
    scene.take(size_px=(1440, 1080))
    assert (scene.reader.wholes, scene.reader.again) == (2, [])
    assert scene.votes.frames == 2


def test_a_small_tremble_does_not_matter(scene):
    scene.table.nudge_camera((0.001, 0.001))
    scene.take()
    assert len(scene.reader.again) == 1


@pytest.mark.parametrize("move", [((0.03, 0.0), 0.0), ((0.0, 0.0), 4.0), ((-0.05, 0.04), 2.0)])
def test_when_the_camera_was_moved_the_board_is_looked_for_again(scene, move):
    scene.table.nudge_camera(*move)
    scene.take()
    assert (scene.reader.wholes, scene.reader.again) == (2, [])
    assert scene.votes.frames == 2


def test_a_hand_over_some_cards_is_no_other_place(scene):
    scene.table.reach_in(Position.parse("E3"), Seat.A)
    scene.take()
    assert len(scene.reader.again) == 1


def test_the_very_same_picture_again_says_nothing_new_and_ends_it(scene):
    picture = scene.table.photograph(SIZE_PX)
    scene.take(picture)
    assert not scene.votes.over
    scene.take(picture)
    assert scene.votes.over
    assert scene.votes.frames == 2


def test_the_whole_board_is_read_again_when_that_is_wanted(scene):
    scene.take(whole=True)
    assert (scene.reader.wholes, scene.reader.again) == (2, [])
    assert scene.votes.frames == 2


def test_where_the_seats_were_exchanged_the_open_cards_are_still_found(scene):
    scene.votes = scene.votes.turned()
    scene.reader.doubtful = {Position(COUNT - 1 - p.index) for p in (B2, D4)}
    scene.take()
    assert scene.reader.wholes == 1
    assert set(scene.reader.again[0][1]) == scene.reader.doubtful


def test_a_board_read_a_row_off_in_one_picture_does_not_win(scene):
    scene.reader.doubtful, scene.reader.off = set(), 5
    scene.take(whole=True)
    scene.reader.off = 0
    scene.take()
    assert [card.word for card in scene.votes.scan.cards] == list(scene.table.truth().words)
    assert scene.votes.over


def test_when_a_board_is_to_be_confirmed_the_next_picture_is_read_whole(scene):
    scene.reader.off = 5
    scene.take(whole=True)
    assert not scene.votes.over
    scene.reader.off = 0
    scene.take()
    assert (scene.reader.wholes, scene.reader.again) == (3, [])
    assert scene.votes.rival is None


def test_open_cards_are_read_from_all_their_pictures_together(scene):
    clean, rng = scene.table.photograph(SIZE_PX), np.random.default_rng(5)
    noisy = [np.clip(clean + rng.normal(0, 9, clean.shape), 0, 255).astype(np.uint8) for _ in range(5)]
    for picture in noisy:
        scene.take(picture, whole=picture is noisy[0])
    open_card = np.array(scene.votes.scan.cards[B2.index].outline_px)
    left, top = open_card.min(axis=0).astype(int) + 4
    right, bottom = open_card.max(axis=0).astype(int) - 4
    truth, alone = (reading_gray(picture)[top:bottom, left:right].astype(np.float32) for picture in (clean, noisy[-1]))
    together = cv2.matchTemplate(scene.reader.parts[-1][..., 0].astype(np.float32), truth, cv2.TM_SQDIFF)
    assert together.min() < 0.5 * np.sum((alone - truth) ** 2)


def test_a_picture_without_a_board_leaves_what_is_known(scene):
    known = scene.votes
    scene.reader.trouble = "found no board of 5 by 5 word cards: show all 25 cards"
    with pytest.raises(CompanionError, match="found no board"):
        scene.take(np.zeros((720, 1280, 3), np.uint8))
    assert scene.votes is known
    scene.reader.trouble = ""
    scene.take()
    assert len(scene.reader.again) == 1


def test_agreement_counts_only_where_letters_carry_no_marks(scene):
    assert scene.votes.unmarked
    german = FrameReader(scene.reader, "deu+eng")
    assert not german.take(scene.table.photograph(SIZE_PX), Votes(), scene.told.append).unmarked


def test_the_stand_in_of_the_reader_can_fail(scene):
    elsewhere = replace(scene.votes.scan.cards[6], outline_px=((2.0, 2.0), (60.0, 2.0), (60.0, 40.0), (2.0, 40.0)))
    cards = [elsewhere if card.position == B2 else card for card in scene.votes.scan.cards]
    with pytest.raises(AssertionError, match="no card lies where B2"):
        scene.reader.read_again(scene.table.photograph(SIZE_PX), BoardScan(tuple(cards)), [B2])


def test_the_real_reader_settles_a_hard_board_over_a_few_pictures():
    seed = 8
    table = VirtualTable(deal_words(seed), seed, GRADES["hard"])
    frames, votes, first = FrameReader(Scanner(), "eng"), Votes(), None
    while not votes.over:
        votes = frames.take(table.photograph(), votes, lambda _: None)
        first = first or votes
    words = table.truth().words
    assert len(votes.open) <= len(first.open)
    assert [c.word for c in votes.scan.cards if c.certainty is Certainty.SURE] == [
        word for card, word in zip(votes.scan.cards, words, strict=True) if card.certainty is Certainty.SURE
    ]
    assert sum(card.word == word for card, word in zip(votes.scan.cards, words, strict=True)) >= 24
