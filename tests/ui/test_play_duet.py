"""The rarer things of the play page: invalid clues, the helper, great numbers, corrected words, a table set by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.duet import Outcome, Phase
from companion.game.moves import Allow, Clue, SetTable, Undo
from companion.game.position import Seat
from companion.game.tokens import Cover
from companion.table.ports import ClueFlag
from companion.ui.presenters.desk import Page
from companion.ui.presenters.end import EndPresenter
from companion.ui.presenters.play_view import Ask, Over
from companion.ui.presenters.typing import Typed
from tests.ui.table import UiTable
from tests.ui.test_play_presenter import Play, at


@pytest.fixture
def play(table):
    return Play(table)


def agreed(table, **options):
    table.session.options = replace(table.session.options, **options)
    return Play(table)


# --- names -----------------------------------------------------------------------------------------------------------


def test_the_headline_says_the_names_of_a_side(table):
    play = agreed(table, names=("Ann & Bo", "Cleo"))
    view = play.page.view()
    assert (view.headline, view.headline_seat) == ("Ann & Bo give a clue", Seat.A)
    assert play.do("clue_number", 1).headline == "Cleo guesses"
    assert play.page.view().names == ("Ann & Bo", "Cleo")
    assert play.page.view().all_clues == ("Ann & Bo: spoken, 1",)


def test_without_names_the_letters_stand_there(play):
    assert (play.page.view().headline, play.page.view().headline_seat) == ("A gives a clue", Seat.A)


# --- invalid clues ---------------------------------------------------------------------------------------------------


def test_an_invalid_clue_costs_a_token_and_counts(play):
    play.do("put_over", Over.INVALID)
    invalid = play.page.view().invalid
    assert invalid.who == (Seat.A,)
    assert invalid.sentence == "One token is discarded from the bank; then the clue counts and play goes on."
    view = play.part("cluing", "give_invalid", Seat.A, 3)
    assert play.session.mission.moves == (Clue(Seat.A, None, 3, invalid=True),)
    assert (view.over, view.headline, view.clue) == (Over.NOTHING, "B guesses", "clue for 3 (invalid)")
    assert (view.strip.ask, view.strip.text) == (Ask.LAY, "Invalid clue")
    assert view.strip.detail == "The clue counts: B guesses."
    assert [item.sentence for item in view.strip.laid] == ["One timer token back into the box"]
    assert (view.bank.bystander, view.bank.gone, view.bank.discarded) == (8, 1, 1)
    assert play.do("done").strip.ask is Ask.GUESS


def test_an_invalid_clue_can_be_typed(play):
    play.do("type_invalid")
    assert play.page.view().invalid_typed
    play.do("type", Typed("WAVE"))
    play.do("count", 1)
    view = play.do("finish_typing")
    assert play.session.mission.moves == (Clue(Seat.A, "WAVE", 1, invalid=True),)
    assert (view.clue, view.invalid_typed) == ("WAVE 1 (invalid)", False)
    play.guess("B", "A3")
    assert play.page.view().earlier == ("A  WAVE 1 (invalid)",)


def test_whoever_gave_the_first_clue_may_have_given_an_invalid_one(table):
    play = Play(table, first=None)
    play.do("put_over", Over.INVALID)
    assert play.page.view().invalid.who == tuple(Seat)
    play.part("cluing", "give_invalid", Seat.B, None)
    assert play.session.mission.moves == (Clue(Seat.B, invalid=True),)
    assert play.page.view().headline == "A guesses"


def test_the_last_token_makes_an_invalid_clue_void(table):
    play = agreed(table, turns=1, mistakes=1)
    play.do("put_over", Over.INVALID)
    assert "void" in play.page.view().invalid.sentence
    view = play.part("cluing", "give_invalid", Seat.A, 2)
    assert (view.strip.text, view.sudden_death, view.headline) == ("Void clue", True, "No more clues")
    assert view.strip.detail == "That was the last token: the clue does not count. Sudden death begins."
    assert view.earlier == ()


def test_a_clue_that_turns_out_to_be_invalid_is_mended_with_both_yes(play):
    play.do("put_over", Over.CLUE_KEYS)
    play.do("type", Typed("OCEAN"))
    play.do("count", 1)
    play.do("finish_typing")
    assert play.page.view().can_invalid
    play.do("put_over", Over.INVALID)
    assert play.page.view().invalid.given == "A's clue OCEAN 1"
    play.part("cluing", "ask_clue_was_invalid")
    assert play.session.state.discarded == 0
    view = play.agree()
    assert play.session.mission.moves[-2:] == (Undo(), Clue(Seat.A, "OCEAN", 1, invalid=True))
    assert (view.strip.text, play.session.state.discarded) == ("Invalid clue", 1)


def test_after_a_guess_nobody_asks_for_the_clue_any_more(play):
    play.guess("B", "A1")
    assert not play.page.view().can_invalid


def test_the_second_half_of_a_touch_gives_no_invalid_clue(play):
    play.do("put_over", Over.INVALID)
    play.page.cluing.give_invalid(Seat.A, 1)
    assert play.session.mission.moves == ()


# --- numbers ---------------------------------------------------------------------------------------------------------


def test_a_clue_for_nothing_is_a_clue(play):
    assert play.do("clue_number", 0).clue == "clue for 0"
    assert play.session.mission.moves == (Clue(Seat.A, None, 0),)


@pytest.mark.parametrize(
    ("number", "found", "said"),
    [
        (9, 0, ""),
        (10, 0, "A clue for 10: no side has more than 9 agents. It counts all the same."),
        (7, 8, ""),
        (8, 8, "A clue for 8: 7 agents are left in all. It counts all the same."),
        (2, 14, "A clue for 2: 1 agent is left in all. It counts all the same."),
    ],
)
def test_a_number_that_cannot_be_is_told_mildly_and_counts(play, number, found, said):
    """What is told follows from what lies on the table alone, whatever the faces are."""
    covers = tuple((at(f"{row}{column}"), Cover(agent=True)) for row in "ABC" for column in range(1, 6))[:found]
    if covers:
        play.session.set_by_hand(SetTable(covers=covers), tuple(Seat))
    if play.session.state.phase is Phase.OVER:
        pytest.fail("the test has won by itself")
    giver = play.session.state.giver
    play.page.cluing.begin()
    play.desk.later()
    play.page.cluing.give(None, number)
    assert play.session.state.clues[-1] == Clue(giver, None, number)
    shown = play.do("done").strip.detail
    assert shown == (said or "Touch it here to guess it")


# --- the helper ------------------------------------------------------------------------------------------------------


class Echo:
    """A helper that objects to one word."""

    def prepare(self):
        self.prepared = True

    def flags(self, clue, visible):
        return [ClueFlag("DOG", "DOGS is a form of DOG.")] if clue == "DOGS" and "DOG" in visible else []


@pytest.fixture
def echoing(tmp_path):
    table = UiTable(tmp_path)
    table.helper = Echo()
    table.open()
    return table


@pytest.fixture
def helped(echoing):
    return agreed(echoing, clue_help=True)


def typed(play, word):
    play.do("put_over", Over.CLUE_KEYS)
    play.do("type", Typed(word))
    play.do("count", 1)
    return play.do("finish_typing")


def test_what_is_to_be_said_about_a_clue_comes_before_it_counts(helped):
    view = typed(helped, "DOGS")
    assert view.over is Over.FLAGS
    assert (view.flags.clue, view.flags.reasons) == ("DOGS 1", ("DOGS is a form of DOG.",))
    assert helped.session.mission.moves == ()


def test_a_clue_that_is_changed_is_typed_on(helped):
    typed(helped, "DOGS")
    view = helped.part("cluing", "change")
    assert (view.over, view.typed.word, view.number) == (Over.CLUE_KEYS, "DOGS", "1")


def test_a_clue_can_be_given_all_the_same(helped):
    typed(helped, "DOGS")
    view = helped.part("cluing", "give_all_the_same")
    assert helped.session.mission.moves == (Clue(Seat.A, "DOGS", 1),)
    assert (view.over, view.flags) == (Over.NOTHING, None)


def test_what_both_allow_is_recorded(helped):
    typed(helped, "DOGS")
    helped.part("cluing", "ask_both")
    assert helped.page.view().consent.about == ("DOGS 1", "DOGS is a form of DOG.")
    helped.agree()
    assert helped.session.mission.moves == (Allow("DOGS"), Clue(Seat.A, "DOGS", 1))
    assert helped.page.view().over is Over.NOTHING


def test_what_one_side_does_not_allow_is_not_given(helped):
    typed(helped, "DOGS")
    helped.part("cluing", "ask_both")
    helped.part("consent", "say_yes", Seat.A)
    view = helped.part("consent", "cancel")
    assert (view.over, helped.session.mission.moves) == (Over.FLAGS, ())


@pytest.mark.parametrize("word", ["OCEAN", "LANDS"])
def test_nothing_is_said_about_other_clues(helped, word):
    assert typed(helped, word).clue == f"{word} 1"


def test_nothing_is_said_when_the_helper_is_off(echoing):
    assert typed(agreed(echoing, clue_help=False), "DOGS").clue == "DOGS 1"


# --- the bank and the cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "mistakes", "caption"),
    [(9, 9, "9 left"), (11, 11, "11 left"), (11, 2, "11 left, 2 for mistakes"), (9, 0, "9 left, none for mistakes")],
)
def test_the_bank_is_told_for_every_mission(table, turns, mistakes, caption):
    bank = agreed(table, turns=turns, mistakes=mistakes).page.view().bank
    assert (bank.bystander, bank.checkmark, bank.caption) == (mistakes, turns - mistakes, caption)


def test_a_mistake_without_a_bystander_side_is_a_stack_of_two(table):
    play = agreed(table, turns=9, mistakes=0)
    view = play.guess("B", "A3")
    assert [item.sentence for item in view.strip.laid] == ["Two timer tokens onto DOG, arrows to B"]
    card = play.card("A3")
    assert (card.arrows, card.stacks, card.covered) == ((False,), (True,), False)
    assert view.bank.gone == 2


def test_two_tokens_owed_and_one_left_is_told_at_the_end(table):
    play = agreed(table, turns=1, mistakes=0)
    play.guess("B", "A3")
    assert (play.desk.page, play.session.state.outcome) == (Page.END, Outcome.LOST_TOKENS)
    sentence = EndPresenter(play.desk).view().sentence
    assert sentence == "DOG was a bystander: two tokens were owed and one was left."


# --- words -----------------------------------------------------------------------------------------------------------


def test_a_misread_word_is_corrected_and_its_verdict_stays(play):
    play.guess("B", "A1")
    play.do("put_over", Over.CORRECT)
    play.do("name", at("A1"))
    assert (play.page.view().over, play.page.view().typed.word) == (Over.NAME_KEYS, "STADIUM")
    play.do("type", Typed("STADION"))
    view = play.do("finish_typing")
    assert view.over is Over.NOTHING
    card = play.card("A1")
    assert (card.word, card.agent) == ("STADION", True)


def test_a_word_that_lies_elsewhere_is_no_correction(play):
    play.do("name", at("A1"))
    play.do("type", Typed("PUPIL"))
    assert play.do("finish_typing").over is Over.NAME_KEYS
    assert "PUPIL" in play.desk.notice
    assert play.card("A1").word == "STADIUM"
