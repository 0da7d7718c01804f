"""The key page without a window: typed or photographed, each face by its own player alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.classic import Card, Team
from companion.game.keycard import Identity, KeyCard
from companion.game.keyfaces import fitting_turns
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.table.options import Game, KeySource
from companion.table.session import SessionError
from companion.ui.presenters.desk import Page
from companion.ui.presenters.key_entry import KeyEntryPresenter
from companion.ui.presenters.key_view import Step
from tests.ui.table import FACE_A, FACE_B, face

KEY = KeyCard.from_faces(face(FACE_A), face(FACE_B))
SEEN = {Seat.A: face(FACE_A), Seat.B: face(FACE_B)[::-1]}
"""Each face as its own player sees it."""
BASE = [Card(letter) for letter in "BTTRRRTXBTRBBTBRTRBRRBTBR"]
TOUCHES = {
    Identity.BYSTANDER: 0, Identity.AGENT: 1, Identity.ASSASSIN: 2,
    Card.BYSTANDER: 0, Card.RED: 1, Card.BLUE: 2, Card.ASSASSIN: 3,
}  # fmt: skip


@pytest.fixture
def opened(desk, table):
    def opened(source: KeySource = KeySource.TYPED, game: Game = Game.DUET, side: Seat = Seat.A) -> KeyEntryPresenter:
        table.settle_words()
        desk.session.options = replace(desk.session.options, key=source, game=game, side=side)
        page = KeyEntryPresenter(desk)
        desk.page = Page.KEY
        page.enter()
        desk.later()
        return page

    return opened


def alone():
    """Two faces, each as its player sees it, that fit in no other turn."""
    for seed in range(100):
        key = KeyCard.draw(SeededShuffler(seed))
        a, b = key.face(Seat.A), key.face(Seat.B)[::-1]
        if fitting_turns(a, b) == (0,):
            return a, b
    raise AssertionError("no such key")


def say(desk, intent, *values) -> None:
    intent(*values)
    desk.later()


def copy(desk, page, squares) -> None:
    """The player says that the other looks away, and copies the card up to the last touch."""
    say(desk, page.main)
    for index, kind in enumerate(squares):
        for _ in range(TOUCHES[kind]):
            page.touch(index)


def enter(desk, page, squares) -> None:
    copy(desk, page, squares)
    say(desk, page.main)


def test_two_faces_are_typed_one_after_the_other(opened, desk):
    page = opened()
    assert (page.view().step, page.view().seat, desk.facing) == (Step.HAND, Seat.A, Seat.A)
    enter(desk, page, SEEN[Seat.A])
    assert (page.view().step, page.view().seat, desk.facing) == (Step.HAND, Seat.B, Seat.B)
    enter(desk, page, SEEN[Seat.B])
    assert (page.view().step, desk.facing) == (Step.THERE, Seat.A)
    assert desk.session.printed.of(desk.session.options) == KEY


def test_counts_run_along_and_only_a_whole_face_is_done(opened, desk):
    page = opened()
    copy(desk, page, SEEN[Seat.A])
    tallies = {tally.kind: (tally.have, tally.due) for tally in page.view().tallies}
    assert tallies == {Identity.BYSTANDER: (13, "13"), Identity.AGENT: (9, "9"), Identity.ASSASSIN: (3, "3")}
    page.touch(0)
    assert not page.view().can_main
    say(desk, page.main)
    assert page.view().step is Step.TYPE


def test_a_square_goes_round_and_all_can_be_cleared(opened, desk):
    page = opened()
    say(desk, page.main)
    seen = [page.view().squares[7]]
    for _ in range(3):
        page.touch(7)
        seen.append(page.view().squares[7])
    assert seen == [Identity.BYSTANDER, Identity.AGENT, Identity.ASSASSIN, Identity.BYSTANDER]
    page.touch(3)
    say(desk, page.other)
    assert set(page.view().squares) == {Identity.BYSTANDER}


def test_nothing_of_a_face_is_left_when_it_is_done(opened, desk):
    page = opened()
    enter(desk, page, SEEN[Seat.A])
    assert (page.view().squares, page.view().tallies) == ((), ())
    assert page._typing == []
    enter(desk, page, SEEN[Seat.B])
    assert (page.view().squares, page._typing, page._faces) == ((), [], {})


def test_views_that_differ_in_squares_alone_have_the_same_text_form(opened, desk):
    page = opened()
    copy(desk, page, SEEN[Seat.A])
    one = repr(page.view())
    say(desk, page.other)
    for index in (0, 5, 9, 11, 12, 16, 17, 20, 21):
        page.touch(index)
    for index in (1, 2, 3):
        page.touch(index)
        page.touch(index)
    assert page.view().can_main
    assert repr(page.view()) == one


def test_a_touch_outside_the_typing_changes_nothing(opened, desk):
    page = opened()
    page.touch(4)
    assert page.view().squares == ()


def test_faces_that_do_not_fit_are_refused_with_the_counts_and_entered_again_from_nothing(opened, desk):
    page = opened()
    enter(desk, page, SEEN[Seat.A])
    enter(desk, page, SEEN[Seat.B][::-1])
    view = page.view()
    assert view.step is Step.REFUSED
    assert "instead of" in view.sentence
    assert (page._faces, page._typing) == ({}, [])
    assert not desk.session.printed.there(desk.session.options)
    say(desk, page.main)
    assert (page.view().step, page.view().seat) == (Step.HAND, Seat.A)
    say(desk, page.main)
    assert set(page.view().squares) == {Identity.BYSTANDER}


def test_after_a_refusal_the_app_can_draw_the_key_instead(opened, desk):
    page = opened()
    for _ in range(2):
        enter(desk, page, SEEN[Seat.A])
    say(desk, page.other)
    assert (desk.page, desk.session.options.key) == (Page.SCREENS, KeySource.DRAWN)


def test_with_the_key_the_players_go_to_the_screens_or_play_with_the_card(opened, desk, table):
    page = opened()
    for seat in Seat:
        enter(desk, page, SEEN[seat])
    say(desk, page.main)
    assert desk.page is Page.SCREENS
    desk.page = Page.KEY
    page.enter()
    desk.later()
    assert page.view().step is Step.THERE
    say(desk, page.other)
    assert desk.page is Page.PLAY
    assert desk.session.mission.setup.key == KEY


def test_another_key_can_be_entered(opened, desk):
    page = opened()
    for seat in Seat:
        enter(desk, page, SEEN[seat])
    say(desk, page.again)
    assert page.view().step is Step.HAND
    assert not desk.session.printed.there(desk.session.options)


@pytest.mark.parametrize("way", ["back", "leave"])
def test_a_face_that_is_half_typed_is_forgotten_by_leaving(opened, desk, way):
    page = opened()
    enter(desk, page, SEEN[Seat.A])
    copy(desk, page, SEEN[Seat.B])
    say(desk, getattr(page, way))
    assert (page._faces, page._typing, page.view().squares) == ({}, [], ())


def test_a_touch_that_comes_twice_answers_once(opened, desk):
    page = opened()
    page.main()
    page.main()
    assert page.view().step is Step.TYPE


@pytest.mark.parametrize("side", Seat)
def test_the_key_of_a_base_game_is_typed_once_for_both_spymasters(opened, desk, side):
    page = opened(game=Game.CLASSIC, side=side)
    assert desk.facing is side
    enter(desk, page, BASE)
    assert page.view().step is Step.THERE
    key = desk.session.printed.of(desk.session.options)
    assert key.first is Team.RED
    assert list(key.key.cards) == (BASE if side is Seat.A else BASE[::-1])
    say(desk, page.other)
    assert desk.page is Page.PLAY_CLASSIC


def test_the_second_half_of_a_touch_changes_no_square(opened, desk):
    page = opened()
    page.main()
    page.touch(3)
    assert page.view().squares[3] is Identity.BYSTANDER
    desk.later()
    page.touch(3)
    page.touch(3)
    assert page.view().squares[3] is Identity.ASSASSIN


def test_a_key_that_is_there_stays_there_when_the_page_is_made_anew(opened, desk):
    page = opened()
    for seat in Seat:
        enter(desk, page, SEEN[seat])
    page.leave()
    assert page.view().step is Step.THERE


def test_spymasters_who_sit_elsewhere_after_all_enter_their_key_again(opened, desk):
    page = opened(game=Game.CLASSIC, side=Seat.A)
    enter(desk, page, BASE)
    session = desk.session
    session.options = replace(session.options, timer_s=60)
    assert session.printed.there(session.options)
    session.options = replace(session.options, side=Seat.B)
    assert not session.printed.there(session.options)


def test_no_mission_begins_with_a_drawn_key_where_a_printed_one_was_agreed_on(opened, desk):
    opened()
    session = desk.session
    for device, seat in zip(("left", "right"), Seat, strict=True):
        session.assign(device, seat)
    session.show_words()
    for seat in Seat:
        session.confirm_view(seat)
    with pytest.raises(SessionError, match="printed card is not there"):
        session.begin()
    assert not session.running


def test_which_team_has_nine_is_open_until_one_leads(opened, desk):
    page = opened(game=Game.CLASSIC)
    say(desk, page.main)
    assert {tally.kind: tally.due for tally in page.view().tallies}[Card.RED] == "8 or 9"
    page.touch(0)
    assert {tally.kind: tally.due for tally in page.view().tallies}[Card.BLUE] == "8"


def shoot(desk, page, squares) -> None:
    say(desk, page.main)
    say(desk, page.main)
    assert page.view().wait
    desk.eyes.keys.finish(squares)
    desk.later()


def test_two_faces_are_photographed_one_after_the_other(opened, desk):
    page = opened(KeySource.PHOTOGRAPHED)
    shoot(desk, page, SEEN[Seat.A])
    assert (page.view().step, page.view().seat) == (Step.HAND, Seat.B)
    assert "back into its stand" in page.view().sentence
    shoot(desk, page, SEEN[Seat.B])
    assert page.view().step is Step.THERE
    assert desk.session.printed.of(desk.session.options) == KEY
    assert desk.eyes.keys.asked == [(Game.DUET, Seat.A), (Game.DUET, Seat.B)]


def test_under_the_camera_face_b_may_lie_upside_down_where_only_that_fits(opened, desk):
    a, b = alone()
    page = opened(KeySource.PHOTOGRAPHED)
    shoot(desk, page, a)
    shoot(desk, page, b[::-1])
    assert page.view().step is Step.THERE
    assert desk.session.printed.of(desk.session.options) == KeyCard.from_faces(a, b[::-1])


def test_where_another_turn_would_fit_too_it_has_to_be_laid_as_asked(opened, desk):
    assert fitting_turns(SEEN[Seat.A], SEEN[Seat.B]) == (0, 1), "the usual key of the tests is such a one"
    page = opened(KeySource.PHOTOGRAPHED)
    shoot(desk, page, SEEN[Seat.A])
    shoot(desk, page, SEEN[Seat.B][::-1])
    assert page.view().step is Step.REFUSED
    assert "more than one turn would fit" in page.view().sentence


def test_from_the_moment_a_card_is_laid_no_picture_is_shown(opened, desk):
    page = opened(KeySource.PHOTOGRAPHED)
    assert "Lay" not in page.view().sentence, "nobody looks away yet"
    assert not desk.session.printed.in_view
    say(desk, page.main)
    assert "beside the words" in page.view().sentence
    assert desk.session.printed.in_view
    page.back()
    assert desk.session.faces_lit, "the card may lie there still"
    desk.session.new_mission()
    assert not desk.session.faces_lit
    assert not desk.session.printed.in_view


@pytest.mark.parametrize("seats", [(Seat.A,), tuple(Seat)])
def test_a_key_that_lay_in_view_is_never_played_with_after_pictures_of_it_were_shown(opened, desk, seats):
    page = opened(KeySource.PHOTOGRAPHED)
    for seat in seats:
        shoot(desk, page, SEEN[seat])
    session = desk.session
    session.options = replace(session.options, key=KeySource.DRAWN)
    assert session.printed.in_view
    session.options = replace(session.options, key=KeySource.PHOTOGRAPHED)
    assert session.printed.in_view


def test_in_a_mission_with_a_card_that_was_laid_it_may_still_lie_there(opened, desk):
    page = opened(KeySource.PHOTOGRAPHED)
    for seat in Seat:
        shoot(desk, page, SEEN[seat])
    say(desk, page.other)
    assert desk.session.running
    assert desk.session.printed.in_view
    assert not desk.session.printed.there(desk.session.options)


@pytest.mark.parametrize("after", ["typed instead", "entered again", "board turned"])
def test_a_card_that_was_laid_stays_out_of_every_picture_until_the_next_mission(opened, desk, after):
    page = opened(KeySource.PHOTOGRAPHED)
    say(desk, page.main)
    session = desk.session
    if after == "typed instead":
        page.back()
        session.options = replace(session.options, key=KeySource.TYPED)
    elif after == "entered again":
        page.again()
    else:
        session.turn_board()
    assert session.faces_lit
    session.new_mission()
    assert not session.faces_lit


def test_a_picture_that_cannot_be_read_says_why_and_may_be_typed_instead(opened, desk):
    page = opened(KeySource.PHOTOGRAPHED)
    say(desk, page.main)
    say(desk, page.main)
    desk.eyes.keys.fail("no key card is to be found: take a picture of the whole card")
    view = page.view()
    assert view.trouble.startswith("No key card is to be found")
    assert view.can_main
    say(desk, page.other)
    assert page.view().step is Step.TYPE


def test_what_was_read_after_the_players_left_is_dropped(opened, desk):
    page = opened(KeySource.PHOTOGRAPHED)
    say(desk, page.main)
    say(desk, page.main)
    page.back()
    assert not desk.eyes.keys.reading
    page._was_read(SEEN[Seat.A])
    assert page._faces == {}


def test_without_a_camera_that_knows_the_table_it_says_so(opened, desk):
    desk.eyes.keys.available = False
    page = opened(KeySource.PHOTOGRAPHED)
    assert "has not read the words" in page.view().sentence
    say(desk, page.main)
    assert page.view().step is Step.HAND
