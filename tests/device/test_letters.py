"""The words on a face: large enough for the glass, in any script that cards are printed in, from the right side."""

from __future__ import annotations

import random
import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.config import firmware_dir
from companion.device.fonts import capital_px, font_for, fonts, has_glyphs, set_text
from companion.device.layout import Layout
from companion.device.render import CAPITAL, draw, word_box
from companion.device.writing import composed, visual
from companion.game.position import Seat
from tests.device.colour_vision import mm_per_px
from tests.device.faces import FULLEST, SIZE, view, wire_bytes, with_words

LISTS = ("czech", "english_duet", "english_original", "french", "german_duett", "spanish", "swedish")
OWN = {
    "Czech": "ŽLUŤOUČKÝ KŮŇ ŘEŘICHA ĎÁBEL TŘÍŠŤ",
    "Croatian": "ĐAK ŠĆUKA ŽDRIJEBE ČVOR",
    "Danish": "RØDGRØD ÆBLE ÅL",
    "Estonian": "ÕUN ÖÖBIK ÜLIKOOL ÄÄR",
    "Finnish": "JÄÄTELÖ YÖ ÅLAND",
    "French": "ŒUF FORÊT GARÇON NOËL ÎLE BÛCHE LŸS",
    "German": "SCHNABELTIER STRAẞE SCHLÜSSEL ÖLKÄNNCHEN",
    "Greek": "ΔΑΣΚΆΛΑ ΉΛΙΟΣ ΏΡΑ ΨΩΜΊ ΪΌΝΙΟ ΎΦΑΣΜΑ ΘΆΛΑΣΣΑ",
    "Hebrew": "ירושלים תרנגול מלפפון עוגן ארץ אגס ים",
    "Hungarian": "ŐZ ŰRHAJÓ TŰZOLTÓ ÁRVÍZTŰRŐ",
    "Icelandic": "ÞRUMA SÓLEY ÝSA EÐLA",
    "Latvian": "ĢITĀRA ĶIRBIS ŅEMT ĻAUNS ČŪSKA",
    "Lithuanian": "ĄŽUOLAS ŲSAI ĖJIMAS ŪKIS ĮLANKA",
    "Macedonian": "ЃЕРДАН ЌЕРАМИДА ЅВЕЗДА ЏЕБ ЉУБОВ ЊИВА",
    "Maltese": "ĊAVETTA ĠNIEN ĦOBŻ",
    "Mongolian": "ӨНДӨГ ҮНЭГ",
    "Polish": "GĘŚ ŹDŹBŁO ŁÓDŹ ŻÓŁW ĆMA KOŃ MĄKA",
    "Portuguese": "CORAÇÃO AVÔ PÃO ÓRGÃO ÍNDIO",
    "Romanian": "ȘARPE ȚARĂ ÎNGHEȚATĂ",
    "Russian": "ПОДЪЕЗД ЁЖ ЩУКА ЭКРАН ЮЛА ЯЩЕРИЦА",
    "Serbian": "ЂАК ЋЕБЕ ЈЕЗЕРО",
    "Slovak": "ĽAD VŔBA ĹBY MÄSO ÔSMY",
    "Spanish": "NIÑO PARAGÜAS ÁGUILA",
    "Turkish": "İĞNE ŞAPKA ÇIĞLIK GÖZLÜK",
    "Ukrainian": "ЇЖАК ЄНОТ ҐАНОК ІНДИК",
    "Vietnamese": "TIẾNG VIỆT ĐƯỜNG ỐC ẨM KỸ PHỞ",
    "Welsh": "ŴYN TŶ",
    "Yoruba": "ẸYẸ ỌBA ṢÀNGÓ",
}  # fmt: skip
PANELS = {"pico_display2": 2.0, "pico_display28": 2.8, "pico_st7796": 3.5, "pico_st7796_tn": 3.5}


def panel(name: str) -> tuple[tuple[int, int], float]:
    """Width and height in pixels and the diagonal in inches, as the row of data of a board has them."""
    row = (firmware_dir() / "boards" / f"{name}.py").read_text("utf-8")
    size = re.search(r"size=\((\d+), (\d+)\)", row)
    inches = re.search(r"inches=(\d+)", row)
    assert size
    assert inches
    return (int(size[1]), int(size[2])), int(inches[1]) / 10


def letters(word: str) -> int:
    """How many letters a word or phrase has."""
    return sum(not character.isspace() for character in composed(word))


def words_of(shared: Path, name: str) -> list[str]:
    """A list of the shared folder."""
    lines = (shared / "wordlists" / f"{name}.txt").read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip()]


def height_mm(word: str, size_px: tuple[int, int], inches: float) -> float:
    """How high a capital of a word stands on the glass, in millimetres."""
    layout = Layout(size_px)
    return capital_px(word, word_box(layout), CAPITAL * layout.unit) * mm_per_px(size_px, inches)


def missing(words: list[str]) -> list[str]:
    """The words of which no font has every letter."""
    return [word for word in words if not has_glyphs(font_for(composed(word)), composed(word))]


# How large.


def test_the_panels_are_those_that_the_boards_name():
    assert {name: panel(name)[1] for name in PANELS} == PANELS
    boards = {path.stem for path in (firmware_dir() / "boards").glob("pico_*.py")}
    assert boards == set(PANELS)


