"""Words as they are compared, and word lists."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.vision.lexicon import LARGEST_LIST_BYTES, Lexicon, normal, printed_word, read_word_list


@pytest.mark.parametrize(
    ("read", "word"),
    [
        ("| HIMALAYAS", "HIMALAYAS"), ('"VÄST', "VÄST"), ("SMUGGLER |", "SMUGGLER"), ("ROCK 'N' ROLL", "ROCK 'N' ROLL"),
        ("ST. PATRICK", "ST. PATRICK"), ("O’CLOCK", "O'CLOCK"), ("YAK.", "YAK"), ("1CE", "ICE"), ("T-SHIRT", "T-SHIRT"),
        ("| -", ""), ("", ""), ("42", ""), ("straße", "STRAẞE"), ("new  york", "NEW YORK"), ("בית-ספר", "בית-ספר"),
        ("BJO\u0308RN", "BJÖRN"), ("El", "EI"), ("SKl", "SKI"), ("ball", "BALL"), ("HOT AlR", "HOT AIR"),
    ],
)  # fmt: skip
def test_specks_are_taken_off_and_what_is_printed_is_kept(read, word):
    assert printed_word(read) == word


@given(st.text(max_size=20))
def test_the_form_of_a_word_is_final(text):
    once = normal(text)
    assert normal(once) == once
    assert unicodedata.normalize("NFC", once) == once


@given(st.text(alphabet="ABCÄÖÉ '-.|", max_size=14))
def test_a_printed_word_has_letters_at_its_beginning_or_is_none(text):
    word = printed_word(text)
    assert word == "" or word[0].isalpha()
    assert printed_word(word) == word


def test_neighbours_come_nearest_first_and_never_the_word_itself():
    lexicon = Lexicon(["NAIL", "MAIL", "SNAIL", "MALL", "TREE"])
    assert set(lexicon.neighbours("NAIL")) == {"MAIL", "SNAIL"}
    assert lexicon.neighbours("NAIL", 2)[-1] == "MALL"
    assert lexicon.neighbours("TREE") == ()
    assert "nail" in lexicon
    assert len(Lexicon(["A", "a", " "])) == 1


def test_diacritics_make_another_word():
    assert "BAR" not in Lexicon(["BÄR"])
    assert Lexicon(["BÄR"]).neighbours("BAR") == ("BÄR",)


def test_a_list_is_read_with_its_phrases(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("\ufeff# animals\nNAIL\r\n\nNEW YORK\nBÄR\n", encoding="utf-8")
    assert read_word_list(file) == ("NAIL", "NEW YORK", "BÄR")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "no such file"),
        (b"\xff\xfe\xfa", "UTF-8"),
        (b"# nothing\n", "no words"),
        (b"A\n" * LARGEST_LIST_BYTES, "larger"),
    ],
)
def test_what_is_no_list_is_refused_in_one_line(tmp_path, content, told):
    file = tmp_path / "words.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CompanionError, match=told) as refused:
        read_word_list(file)
    assert "\n" not in str(refused.value)


class FewWords:
    """A general dictionary of the test's own, ready after it was prepared."""

    def __init__(self, *words: str) -> None:
        self._words = frozenset(words)
        self.ready = False

    @property
    def exists(self) -> bool:
        return bool(self._words)

    def prepare(self, wait_s: float = 0.0) -> bool:
        self.ready = True
        return self.ready

    def knows(self, word: str) -> bool:
        return self.ready and word in self._words


def test_a_given_word_weighs_most_then_a_learnt_one_then_a_common_one():
    lexicon = Lexicon(["NAIL", "MAIL"], learnt=["MAIL", "EAGLE"], general=FewWords("TREE", "NAIL"))
    assert lexicon.weight("TREE") == 0.0
    assert lexicon.prepare()
    assert [lexicon.weight(word) for word in ("nail", "MAIL", "EAGLE", "TREE", "XQZ")] == [1.0, 1.0, 0.95, 0.3, 0.0]
    assert len(lexicon) == 3
    assert "EAGLE" in lexicon
    assert "TREE" not in lexicon


def test_near_words_have_the_word_itself_first_and_then_those_that_differ_by_marks_alone():
    lexicon = Lexicon(["BAD", "BÄR", "FAR"], learnt=["BAR", "ŁÓDŹ"])
    assert lexicon.near("BAR") == ("BAR", "BÄR", "BAD", "FAR")
    assert lexicon.neighbours("BAR") == ("BÄR", "BAD", "FAR")
    assert lexicon.near("LODZ", 3)[0] == "ŁÓDŹ"


def test_without_a_general_dictionary_a_lexicon_is_ready_at_once():
    assert Lexicon(["A"]).prepare()
    assert Lexicon().weight("TREE") == 0.0
