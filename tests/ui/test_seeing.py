"""The stand-ins for camera, reader and eye can fail, and show what they say that they show."""

from __future__ import annotations

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.game.position import Position
from companion.table.scan import Certainty
from companion.table.voting import Votes
from tests.ui.seeing import IMAGES, LabelEye, LabelReader, PictureFeed, label


def test_a_feed_in_trouble_gives_no_picture():
    feed = PictureFeed("easy.jpg")
    feed.trouble = "unplugged"
    with pytest.raises(CompanionError, match="unplugged"):
        feed.frame()
    feed.close()
    with pytest.raises(AssertionError, match="after close"):
        feed.frame()


def test_a_reader_in_trouble_reads_nothing():
    reader = LabelReader("easy.jpg")
    reader.trouble = "found 18 of 25 cards"
    with pytest.raises(CompanionError, match="18 of 25"):
        reader.take(None, Votes(), print)


def test_the_reader_says_what_is_doubtful_and_unread():
    reader = LabelReader("easy.jpg")
    reader.doubt("A1", "ONE", "TWO")
    reader.miss("E5")
    cards = reader.take(None, Votes(), print).scan.cards
    assert [cards[i].certainty for i in (0, 1, 24)] == [Certainty.DOUBTFUL, Certainty.SURE, Certainty.UNREAD]
    assert cards[0].candidates == ("ONE", "TWO")
    assert cards[24].word is None


def test_the_reader_tells_its_first_words():
    reader, told = LabelReader("easy.jpg"), []
    reader.words = reader.scan
    reader.take(None, Votes(), told.append, whole=True)
    assert (told, reader.wholes) == ([reader.scan], 1)


def test_the_eye_blackens_all_but_the_cards():
    eye, picture = LabelEye("easy.jpg"), PictureFeed("easy.jpg").frame()
    cut = eye.cards_only(picture, eye.outlines)
    corner = eye.outlines[0][0]
    assert cut[:50].any() == np.False_
    middle = (int(corner[1]) + 40, int(corner[0]) + 60)
    assert (cut[middle] == picture[middle]).all()


def test_an_eye_in_trouble_finds_nothing():
    eye = LabelEye("easy.jpg")
    eye.trouble = "found 3 of 25 cards"
    with pytest.raises(CompanionError):
        eye.find(None)


def test_the_labels_are_those_of_the_picture():
    assert (IMAGES / "easy.jpg").is_file()
    assert label("easy.jpg")["words"][Position.parse("A1").index] == "BLOSSOM"
