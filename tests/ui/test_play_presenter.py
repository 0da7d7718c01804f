"""What the play page says and does, without a window."""

from __future__ import annotations

import pytest

from companion.game.duet import Phase
from companion.game.keycard import Identity
from companion.game.moves import Clue, Guess, Stop
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.desk import Page
from companion.ui.presenters.play import PlayPresenter
from companion.ui.presenters.play_view import Ask, Over
from companion.ui.presenters.typing import Typed
from tests.ui.scenes import sudden_script
from tests.ui.table import WORDS, PlainDesk


def at(name):
    return Position.parse(name)


class Play:
    """A mission at the play page; each intent after some time."""

    def __init__(self, table, first=Seat.A, words=WORDS):
        self.table = table
        self.session = table.begin(words, first)
        self.desk = PlainDesk(self.session)
        self.desk.page = Page.PLAY
        self.page = PlayPresenter(self.desk)

    def do(self, intent, *values):
        self.desk.later()
        getattr(self.page, intent)(*values)
        return self.page.view()

    def part(self, part, intent, *values):
        self.desk.later()
        getattr(getattr(self.page, part), intent)(*values)
        return self.page.view()

    def agree(self):
        for seat in Seat:
            self.part("consent", "say_yes", seat)
        return self.page.view()

    def guess(self, seat, name):
        self.do("select", at(name))
        return self.do("confirm", Seat(seat))

    @property
    def strip(self):
        return self.page.view().strip

    def card(self, name):
        return next(card for card in self.page.view().cards if card.position == at(name))


@pytest.fixture
def play(table):
    return Play(table)


def test_a_selection_is_not_a_guess(play):
    view = play.do("select", at("A1"))
    assert (view.strip.ask, view.strip.text, view.strip.seats) == (Ask.CONFIRM, "STADIUM", (Seat.B,))
    assert play.card("A1").selected
    assert play.session.mission.moves == ()


def test_a_confirmed_guess_records_the_spoken_clue_and_says_what_to_lay(play):
    view = play.guess("B", "A1")
    assert play.session.mission.moves == (Clue(Seat.A), Guess(Seat.B, at("A1")))
    assert view.strip.ask is Ask.LAY
    assert view.strip.verdict is Identity.AGENT
    assert [item.sentence for item in view.strip.laid] == ["Agent card onto STADIUM"]
    assert play.card("A1").agent
    assert play.desk.changes


def test_a_bystander_says_which_way_the_arrow_points(play):
    view = play.guess("B", "A3")
    (item,) = view.strip.laid
    assert item.sentence == "Timer token onto DOG, arrow to B"
    assert not item.to_viewer
    assert play.card("A3").arrows == (False,)
    play.do("hide_keys")
    play.desk.turn_page()
    assert play.card("A3").arrows == (True,)


def test_no_takes_the_selection_away(play):
    play.do("select", at("A1"))
    assert play.do("cancel").strip.ask is Ask.CLUE
    assert not play.card("A1").selected


def test_a_second_confirm_finds_nothing_to_confirm(play):
    play.do("select", at("A1"))
    play.do("confirm", Seat.B)
    play.do("confirm", Seat.B)
    assert len(play.session.mission.moves) == 2


def test_a_confirm_in_the_same_moment_as_the_selection_does_nothing(play):
    play.do("select", at("A1"))
    play.page.confirm(Seat.B)
    assert play.session.mission.moves == ()
    assert play.strip.ask is Ask.CONFIRM


def test_the_second_half_of_a_double_touch_does_not_put_the_instruction_away(play):
    play.guess("B", "A1")
    play.page.done()
    assert play.strip.ask is Ask.LAY
    assert play.do("done").strip.ask is Ask.GUESS


def test_a_touch_of_another_word_takes_the_instruction_away(play):
    play.guess("B", "A1")
    assert play.do("select", at("A2")).strip.text == "PUPIL"


@pytest.mark.parametrize(("name", "why"), [("A1", "STADIUM is found already"), ("A3", "DOG is a bystander for B")])
def test_a_word_that_may_not_be_guessed_says_why(play, name, why):
    play.guess("B", "A1")
    play.guess("B", "A3")
    play.do("clue_number", 1)
    play.guess("A", "A5")
    play.do("stop")
    play.do("clue_number", 1)
    view = play.do("select", at(name))
    assert view.strip.ask is Ask.TELL
    assert why in view.strip.text


