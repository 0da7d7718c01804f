"""Dictionaries that are read beside the app."""

from __future__ import annotations

from companion.clues import helper_for
from companion.clues.background import PatientForms


def test_a_prepared_helper_speaks_as_the_plain_one_does() -> None:
    plain = helper_for("fra")
    patient = PatientForms(plain)
    patient.prepare()
    assert patient.flags("chevaux", ["CHEVAL", "MAISON"])[0].word == "CHEVAL"
    assert plain.ready


def test_a_language_without_dictionary_stays_silent() -> None:
    assert PatientForms(helper_for("xyz")).flags("break", ["BREAK"]) == ()
