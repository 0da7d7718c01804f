"""When a word is sure: readings that agree, the copy, and what speaks against."""

from __future__ import annotations

import pytest

from companion.table.scan import Certainty
from companion.vision.agreement import COPY, OVER, Judgement, Readings, judge
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.engine import Line

WAYS = ("sharpened", "plain", "flattened", "inked")


def judged(*words, copy=None, over=None, lexicon=(), **more) -> Judgement:
    """Judge readings given as (text, confidence), in the order of the preparations."""
    lines = {name: Line(*word) for name, word in zip(WAYS, words, strict=False)}
    lines |= {name: Line(*line) for name, line in ((COPY, copy), (OVER, over)) if line}
    return judge(Readings(lines, **more), Lexicon(lexicon), len(words))


def test_two_confident_readings_that_agree_are_enough():
    result = judged(("NAIL", 0.96), ("NAIL", 0.95))
    assert (result.word, result.certainty, result.candidates) == ("NAIL", Certainty.SURE, ("NAIL",))
    assert 0.9 <= result.confidence <= 1.0


@pytest.mark.parametrize("second", [("MAIL", 0.96), ("NAIL", 0.9), ("", 0.0)])
def test_two_readings_that_differ_or_waver_leave_a_doubt(second):
    assert judged(("NAIL", 0.96), second).certainty is Certainty.DOUBTFUL


def test_the_copy_settles_nothing_where_many_readings_say_otherwise():
    reads = [("ORE", 0.54), ("ORE", 0.73), ("MRE", 0.54), ("MRE", 0.76)]
    assert judged(*reads, copy=("ORE", 0.6)).certainty is Certainty.DOUBTFUL


def test_the_copy_on_the_card_settles_what_the_bold_word_left_open():
    assert judged(("NAIL", 0.7), ("", 0.0), ("NAIL", 0.6), ("", 0.0), copy=("NAIL", 0.8)).certainty is Certainty.SURE


def test_the_copy_does_not_settle_what_another_reading_denies():
    result = judged(("NAIL", 0.7), ("MAIL", 0.9), ("NAIL", 0.6), ("", 0.0), copy=("NAIL", 0.8))
    assert result.certainty is Certainty.DOUBTFUL
    assert set(result.candidates) == {"NAIL", "MAIL"}


def test_a_known_word_that_the_copy_surely_shows_stands_against_what_is_left_of_a_covered_one():
    left = [("ROV", 0.93)] * 4
    assert judged(*left, copy=("ROW", 0.97), lexicon=["ROW"]).certainty is Certainty.DOUBTFUL
    for copy, known in ((("ROW", 0.97), ["TREE"]), (("ROW", 0.6), ["TREE"]), (("ROV", 0.97), ["TREE"])):
        assert judged(*left, copy=copy, lexicon=known).certainty is Certainty.SURE


def test_of_two_words_that_differ_by_a_mark_none_is_sure_where_both_were_read():
    reads = [("VÄG", 0.94)] * 3
    assert judged(*reads, ("VÅG", 0.73), lexicon=["VÄG", "VÅG"]).certainty is Certainty.DOUBTFUL
    assert judged(*reads, ("VÅG", 0.73), lexicon=["VÄG"]).certainty is Certainty.SURE
    assert judged(*reads, ("VÅG", 0.4), lexicon=["VÄG", "VÅG"]).certainty is Certainty.SURE


def test_four_steady_readings_are_enough_below_full_confidence():
    assert judged(*[("NAIL", 0.91)] * 4).certainty is Certainty.SURE
    assert judged(*[("NAIL", 0.65)] * 4).certainty is Certainty.DOUBTFUL


def test_a_known_word_needs_less_and_a_word_near_a_known_one_more():
    steady = [("NAIL", 0.65)] * 4
    assert judged(*steady, lexicon=["NAIL"]).certainty is Certainty.SURE
    near = judged(("NAIL", 0.96), ("NAIL", 0.96), lexicon=["MAIL", "SNAIL", "TREE"])
    assert near.certainty is Certainty.DOUBTFUL
    assert near.word == "NAIL"
    assert set(near.candidates[1:]) == {"MAIL", "SNAIL"}


def test_a_list_never_replaces_what_was_read():
    result = judged(*[("STONE", 0.96)] * 4, lexicon=["STOVE"])
    assert result.word == "STONE"


