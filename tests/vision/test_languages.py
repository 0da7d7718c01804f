"""Twelve languages of the box, each on drawn boards in two typefaces; letters, marks and signs that they have."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from companion.table.scan import Certainty
from companion.vision.languages import (
    LANGUAGES,
    PROVED,
    as_printed,
    is_code,
    is_foreign,
    language_of,
    letters_of,
    no_code,
    spellings,
)
from companion.vision.lexicon import normal, printed_word
from companion.vision.scanner import Scanner
from tests.vision.language_boards import HARD_LANGUAGES, RIGHT_TO_LEFT, hard_words_of, language_board, words_of

TYPEFACES = {language: ("Arimo", "DejaVu" if language in RIGHT_TO_LEFT else "Roboto") for language in PROVED}
SELDOM = {
    "deu": "ẞÉ", "fra": "ÆŸ", "ita": "ÍÎÓÚ", "ces": "ÖÜ", "swe": "Ü", "heb": "״׳־",
}  # fmt: skip
"""Letters that stand on no board here: signs of loan words, and what the next tests look at one by one."""

SURE_AT_LEAST = {"fra": 17, "fin": 19, "rus": 19, "ell": 13}
"""Of 25. French and Greek letters with marks are in doubt most often; elsewhere it is 20."""


def faults(scan, words):
    """Wrong words, and those of them that were called sure."""
    wrong = [
        (card.word, word, card.certainty) for card, word in zip(scan.cards, words, strict=True) if card.word != word
    ]
    return wrong, [fault for fault in wrong if fault[2] is Certainty.SURE]


@pytest.mark.parametrize(("language", "typeface"), [(code, face) for code in PROVED for face in TYPEFACES[code]])
def test_a_board_of_each_language_is_read_whole(language, typeface):
    drawn, words = language_board(language, typeface), words_of(language)
    scan = Scanner(language).read(drawn.picture)
    assert faults(scan, words) == ([], [])
    assert sum(card.certainty is Certainty.SURE for card in scan.cards) >= SURE_AT_LEAST.get(language, 20)


@pytest.mark.parametrize("language", HARD_LANGUAGES)
def test_words_that_a_model_fails_at_are_never_sure_and_wrong(language):
    words = hard_words_of(language)
    scan = Scanner(language).read(language_board(language, "Roboto", words=words).picture)
    wrong, sure = faults(scan, words)
    assert sure == []
    assert language != "fin" or wrong == []


def test_the_faults_of_a_board_are_found():
    drawn, words = language_board("eng", "Roboto"), words_of("eng")
    scan = Scanner("eng").read(drawn.picture)
    first = replace(scan.cards[0], word="OXEN")
    wrong, sure = faults(replace(scan, cards=(first, *scan.cards[1:])), words)
    assert [fault[:2] for fault in wrong] == [("OXEN", words[0])]
    assert len(sure) == (first.certainty is Certainty.SURE)


@pytest.mark.parametrize("language", PROVED)
def test_the_boards_hold_every_letter_with_a_mark_two_letters_and_three_words(language):
    words = words_of(language)
    plain = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    wanted = letters_of(language) - plain - set(SELDOM.get(language, ""))
    missing = {letter for letter in wanted if letter not in "".join(words)}
    assert missing == set()
    assert all(unicodedata.is_normalized("NFC", word) and normal(word) == word for word in words)
    assert not any(is_foreign(word, language) for word in words)
    assert min(map(len, words)) <= 2
    assert any(len(word.split()) >= 3 for word in words)
    assert any("-" in word for word in words)
    assert any("'" in word for word in words)
    assert language == "heb" or any("." in word for word in words)


@pytest.mark.parametrize(
    ("language", "with_model"), [("swe", "eng"), ("pol", "ces"), ("ces", "deu"), ("ell", "eng")],
)  # fmt: skip
def test_the_wrong_language_is_never_sure_of_a_wrong_word(language, with_model):
    """A model drops or exchanges what it has not learnt; the picture shows that something is there."""
    scan = Scanner(with_model).read(language_board(language, "Arimo").picture)
    assert faults(scan, words_of(language))[1] == []


@pytest.mark.parametrize(
    ("code", "package", "own"),
    [
        ("deu", "tesseract-ocr-deu", "Deutsch"), ("ell", "tesseract-ocr-ell", "ελληνικά"),
        ("chi_sim", "tesseract-ocr-chi-sim", "简体中文"), ("xyz", "tesseract-ocr-xyz", "xyz"),
    ],
)  # fmt: skip
def test_a_language_says_its_name_and_what_installs_it(code, package, own):
    assert (language_of(code).package, language_of(code).own) == (package, own)


def test_what_is_known_of_a_language_holds_together():
    assert set(PROVED) <= set(LANGUAGES)
    for language in LANGUAGES.values():
        assert is_code(language.code)
        assert set(language.never_given) <= set(language.letters)
        assert all(len(normal(letter)) == 1 for letter in language.letters)
    assert [code for code in PROVED if language_of(code).right_to_left] == list(RIGHT_TO_LEFT)


@pytest.mark.parametrize(
    ("word", "language", "foreign"),
    [
        ("BÄR", "deu", False), ("BÄR", "eng", True), ("BÄR", "eng+deu", False), ("BÄR", "xyz", False),
        ("BÄR", "deu+xyz", False),
        ("T-SHIRT", "eng", False), ("O'CLOCK", "eng", False), ("ŁOŚ", "ces", True), ("ЁЖ", "rus", False),
        ("EЖ", "rus", True),
        ("צ'ק", "heb", False), ("ROCK & ROLL", "eng", False),
    ],
)  # fmt: skip
def test_a_letter_that_the_language_has_not_is_noticed(word, language, foreign):
    assert is_foreign(word, language) is foreign


@pytest.mark.parametrize(
    ("read", "language", "word"),
    [
        ("ἨΛΙΟΣ", "ell", "ΉΛΙΟΣ"), ("ἘΝΑ", "ell", "ΈΝΑ"), ("ἨΛΙΟΣ", "grc", "ἨΛΙΟΣ"), ("ΜΑΪΜΟΥ", "ell", "ΜΑΪΜΟΥ"),
        ("iSTANBUL", "tur", "İSTANBUL"), ("KIZ", "tur", "KIZ"), ("i", "eng", "I"), ("straße", "deu", "STRAẞE"),
        ("E\u0301COLE", "fra", "ÉCOLE"), ("“BÄR”", "deu", "BÄR"), ("„ÖL“", "deu", "ÖL"), ("«ЁЖ»", "rus", "ЁЖ"),
        ("L’AIR", "fra", "L'AIR"), ("ΣΟΦΌΣ", "ell", "ΣΟΦΌΣ"), ("СВ. НИКОЛАЙ", "rus", "СВ. НИКОЛАЙ"),
        ("בית־ספר", "heb", "בית-ספר"),
    ],
)  # fmt: skip
def test_what_was_read_comes_into_the_form_in_which_it_is_printed(read, language, word):
    assert printed_word(as_printed(read, language)) == word


@pytest.mark.parametrize(
    ("word", "spelt"),
    [("ΓΑΤΑ", ("ΓΑΤΑ", "ΓΆΤΑ", "ΓΑΤΆ")), ("ΓΆΤΑ", ("ΓΆΤΑ",)), ("ΖΩΗ", ("ΖΩΗ", "ΖΏΗ", "ΖΩΉ")), ("CAT", ("CAT",))],
)
def test_greek_capitals_may_be_printed_without_their_accent(word, spelt):
    assert spellings(word) == spelt


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("German", "write deu"), ("deutsch", "write deu"), ("klingon", "for example eng"), ("en", "for example eng"),
        ("osd", "for example eng"), ("eng+equ", "for example eng"),
    ],
)  # fmt: skip
def test_a_name_in_place_of_a_code_is_told_the_code(text, told):
    assert not is_code(text)
    assert told in no_code(text)
