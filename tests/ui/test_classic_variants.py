"""The play page of the base game beside the usual turn: the clock, one team, undo, what is set by hand (B4, B6)."""

from __future__ import annotations

from companion.game.classic import Card, ClassicPhase, SetCards, Team, TeamGuess
from companion.game.moves import NameWord, Undo
from companion.game.position import Seat
from companion.table.ports import Link
from companion.ui.presenters.classic_view import Ask, Over
from companion.ui.presenters.desk import Page
from companion.ui.presenters.typing import Typed
from tests.ui.classic_play import at
from tests.ui.table import WORDS

RED, BLUE = Team.RED, Team.BLUE


# --- the clock (B4) ---------------------------------------------------------------------------------------------------


def test_without_an_agreed_time_there_is_no_clock(new_game):
    assert new_game().view.clock is None


def test_the_clock_starts_by_a_touch_and_does_nothing_when_it_runs_out(new_game):
    play = new_game("red clue SEA 2", timer_s=60)
    assert play.view.clock.text == "1:00"
    play.do("touch_clock")
    play.desk.clock.seconds += 20
    assert play.view.clock.text == "0:40"
    play.desk.clock.seconds += 100
    assert (play.view.clock.text, play.view.clock.caption) == ("0:00", "time is up")
    assert play.view.headline == "Red guesses"
    assert len(play.moves) == 1


def test_the_clock_waits_while_the_keys_are_hidden(new_game):
    play = new_game("red clue SEA 2", timer_s=60)
    assert play.view.clock.text == "1:00"
    play.do("touch_clock")
    play.do("hide_keys")
    before = play.view.clock.text
    play.desk.clock.seconds += 30
    assert play.view.clock.text == before
    assert play.view.clock.caption == "the clock waits"
    play.do("touch_clock")
    play.do("hide_keys")
    play.desk.clock.seconds += 10
    assert play.view.clock.text != before


def test_the_next_turn_has_a_full_clock(new_game):
    play = new_game("red clue SEA 2", timer_s=60)
    assert play.view.clock.text == "1:00"
    play.do("touch_clock")
    play.touch("B2")
    assert (play.view.clock.text, play.view.clock.caption) == ("1:00", "start the clock")


# --- one team (B6) ----------------------------------------------------------------------------------------------------


def test_with_one_team_a_word_of_the_other_is_covered_after_each_turn(new_game):
    play = new_game("red clue SEA 1", players=2)
    view = play.touch("B2")
    assert view.headline == "Spymaster covers"
    assert "the spymaster covers a word of blue" in view.strip.detail
    view = play.do("done")
    assert (view.strip.ask, view.strip.other) == (Ask.COVER, "")
    assert view.action == ""
    view = play.touch("A4")
    assert view.stacks[1].left == 7
    assert play.do("done").headline == "Red gives a clue"


def test_with_one_team_the_covering_cannot_be_declined_by_a_leftover_touch(new_game):
    play = new_game("red clue SEA 1\nred guess B2", players=2)
    assert play.do("decline").strip.ask is Ask.COVER
    play.touch("A4")
    assert play.state.phase is ClassicPhase.CLUE


def test_with_one_team_an_invalid_clue_ends_the_turn_and_a_word_is_covered(new_game):
    play = new_game(players=2)
    view = play.do("act")
    assert view.strip.detail == "The turn ends."
    assert play.do("confirm").strip.ask is Ask.COVER


def test_with_one_team_the_spymaster_and_an_operative_agree(new_game):
    play = new_game("red clue SEA 1", players=2, side=Seat.B)
    assert play.do("act").consent.labels == ("An operative", "The spymaster")


def test_with_one_team_one_screen_is_told_about(new_game):
    assert new_game(players=2).view.links == (Link.SHOWING,)


# --- the menu ---------------------------------------------------------------------------------------------------------


