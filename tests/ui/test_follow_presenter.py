"""A table that the camera follows, at the play pages, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.classic import Card, SetCards
from companion.game.moves import SetTable
from companion.game.position import COUNT, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.table.check import BANK
from companion.table.following import Standing
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import SeenCover
from companion.ui.presenters.badges import Badge
from companion.ui.presenters.classic_view import Ask as TeamAsk
from companion.ui.presenters.desk import Watching
from companion.ui.presenters.following import DONE_S, TableStrip
from companion.ui.presenters.play_view import Ask, Over
from tests.table.lying import lying, on_card, truly
from tests.ui.classic_play import Play as TeamPlay
from tests.ui.classic_table import ClassicTable
from tests.ui.table import UiTable
from tests.ui.test_play_presenter import Play, at

A, B = Seat.A, Seat.B


class Eye:
    """Looks at a play page's table ten times a second."""

    def __init__(self, play) -> None:
        self.play = play
        play.desk.eyes.watching = Watching(camera=True)

    @property
    def truth(self) -> Observation:
        return truly(self.play.session.play.state)

    def look(self, seen: Observation | None = None, for_s: float = 0.2):
        """What the page shows after a while of this; without anything the table lies as it should."""
        desk = self.play.desk
        for _ in range(round(for_s * 10)):
            desk.clock.seconds += 0.1
            desk.session.follow.take(self.truth if seen is None else seen, desk.clock.seconds, desk.laying)
            self.play.page.watch()
        return self.play.page.view()

    def blind(self, for_s: float):
        desk = self.play.desk
        for _ in range(round(for_s * 10)):
            desk.clock.seconds += 0.1
            desk.session.follow.take(None, desk.clock.seconds, desk.laying)
            self.play.page.watch()
        return self.play.page.view()


@pytest.fixture
def duet(tmp_path) -> Play:
    play = Play(UiTable(tmp_path))
    play.session.give_clue(A, "OCEAN", 2)
    play.eye = Eye(play)
    return play


def free(play: Play) -> list[str]:
    covers = play.session.state.covers
    return [str(Position(i)) for i in range(COUNT) if covers[i] == Cover()]


def wrong_arrow(play: Play):
    """A bystander whose token points the wrong way, asked about."""
    play.guess("B", "A3")
    play.do("done")
    return play.eye.look(lying(play.eye.truth, "A3", A), 5.0)


def misplaced(play: Play):
    """The agent card of the last guess on another word, asked about."""
    play.guess("B", "A1")
    play.do("done")
    return play.eye.look(lying(on_card(play.eye.truth, "A1", FREE), "A2", cover=SeenCover.AGENT), 5.0)


# --- what was to be laid ----------------------------------------------------------------------------------------------


def test_what_was_laid_rightly_gets_its_mark_and_goes_away_by_itself(duet) -> None:
    duet.guess("B", "A3")
    view = duet.eye.look(on_card(duet.eye.truth, "A3", FREE))
    assert (view.strip.ask, [item.done for item in view.strip.laid]) == (Ask.LAY, [False])
    view = duet.eye.look()
    assert (view.strip.ask, [item.done for item in view.strip.laid]) == (Ask.LAY, [True])
    assert duet.eye.look(for_s=DONE_S + 0.3).strip.ask is Ask.CLUE


def test_a_mark_stays_while_a_hand_is_over_it(duet) -> None:
    duet.guess("B", "A3")
    duet.eye.look()
    view = duet.eye.look(replace(on_card(duet.eye.truth, "A3", None), hand=True))
    assert [item.done for item in view.strip.laid] == [True]


def test_what_lies_wrong_gets_no_mark(duet) -> None:
    duet.guess("B", "A3")
    view = duet.eye.look(lying(duet.eye.truth, "A3", A), 1.5)
    assert [item.done for item in view.strip.laid] == [False]


def test_without_a_camera_a_touch_says_that_it_lies_there(duet) -> None:
    duet.guess("B", "A3")
    view = duet.eye.blind(20.0)
    assert (view.strip.ask, [item.done for item in view.strip.laid]) == (Ask.LAY, [False])
    assert duet.do("done").strip.ask is Ask.CLUE


def test_what_the_camera_cannot_tell_it_learns_from_who_says_that_it_is_done(duet) -> None:
    duet.guess("B", "A3")
    unknown = on_card(duet.eye.truth, "A3", None)
    duet.eye.look(replace(unknown, hand=True), 10.0)
    duet.do("done")
    assert duet.desk.eyes.confirmed == []
    duet.session.undo(consents=set(Seat))
    duet.guess("B", "A3")
    duet.eye.look(unknown, 4.0)
    duet.do("done")
    assert duet.desk.eyes.confirmed == [(at("A3"), Lies(None, (B,)))]


