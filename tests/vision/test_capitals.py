"""The net for capitals: what it reads, when its word counts, and that it is asked about doubtful cards only."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import companion
from companion.table.scan import Certainty
from companion.vision.agreement import NET, Readings, judge
from companion.vision.board import CardPlace, find_board
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.capitals import HEIGHT_PX, LIGHTEST, STEPS, CapitalsEngine, knows, likelihood
from companion.vision.ocr.engine import NOTHING, EngineMissing, Line
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.readcard import laid_out
from companion.vision.reader import Engines, read_cards
from companion.vision.rectify import capitals_strip
from companion.vision.scanner import BoardNotFound, Scanner
from companion.vision.surface import reading_gray
from tests.vision.drawn import Look, deal, draw, kivy_font

PAPER = round(LIGHTEST * STEPS)
WORDS = {
    "eng": deal(3),
    "ces": (
        "ČÁP", "DŮM", "ŽÁBA", "KŘÍŽ", "MĚSTO", "ŘEKA", "SEŠIT", "ŠKOLA", "LOĎ", "KŮŇ", "ÚL", "MÝDLO", "VĚŽ", "LÉTO",
        "PEŘÍ", "ČLUN", "HŘÍDEL", "OKO", "NŮŽ", "JEŽEK", "STŮL", "TRÁVA", "LED", "BUBEN", "FÍK",
    ),
    "rus": (
        "РЕКА", "ЁЖ", "МОСТ", "СНЕГ", "ЯБЛОКО", "ЩУКА", "ФЛАГ", "ДОМ", "ЧАЙ", "ЮЛА", "ПЬЕСА", "ЖУК", "ХЛЕБ", "ЦИРК",
        "ГНОМ", "БАНЯ", "ВОЛК", "ЛИСА", "КИТ", "НОС", "ОКНО", "ПУШКА", "РАК", "СОВА", "ТИГР",
    ),
}  # fmt: skip


def strips_of(words: tuple[str, ...], blur: float) -> list[np.ndarray]:
    """Strips of a blurred board, cut out where its cards lie."""
    bold = kivy_font("Roboto-Bold.ttf")
    drawn = draw(words, Look(size=(1600, 1200), blur=blur, noise=5, jpeg=60, tilt=15, bold=bold), 5)
    gray = reading_gray(drawn.picture)
    places = [CardPlace(np.array(o), turned=False, likeness=0.6, lead=3.0, due=np.array(o)) for o in drawn.outlines]
    return [capitals_strip(laid_out(gray, place).writing) for place in places]


@pytest.mark.parametrize("language", WORDS)
def test_blurred_capitals_are_read_by_the_net_alone(language):
    lines = CapitalsEngine(language).read_lines(strips_of(WORDS[language], 1.8))
    right = [line.text == word for line, word in zip(lines, WORDS[language], strict=True)]
    assert sum(right) >= 22
    sure = [line.text == word for line, word in zip(lines, WORDS[language], strict=True) if line.confidence > 0.97]
    assert len(sure) >= 10
    assert all(sure)


def test_only_letters_of_the_language_are_read():
    strips = strips_of(WORDS["ces"], 0.8)
    assert all(line.text.isascii() for line in CapitalsEngine("eng").read_lines(strips))
    assert any(not line.text.isascii() for line in CapitalsEngine("ces").read_lines(strips))


def test_where_nothing_stands_nothing_is_read_with_certainty():
    noise = np.random.default_rng(1).integers(120, PAPER, (HEIGHT_PX, 90)).astype(np.uint8)
    for strip in (np.full((HEIGHT_PX, 60), PAPER, np.uint8), np.full((HEIGHT_PX, 3), PAPER, np.uint8), noise):
        line = CapitalsEngine().read_lines([strip])[0]
        assert line == NOTHING or line.confidence < 0.5
    assert CapitalsEngine().read_lines([]) == []


def test_a_word_upside_down_is_not_read_with_certainty():
    turned = [np.ascontiguousarray(strip[::-1, ::-1]) for strip in strips_of(deal(3), 0.8)]
    lines = CapitalsEngine().read_lines(turned)
    assert sum(line.confidence > 0.9 and len(line.text) > 2 for line in lines) <= 1


def test_what_a_strip_says_does_not_depend_on_the_strips_beside_it():
    strips = strips_of(deal(3), 1.4)
    engine = CapitalsEngine()
    together, alone = engine.read_lines(strips), [engine.read_lines([strip])[0] for strip in strips]
    assert [line.text for line in together] == [line.text for line in alone]
    assert [line.confidence for line in together] == pytest.approx([line.confidence for line in alone], abs=0.02)


def test_the_likelihood_of_a_word_is_that_of_all_ways_to_say_it():
    rng = np.random.default_rng(2)
    shares = rng.random((5, 3))
    shares /= shares.sum(axis=1, keepdims=True)
    for word in ((1,), (1, 2), (1, 1), (2, 1, 2)):
        ways = 0.0
        for path in itertools.product(range(3), repeat=5):
            said = tuple(sign for sign, _ in itertools.groupby(path) if sign)
            ways += float(np.prod(shares[range(5), path])) if said == word else 0.0
        assert likelihood(np.log(shares), np.array(word)) == pytest.approx(np.log(ways))


def test_a_word_that_was_read_is_likelier_than_its_neighbours_and_strange_signs_are_impossible():
    glimpse = CapitalsEngine().look(strips_of(deal(3), 1.0))[0]
    word = deal(3)[0]
    assert glimpse.line.text == word
    assert glimpse.likelihood(word) == pytest.approx(np.log(glimpse.line.confidence))
    assert glimpse.likelihood(word) > glimpse.likelihood(word[:-1] + ("I" if word[-1] != "I" else "L"))
    assert glimpse.likelihood("ß") == -np.inf
    assert glimpse.likelihood("A" * 500) == -np.inf


def test_languages_whose_letters_it_does_not_know_are_read_without_it():
    assert knows("eng")
    assert knows("ces+pol")
    assert not knows("heb")
    assert not knows("eng+heb")
    assert not knows("jpn")
    with pytest.raises(EngineMissing, match="language heb: the net for capitals does not know its letters"):
        CapitalsEngine("heb")
    assert Scanner("heb")._engines.capitals is None
    assert Scanner("eng", capitals=False)._engines.capitals is None
    assert Scanner("eng")._engines.capitals is not None


def test_the_net_is_asked_about_doubtful_cards_only():
    drawn = draw(deal(1), Look(blur=1.6, noise=6, jpeg=60), 1)
    board = find_board(drawn.picture)
    assert board is not None
    engines = Engines(TesseractEngine(), CapitalsEngine())
    cards = read_cards(reading_gray(drawn.picture), board.places, engines, Lexicon())
    asked = [card for card in cards if card.glimpse is not None]
    assert 0 < len(asked) < 25
    assert all(card.settled for card in cards if card.glimpse is None)
    assert all(card.judgement.word in drawn.words for card in cards)
    plain = read_cards(reading_gray(drawn.picture), board.places, Engines(TesseractEngine()), Lexicon())
    assert not any(card.glimpse or NET in card.lines for card in plain)


TWICE = {"sharpened": Line("SADDLE", 0.8), "plain": Line("SADDLE", 0.6)}


@pytest.mark.parametrize(
    ("net", "lines", "certainty"),
    [
        (None, TWICE, Certainty.DOUBTFUL),
        (Line("SADDLE", 0.995), TWICE, Certainty.SURE),
        (Line("SADDLE", 0.96), TWICE, Certainty.DOUBTFUL),
        (Line("SADOLE", 0.995), TWICE, Certainty.DOUBTFUL),
        (Line("SADDLE", 0.995), TWICE | {"plain": Line("SADOLE", 0.85)}, Certainty.DOUBTFUL),
        (Line("SADDLE", 0.995), {"sharpened": Line("", 0.0), "plain": Line("", 0.0)}, Certainty.DOUBTFUL),
        (Line("SADDLE", 0.995), {name: Line("SADDLE", 0.4) for name in TWICE}, Certainty.DOUBTFUL),
    ],
)
def test_it_settles_a_doubt_only_beside_a_reading_that_says_the_same(net, lines, certainty):
    readings = Readings(lines | ({NET: net} if net else {}))
    assert judge(readings, Lexicon(), 2).certainty is certainty


def test_it_denies_what_two_readings_agree_on():
    lines = {name: Line("UP", 0.97) for name in TWICE}
    assert judge(Readings(lines), Lexicon(), 2).certainty is Certainty.SURE
    denied = judge(Readings(lines | {NET: Line("LIP", 0.9)}), Lexicon(), 2)
    assert denied.certainty is Certainty.DOUBTFUL
    assert set(denied.candidates) == {"UP", "LIP"}


def test_a_word_that_somebody_knows_needs_less_certainty():
    readings = Readings(TWICE | {NET: Line("SADDLE", 0.96)})
    assert judge(readings, Lexicon(["SADDLE"]), 2).certainty is Certainty.SURE


def test_what_the_net_alone_reads_is_shown_in_doubt():
    lines = {name: Line("", 0.0) for name in TWICE} | {NET: Line("CLÉ", 0.93)}
    judged = judge(Readings(lines), Lexicon(language="fra"), 2)
    assert (judged.word, judged.certainty) == ("CLÉ", Certainty.DOUBTFUL)


def test_a_mirrored_picture_is_refused_as_such():
    drawn = draw(deal(8), Look(), 8)
    mirrored = np.ascontiguousarray(drawn.picture[:, ::-1])
    with pytest.raises(BoardNotFound, match=r"^the picture is mirrored: turn off the mirroring of the camera"):
        Scanner().read(mirrored)


def one_sign_short() -> bytes:
    signs = (Path(companion.__file__).parent / "vision" / "ocr" / "capitals.txt").read_bytes()
    return b"\n".join(signs.split()[:-1])


@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("capitals.txt", one_sign_short()),
        ("capitals.txt", b"\xff\xfe"),
        ("capitals.txt", None),
        ("capitals.onnx", b"none"),
    ],
)
def test_a_net_that_is_not_as_it_was_made_is_told_in_a_sentence(tmp_path, file, damage):
    package = Path(companion.__file__).parent
    shutil.copytree(package, tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__", "ui", "fonts"))
    damaged = tmp_path / "companion" / "vision" / "ocr" / file
    damaged.unlink()
    if damage is not None:
        damaged.write_bytes(damage)
    load = "from companion.vision.ocr import capitals, engine\ntry: capitals.CapitalsEngine('eng')\n"
    load += "except engine.EngineMissing as error: print(error)"
    told = subprocess.run(
        [sys.executable, "-c", load],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("the net for capitals cannot be loaded: ")
    assert told.stdout.count("\n") == 1