@pytest.mark.parametrize("name", [name for name, inches in PANELS.items() if inches >= 2.8])
def test_capitals_of_short_words_are_two_millimetres_high_on_screens_that_have_words(name):
    size, inches = panel(name)
    own = [word for text in OWN.values() for word in text.split()]
    short = [word for word in [*own, "WHALE", "MUSHROOM", "NEW YORK", "HAMMOCKS"] if letters(word) <= 8]
    assert len(short) > 100
    assert {word: mm for word in short if (mm := height_mm(word, size, inches)) < 2.0} == {}


@pytest.mark.shared
@pytest.mark.parametrize("name", LISTS)
def test_capitals_of_the_lists_are_two_millimetres_high_up_to_eight_letters(shared, name):
    size, inches = panel("pico_display28")
    words = words_of(shared, name)
    low = {word for word in words if letters(word) <= 8 and height_mm(word, size, inches) < 2.0}
    assert low == set()
    assert {word for word in words if height_mm(word, size, inches) < 1.4} == set()


def test_the_height_that_is_reckoned_is_the_height_that_is_drawn():
    layout = Layout(SIZE)
    for word in ("HELIX", "PLATYPUS", "THE HILL"):
        box = set_text(word, word_box(layout), CAPITAL).getbbox()
        assert box is not None
        assert box[3] - box[1] == pytest.approx(capital_px(word, word_box(layout), CAPITAL), abs=1)
    assert height_mm("HELIX", SIZE, 2.0) < 2.0 < height_mm("HELIX", SIZE, 2.8)


def test_long_words_are_condensed_and_long_phrases_take_two_lines():
    box = word_box(Layout(SIZE))
    assert capital_px("ANTARCTICA", box, CAPITAL) == CAPITAL
    rows = (np.asarray(set_text("STATUE OF LIBERTY PARK", box, CAPITAL)) > 0).any(axis=1)
    ink = np.flatnonzero(rows)
    assert not rows[ink[0] : ink[-1]].all()


# Every letter.


@pytest.mark.parametrize("language", OWN)
def test_no_letter_is_missing(language):
    words = OWN[language].split()
    assert missing(words) == []
    assert missing([unicodedata.normalize("NFD", word) for word in words]) == []
    for word in words:
        image = set_text(word, (62, 20), CAPITAL)
        assert image == set_text(unicodedata.normalize("NFD", word), (62, 20), CAPITAL)
        assert image.getbbox() is not None


@pytest.mark.shared
@pytest.mark.parametrize("name", LISTS)
def test_no_letter_of_the_lists_is_missing(shared, name):
    words = words_of(shared, name)
    assert len(words) > 300
    assert missing(words) == []


@pytest.mark.shared
def test_no_list_is_left_out(shared):
    assert {path.stem for path in (shared / "wordlists").glob("*.txt")} == set(LISTS)


def test_a_missing_letter_would_be_noticed():
    assert missing(["DOG", "\U0001f9a5\ue123"]) == ["\U0001f9a5\ue123"]
    assert has_glyphs(fonts()[0], "DOG")
    assert not has_glyphs(fonts()[0], "ירושלים")


# From the right side.


@pytest.mark.parametrize(
    ("written", "left_to_right"),
    [
        ("WHALE", "WHALE"),
        ("ירושלים", "םילשורי"),
        ("תל אביב", "ביבא לת"),
        ("כביש 66", "66 שיבכ"),
        ("(ים)", "(םי)"),
        ("DVD ים", "DVD םי"),
        ("ים DVD 12", "DVD 12 םי"),
        ("ים DVD", "DVD םי"),
    ],
)
def test_hebrew_runs_from_right_to_left_and_numbers_do_not(written, left_to_right):
    assert visual(written) == left_to_right


def test_marks_stay_with_their_letter():
    assert visual("שָׁלוֹם") == "ם" + "וֹ" + "ל" + "שָׁ"


def test_a_hebrew_word_is_drawn_from_right_to_left():
    both = set_text("אב", (62, 20), CAPITAL)
    box = both.getbbox()
    assert box is not None
    halves = [_shape(both.crop((x, 0, x + (box[2] - box[0]) // 2, 20))) for x in (box[0], (box[0] + box[2]) // 2)]
    alone = {letter: _shape(set_text(letter, (62, 20), CAPITAL)) for letter in "אב"}
    right = {letter: _likeness(halves[1], shape) for letter, shape in alone.items()}
    left = {letter: _likeness(halves[0], shape) for letter, shape in alone.items()}
    assert right["א"] > right["ב"]
    assert left["ב"] > left["א"]


def _shape(image: Image.Image) -> np.ndarray:
    box = image.getbbox()
    assert box is not None
    return np.asarray(image.crop(box).resize((12, 12), Image.Resampling.BOX), float)


def _likeness(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


# What it costs.


@pytest.mark.shared
@pytest.mark.parametrize("name", LISTS)
def test_a_face_with_words_takes_less_than_four_kilobytes(shared, name):
    words = words_of(shared, name)
    for seed in range(3):
        chosen = random.Random(seed).sample(words, 25)
        assert wire_bytes(draw(with_words(view(Seat.A), chosen), SIZE)) < 3000


@pytest.mark.shared
@pytest.mark.parametrize("size", [SIZE, (480, 320)])
@pytest.mark.parametrize("name", LISTS)
def test_even_the_longest_words_of_a_list_and_all_covers_take_less_than_four_kilobytes(shared, name, size):
    longest = sorted(words_of(shared, name), key=len)[-25:]
    assert wire_bytes(draw(with_words(view(Seat.A, FULLEST), longest), size)) < 4096
