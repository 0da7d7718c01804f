"""A board of which most words are in doubt."""

from __future__ import annotations

import pytest

from companion.table.scan import Certainty
from companion.vision.agreement import UNREAD, Judgement
from companion.vision.lexicon import Lexicon
from companion.vision.strangers import script, without_strangers
from tests.vision.test_lexicon import FewWords


def board(sure, doubtful):
    """Judgements: words that were called sure, so many others in doubt, one card unread."""
    certain = [Judgement(word, Certainty.SURE, 0.97, (word,)) for word in sure]
    return [*certain, *[Judgement(f"X{n}", Certainty.DOUBTFUL, 0.5) for n in range(doubtful)], UNREAD]


def sure_words(judgements):
    return [one.word for one in judgements if one.certainty is Certainty.SURE]


@pytest.mark.parametrize(
    ("doubtful", "kept"),
    [
        (12, ["TREE", "EAGLE", "MOLE", "NEW YORK"]),
        (6, ["TREE", "EAGLE", "MOLE", "NEW YORK"]),
        (5, ["TREE", "EAGLE", "MOLE", "NEW YORK", "ČŽŠ"]),
        (3, ["TREE", "EAGLE", "MOLE", "NEW YORK", "ČŽŠ"]),
    ],
)
def test_only_known_words_stay_sure_where_most_are_in_doubt(doubtful, kept):
    lexicon = Lexicon(["TREE"], learnt=["EAGLE"], general=FewWords("MOLE"))
    drawn = board(["TREE", "EAGLE", "MOLE", "NEW YORK", "ČŽŠ"], doubtful)
    judgements = without_strangers(drawn, lexicon, FewWords("NEW YORK"), 1.0)
    assert sure_words(judgements) == kept
    doubted = [one for one in judgements if one.word == "ČŽŠ"]
    assert all(one.certainty is Certainty.SURE or one.confidence <= 0.89 for one in doubted)


def test_without_a_dictionary_nothing_is_said():
    judgements = board(["ČŽŠŘ"], 12)
    assert without_strangers(judgements, Lexicon(["TREE"]), FewWords(), 1.0) == judgements


class Slow(FewWords):
    """A dictionary that is not there yet."""

    def prepare(self, wait_s: float = 0.0) -> bool:
        return False


def test_a_dictionary_that_does_not_come_in_time_says_nothing():
    judgements, lexicon = board(["TREE", "ČŽŠŘ"], 12), Lexicon(general=Slow("TREE"))
    assert without_strangers(judgements, lexicon, FewWords(), 1.0) == judgements


class Awaited(FewWords):
    """Fails where it is waited for."""

    def prepare(self, wait_s: float = 0.0) -> bool:
        assert wait_s == 0.0, "nobody may wait"
        return False


def test_no_dictionary_is_waited_for_where_no_sure_word_may_be_a_stranger():
    judgements, lexicon = board(["TREE"], 12), Lexicon(["TREE"], general=Awaited("MOLE"))
    assert without_strangers(judgements, lexicon, Awaited("MOLE"), 1.0) == judgements
    with pytest.raises(AssertionError, match="nobody may wait"):
        without_strangers(board(["TREE", "EAGLE"], 12), lexicon, Awaited("MOLE"), 1.0)


def test_in_the_midst_of_reading_nothing_is_sure_that_may_be_doubted_later():
    lexicon = Lexicon(["TREE"], general=Slow("EAGLE"))
    judgements = without_strangers(board(["TREE", "EAGLE", "ČŽŠ"], 12), lexicon, FewWords(), 0.0)
    assert sure_words(judgements) == ["TREE"]


def test_where_hardly_any_word_is_sure_no_short_one_is_but_those_of_the_box():
    lexicon = Lexicon(["TIE"], general=FewWords("DID", "MOLE"))
    drawn = board(["DID", "TIE", "MOLE"], 20)
    assert sure_words(without_strangers(drawn, lexicon, FewWords(), 1.0)) == ["TIE", "MOLE"]
    assert sure_words(without_strangers(board(["DID", "TIE", "MOLE"], 5), lexicon, FewWords(), 1.0)) == [
        "DID", "TIE", "MOLE",
    ]  # fmt: skip


HEBREW = ["שיגור", "לבוש", "קניון", "מגדל", "הודו", "יוון", "שקל"]


@pytest.mark.parametrize("list_", [[], ["DID"]])
def test_a_word_in_another_script_than_the_board_is_not_sure_whoever_knows_it(list_):
    drawn = board([*HEBREW, "DID"], 0)
    assert sure_words(without_strangers(drawn, Lexicon(list_, general=FewWords("DID")), FewWords("DID"), 1.0)) == HEBREW


def test_a_board_of_two_scripts_keeps_both():
    drawn = board([*HEBREW, "DID", "TREE", "EAGLE", "MOLE"], 0)
    assert sure_words(without_strangers(drawn, Lexicon(), FewWords(), 1.0)) == [*HEBREW, "DID", "TREE", "EAGLE", "MOLE"]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("BÄR", "LATIN"),
        ("ЁЖ", "CYRILLIC"),
        ("ΆΛΦΑ", "GREEK"),
        ("בית-ספר", "HEBREW"),
        ("MР. Х", "CYRILLIC"),
        ("- .", ""),
    ],
)
def test_the_script_of_a_word(word, name):
    assert script(word) == name
