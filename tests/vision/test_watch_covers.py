"""What the watch says of cards that are covered while it looks."""

from companion.game.position import Position, Seat
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import SeenCover
from tests.vision.watched import Watched


def test_a_board_on_which_nothing_lies_stays_free() -> None:
    assert Watched(1).wait(0.3).cells == (FREE,) * 25


def test_an_agent_card_is_told_within_a_second_of_being_laid() -> None:
    watched = Watched(2)
    watched.table.lay_agent(Position(6))
    cells = watched.wait(1.0).cells
    assert cells[6] == Lies(SeenCover.AGENT)
    assert [cell for i, cell in enumerate(cells) if i != 6] == [FREE] * 24


def test_a_token_is_told_with_its_arrow() -> None:
    watched = Watched(3)
    watched.table.lay_token(Position(12), Seat.A)
    watched.table.lay_token(Position(3), Seat.B)
    cells = watched.wait(1.0).cells
    assert (cells[12], cells[3]) == (Lies(arrows=(Seat.A,)), Lies(arrows=(Seat.B,)))


def test_nothing_is_told_of_a_card_under_a_hand_and_nothing_stays_when_it_has_left() -> None:
    watched = Watched(4)
    watched.table.reach_in(Position(12), Seat.A)
    seen = watched.wait(0.8)
    assert seen.hand
    assert seen.finger == Position(12)
    assert seen.cells[17] is None
    assert all(cell in (None, FREE) for cell in seen.cells)
    watched.table.withdraw()
    assert watched.wait(0.5) == Observation((FREE,) * 25)
