"""The list of past missions and the record of one, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.classic import Card, Team
from companion.game.position import Position, Seat
from companion.ui.presenters.desk import Page
from companion.ui.presenters.past import LINES, ROWS, PastPresenter
from tests.ui.classic_table import KEY, ClassicTable, key_of
from tests.ui.scenes import won_script
from tests.ui.table import PlainDesk
from tests.ui.test_other_presenters import play


def test_without_missions_the_list_says_so(desk):
    past = PastPresenter(desk)
    past.enter()
    assert past.view().sentence == "No mission was played yet."
    past.back()
    assert desk.page is Page.START


def test_missions_are_listed_by_leaves_the_newest_first(table, desk):
    table.begin()
    play(table.session, won_script(table))
    for _ in range(ROWS):
        table.session.new_mission()
        table.begin()
    past = PastPresenter(desk)
    past.enter()
    view = past.view()
    assert len(view.rows) == ROWS
    assert view.rows[0].outcome == "standard: not ended, 0 moves"
    assert (view.can_newer, view.can_older) == (False, True)
    past.newer()
    past.older()
    past.older()
    (row,) = past.view().rows
    assert row.outcome.startswith("standard: won, ")
    assert (row.won, row.score) == (True, "19")
    assert (past.view().can_newer, past.view().can_older) == (True, False)
    past.newer()
    assert past.view().rows[0].outcome == "standard: not ended, 0 moves"


def test_a_past_mission_tells_its_city_and_who_played(table, desk):
    table.session.options = replace(table.session.options, city="Prague", names=("Ann & Bo", "Cleo"))
    table.begin()
    table.session.new_mission()
    past = PastPresenter(desk)
    past.enter()
    (row,) = past.view().rows
    assert row.outcome == "Prague 9-9: not ended, 0 moves"
    assert row.words.startswith("Ann & Bo and Cleo  ·  STADIUM")


def test_the_record_of_a_mission_is_read_by_leaves(table, desk):
    table.begin()
    play(table.session, "A clue\nB guess A1\nB guess A3")
    table.session.undo(consents=tuple(Seat))
    table.session.set_word(Position.parse("A1"), "STADION")
    play(table.session, won_script(table).replace("A clue OCEAN 4\nB guess A1\n", ""))
    table.session.new_mission()
    past = PastPresenter(desk)
    past.enter()
    desk.later()
    past.open(0)
    record = past.view().record
    assert record.title.endswith("standard, won")
    assert record.words[0].split() == ["STADION", "PUPIL", "DOG", "LOCK", "GENIUS"]
    assert record.lines[:5] == (
        "A's clue spoken", "B's guess STADION: agent", "B's guess DOG: bystander", "the last move taken back",
        "A1 is STADION",
    )  # fmt: skip
    assert (len(record.lines), record.can_newer, record.can_older) == (LINES, False, True)
    past.later()
    past.later()
    past.later()
    assert past.view().record.lines[-1].endswith("agent")
    assert not past.view().record.can_older
    past.earlier()
    past.earlier()
    assert past.view().record == record
    past.close()
    assert past.view().record is None


def test_the_record_of_a_base_game_tells_what_lay_under_its_words(tmp_path):
    table = ClassicTable(tmp_path)
    table.begin()
    table.play("red clue TREE 2\nred guess A1\nred guess B5")
    desk = PlainDesk(table.session)
    past = PastPresenter(desk)
    past.enter()
    desk.later()
    (row,) = past.view().rows
    assert row.outcome == "base game: blue won by the assassin, 3 moves"
    past.open(0)
    assert past.view().record.lines == (
        "red's clue TREE 2",
        "red's guess STADIUM: red agent",
        "red's guess FILM: assassin",
    )


def test_a_record_that_cannot_be_read_is_a_notice(table, desk):
    table.begin()
    past = PastPresenter(desk)
    past.enter()
    desk.later()
    table.store.close()
    past.open(0)
    assert past.view().record is None
    assert desk.notice


@pytest.mark.parametrize("first", list(Team))
def test_a_team_that_plays_alone_has_won_in_its_own_colour_only(tmp_path, first):
    letters = KEY if first is Team.RED else KEY.translate(str.maketrans("RB", "BR"))
    table = ClassicTable(tmp_path, key=key_of(letters), players=2, team=first)
    for won in (True, False):
        session = table.begin()
        session.classic.give_clue(first, unlimited=True)
        for place in table.places(Card(first.value[0].upper())) if won else table.places(Card.ASSASSIN):
            session.classic.guess(first, place)
        session.new_mission()
    past = PastPresenter(PlainDesk(table.session))
    past.enter()
    assert [(row.won, row.score) for row in past.view().rows] == [(False, ""), (True, "8")]


def test_between_two_teams_either_may_win_and_neither_row_says_more(tmp_path):
    table = ClassicTable(tmp_path)
    for loser in Team:
        session = table.begin()
        if loser is Team.BLUE:
            session.classic.give_clue(Team.RED, invalid=True)
        session.classic.give_clue(loser, number=1)
        session.classic.guess(loser, table.places(Card.ASSASSIN)[0])
        session.new_mission()
    past = PastPresenter(PlainDesk(table.session))
    past.enter()
    rows = past.view().rows
    assert [row.outcome.split(", ")[0] for row in rows] == [
        "base game: red won by the assassin", "base game: blue won by the assassin"
    ]  # fmt: skip
    assert rows[0].won == rows[1].won
