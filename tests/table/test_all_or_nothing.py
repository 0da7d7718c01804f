"""What a full disk refuses is refused whole: nothing of it counts, is stored or is shown."""

from __future__ import annotations

import pytest

from companion.errors import CompanionError
from companion.game.classic import Team
from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.table.errors import SessionError
from companion.table.options import Game
from companion.table.session import Session
from tests.stand_ins import SeededShuffler
from tests.table.playing import Table

BOTH = frozenset(Seat)


class NearlyFull:
    """A store with room for so many changes more (None: for all); whatever is only read goes through."""

    def __init__(self, store):
        self._store = store
        self.room = None

    def __getattr__(self, name):
        method = getattr(self._store, name)
        return self._counted(method) if name in ("append", "bind", "begin") else method

    def _counted(self, method):
        def change(*arguments):
            if self.room == 0:
                raise CompanionError("the disk is full")
            self.room = None if self.room is None else self.room - 1
            return method(*arguments)

        return change


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.store = NearlyFull(table.store)
    table.session = Session(table.store, table.screens, SeededShuffler(1), lambda: "2026-11-30T20:00:00Z")
    return table


def everything(table):
    """What was played, what is stored, what all screens show, and what the strip would tell."""
    session = table.session
    stored = table.store.load(session.mission_id)
    return (
        session.play.mission.moves, stored.moves, stored.screens, dict(table.screens.pictures), session.play.report,
        session.views_confirmed, session.screens(),
    )  # fmt: skip


def refused_whole(table, intent, room):
    """With ``room`` for so many changes the intent is refused, and all is as it was."""
    before = everything(table)
    table.store.room = room
    with pytest.raises(CompanionError, match="disk is full"):
        intent()
    assert everything(table) == before
    table.store.room = None


def test_a_store_of_these_tests_fills_up(table):
    session = table.begin(first=Seat.A)
    table.store.room = 1
    session.give_clue(Seat.A)
    with pytest.raises(CompanionError, match="disk is full"):
        session.guess(Seat.B, table.places(Seat.A, Identity.AGENT)[0])
    assert len(session.mission.moves) == 1


def test_a_guess_and_the_clue_that_nobody_noted_are_one(table):
    session = table.begin(first=Seat.A)
    place = table.places(Seat.A, Identity.AGENT)[0]
    refused_whole(table, lambda: session.guess(Seat.B, place), room=0)
    table.store.room = 1
    session.guess(Seat.B, place)
    assert [type(move).__name__ for move in everything(table)[1]] == ["Clue", "Guess"]


def test_the_first_guess_names_who_gave_the_clue_in_the_same_breath(table):
    session = table.begin(first=None)
    place = table.places(Seat.B, Identity.AGENT)[0]
    refused_whole(table, lambda: session.guess(Seat.A, place, Seat.B), room=0)
    session.guess(Seat.A, place, Seat.B)
    assert session.state.giver is Seat.B
    assert session.report.verdict is Identity.AGENT


def test_a_clue_that_both_allow_is_one_with_their_yes(table):
    session = table.begin(first=Seat.A)
    refused_whole(table, lambda: session.duet.give_clue(Seat.A, "WAVES", 2, allowed=BOTH), room=0)
    table.store.room = 1
    session.duet.give_clue(Seat.A, "WAVES", 2, allowed=BOTH)
    assert [type(move).__name__ for move in everything(table)[1]] == ["Allow", "Clue"]


def test_a_clue_of_a_team_that_both_allow_is_one_with_their_yes(table):
    session = table.begin(game=Game.CLASSIC, team=Team.RED)
    refused_whole(table, lambda: session.classic.give_clue(Team.RED, "WAVES", 2, allowed=BOTH), room=0)
    table.store.room = 1
    session.classic.give_clue(Team.RED, "WAVES", 2, allowed=BOTH)
    assert [type(move).__name__ for move in everything(table)[1]] == ["Allow", "TeamClue"]


def test_a_clue_that_turns_out_to_be_invalid_is_exchanged_in_one(table):
    session = table.begin(first=Seat.A)
    session.give_clue(Seat.A, "WAVE", 2)
    refused_whole(table, lambda: session.duet.clue_was_invalid(BOTH), room=0)
    table.store.room = 1
    session.duet.clue_was_invalid(BOTH)
    assert [type(move).__name__ for move in everything(table)[1]] == ["Clue", "Undo", "Clue"]
    assert session.state.discarded == 1
    assert session.report.move.invalid


def test_a_clue_of_a_team_that_turns_out_to_be_invalid_is_exchanged_in_one(table):
    session = table.begin(game=Game.CLASSIC, team=Team.RED)
    session.classic.give_clue(Team.RED, "WAVE", unlimited=True)
    refused_whole(table, lambda: session.classic.clue_was_invalid(BOTH), room=0)
    table.store.room = 1
    session.classic.clue_was_invalid(BOTH)
    assert session.classic.state.team is Team.BLUE
    assert session.classic.covers_for() is Team.BLUE


@pytest.mark.parametrize("consents", [[], [Seat.B]])
def test_a_clue_becomes_invalid_only_with_the_yes_of_both_and_before_a_guess(table, consents):
    session = table.begin(first=Seat.A)
    session.give_clue(Seat.A, "WAVE", 2)
    with pytest.raises(SessionError, match="both sides have to agree"):
        session.duet.clue_was_invalid(consents)
    session.guess(Seat.B, table.places(Seat.A, Identity.AGENT)[0])
    with pytest.raises(SessionError, match="nobody has guessed"):
        session.duet.clue_was_invalid(BOTH)


def test_several_moves_are_taken_back_together_or_not_at_all(table):
    session = table.begin(first=Seat.A)
    for place in table.places(Seat.A, Identity.AGENT)[:2]:
        session.guess(Seat.B, place)
    refused_whole(table, lambda: session.undo(3, consents=BOTH), room=0)


def test_a_screen_keeps_its_seat_when_that_cannot_be_stored(table):
    session = table.begin(first=Seat.A)
    refused_whole(table, lambda: session.assign("left", Seat.B), room=0)


def test_what_is_refused_by_half_or_not_at_all_is_noticed(table):
    session = table.begin(first=Seat.A)

    def by_half():
        session.give_clue(Seat.A, "WAVE", 2)
        raise CompanionError("the disk is full")

    with pytest.raises(AssertionError):
        refused_whole(table, by_half, room=1)
    table.store.room = None
    with pytest.raises(pytest.fail.Exception):
        refused_whole(table, lambda: None, room=0)
