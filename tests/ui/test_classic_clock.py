"""The clock of a turn, by itself."""

from __future__ import annotations

import pytest

from companion.ui.presenters.turn_clock import Sand, TurnClock
from tests.ui.table import HandClock


class Turn:
    def __init__(self):
        self.time = HandClock()
        self.clock = TurnClock(self.time)
        self.number = 1

    def look(self, length_s=90, paused=False):
        view = self.clock.at(self.number, length_s, paused=paused)
        return (view.sand, view.text) if view is not None else None


@pytest.fixture
def turn():
    turn = Turn()
    turn.look()
    return turn


def test_no_time_agreed_no_clock(turn):
    assert turn.look(length_s=0) is None


def test_it_stands_until_somebody_starts_it(turn):
    turn.time.seconds += 500
    assert turn.look() == (Sand.IDLE, "1:30")


def test_it_runs_down_to_nothing_and_stays_there(turn):
    turn.clock.touch()
    turn.time.seconds += 29.5
    assert turn.look() == (Sand.RUNNING, "1:01")
    turn.time.seconds += 1000
    assert turn.look() == (Sand.OVER, "0:00")
    turn.time.seconds += 1000
    assert turn.look() == (Sand.OVER, "0:00")


def test_a_second_touch_lays_it_aside(turn):
    turn.clock.touch()
    turn.time.seconds += 10
    turn.clock.touch()
    assert turn.look() == (Sand.IDLE, "1:30")


def test_after_its_end_a_touch_lays_it_aside_and_another_starts_it(turn):
    turn.clock.touch()
    turn.time.seconds += 100
    turn.clock.touch()
    assert turn.look() == (Sand.IDLE, "1:30")
    turn.clock.touch()
    assert turn.look() == (Sand.RUNNING, "1:30")


def test_while_it_is_paused_no_sand_runs(turn):
    turn.clock.touch()
    turn.time.seconds += 30
    assert turn.look(paused=True) == (Sand.PAUSED, "1:00")
    turn.time.seconds += 500
    assert turn.look(paused=True) == (Sand.PAUSED, "1:00")
    assert turn.look() == (Sand.RUNNING, "1:00")
    turn.time.seconds += 30
    assert turn.look() == (Sand.RUNNING, "0:30")


def test_a_pause_of_a_clock_that_stands_changes_nothing(turn):
    assert turn.look(paused=True) == (Sand.IDLE, "1:30")


def test_another_turn_lays_it_aside(turn):
    turn.clock.touch()
    turn.time.seconds += 30
    turn.number += 1
    assert turn.look() == (Sand.IDLE, "1:30")
