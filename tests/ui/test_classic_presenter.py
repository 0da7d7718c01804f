"""What the play page of the base game says and does at each moment of a turn, without a window (B1 to B4)."""

from __future__ import annotations

import pytest

from companion.game.classic import Card, ClassicPhase, Team, TeamClue
from companion.game.moves import Allow, Undo
from companion.game.position import ALL_POSITIONS, Seat
from companion.ui.presenters.classic_view import Ask, Over, Stack
from companion.ui.presenters.desk import Page
from companion.ui.presenters.team_cluing import UNLIMITED
from companion.ui.presenters.typing import Typed
from tests.ui.classic_play import at
from tests.ui.scenes_classic import Nagging, won_script

RED, BLUE = Team.RED, Team.BLUE


# --- whose turn it is, the cards to go, the clues (B1, B2) ------------------------------------------------------------


def test_the_turn_is_said_in_words(new_game):
    play = new_game()
    assert (play.view.headline, play.view.team) == ("Red gives a clue", RED)
    assert play.do("clue_number", 2).headline == "Red guesses"
    assert play.touch("B2").headline == "Blue gives a clue"


def test_the_names_of_the_team_stand_below(new_game):
    play = new_game(names=("Ann & Bo", "Cleo"))
    assert play.view.names == "Ann & Bo"
    play.do("clue_number", 1)
    assert play.touch("B2").names == "Cleo"


def test_the_team_that_begins_has_nine_cards_to_go_and_the_double_agent(new_game):
    assert new_game().view.stacks == (Stack(RED, 9, 9, True), Stack(BLUE, 8, 8, False))


def test_the_cards_to_go_count_down_for_either_team(new_game):
    play = new_game("red clue SEA 3\nred guess A1\nred guess A4")
    assert [stack.left for stack in play.view.stacks] == [8, 7]


def test_what_lies_on_a_word_is_drawn_there_and_nothing_else(new_game):
    play = new_game("red clue SEA 3\nred guess A1\nred guess B2")
    lying = {card.position: card.laid for card in play.view.cards if card.laid is not None}
    assert lying == {at("A1"): Card.RED, at("B2"): Card.BYSTANDER}


def test_the_clues_of_both_teams_stay_in_view(new_game):
    play = new_game("red clue SEA 2\nred guess B2\nblue clue AIR unlimited\nblue guess C1\nred clue - 1")
    view = play.view
    assert view.clues == (("SEA 2",), ("AIR unlimited",))
    assert view.clue == "clue for 1"


def test_the_same_card_lies_at_the_same_place_from_both_sides(new_game):
    play = new_game()
    play.desk.turn_page()
    assert [card.position for card in play.view.cards] == list(reversed(ALL_POSITIONS))


# --- the clue (B2, B5) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "left"), [(1, "2 guesses left"), (3, "4 guesses left"), (0, "no limit")])
def test_the_number_says_how_many_guesses_there_are(new_game, number, left):
    assert new_game().do("clue_number", number).guesses == left


def test_unlimited_is_a_touch_too(new_game):
    play = new_game()
    assert play.do("clue_number", UNLIMITED).guesses == "no limit"
    assert play.moves == (TeamClue(RED, unlimited=True),)


def test_before_the_clue_no_word_can_be_guessed(new_game):
    play = new_game()
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text) == (Ask.TELL, "The clue comes first: touch its number")
    assert play.moves == ()


def test_a_typed_clue_needs_its_number(new_game):
    play = new_game()
    play.do("put_over", Over.CLUE_KEYS)
    play.do("type", Typed("TREE"))
    view = play.do("finish_typing")
    assert "choose it, or unlimited" in play.desk.notice
    assert view.over is Over.CLUE_KEYS
    play.do("choose_number", 2)
    assert play.do("finish_typing").clue == "TREE 2"
    assert play.view.over is Over.NOTHING


