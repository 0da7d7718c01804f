"""USB monitors behind the same contract: the pixels of a simulated one, what is claimed of it, and who is who."""

from __future__ import annotations

import random

import pytest

from companion.device.discovery import Candidate, ScreenKind
from companion.device.hub import HANG_S
from companion.device.layout import Area, Layout
from companion.device.render import draw, draw_waiting
from companion.device.transport import PortError
from companion.device.turing import SIZE_PX, Opcode, bitmap, lying
from companion.device.turing_link import PIECE_PX, STALL_S
from companion.game.position import Seat
from companion.game.tokens import Cover
from companion.simulator.turing import TuringMonitor
from companion.table.ports import Link
from companion.table.views import seat_view, words_view
from tests.device.faces import LATE, SETUP, state, view
from tests.device.monitors import BLACK, MonitorPort, MonitorTable, boot_picture, expected, extent, panel, seen

FACE = {seat: expected(draw(view(seat), SIZE_PX)) for seat in Seat}
WAITING = expected(draw_waiting(SIZE_PX))
FRESH_S, RESET_S = 4.0, 11.0
"""From the plug to the first picture; the same with a reset before it."""


@pytest.fixture
def table() -> MonitorTable:
    made = MonitorTable()
    made.pass_time(0.1)
    return made


@pytest.fixture
def unit(table):
    """One monitor, plugged in while the program looks."""
    made = table.plug_monitor("1-1")
    table.pass_time(FRESH_S)
    return made


@pytest.fixture
def playing(table):
    """Two monitors with the faces of both seats; gives the table and them."""
    pair = {seat: table.plug_monitor(f"1-{number}") for number, seat in enumerate(Seat, 1)}
    table.pass_time(FRESH_S)
    for seat, each in pair.items():
        table.seat(each.location, seat)
        table.hub.show(view(seat), table.now)
    table.pass_time(5.0)
    return table, pair


def refused(table):
    return [sentence for unit in table.units for sentence in unit.monitor.refused]


def test_a_monitor_waits_and_is_called_sent_never_showing(table, unit):
    assert seen(unit) == WAITING
    (info,) = table.hub.infos()
    assert (info.link, info.port, info.size_px, info.keeps) == (Link.SENT, unit.path, SIZE_PX, True)
    assert refused(table) == []


def test_each_face_is_the_golden_picture(playing):
    table, pair = playing
    for seat, unit in pair.items():
        assert seen(unit) == FACE[seat]
    assert {info.link for info in table.hub.infos()} == {Link.SENT}
    assert refused(table) == []


def test_one_changed_cell_sends_only_its_rectangle(playing):
    table, pair = playing
    unit = pair[Seat.A]
    unit.monitor.drawn.clear()
    unit.wire.clear()
    covered = view(Seat.A, state(B2=Cover(agent=True)))
    table.hub.show(covered, table.now)
    assert table.info_at("1-1").link is Link.PENDING
    table.pass_time(1.0)
    assert seen(unit) == expected(draw(covered, SIZE_PX))
    cell = Layout(SIZE_PX).cell(6)
    left, top, right, bottom = extent(unit.monitor.drawn)
    assert cell.x <= left < right <= cell.x + cell.width
    assert cell.y <= top < bottom <= cell.y + cell.height
    assert len(unit.wire) < 2 * cell.width * cell.height
    assert table.info_at("1-1").link is Link.SENT


def test_a_whole_picture_takes_its_time_and_is_called_pending_until_then(table, unit):
    table.seat("1-1", Seat.A)
    table.pass_time(3.0)
    table.hub.show(view(Seat.A), table.now)
    waited = 0.0
    while table.info_at("1-1").link is not Link.SENT:
        assert table.info_at("1-1").link is Link.PENDING
        table.pass_time(0.05)
        waited += 0.05
    assert 0.5 < waited < 3.0
    assert seen(unit) == FACE[Seat.A]


def test_a_picture_after_black_is_not_lit_before_it_is_whole(table, unit):
    table.seat("1-1", Seat.A)
    table.pass_time(3.0)
    table.hub.show(view(Seat.A), table.now)
    while not unit.monitor.lit:
        table.pass_time(0.05)
    assert panel(unit) == FACE[Seat.A]


