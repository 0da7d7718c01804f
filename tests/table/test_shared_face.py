"""Who may look at a key on the shared page, and when; everybody else is refused."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.table.errors import SessionError
from companion.table.ports import Link
from companion.table.session import Session
from companion.table.views import Show, face_view
from tests.ui.classic_table import ClassicTable
from tests.ui.table import UiTable


def allow(session: Session) -> None:
    session.looks.change(replace(session.looks.now, on_page=True))


def without(table: UiTable, *devices: str) -> Session:
    """A mission; these screens were never there."""
    for device in devices:
        table.screens.links.pop(device)
    session = table.session
    allow(session)
    table.settle_words()
    for device, seat in (("left", Seat.A), ("right", Seat.B)):
        if device not in devices:
            session.assign(device, seat)
            session.show_words()
            session.confirm_view(seat)
    session.begin()
    return session


@pytest.fixture
def table(tmp_path):
    return UiTable(tmp_path)


def test_it_is_off_at_the_start_and_a_mission_waits_for_its_screens(table):
    table.screens.links.clear()
    table.settle_words()
    assert not table.session.looks.now.on_page
    assert table.session.shared.stand_ins() == ()
    with pytest.raises(SessionError, match="confirm their screens"):
        table.session.begin()


def test_without_screens_both_look_here_one_after_the_other(table):
    session = without(table, "left", "right")
    assert session.shared.seats() == tuple(Seat)
    for seat in Seat:
        expected = face_view(seat, session.board, session.mission.setup.key, session.state)
        assert session.shared.show(seat) == expected
        assert session.shared.lit
        session.shared.hide()
        assert not session.shared.lit


@pytest.mark.parametrize(("absent", "seat"), [("left", Seat.A), ("right", Seat.B)])
def test_with_one_screen_only_the_other_seat_looks_here(table, absent, seat):
    session = without(table, absent)
    assert session.shared.seats() == (seat,)
    assert session.shared.show(seat).seat is seat
    session.shared.hide()
    with pytest.raises(SessionError, match=f"the key of {seat.other.value} is not shown here"):
        session.shared.show(seat.other)
    assert not session.shared.lit


def test_with_both_screens_nobody_looks_here_even_if_it_is_allowed(table):
    session = without(table)
    assert session.shared.seats() == ()
    for seat in Seat:
        with pytest.raises(SessionError):
            session.shared.show(seat)


@pytest.mark.parametrize("link", Link)
def test_a_screen_that_is_there_or_on_its_way_is_the_place_for_its_face(table, link):
    session = without(table)
    table.screens.links["left"] = link
    away = link in (Link.ABSENT, Link.REFUSED)
    assert session.shared.seats() == ((Seat.A,) if away else ())


def test_a_screen_that_comes_back_takes_the_face_away_from_the_page(table):
    session = without(table)
    table.screens.links["left"] = Link.ABSENT
    assert session.shared.seats() == (Seat.A,)
    table.screens.links["left"] = Link.SHOWING
    assert session.shared.seats() == ()


def test_nothing_is_shown_before_the_mission_after_it_or_while_keys_are_hidden(table):
    session = without(table, "left", "right")
    session.hide_keys()
    assert session.shared.seats() == ()
    session.show_keys()
    assert session.shared.seats() == tuple(Seat)
    session.new_mission()
    assert session.shared.seats() == ()
    with pytest.raises(SessionError):
        session.shared.show(Seat.A)


def test_an_ended_mission_shows_no_face_here(table):
    session = without(table, "left", "right")
    session.give_clue(Seat.A)
    session.guess(Seat.B, table.places(Seat.A, Identity.ASSASSIN)[0])
    assert session.over
    assert session.shared.seats() == ()


def test_forbidding_it_again_holds_at_once(table):
    session = without(table, "left", "right")
    session.looks.change(replace(session.looks.now, on_page=False))
    assert session.shared.seats() == ()
    with pytest.raises(SessionError):
        session.shared.show(Seat.A)


def test_a_mission_that_waits_can_be_resumed_without_its_screens(table):
    session = without(table)
    mission = session.mission_id
    session.new_mission()
    table.screens.links.clear()
    session.resume(mission)
    assert session.shared.seats() == tuple(Seat)
    assert session.shared.show(Seat.B).show is Show.FACE


@pytest.mark.parametrize("players", [4, 3, 2])
def test_in_a_base_game_the_spymasters_look_here(tmp_path, players):
    table = ClassicTable(tmp_path, players=players)
    table.screens.links.clear()
    allow(table.session)
    table.settle_words()
    table.session.begin()
    seats = table.session.shared.seats()
    assert seats == table.session.seats_with_key()
    assert all(table.session.shared.show(seat).show is Show.KEY for seat in seats)


def test_one_screen_is_enough_for_both_spymasters_and_then_it_is_the_only_place(tmp_path):
    table = ClassicTable(tmp_path)
    allow(table.session)
    table.begin()
    assert table.session.shared.seats() == ()
    table.screens.links["left"] = Link.ABSENT
    assert table.session.shared.seats() == ()
    table.screens.links["right"] = Link.ABSENT
    assert table.session.shared.seats() == tuple(Seat)


def test_text_forms_tell_nothing_of_a_face(table):
    session = without(table, "left", "right")
    view = session.shared.show(Seat.A)
    texts = (repr(session.shared), repr(view.cells[0]), str(view))
    for text, identity in itertools.product(texts, Identity):
        assert str(identity) not in text
        assert repr(identity) not in text
