"""Readings against the length of the writing that is seen."""

from __future__ import annotations

import pytest

from companion.vision.agreement import Readings, judge
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.engine import Line
from companion.vision.width import fits


@pytest.mark.parametrize(("word", "seen_caps"), [("FIG", 2.3), ("WOLF", 3.9), ("ÖSTERREICH", 9.4), ("T-SHIRT", 5.2)])
def test_a_word_fits_its_own_length_better_than_a_longer_or_shorter_one(word, seen_caps):
    assert fits(word, seen_caps) > 0.8
    assert fits(word, seen_caps) > 3 * fits(word, 2.5 * seen_caps)
    assert fits(word, seen_caps) > 3 * fits(word, 0.4 * seen_caps)


def test_where_no_length_was_measured_all_words_fit():
    assert fits("WOLF", 0.0) == fits("I", 0.0) == fits("", 3.0) == 1.0


@pytest.mark.parametrize(("seen_caps", "word"), [(4.3, "DIMMA"), (0.0, "O")])
def test_a_letter_that_was_read_with_confidence_is_no_word_where_writing_is_long(seen_caps, word):
    reads = [("O", 0.7), ("DIMA", 0.3), ("DIMMA", 0.3), ("DIMMA", 0.2), ("O", 0.1)]
    lines = {str(index): Line(*read) for index, read in enumerate(reads)}
    assert judge(Readings(lines, span_caps=seen_caps), Lexicon(["OVAL"]), len(reads)).word == word
