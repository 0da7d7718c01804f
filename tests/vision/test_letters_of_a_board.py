"""Doubtful words are compared with the letters of their own board: written strips, blurred, learnt and told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.table.scan import Certainty
from companion.vision.agreement import NET, Judgement
from companion.vision.comparing import LOOKS_RIGHT, Read, board_letters, judged_by_letters
from companion.vision.lettering import Lettering
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.capitals import Glimpse
from companion.vision.ocr.engine import Line
from companion.vision.placing import likeness
from companion.vision.restore import Writing
from companion.vision.synthesis import seen_word
from companion.vision.typeface import CAN_BE_DRAWN, CAP, drawn_typeface
from companion.vision.vocabulary import Vocabulary, table_of

pytestmark = pytest.mark.skipif(not CAN_BE_DRAWN, reason="this OpenCV brings no typeface")
BLUR_PX = 2.4
TAUGHT = ["LADDER", "CANDY", "HOUSE", "GARDEN", "BÄR", "TÜRE", "BUTTER", "SCHAL", "OLDER", "DACHS", "UNDER", "STEG"]


def writing(word: str, seed: int, blur_px: float = BLUR_PX, noise: float = 0.03, ink: float = 1.0) -> Writing:
    """A word in OpenCV's own typeface, but narrower and thinner than letters are drawn at first."""
    rng = np.random.default_rng(seed)
    font, size, finer = cv2.FontFace("sans"), round(4 * CAP / 0.75), 4
    wide = cv2.getTextSize((9000, 400), word, (0, 128), font, size, 500)[2]
    large = np.zeros((42 * finer, wide + 2 * 24 * finer), np.uint8)
    cv2.putText(large, word, (24 * finer, 32 * finer), 255, font, size, 500)
    strip = cv2.resize(
        large.astype(np.float32) / 255, (round(0.93 * large.shape[1] / finer), 42), interpolation=cv2.INTER_AREA
    )
    dark = ink * cv2.GaussianBlur(strip, (0, 0), blur_px) + rng.normal(0, noise, strip.shape)
    return Writing(dark.astype(np.float32), noise, CAP, (12, 32), 0.0, np.eye(2))


def read(
    word: str,
    as_word: str | None,
    sure: bool = False,
    *,
    confidence: float = 0.8,
    noise: float = 0.03,
    ink: float = 1.0,
) -> Read:
    """A card that shows one word and was read as another, or as none."""
    lines: Mapping[str, Line] = {} if as_word is None else {"plain": Line(as_word, confidence)}
    certainty = Certainty.UNREAD if as_word is None else Certainty.SURE if sure else Certainty.DOUBTFUL
    judgement = Judgement(as_word, certainty, confidence if as_word else 0.0, (as_word,) if as_word else ())
    strip = writing(word, len(word), noise=noise, ink=ink)
    return Read(seen_word(strip, BLUR_PX), lines, judgement, not sure)


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
    assert letters.misfit < 0.03
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


def seen_by_net(word: str, confidence: float, nearly: str = "") -> Glimpse:
    """What the net would say: a step for each sign, one for none between; ``nearly``: what it sees almost as well."""
    signs = sorted({*word, *"ABDELPRSTUÄÅ"})
    steps = np.full((2 * len(word) + 1, len(signs) + 1), -18.0)
    steps[::2, 0] = 0.0
    for number, sign in enumerate(word):
        steps[2 * number + 1, 1 + signs.index((nearly or word)[number])] = -2.0
        steps[2 * number + 1, 1 + signs.index(sign)] = 0.0
    return Glimpse(Line(word, confidence), steps, {sign: 1 + number for number, sign in enumerate(signs)})


@pytest.mark.parametrize(
    ("net", "others", "word"),
    [
        (0.97, {}, "TUP"),
        (0.6, {}, "TUB"),
        (0.7, {name: Line("TUP", 0.9) for name in ("other", "third")}, "TUP"),
        (0.4, {name: Line("TUP", 0.9) for name in ("other", "third")}, "TUB"),
        (0.97, {name: Line("TUB", 0.9) for name in ("other", "third")}, "TUB"),
    ],
)
def test_no_word_that_was_hardly_read_stands_against_a_known_one_of_which_the_net_is_certain(
    letters: Lettering, net: float, others: dict[str, Line], word: str
) -> None:
    card = read("TUB", "TUP")
    lines = {**card.lines, **others, NET: Line("TUP", net)}
    card = replace(card, glimpse=seen_by_net("TUP", net), lines=lines)
    assert judged(card, letters, known(["TUB", "TUP"]))[0].word == word


