"""What the picture shows above letters against what was read."""

from __future__ import annotations

import pytest

from companion.vision.marks import Mark
from companion.vision.mended import contradicted, mended

KINDS = {"0": Mark.NONE, "1": Mark.ONE, "2": Mark.TWO, "b": Mark.BEFORE, "t": Mark.THROUGH, " ": Mark.GAP}


def seen(kinds):
    return tuple(KINDS[kind] for kind in kinds)


@pytest.mark.parametrize(
    ("word", "kinds", "language", "others"),
    [
        ("MÜR", "010", "fra", ("MÙR", "MÛR")), ("MUR", "020", "fra", ("MÜR",)),
        ("PINGÚINO", "00002000", "spa", ("PINGÜINO",)),
        ("SAKKI", "10000", "fin", ("ŠAKKI",)), ("ABO", "100", "fin", ("ÅBO",)), ("ÄBO", "100", "fin", ("ÅBO",)),
        ("ΜΑΙΜΟΥ", "002000", "ell", ("ΜΑΪΜΟΥ",)), ("ΓΑΤΑ", "0b00", "ell", ("ΓΆΤΑ",)),
        ("OHARA", "0b000", "eng", ("O'HARA",)),
        ("VAST", "0200", "eng", ("VÄST",)), ("BÜÛÜCHE", "01000", "fra", ("BÙCHE", "BÛCHE")),
        ("ЕЛКА", "2000", "rus", ("ЁЛКА",)),
        ("AL EN", "1000", "swe", ("ÅL EN",)), ("ΝΕΑΥΟΡΚΗ", "000 00000", "ell", ("ΝΕΑ ΥΟΡΚΗ",)),
        ("ΈΈΝΑ", "b00", "ell", ("ΈΝΑ",)),
        ("LODZ", "t101", "pol", ("ŁÓDŹ", "ŁÓDŻ")), ("PLOT", "0t00", "eng", ("PŁOT",)),
    ],
)  # fmt: skip
def test_a_mark_that_the_word_has_not_contradicts_it_and_mends_it(word, kinds, language, others):
    assert contradicted(word, seen(kinds)) or len(kinds) < len(word)
    assert mended(word, seen(kinds), language) == others


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("BÄR", "020"), ("BÄR", "000"), ("BAR", "000"), ("O'HARA", "0b000"), ("Σ' ΑΓΑΠΏ", "0b000b"), ("ЙОД", "100"),
        ("FÉE", "01"), ("KÄÄRÄ", "202"), ("СИНИЙ", "0001"), ("בית", "b1"), ("BAR", ""), ("NEW YORK", "000 0000"),
        ("T-SHIRT", "0 00000"), ("ПУТЬ", "000t"), ("МЫШЬ", "00000"),
    ],
)  # fmt: skip
def test_what_agrees_or_cannot_be_told_leaves_the_word(word, kinds):
    assert not contradicted(word, seen(kinds))
    assert mended(word, seen(kinds), "eng") == ()


def test_where_letters_touch_a_kind_that_the_word_has_nowhere_contradicts_it():
    assert contradicted("KAARA", seen("202"))
    assert contradicted("KÄÄRÄ", seen("212"))
    assert mended("KAARA", seen("202"), "fin") == ()


def test_letters_that_are_seen_and_were_not_read_contradict_a_word():
    assert contradicted("PIES KOT", seen("0000 0 000"))
    assert not contradicted("PIES KOT", seen("0000 00"))