def test_a_word_in_no_list_is_shown_as_printed():
    assert judged(("STONE", 0.96), ("STONE", 0.96), lexicon=["TREE"]).certainty is Certainty.SURE


@pytest.mark.parametrize(
    "against",
    [
        {"whole": False},
        {"tiny": True},
        {"run_together": True},
        {"marks": (1, 0)},
        {"marks": (0, 1)},
        {"way_in_doubt": True},
    ],
    ids=lambda against: next(iter(against)),
)
def test_what_speaks_against_a_word_leaves_it_doubtful(against):
    assert judged(("NAIL", 0.96), ("NAIL", 0.96), **against).certainty is Certainty.DOUBTFUL


def test_letters_that_run_together_take_four_confident_readings():
    assert judged(*[("SADDLE", 0.96)] * 4, run_together=True).certainty is Certainty.SURE
    assert judged(*[("SADOLE", 0.91)] * 4, run_together=True).certainty is Certainty.DOUBTFUL


def test_a_word_that_nobody_knows_beside_a_known_one_is_not_sure_where_letters_run_together():
    lines = {str(index): Line("CANOLE", 0.96) for index in range(7)}
    for word, certainty in (("CANDLE", Certainty.DOUBTFUL), ("WINDOW", Certainty.SURE)):
        lexicon = Lexicon([word], language="eng")
        assert judge(Readings(lines, run_together=True), lexicon, len(lines)).certainty is certainty


@pytest.mark.parametrize(("known", "certainty"), [("RŮŽE", Certainty.DOUBTFUL), ("KŮŽE", Certainty.SURE)])
def test_a_word_that_nobody_knows_but_with_another_mark_is_not_sure_where_marks_cannot_be_told(known, certainty):
    lines = {str(index): Line("RUŽE", 0.96) for index in range(4)}
    lexicon = Lexicon([known], language="ces")
    assert judge(Readings(lines), lexicon, len(lines)).certainty is certainty


def test_tiny_letters_are_not_believed_even_with_the_copy_unless_a_list_knows_the_word():
    reads, copy = [("PLANT", 0.95)] * 4, ("PLANT", 0.9)
    assert judged(*reads, copy=copy, tiny=True).certainty is Certainty.DOUBTFUL
    assert judged(*reads, copy=copy, tiny=True, lexicon=["PLANT"]).certainty is Certainty.SURE


def test_marks_that_the_word_has_speak_for_it():
    assert judged(("BJÖRN", 0.96), ("BJÖRN", 0.96), marks=(1, 1)).certainty is Certainty.SURE
    assert judged(("QUEEN", 0.96), ("QUEEN", 0.96), marks=(0, 1)).certainty is Certainty.SURE
    assert judged(("לבוש", 0.96), ("לבוש", 0.96), marks=(1, 1)).certainty is Certainty.SURE


def test_a_strip_that_reads_both_ways_is_not_sure():
    both = judged(*[("HSV", 0.96)] * 4, over=("ASH", 0.96), way_in_doubt=True)
    assert both.certainty is Certainty.DOUBTFUL
    assert "ASH" in both.candidates
    assert judged(*[("NAIL", 0.96)] * 4, over=("7IVN", 0.3), way_in_doubt=True).certainty is Certainty.SURE


def test_capitals_that_were_read_as_small_letters_stand_on_their_heads():
    assert judged(*[("NOOdS", 0.96)] * 4).certainty is Certainty.DOUBTFUL
    assert judged(*[("SPooN", 0.96)] * 4).certainty is Certainty.SURE


def test_a_single_letter_is_never_sure():
    assert judged(*[("A", 0.96)] * 4).certainty is Certainty.DOUBTFUL


@pytest.mark.parametrize("words", [[("", 0.0)] * 4, [("|", 0.9)] * 4, [("XQ", 0.05), ("", 0.0)]])
def test_nothing_read_is_unread(words):
    result = judged(*words)
    assert (result.word, result.certainty, result.confidence, result.candidates) == (None, Certainty.UNREAD, 0.0, ())


def test_at_most_three_candidates_best_first():
    result = judged(("ABLE", 0.9), ("TABLE", 0.5), ("CABLE", 0.4), ("FABLE", 0.3))
    assert result.candidates == ("ABLE", "TABLE", "CABLE")
    assert 0.0 < result.confidence < 0.9