def test_an_unread_card_is_given_the_known_word_that_it_shows(letters: Lettering) -> None:
    judgement, rest = judged(read("GRADE", None), letters, known(["GRADE", "BUDEN", "TASSE", "HUND"]))
    assert (judgement.word, judgement.certainty) == ("GRADE", Certainty.DOUBTFUL)
    assert rest < LOOKS_RIGHT


def test_an_unread_card_stays_unread_where_no_known_word_fits(letters: Lettering) -> None:
    judgement, _ = judged(read("GRADE", None), letters, known(["HOTEL", "TASSE", "HUNDE", "SCHAL"]))
    assert judgement.word is None


def test_noise_does_not_keep_an_unread_card_from_its_word(letters: Lettering) -> None:
    judgement, misfit = judged(read("GRADE", None, noise=0.13), letters, known(["GRADE", "BUDEN", "TASSE", "HUND"]))
    assert judgement.word == "GRADE"
    assert misfit < LOOKS_RIGHT


def test_on_a_board_of_many_unread_cards_each_is_compared(letters: Lettering) -> None:
    shown = [
        "GRADE",
        "STADEL",
        "ERDE",
        "BUDEN",
        "LADEN",
        "HADER",
        "GURTE",
        "SCHULTER",
        "RUDEL",
        "BADEN",
        "SAGEN",
        "NADEL",
    ]
    judgements = judged_by_letters([read(word, None) for word in shown], letters, known([*shown, "HOTEL", "TASSE"]))
    assert [judgement.word for judgement, _ in judgements] == shown


def test_how_dark_ink_is_follows_from_the_board(letters: Lettering) -> None:
    darker = board_letters([read(word, word, sure=True, ink=1.4) for word in TAUGHT], known())
    assert darker is not None
    assert darker.dark / letters.dark == pytest.approx(1.4, abs=0.1)
    words = Vocabulary(table_of(["STADEL", "BRUNNE", "SCHULD", "MUMMEN"]), darker.face)
    seen = seen_word(writing("STADEL", 5, ink=1.4), BLUR_PX)
    assert words.best(likeness(seen, darker), (24.0, seen.wide - 24.0), 1) == ["STADEL"]


def test_a_letter_that_the_board_has_not_shown_gains_nothing_by_that(letters: Lettering) -> None:
    assert "F" not in letters.known
    judgement, _ = judged(read("STEG", None), letters, known(["STEG", "STEF", "STEP"]))
    assert judgement.word == "STEG"


def test_marks_that_were_read_need_not_be_known_where_the_letters_are(letters: Lettering) -> None:
    card = read("STÄD", "STÄD")
    judgement, _ = judged(card, letters, known(["STAD", "HOTEL"]))
    assert judgement.word == "STÄD"


def test_of_marks_that_look_alike_those_of_a_known_word_are_shown() -> None:
    taught = [read(word, word, sure=True) for word in TAUGHT]
    letters = board_letters(taught, Lexicon(language="swe"))
    assert letters is not None
    card = replace(read("STÄD", "STÅD", noise=0.2), glimpse=seen_by_net("STÅD", 0.5, nearly="STÄD"))
    assert judged(card, letters, Lexicon(["STAD"], language="swe"))[0].word == "STÅD"
    assert judged(card, letters, Lexicon(["STAD", "STÄD"], language="swe"))[0].word == "STÄD"


def test_a_phrase_is_compared_with_known_ones_that_differ_in_a_letter(letters: Lettering) -> None:
    judgement, _ = judged(read("ST. EGER", "ST. EGEB"), letters, known(["ST. EGER", "HOTEL"]))
    assert judgement.word == "ST. EGER"


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


def test_many_words_cost_what_each_costs_alone(letters: Lettering) -> None:
    table = likeness(seen_word(writing("STADEL", 5), BLUR_PX), letters)
    words = ["STADEL", "STEG", "HANDLE", "B"]
    numbers = np.full((len(words), 8), len(letters.face.letters), np.int16)
    for row, word in zip(numbers, words, strict=True):
        row[: len(word)] = letters.face.indices(word)
    assert table.costs(numbers) == pytest.approx([table.align(word)[1] for word in words], rel=1e-4)


def test_a_vocabulary_finds_the_word_among_many(letters: Lettering) -> None:
    seen = seen_word(writing("STADEL", 5), BLUR_PX)
    words = Vocabulary(table_of(["STADEL", "STUDER", "SCHULD", "A", "HANDLE", "X" * 20]), letters.face)
    assert words.best(likeness(seen, letters), (24.0, seen.wide - 24.0), 1) == ["STADEL"]
    assert words.best(likeness(seen, letters), (24.0, 30.0), 1) == []
