"""Real word lists, with their typos and gaps, beside real photographs: they rank and flag, they change no word."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from companion.table.scan import Certainty
from companion.vision.languages import is_foreign
from companion.vision.lexicon import Lexicon, folded, read_word_list
from companion.vision.scanner import Scanner

pytestmark = pytest.mark.shared
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
LISTS = {
    "english_duet": ("eng", 400), "english_original": ("eng", 400), "german_duett": ("deu", 395),
    "french": ("fra", 850),
    "spanish": ("spa", 395), "czech": ("ces", 390), "swedish": ("swe", 350),
}  # fmt: skip
"""The language of each list, and at least how many different words it holds."""
BOARDS = (
    ("gull_04.jpg", "eng", "english_original"), ("gull_11.jpg", "eng", "english_original"),
    ("xia_duet.jpg", "eng", "english_duet"), ("gull_swe_01.jpg", "swe", "swedish"),
)  # fmt: skip


def path(name: str) -> Path:
    return SHARED / "wordlists" / f"{name}.txt"


@lru_cache
def printed(name: str) -> tuple[str | None, ...]:
    labels = json.loads((SHARED / "photos" / "labels.json").read_text(encoding="utf-8"))
    (label,) = (label for label in labels if label["file"] == name)
    return tuple(word for row in label["rows_upright"] for word in row)


def words_of(scan) -> list[str | None]:
    return [card.word for card in scan.cards]


def check_no_harm(without, with_list, words) -> None:
    """A list makes no right word wrong, and no wrong word sure."""
    changed = [
        (word, card.word, beside.word)
        for card, beside, word in zip(without.cards, with_list.cards, words, strict=True)
        if card.word == word != beside.word
    ]
    assert changed == []
    silent = [
        (word, card.word)
        for card, word in zip(with_list.cards, words, strict=True)
        if card.certainty is Certainty.SURE and card.word != word
    ]
    assert silent == []


@pytest.mark.parametrize("name", LISTS)
def test_a_list_loads_with_all_its_letters(name):
    language, fewest = LISTS[name]
    lexicon = Lexicon(read_word_list(path(name)))
    assert len(lexicon) >= fewest
    words = [word for word in map(str.strip, read_word_list(path(name))) if word]
    assert all(lexicon.weight(word) == 1.0 for word in words)
    foreign = [word for word in words if is_foreign(" ".join(word.upper().split()), language)]
    assert foreign == []


def test_words_that_differ_by_marks_alone_stay_two_words():
    words = Lexicon(read_word_list(path("swedish")))
    marked = [word for word in read_word_list(path("swedish")) if folded(word) != word]
    assert len(marked) > 50
    assert [
        word for word in marked if folded(word) in words and folded(word) not in read_word_list(path("swedish"))
    ] == []


@pytest.mark.parametrize(("photo", "language", "name"), BOARDS)
def test_a_list_changes_no_right_word_of_a_photograph(photo, language, name):
    picture = SHARED / "photos" / photo
    without = Scanner(language).read_file(picture)
    check_no_harm(without, Scanner(language, word_lists=[path(name)]).read_file(picture), printed(photo))


def test_a_list_that_holds_only_other_words_changes_no_word():
    """Each word of the board has a neighbour in the list, and none stands in it."""
    picture, words = SHARED / "photos" / "gull_04.jpg", printed("gull_04.jpg")
    without = Scanner("eng").read_file(picture)
    neighbours = [("B" if word[0] != "B" else "C") + word[1:] for word in words if word]
    with_list = Scanner("eng", lexicon=Lexicon(neighbours, language="eng")).read_file(picture)
    check_no_harm(without, with_list, words)
    assert words_of(with_list) == words_of(without)


def test_the_check_of_harm_can_fail():
    scan = Scanner("eng").read_file(SHARED / "photos" / "gull_04.jpg")
    with pytest.raises(AssertionError):
        check_no_harm(scan, scan, ["SOMETHING ELSE"] * 25)
