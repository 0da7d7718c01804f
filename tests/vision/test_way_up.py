"""Which way up a board stands, where its cards alone do not tell."""

from __future__ import annotations

import numpy as np

from companion.table.scan import Certainty
from companion.vision.board import CardPlace
from companion.vision.layout import WORD_CENTRE
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.plane import apply, between
from companion.vision.reader import Engines, read_cards
from companion.vision.surface import reading_gray
from tests.vision.drawn import Look, deal, draw

FRAME = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
OVER = [(2 * WORD_CENTRE[0] - x, 2 * WORD_CENTRE[1] - y) for x, y in FRAME]


def test_a_board_whose_words_all_read_upside_down_is_turned_however_certain_the_finder_was():
    drawn = draw(deal(41), Look(gap=(0.04, 0.01)), 41)
    wrong = [apply(between(FRAME, outline), OVER) for outline in drawn.outlines]
    places = [CardPlace(corners, turned=False, likeness=0.6, lead=3.0, due=corners) for corners in wrong]
    cards = read_cards(reading_gray(drawn.picture), places, Engines(TesseractEngine()), Lexicon())
    assert [card.judgement.word for card in cards] == list(drawn.words)
    assert all(card.place.turned for card in cards)
    assert sum(card.judgement.certainty is Certainty.SURE for card in cards) > 20


def test_a_board_that_reads_upright_stays_as_it_was_found():
    drawn = draw(deal(42), Look(), 42)
    places = [CardPlace(np.array(o), turned=False, likeness=0.6, lead=3.0, due=np.array(o)) for o in drawn.outlines]
    cards = read_cards(reading_gray(drawn.picture), places, Engines(TesseractEngine()), Lexicon())
    assert [card.judgement.word for card in cards] == list(drawn.words)
    assert not any(card.place.turned for card in cards)
