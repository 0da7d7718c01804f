"""Cards of which little is seen but their word."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.table.scan import Certainty
from companion.vision.agreement import NET, Judgement
from companion.vision.board import CardPlace
from companion.vision.comparing import LOOKS_RIGHT
from companion.vision.lexicon import Lexicon
from companion.vision.lying import is_bare
from companion.vision.ocr.blank import BlankEngine
from companion.vision.ocr.capitals import CapitalsEngine
from companion.vision.ocr.engine import Line
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.plane import Floats, apply, between
from companion.vision.readcard import ReadCard, ends_on_paper, is_whole
from companion.vision.reader import Engines, read_cards
from companion.vision.rectify import cut_writing
from companion.vision.surface import reading_gray
from companion.vision.textline import WORD, find_line
from tests.vision.drawn import Look, deal, draw


def card_with(word: str, *reads: tuple[str, float]) -> ReadCard:
    """A card that looks like none, judged to say a word that was read as given."""
    drawn = draw(deal(41), Look(), 41)
    gray, corners = reading_gray(drawn.picture), drawn.outlines[0]
    line = find_line(gray, corners, WORD)
    place = CardPlace(corners, turned=False, likeness=0.0, lead=0.0, due=corners)
    lines = {str(index): Line(*read) for index, read in enumerate(reads)}
    return ReadCard(
        place, line, whole=True, writing=cut_writing(gray, line), lines=lines,
        judgement=Judgement(word, Certainty.DOUBTFUL, 0.5),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("word", "reads", "readable"),
    [
        ("BRÖLLOP", [("BROLLOP", 0.9)] * 3, True),
        ("BRÖLLOP", [("BROLLOP", 0.9), ("TROLLOP", 0.9), ("ROLL", 0.9)], False),
        ("KŘÍŽ", [("KŘÍŽ", 0.5)] * 4 + [("=", 0.5)], True),
        ("KŘÍŽ", [("KŘÍŽ", 0.5)] * 3, False),
        ("EE", [("EE", 0.5)] * 5, False),
    ],
)
def test_a_word_is_there_when_its_letters_were_read_alike_whatever_marks_were_put_back(word, reads, readable):
    assert card_with(word, *reads).readable is readable


@pytest.mark.parametrize(
    ("word", "known", "net", "written"),
    [
        ("TEA", True, 0.65, True),
        ("TEA", True, 0.55, False),
        ("OS", True, 0.85, True),
        ("OS", True, 0.7, False),
        ("TGA", False, 0.9, False),
        ("TGA", False, 0.97, True),
        ("ARC-EN-CIEL", False, 0.85, True),
        ("A", True, 0.99, False),
        ("RIVIÈRE", True, 0.3, True),
        ("RIVIÈRE", True, 0.1, False),
        ("TIGRE", True, 0.3, False),
    ],
)
def test_what_the_net_sees_with_certainty_stands_there_however_little_its_place_looks_like_a_card(
    word, known, net, written
):
    card = card_with(word, ("", 0.0), ("", 0.0))
    card.known, card.lines[NET] = known, Line(word, net)
    assert card.is_written is written
    assert card.readable is written
    card.lines[NET] = Line("OTHER", net)
    assert not card.is_written


@pytest.mark.parametrize("shade", [40, 120])
@pytest.mark.parametrize(("left", "top"), [(0.62, 0.5), (0.0, 0.745)])
def test_a_word_of_which_something_covers_a_part_does_not_stand_on_paper(shade, left, top):
    drawn = draw(deal(42), Look(), 42)
    gray = reading_gray(drawn.picture)
    lines = [find_line(gray, corners, WORD) for corners in drawn.outlines]
    assert all(ends_on_paper(gray, line) for line in lines)
    covered = gray.copy()
    for corners in drawn.outlines:
        frame = between([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], corners)
        part = apply(frame, [(left, top), (1.0, top), (1.0, 1.0), (left, 1.0)])
        cv2.fillConvexPoly(covered, np.rint(part).astype(np.int32), shade)
    lines = [find_line(covered, corners, WORD) for corners in drawn.outlines]
    assert sum(not is_whole(covered, line) for line in lines if line.letters) >= 0.8 * len(lines)


def test_blur_and_noise_take_no_word_from_its_paper():
    lines = []
    for seed in (3, 4, 5):
        drawn = draw(deal(seed), Look(blur=2.0, noise=10.0, jpeg=45, size=(1280, 720)), seed)
        gray = reading_gray(drawn.picture)
        lines += [(gray, line) for line in (find_line(gray, corners, WORD) for corners in drawn.outlines)]
    seen = [(gray, line) for gray, line in lines if line.letters and not line.cut]
    assert len(seen) >= 65
    assert sum(ends_on_paper(gray, line) for gray, line in seen) >= 0.9 * len(seen)


def test_a_known_word_read_alike_three_times_stands_there():
    card = card_with("ÉCHELLE", ("ECHELLE", 0.5), ("ECHELLE", 0.2), ("ECHELLE", 0.1), *[("=", 0.1)] * 5)
    assert not card.readable
    card.known = True
    assert card.readable


def astray(corners: Floats, *, over: bool, rows: float) -> Floats:
    """A card taken the wrong way up, or so many of its heights too low."""
    down = corners[3] - corners[0]
    return (np.roll(corners, 2, axis=0) if over else corners) + rows * down


@pytest.mark.parametrize(("over", "rows"), [(True, 0.15), (True, -0.15), (False, 0.12), (False, -0.12)])
def test_a_card_that_was_found_a_little_beside_its_place_is_read_where_the_net_glimpses_a_word(over, rows):
    drawn = draw(deal(42), Look(glares=1), 42)
    places = [CardPlace(np.array(o), turned=False, likeness=0.6, lead=3.0, due=np.array(o)) for o in drawn.outlines]
    for number in (3, 16):
        there = astray(drawn.outlines[number], over=over, rows=rows)
        places[number] = replace(places[number], corners=there, due=there, turned=over, likeness=0.0, lead=0.1)
    lexicon = Lexicon(drawn.words)
    cards = read_cards(reading_gray(drawn.picture), places, Engines(TesseractEngine(), CapitalsEngine()), lexicon)
    assert [cards[number].judgement.word for number in (3, 16)] == [drawn.words[number] for number in (3, 16)]
    assert cards[3].readable
    assert cards[16].readable


@pytest.mark.parametrize(
    ("known", "surely", "likeness", "bare"),
    [(True, 0.7, 0.0, False), (True, 0.3, 0.0, True), (False, 0.7, 0.0, True), (False, 0.0, 0.25, False)],
)
def test_where_a_known_word_is_read_is_no_bare_table(known, surely, likeness, bare):
    card = card_with("TREE")
    card.known, card.lines[NET] = known, Line("TREE", surely)
    card.place = replace(card.place, likeness=likeness)
    assert is_bare(card) is bare


def test_a_card_that_was_taken_the_wrong_way_up_in_glare_is_read_at_its_other_end_or_where_its_row_has_it():
    drawn = draw(deal(42), Look(), 42)
    places = [CardPlace(np.array(o), turned=False, likeness=0.6, lead=3.0, due=np.array(o)) for o in drawn.outlines]
    over = np.roll(drawn.outlines[7], 2, axis=0)
    places[7] = replace(places[7], corners=over, due=over, turned=True, likeness=0.0, lead=0.1)
    astray = np.roll(drawn.outlines[11], 2, axis=0)
    astray = astray + 0.4 * (astray[3] - astray[0])
    places[11] = replace(places[11], corners=astray, turned=True, likeness=0.1, lead=0.1)
    cards = read_cards(reading_gray(drawn.picture), places, Engines(TesseractEngine()), Lexicon())
    assert [card.judgement.word for card in cards] == list(drawn.words)
    assert not cards[7].place.turned
    assert not cards[11].place.turned


@pytest.mark.parametrize(
    ("misfit", "other", "settled", "lies_otherwise"),
    [(1.0, 0.01, False, True), (0.06, 0.01, False, False), (1.0, 0.09, False, False), (1.0, 0.01, True, False)],
)
def test_a_card_lies_otherwise_only_where_it_looks_clearly_more_like_a_word(misfit, other, settled, lies_otherwise):
    otherwise = card_with("ÖN")
    card = replace(card_with("NO"), others=(otherwise,))
    if settled:
        card.judgement = replace(card.judgement, certainty=Certainty.SURE)
    card.misfit, card.looks_right = misfit, misfit < LOOKS_RIGHT
    otherwise.misfit, otherwise.looks_right = other, other < LOOKS_RIGHT
    assert (card.as_it_lies() is otherwise) is lies_otherwise


def test_in_a_blurred_picture_all_words_but_long_ones_get_the_height_that_most_have():
    drawn = draw((*deal(43)[:23], "SANDWICH ORCHESTRA", "ELM"), Look(size=(1920, 1080), blur=1.8, noise=6), 43)
    places = [CardPlace(np.array(o), turned=False, likeness=0.6, lead=3.0, due=np.array(o)) for o in drawn.outlines]
    gray = reading_gray(drawn.picture)
    seen = [find_line(gray, place.corners, WORD).cap_px for place in places]
    evened = [card.line.cap_px for card in read_cards(gray, places, Engines(BlankEngine()), Lexicon())]
    assert np.std(evened[:23]) < 0.6 * np.std(seen[:23])
    assert evened[23] < 0.93 * np.median(evened)