def test_a_number_touched_again_is_none(new_game):
    play = new_game()
    play.do("put_over", Over.CLUE_KEYS)
    assert play.do("choose_number", 2).number == "2"
    assert play.do("choose_number", 2).number == ""


def helped(new_game):
    play = new_game(clue_helper=Nagging(), clue_help=True)
    play.do("put_over", Over.CLUE_KEYS)
    play.do("type", Typed("TREE"))
    play.do("choose_number", 2)
    return play, play.do("finish_typing")


def test_what_the_helper_says_comes_before_the_clue_counts(new_game):
    play, view = helped(new_game)
    assert view.over is Over.FLAGS
    assert view.flags.clue == "TREE 2"
    assert len(view.flags.reasons) == 2
    assert play.moves == ()
    assert play.do("cluing.change").over is Over.CLUE_KEYS
    assert play.view.typed.text == "TREE"


def test_the_spymaster_can_stand_by_the_clue(new_game):
    play, _ = helped(new_game)
    assert play.do("cluing.give_all_the_same").clue == "TREE 2"
    assert play.moves == (TeamClue(RED, "TREE", 2),)


def test_both_teams_can_allow_the_clue_and_the_record_says_so(new_game):
    play, _ = helped(new_game)
    view = play.do("cluing.ask_both")
    assert view.consent.labels == ("Red", "Blue")
    assert play.both_say_yes().clue == "TREE 2"
    assert play.moves == (Allow("TREE"), TeamClue(RED, "TREE", 2))


# --- the guess (B2) ---------------------------------------------------------------------------------------------------


def test_a_selection_is_not_a_guess(new_game):
    play = new_game("red clue SEA 2")
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text, view.strip.detail) == (Ask.CONFIRM, "STADIUM", "Is this red's guess?")
    assert len(play.moves) == 1
    assert play.do("cancel").strip.ask is Ask.GUESS


def test_a_second_confirm_finds_nothing_to_confirm(new_game):
    play = new_game("red clue SEA 2")
    play.touch("A1")
    play.do("confirm")
    assert len(play.moves) == 2


def test_a_confirm_in_the_same_moment_as_the_selection_does_nothing(new_game):
    play = new_game("red clue SEA 2")
    play.do("select", at("A1"))
    play.page.confirm()
    assert len(play.moves) == 1


@pytest.mark.parametrize(
    ("name", "text", "sentence", "headline"),
    [
        ("A1", "Red agent!", "Red agent card onto STADIUM", "Red guesses"),
        ("A4", "Blue agent!", "Blue agent card onto LOCK", "Blue gives a clue"),
        ("B2", "Bystander", "Bystander card onto CALF", "Blue gives a clue"),
    ],
)
def test_a_guess_says_what_to_lay_and_whose_turn_it_is(new_game, name, text, sentence, headline):
    play = new_game("red clue SEA 2")
    view = play.touch(name)
    assert (view.strip.ask, view.strip.text) == (Ask.LAY, text)
    assert [item.sentence for item in view.strip.laid] == [sentence]
    assert view.headline == headline
    assert play.desk.changes


def test_the_last_guess_ends_the_turn_by_itself(new_game):
    play = new_game("red clue SEA 1")
    assert play.touch("A1").guesses == "1 guess left"
    view = play.touch("A2")
    assert view.strip.text == "Red agent, the last guess"
    assert view.headline == "Blue gives a clue"


def test_a_covered_word_is_refused_kindly(new_game):
    play = new_game("red clue SEA 2\nred guess A1")
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text) == (Ask.TELL, "STADIUM is covered already: red agent")


def test_the_instruction_goes_by_a_touch_or_by_the_next_word(new_game):
    play = new_game("red clue SEA 3")
    play.touch("A1")
    assert play.do("done").strip.ask is Ask.GUESS
    play.touch("A2")
    assert play.do("select", at("A3")).strip.text == "DOG"


