"""The clue helper: what it says, what it leaves unsaid, and that it never fails."""

from __future__ import annotations

import threading
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clues import WordForms, helper_for
from tests.clues import pairs as lists


@cache
def helper(language: str) -> WordForms:
    made = helper_for(language)
    made.load()
    return made


def said(clue: str, word: str, language: str = "eng") -> str:
    """The reason for one visible word, empty for none."""
    flags = helper(language).flags(clue, [word])
    assert all(flag.word == word for flag in flags)
    return flags[0].reason if flags else ""


def share(table: dict[str, str], language: str) -> float:
    """The share of the pairs about which something is said."""
    entries = lists.pairs(table[language])
    return sum(bool(said(clue, word, language)) for word, clue in entries) / len(entries)


@pytest.mark.parametrize(
    ("clue", "word", "reason"),
    [
        ("break", "BREAK", "BREAK is itself a word on the table, still visible"),
        ("broken", "BREAK", "BROKEN is a form of BREAK, which is still visible"),
        ("break", "BROKEN", "BROKEN, which is still visible, is a form of BREAK"),
        ("breaks", "BROKEN", "BREAKS is a form of the same word as BROKEN, which is still visible"),
        ("breakage", "BREAK", "BREAKAGE is made from the same word as BREAK, which is still visible"),
        ("breakdown", "BREAK", "BREAKDOWN has BREAK in it, which is still visible"),
        ("shoe", "HORSESHOE", "SHOE is part of HORSESHOE, which is still visible"),
        ("unhorsed", "HORSESHOE", "UNHORSED and HORSESHOE, which is still visible, share HORSE"),
        ("snowshoe", "HORSESHOE", "SNOWSHOE and HORSESHOE, which is still visible, share SHOE"),
        ("land", "ENGLAND", ""),
        ("island", "ENGLAND", ""),
        ("sparrow", "ROW", ""),
    ],
)
def test_every_example_of_the_rules(clue: str, word: str, reason: str) -> None:
    assert said(clue, word) == reason


@pytest.mark.parametrize("clue", ["New York", "new-york", "NEWYORK", "  new   YORK ", "New\u2010York"])
def test_spaces_and_hyphens_make_no_other_word(clue: str) -> None:
    assert said(clue, "NEW YORK") == "NEW YORK is itself a word on the table, still visible"


@pytest.mark.parametrize(
    ("clue", "word", "speaks"),
    [
        ("york", "NEW YORK", True),
        ("cream", "ICE-CREAM", True),
        ("rounds", "MERRY-GO-ROUND", True),
        ("go", "MERRY-GO-ROUND", False),  # too small a word to be meant
        ("the moon", "LORD OF THE RINGS", False),
        ("ring bearer", "LORD OF THE RINGS", True),
        ("ice cream", "ICE", True),
        ("the moon", "MOONLIGHT", True),
    ],
)
def test_printed_compounds_and_clues_of_several_words(clue: str, word: str, speaks: bool) -> None:
    assert bool(said(clue, word)) is speaks


@pytest.mark.parametrize(
    ("clue", "word"), [("x", "XS"), ("b3", "B"), ("7", "SEVEN"), ("a", "AN"), ("2 horses", "HORSE")]
)
def test_letters_and_digits_are_free_unless_equal(clue: str, word: str) -> None:
    assert said(clue, word) == ""
    assert said(clue, clue.upper()) != ""


def test_covered_words_are_free_and_flags_keep_the_order_of_the_words() -> None:
    flags = helper("eng").flags("shoe", ["SNOWSHOE", "CARPET", "HORSESHOE"])
    assert [flag.word for flag in flags] == ["SNOWSHOE", "HORSESHOE"]
    assert helper("eng").flags("shoe", ["CARPET"]) == ()


@pytest.mark.parametrize("language", ["", "chi_sim", "osd", "xyz+osd", "../eng", "+"])
def test_it_says_nothing_for_a_language_it_does_not_know(language: str) -> None:
    silent = helper_for(language)
    assert not silent.knows
    assert silent.ready
    assert silent.flags("break", ["BREAK", "BROKEN"]) == ()


def test_several_languages_of_one_box() -> None:
    assert said("häuser", "HAUS", "xyz+deu+eng") == "HÄUSER is a form of HAUS, which is still visible"
    assert said("mice", "MOUSE", "xyz+deu+eng") == "MICE is a form of MOUSE, which is still visible"


def test_nothing_is_read_before_it_is_needed() -> None:
    lazy = helper_for("heb")
    assert not lazy.ready
    threads = [threading.Thread(target=lazy.load) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert lazy.flags("\u05d1\u05ea\u05d9\u05dd", ["\u05d1\u05d9\u05ea"])  # houses, house
    for thread in threads:
        thread.join()
    assert lazy.ready


@pytest.mark.parametrize("language", sorted(lists.FORMS))
def test_forms_of_a_word_are_told(language: str) -> None:
    assert share(lists.FORMS, language) >= (0.6 if language == "swe" else 0.75)


@pytest.mark.parametrize("language", sorted(lists.STRANGERS))
def test_words_that_only_look_alike_are_left_alone(language: str) -> None:
    assert share(lists.STRANGERS, language) <= 0.05


@pytest.mark.parametrize(
    ("table", "language", "least"),
    [
        (lists.TUNED_COMPOUNDS, "eng", 0.85),
        (lists.FRESH_COMPOUNDS, "eng", 0.75),
        (lists.FRESH_COMPOUNDS, "deu", 0.6),
        (lists.FRESH_COMPOUNDS, "swe", 0.3),
        (lists.FRESH_COMPOUNDS, "fin", 0.7),
    ],
)
def test_true_compounds_are_told(table: dict[str, str], language: str, least: float) -> None:
    assert share(table, language) >= least


@pytest.mark.parametrize(
    ("table", "language"),
    [(lists.TUNED_TRAPS, "eng"), *((lists.FRESH_TRAPS, language) for language in sorted(lists.FRESH_TRAPS))],
)
def test_letters_in_common_are_no_fault(table: dict[str, str], language: str) -> None:
    # BANAN and FASAN are forms of other Swedish words as well: of a path, of a horror.
    assert share(table, language) <= (0.12 if language == "swe" else 0.03)


@settings(max_examples=300, deadline=None)
@given(clue=st.text(max_size=80), words=st.lists(st.text(max_size=30), max_size=5))
def test_any_text_gets_an_answer_of_one_line(clue: str, words: list[str]) -> None:
    for flag in helper("eng").flags(clue, words):
        assert flag.word in words
        assert len(flag.reason.splitlines()) == 1 or not flag.word.isprintable()


@settings(max_examples=200, deadline=None)
@given(word=st.text(alphabet=st.characters(categories=["L"]), min_size=1, max_size=20))
def test_a_word_is_always_itself(word: str) -> None:
    assert said(word, word) == f"{word} is itself a word on the table, still visible"


def test_very_long_text_is_answered() -> None:
    assert helper("eng").flags("horse " * 20_000, ["HORSESHOE"]) == ()


@pytest.mark.parametrize(
    "clue", ["“dog”", "„Dog“", "«DOG»", "‹dog›", "‘dog’", "[dog]", "dog…", "¿dog?", "*dog*", "‘dogs’"]
)
def test_marks_around_a_clue_make_no_other_word(clue: str) -> None:
    assert said(clue, "DOG")