def test_a_word_with_two_tokens_is_told_as_covered(play):
    play.guess("B", "A4")
    play.guess("A", "A4")
    card = play.card("A4")
    assert card.covered
    assert card.arrows == (False, True)
    assert "both of you" in play.do("select", at("A4")).strip.text


def test_the_turn_is_told_in_words(play):
    assert play.page.view().headline == "A gives a clue"
    view = play.do("clue_number", 2)
    assert (view.headline, view.clue) == ("B guesses", "clue for 2")
    play.guess("B", "A3")
    assert play.page.view().headline == "B gives a clue"


def test_stop_is_there_only_after_a_guess(play):
    play.do("clue_number", 2)
    assert not play.page.view().can_stop
    play.do("stop")
    assert isinstance(play.session.mission.moves[-1], Clue)
    assert play.guess("B", "A1").can_stop
    view = play.do("stop")
    assert isinstance(play.session.mission.moves[-1], Stop)
    assert view.strip.text == "Turn over"
    assert view.strip.laid[0].sentence == "Timer token, checkmark up, in front of B"
    assert view.bank.taken == (0, 1)


def test_the_bank_is_told_as_tokens(play):
    bank = play.page.view().bank
    assert (bank.bystander, bank.checkmark, bank.gone, bank.caption) == (9, 0, 0, "9 left")
    bank = play.guess("B", "A3").bank
    assert (bank.bystander, bank.gone, bank.caption) == (8, 1, "8 left")


def test_a_clue_can_be_typed_with_its_number(play):
    play.do("put_over", Over.CLUE_KEYS)
    for letter in "OCEAN":
        play.do("type", play.page.view().typed.press(letter))
    assert play.page.view().number == ""
    play.do("count", 1)
    assert play.do("count", 1).number == "2"
    view = play.do("finish_typing")
    assert (view.over, view.clue) == (Over.NOTHING, "OCEAN 2")


def test_the_number_of_a_clue_can_be_nought_or_none(play):
    play.do("put_over", Over.CLUE_KEYS)
    assert [play.do("count", step).number for step in (1, -1, -1, -1)] == ["1", "0", "", ""]
    assert play.page.view().typed == Typed()


def test_earlier_clues_stay_in_view_the_newest_first(play):
    for letters, name, seat in (("WAVE", "A3", "B"), ("MOON", "A2", "A")):
        play.do("put_over", Over.CLUE_KEYS)
        play.do("type", Typed(letters))
        play.do("finish_typing")
        play.guess(seat, name)
    assert play.page.view().earlier == ("B  MOON", "A  WAVE")
    play.do("clue_number", 3)
    assert play.page.view().earlier == ("B  MOON", "A  WAVE")


def test_who_gives_the_first_clue_is_asked_when_it_was_left_open(table):
    play = Play(table, first=None)
    assert play.strip.ask is Ask.FIRST
    assert play.do("select", at("A1")).strip.ask is Ask.FIRST
    view = play.do("first", Seat.B)
    assert (view.headline, view.strip.ask) == ("B gives a clue", Ask.CLUE)
    assert play.do("select", at("A3")).strip.seats == (Seat.A,)
    play.do("confirm", Seat.A)
    assert play.session.mission.moves == (Clue(Seat.B), Guess(Seat.A, at("A3")))


def test_the_first_clue_can_have_a_number(table):
    play = Play(table, first=None)
    play.do("first", Seat.B)
    assert play.do("clue_number", 3).headline == "A guesses"


def test_undo_takes_the_last_move_back_and_says_which(play):
    assert play.page.view().undo_text == ""
    play.guess("B", "A1")
    play.do("put_over", Over.MENU)
    assert play.page.view().undo_text == "B's guess STADIUM"
    play.do("undo")
    play.part("undoing", "ask")
    play.agree()
    view = play.page.view()
    assert (view.over, view.strip.ask, view.undo_text) == (Over.NOTHING, Ask.GUESS, "A's clue spoken")
    assert not play.card("A1").agent


def test_the_second_half_of_a_touch_takes_nothing_back(play):
    play.guess("B", "A1")
    play.do("put_over", Over.MENU)
    play.page.undo()
    assert play.page.view().undo is None
    assert play.card("A1").agent