def test_several_moves_are_taken_back_with_the_yes_of_both_teams(new_game):
    play = new_game("red clue SEA 2\nred guess A1\nred guess B2")
    view = play.do("put_over", Over.UNDO)
    assert [row.text for row in view.undo.rows] == ["red's guess CALF", "red's guess STADIUM", "red's clue SEA 2"]
    play.do("undoing.choose", 2)
    play.do("undoing.ask")
    assert play.view.consent.labels == ("Red", "Blue")
    view = play.both_say_yes()
    assert (view.headline, view.guesses) == ("Red guesses", "3 guesses left")
    assert play.moves[-2:] == (Undo(), Undo())
    assert view.undo is None
    assert view.over is Over.NOTHING


def test_a_word_is_corrected_and_what_lies_on_it_stays(new_game):
    play = new_game("red clue SEA 2\nred guess A1")
    play.do("put_over", Over.CORRECT)
    view = play.do("name", at("A1"))
    assert (view.over, view.naming, view.typed.word) == (Over.NAME_KEYS, at("A1"), "STADIUM")
    play.do("type", Typed("STADION"))
    view = play.do("finish_typing")
    assert view.over is Over.NOTHING
    assert (view.cards[0].word, view.cards[0].laid) == ("STADION", Card.RED)
    assert play.moves[-1] == NameWord(at("A1"), "STADION")


def test_a_card_without_a_word_can_be_named_when_it_is_selected(new_game):
    play = new_game("red clue SEA 2", words=(*WORDS[:12], "", *WORDS[13:]))
    assert play.do("select", at("C3")).strip.can_name
    assert play.do("name", at("C3")).typed.word == ""


def test_the_table_is_set_by_hand_with_the_yes_of_both_teams(new_game):
    play = new_game("red clue SEA 2\nred guess A1")
    play.do("put_over", Over.BY_HAND)
    for _ in range(2):
        play.do("by_hand.touch", at("A4"))
    view = play.do("by_hand.choose_team", BLUE)
    assert {c.position: c.laid for c in view.by_hand.cards if c.selected} == {at("A4"): Card.BLUE}
    view = play.do("by_hand.ask")
    assert view.consent.about == ("LOCK: blue agent", "Blue is to give a clue")
    view = play.both_say_yes()
    assert play.moves[-1] == SetCards(((at("A4"), Card.BLUE),), BLUE)
    assert (view.over, view.headline, view.stacks[1].left) == (Over.NOTHING, "Blue gives a clue", 7)


def test_a_card_touched_all_the_way_round_is_as_before(new_game):
    play = new_game()
    play.do("put_over", Over.BY_HAND)
    for _ in range(4):
        view = play.do("by_hand.touch", at("A4"))
    assert view.by_hand.ask == ""
    play.do("by_hand.ask")
    assert play.view.consent is None


def test_with_one_team_the_turn_is_not_set_by_hand(new_game):
    play = new_game(players=2)
    assert play.do("put_over", Over.BY_HAND).by_hand.teams == ()


def test_leaving_lets_the_game_wait_in_the_dark(new_game):
    play = new_game("red clue SEA 2")
    play.do("leave")
    assert play.desk.page is Page.START
    assert play.table.screens.of(Seat.A) is None
    assert play.session.resumable() is not None


def test_the_screens_page_leads_back(new_game):
    play = new_game()
    play.do("to_screens")
    assert (play.desk.page, play.desk.back_from_screens) == (Page.SCREENS, Page.PLAY_CLASSIC)


def test_a_game_that_waits_comes_back_with_what_was_agreed(new_game):
    play = new_game("red clue SEA 2\nred guess A1", timer_s=120, side=Seat.B, names=("Ann", "Cleo"))
    play.do("leave")
    play.session.resume(play.session.resumable().id)
    play.do("enter")
    view = play.view
    assert (view.headline, view.names, view.clock.text) == ("Red guesses", "Ann", "2:00")
    assert play.moves[-1] == TeamGuess(RED, at("A1"))
    assert play.table.screens.of(Seat.A).cells[0].word == "NEW YORK"