def test_black_is_dark_at_once_and_then_overwritten(playing):
    table, pair = playing
    table.hub.blank(table.now)
    table.pass_time(0.05)
    assert {seen(unit) for unit in pair.values()} == {BLACK}
    table.pass_time(3.0)
    assert {panel(unit) for unit in pair.values()} == {BLACK}
    assert {info.link for info in table.hub.infos()} == {Link.SENT}


@pytest.mark.parametrize("deaf_to", [{Opcode.OFF}, {Opcode.BLACK}, {Opcode.OFF, Opcode.BLACK}])
def test_black_also_on_units_that_do_not_heed_every_command(table, deaf_to):
    unit = table.plug_monitor("1-1", TuringMonitor(deaf_to=frozenset(deaf_to)))
    table.pass_time(FRESH_S)
    table.seat("1-1", Seat.A)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(5.0)
    assert seen(unit) == FACE[Seat.A]
    table.hub.blank(table.now)
    table.pass_time(0.05)
    assert unit.monitor.dimming == 255
    table.pass_time(3.0)
    assert panel(unit) == BLACK


@pytest.mark.parametrize("deaf_to", [set(), {Opcode.BLACK}])
def test_the_same_face_right_after_black_is_drawn_again(table, deaf_to):
    unit = table.plug_monitor("1-1", TuringMonitor(deaf_to=frozenset(deaf_to)))
    table.pass_time(FRESH_S)
    table.seat("1-1", Seat.A)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(5.0)
    table.hub.blank(table.now)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(5.0)
    assert seen(unit) == FACE[Seat.A]


def test_black_in_the_middle_of_a_rectangle_ends_it_black(table, unit):
    table.seat("1-1", Seat.A)
    table.pass_time(3.0)
    unit.room = 2000
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(0.5)
    assert unit.monitor.waits_for_pixels
    table.hub.blank(table.now)
    unit.room = None
    table.pass_time(0.1)
    assert not unit.monitor.waits_for_pixels
    assert not unit.monitor.lit
    table.pass_time(3.0)
    assert panel(unit) == BLACK
    assert refused(table) == []


def test_the_newest_picture_wins(table, unit):
    table.seat("1-1", Seat.A)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(0.4)
    table.hub.show(seat_view(Seat.A), table.now)
    table.pass_time(5.0)
    assert seen(unit) == expected(draw(seat_view(Seat.A), SIZE_PX))


def test_one_that_was_there_before_the_program_is_reset_first(table):
    later = MonitorTable()
    unit = later.plug_monitor("1-1")
    unit.monitor.feed(b"\xc5" * 7)
    later.pass_time(0.3)
    assert unit.back_at is not None
    assert later.hub.searching
    later.pass_time(RESET_S)
    assert seen(unit) == WAITING
    assert unit.path == later.info_at("1-1").port == "monitor2"
    assert not later.hub.searching


@pytest.mark.parametrize("half_said", [b"\0\0", b"\0\0\0\0\0\xc5" + bytes(5)])
def test_one_that_waits_for_the_rest_of_something_is_reset_all_the_same(half_said):
    table = MonitorTable()
    unit = table.plug_monitor("1-1")
    if len(half_said) > 6:
        unit.monitor.feed(bytes((0, 0, 0, 124 + 1, 63, 197)))
        assert unit.monitor.waits_for_pixels
    unit.monitor.feed(half_said)
    table.pass_time(RESET_S + 6.0)
    assert seen(unit) == WAITING