def test_what_is_seen_to_lie_wrong_is_not_learnt(duet) -> None:
    duet.guess("B", "A3")
    duet.eye.look(lying(duet.eye.truth, "A3", A), 1.5)
    duet.do("done")
    assert duet.desk.eyes.confirmed == []


# --- what is asked ----------------------------------------------------------------------------------------------------


def test_a_difference_is_one_question_with_two_answers(duet) -> None:
    assert wrong_arrow(duet).strip == TableStrip(
        "The arrow on DOG points to A", "By the record it points to B.", ("As on the table", "I'll turn it")
    )


def test_the_board_shows_what_the_camera_sees(duet) -> None:
    misplaced(duet)
    badges = {str(c.position): c.badge for c in duet.page.view().cards if c.badge is not None}
    assert badges == {"A1": Badge("empty", True), "A2": Badge("agent", True)}


def test_play_pauses_until_it_is_answered(duet) -> None:
    view = misplaced(duet)
    assert view.follow.standing is Standing.DESYNCHRONISED
    assert not view.can_stop
    moves = duet.session.mission.moves
    duet.do("select", at("B1"))
    duet.do("confirm", B)
    duet.do("stop")
    assert duet.session.mission.moves == moves
    assert isinstance(duet.strip, TableStrip)


def test_nothing_of_the_record_changes_by_itself(duet) -> None:
    misplaced(duet)
    moves = duet.session.mission.moves
    duet.eye.look(lying(on_card(duet.eye.truth, "A1", FREE), "A2", cover=SeenCover.AGENT), 60.0)
    assert duet.session.mission.moves == moves


def test_a_question_that_comes_up_under_a_finger_is_not_answered_by_it(duet) -> None:
    duet.guess("B", "A3")
    duet.do("done")
    seen = lying(duet.eye.truth, "A3", A)
    while not duet.page.view().follow.paused:
        duet.eye.look(seen, 0.1)
    duet.page.followed.as_on_table()
    duet.page.followed.move_it()
    assert duet.page.view().consent is None
    assert duet.page.view().follow.paused


def test_who_moves_it_plays_on_and_is_reminded(duet) -> None:
    misplaced(duet)
    view = duet.part("followed", "move_it")
    assert view.strip == TableStrip(
        "Move the agent card from PUPIL to STADIUM", "This goes away by itself once it lies there.", None, "Done"
    )
    assert view.can_stop
    assert {c.badge for c in view.cards if c.badge} == {Badge("empty", False), Badge("agent", False)}
    assert duet.eye.look().strip.ask is Ask.GUESS


def test_a_reminder_can_be_put_away_and_the_board_still_shows_it(duet) -> None:
    misplaced(duet)
    duet.part("followed", "move_it")
    view = duet.part("followed", "put_away")
    assert view.strip.ask is Ask.GUESS
    assert any(card.badge for card in view.cards)


def test_as_on_the_table_takes_the_guess_back_with_both_and_proposes_the_other_word(duet) -> None:
    misplaced(duet)
    view = duet.part("followed", "as_on_table")
    assert (view.consent.question, view.consent.about) == ("Take this back?", ("B's guess STADIUM",))
    view = duet.agree()
    assert view.strip.text == "PUPIL"
    assert view.strip.ask is Ask.CONFIRM
    assert [c for c in duet.session.state.covers if c.agent] == []
    seen = lying(duet.eye.truth, "A2", cover=SeenCover.AGENT)
    assert duet.eye.look(seen, 30.0).strip.ask is Ask.CONFIRM


def test_as_on_the_table_sets_the_record_with_both(duet) -> None:
    wrong_arrow(duet)
    view = duet.part("followed", "as_on_table")
    assert view.consent.about == ("The arrow on DOG points to A", "By the record it points to B.")
    duet.agree()
    assert duet.session.standing_moves()[-1] == SetTable(((at("A3"), Cover(tokens=frozenset({B}))),))
    assert duet.desk.eyes.confirmed == [(at("A3"), Lies(None, (A,)))]
    assert duet.eye.look().follow.standing is Standing.AGREED


def test_who_does_not_agree_is_asked_on(duet) -> None:
    wrong_arrow(duet)
    duet.part("followed", "as_on_table")
    duet.part("consent", "cancel")
    assert isinstance(duet.strip, TableStrip)
    assert duet.session.state.covers[at("A3").index] == Cover(tokens=frozenset({A}))


