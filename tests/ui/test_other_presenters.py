"""Start, table, mission, end, score and past missions, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.duet import Scoring
from companion.game.keycard import Identity
from companion.game.position import Position, Seat
from companion.ui.presenters.desk import SETTLE_S, Desk, Page, Sight
from companion.ui.presenters.end import EndPresenter
from companion.ui.presenters.mission import MissionPresenter
from companion.ui.presenters.play import PlayPresenter
from companion.ui.presenters.score import ScorePresenter
from companion.ui.presenters.start import StartPresenter, when
from companion.ui.presenters.table import TablePresenter
from tests.ui.scenes import sudden_script, won_script
from tests.ui.seeing import LabelReader
from tests.ui.table import HandEyes, PlainDesk


def play(session, script):
    for line in script.splitlines():
        seat, verb, *rest = line.split()
        if verb == "clue":
            session.give_clue(Seat(seat))
        elif verb == "guess":
            session.guess(Seat(seat), Position.parse(rest[0]))
        else:
            session.stop(Seat(seat))


# --- start -----------------------------------------------------------------------------------------------------------


def test_without_a_waiting_mission_a_new_one_is_the_main_thing(desk):
    assert StartPresenter(desk).view().waiting == ""


def test_the_waiting_mission_comes_first_and_goes_on(table, desk):
    table.begin()
    play(table.session, "A clue\nB guess A1")
    table.session.new_mission()
    start = StartPresenter(desk)
    assert start.view().waiting == "Go on with the mission"
    assert "2 moves so far" in start.view().waiting_details
    start.resume()
    assert desk.page is Page.PLAY
    assert PlayPresenter(desk).view().cards[0].agent
    assert table.screens.of(Seat.A) is not None


def test_resume_without_a_mission_does_nothing(desk):
    StartPresenter(desk).resume()
    assert desk.page is Page.START


@pytest.mark.parametrize(("available", "page"), [(True, Page.TABLE), (False, Page.WORDS)])
def test_a_new_mission_begins_at_the_camera_or_at_the_keys(table, available, page):
    desk = PlainDesk(table.session, HandEyes(available))
    StartPresenter(desk).new()
    assert desk.page is page


def test_the_small_things_of_the_start_page(desk):
    start, left = StartPresenter(desk), []
    desk.leave = lambda: left.append(1)
    start.leave()
    start.score()
    assert (left, desk.page) == ([1], Page.SCORE)
    start.past()
    assert desk.page is Page.PAST


def test_a_time_is_told_as_people_say_it_and_a_strange_one_as_it_is():
    assert when("2026-11-30T12:05:00+00:00").split()[:2] == ["30", "November,"]
    assert when("yesterday") == "yesterday"


# --- table -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def at_table(desk):
    desk.page = Page.TABLE
    return TablePresenter(desk)


def test_the_table_page_waits_for_the_camera_in_words(desk, at_table):
    assert at_table.view().sentence == "Waiting for the camera ..."
    assert not at_table.view().can_read
    at_table.look()
    assert desk.eyes.looked


def test_one_sentence_says_what_is_missing(desk, at_table):
    desk.eyes.sight = Sight(picture="picture", trouble="found 20 of 25 cards: move the camera back")
    view = at_table.view()
    assert view.sentence == "Found 20 of 25 cards: move the camera back"
    assert (view.can_read, view.found) == (True, False)


def test_all_cards_found_is_said(desk, at_table):
    desk.eyes.sight = Sight(picture="picture", outlines=((),) * 25)
    assert at_table.view().found
    assert at_table.view().sentence == "All 25 cards are in the picture."
    assert at_table.sight.outlines


def test_a_reading_leads_to_the_words_and_tells_how_long_it_takes(desk, at_table):
    at_table.read()
    assert (at_table.view().reading, at_table.view().progress) == (True, "")
    desk.later()
    desk.later()
    assert at_table.view().progress == "2 s"
    desk.eyes.finish(LabelReader("easy.jpg").scan)
    assert desk.page is Page.WORDS
    assert desk.session.draft.ready


def test_the_words_page_comes_with_the_first_words_and_the_reading_goes_on_there(desk, at_table):
    reader = LabelReader("easy.jpg")
    reader.doubt("B2", "SUNSET", "SUNLIT")
    at_table.read()
    desk.eyes.hear(reader.scan)
    assert desk.page is Page.WORDS
    desk.go(Page.MISSION)
    desk.eyes.finish(LabelReader("easy.jpg").scan)
    assert desk.page is Page.MISSION
    assert desk.session.draft.ready


def test_a_camera_in_trouble_is_said_while_the_reading_waits_for_it(desk, at_table):
    at_table.read()
    desk.eyes.reading = replace(desk.eyes.reading, trouble="camera usb:0 sees black: take off the lens cap")
    view = at_table.view()
    assert (view.sentence, view.reading) == ("Camera usb:0 sees black: take off the lens cap", True)


def test_what_fails_after_the_first_words_is_a_notice_on_the_page_that_is_up(desk, at_table):
    at_table.read()
    desk.eyes.hear(LabelReader("easy.jpg").scan)
    desk.eyes.fail("the engine broke down: try again")
    assert desk.notice == "The engine broke down: try again"
    assert "engine" not in at_table.view().sentence


def test_the_box_is_reached_from_the_table_page(desk, at_table):
    at_table.read()
    at_table.box()
    assert desk.page is Page.TABLE, "the second half of the touch"
    desk.later()
    at_table.box()
    assert (desk.page, desk.eyes.reading.active) == (Page.BOX, False)


def test_a_refused_reading_is_said_and_can_be_tried_again(desk, at_table):
    desk.eyes.sight = Sight(picture="picture")
    at_table.read()
    desk.eyes.fail("found 18 of 25 cards: move the camera back")
    assert at_table.view().sentence == "Found 18 of 25 cards: move the camera back"
    desk.later()
    at_table.read()
    assert at_table.view().reading


def test_a_double_touch_begins_one_reading_and_does_not_give_it_up(desk, at_table):
    desk.eyes.sight = Sight(picture="picture")
    at_table.read()
    at_table.give_up()
    assert at_table.view().reading
    desk.later()
    at_table.give_up()
    at_table.read()
    assert not at_table.view().reading


def test_there_is_always_a_way_out_of_the_table_page(desk, at_table):
    at_table.read()
    desk.later()
    at_table.give_up()
    assert not at_table.view().reading
    desk.later()
    at_table.read()
    desk.later()
    at_table.type_words()
    assert (desk.page, desk.eyes.reading.active) == (Page.WORDS, False)
    desk.later()
    at_table.back()
    assert desk.page is Page.START


# --- mission ---------------------------------------------------------------------------------------------------------


def row(mission, name):
    return next(row for row in mission.view().rows if row.name == name)


def chosen(mission, name):
    return [choice.chosen for choice in row(mission, name).choices]


def test_who_begins_and_how_it_is_scored_are_chosen(desk):
    mission = MissionPresenter(desk)
    assert chosen(mission, "first") == [False, False, True]
    mission.choose("first", 1)
    mission.choose("scoring", 1)
    assert chosen(mission, "first") == [False, True, False]
    assert chosen(mission, "scoring") == [False, True]
    assert desk.session.options.first is Seat.B
    assert desk.session.options.scoring is Scoring.ONE_PER_TOKEN


def test_the_mission_page_leads_on_and_back(desk):
    mission = MissionPresenter(desk)
    desk.later()
    mission.go_on()
    assert (desk.page, desk.back_from_screens) == (Page.SCREENS, Page.MISSION)
    mission.back()
    assert desk.page is Page.WORDS


def test_the_touch_that_opened_the_mission_page_does_not_close_it(desk):
    desk.go(Page.MISSION)
    MissionPresenter(desk).go_on()
    assert desk.page is Page.MISSION


# --- end -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def won(table, desk):
    table.begin()
    play(table.session, won_script(table))
    desk.page = Page.END
    end = EndPresenter(desk)
    end.enter()
    return end


def test_a_won_mission_is_a_word_and_a_sum_that_adds_up(won):
    view = won.view()
    assert (view.word, view.won) == ("Won", True)
    assert [part.figures for part in view.parts] == ["5 × 3", "+ 4"]
    assert view.total == "19"
    assert view.rating
    assert [item.sentence for item in view.laid][-1] == "Timer token, checkmark up, in front of A"


def test_the_keys_come_only_on_request_and_go_again(won, table):
    assert won.view().faces == ()
    won.show_keys()
    faces = won.view().faces
    assert [[cell.identity for cell in face] for face in faces] == [list(table.key.face(seat)) for seat in Seat]
    won.show_keys()
    assert won.view().faces == ()
    won.show_keys()
    won.enter()
    assert won.view().faces == ()


def test_a_key_does_not_show_in_the_text_form_of_a_view(won):
    won.show_keys()
    assert "Identity" not in repr(won.view())
    assert "AGENT" not in repr(won.view())


def test_the_next_mission_keeps_the_seats(won, desk, table):
    desk.later()
    won.next_mission()
    assert desk.page is Page.TABLE
    assert not table.session.running
    assert table.session.screen_of(Seat.A).device == "left"


def test_the_touch_of_the_last_guess_does_not_start_the_next_mission(won, desk):
    desk.settle()
    won.next_mission()
    assert desk.page is Page.END


def test_a_slip_at_the_end_is_taken_back(won, desk, table):
    desk.settle()
    won.undo()
    assert won.view().undo is None
    desk.later()
    won.undo()
    desk.later()
    won.undoing.ask()
    desk.later()
    for seat in Seat:
        assert desk.page is Page.END
        won.consent.say_yes(seat)
    assert desk.page is Page.PLAY
    assert table.session.may_undo()


def test_from_the_end_to_the_first_page(won, desk):
    won.leave()
    assert desk.page is Page.START


@pytest.mark.parametrize(
    ("identity", "sudden", "sentence"),
    [
        (Identity.ASSASSIN, False, "was the assassin."),
        (Identity.ASSASSIN, True, "was the assassin."),
        (Identity.BYSTANDER, True, "was a bystander, and sudden death forgives no mistake."),
    ],
)
def test_a_lost_mission_says_why(table, desk, identity, sudden, sentence):
    session = table.begin()
    play(session, sudden_script(table) if sudden else "A clue")
    position = next(p for p in table.places(Seat.A, identity) if session.state.covers[p.index].guessable_by(Seat.B))
    session.guess(Seat.B, position)
    view = EndPresenter(desk).view()
    assert (view.word, view.parts, view.total) == ("Lost", (), "")
    assert view.sentence == f"{session.mission.board.word(position)} {sentence}"


def test_a_lost_mission_has_a_sentence_after_a_new_start_too(table, desk):
    session = table.begin()
    play(session, "A clue")
    session.guess(Seat.B, table.places(Seat.A, Identity.ASSASSIN)[0])
    session.resume(session.mission_id)
    assert EndPresenter(desk).view().sentence == "That was the assassin."


# --- score -----------------------------------------------------------------------------------------------------------


def test_a_finished_mission_is_scored_from_three_numbers(desk):
    score = ScorePresenter(desk)
    assert score.view().total == "5"
    score.count_tokens(1)
    score.count_tokens(1)
    assert [part.figures for part in score.view().parts] == ["2 × 3", "+ 5"]
    assert score.view().total == "11"
    score.choose_scoring(1)
    assert score.view().total == "7"


def test_sudden_death_takes_a_point_and_leaves_no_token(desk):
    score = ScorePresenter(desk)
    score.count_tokens(1)
    score.say_sudden_death(True)
    view = score.view()
    assert view.tokens_left == 0
    assert [part.figures for part in view.parts] == ["0 × 3", "+ 5", "− 1"]
    assert view.total == "4"
    for _ in range(5):
        score.count_checkmarks(-1)
    assert score.view().total == "−1"


def test_numbers_that_no_won_mission_has_are_refused_with_the_reason(desk):
    score = ScorePresenter(desk)
    for _ in range(20):
        score.count_tokens(1)
    view = score.view()
    assert view.tokens_left == 9
    assert (view.total, view.parts) == ("", ())
    assert "14 tokens" in view.sentence
    for _ in range(30):
        score.count_tokens(-1)
        score.count_checkmarks(-1)
    assert (score.view().tokens_left, score.view().checkmarks) == (0, 0)
    score.back()
    assert desk.page is Page.START


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"turns": 10, "mistakes": 10}, "Ten tokens are easier: no score."),
        ({"turns": 11, "mistakes": 11}, "Eleven tokens are easier: no score."),
        ({"turns": 9, "mistakes": 3}, "Only the standard mission with nine tokens has a score."),
    ],
)
def test_where_the_rules_give_no_score_the_end_says_why(table, desk, options, why):
    table.session.options = replace(table.session.options, **options)
    table.begin()
    play(table.session, won_script(table))
    view = EndPresenter(desk).view()
    assert (view.total, view.parts, view.rating) == ("", (), why)


# --- desk ------------------------------------------------------------------------------------------------------------


def test_a_notice_is_a_sentence_and_an_accepted_intent_takes_it_away(desk):
    assert not desk.attempt(lambda: desk.session.resume(99))
    assert desk.notice[0].isupper()
    assert desk.notice_until > desk.now()
    assert desk.changes == []
    assert desk.attempt(lambda: None)
    assert (desk.notice, desk.changes) == ("", [1])


def test_too_soon_is_a_moment(desk):
    assert not Desk(desk.session, desk.eyes, desk.now).too_soon()
    desk.settle()
    assert desk.too_soon()
    desk.clock.seconds += SETTLE_S
    assert not desk.too_soon()
