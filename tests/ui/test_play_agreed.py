"""What both sides have to agree to on the play page: moves taken back, a table set by hand."""

from __future__ import annotations

import pytest

from companion.game.duet import Outcome
from companion.game.keycard import Identity
from companion.game.moves import Allow, SetTable, Undo
from companion.game.position import Seat
from companion.game.tokens import Bank, Cover
from companion.ui.presenters.desk import Page
from companion.ui.presenters.end import EndPresenter
from companion.ui.presenters.record import move_text
from companion.ui.presenters.setting import COUNTS, cover_text
from companion.ui.presenters.undoing import ROWS
from tests.ui.test_play_presenter import Play, at


@pytest.fixture
def play(table):
    return Play(table)


# --- undo ------------------------------------------------------------------------------------------------------------


def test_several_moves_go_with_the_one_that_was_touched(play):
    play.do("clue_number", 2)
    play.guess("B", "A1")
    play.guess("B", "A2")
    play.do("undo")
    undo = play.page.view().undo
    assert [row.text for row in undo.rows] == ["B's guess PUPIL", "B's guess STADIUM", "A's clue spoken, 2"]
    assert ([row.taken for row in undo.rows], undo.ask) == ([True, False, False], "Take back 1 move")
    play.part("undoing", "choose", 2)
    play.part("undoing", "ask")
    assert play.page.view().consent.question == "Take back 2 moves?"
    play.part("consent", "say_yes", Seat.A)
    assert play.session.state.agents_found == 2
    view = play.part("consent", "say_yes", Seat.B)
    assert (play.session.state.agents_found, view.undo, view.headline) == (0, None, "B guesses")
    assert play.session.mission.moves[-2:] == (Undo(), Undo())


def test_moves_stand_on_leaves(play):
    for position in play.table.places(Seat.A, Identity.AGENT)[:ROWS]:
        play.do("select", position)
        play.do("confirm", Seat.B)
    play.do("undo")
    first = play.page.view().undo
    assert (len(first.rows), first.can_newer, first.can_older) == (ROWS, False, True)
    second = play.part("undoing", "older").undo
    assert [row.steps for row in second.rows] == [ROWS + 1]
    assert not play.part("undoing", "older").undo.can_older
    assert play.part("undoing", "newer").undo == first
    assert play.part("undoing", "close").undo is None


def test_without_a_move_nothing_is_asked(play):
    play.do("undo")
    assert play.page.view().undo.ask == ""
    play.part("undoing", "ask")
    assert play.page.view().consent is None


# --- set by hand -----------------------------------------------------------------------------------------------------


def test_only_what_changed_is_set(play):
    play.guess("B", "A3")
    play.do("set_table")
    hand = play.page.view().hand
    assert (hand.numbers, hand.box, hand.changes, hand.trouble) == ((8, 0, 0, 0), 0, (), "")
    play.part("setting", "touch", at("A1"))
    play.part("setting", "set_agent", True)
    play.part("setting", "set_tokens", Seat.A, 2)
    assert play.page.view().hand.trouble == "That makes 2 more than the mission began with: count again."
    play.part("setting", "leave_card")
    for _ in range(3):
        play.part("setting", "count", 0, -1)
    play.part("setting", "choose_giver", 1)
    hand = play.page.view().hand
    assert hand.changes == (
        "STADIUM: agent card, two tokens to A (record: free)",
        "Bank, bystander side up: 5 (record: 8)",
        "Tokens back in the box: 1 (record: 0)",
        "The next clue is given by A",
    )
    play.part("setting", "ask")
    assert play.page.view().consent.about == hand.changes
    view = play.agree()
    stack = Cover(agent=True, tokens=frozenset({Seat.B}), stacked=frozenset({Seat.B}))
    assert play.session.mission.moves[-1] == SetTable(((at("A1"), stack),), Bank(5, 0), None, None, Seat.A)
    assert (view.hand, view.headline, view.bank.discarded) == (None, "A gives a clue", 1)


def test_a_refused_table_stays_open_with_the_reason(play):
    play.do("set_table")
    for row in "ABCD":
        for column in range(1, 6):
            play.page.setting._covers[at(f"{row}{column}").index] = Cover(agent=True)
    play.part("setting", "ask")
    play.agree()
    assert "20 agent cards" in play.desk.notice
    assert play.page.view().hand is not None
    assert play.session.mission.moves == ()


def test_nothing_is_asked_when_nothing_differs(play):
    play.do("set_table")
    play.part("setting", "count", 1, 1)
    play.part("setting", "count", 1, -1)
    play.part("setting", "ask")
    assert play.page.view().consent is None
    assert "Nothing differs" in play.desk.notice
    play.part("setting", "close")
    assert play.page.view().hand is None


def test_a_card_is_touched_again_to_leave_it(play):
    play.do("set_table")
    play.part("setting", "touch", at("A1"))
    assert play.page.view().hand.card.word == "STADIUM"
    play.part("setting", "set_tokens", Seat.B, 1)
    play.part("setting", "set_tokens", Seat.B, 0)
    assert play.page.view().hand.changes == ()
    play.part("setting", "touch", at("A1"))
    assert play.page.view().hand.card is None
    play.part("setting", "set_agent", True)
    play.part("setting", "set_tokens", Seat.B, 1)
    assert play.page.view().hand.changes == ()


def test_a_table_on_which_all_agents_lie_is_won(play):
    agents = {p for seat in Seat for p in play.table.places(seat, Identity.AGENT)}
    play.do("set_table")
    for position in agents:
        play.part("setting", "touch", position)
        play.part("setting", "set_agent", True)
    play.part("setting", "ask")
    play.agree()
    assert (play.desk.page, play.session.state.outcome) == (Page.END, Outcome.WON)
    assert "The table was set by hand." in EndPresenter(play.desk).view().sentence


def test_numbers_stay_where_numbers_can_be(play):
    play.do("set_table")
    for _ in range(20):
        play.part("setting", "count", 2, -1)
        play.part("setting", "count", 3, 1)
    numbers = dict(zip((name for name, _ in COUNTS), play.page.view().hand.numbers, strict=True))
    assert (numbers["taken A"], numbers["taken B"]) == (0, 11)


@pytest.mark.parametrize(
    ("cover", "text"),
    [
        (Cover(), "free"),
        (Cover(agent=True), "agent card"),
        (Cover(tokens=frozenset({Seat.A})), "a token to B"),
        (Cover(tokens=frozenset(Seat), stacked=frozenset({Seat.B})), "two tokens to A, a token to B"),
    ],
)
def test_what_lies_on_a_card_in_words(cover, text):
    assert cover_text(cover) == text


def test_moves_in_words(play):
    board = play.session.board
    assert move_text(SetTable(), board) == "the table set by hand"
    assert move_text(Allow("DOGS"), board) == "DOGS allowed by both"
    assert move_text(Undo(), board) == "the last move taken back"