def test_keys_are_hidden_and_shown_by_the_same_button(play):
    assert play.do("hide_keys").keys_hidden
    assert play.table.screens.of(Seat.A) is None
    assert not play.do("hide_keys").keys_hidden
    assert play.table.screens.of(Seat.A) is not None


def test_the_screens_are_told_as_they_are(play):
    play.table.screens.links["right"] = Link.ABSENT
    assert play.page.view().links == (Link.SHOWING, Link.ABSENT)


def test_a_side_that_is_complete_is_announced(play):
    agents = play.table.places(Seat.A, Identity.AGENT)
    play.do("clue_number", 9)
    for position in agents:
        play.do("select", position)
        play.do("confirm", Seat.B)
    view = play.page.view()
    assert view.announcement == "B has no words left to find"
    assert view.strip.detail == "B has no words left to find."
    assert [item.sentence for item in view.strip.laid][-1] == "Timer token, checkmark up, in front of B"
    assert view.headline == "B gives a clue"
    play.do("clue_number", 1)
    bystander = next(p for p in play.table.places(Seat.B, Identity.BYSTANDER) if p not in agents)
    play.guess("A", str(bystander))
    assert play.page.view().headline == "B gives a clue"  # A's side is complete: A gives no more clues


@pytest.fixture
def sudden(play):
    for line in sudden_script(play.table).splitlines():
        seat, verb, *rest = line.split()
        if verb == "guess":
            play.guess(seat, rest[0])
        else:
            play.do("clue_number", 1)
    play.do("done")
    assert play.session.state.phase is Phase.SUDDEN_DEATH
    return play


def test_sudden_death_says_who_may_still_guess(sudden):
    view = sudden.page.view()
    assert (view.headline, view.announcement, view.sudden_death) == ("No more clues", "A and B may still guess", True)
    assert view.bank.caption == "no token left"


def test_in_sudden_death_the_guesser_says_who_it_is(sudden):
    agent = sudden.table.places(Seat.A, Identity.AGENT)[0]
    assert sudden.do("select", agent).strip.seats == (Seat.A, Seat.B)
    sudden.do("confirm", Seat.B)
    assert sudden.session.mission.moves[-1] == Guess(Seat.B, agent)


def test_the_last_guess_leads_to_the_end_page(play):
    assassin = play.table.places(Seat.A, Identity.ASSASSIN)[0]
    play.do("select", assassin)
    play.do("confirm", Seat.B)
    assert play.desk.page is Page.END


def test_a_card_without_a_word_is_named_in_play(table):
    play = Play(table, words=(*WORDS[:12], "", *WORDS[13:]))
    assert play.page.view().unnamed == (at("C3"),)
    assert play.do("select", at("C3")).strip.can_name
    play.do("name", at("C3"))
    assert play.page.naming == at("C3")
    play.do("type", Typed("AFRICA"))
    view = play.do("finish_typing")
    assert (view.over, view.unnamed) == (Over.NOTHING, ())
    assert play.card("C3").word == "AFRICA"


def test_a_name_that_stands_elsewhere_is_refused(table):
    play = Play(table, words=(*WORDS[:12], "", *WORDS[13:]))
    play.do("name", at("C3"))
    play.do("type", Typed("STADIUM"))
    assert play.do("finish_typing").over is Over.NAME_KEYS
    assert "STADIUM" in play.desk.notice


def test_leaving_the_table_blanks_the_screens_and_keeps_the_mission(play):
    play.guess("B", "A1")
    play.desk.later()
    play.page.leave()
    assert play.desk.page is Page.START
    assert play.table.screens.of(Seat.A) is None
    assert play.session.resumable().moves == 2


def test_the_screens_page_leads_back_to_play(play):
    play.do("to_screens")
    assert (play.desk.page, play.desk.back_from_screens) == (Page.SCREENS, Page.PLAY)


def test_turning_the_page_reverses_the_order_of_drawing(play):
    assert [card.position for card in play.page.view().cards] == list(ALL_POSITIONS)
    play.desk.turn_page()
    assert [card.position for card in play.page.view().cards] == list(reversed(ALL_POSITIONS))


def test_a_refusal_of_the_store_is_a_notice_and_nothing_is_shown_as_guessed(play):
    play.table.store.close()
    play.do("select", at("A1"))
    play.do("confirm", Seat.B)
    assert play.desk.notice
    assert not play.card("A1").agent
    assert play.desk.changes == []
