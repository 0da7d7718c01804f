"""Doubtful words are compared with the letters of their own board: written strips, blurred, learnt and told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
import pytest

from companion.table.scan import Certainty
from companion.vision.agreement import Judgement
from companion.vision.comparing import LOOKS_RIGHT, Read, board_letters, judged_by_letters
from companion.vision.lettering import Lettering
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.engine import Line
from companion.vision.placing import likeness
from companion.vision.restore import Writing
from companion.vision.synthesis import seen_word
from companion.vision.typeface import CAN_BE_DRAWN, CAP, drawn_typeface
from companion.vision.vocabulary import Vocabulary, table_of

pytestmark = pytest.mark.skipif(not CAN_BE_DRAWN, reason="this OpenCV brings no typeface")
BLUR_PX = 2.4
TAUGHT = ["LADDER", "CANDY", "HOUSE", "GARDEN", "BÄR", "TÜRE", "BUTTER", "SCHAL", "OLDER", "DACHS", "UNDER", "STEG"]


def writing(word: str, seed: int, blur_px: float = BLUR_PX) -> Writing:
    """A word in OpenCV's own typeface, but narrower and thinner than letters are drawn at first."""
    rng = np.random.default_rng(seed)
    font, size, finer = cv2.FontFace("sans"), round(4 * CAP / 0.75), 4
    wide = cv2.getTextSize((9000, 400), word, (0, 128), font, size, 500)[2]
    large = np.zeros((42 * finer, wide + 2 * 24 * finer), np.uint8)
    cv2.putText(large, word, (24 * finer, 32 * finer), 255, font, size, 500)
    strip = cv2.resize(
        large.astype(np.float32) / 255, (round(0.93 * large.shape[1] / finer), 42), interpolation=cv2.INTER_AREA
    )
    dark = cv2.GaussianBlur(strip, (0, 0), blur_px) + rng.normal(0, 0.03, strip.shape)
    return Writing(dark.astype(np.float32), 0.03, CAP, (12, 32), 0.0, np.eye(2))


def read(word: str, as_word: str | None, sure: bool = False, confidence: float = 0.8) -> Read:
    """A card that shows one word and was read as another, or as none."""
    lines: Mapping[str, Line] = {} if as_word is None else {"plain": Line(as_word, confidence)}
    certainty = Certainty.UNREAD if as_word is None else Certainty.SURE if sure else Certainty.DOUBTFUL
    judgement = Judgement(as_word, certainty, confidence if as_word else 0.0, (as_word,) if as_word else ())
    return Read(seen_word(writing(word, len(word)), BLUR_PX), lines, judgement, not sure)


def known(words: Iterable[str] = ()) -> Lexicon:
    return Lexicon(words, language="deu")


@pytest.fixture(scope="module")
def letters() -> Lettering:
    found = board_letters([read(word, word, sure=True) for word in TAUGHT], known())
    assert found is not None
    return found


def judged(card: Read, letters: Lettering, lexicon: Lexicon) -> tuple[Judgement, float]:
    return judged_by_letters([card], letters, lexicon)[0]


def test_letters_are_learnt_from_words_that_were_read(letters: Lettering) -> None:
    assert {"A", "D", "L", "E", "R"} <= letters.known
    assert letters.rest < 0.03
    drawn = drawn_typeface("D", letters.face.stretch)
    learnt = letters.face.pictures[letters.face.bases.index("D")]
    assert np.abs(learnt - drawn.pictures[0]).max() > 0.1, "the board's D is thinner than the drawn one"


def test_too_few_words_teach_nothing() -> None:
    assert board_letters([read("HAUS", "HAUS", sure=True), read("OFEN", "OFEN", sure=True)], known()) is None


def test_words_that_were_misread_teach_nothing() -> None:
    rubbish = [read(word, other) for word, other in zip(TAUGHT, TAUGHT[1:] + TAUGHT[:1], strict=True)]
    assert board_letters(rubbish, known()) is None


@pytest.mark.parametrize(
    ("shown", "was_read"),
    [
        ("SADDLE", "SADOLE"),
        ("GARTEN", "GABTEN"),
        ("STÄD", "STAD"),
        ("TUB", "TUS"),
        ("RÜBE", "RUBE"),
        ("LEDER", "LEOER"),
    ],
)
def test_a_known_word_that_fits_better_takes_the_place_of_what_was_read(
    letters: Lettering, shown: str, was_read: str
) -> None:
    judgement, rest = judged(read(shown, was_read), letters, known([shown, "HOTEL"]))
    assert judgement.word == shown
    assert judgement.certainty is Certainty.DOUBTFUL
    assert was_read in judgement.candidates
    assert rest < LOOKS_RIGHT


@pytest.mark.parametrize(("shown", "near"), [("LEDRA", "LEDER"), ("SODAN", "SADAN"), ("BUTTAR", "BUTTER")])
def test_a_word_in_no_list_stays_as_it_is_printed(letters: Lettering, shown: str, near: str) -> None:
    judgement, _ = judged(read(shown, shown), letters, known([near]))
    assert judgement.word == shown


def test_an_unread_card_is_given_the_known_word_that_it_shows(letters: Lettering) -> None:
    judgement, rest = judged(read("GRADE", None), letters, known(["GRADE", "BUDEN", "TASSE", "HUND"]))
    assert (judgement.word, judgement.certainty) == ("GRADE", Certainty.DOUBTFUL)
    assert rest < LOOKS_RIGHT


def test_an_unread_card_stays_unread_where_no_known_word_fits(letters: Lettering) -> None:
    judgement, _ = judged(read("GRADE", None), letters, known(["HOTEL", "TASSE", "HUNDE", "SCHAL"]))
    assert judgement.word is None


def test_sure_words_are_not_touched(letters: Lettering) -> None:
    card = read("STÄD", "STAD", sure=True)
    assert judged(card, letters, known(["STÄD"])) == (card.judgement, 1.0)


def test_letters_are_placed_where_they_stand(letters: Lettering) -> None:
    seen = seen_word(writing("DACHSE", 3), BLUR_PX)
    places, cost = likeness(seen, letters).align("DACHSE")
    assert np.all(np.diff(places) > 8)
    assert abs(float(places.mean()) - seen.wide / 2) < 6
    assert cost < likeness(seen, letters).align("BUTTER")[1]


def test_a_word_that_is_longer_than_its_strip_has_no_place(letters: Lettering) -> None:
    seen = seen_word(writing("TÜR", 3), BLUR_PX)
    assert likeness(seen, letters).align("SCHADENSTEUER")[1] > 1e6


def test_a_vocabulary_finds_the_word_among_many(letters: Lettering) -> None:
    seen = seen_word(writing("STADEL", 5), BLUR_PX)
    words = Vocabulary(table_of(["STADEL", "STUDER", "SCHULD", "A", "HANDLE", "X" * 20]), letters.face)
    assert words.best(likeness(seen, letters), (24.0, seen.wide - 24.0), 1) == ["STADEL"]
    assert words.best(likeness(seen, letters), (24.0, 30.0), 1) == []
