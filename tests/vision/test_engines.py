"""The engines behind one interface: the real one, the one that reads nothing, the recorded one."""

from __future__ import annotations

import threading

import cv2
import numpy as np
import pytest

from companion.vision.ocr.blank import BlankEngine
from companion.vision.ocr.engine import NOTHING, EngineMissing, Line
from companion.vision.ocr.recorded import RecordedEngine, RecordingEngine, fingerprint
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.reader import ReadCard, read_cards
from companion.vision.scanner import Scanner


def strip(word: str) -> np.ndarray:
    canvas = np.full((60, 60 + 30 * len(word)), 255, np.uint8)
    cv2.putText(canvas, word, (30, 44), cv2.FONT_HERSHEY_DUPLEX, 1.3, 0, 3, cv2.LINE_AA)
    return canvas


def test_tesseract_gives_one_line_for_each_strip_in_their_order():
    lines = TesseractEngine().read_lines([strip("HOUSE"), strip(" "), strip("GARDEN")])
    assert [line.text for line in (lines[0], lines[-1])] == ["HOUSE", "GARDEN"]
    assert len(lines) == 3
    assert lines[1].confidence < 0.5 < min(lines[0].confidence, lines[2].confidence)


def test_no_strips_need_no_call():
    assert TesseractEngine().read_lines([]) == []


def test_tesseract_leaves_no_files_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    TesseractEngine().read_lines([strip("HOUSE")])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("xyz", "tesseract-ocr-xyz"), ("eng+xyz", "tesseract-ocr-xyz"), ("chi_sim", "tesseract-ocr-chi-sim"),
     ("english please", "no Tesseract code"), ("../etc", "no Tesseract code"), ("", "no Tesseract code")],
)  # fmt: skip
def test_a_language_without_a_model_names_the_package_to_install(language, told):
    with pytest.raises(EngineMissing, match=told) as missing:
        TesseractEngine(language)
    assert "\n" not in str(missing.value)


def test_without_tesseract_the_package_to_install_is_named(monkeypatch, tmp_path):
    engine = TesseractEngine()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing, match="apt install tesseract-ocr") as missing:
        engine.read_lines([strip("HOUSE")])
    assert "\n" not in str(missing.value)


def test_an_unknown_engine_is_refused_with_the_known_ones():
    with pytest.raises(EngineMissing, match="blank or tesseract"):
        Scanner(engine="magic")


def test_the_blank_engine_reads_nothing():
    assert BlankEngine().read_lines([strip("HOUSE"), strip("GARDEN")]) == [NOTHING, NOTHING]


def test_a_recording_repeats_what_was_read_and_fails_on_anything_else(tmp_path):
    recording = RecordingEngine(TesseractEngine())
    read = recording.read_lines([strip("HOUSE"), strip("GARDEN")])
    recording.save(tmp_path / "lines.json")
    repeated = RecordedEngine.load(tmp_path / "lines.json")
    assert repeated.read_lines([strip("GARDEN"), strip("HOUSE")]) == read[::-1]
    changed = strip("HOUSE")
    changed[0, 0] = 0
    with pytest.raises(EngineMissing, match="record it again"):
        repeated.read_lines([changed])


def test_a_strip_is_known_by_its_pixels_and_its_shape():
    flat = np.zeros((4, 6), np.uint8)
    assert fingerprint(flat) == fingerprint(flat.copy())
    assert fingerprint(flat) != fingerprint(flat.reshape(6, 4))


class CountingEngine:
    """Reads every strip as the same word and remembers how many strips came, from which threads."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.calls: list[tuple[int, int]] = []

    def read_lines(self, strips):
        self.calls.append((len(strips), threading.get_ident()))
        return [self._line for _ in strips]


@pytest.mark.parametrize(("confidence", "strips"), [(0.97, 50), (0.5, 50 + 25 * 5)])
def test_only_doubtful_cards_are_read_in_further_ways(confidence, strips):
    from companion.vision.board import find_board
    from companion.vision.lexicon import Lexicon
    from companion.vision.surface import reading_gray
    from tests.vision.drawn import ALL_WORDS, Look, draw

    drawn = draw(tuple(word for word in ALL_WORDS if len(word) < 5)[:25], Look(), 1)
    board = find_board(drawn.picture)
    assert board is not None
    engine = CountingEngine(Line("WORD", confidence))
    cards = read_cards(reading_gray(drawn.picture), board.places, engine, Lexicon())
    assert sum(count for count, _ in engine.calls) == strips
    assert all(isinstance(card, ReadCard) and card.settled == (confidence > 0.9) for card in cards)
