"""What the play page of the base game says and does, without a window: each rule as a player meets it."""

from __future__ import annotations

import pytest

from companion.game.classic import Card, ClassicPhase, SetCards, Team, TeamClue, TeamGuess
from companion.game.moves import Allow, NameWord, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.classic_view import Ask, Over, Stack
from companion.ui.presenters.desk import Page
from companion.ui.presenters.play_classic import PlayClassicPresenter
from companion.ui.presenters.team_cluing import UNLIMITED
from companion.ui.presenters.typing import Typed
from tests.ui.classic_table import ClassicTable
from tests.ui.scenes_classic import Nagging, won_script
from tests.ui.table import WORDS, PlainDesk

RED, BLUE = Team.RED, Team.BLUE


def at(name):
    return Position.parse(name)


class Play:
    """A base game at the play page; each intent after some time."""

    def __init__(self, table, words=WORDS, script=""):
        self.table = table
        self.session = table.begin(words)
        table.play(script)
        self.desk = PlainDesk(self.session)
        self.desk.page = Page.PLAY_CLASSIC
        self.page = PlayClassicPresenter(self.desk)

    def do(self, intent, *values):
        self.desk.later()
        target = self.page
        *parts, name = intent.split(".")
        for part in parts:
            target = getattr(target, part)
        getattr(target, name)(*values)
        return self.view if self.session.running else None

    def touch(self, name):
        """Two deliberate touches: the word, then yes."""
        self.do("select", at(name))
        return self.do("confirm")

    def both_say_yes(self):
        for seat in Seat:
            self.do("consent.say_yes", seat)
        return self.view

    @property
    def view(self):
        return self.page.view()

    @property
    def strip(self):
        return self.view.strip

    @property
    def state(self):
        return self.session.classic.state

    @property
    def moves(self):
        return self.session.classic.mission.moves


@pytest.fixture
def new(tmp_path):
    def make(script="", words=WORDS, **options):
        return Play(ClassicTable(tmp_path, **options), words, script)

    return make


# --- whose turn it is, the cards to go, the clues (B1, B2) ------------------------------------------------------------


def test_the_turn_is_said_in_words(new):
    play = new()
    assert (play.view.headline, play.view.team) == ("Red gives a clue", RED)
    assert play.do("clue_number", 2).headline == "Red guesses"
    assert play.touch("B2").headline == "Blue gives a clue"


def test_the_names_of_the_team_stand_below(new):
    play = new(names=("Ann & Bo", "Cleo"))
    assert play.view.names == "Ann & Bo"
    play.do("clue_number", 1)
    assert play.touch("B2").names == "Cleo"


def test_the_team_that_begins_has_nine_cards_to_go_and_the_double_agent(new):
    assert new().view.stacks == (Stack(RED, 9, 9, True), Stack(BLUE, 8, 8, False))


def test_the_cards_to_go_count_down_for_either_team(new):
    play = new("red clue SEA 3\nred guess A1\nred guess A4")
    assert [stack.left for stack in play.view.stacks] == [8, 7]


def test_what_lies_on_a_word_is_drawn_there_and_nothing_else(new):
    play = new("red clue SEA 3\nred guess A1\nred guess B2")
    lying = {card.position: card.laid for card in play.view.cards if card.laid is not None}
    assert lying == {at("A1"): Card.RED, at("B2"): Card.BYSTANDER}


def test_the_clues_of_both_teams_stay_in_view(new):
    play = new("red clue SEA 2\nred guess B2\nblue clue AIR unlimited\nblue guess C1\nred clue - 1")
    view = play.view
    assert view.clues == (("SEA 2",), ("AIR unlimited",))
    assert view.clue == "clue for 1"


def test_the_same_card_lies_at_the_same_place_from_both_sides(new):
    play = new()
    play.desk.turn_page()
    assert [card.position for card in play.view.cards] == list(reversed(ALL_POSITIONS))


# --- the clue (B2, B5) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "left"), [(1, "2 guesses left"), (3, "4 guesses left"), (0, "no limit")])
def test_the_number_says_how_many_guesses_there_are(new, number, left):
    assert new().do("clue_number", number).guesses == left


def test_unlimited_is_a_touch_too(new):
    play = new()
    assert play.do("clue_number", UNLIMITED).guesses == "no limit"
    assert play.moves == (TeamClue(RED, unlimited=True),)


def test_before_the_clue_no_word_can_be_guessed(new):
    play = new()
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text) == (Ask.TELL, "The clue comes first: touch its number")
    assert play.moves == ()


