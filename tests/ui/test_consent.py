"""A question to both sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import CompanionError
from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.ui.presenters.consent import ABOUT_LINES, Consent


@pytest.fixture
def asked(desk):
    """A question with what was done about it."""
    consent = Consent(desk)
    consent.done, consent.after = [], []
    consent.ask("Shall we?", ("this", "that"), consent.done.append, lambda: consent.after.append(1))
    desk.later()
    return consent


def test_only_with_both_yes_it_is_done(asked, desk):
    asked.say_yes(Seat.B)
    assert asked.view().given == (False, True)
    assert asked.done == []
    asked.say_yes(Seat.A)
    assert asked.done == [frozenset(Seat)]
    assert (asked.after, asked.view()) == ([1], None)


def test_one_side_cannot_say_yes_for_both(asked, desk):
    for _ in range(3):
        asked.say_yes(Seat.A)
        desk.later()
    assert asked.done == []


def test_the_touch_that_asked_does_not_answer(desk):
    consent, done = Consent(desk), []
    consent.ask("Shall we?", (), done.append)
    for seat in Seat:
        consent.say_yes(seat)
    consent.cancel()
    assert done == []
    assert consent.view().given == (False, False)


def test_a_no_of_one_side_ends_the_question(asked, desk):
    asked.say_yes(Seat.A)
    asked.cancel()
    assert asked.view() is None
    asked.say_yes(Seat.B)
    assert asked.done == []


def test_both_agree_to_the_table_they_were_asked_about(table, desk):
    session = table.begin()
    session.give_clue(Seat.A, "SEA", 2)
    consent = Consent(desk)
    consent.ask("Take back the clue?", (), lambda consents: session.undo(consents=consents))
    desk.later()
    consent.say_yes(Seat.A)
    session.guess(Seat.B, table.places(Seat.A, Identity.AGENT)[0])
    consent.say_yes(Seat.B)
    assert len(session.standing_moves()) == 2
    assert (consent.view(), desk.notice) == (None, "The table has changed since that was asked: ask again")


def test_a_refusal_becomes_the_notice_and_nothing_follows(desk):
    consent, after = Consent(desk), []

    def refuse(consents):
        raise CompanionError("that cannot be: do something else")

    consent.ask("Shall we?", (), refuse, lambda: after.append(1))
    desk.later()
    for seat in Seat:
        consent.say_yes(seat)
    assert desk.notice == "That cannot be: do something else"
    assert (after, consent.view()) == ([], None)


def test_it_is_shown_what_it_is_about_and_who_is_asked(desk):
    desk.session.options = replace(desk.session.options, names=("Ann & Bo", ""))
    consent = Consent(desk)
    assert consent.view() is None
    consent.ask("Shall we?", (), print)
    assert consent.view().labels == ("A (Ann & Bo)", "B")
    consent.ask("Shall we?", tuple(map(str, range(ABOUT_LINES + 3))), print, labels=("red", "blue"))
    view = consent.view()
    assert (view.question, view.labels) == ("Shall we?", ("red", "blue"))
    assert len(view.about) == ABOUT_LINES
    assert view.about[-1] == "and 4 more"
