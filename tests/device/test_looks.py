"""Words or none, day or night: what players set reaches every kind of screen, and stays so when it comes back."""

from __future__ import annotations

import pytest

from companion.device.link import ScreenLink
from companion.device.messages import Kind
from companion.device.render import draw
from companion.device.turing import SIZE_PX
from companion.device.turing_link import BRIGHT
from companion.game.position import Seat
from companion.table.look import LEVELS, Light
from companion.table.ports import Link
from tests.device.faces import LATE, SIZE, view
from tests.device.keys import spymaster
from tests.device.monitors import MonitorTable, expected, seen
from tests.device.ports import Table
from tests.device.test_link import A, Line

NIGHT = LEVELS[Light.NIGHT]
ONLY_SHAPES, WITH_WORDS = (draw(view(Seat.A), SIZE, words).pixels for words in (False, True))


def playing(inches: int) -> Table:
    """A table with one screen of this size, in play."""
    table = Table()
    table.plug("acm0", table.screen("AAAA", inches))
    table.pass_time(0.5)
    table.hub.assign("AAAA", Seat.A, table.now)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(0.3)
    return table


def pixels(table: Table) -> bytes:
    return bytes(table.cables["acm0"].screen.canvas.pixels)


@pytest.mark.parametrize(("inches", "words"), [(20, False), (27, False), (28, True), (35, True), (0, True)])
def test_words_are_off_below_two_point_eight_inches_unless_somebody_wants_them(inches, words):
    table = playing(inches)
    assert pixels(table) == (WITH_WORDS if words else ONLY_SHAPES)
    assert table.hub.infos()[0].inches_tenths == inches
    for wanted in (True, False):
        table.hub.words(Seat.A, wanted, table.now)
        table.pass_time(0.2)
        assert pixels(table) == (WITH_WORDS if wanted else ONLY_SHAPES)
    table.hub.words(Seat.A, None, table.now)
    table.pass_time(0.2)
    assert pixels(table) == (WITH_WORDS if words else ONLY_SHAPES)


def test_words_are_set_for_each_seat_alone():
    table = playing(20)
    table.hub.words(Seat.B, True, table.now)
    table.pass_time(0.2)
    assert pixels(table) == ONLY_SHAPES


def test_a_key_goes_by_the_same_setting():
    table = playing(20)
    table.hub.show(spymaster(Seat.A), table.now)
    table.pass_time(0.2)
    assert pixels(table) == draw(spymaster(Seat.A), SIZE, words=False).pixels


def test_the_setting_holds_for_a_screen_that_comes_back_and_for_later_pictures():
    table = playing(20)
    table.hub.words(Seat.A, True, table.now)
    table.pull("acm0")
    table.pass_time(1.0)
    table.plug("acm0", table.screen("AAAA", 20))
    table.pass_time(1.0)
    assert pixels(table) == WITH_WORDS
    table.hub.show(view(Seat.A, LATE), table.now)
    table.pass_time(0.2)
    assert pixels(table) == draw(view(Seat.A, LATE), SIZE).pixels


# The light.


def test_light_is_said_at_once_and_before_the_next_picture_of_a_new_session():
    table = playing(28)
    assert table.cables["acm0"].screen.glass.level == 255
    assert Kind.LIGHT not in table.kinds("acm0")
    table.hub.light(NIGHT, table.now)
    table.settle()
    assert table.cables["acm0"].screen.glass.level == NIGHT
    table.pull("acm0")
    table.pass_time(1.0)
    cable = table.plug("acm0", table.screen("AAAA", 28))
    brightest = 0
    for _ in range(40):
        table.pass_time(0.05)
        brightest = max(brightest, cable.screen.glass.level if cable.screen.link.session else 0)
    assert brightest == cable.screen.glass.level == NIGHT
    assert pixels(table) == WITH_WORDS
    assert table.hub.infos()[0].link is Link.SHOWING


def test_black_stays_black_whatever_the_light():
    table = playing(28)
    table.hub.blank(table.now)
    table.settle()
    table.hub.light(NIGHT, table.now)
    table.settle()
    assert table.cables["acm0"].screen.glass.level == 0


def test_a_player_still_dims_on_top_of_it():
    table = playing(28)
    table.hub.light(NIGHT, table.now)
    table.settle()
    screen = table.cables["acm0"].screen
    screen.link.now = table.now_ms
    screen.link.button(1, True)
    assert 0 < screen.glass.level < NIGHT


@pytest.mark.parametrize("losses", [1, 2, 5])
def test_a_light_that_is_lost_on_the_way_is_said_again(losses):
    line = Line()
    line.pass_time(0.2)
    line.show(A)
    lost = iter([True] * losses + [False] * 100)
    line.host_loses = lost
    line.link.light(NIGHT, line.now)
    line.pass_time(3.0)
    assert line.screen.glass.level == NIGHT
    assert line.kinds().count(Kind.LIGHT) == losses + 1


def test_the_newest_light_wins_and_black_goes_before_it():
    line = Line()
    line.pass_time(0.2)
    line.show(A)
    line.silent = True
    line.link.light(10, line.now)
    line.carry()
    line.link.light(20, line.now)
    line.link.blank(line.now)
    line.silent = False
    line.pass_time(0.5)
    assert line.screen.glass.level == 0
    line.show(A)
    assert line.screen.glass.level == 20
    assert line.kinds()[-2:] != [Kind.LIGHT, Kind.LIGHT]


def test_a_link_that_does_not_speak_says_no_light():
    link = ScreenLink(0.0, 1)
    link.speaking = False
    link.light(NIGHT, 0.0)
    assert link.output
    assert bytes((Kind.LIGHT,)) not in link.output


def test_a_monitor_is_told_in_its_own_language_and_after_a_reset_again():
    table = MonitorTable()
    table.pass_time(0.1)
    unit = table.plug_monitor("1-1")
    table.pass_time(4.0)
    table.seat("1-1", Seat.A)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(4.0)
    assert table.info_at("1-1").inches_tenths == 35
    assert seen(unit) == expected(draw(view(Seat.A), SIZE_PX))
    assert unit.monitor.dimming == 255 - BRIGHT
    table.hub.light(NIGHT, table.now)
    table.pass_time(0.5)
    at_night = 255 - BRIGHT * NIGHT // 255
    assert unit.monitor.dimming == at_night
    table.hub.words(Seat.A, False, table.now)
    table.pass_time(3.0)
    assert seen(unit) == expected(draw(view(Seat.A), SIZE_PX, words=False))
    table.pull_monitor(unit)
    table.pass_time(1.0)
    table.put_back(unit)
    table.pass_time(5.0)
    assert seen(unit) == expected(draw(view(Seat.A), SIZE_PX, words=False))
    assert unit.monitor.dimming == at_night
    assert unit.monitor.refused == []


def test_a_monitor_that_is_black_is_not_lit_by_a_new_light():
    table = MonitorTable()
    table.pass_time(0.1)
    unit = table.plug_monitor("1-1")
    table.pass_time(4.0)
    table.hub.blank(table.now)
    table.pass_time(3.0)
    table.hub.light(NIGHT, table.now)
    table.pass_time(1.0)
    assert not unit.monitor.lit
    assert unit.monitor.dimming == 255
