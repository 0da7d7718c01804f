"""A base game in the session: two spymasters' screens, the covers, the record (rules B1 to B6)."""

from __future__ import annotations

import pytest

from companion.errors import CompanionError
from companion.game.classic import Card, SetCards, Team
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.table.instruct import Instruction, Piece
from companion.table.options import Game
from companion.table.views import Show
from tests.table.playing import WORDS, Table

RED, BLUE = Team.RED, Team.BLUE


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def begin(table, **options):
    return table.begin(game=Game.CLASSIC, **{"team": RED, **options})


def guess(table, card, team=None):
    classic = table.session.classic
    place = next(p for p in table.cards(card) if classic.state.covers[p.index] is None)
    classic.guess(team or classic.state.team, place)
    return place


def test_both_spymasters_see_the_key_from_the_side_at_which_they_sit(table):
    begin(table, side=Seat.B)
    key = table.session.classic.mission.setup.key
    for seat in Seat:
        view = table.screens.of(seat)
        assert view.show is Show.KEY
        assert [cell.card for cell in view.cells] == list(reversed(key.cards))
        assert [cell.word for cell in view.cells] == list(reversed(WORDS))
    assert table.screens.of(Seat.A).giving
    assert not table.screens.of(Seat.B).giving


def test_the_words_to_confirm_lie_as_the_spymasters_see_them(table):
    table.lay_out(game=Game.CLASSIC, side=Seat.B, confirm=())
    assert {table.screens.of(seat).cells[0].word for seat in Seat} == {WORDS[24]}


def test_one_screen_is_enough_for_spymasters_who_sit_side_by_side(table):
    table.lay_out(game=Game.CLASSIC, confirm=())
    assert not table.session.screens_agreed
    table.session.confirm_view(Seat.B)
    table.session.begin()
    assert table.screens.of(Seat.A) is None
    assert table.screens.of(Seat.B).show is Show.KEY


def test_another_game_or_side_asks_for_the_views_again(table):
    session = table.lay_out(game=Game.CLASSIC)
    assert session.screens_agreed
    session.options = type(session.options)(game=Game.CLASSIC, side=Seat.B)
    assert not session.screens_agreed


def test_with_one_team_only_its_spymaster_sees_the_key(table):
    begin(table, players=2)
    assert table.screens.of(Seat.A).show is Show.KEY
    assert table.screens.of(Seat.B) is None


def test_the_key_is_dealt_for_the_team_that_begins(table):
    session = begin(table, team=BLUE)
    assert (len(table.cards(Card.BLUE)), len(table.cards(Card.RED))) == (9, 8)
    assert session.classic.state.team is BLUE


def test_without_a_team_that_begins_chance_names_it(tmp_path):
    firsts = set()
    for seed in range(12):
        (tmp_path / str(seed)).mkdir()
        session = begin(Table(tmp_path / str(seed), seed), team=None)
        firsts.add(session.classic.mission.setup.first)
    assert firsts == {RED, BLUE}


@pytest.mark.parametrize(
    ("card", "piece", "team_after"),
    [
        (Card.RED, Piece.RED_AGENT_CARD, RED),
        (Card.BLUE, Piece.BLUE_AGENT_CARD, BLUE),
        (Card.BYSTANDER, Piece.BYSTANDER_CARD, BLUE),
        (Card.ASSASSIN, Piece.ASSASSIN_CARD, None),
    ],
)
def test_what_lay_under_a_word_is_laid_on_it(table, card, piece, team_after):
    session = begin(table)
    session.classic.give_clue(RED, "OCEAN", 3)
    place = guess(table, card)
    assert session.classic.report.verdict is card
    assert session.classic.report.instructions == (Instruction(piece, place),)
    assert session.classic.state.team is team_after


def test_the_ninth_card_of_the_team_that_began_is_the_double_agent(table):
    session = begin(table)
    session.classic.give_clue(RED, None, unlimited=True)
    pieces = []
    for _ in range(9):
        guess(table, Card.RED)
        pieces += [step.piece for step in session.classic.report.instructions]
    assert pieces == [Piece.RED_AGENT_CARD] * 8 + [Piece.DOUBLE_AGENT]
    assert session.over
    assert session.past.missions()[0].outcome == "red won: agents"


def test_a_clue_without_a_number_is_refused_since_it_limits_the_guesses(table):
    session = begin(table)
    with pytest.raises(CompanionError, match="how many guesses"):
        session.classic.give_clue(RED, "OCEAN")
    assert session.classic.mission.moves == ()


def test_after_an_invalid_clue_the_other_spymaster_may_cover_a_word(table):
    session = begin(table)
    classic = session.classic
    with pytest.raises(CompanionError, match="no word is to be covered"):
        classic.cover(table.cards(Card.BLUE)[0])
    classic.give_clue(RED, "WAVE", invalid=True)
    assert classic.covers_for() is BLUE
    with pytest.raises(CompanionError):
        classic.cover(table.cards(Card.RED)[0])
    classic.cover(table.cards(Card.BLUE)[0])
    assert classic.report.instructions == (Instruction(Piece.BLUE_AGENT_CARD, table.cards(Card.BLUE)[0]),)
    assert classic.covers_for() is None
    classic.give_clue(BLUE, "RIVER", 1)


