"""The general dictionary as a weak prior."""

from __future__ import annotations

import pytest

from companion.vision.prior import GeneralPrior

PATIENCE_S = 120.0


@pytest.mark.parametrize(
    ("language", "known", "unknown"),
    [
        ("eng", ["TREE", "NEW YORK", "T-SHIRT", "O'CLOCK"], ["SADOLE", "TREE XQZ", ""]),
        ("ces", ["ŘEKA", "STŘECHA"], ["STRECHA"]),
        ("xyz+fra", ["FORÊT", "GÂTEAU"], ["GATEAU"]),
        ("ell", ["ΔΈΝΤΡΟ"], ["ΔΔΔ"]),
        ("heb", ["ספר"], ["ססס"]),
    ],
)
def test_words_of_the_language_are_known_as_they_are_printed(language, known, unknown):
    prior = GeneralPrior(language)
    assert prior.prepare(PATIENCE_S)
    assert [word for word in known if not prior.knows(word)] == []
    assert [word for word in unknown if prior.knows(word)] == []


def test_a_language_without_dictionary_knows_nothing_and_is_ready():
    prior = GeneralPrior("xyz")
    assert prior.prepare()
    assert not prior.knows("TREE")


def test_a_word_that_is_asked_for_before_the_dictionary_is_there_is_not_waited_for():
    prior = GeneralPrior("eng")
    first = prior.knows("TREE")
    assert not first
    assert prior.prepare(PATIENCE_S)
    assert prior.knows("TREE")
