"""A second engine looks at the doubtful cards only: it may settle them, and its dissent keeps them doubtful."""

from __future__ import annotations

import importlib.util

import cv2
import numpy as np
import pytest

from companion.table.scan import Certainty
from companion.vision.agreement import SECOND, Readings, judge
from companion.vision.board import find_board
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.engine import NOTHING, EngineMissing, Line
from companion.vision.ocr.rapid import LETTERS, RapidEngine
from companion.vision.ocr.recorded import RecordedEngine, RecordingEngine
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.reader import Engines, read_cards, read_second
from companion.vision.scanner import Scanner
from companion.vision.surface import reading_gray
from tests.vision.drawn import Look, deal, draw

WAYS = ("sharpened", "plain", "flattened", "inked")


def readings(words: list[tuple[str, float]], second: Line | None, **others: bool) -> Readings:
    lines = {way: Line(*word) for way, word in zip(WAYS, words, strict=True)}
    return Readings(lines | ({SECOND: second} if second else {}), **others)


UNSURE = [("SADDLE", 0.9), ("SADDLE", 0.7), ("SADOLE", 0.6), ("SADDIE", 0.5)]


def certainty(second: Line | None, words=UNSURE, **others: bool) -> Certainty:
    return judge(readings(words, second, **others), Lexicon(), 4).certainty


def test_a_confident_second_engine_that_agrees_settles_a_doubt():
    assert certainty(None) is Certainty.DOUBTFUL
    assert certainty(Line("SADDLE", 0.99)) is Certainty.SURE
    judged = judge(readings(UNSURE, Line("SADDLE", 0.99)), Lexicon(), 4)
    assert (judged.word, judged.candidates) == ("SADDLE", ("SADDLE",))


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (Line("SADDLE", 0.8), UNSURE),
        (Line("SADOLE", 0.99), UNSURE),
        (NOTHING, UNSURE),
        (Line("SADDLE", 0.99), [("SADDLE", 0.9), ("SADOLE", 0.7), ("SODDLE", 0.6), ("SADDIE", 0.5)]),
        (Line("SADDLE", 0.99), [("SADDLE", 0.4), ("SADDLE", 0.3), ("SADOLE", 0.2), ("SADDIE", 0.1)]),
        (Line("SADDLE", 0.99), [("SADDLE", 0.9), ("SADDLE", 0.7), ("SADOLE", 0.9), ("SADDIE", 0.5)]),
    ],
)
def test_it_stays_doubtful_where_agreement_is_thin(second, words):
    assert certainty(second, words) is Certainty.DOUBTFUL


def test_what_else_speaks_against_a_word_still_does():
    second = Line("SADDLE", 0.99)
    assert certainty(second, whole=False) is Certainty.DOUBTFUL
    assert certainty(second, tiny=True) is Certainty.DOUBTFUL
    assert certainty(second, way_in_doubt=True) is Certainty.DOUBTFUL


def test_a_dissenting_second_engine_offers_its_word():
    judged = judge(readings(UNSURE, Line("SADOLE", 0.99)), Lexicon(), 4)
    assert judged.certainty is Certainty.DOUBTFUL
    assert "SADOLE" in judged.candidates and "SADDLE" in judged.candidates


def test_dissent_makes_agreement_doubtful():
    agreed = [("SADDLE", 0.99)] * 4
    assert certainty(None, agreed) is Certainty.SURE
    assert certainty(Line("SADOLE", 0.95), agreed) is Certainty.DOUBTFUL


def test_a_space_that_one_engine_sees_and_the_other_does_not_is_no_dissent():
    words = [("NEW YORK", 0.9), ("NEW YORK", 0.8), ("NEWYORK", 0.5), ("NEW YORI", 0.5)]
    judged = judge(readings(words, Line("NEWYORK", 0.99)), Lexicon(), 4)
    assert (judged.word, judged.certainty) == ("NEW YORK", Certainty.SURE)