def test_one_team_covers_a_word_of_the_other_after_each_turn_and_scores(table):
    session = begin(table, players=2)
    classic = session.classic
    classic.give_clue(RED, "OCEAN", unlimited=True)
    guess(table, Card.RED)
    assert classic.may_stop()
    classic.stop(RED)
    assert classic.covers_for() is BLUE
    classic.cover(table.cards(Card.BLUE)[0])
    classic.give_clue(RED, "LAKE", unlimited=True)
    for _ in range(8):
        guess(table, Card.RED)
    assert session.over
    assert (session.past.missions()[0].mode, session.past.missions()[0].score) == ("classic", 7)


def test_the_key_stays_hidden_until_the_game_has_ended(table):
    session = begin(table)
    with pytest.raises(CompanionError, match="hidden"):
        session.classic.key()
    session.classic.give_clue(RED, "OCEAN", 1)
    guess(table, Card.ASSASSIN)
    assert session.classic.key() == session.classic.mission.setup.key
    assert all(table.screens.of(seat) is None for seat in Seat)


def test_an_interrupted_base_game_goes_on_with_the_same_keys(table):
    session = begin(table, side=Seat.B, names=("Ann", "Bo"), timer_s=90)
    session.classic.give_clue(RED, "OCEAN", 2)
    guess(table, Card.RED)
    views, state, options = [table.screens.of(seat) for seat in Seat], session.classic.state, session.options
    again = table.resumed()
    assert again.session.classic.state == state
    assert [again.screens.of(seat) for seat in Seat] == views
    assert again.session.options == options
    with pytest.raises(CompanionError, match="no mission of Duet"):
        _ = again.session.state


def test_a_base_game_gone_on_with_shows_no_key_on_a_screen_whose_spymaster_never_said_yes(table):
    begin(table, confirm=(Seat.A,))
    again = table.resumed()
    assert again.screens.of(Seat.A).show is Show.KEY
    assert again.screens.pictures["right"] is None
    assert again.session.views_confirmed == {Seat.A}


def test_undo_takes_several_moves_back_with_the_yes_of_both_teams(table):
    session = begin(table)
    views = [table.screens.of(seat) for seat in Seat]
    session.classic.give_clue(RED, "OCEAN", 2)
    guess(table, Card.RED)
    guess(table, Card.BLUE)
    with pytest.raises(CompanionError, match="both sides"):
        session.undo(3, consents={Seat.A})
    session.undo(3, consents=Seat)
    assert [table.screens.of(seat) for seat in Seat] == views
    assert session.standing_moves() == ()
    with pytest.raises(CompanionError, match="no move"):
        session.undo(consents=Seat)


def test_a_card_that_was_bumped_is_set_by_hand_with_both_yes(table):
    session = begin(table)
    place = table.cards(Card.BYSTANDER)[0]
    change = SetCards(covers=((place, Card.BYSTANDER),), team=BLUE)
    with pytest.raises(CompanionError, match="both sides"):
        session.set_by_hand(change, {Seat.B})
    session.set_by_hand(change, Seat)
    assert session.classic.state.covers[place.index] is Card.BYSTANDER
    assert session.classic.state.team is BLUE
    assert session.classic.report.instructions == ()
    assert table.resumed().session.classic.state == session.classic.state


def test_a_word_read_wrongly_is_corrected_in_the_middle(table):
    session = begin(table)
    session.classic.give_clue(RED, "OCEAN", 2)
    guess(table, Card.RED)
    report = session.classic.report
    session.set_word(Position(3), "RIGHT")
    assert session.board.word(Position(3)) == "RIGHT"
    assert table.screens.of(Seat.A).cells[3].word == "RIGHT"
    assert session.classic.report == report
    assert "RIGHT" in session.visible_words()
    assert len(session.visible_words()) == 24


def test_nothing_about_the_key_stands_in_the_public_file(tmp_path):
    """Two games that differ only in what nobody has touched leave the same public file."""
    files = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        table = Table(folder, seed)
        session = begin(table)
        session.classic.give_clue(RED, "OCEAN", 0)
        files.append((folder / "missions.sqlite3").read_bytes())
        assert {cell.card for cell in table.screens.of(Seat.A).cells} == set(Card)
        assert len(ALL_POSITIONS) == len(table.screens.of(Seat.A).cells)
    assert files[0] == files[1]


@pytest.mark.parametrize("device", ["left", "right"])
def test_with_one_team_no_screen_at_the_operatives_seat_gets_the_key(table, device):
    session = begin(table, players=2)
    session.assign(device, Seat.B)
    session.show_words()
    session.confirm_view(Seat.B)
    session.classic.give_clue(session.classic.state.team, number=1)
    assert table.screens.of(Seat.B) is None


def test_a_city_that_was_chosen_before_the_base_game_does_not_stop_the_next_mission(table):
    session = begin(table, city="Prague")
    session.classic.give_clue(RED, number=1)
    guess(table, Card.ASSASSIN)
    session.new_mission()
    assert not session.running
