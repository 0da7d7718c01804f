"""Who is to give the clue is told on that player's screen alone, and it moves with each turn."""

from __future__ import annotations

import pytest

from companion.game.duet import Phase
from companion.game.keycard import Identity
from companion.game.position import Seat
from tests.ui.table import UiTable


@pytest.fixture
def table(tmp_path):
    made = UiTable(tmp_path)
    made.begin()
    return made


def told(table: UiTable) -> list[Seat]:
    """The seats whose screens say "you give the clue"."""
    return [seat for seat in Seat if (view := table.screens.of(seat)) is not None and view.giving]


def test_the_bar_is_on_the_screen_of_the_giver_and_moves_when_the_turn_does(table):
    session = table.session
    assert told(table) == [Seat.A]
    session.give_clue(Seat.A, "OCEAN", 1)
    session.guess(Seat.B, table.places(Seat.A, Identity.AGENT)[0])
    assert told(table) == [Seat.A]
    session.stop(Seat.B)
    assert told(table) == [Seat.B]
    session.undo(consents=set(Seat))
    assert told(table) == [Seat.A]


def test_a_wrong_guess_moves_it_too_and_nobody_is_told_in_sudden_death(table):
    session, giver = table.session, Seat.A
    left = {seat: table.places(seat, Identity.BYSTANDER) for seat in Seat}
    for _ in range(9):
        assert told(table) == [giver]
        session.give_clue(giver)
        session.guess(giver.other, left[giver].pop())
        giver = giver.other
    assert session.state.phase is Phase.SUDDEN_DEATH
    assert told(table) == []