@pytest.mark.parametrize(
    ("word", "second"), [("HÖHLE", "HOHLE"), ("MR. FOX", "MRFOX"), ("O'NEIL", "ONEIL"), ("TRÈFLE", "TRÉFLE")]
)
def test_marks_and_points_that_it_loses_are_neither_dissent_nor_support(word, second):
    words = [(word, 0.9), (word, 0.7), (word, 0.6), (word[:-1], 0.5)]
    judged = judge(readings(words, Line(second, 0.99)), Lexicon(), 4)
    assert (judged.word, judged.certainty) == (word, Certainty.DOUBTFUL)
    assert second not in judged.candidates
    assert judge(readings([(word, 0.99)] * 4, Line(second, 0.99)), Lexicon(), 4).certainty is Certainty.SURE


class Hesitant:
    """Tesseract with less confidence than it has, so that nothing is sure; counts what it is given."""

    def __init__(self) -> None:
        self._engine = TesseractEngine()
        self.strips = 0

    def read_lines(self, strips):
        self.strips += len(strips)
        return [Line(line.text, min(line.confidence, 0.65)) for line in self._engine.read_lines(strips)]


class Asked:
    """A second engine that reads what Tesseract reads, but is certain of it; keeps the strips."""

    def __init__(self) -> None:
        self.strips: list[np.ndarray] = []
        self._engine = TesseractEngine()

    def read_lines(self, strips):
        self.strips.extend(strips)
        return [Line(line.text, 0.99) for line in self._engine.read_lines(strips)]


@pytest.fixture(scope="module")
def table():
    drawn = draw(deal(1), Look(), 1)
    board = find_board(drawn.picture)
    assert board is not None
    return drawn, board, reading_gray(drawn.picture)


def test_only_doubtful_cards_reach_the_second_engine(table):
    drawn, board, gray = table
    cards = read_cards(gray, board.places, Engines(Hesitant()), Lexicon())
    doubtful = [card for card in cards if card.judgement.certainty is Certainty.DOUBTFUL]
    assert doubtful
    second = Asked()
    read_second(gray, cards, second, Lexicon())
    assert len(second.strips) == len(doubtful)
    again = Asked()
    settled = [card for card in cards if card.settled]
    assert len(settled) > len(cards) - len(doubtful)
    read_second(gray, settled, again, Lexicon())
    assert again.strips == []
    assert all(card.judgement.word in drawn.words for card in settled)


def test_a_recording_does_as_a_second_engine(table, tmp_path):
    _, board, gray = table
    engine = Hesitant()
    recording = RecordingEngine(Asked())
    cards = read_cards(gray, board.places, Engines(engine), Lexicon())
    read_second(gray, cards, recording, Lexicon())
    recording.save(tmp_path / "second.json")
    again = read_cards(gray, board.places, Engines(engine), Lexicon())
    read_second(gray, again, RecordedEngine.load(tmp_path / "second.json"), Lexicon())
    assert [card.judgement for card in again] == [card.judgement for card in cards]


def test_an_unknown_second_engine_is_refused_with_the_known_one():
    with pytest.raises(EngineMissing, match="second engine 'magic' is not known: use rapidocr"):
        Scanner(second="magic")


SIGNS = "\n".join(sorted(set("".join(LETTERS.values())) | set("'-.")))


class Model:
    """Stands for the model: says, step by step, what it was told to; refuses lines of the wrong shape."""

    def __init__(self, steps: str, share: float = 0.9, signs: str = SIGNS) -> None:
        """``steps``: a sign for each step, ``_`` for none, as the model gives it."""
        self._signs = ["_", *signs.splitlines(), " "]
        self._steps, self._share = steps, share
        self.widths: list[int] = []

    def __call__(self, line: np.ndarray) -> np.ndarray:
        assert line.dtype == np.float32 and line.shape[:3] == (1, 3, 48)
        assert line.min() >= -1 and line.max() <= 1
        self.widths.append(line.shape[3])
        scores = np.full((1, len(self._steps), len(self._signs)), 0.001, np.float32)
        for step, sign in enumerate(self._steps):
            scores[0, step, self._signs.index(sign)] = self._share
        return scores


