"""Who gives the first clue, where that was left open: kept for this mission, over a restart, and for no other."""

from __future__ import annotations

import pytest

from companion.game.position import Seat
from companion.storage import SqliteStore
from companion.table.first_giver import FirstGiver


@pytest.fixture
def store(tmp_path):
    made = SqliteStore(tmp_path)
    yield made
    made.close()


def test_it_is_known_after_a_restart_until_it_is_taken_back(store):
    assert FirstGiver(store, lambda: 7).seat is None
    FirstGiver(store, lambda: 7).seat = Seat.B
    again = FirstGiver(store, lambda: 7)
    assert again.seat is Seat.B
    again.seat = Seat.A
    assert again.seat is Seat.A
    again.seat = None
    assert again.seat is None
    assert FirstGiver(store, lambda: 7).seat is None


def test_another_mission_knows_nothing_of_it(store):
    FirstGiver(store, lambda: 7).seat = Seat.B
    assert FirstGiver(store, lambda: 8).seat is None
    assert FirstGiver(store, lambda: None).seat is None


def test_without_a_mission_nothing_is_kept(store):
    FirstGiver(store, lambda: None).seat = Seat.B
    assert FirstGiver(store, lambda: None).seat is None


def test_a_kept_text_that_makes_no_sense_is_nobody(store):
    store.remember("first giver", "7 C")
    assert FirstGiver(store, lambda: 7).seat is None
