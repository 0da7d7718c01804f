"""The app in a real window: pages follow touches, nothing stops it but being left."""

from __future__ import annotations

import signal
import threading

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.desk import Page
from tests.ui.scenes import Stage, play_turned, sudden_death
from tests.ui.seeing import seeing


def playing(pilot, table, **settings):
    table.begin()
    app = pilot.start(table, **settings)
    app.desk.go(Page.PLAY)
    app.refresh()
    pilot.clock.seconds += 1
    pilot.pump(3)
    return app.page


def test_the_app_begins_at_the_start_page(pilot, table):
    app = pilot.start(table)
    assert app.desk.page is Page.START
    pilot.tap(app.page.ids.resume)
    assert app.desk.page is Page.WORDS


def test_a_guess_by_two_touches_is_drawn(pilot, table):
    page = playing(pilot, table)
    before = pilot.pixels()
    card = page.ids.board.card(Position(0))
    pilot.tap(card)
    pilot.tap(page.ids.strip.button("Yes, guess"))
    after = pilot.pixels()
    x, y = int(card.center_x), int(480 - card.y - card.height * 0.75)
    assert tuple(before[y, x]) != tuple(after[y, x])
    assert after[y, x][1] > after[y, x][0]  # green


def test_a_touch_that_comes_twice_guesses_once(pilot, table):
    page = playing(pilot, table)
    pilot.tap(page.ids.board.card(Position(0)))
    strip = page.ids.strip
    place = strip.button("Yes, guess")
    pilot.tap_twice(place)
    assert len(table.session.mission.moves) == 2
    assert page.view.strip.laid
    assert page.view.strip.ask.name == "LAY"


@pytest.mark.parametrize("names", [("past", "head.back"), ("map", "back"), ("score", "head.turn")])
def test_a_touch_that_comes_twice_touches_nothing_on_the_page_that_it_brought(pilot, table, names):
    page = pilot.start(table).page
    first, then = names
    pilot.tap_twice(page.ids[first])
    brought = pilot.app.desk.page
    assert brought.value == first
    place = pilot.app.page.ids
    for name in then.split("."):
        place = getattr(place, name)
    pilot.tap_twice(place)
    if then.endswith("back"):
        assert pilot.app.desk.page is Page.START
    else:
        assert (pilot.app.desk.page, pilot.app.desk.facing) == (brought, Seat.B)


def test_turning_the_page_turns_texts_and_touches_but_no_card(pilot, table):
    stage = Stage(pilot, (800, 480))
    play_turned(stage)
    page = pilot.app.page
    turned = pilot.pixels()
    card = page.ids.board.card(Position.parse("A1"))  # an agent card lies there
    x, y = int(800 - card.center_x), int(card.y + card.height * 0.75)
    assert turned[y, x][1] > 1.3 * turned[y, x][0]
    assert x < 400
    assert y < 240
    pilot.tap(page.ids.board.card(Position.parse("E5")))
    assert page.view.cards[0].selected
    assert page.view.cards[0].position == Position.parse("E5")
    pilot.tap(page.ids.turn)
    assert pilot.window.rotation == 0


def test_the_same_card_lies_at_the_same_place_from_both_sides(pilot, table):
    page = playing(pilot, table)
    places = {p: tuple(map(round, page.ids.board.card(p).center)) for p in ALL_POSITIONS}
    # Only the board is compared: the controls go to the other player's edge, and the board makes room for them.
    order = sorted(places, key=lambda p: (-places[p][1], places[p][0]))
    pilot.tap(page.ids.turn)
    turned = {p: tuple(-round(c) for c in page.ids.board.card(p).center) for p in ALL_POSITIONS}
    assert sorted(turned, key=lambda p: (-turned[p][1], turned[p][0])) == order


def test_sudden_death_has_a_red_edge(pilot, table):
    sudden_death(Stage(pilot, (800, 480)))
    edge = pilot.pixels()[240, 1].astype(int)
    assert edge[0] > 2 * edge[1]


def test_a_notice_lies_over_the_page_and_goes_by_a_touch_or_by_itself(pilot, table):
    app = pilot.start(table)
    for away in (lambda: pilot.tap(app.stage.notice), lambda: setattr(pilot.clock, "seconds", 1e6)):
        app.desk.say("The disk is full")
        app.refresh()
        pilot.pump()
        assert app.stage.notice.parent is app.stage
        away()
        pilot.until(lambda: app.stage.notice.parent is None)


def test_the_screens_hear_that_the_app_lives(pilot, table):
    app, heard = pilot.start(table), []
    table.screens.tick = lambda: heard.append(1)
    pilot.until(lambda: len(heard) >= 2)
    assert app.desk.page is Page.START


def test_a_cable_that_is_pulled_shows_by_itself(pilot, table):
    page = playing(pilot, table)
    table.screens.links["left"] = Link.ABSENT
    pilot.until(lambda: page.ids.links.signs[0] == "none")
    assert page.ids.links.signs[1] == "bystander"


def test_a_real_keyboard_types_too(pilot, table):
    app = pilot.start(table)
    app.desk.go(Page.WORDS)
    app.refresh()
    pilot.clock.seconds += 1
    pilot.pump()
    pilot.tap(app.page.ids.board.card(Position(0)))
    for letter in "bjö ß":
        pilot.window.dispatch("on_key_down", ord(letter), 0, letter, [])
    pilot.window.dispatch("on_key_down", 8, 0, None, [])
    assert app.page.view.editor.typed.text == "BJÖ "
    pilot.window.dispatch("on_key_down", 13, 0, None, [])
    assert table.session.draft.cards[0].word == "BJÖ"