def test_a_typed_clue_needs_its_number(new):
    play = new()
    play.do("put_over", Over.CLUE_KEYS)
    play.do("type", Typed("TREE"))
    view = play.do("finish_typing")
    assert "choose it, or unlimited" in play.desk.notice
    assert view.over is Over.CLUE_KEYS
    play.do("choose_number", 2)
    assert play.do("finish_typing").clue == "TREE 2"
    assert play.view.over is Over.NOTHING


def test_a_number_touched_again_is_none(new):
    play = new()
    play.do("put_over", Over.CLUE_KEYS)
    assert play.do("choose_number", 2).number == "2"
    assert play.do("choose_number", 2).number == ""


def helped(new):
    play = new(clue_helper=Nagging(), clue_help=True)
    play.do("put_over", Over.CLUE_KEYS)
    play.do("type", Typed("TREE"))
    play.do("choose_number", 2)
    return play, play.do("finish_typing")


def test_what_the_helper_says_comes_before_the_clue_counts(new):
    play, view = helped(new)
    assert view.over is Over.FLAGS
    assert view.flags.clue == "TREE 2"
    assert len(view.flags.reasons) == 2
    assert play.moves == ()
    assert play.do("cluing.change").over is Over.CLUE_KEYS
    assert play.view.typed.text == "TREE"


def test_the_spymaster_can_stand_by_the_clue(new):
    play, _ = helped(new)
    assert play.do("cluing.give_all_the_same").clue == "TREE 2"
    assert play.moves == (TeamClue(RED, "TREE", 2),)


def test_both_teams_can_allow_the_clue_and_the_record_says_so(new):
    play, _ = helped(new)
    view = play.do("cluing.ask_both")
    assert view.consent.labels == ("Red", "Blue")
    assert play.both_say_yes().clue == "TREE 2"
    assert play.moves == (Allow("TREE"), TeamClue(RED, "TREE", 2))


# --- the guess (B2) ---------------------------------------------------------------------------------------------------


def test_a_selection_is_not_a_guess(new):
    play = new("red clue SEA 2")
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text, view.strip.detail) == (Ask.CONFIRM, "STADIUM", "Is this red's guess?")
    assert len(play.moves) == 1
    assert play.do("cancel").strip.ask is Ask.GUESS


def test_a_second_confirm_finds_nothing_to_confirm(new):
    play = new("red clue SEA 2")
    play.touch("A1")
    play.do("confirm")
    assert len(play.moves) == 2


def test_a_confirm_in_the_same_moment_as_the_selection_does_nothing(new):
    play = new("red clue SEA 2")
    play.do("select", at("A1"))
    play.page.confirm()
    assert len(play.moves) == 1


@pytest.mark.parametrize(
    ("name", "text", "sentence", "headline"),
    [
        ("A1", "Your agent!", "Red agent card onto STADIUM", "Red guesses"),
        ("A4", "Blue agent!", "Blue agent card onto LOCK", "Blue gives a clue"),
        ("B2", "Bystander", "Bystander card onto CALF", "Blue gives a clue"),
    ],
)
def test_a_guess_says_what_to_lay_and_whose_turn_it_is(new, name, text, sentence, headline):
    play = new("red clue SEA 2")
    view = play.touch(name)
    assert (view.strip.ask, view.strip.text) == (Ask.LAY, text)
    assert [item.sentence for item in view.strip.laid] == [sentence]
    assert view.headline == headline
    assert play.desk.changes


def test_the_last_guess_ends_the_turn_by_itself(new):
    play = new("red clue SEA 1")
    assert play.touch("A1").guesses == "1 guess left"
    view = play.touch("A2")
    assert view.strip.text == "Your agent, the last guess"
    assert view.headline == "Blue gives a clue"


def test_a_covered_word_is_refused_kindly(new):
    play = new("red clue SEA 2\nred guess A1")
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text) == (Ask.TELL, "STADIUM is covered already: red agent")


def test_the_instruction_goes_by_a_touch_or_by_the_next_word(new):
    play = new("red clue SEA 3")
    play.touch("A1")
    assert play.do("done").strip.ask is Ask.GUESS
    play.touch("A2")
    assert play.do("select", at("A3")).strip.text == "DOG"


def test_stop_is_there_after_the_first_guess_alone(new):
    play = new("red clue SEA 3")
    assert play.view.action == "Invalid clue"
    assert play.touch("A1").action == "Stop"
    view = play.do("act")
    assert (view.headline, view.strip.ask) == ("Blue gives a clue", Ask.CLUE)