def test_stop_is_there_after_the_first_guess_alone(new_game):
    play = new_game("red clue SEA 3")
    assert play.view.action == "Invalid clue"
    assert play.touch("A1").action == "Stop"
    view = play.do("act")
    assert (view.headline, view.strip.ask) == ("Blue gives a clue", Ask.CLUE)


def test_zero_and_unlimited_still_want_a_guess(new_game):
    for number in (0, UNLIMITED):
        play = new_game()
        play.do("clue_number", number)
        assert play.view.action != "Stop"
        play.table.store.close()


# --- the invalid clue (B4) --------------------------------------------------------------------------------------------


def test_an_invalid_clue_is_asked_about_and_ends_the_turn(new_game):
    play = new_game()
    view = play.do("act")
    assert (view.strip.ask, view.strip.text) == (Ask.INVALID, "Was red's clue invalid?")
    assert play.moves == ()
    view = play.do("confirm")
    assert play.moves == (TeamClue(RED, invalid=True),)
    assert view.headline == "Blue gives a clue"
    assert "blue may cover one of its words" in view.strip.text


def test_an_invalid_clue_can_be_none_after_all(new_game):
    play = new_game()
    play.do("act")
    assert play.do("cancel").strip.ask is Ask.CLUE
    assert play.moves == ()


def invalid(new_game):
    play = new_game()
    play.do("act")
    play.do("confirm")
    return play


def test_the_other_spymaster_covers_a_word_and_gives_the_clue(new_game):
    play = invalid(new_game)
    view = play.do("select", at("A4"))
    assert (view.strip.ask, view.strip.detail) == (Ask.CONFIRM_COVER, "Cover it for blue?")
    view = play.do("confirm")
    assert [item.sentence for item in view.strip.laid] == ["Blue agent card onto LOCK"]
    assert view.stacks[1].left == 7
    assert play.do("done").strip.ask is Ask.CLUE


def test_or_goes_on_to_the_clue_without_covering(new_game):
    play = invalid(new_game)
    view = play.do("decline")
    assert view.strip.ask is Ask.CLUE
    assert play.do("select", at("A4")).strip.text == "The clue comes first: touch its number"
    play.do("clue_number", 1)
    assert play.view.headline == "Blue guesses"


def test_a_word_that_is_not_theirs_is_refused(new_game):
    play = invalid(new_game)
    play.touch("A1")
    assert "is no word of blue" in play.desk.notice
    assert play.state.covers[0] is None
    assert play.strip.ask is Ask.COVER


def test_a_clue_found_invalid_after_its_number_is_taken_back_with_both_yes(new_game):
    play = new_game("red clue TREE 2")
    view = play.do("act")
    assert view.consent.question == "Was this clue invalid?"
    play.do("consent.say_yes", Seat.A)
    assert play.state.phase is ClassicPhase.GUESSING
    play.do("consent.say_yes", Seat.B)
    assert play.moves[1:] == (Undo(), TeamClue(RED, "TREE", 2, invalid=True))
    assert play.strip.ask is Ask.COVER


# --- the end (B3) -----------------------------------------------------------------------------------------------------


def test_the_last_agent_leads_to_the_end(new_game):
    play = new_game()
    *lines, last = won_script(play.table).splitlines()
    play.table.play("\n".join(lines))
    play.touch(last.split()[-1])
    assert play.desk.page is Page.END_CLASSIC
    assert play.table.screens.of(Seat.A) is None


def test_the_other_team_wins_on_this_teams_turn(new_game):
    play = new_game()
    *lines, last = won_script(play.table, BLUE).splitlines()
    play.table.play("red clue A 1\nred guess B2\n" + "\n".join(lines) + "\nblue stop\nred clue B 1")
    play.touch(last.split()[-1])
    assert play.state.winner is BLUE
    assert play.desk.page is Page.END_CLASSIC


def test_the_assassin_leads_to_the_end(new_game):
    play = new_game("red clue SEA 1")
    play.touch("B5")
    assert play.desk.page is Page.END_CLASSIC