def test_escape_does_not_close_the_app(pilot, table):
    from kivy.config import Config

    app = pilot.start(table)
    pilot.window.dispatch("on_key_down", 27, 0, None, [])
    pilot.pump()
    assert Config.getint("kivy", "exit_on_escape") == 0
    assert not table.screens.closed
    assert app.desk.page is Page.START


def test_touches_come_from_one_source_only(pilot):
    from kivy.config import Config

    assert Config.options("input") == ["mouse"]
    assert Config.get("input", "mouse") == "mouse,disable_multitouch"


def test_closing_blanks_the_screens_and_ends_every_thread(pilot, table):
    before = threading.active_count()
    eyes = seeing()
    page = playing(pilot, table, seeing=eyes)
    assert table.screens.of(Seat.A) is not None
    assert page.view.links == (Link.SHOWING, Link.SHOWING)
    pilot.end()
    assert table.screens.closed
    assert table.screens.of(Seat.A) is None
    assert eyes.feed.closed
    assert threading.active_count() == before


def test_signals_mean_what_they_meant_before_once_the_app_is_closed(pilot, table):
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    pilot.start(table)
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] != before
    pilot.end()
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == before


def test_closing_twice_is_closing_once(pilot, table):
    app = pilot.start(table)
    app.on_stop()
    app.on_stop()
    assert table.screens.closed


def test_an_error_in_a_callback_is_said_and_the_app_goes_on(pilot, table, caplog):
    from kivy.base import ExceptionManager

    app = pilot.start(table)
    try:
        raise ValueError("AFRICA is an assassin")
    except ValueError as error:
        assert ExceptionManager.handle_exception(error) == ExceptionManager.PASS
    assert "ValueError" in app.desk.notice
    assert "AFRICA" not in app.desk.notice + caplog.text
    assert "ValueError" in caplog.text
    pilot.tap(app.stage.notice)
    pilot.tap(app.page.ids.score)
    assert app.desk.page is Page.SCORE


def test_an_explained_error_in_a_callback_is_its_own_notice(pilot, table):
    from kivy.base import ExceptionManager

    app = pilot.start(table)
    ExceptionManager.handle_exception(CompanionError("the disk is full"))
    assert app.desk.notice == "the disk is full"


def test_what_is_meant_to_end_the_program_ends_it(pilot, table):
    from kivy.base import ExceptionManager

    pilot.start(table)
    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE


def test_a_slow_reading_shows_progress_and_a_way_out(pilot, table):
    eyes = seeing()
    app = pilot.start(table, seeing=eyes)
    pilot.tap(app.page.ids.resume)
    page = app.page
    pilot.until(lambda: page.view.found)
    eyes.reader.hold.clear()
    pilot.tap(page.ids.read)
    first = pilot.pixels()
    pilot.clock.seconds += 1.3
    pilot.until(lambda: page.view.progress == "2 s")
    assert (pilot.pixels() != first).any()
    pilot.tap(page.ids.read)
    assert not page.view.reading
    eyes.reader.hold.set()
    pilot.tap(page.ids.read)
    pilot.until(lambda: app.desk.page is Page.WORDS)


def test_the_live_picture_is_in_the_window_and_turns_with_nothing(pilot, table):
    eyes = seeing()
    app = pilot.start(table, seeing=eyes)
    app.desk.go(Page.TABLE)
    app.refresh()
    page = app.page
    pilot.clock.seconds += 1
    pilot.until(lambda: page.view.found)
    pilot.pump(3)
    upright = pilot.pixels()
    assert upright[100:300, 200:600].max() > 150
    pilot.tap(page.ids.turn)
    pilot.until(lambda: page.ids.picture.turned)
    pilot.pump(3)
    box = page.ids.picture
    height = int(box.height)
    turned = pilot.pixels()
    same = np.abs(turned[480 - height - 6 : 474].astype(int) - upright[6 : 6 + height].astype(int)).mean()
    assert same < 3


def test_a_camera_that_is_unplugged_is_said_and_the_app_lives(pilot, table):
    eyes = seeing()
    eyes.feed.trouble = "no picture from the camera: check its cable"
    app = pilot.start(table, seeing=eyes)
    app.desk.go(Page.TABLE)
    app.refresh()
    pilot.until(lambda: "cable" in app.page.view.sentence)
    eyes.feed.trouble = ""
    pilot.clock.seconds += 2
    pilot.until(lambda: app.page.view.found)
    assert app.page.view.can_read


def test_the_window_may_change_its_size_at_any_time(pilot, table):
    page = playing(pilot, table)
    pilot.tap(page.ids.board.card(Position(3)))
    pilot.resize(720, 1280)
    page = pilot.app.page
    assert not page.wide
    assert page.view.cards[3].selected
    pilot.tap(page.ids.strip.button("Yes, guess"))
    assert len(table.session.mission.moves) == 2


def test_the_pilot_gives_up_when_nothing_comes(pilot, table):
    pilot.start(table)
    with pytest.raises(AssertionError, match="in time"):
        pilot.until(lambda: False, timeout=0.2)


def test_the_pilot_refuses_to_touch_what_is_not_there(pilot, table):
    from kivy.uix.button import Button

    pilot.start(table)
    with pytest.raises(AssertionError, match="not in the window"):
        pilot.tap(Button())


def test_pictures_of_two_pages_differ(pilot, table):
    app = pilot.start(table)
    one = pilot.pixels()
    pilot.tap(app.page.ids.score)
    other = pilot.pixels()
    assert one.shape == (480, 800, 3)
    assert (one != other).any()
