"""Screens without an id: who is who as cables go in and out, and in which state each is."""

from __future__ import annotations

from itertools import count

import pytest

from companion.device.sockets import DEAF, RETURN_S, VANISH_S, Sockets
from companion.device.turing_link import HELLO_S, Start, TuringLink


class Bus:
    """Sockets, and a clock that goes on by a second with each look."""

    def __init__(self, *there: str) -> None:
        numbers = count(1)
        self.sockets = Sockets("KIND", lambda: next(numbers))
        self.now = 0.0
        self.look(*there)

    def look(self, *there: str) -> None:
        self.now += 1.0
        self.sockets.look(there, self.now)

    def names(self, *locations: str) -> list[str]:
        return [self.sockets.name(location) for location in locations]

    def start(self, location: str) -> Start | None:
        return self.sockets.start(location, self.now)

    def reset(self, location: str) -> None:
        link = TuringLink(self.now, "", Start.RESET)
        link.sent(len(link.output))
        self.sockets.let_go(location, self.now, link)

    def use(self, location: str, *, cut_off: bool) -> None:
        link = TuringLink(self.now, "", Start.FRESH)
        if not cut_off:
            link.sent(len(link.output))
        self.sockets.let_go(location, self.now + HELLO_S + 2.0, link)


def test_all_have_names_of_their_own():
    a, b = Bus("1", "2").names("1", "2")
    assert {a, b} in ({"KIND@1#00010002", "KIND@2#00030004"}, {"KIND@1#00030004", "KIND@2#00010002"})


def test_a_name_outlives_a_gap_in_which_nothing_else_moved():
    bus = Bus("1", "2")
    before = bus.names("1", "2")
    bus.look("2")
    bus.look("1", "2")
    bus.look("1")
    bus.look("1", "2")
    assert bus.names("1", "2") == before


@pytest.mark.parametrize("looks", [[(), ("1", "2")], [("1",), (), ("1",), ("1", "2")], [("2",), ("1",), ("1", "2")]])
def test_two_away_at_once_are_nobody_any_more(looks):
    bus = Bus("1", "2")
    before = bus.names("1", "2")
    for there in looks:
        bus.look(*there)
    assert not set(before) & set(bus.names("1", "2"))


def test_one_that_appears_elsewhere_may_be_the_one_that_is_away():
    bus = Bus("1", "2")
    before = bus.names("1", "2")
    bus.look("2")
    bus.look("2", "3")
    bus.look("1", "2", "3")
    assert bus.names("2") == before[1:]
    assert not set(before) & set(bus.names("1", "3"))


def test_one_that_moved_for_good_does_not_make_the_others_doubtful():
    bus = Bus("1", "2")
    bus.look("2")
    bus.look("2", "3")
    before = bus.names("2", "3")
    bus.look("3")
    bus.look("2", "3")
    assert bus.names("2", "3") == before


def test_what_was_there_first_is_reset_and_what_is_plugged_in_is_fresh():
    bus = Bus("1")
    bus.look("1", "2")
    assert (bus.start("1"), bus.start("2")) == (Start.RESET, Start.FRESH)


def test_after_its_reset_it_is_fresh_under_the_same_name():
    bus = Bus("1", "2")
    name = bus.names("1")
    bus.reset("1")
    assert bus.start("1") is None
    assert bus.sockets.awaits(bus.now)
    bus.look("2")
    bus.look("1", "2")
    assert bus.start("1") is Start.FRESH
    assert bus.names("1") == name
    assert not bus.sockets.awaits(bus.now)


def test_one_that_heeds_no_reset_is_given_the_rest_of_a_picture_and_then_left_alone():
    bus = Bus("1")
    bus.reset("1")
    bus.now += VANISH_S
    assert bus.start("1") is Start.FILLED
    bus.reset("1")
    assert (bus.start("1"), bus.sockets.trouble("1", bus.now)) == (None, "")
    bus.now += VANISH_S
    assert (bus.start("1"), bus.sockets.trouble("1", bus.now)) == (None, DEAF)
    bus.look()
    bus.look("1")
    assert (bus.start("1"), bus.sockets.trouble("1", bus.now)) == (Start.FRESH, "")


def test_nobody_waits_for_ever_for_one_that_does_not_come_back():
    bus = Bus("1")
    bus.reset("1")
    bus.look()
    bus.now += RETURN_S
    assert not bus.sockets.awaits(bus.now)


@pytest.mark.parametrize(("cut_off", "start"), [(True, Start.RESET), (False, Start.FRESH)])
def test_one_that_was_cut_off_in_the_middle_is_reset_when_it_comes_back(cut_off, start):
    bus = Bus()
    bus.look("1")
    bus.use("1", cut_off=cut_off)
    bus.look()
    bus.look("1")
    assert bus.start("1") is start


def test_one_whose_port_was_closed_while_it_stayed_is_reset():
    bus = Bus()
    bus.look("1")
    bus.use("1", cut_off=False)
    assert bus.start("1") is Start.RESET