def engine(model: Model, language: str = "eng") -> RapidEngine:
    return RapidEngine(language, lambda: (model, SIGNS))


BLANK = np.full((60, 300), 255, np.uint8)


@pytest.mark.parametrize(
    ("steps", "text"),
    [("__HH_O_UU_S_E__", "HOUSE"), ("AAPP_PPLE", "APPLE"), ("NEW _ YORK", "NEW  YORK"), ("______", ""), (" _ ", "")],
)
def test_steps_become_a_word(steps, text):
    line = engine(Model(steps)).read_lines([BLANK])[0]
    assert line.text == text
    assert line.confidence == pytest.approx(0.9 if text else 0.0)


def test_a_word_without_marks_is_never_certain_in_a_language_that_has_some():
    assert engine(Model("MOWE", share=0.99)).read_lines([BLANK])[0].confidence == pytest.approx(0.99)
    assert engine(Model("MOWE", share=0.99), "eng+deu").read_lines([BLANK])[0].confidence == pytest.approx(0.9)
    assert engine(Model("MÖWE", share=0.99), "deu").read_lines([BLANK])[0].confidence == pytest.approx(0.99)


def test_every_strip_gives_one_line_and_keeps_its_shape():
    model = Model("A")
    assert len(engine(model).read_lines([BLANK, BLANK[:, :150], np.zeros((60, 3), np.uint8)])) == 3
    assert model.widths == [240, 120, 32]
    assert engine(model).read_lines([]) == []


@pytest.mark.parametrize("language", ["rus", "heb", "eng+ell", "chi_sim"])
def test_a_language_that_the_model_lacks_is_refused_by_name(language):
    with pytest.raises(EngineMissing, match=f"language {language.split('+')[-1]}: .* leave out --second"):
        engine(Model("A"), language)


def test_a_model_without_a_letter_of_the_language_is_refused():
    signs = SIGNS.replace("Ř\n", "")
    with pytest.raises(EngineMissing, match=r"language ces: .* does not know Ř"):
        RapidEngine("ces", lambda: (Model("A", signs=signs), signs))
    assert RapidEngine("deu", lambda: (Model("A", signs=signs), signs)).read_lines([BLANK])[0].text == "A"


def test_a_model_of_another_list_of_signs_is_refused():
    with pytest.raises(EngineMissing, match="do not belong together"):
        RapidEngine("eng", lambda: (Model("A"), SIGNS + "\nµ")).read_lines([BLANK])


def test_the_stand_in_of_the_model_refuses_what_the_model_refuses():
    with pytest.raises(AssertionError):
        Model("A")(np.zeros((1, 3, 32, 100), np.float32))
    with pytest.raises(AssertionError):
        Model("A")(np.full((1, 3, 48, 100), 255, np.float32))


INSTALLED = all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime"))


def strip(word: str) -> np.ndarray:
    canvas = np.full((60, 60 + 30 * len(word)), 255, np.uint8)
    cv2.putText(canvas, word, (30, 44), cv2.FONT_HERSHEY_DUPLEX, 1.3, 0, 3, cv2.LINE_AA)
    return canvas


def test_installed_it_reads_and_not_installed_it_says_how_to_install():
    if not INSTALLED:
        with pytest.raises(EngineMissing, match="scripts/second-engine") as missing:
            Scanner(second="rapidocr")
        assert "\n" not in str(missing.value)
        return
    lines = RapidEngine("eng").read_lines([strip("HOUSE"), strip(" "), strip("GARDEN")])
    assert [line.text for line in lines] == ["HOUSE", "", "GARDEN"]
    assert min(lines[0].confidence, lines[2].confidence) > 0.9
