"""The stand-ins can fail: they refuse and lose what the real screens would."""

import pytest

from companion.game.position import Seat
from companion.table.views import blank_view, seat_view
from tests.stand_ins import SeededShuffler, TableScreens


def test_a_picture_reaches_only_the_screen_of_its_seat():
    screens = TableScreens("one", "two")
    screens.assign("one", Seat.A)
    screens.assign("two", Seat.B)
    screens.show(seat_view(Seat.A))
    assert screens.of(Seat.A) == seat_view(Seat.A)
    assert screens.of(Seat.B) is None


def test_a_screen_that_changes_hands_is_blanked_first():
    screens = TableScreens("one")
    screens.assign("one", Seat.A)
    screens.show(seat_view(Seat.A))
    screens.assign("one", Seat.B)
    assert screens.of(Seat.B) is None
    assert screens.of(Seat.A) is None


def test_a_blank_view_is_black():
    screens = TableScreens("one")
    screens.assign("one", Seat.A)
    screens.show(seat_view(Seat.A))
    screens.show(blank_view(Seat.A))
    assert screens.of(Seat.A) is None


def test_a_picture_after_close_is_a_fault():
    screens = TableScreens("one")
    screens.assign("one", Seat.A)
    screens.close()
    with pytest.raises(AssertionError, match="after close"):
        screens.show(seat_view(Seat.A))


def test_two_seeds_shuffle_differently_and_one_seed_alike():
    items = list(range(25))
    assert SeededShuffler(1).shuffled(items) == SeededShuffler(1).shuffled(items)
    assert SeededShuffler(1).shuffled(items) != SeededShuffler(2).shuffled(items)