def test_zero_and_unlimited_still_want_a_guess(new):
    for number in (0, UNLIMITED):
        play = new()
        play.do("clue_number", number)
        assert play.view.action != "Stop"
        play.table.store.close()


# --- the invalid clue (B4) --------------------------------------------------------------------------------------------


def test_an_invalid_clue_is_asked_about_and_ends_the_turn(new):
    play = new()
    view = play.do("act")
    assert (view.strip.ask, view.strip.text) == (Ask.INVALID, "Was red's clue invalid?")
    assert play.moves == ()
    view = play.do("confirm")
    assert play.moves == (TeamClue(RED, invalid=True),)
    assert view.headline == "Blue gives a clue"
    assert "blue may cover one of its words" in view.strip.text


def test_an_invalid_clue_can_be_none_after_all(new):
    play = new()
    play.do("act")
    assert play.do("cancel").strip.ask is Ask.CLUE
    assert play.moves == ()


def invalid(new):
    play = new()
    play.do("act")
    play.do("confirm")
    return play


def test_the_other_spymaster_covers_a_word_and_gives_the_clue(new):
    play = invalid(new)
    view = play.do("select", at("A4"))
    assert (view.strip.ask, view.strip.detail) == (Ask.CONFIRM_COVER, "Cover it for blue?")
    view = play.do("confirm")
    assert [item.sentence for item in view.strip.laid] == ["Blue agent card onto LOCK"]
    assert view.stacks[1].left == 7
    assert play.do("done").strip.ask is Ask.CLUE


def test_or_goes_on_to_the_clue_without_covering(new):
    play = invalid(new)
    view = play.do("decline")
    assert view.strip.ask is Ask.CLUE
    assert play.do("select", at("A4")).strip.text == "The clue comes first: touch its number"
    play.do("clue_number", 1)
    assert play.view.headline == "Blue guesses"


def test_a_word_that_is_not_theirs_is_refused(new):
    play = invalid(new)
    play.touch("A1")
    assert "is no word of blue" in play.desk.notice
    assert play.state.covers[0] is None
    assert play.strip.ask is Ask.COVER


def test_a_clue_found_invalid_after_its_number_is_taken_back_with_both_yes(new):
    play = new("red clue TREE 2")
    view = play.do("act")
    assert view.consent.question == "Was this clue invalid?"
    play.do("consent.say_yes", Seat.A)
    assert play.state.phase is ClassicPhase.GUESSING
    play.do("consent.say_yes", Seat.B)
    assert play.moves[1:] == (Undo(), TeamClue(RED, "TREE", 2, invalid=True))
    assert play.strip.ask is Ask.COVER


# --- the clock (B4) ---------------------------------------------------------------------------------------------------


def test_without_an_agreed_time_there_is_no_clock(new):
    assert new().view.clock is None


def test_the_clock_starts_by_a_touch_and_does_nothing_when_it_runs_out(new):
    play = new("red clue SEA 2", timer_s=60)
    assert play.view.clock.text == "1:00"
    play.do("touch_clock")
    play.desk.clock.seconds += 20
    assert play.view.clock.text == "0:40"
    play.desk.clock.seconds += 100
    assert (play.view.clock.text, play.view.clock.caption) == ("0:00", "time is up")
    assert play.view.headline == "Red guesses"
    assert len(play.moves) == 1


def test_the_clock_waits_while_the_keys_are_hidden(new):
    play = new("red clue SEA 2", timer_s=60)
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


def test_the_next_turn_has_a_full_clock(new):
    play = new("red clue SEA 2", timer_s=60)
    assert play.view.clock.text == "1:00"
    play.do("touch_clock")
    play.touch("B2")
    assert (play.view.clock.text, play.view.clock.caption) == ("1:00", "start the clock")


# --- the end (B3) -----------------------------------------------------------------------------------------------------


def test_the_last_agent_leads_to_the_end(new):
    play = new()
    *lines, last = won_script(play.table).splitlines()
    play.table.play("\n".join(lines))
    play.touch(last.split()[-1])
    assert play.desk.page is Page.END_CLASSIC
    assert play.table.screens.of(Seat.A) is None


def test_the_other_team_wins_on_this_teams_turn(new):
    play = new()
    *lines, last = won_script(play.table, BLUE).splitlines()
    play.table.play("red clue A 1\nred guess B2\n" + "\n".join(lines) + "\nblue stop\nred clue B 1")
    play.touch(last.split()[-1])
    assert play.state.winner is BLUE
    assert play.desk.page is Page.END_CLASSIC