@pytest.mark.parametrize("missing", [1, 2, 77, 2 * PIECE_PX])
def test_one_that_was_cut_off_in_a_rectangle_of_ours_is_reset_within_a_second(missing):
    table = MonitorTable()
    unit = table.plug_monitor("1-1")
    unit.monitor.feed(lying() + bitmap(Area(0, 0, 480, PIECE_PX // 480)) + bytes(2 * PIECE_PX - missing))
    assert unit.monitor.waits_for_pixels
    table.pass_time(1.0)
    assert unit.back_at is not None
    assert refused(table) == []
    table.pass_time(RESET_S)
    assert seen(unit) == WAITING


def test_one_that_heeds_no_reset_is_left_alone_and_named_until_it_was_unplugged():
    table = MonitorTable()
    unit = table.plug_monitor("1-1", TuringMonitor(deaf_to=frozenset({Opcode.RESET})))
    table.pass_time(20.0)
    (sentence,) = table.hub.troubles().values()
    assert "does not heed a reset: pull its cable" in sentence
    said = len(unit.wire)
    table.pass_time(60.0)
    assert len(unit.wire) == said
    assert table.hub.infos() == []
    table.pull_monitor(unit)
    table.pass_time(1.0)
    table.put_back(unit)
    table.pass_time(FRESH_S)
    assert seen(unit) == WAITING
    assert table.hub.troubles() == {}


@pytest.mark.parametrize(
    ("answer", "link", "words"),
    [
        (bytes((1,)) * 6, Link.SENT, ""),
        (bytes((2,)) * 6, Link.REFUSED, "5 inches"),
        (bytes((3,)) * 6, Link.REFUSED, "7 inches"),
        (b"HELLO!", Link.REFUSED, "none that is known"),
        (bytes(7), Link.REFUSED, "none that is known"),
    ],
)
def test_what_answers_hello_is_looked_at(table, answer, link, words):
    unit = table.plug_monitor("1-1", TuringMonitor(answer=answer))
    table.pass_time(FRESH_S)
    (info,) = table.hub.infos()
    assert info.link is link
    assert words in info.note
    assert (seen(unit) == WAITING) is (link is Link.SENT)


def test_a_locked_up_monitor_is_not_called_sent_and_goes_on_when_it_wakes(playing):
    table, pair = playing
    unit = pair[Seat.B]
    unit.room = 100
    changed = view(Seat.B, state(B2=Cover(agent=True)))
    table.hub.show(changed, table.now)
    table.pass_time(STALL_S - 0.5)
    assert table.info_at("1-2").link is Link.PENDING
    table.pass_time(1.0)
    info = table.info_at("1-2")
    assert info.link is Link.REFUSED
    assert "may still show its last picture: pull its cable" in info.note
    assert table.hub.stuck() == [unit.path]
    unit.room = None
    table.pass_time(1.0)
    assert table.info_at("1-2").link is Link.SENT
    assert seen(unit) == expected(draw(changed, SIZE_PX))
    assert table.hub.stuck() == []


def test_a_monitor_that_is_locked_up_from_the_start_is_named(table):
    unit = table.plug_monitor("1-1")
    unit.room = 0
    table.pass_time(STALL_S + 1.0)
    assert "takes nothing any more" in table.hub.troubles()[unit.path]
    assert table.hub.infos() == []


def test_a_hanging_app_leaves_no_face_and_gets_it_back(playing):
    table, pair = playing
    table.ticking = False
    table.pass_time(HANG_S + 0.2)
    assert {seen(unit) for unit in pair.values()} == {BLACK}
    table.pass_time(3.0)
    assert {panel(unit) for unit in pair.values()} == {BLACK}
    table.ticking = True
    table.pass_time(4.0)
    for seat, unit in pair.items():
        assert seen(unit) == FACE[seat]


# Who is who.


def test_one_cable_out_and_in_at_the_same_socket_brings_its_face_back(playing):
    table, pair = playing
    table.pass_time(2.0)
    table.pull_monitor(pair[Seat.A])
    table.pass_time(1.0)
    assert next(i for i in table.hub.infos() if i.seat is Seat.A).link is Link.ABSENT
    table.put_back(pair[Seat.A])
    table.pass_time(5.0)
    for seat, unit in pair.items():
        assert seen(unit) == FACE[seat]


def test_a_cable_pulled_in_mid_picture_comes_back_through_a_reset(playing):
    table, pair = playing
    table.hub.show(seat_view(Seat.A), table.now)
    table.pass_time(0.2)
    table.pull_monitor(pair[Seat.A])
    table.pass_time(1.0)
    table.put_back(pair[Seat.A])
    table.pass_time(RESET_S)
    assert seen(pair[Seat.A]) == expected(draw(seat_view(Seat.A), SIZE_PX))
    assert seen(pair[Seat.B]) == FACE[Seat.B]
    assert refused(table) == []


def test_two_that_were_swapped_while_unplugged_show_no_face_and_are_new(playing):
    table, pair = playing
    table.pass_time(2.0)
    before = {info.device for info in table.hub.infos()}
    for unit in pair.values():
        table.pull_monitor(unit)
    table.pass_time(1.0)
    table.put_back(pair[Seat.A], "1-2")
    table.put_back(pair[Seat.B], "1-1")
    table.pass_time(FRESH_S)
    assert {seen(unit) for unit in pair.values()} == {WAITING}
    here = [info for info in table.hub.infos() if info.link is Link.SENT]
    assert len(here) == 2
    assert not before & {info.device for info in here}
    assert {info.seat for info in here} == {None}


def test_two_that_were_out_one_after_the_other_keep_their_faces(playing):
    table, pair = playing
    for unit in pair.values():
        table.pass_time(2.0)
        table.pull_monitor(unit)
        table.pass_time(1.0)
        table.put_back(unit)
        table.pass_time(5.0)
    for seat, unit in pair.items():
        assert seen(unit) == FACE[seat]


def test_one_that_moves_to_another_socket_is_asked_about_again(playing):
    table, pair = playing
    unit = pair[Seat.A]
    table.pass_time(2.0)
    table.pull_monitor(unit)
    table.pass_time(1.0)
    table.put_back(unit, "1-7")
    table.pass_time(FRESH_S)
    assert seen(unit) == WAITING
    assert table.info_at("1-7").seat is None
    assert next(i for i in table.hub.infos() if i.seat is Seat.A).link is Link.ABSENT
    other = table.plug_monitor("1-1")
    table.pass_time(FRESH_S)
    assert seen(other) == WAITING
    assert table.info_at("1-1").seat is None
    assert seen(pair[Seat.B]) == FACE[Seat.B]
    table.seat("1-7", Seat.A)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(5.0)
    assert seen(unit) == FACE[Seat.A]
    assert len(table.hub.infos()) == 3


def test_a_stumbling_bus_cannot_take_a_face_to_a_monitor_that_still_waits_for_pixels(playing):
    table, pair = playing
    unit = pair[Seat.A]
    unit.room = 5000
    table.hub.show(seat_view(Seat.A), table.now)
    table.pass_time(0.5)
    assert unit.monitor.waits_for_pixels
    unit.path, unit.room = table._new_path(), None
    table.pass_time(RESET_S + 6.0)
    assert seen(unit) == expected(draw(seat_view(Seat.A), SIZE_PX))
    assert refused(table) == []


def test_cables_in_and_out_leave_nothing_behind(playing):
    table, pair = playing
    for number in range(40):
        table.pull_monitor(pair[Seat.A])
        table.pass_time(0.7)
        table.put_back(pair[Seat.A], f"1-{5 + number % 3}")
        table.pass_time(1.2)
    table.pass_time(RESET_S)
    assert len(table.hub.connections) == 2
    assert sorted(info.link.value for info in table.hub.infos()) == ["absent", "sent", "sent"]
    assert seen(pair[Seat.B]) == FACE[Seat.B]
    assert seen(pair[Seat.A]) == WAITING


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_no_monitor_shows_the_other_face_and_the_right_picture_comes_back(playing, seed):
    table, pair = playing
    chance = random.Random(seed)
    pictures = {seat: [view(seat), view(seat, LATE), seat_view(seat), words_view(seat, SETUP.board)] for seat in Seat}
    wanted = {seat: view(seat) for seat in Seat}
    foreign = {seat: {expected(draw(v, SIZE_PX)) for v in pictures[seat.other]} for seat in Seat}
    for _ in range(20):
        seat = chance.choice(list(Seat))
        unit = pair[seat]
        what = chance.choice(["show", "show", "pull", "stumble", "slow", "blank"])
        if what == "show":
            wanted[seat] = chance.choice(pictures[seat])
            table.hub.show(wanted[seat], table.now)
        elif what == "blank":
            table.hub.blank(table.now)
            for each in Seat:
                table.hub.show(wanted[each], table.now)
        elif what == "pull":
            table.pull_monitor(unit)
            table.pass_time(chance.uniform(0.6, 2.0))
            table.put_back(unit)
        elif what == "stumble":
            unit.path = table._new_path()
        else:
            unit.room = chance.randrange(3000)
        for _ in range(chance.randrange(1, 12)):
            table.pass_time(0.1)
            for each, other in pair.items():
                assert panel(other) not in foreign[each]
        # One after the other: two away at once are nobody any more.
        unit.room = None
        table.pass_time(0.0 if what in ("show", "slow") else 20.0)
    table.pass_time(25.0)
    for seat, unit in pair.items():
        assert seen(unit) == expected(draw(wanted[seat], SIZE_PX))
    assert refused(table) == []


@pytest.mark.parametrize("moment_s", [0.05 * n for n in range(1, 30)])
def test_black_at_any_moment_of_a_picture(table, unit, moment_s):
    table.seat("1-1", Seat.A)
    table.pass_time(1.0)
    unit.room = int(moment_s * 90_000)
    table.hub.show(view(Seat.A, LATE), table.now)
    table.pass_time(moment_s)
    table.hub.blank(table.now)
    unit.room = None
    table.pass_time(0.1)
    assert seen(unit) == BLACK
    table.pass_time(3.0)
    assert panel(unit) == BLACK
    assert refused(table) == []


# Two languages.


def test_no_screen_hears_a_byte_of_the_other_language(table):
    ours = table.plug("acm0", table.screen("AAAA"))
    silent = table.plug("acm1", None)
    unit = table.plug_monitor("1-9")
    table.pass_time(FRESH_S)
    assert {info.link for info in table.hub.infos()} == {Link.SHOWING, Link.SENT}
    assert bytes((Opcode.HELLO,)) * 6 not in bytes(ours.wire) + bytes(silent.wire)
    assert unit.wire.startswith(bytes((Opcode.HELLO,)) * 6)
    assert refused(table) == []
    assert unit.monitor.orders < 200


def test_a_monitor_of_another_kind_is_told_nothing_and_named(table):
    cable = table.plug("acm5", None, "1-5")
    foreign = Candidate("acm5", "1-5", kind=ScreenKind.FOREIGN)
    table.hub._candidates = lambda: [foreign]
    table.pass_time(5.0)
    assert cable.wire == b""
    assert "nothing is sent to it" in table.hub.troubles()["acm5"]


def test_a_port_whose_number_goes_to_another_kind_is_let_go_at_once(table):
    cable = table.plug("acm0", table.screen("AAAA"), "1-1")
    table.pass_time(1.0)
    unit = table.plug_monitor("1-2")
    unit.path = "acm0"
    table.cables.pop("acm0")
    table.pass_time(FRESH_S)
    assert cable.opened == 0
    assert seen(unit) == WAITING
    assert refused(table) == []


def test_a_port_that_is_busy_is_taken_later_and_was_told_nothing(table):
    unit = table.plug_monitor("1-1")
    table.busy.add(unit.path)
    table.pass_time(1.0)
    assert "another program" in table.hub.troubles()[unit.path]
    assert unit.wire == b""
    table.busy.clear()
    table.pass_time(FRESH_S + 3.0)
    assert seen(unit) == WAITING


# The stand-in can fail.


def test_a_port_in_memory_fails_when_the_monitor_was_reset_or_unplugged(table):
    unit = table.plug_monitor("1-1")
    port = MonitorPort(table, unit)
    assert port.write(bytes((0, 0, 0, 0, 0, Opcode.RESET))) == 6
    with pytest.raises(PortError):
        port.write(b"x")
    port.close()
    with pytest.raises(AssertionError):
        port.read()


def test_looking_at_a_monitor_can_fail(table, unit):
    unit.monitor.feed(bytes((0, 0, 0, 0, 0, Opcode.BLACK)))
    assert seen(unit) != WAITING
    unit.monitor.boot()
    assert panel(unit) == boot_picture()


def test_one_that_goes_with_the_first_of_its_resets_is_awaited():
    table = MonitorTable()
    unit = table.plug_monitor("1-1")
    unit.room = 100
    table.pass_time(0.2)
    assert unit.back_at is not None
    assert table.hub.searching
    assert table.hub.troubles() == {}
    unit.room = None
    table.pass_time(9.0)
    assert seen(unit) == WAITING
