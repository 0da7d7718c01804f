"""How probable a word is, and known words near a reading."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.certainty import Row, diagram, fitted, load, reliability, save
from companion.vision.belief import LEAST, MOST, Evidence, probability
from companion.vision.lexicon import Lexicon
from companion.vision.variants import (
    known_neighbours,
    known_variants,
    known_with_one_letter_other,
    most_marked,
)

ALL = Evidence(agreeing=1.0, usual=0.96, denied=0.0, copied=0.0, known=0.0, odd=0.0, run_together=0.0)


def test_a_word_that_all_readings_show_is_almost_certain_and_one_that_none_shows_is_not():
    assert probability(ALL) > 0.95
    assert probability(replace(ALL, agreeing=0.1, usual=0.1, denied=0.9)) < 0.4
    assert LEAST <= probability(replace(ALL, agreeing=0.0, usual=0.0, denied=1.0, odd=1.0)) < probability(ALL) <= MOST


@pytest.mark.parametrize(("more", "better"), [("agreeing", True), ("usual", True), ("denied", False), ("odd", False)])
def test_each_thing_speaks_for_or_against(more, better):
    middle = replace(ALL, agreeing=0.5, usual=0.5, denied=0.5, odd=0.0)
    assert (probability(replace(middle, **{more: 1.0})) > probability(middle)) is better


def test_words_with_other_marks_are_found_if_somebody_knows_them():
    lexicon = Lexicon(["MÖWE", "BÄR", "BAR", "RÄTSEL"], language="deu")
    assert known_variants("MOWE", lexicon) == ("MÖWE",)
    assert known_variants("MÜWE", lexicon) == ()
    assert known_variants("BAR", lexicon) == ("BÄR",)
    assert known_variants("HUND", lexicon) == ()
    assert known_variants("RATSEL" * 4, lexicon) == ()


def test_known_words_are_near_that_have_another_letter_and_another_mark():
    lexicon = Lexicon(["FENÊTRE", "RIVIÈRE"], language="fra")
    assert known_with_one_letter_other("FENÉTNE", lexicon) == ("FENÊTRE",)
    assert known_with_one_letter_other("FENETTE", lexicon) == ("FENÊTRE",)
    assert known_with_one_letter_other("RIVAENE", lexicon) == ()
    assert known_with_one_letter_other("FENÉTNE" * 3, lexicon) == ()


def test_a_known_word_that_keeps_the_mark_goes_before_one_that_loses_it():
    lexicon = Lexicon(["STAD", "STÄD"], language="swe")
    assert known_variants("STÅD", lexicon) == ("STÄD", "STAD")


@pytest.mark.parametrize(
    ("reads", "word"),
    [
        ([("PUNO", 0.9), ("PUNO", 0.8), ("PUNO", 0.9), ("PUÑO", 0.9), ("PUÑO", 0.4)], "PUÑO"),
        ([("PUNO", 0.9), ("PUNO", 0.8), ("PUÑO", 0.8)], "PUÑO"),
        ([("PUNO", 0.9), ("PUNO", 0.8), ("PUÑO", 0.4)], None),
        ([("PUNO", 0.9), ("PUNO", 0.8), ("PUÑO", 0.1), ("PUÑO", 0.2)], None),
        ([("LANA", 0.9), ("LANA", 0.8), ("LANA", 0.8), ("LAÑA", 0.8), ("LAÑA", 0.8)], None),
        ([("LAÑA", 0.9), ("LAÑA", 0.8), ("LANA", 0.8)], "LAÑA"),
        ([("ÁNO", 0.9), ("ÁNO", 0.8), ("ANO", 0.8)], "ÁNO"),
        ([("PÚNO", 0.9), ("PÚÑO", 0.5), ("PÚNO", 0.5)], None),
    ],
)
def test_marks_that_some_readings_show_were_there(reads, word):
    lexicon = Lexicon(["PUÑO", "PUNO", "LANA", "ANO", "PÚNO"], language="spa")
    ranked = list(dict.fromkeys(word for word, _ in reads))
    assert most_marked(ranked, reads, lexicon) == word


def test_of_words_one_letter_away_the_likest_to_all_readings_comes_first():
    lexicon = Lexicon(["HŘIB", "CHIB", "JEŘÁB"], language="ces")
    assert known_neighbours([("MŘIB", 0.8), ("HŘI", 0.3)], lexicon)[0] == "HŘIB"
    assert known_neighbours([("JEŘÁS", 0.7)], lexicon) == ("JEŘÁB",)
    assert known_neighbours([("OK", 0.7)], Lexicon(["OKO"], language="ces")) == ()


def test_the_fit_finds_what_was_put_in():
    rng = np.random.default_rng(3)
    rows = []
    for _ in range(600):
        share = float(rng.random())
        right = bool(rng.random() < 1 / (1 + np.exp(4 - 8 * share)))
        rows.append(Row("hard", right, False, right, 0.5, replace(ALL, agreeing=share, usual=0.0)))
    weights = fitted(rows)
    assert weights[1] == pytest.approx(8, abs=2.5)
    assert weights[0] == pytest.approx(-4, abs=1.5)


def test_rows_are_kept_and_drawn(tmp_path):
    rows = [Row("hard", index % 4 > 0, False, True, 0.5, replace(ALL, agreeing=index / 20)) for index in range(20)]
    save(tmp_path / "rows.json", rows)
    assert load(tmp_path / "rows.json") == rows
    assert load(tmp_path / "none.json") == []
    table = reliability(rows)
    assert sum(count for _, _, count in table) == 20
    assert np.asarray(diagram(table, "20 words")).std() > 0