def test_the_assassin_leads_to_the_end(new):
    play = new("red clue SEA 1")
    play.touch("B5")
    assert play.desk.page is Page.END_CLASSIC


# --- one team (B6) ----------------------------------------------------------------------------------------------------


def test_with_one_team_a_word_of_the_other_is_covered_after_each_turn(new):
    play = new("red clue SEA 1", players=2)
    view = play.touch("B2")
    assert view.headline == "The spymaster covers"
    assert "the spymaster covers a word of blue" in view.strip.detail
    view = play.do("done")
    assert (view.strip.ask, view.strip.other) == (Ask.COVER, "")
    assert view.action == ""
    view = play.touch("A4")
    assert view.stacks[1].left == 7
    assert play.do("done").headline == "Red gives a clue"


def test_with_one_team_the_covering_cannot_be_declined_by_a_leftover_touch(new):
    play = new("red clue SEA 1\nred guess B2", players=2)
    assert play.do("decline").strip.ask is Ask.COVER
    play.touch("A4")
    assert play.state.phase is ClassicPhase.CLUE


def test_with_one_team_an_invalid_clue_ends_the_turn_and_a_word_is_covered(new):
    play = new(players=2)
    view = play.do("act")
    assert view.strip.detail == "The turn ends."
    assert play.do("confirm").strip.ask is Ask.COVER


def test_with_one_team_the_spymaster_and_the_operatives_agree(new):
    play = new("red clue SEA 1", players=2, side=Seat.B)
    assert play.do("act").consent.labels == ("The operatives", "The spymaster")


def test_with_one_team_one_screen_is_told_about(new):
    assert new(players=2).view.links == (Link.SHOWING,)


# --- the menu ---------------------------------------------------------------------------------------------------------


def test_several_moves_are_taken_back_with_the_yes_of_both_teams(new):
    play = new("red clue SEA 2\nred guess A1\nred guess B2")
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


def test_a_word_is_corrected_and_what_lies_on_it_stays(new):
    play = new("red clue SEA 2\nred guess A1")
    play.do("put_over", Over.CORRECT)
    view = play.do("name", at("A1"))
    assert (view.over, view.naming) == (Over.NAME_KEYS, at("A1"))
    play.do("type", Typed("STADION"))
    view = play.do("finish_typing")
    assert view.over is Over.NOTHING
    assert (view.cards[0].word, view.cards[0].laid) == ("STADION", Card.RED)
    assert play.moves[-1] == NameWord(at("A1"), "STADION")


def test_a_card_without_a_word_can_be_named_when_it_is_selected(new):
    play = new("red clue SEA 2", words=(*WORDS[:12], "", *WORDS[13:]))
    assert play.do("select", at("C3")).strip.can_name


def test_the_table_is_set_by_hand_with_the_yes_of_both_teams(new):
    play = new("red clue SEA 2\nred guess A1")
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


def test_a_card_touched_all_the_way_round_is_as_before(new):
    play = new()
    play.do("put_over", Over.BY_HAND)
    for _ in range(4):
        view = play.do("by_hand.touch", at("A4"))
    assert view.by_hand.ask == ""
    play.do("by_hand.ask")
    assert play.view.consent is None


def test_with_one_team_the_turn_is_not_set_by_hand(new):
    play = new(players=2)
    assert play.do("put_over", Over.BY_HAND).by_hand.teams == ()


def test_leaving_lets_the_game_wait_in_the_dark(new):
    play = new("red clue SEA 2")
    play.do("leave")
    assert play.desk.page is Page.START
    assert play.table.screens.of(Seat.A) is None
    assert play.session.resumable() is not None


def test_the_screens_page_leads_back(new):
    play = new()
    play.do("to_screens")
    assert (play.desk.page, play.desk.back_from_screens) == (Page.SCREENS, Page.PLAY_CLASSIC)


def test_a_game_that_waits_comes_back_with_what_was_agreed(new):
    play = new("red clue SEA 2\nred guess A1", timer_s=120, side=Seat.B, names=("Ann", "Cleo"))
    play.do("leave")
    play.session.resume(play.session.resumable().id)
    play.do("enter")
    view = play.view
    assert (view.headline, view.names, view.clock.text) == ("Red guesses", "Ann", "2:00")
    assert play.moves[-1] == TeamGuess(RED, at("A1"))
    assert play.table.screens.of(Seat.A).cells[0].word == "NEW YORK"