def test_a_piece_laid_without_a_word_to_the_app_is_proposed_as_the_guess(duet) -> None:
    seen = lying(duet.eye.truth, "A1", cover=SeenCover.AGENT)
    assert duet.eye.look(seen, 6.0).strip.text == "An agent card lies on STADIUM"
    view = duet.part("followed", "as_on_table")
    assert (view.strip.ask, view.strip.text) == (Ask.CONFIRM, "STADIUM")
    assert duet.do("confirm", B).follow.standing is not Standing.DESYNCHRONISED
    assert duet.eye.look().follow.standing is Standing.AGREED


def test_what_the_record_cannot_take_alone_is_counted_by_hand(duet) -> None:
    duet.eye.look(replace(duet.eye.truth, bank=Bank(10, 0)), 20.0)
    view = duet.part("followed", "as_on_table")
    assert view.hand.numbers == (10, 0, 0, 0)
    assert view.hand.trouble


def test_the_bank_is_told_with_its_sides(duet) -> None:
    view = duet.eye.look(replace(duet.eye.truth, bank=Bank(7, 1)), 20.0)
    assert (view.strip.text, view.strip.detail) == (
        "8 tokens (7 bystander, 1 checkmark side up) in the time bank", "By the record 9 tokens."
    )  # fmt: skip


def test_a_token_that_was_not_taken_is_asked_for_after_a_while(duet) -> None:
    duet.guess("B", "A1")
    duet.do("stop")
    duet.do("done")
    view = duet.eye.look(replace(duet.eye.truth, bank=Bank(9, 0), taken=(0, 0)), 30.0)
    assert (view.strip.text, view.strip.detail) == ("No timer token lies before B", "It is still in the time bank.")


def test_while_it_is_told_what_to_lay_nothing_is_forgotten(duet) -> None:
    duet.guess("B", "A1")
    view = duet.eye.look(on_card(duet.eye.truth, "A1", FREE), 60.0)
    assert view.strip.ask is Ask.LAY
    assert BANK in duet.desk.laying


# --- the finger -------------------------------------------------------------------------------------------------------


def pointing(play: Play, name: str) -> Observation:
    return replace(play.eye.truth, finger=at(name), hand=True)


def test_a_finger_that_rests_on_a_word_proposes_it_and_confirms_nothing(duet) -> None:
    moves = duet.session.mission.moves
    view = duet.eye.look(pointing(duet, "B1"), 30.0)
    assert (view.strip.ask, view.strip.text) == (Ask.CONFIRM, "SUPERHERO")
    assert duet.session.mission.moves == moves


def test_a_finger_that_moves_on_proposes_the_next_word(duet) -> None:
    duet.eye.look(pointing(duet, "B1"))
    assert duet.eye.look(pointing(duet, "B2")).strip.text == "CALF"


def test_a_word_that_was_said_no_to_is_not_proposed_again_by_the_same_finger(duet) -> None:
    duet.eye.look(pointing(duet, "B1"))
    duet.do("cancel")
    assert duet.eye.look(pointing(duet, "B1"), 5.0).strip.ask is Ask.GUESS
    duet.eye.look()
    assert duet.eye.look(pointing(duet, "B1")).strip.ask is Ask.CONFIRM


def test_a_finger_takes_no_touched_word_away(duet) -> None:
    duet.do("select", at("C1"))
    assert duet.eye.look(pointing(duet, "B1")).strip.text == "TRACK"


def test_a_finger_on_a_word_that_cannot_be_guessed_says_nothing(duet) -> None:
    duet.guess("B", "A1")
    duet.do("done")
    assert duet.eye.look(pointing(duet, "A1")).strip.ask is Ask.GUESS


def test_a_finger_that_lays_the_token_proposes_nothing(duet) -> None:
    duet.guess("B", "A3")
    assert duet.eye.look(pointing(duet, "A3")).strip.ask is Ask.LAY
    assert duet.eye.look(pointing(duet, "A4")).strip.ask is Ask.LAY


def test_a_finger_over_a_sheet_proposes_nothing(duet) -> None:
    duet.do("put_over", Over.MENU)
    duet.eye.look(pointing(duet, "B1"))
    duet.do("put_away")
    assert duet.strip.ask is Ask.GUESS


def test_the_finger_is_switched_off(duet) -> None:
    view = duet.part("followed", "follow_finger", False)
    assert not view.follow.finger
    assert duet.eye.look(pointing(duet, "B1")).strip.ask is Ask.GUESS


# --- on and off -------------------------------------------------------------------------------------------------------


def test_following_is_switched_off_without_a_word(duet) -> None:
    wrong_arrow(duet)
    view = duet.part("followed", "follow_table", False)
    assert (view.follow.standing, view.follow.sign) == (Standing.OFF, "")
    assert duet.eye.look(lying(duet.eye.truth, "A3", A), 60.0).strip.ask is Ask.CLUE


