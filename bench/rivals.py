"""Other ways of reading a board, each given more than it would have: the cards that our finder cut out, upright."""

from __future__ import annotations

import importlib.util
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import pytesseract

from bench.memory import peak_mb
from companion.table.scan import BoardScan
from companion.vision.board import CardPlace
from companion.vision.eye import Eye
from companion.vision.lexicon import Lexicon, printed_word
from companion.vision.ocr.engine import EngineMissing, Line, Strip
from companion.vision.ocr.rapid import RapidEngine
from companion.vision.reader import Engines, read_cards
from companion.vision.surface import reading_gray

Words = tuple[str | None, ...]


def per_card(picture: Any, scan: BoardScan, words: Words, language: str) -> int:
    """25 calls of pytesseract, one for each card; how many words are right."""
    eye, right = Eye(), 0
    for card, word in zip(scan.cards, words, strict=True):
        crop = cv2.resize(eye.card(picture, card.outline_px), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        text = pytesseract.image_to_string(crop, lang=language, config="--psm 6")
        right += word is not None and word in " ".join(text.upper().split())
    return right


def whole_picture(picture: Any, words: Words, language: str) -> int:
    """One call of pytesseract for everything; how many words are somewhere in its answer."""
    text = " ".join(pytesseract.image_to_string(picture, lang=language, config="--psm 11").upper().split())
    read = f" {text} "
    return sum(word is not None and f" {word} " in read for word in words)


class Cutter:
    """An engine that reads nothing and keeps the strips that it is given."""

    def __init__(self) -> None:
        self.calls: list[list[Strip]] = []

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """Every strip gives the same confident word, so that no card is read again."""
        self.calls.append(list(strips))
        return [Line("WORD", 1.0) for _ in strips]


def strips_of(picture: Any, scan: BoardScan) -> list[Strip]:
    """The strips of the 25 cards as they come before an engine first, A1 to E5, upright."""
    outlines = [np.array(card.outline_px, np.float64) for card in scan.cards]
    places = [CardPlace(corners, turned=False, likeness=1.0, lead=9.0, due=corners) for corners in outlines]
    cutter = Cutter()
    read_cards(reading_gray(picture), places, Engines(cutter), Lexicon())
    # Two ways of preparing, side by side: the first one makes higher strips.
    every = [strip for call in cutter.calls for strip in call]
    parts = every[: len(places)], every[len(places) : 2 * len(places)]
    return max(parts, key=lambda part: float(np.mean([strip.shape[0] for strip in part])))


@dataclass(frozen=True, slots=True)
class Answer:
    """What an optional engine made of the strips of all boards: seconds a board, memory that it took beside ours."""

    right: int
    seconds: tuple[float, ...]
    more_mb: float


def tesserocr_on(boards: list[tuple[list[Strip], Words, str]]) -> Answer | None:
    """One kept library object of tesserocr for each language; None if it is not installed. In a process of its own."""
    if importlib.util.find_spec("tesserocr") is None:
        return None
    import tesserocr
    from PIL import Image

    before_mb = peak_mb()
    folder = _models()
    kept: dict[str, Any] = {}
    right, seconds = 0, []
    for strips, words, language in boards:
        if language not in kept:
            kept[language] = tesserocr.PyTessBaseAPI(path=folder, lang=language, psm=tesserocr.PSM.SINGLE_LINE)
        started = time.perf_counter()
        for strip, word in zip(strips, words, strict=False):
            kept[language].SetImage(Image.fromarray(strip))
            right += printed_word(kept[language].GetUTF8Text().strip()) == word
        seconds.append(time.perf_counter() - started)
    return Answer(right, tuple(seconds), peak_mb() - before_mb)


def rapid_on(boards: list[tuple[list[Strip], Words, str]]) -> Answer | None:
    """RapidOCR's recogniser, ours to run; None if it is not installed. In a process of its own."""
    before_mb = peak_mb()
    right, seconds = 0, []
    engines: dict[str, RapidEngine | None] = {}
    for strips, words, language in boards:
        if language not in engines:
            try:
                engines[language] = RapidEngine(language)
            except EngineMissing as error:
                if "not installed" in str(error):
                    return None
                engines[language] = None
        engine = engines[language]
        started = time.perf_counter()
        lines = engine.read_lines(strips) if engine is not None else []
        seconds.append(time.perf_counter() - started)
        right += sum(_same(line.text, word) for line, word in zip(lines, words, strict=False))
    return Answer(right, tuple(seconds), peak_mb() - before_mb)


def _same(read: str, word: str | None) -> bool:
    """It often sees no space where one is: with that it would be a word of the list that the players hold."""
    return word is not None and printed_word(read).replace(" ", "") == word.replace(" ", "")


def _models() -> str:
    """The folder of Tesseract's models that pytesseract uses too."""
    told = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=True).stdout
    return told.split('"')[1]
