"""What is agreed before play, and what needs the yes of both sides in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import CompanionError
from companion.game.campaign import City, Standing
from companion.game.classic import Team
from companion.game.duet import Phase, Scoring
from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Allow, SetTable
from companion.game.position import Seat
from companion.game.tokens import Bank, Cover
from companion.table.instruct import Instruction, Piece
from companion.table.options import Game, Options, options_from_text, options_to_text
from companion.table.ports import ClueFlag
from tests.table.playing import Table

G, T, X = Identity.AGENT, Identity.BYSTANDER, Identity.ASSASSIN


class FirstLetter:
    """Knows of a word only its first letter."""

    def __init__(self):
        self.wanted = False

    def prepare(self):
        self.wanted = True

    def flags(self, clue, visible):
        return [ClueFlag(word, f"{clue} begins like {word}") for word in visible if word[0] == clue[0]]


@pytest.fixture
def table(tmp_path):
    helper = FirstLetter()
    table = Table(tmp_path, clue_helper=helper)
    table.helper = helper
    return table


OPTIONS = [
    Options(held=True),
    Options(first=Seat.B, scoring=Scoring.ONE_PER_TOKEN, names=("Ann & Bo", "Chris"), relaxed=True, clue_help=True),
    Options(game=Game.CLASSIC, players=2, side=Seat.B, timer_s=120, names=("", "Dora")),
    Options(game=Game.CLASSIC, players=3),
]


@pytest.mark.parametrize("options", OPTIONS)
def test_what_was_agreed_is_remembered_for_the_next_start(tmp_path, options):
    table = Table(tmp_path)
    session = table.lay_out()
    session.options = options
    for seat in Seat:
        session.confirm_view(seat)
    session.begin()
    assert table.again().session.options == replace(options, city="", team=None)


@pytest.mark.parametrize("text", ["", "null", "[]", "{", '{"names": 3}', '{"names": ["a", "b"], "players": 9}'])
def test_a_setting_that_cannot_be_read_gives_the_usual_options(text):
    assert options_from_text(text) == Options()
    assert options_from_text(options_to_text(OPTIONS[0])) == OPTIONS[0]


@pytest.mark.parametrize(
    "options",
    [
        Options(turns=11, mistakes=2, names=("Ann", "Bo"), relaxed=True, clue_help=True, first=Seat.B),
        Options(turns=10, mistakes=10, scoring=Scoring.ONE_PER_TOKEN),
        Options(game=Game.CLASSIC, team=Team.BLUE, players=3, side=Seat.B, timer_s=90),
    ],
)
def test_a_resumed_mission_knows_what_was_agreed_for_it(tmp_path, options):
    table = Table(tmp_path)
    session = table.lay_out()
    session.options = options
    for seat in Seat:
        session.confirm_view(seat)
    session.begin()
    again = table.again()
    again.session.options = Options()
    again.session.resume(again.session.resumable().id)
    assert again.session.options == options


def test_the_bank_begins_as_agreed(table):
    session = table.begin(turns=11, mistakes=2)
    assert session.state.bank == Bank(2, 9)
    assert session.past.missions()[0].turns == 11


def test_a_city_is_played_when_a_neighbour_is_won(table):
    session = table.lay_out(city="Berlin", turns=11, mistakes=2)
    with pytest.raises(CompanionError, match="win Prague first"):
        session.begin()
    assert table.store.missions() == []
    session.map.keep(City("Prague", 9, 9, (), done=True))
    session.begin()
    assert table.store.load(session.mission_id).kept["city"] == "Berlin"


def win(table, session):
    while session.state.phase is not Phase.OVER:
        state = session.state
        for seat in session.may_guess():
            free = [p for p in table.places(seat.other, G) if not session.state.covers[p.index].agent]
            while free and session.state.phase in (Phase.CLUE, Phase.GUESSING) and seat in session.may_guess():
                session.guess(seat, free.pop())
        assert session.state != state


def test_a_won_city_is_marked_unlocks_its_neighbours_and_is_left(table):
    session = table.begin(city="Prague", first=Seat.A)
    assert session.map.campaign().standing(session.map.campaign().city("Berlin")) is Standing.LOCKED
    win(table, session)
    assert session.map.campaign().standing(session.map.campaign().city("Prague")) is Standing.WON
    assert session.map.playable("Berlin").turns == 11
    session.new_mission()
    assert (session.options.city, session.options.turns, session.options.mistakes) == ("", 9, 9)


def test_a_lost_city_stays_chosen_for_another_try(table):
    session = table.begin(city="Prague", first=Seat.A)
    session.guess(Seat.B, table.places(Seat.A, X)[0])
    session.new_mission()
    assert session.options.city == "Prague"


def test_a_city_with_an_unknown_number_asks_for_it(table):
    session = table.lay_out()
    session.map.keep(City("Prague", 9, 9, (), done=True))
    with pytest.raises(CompanionError, match="number is not known"):
        session.map.playable("Moscow")
    session.map.keep(City("Moscow", 8, 2, ("Prague",)))
    assert session.map.playable("moscow").mistakes == 2
    with pytest.raises(CompanionError, match="which city leads"):
        session.map.playable("Vatican")
    session.map.drop("Moscow")
    with pytest.raises(CompanionError, match="number is not known"):
        session.map.playable("Moscow")


def test_a_city_cannot_follow_one_that_is_nowhere(table):
    with pytest.raises(CompanionError, match="Atlantis"):
        table.session.map.keep(City("Oslo", 9, 3, ("Atlantis",)))
    assert table.store.cities() == [] or tuple(table.store.cities()) == ()


def test_an_invalid_clue_costs_a_token_and_counts(table):
    session = table.begin(first=Seat.A)
    session.give_clue(Seat.A, "WAVE", 0, invalid=True)
    assert session.report.instructions == (Instruction(Piece.TOKEN_DISCARDED),)
    assert (session.state.bank.total, session.state.discarded) == (8, 1)
    assert session.state.phase is Phase.GUESSING


def test_two_tokens_go_onto_a_word_when_no_mistake_is_left(table):
    session = table.begin(turns=9, mistakes=0, first=Seat.A)
    place = table.places(Seat.A, T)[0]
    session.guess(Seat.B, place)
    assert session.report.instructions == (Instruction(Piece.TWO_TOKENS, place, Seat.B),)
    assert session.state.covers[place.index].stacked == {Seat.A}
    assert table.screens.of(Seat.A).cells[place.index].cover.stacked == {Seat.A}


def test_undo_needs_the_yes_of_both_and_takes_any_number_of_moves(table):
    session = table.begin(first=Seat.A)
    views = [table.screens.of(seat) for seat in Seat]
    for place in table.places(Seat.A, G)[:3]:
        session.guess(Seat.B, place)
    for consents in ((), (Seat.A,), (Seat.B,)):
        with pytest.raises(CompanionError, match="both sides"):
            session.undo(4, consents=consents)
    with pytest.raises(CompanionError, match="no 5 moves"):
        session.undo(5, consents=Seat)
    assert len(session.standing_moves()) == 4
    session.undo(4, consents=Seat)
    assert [table.screens.of(seat) for seat in Seat] == views
    assert len(session.mission.moves) == 8
    assert table.resumed().session.mission.moves == session.mission.moves


def test_a_lost_token_is_set_by_hand_with_both_yes(table):
    session = table.begin(first=Seat.A)
    place = table.places(Seat.A, T)[0]
    change = SetTable(covers=((place, Cover(tokens=frozenset({Seat.A}))),), bank=Bank(7, 0))
    with pytest.raises(CompanionError, match="both sides"):
        session.set_by_hand(change, ())
    session.set_by_hand(change, Seat)
    assert session.report.instructions == ()
    assert (session.state.bank, session.state.discarded) == (Bank(7, 0), 1)
    assert table.screens.of(Seat.A).cells[place.index].cover.tokens == {Seat.A}
    stored = table.store.load(session.mission_id)
    assert Mission.replayed(stored.setup, stored.moves).state == session.state
    session.undo(consents=Seat)
    assert session.state.bank == Bank(9, 0)


def test_the_clue_helper_speaks_only_when_it_is_wanted_and_of_visible_words(table):
    session = table.begin(first=Seat.A)
    assert session.clue_flags("WATER") == ()
    assert not table.helper.wanted
    session.new_mission()
    table.begin(first=Seat.A, clue_help=True)
    assert table.helper.wanted
    assert len(session.clue_flags("WATER")) == 25
    session.guess(Seat.B, table.places(Seat.A, G)[0])
    assert len(session.clue_flags("WATER")) == 24
    assert session.clue_flags("  ") == ()


def test_a_clue_of_several_words_passes_under_relaxed_rules(table):
    session = table.begin(first=Seat.A, clue_help=True)
    assert [flag.word for flag in session.clue_flags("BIG APPLE")] == [""]
    session.new_mission()
    table.begin(clue_help=True, relaxed=True)
    assert session.clue_flags("BIG APPLE") == ()


@pytest.mark.parametrize("change", [{"relaxed": True}, {"game": Game.CLASSIC}, {"side": Seat.B}, {"turns": 11}])
def test_what_was_agreed_before_play_holds_until_the_table_is_cleared(table, change):
    session = table.begin(first=Seat.A)
    with pytest.raises(CompanionError, match="agreed before play"):
        session.options = replace(session.options, **change)
    assert session.options == Options(first=Seat.A)
    assert session.views_confirmed == set(Seat)
    session.new_mission()
    session.options = replace(session.options, **change)


def test_both_allow_a_clue_and_the_record_says_so(table):
    session = table.begin(first=Seat.A)
    with pytest.raises(CompanionError, match="both sides"):
        session.duet.give_clue(Seat.A, "WAVES", 2, allowed=[Seat.A])
    session.duet.give_clue(Seat.A, "WAVES", 2, allowed=set(Seat))
    assert session.mission.moves[0] == Allow("WAVES")
    assert len(session.standing_moves()) == 1
    assert table.resumed().session.mission.moves == session.mission.moves


def test_faces_are_seen_only_while_held_where_the_players_want_it_so_also_after_a_resumption(tmp_path):
    table = Table(tmp_path)
    session = table.begin(held=True)
    assert table.screens.while_held
    assert session.options.held
    again = table.again()
    assert again.screens.while_held, "before the first face"
    again.session.resume(again.session.past.missions()[0].id)
    assert again.session.options.held
    assert again.screens.while_held
