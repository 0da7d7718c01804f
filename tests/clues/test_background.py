"""Dictionaries are read beside the app, never before they are wanted."""

from __future__ import annotations

import threading

from companion.clues.background import PatientForms
from companion.clues.word_forms import WordForms


class Slow(WordForms):
    """Dictionaries that are read when the test lets them."""

    def __init__(self):
        super().__init__("eng")
        self.may_read = threading.Event()
        self.begun = 0

    def load(self):
        self.begun += 1
        self.may_read.wait(30)
        super().load()


def test_nothing_is_read_before_somebody_wants_the_helper():
    forms = WordForms("eng")
    PatientForms(forms)
    assert not forms.ready


def test_a_clue_finds_the_dictionaries_read():
    helper = PatientForms(WordForms("eng"))
    helper.prepare()
    words = ["BREAK"]
    found = ()
    for _ in range(30):
        found = found or helper.flags("BROKEN", words)
    assert [flag.word for flag in found] == words


def test_a_clue_does_not_wait_for_dictionaries_for_ever(monkeypatch):
    monkeypatch.setattr("companion.clues.background.PATIENCE_S", 0.01)
    forms = Slow()
    helper = PatientForms(forms)
    helper.prepare()
    helper.prepare()
    assert helper.flags("BROKEN", ["BREAK"]) == ()
    assert forms.begun == 1
    forms.may_read.set()
    monkeypatch.setattr("companion.clues.background.PATIENCE_S", 30)
    assert len(helper.flags("BROKEN", ["BREAK"])) == 1


def test_a_language_without_dictionary_stays_silent():
    assert PatientForms(WordForms("xyz")).flags("break", ["BREAK"]) == ()
