"""A mission with the key of a printed card: judged, stored, undone and shown as one with a drawn key."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.classic import Card, Team
from companion.game.keycard import KeyCard
from companion.game.position import Position, Seat
from companion.table.errors import SessionError
from companion.table.options import Game, KeySource, Options, options_from_text, options_to_text
from companion.table.printed import NoKey, PrintedSlot, SpymastersKey, spymasters_key
from companion.table.views import Show
from tests.ui.table import FACE_A, FACE_B, UiTable, face

PRINTED = KeyCard.from_faces(face(FACE_B), face(FACE_A))
"""The faces of the usual key of the tests, exchanged: no dealer deals it."""
SQUARES = "BTTRR RTXBT RBBTB RTRBR RBTBR"


def squares(letters: str = SQUARES):
    return [Card(letter) for letter in letters.replace(" ", "")]


@pytest.fixture
def table(tmp_path):
    return UiTable(tmp_path)


@pytest.fixture
def session(table):
    table.settle_words()
    table.session.options = replace(table.session.options, first=Seat.A, key=KeySource.TYPED)
    table.session.printed.take(PRINTED)
    return table.session


def confirm_screens(session):
    session.assign("left", Seat.A)
    session.assign("right", Seat.B)
    session.show_words()
    for seat in Seat:
        session.confirm_view(seat)


def test_the_mission_is_judged_by_the_printed_key(session):
    session.begin(screens=False)
    assert session.mission.setup.key == PRINTED
    session.give_clue(Seat.A, "OCEAN", 1)
    session.guess(Seat.B, Position.parse("A3"))
    assert session.state.covers[2].agent


def test_it_is_stored_resumed_and_undone_like_any_other(session, table):
    session.begin(screens=False)
    session.give_clue(Seat.A, "OCEAN", 1)
    session.guess(Seat.B, Position.parse("A3"))
    table.open()
    again = table.session
    again.resume(session.mission_id)
    assert again.mission.setup.key == PRINTED
    again.undo(consents=set(Seat))
    assert not again.state.covers[2].agent


def test_without_screens_no_screen_is_lit_not_even_after_resuming(session, table):
    confirm_screens(session)
    session.begin(screens=False)
    assert all(view is None or view.show is Show.BLANK for view in map(table.screens.of, Seat))
    table.open()
    table.session.resume(session.mission_id)
    assert all(view is None or view.show is Show.BLANK for view in map(table.screens.of, Seat))


def test_with_screens_each_shows_its_face_of_the_printed_key(session, table):
    with pytest.raises(SessionError, match="confirm their screens"):
        session.begin()
    confirm_screens(session)
    session.begin()
    shown = table.screens.of(Seat.A)
    assert [cell.identity for cell in shown.cells] == list(PRINTED.face(Seat.A))


def test_without_a_printed_key_there_is_no_mission_without_screens(table):
    table.settle_words()
    with pytest.raises(SessionError, match="confirm their screens"):
        table.session.begin(screens=False)


def test_a_key_that_the_players_no_longer_want_is_not_used(session, table):
    session.options = replace(session.options, key=KeySource.DRAWN)
    confirm_screens(session)
    session.begin()
    assert session.mission.setup.key == table.key


@pytest.mark.parametrize("what", ["new_mission", "turn_board"])
def test_a_key_does_not_outlive_its_table(session, what):
    getattr(session, what)()
    assert not session.printed.there(session.options)


def test_it_is_used_once(session):
    session.begin(screens=False)
    assert not session.printed.there(session.options)


def test_the_printed_key_of_a_base_game_says_who_begins(table):
    table.settle_words()
    table.session.options = replace(table.session.options, game=Game.CLASSIC, team=Team.BLUE, key=KeySource.TYPED)
    table.session.printed.take(spymasters_key(squares(), Seat.A))
    table.session.begin(screens=False)
    setup = table.session.classic.mission.setup
    assert (setup.first, list(setup.key.cards)) == (Team.RED, squares())


def test_spymasters_at_b_see_the_table_from_there():
    assert spymasters_key(squares(), Seat.B).key.cards == tuple(reversed(squares()))


def test_other_squares_are_refused_with_the_counts():
    with pytest.raises(NoKey, match=r"\(blue 8 instead of 9, bystanders 8 instead of 7\)"):
        spymasters_key([*squares()[:-1], Card.BYSTANDER], Seat.A)


def test_a_key_of_the_other_game_is_none():
    slot = PrintedSlot()
    slot.take(PRINTED)
    assert slot.there(Options(key=KeySource.TYPED))
    assert not slot.there(Options(key=KeySource.TYPED, game=Game.CLASSIC))


def test_where_the_key_comes_from_is_remembered():
    options = Options(key=KeySource.PHOTOGRAPHED)
    assert options_from_text(options_to_text(options)).key is KeySource.PHOTOGRAPHED
    older = options_to_text(options).replace(', "key": "photographed"', "")
    assert options_from_text(older).key is KeySource.DRAWN


def test_the_text_forms_hide_the_key():
    key = spymasters_key(squares(), Seat.A)
    assert repr(key) == "SpymastersKey(hidden)"
    assert isinstance(key, SpymastersKey)
    assert "Card" not in repr(PrintedSlot())