def test_unplugged_in_the_middle_play_goes_on_by_touch_and_is_in_step_afterwards(duet) -> None:
    misplaced(duet)
    view = duet.eye.blind(5.0)
    assert (view.follow.standing, view.follow.sign) == (Standing.BLIND, "ring")
    duet.guess("B", "B1")
    duet.do("done")
    assert duet.session.state.agents_found == 2
    assert duet.eye.look().follow.standing is Standing.AGREED


def test_the_sheet_says_why_the_camera_does_not_see(duet) -> None:
    duet.desk.eyes.watching = Watching(True, "the camera is unplugged: plug it in again")
    assert duet.eye.blind(5.0).follow.said == "The camera is unplugged: plug it in again."


def test_without_a_camera_there_is_no_sign(duet) -> None:
    duet.desk.eyes.watching = Watching(False)
    view = duet.page.view()
    assert (view.follow.sign, view.follow.said) == ("", "No camera looks at the table: what is done is touched here.")


# --- the base game ----------------------------------------------------------------------------------------------------


@pytest.fixture
def teams(tmp_path) -> TeamPlay:
    play = TeamPlay(ClassicTable(tmp_path), script="red clue OCEAN 2\nred guess A1")
    play.eye = Eye(play)
    play.do("done")
    return play


def test_another_card_than_recorded_is_asked_about(teams) -> None:
    view = teams.eye.look(lying(teams.eye.truth, "A1", cover=SeenCover.BLUE_AGENT), 5.0)
    assert (view.strip.text, view.strip.detail) == (
        "A blue agent card lies on STADIUM", "By the record it is a red agent card."
    )  # fmt: skip
    assert view.action == ""
    assert {str(c.position): c.badge for c in view.cards if c.badge} == {"A1": Badge("blue agent", True)}


def test_both_teams_set_the_record_to_it(teams) -> None:
    seen = lying(teams.eye.truth, "A1", cover=SeenCover.BLUE_AGENT)
    teams.eye.look(seen, 5.0)
    assert teams.do("followed.as_on_table").consent.labels == ("Red", "Blue")
    teams.both_say_yes()
    assert teams.moves[-1] == SetCards(((at("A1"), Card.BLUE),))
    assert teams.eye.look(seen).follow.standing is Standing.AGREED


def test_a_finger_proposes_a_word_of_the_base_game(teams) -> None:
    view = teams.eye.look(replace(teams.eye.truth, finger=at("C3")))
    assert (view.strip.ask, view.strip.text) == (TeamAsk.CONFIRM, "AFRICA")


def test_the_card_of_the_base_game_gets_its_mark(teams) -> None:
    teams.touch("A2")
    view = teams.eye.look()
    assert (view.strip.ask, [item.done for item in view.strip.laid]) == (TeamAsk.LAY, [True])
    assert teams.eye.look(for_s=2.0).strip.ask is not TeamAsk.LAY


def test_the_clock_waits_while_it_is_asked(tmp_path) -> None:
    play = TeamPlay(ClassicTable(tmp_path, timer_s=60), script="red clue OCEAN 2")
    eye = Eye(play)
    play.do("touch_clock")
    seen = on_card(eye.truth, "E4", Lies(SeenCover.BYSTANDER))
    before = eye.look(seen, 6.0).clock.text
    assert eye.look(seen, 20.0).clock.text == before


def surplus(play: Play, *cards: str) -> Observation:
    seen = play.eye.truth
    for card in cards:
        seen = lying(seen, card, cover=SeenCover.AGENT)
    return seen


def test_the_word_is_proposed_although_more_differs(duet) -> None:
    duet.eye.look(surplus(duet, "A1", "C5"), 6.0)
    view = duet.part("followed", "as_on_table")
    assert view.strip.ask is Ask.CONFIRM
    assert duet.page._selected == at("A1")
    assert duet.session.follow.promised == ()


def test_what_was_proposed_and_not_confirmed_is_asked_again(duet) -> None:
    duet.eye.look(surplus(duet, "A1"), 6.0)
    duet.part("followed", "as_on_table")
    duet.do("cancel")
    assert isinstance(duet.eye.look(surplus(duet, "A1"), 6.0).strip, TableStrip)


def test_both_are_no_longer_asked_how_it_lies_once_it_lies_otherwise(duet) -> None:
    wrong_arrow(duet)
    assert duet.part("followed", "as_on_table").consent is not None
    assert duet.eye.look(for_s=2.0).consent is None
    assert duet.session.follow.standing is Standing.AGREED


def test_both_are_still_asked_how_it_lies_while_nothing_is_seen(duet) -> None:
    wrong_arrow(duet)
    duet.part("followed", "as_on_table")
    assert duet.eye.blind(10.0).consent is not None
