"""All screens of a table: found by hello, bound by id, blank in time, nothing of the other seat on a wire."""

from __future__ import annotations

import pytest

from companion.device.hub import HANG_S
from companion.device.messages import Kind
from companion.device.render import draw, draw_number, draw_waiting
from companion.device.transport import PortError
from companion.game.position import Seat
from companion.table.ports import Link
from companion.table.views import blank_view, seat_view, words_view
from tests.device.faces import LATE, SETUP, SIZE, other_key_for, view
from tests.device.ports import OpenPort, Table

BLACK = bytes(320 * 240 // 2)
FACE = {seat: draw(view(seat), SIZE).pixels for seat in Seat}


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def playing(table):
    """Two screens in the middle of a mission."""
    table.plug("acm0", table.screen("AAAA"), "1-1")
    table.plug("acm1", table.screen("BBBB"), "1-2")
    table.pass_time(0.5)
    table.hub.assign("AAAA", Seat.A, table.now)
    table.hub.assign("BBBB", Seat.B, table.now)
    for seat in Seat:
        table.hub.show(view(seat), table.now)
    table.pass_time(0.5)
    return table


def infos(table):
    return {info.device: info for info in table.hub.infos()}


def pixels(table, path):
    return table.cables[path].screen.pixels


def test_no_screens(table):
    table.pass_time(2.0)
    assert table.hub.infos() == []
    assert table.hub.acknowledged


def test_screens_are_found_by_their_hello_and_wait(table):
    table.plug("acm0", table.screen("AAAA"))
    table.plug("printer", None)
    table.pass_time(1.0)
    (info,) = table.hub.infos()
    assert (info.device, info.port, info.link, info.size_px) == ("AAAA", "acm0", Link.SHOWING, SIZE)
    assert info.firmware == "3.0"
    assert pixels(table, "acm0") == draw_waiting(SIZE).pixels
    assert table.hub.searching


def test_a_port_without_hello_is_let_go_and_asked_again_less_and_less(table):
    cable = table.plug("printer", None)
    table.pass_time(3.5)
    assert cable.opened == 0
    assert not table.hub.searching
    assert table.hub.troubles() == {"printer": "printer: no screen answers there"}
    hellos = []
    for _ in range(4):
        before = len(cable.wire)
        table.pass_time(20.0)
        hellos.append(len(cable.wire) - before)
    assert hellos[0] > hellos[-1]
    table.pull("printer")
    table.pass_time(1.0)
    assert table.hub.troubles() == {}


def test_a_port_in_use_is_named_and_taken_when_it_is_free(table):
    table.busy.add("acm0")
    table.plug("acm0", table.screen("AAAA"))
    table.pass_time(1.0)
    assert "another program" in table.hub.troubles()["acm0"]
    table.busy.clear()
    table.pass_time(3.0)
    assert infos(table)["AAAA"].link is Link.SHOWING
    assert table.hub.troubles() == {}


def test_each_seat_sees_its_face(playing):
    assert pixels(playing, "acm0") == FACE[Seat.A]
    assert pixels(playing, "acm1") == FACE[Seat.B]
    assert {info.link for info in playing.hub.infos()} == {Link.SHOWING}
    assert {info.device: info.seat for info in playing.hub.infos()} == {"AAAA": Seat.A, "BBBB": Seat.B}


def test_black_on_all_and_nothing_comes_back_by_itself(playing):
    playing.hub.blank(playing.now)
    playing.settle()
    assert pixels(playing, "acm0") == pixels(playing, "acm1") == BLACK
    assert not playing.cables["acm0"].screen.lit
    playing.pull("acm0")
    playing.plug("acm0", playing.screen("AAAA"), "1-1")
    playing.pass_time(2.0)
    assert not _face_anywhere(playing)
    playing.hub.show(view(Seat.A), playing.now)
    playing.pass_time(0.2)
    assert pixels(playing, "acm0") == FACE[Seat.A]


def _face_anywhere(table):
    return any(pixels(table, path) in FACE.values() for path in table.cables)


def test_looking_for_faces_can_fail(playing):
    assert _face_anywhere(playing)


def test_a_blank_view_blanks_one_seat(playing):
    playing.hub.show(blank_view(Seat.A), playing.now)
    playing.settle()
    assert pixels(playing, "acm0") == BLACK
    assert pixels(playing, "acm1") == FACE[Seat.B]


def test_a_screen_follows_its_id_to_other_ports_crossed(playing):
    playing.pull("acm0")
    playing.pull("acm1")
    playing.pass_time(1.0)
    assert {info.link for info in playing.hub.infos()} == {Link.ABSENT}
    assert {info.port for info in playing.hub.infos()} == {""}
    playing.plug("acm3", playing.screen("AAAA"), "1-2")
    playing.plug("acm2", playing.screen("BBBB"), "1-1")
    playing.pass_time(1.0)
    assert pixels(playing, "acm3") == FACE[Seat.A]
    assert pixels(playing, "acm2") == FACE[Seat.B]
    assert infos(playing)["AAAA"].port == "acm3"
    assert infos(playing)["AAAA"].note == ""


def test_the_number_stays_and_the_screen_behind_it_changes(playing):
    playing.pull("acm0")
    playing.plug("acm0", playing.screen("CCCC"), "1-1")
    playing.pass_time(1.0)
    assert infos(playing)["AAAA"].link is Link.ABSENT
    assert infos(playing)["CCCC"].seat is None
    assert pixels(playing, "acm0") == draw_waiting(SIZE).pixels


def test_another_screen_behind_a_bridge_that_stays_gets_no_face(playing):
    playing.cables["acm0"].screen = playing.screen("CCCC")
    playing.pass_time(5.0)
    assert pixels(playing, "acm0") == draw_waiting(SIZE).pixels
    assert infos(playing)["AAAA"].link is Link.ABSENT


def test_a_screen_that_lost_power_behind_a_bridge_gets_its_face_again(playing):
    playing.cables["acm0"].screen = playing.screen("AAAA")
    playing.pass_time(2.0)
    assert pixels(playing, "acm0") == FACE[Seat.A]
    assert [info.device for info in playing.hub.infos()] == ["AAAA", "BBBB"]


def test_a_view_that_was_set_while_it_was_away_is_shown_on_return(playing):
    playing.pull("acm1")
    playing.hub.show(view(Seat.B, LATE), playing.now)
    playing.pass_time(1.0)
    playing.plug("acm7", playing.screen("BBBB"))
    playing.pass_time(1.0)
    assert pixels(playing, "acm7") == draw(view(Seat.B, LATE), SIZE).pixels


def test_a_device_can_be_bound_before_it_is_there(table):
    table.hub.assign("AAAA", Seat.A, table.now)
    table.hub.show(seat_view(Seat.A), table.now)
    (info,) = table.hub.infos()
    assert (info.link, info.seat, info.port) == (Link.ABSENT, Seat.A, "")
    table.plug("acm0", table.screen("AAAA"))
    table.pass_time(1.0)
    assert pixels(table, "acm0") == draw(seat_view(Seat.A), SIZE).pixels


def test_a_screen_that_changes_seat_is_blank_and_so_is_its_new_seats_old_one(playing):
    playing.hub.assign("AAAA", Seat.B, playing.now)
    playing.settle()
    assert pixels(playing, "acm0") == BLACK
    assert pixels(playing, "acm1") == draw_waiting(SIZE).pixels
    assert infos(playing)["BBBB"].seat is None
    assert Kind.BLANK in playing.kinds("acm1")


def test_a_seat_that_lost_its_screen_gives_the_next_one_nothing_it_showed_meanwhile(playing):
    playing.hub.assign("AAAA", Seat.B, playing.now)
    playing.hub.show(view(Seat.A), playing.now)
    playing.hub.assign("BBBB", Seat.A, playing.now)
    playing.pass_time(0.5)
    assert pixels(playing, "acm1") == BLACK


def test_the_same_binding_again_changes_nothing(playing):
    playing.hub.assign("AAAA", Seat.A, playing.now)
    playing.settle()
    assert pixels(playing, "acm0") == FACE[Seat.A]


def test_a_third_screen_is_a_spare(playing):
    playing.plug("acm2", playing.screen("CCCC"))
    playing.pass_time(1.0)
    assert pixels(playing, "acm2") == draw_waiting(SIZE).pixels
    playing.pull("acm0")
    playing.hub.assign("CCCC", Seat.A, playing.now)
    playing.hub.show(view(Seat.A), playing.now)
    playing.pass_time(0.5)
    assert pixels(playing, "acm2") == FACE[Seat.A]


def test_a_spare_that_goes_is_forgotten(table):
    table.plug("acm0", table.screen("AAAA"))
    table.pass_time(1.0)
    table.pull("acm0")
    table.pass_time(1.0)
    assert table.hub.infos() == []


def test_two_screens_with_one_id_are_told_apart_by_their_sockets(table):
    table.plug("acm0", table.screen("SAME"), "1-1")
    table.pass_time(1.0)
    table.plug("acm1", table.screen("SAME"), "1-2")
    table.pass_time(3.0)
    assert set(infos(table)) == {"SAME", "SAME@1-2"}
    assert all("same id" in info.note for info in table.hub.infos())
    table.hub.assign("SAME", Seat.A, table.now)
    table.hub.assign("SAME@1-2", Seat.B, table.now)
    for seat in Seat:
        table.hub.show(view(seat), table.now)
    table.pass_time(0.5)
    table.pull("acm0")
    table.pull("acm1")
    table.pass_time(1.0)
    table.plug("acm5", table.screen("SAME"), "1-2")
    table.plug("acm6", table.screen("SAME"), "1-1")
    table.pass_time(3.0)
    assert pixels(table, "acm5") == FACE[Seat.B]
    assert pixels(table, "acm6") == FACE[Seat.A]


def test_a_screen_that_moves_faster_than_its_loss_is_noticed_is_no_clone(playing):
    old = playing.cables.pop("acm0")
    old.screen = None
    playing.cables["acm0"] = old
    playing.plug("acm9", playing.screen("AAAA"), "1-5")
    playing.pass_time(0.6)
    assert pixels(playing, "acm9") != FACE[Seat.A]
    old.cut = True
    playing.pass_time(0.6)
    assert pixels(playing, "acm9") == FACE[Seat.A]
    assert infos(playing)["AAAA"].port == "acm9"
    assert infos(playing)["AAAA"].note == ""


def test_an_app_that_hangs_loses_its_secrets_and_gets_them_back(playing):
    playing.ticking = False
    playing.pass_time(HANG_S - 1.0)
    assert pixels(playing, "acm0") == FACE[Seat.A]
    playing.pass_time(1.5)
    assert pixels(playing, "acm0") == pixels(playing, "acm1") == BLACK
    for cable in playing.cables.values():
        cable.wire.clear()
    playing.pass_time(20.0)
    assert playing.wires() == {"acm0": b"", "acm1": b""}
    assert not _face_anywhere(playing)
    playing.ticking = True
    playing.pass_time(3.0)
    assert pixels(playing, "acm0") == FACE[Seat.A]
    assert pixels(playing, "acm1") == FACE[Seat.B]


def test_no_port_is_opened_while_the_app_hangs(table):
    table.ticking = False
    table.pass_time(HANG_S + 1.0)
    cable = table.plug("acm0", table.screen("AAAA"))
    table.pass_time(2.0)
    assert cable.opened == 0
    table.ticking = True
    table.pass_time(1.0)
    assert cable.opened == 1


def test_numbers_on_all_screens(playing):
    playing.hub.number(playing.now)
    playing.settle()
    assert pixels(playing, "acm0") == draw_number(1, SIZE).pixels
    assert pixels(playing, "acm1") == draw_number(2, SIZE).pixels
    playing.hub.show(view(Seat.A), playing.now)
    playing.settle()
    assert pixels(playing, "acm0") == FACE[Seat.A]


def test_a_screen_of_another_version_is_known_by_its_port_and_refused(table):
    table.plug("acm0", table.screen("AAAA")).version = 4
    table.pass_time(10.0)
    (info,) = table.hub.infos()
    assert (info.device, info.link) == ("acm0", Link.REFUSED)
    assert "version 4" in info.note


def test_closing_lets_every_port_go(playing):
    playing.hub.close()
    assert [cable.opened for cable in playing.cables.values()] == [0, 0]
    assert playing.hub.connections == []


def test_cables_in_and_out_leave_nothing_behind(playing):
    for number in range(200):
        playing.pull("acm0")
        playing.pass_time(0.2)
        playing.plug("acm0", playing.screen("AAAA"), f"1-{number % 3}")
        playing.pass_time(0.8)
    assert len(playing.hub.connections) == 2
    assert len(playing.hub.infos()) == 2
    assert pixels(playing, "acm0") == FACE[Seat.A]


@pytest.mark.parametrize("seat", Seat)
def test_a_wire_carries_nothing_of_the_other_face(seat):
    wires = []
    for key in (SETUP.key, other_key_for(seat.other)):
        table = Table()
        table.plug("A", table.screen("AAAA"))
        table.plug("B", table.screen("BBBB"))
        table.pass_time(0.5)
        for each in Seat:
            table.hub.assign(each.value * 4, each, table.now)
        for each in Seat:
            table.hub.show(words_view(each, SETUP.board), table.now)
        table.pass_time(0.5)
        for now in (None, LATE):
            for each in Seat:
                table.hub.show(view(each, now, key), table.now)
            table.pass_time(1.2)
        wires.append(table.wires())
    assert wires[0][seat.value] == wires[1][seat.value]
    assert wires[0][seat.other.value] != wires[1][seat.other.value]


# The stand-ins can fail.


def test_a_port_in_memory_fails_when_its_cable_is_pulled(table):
    table.plug("acm0", table.screen("AAAA"))
    port = OpenPort(table, "acm0")
    table.pull("acm0")
    with pytest.raises(PortError):
        port.read()
    with pytest.raises(PortError):
        port.write(b"x")


def test_a_port_in_memory_must_not_be_used_after_closing(table):
    table.plug("acm0", None)
    port = OpenPort(table, "acm0")
    port.close()
    with pytest.raises(AssertionError, match="after it was closed"):
        port.read()


def glass(table, path):
    """What the host knows of how the player has set the screen at a port."""
    info = next(info for info in table.hub.infos() if info.port == path)
    return info.turned, info.covered, info.light


def test_a_face_is_seen_only_while_held_where_the_players_want_it_so(playing):
    playing.hub.peek(True, playing.now)
    playing.settle()
    screen = playing.cables["acm0"].screen
    assert screen.canvas.peek
    assert screen.canvas.covered
    assert glass(playing, "acm0") == (False, False, 255), "nobody has touched it: it has not said anything"
    press(playing, "acm0", 0, True)
    assert not screen.canvas.covered
    press(playing, "acm0", 0, False)
    assert screen.canvas.covered
    assert glass(playing, "acm0") == (False, True, 255)
    assert {info.link for info in playing.hub.infos()} == {Link.SHOWING}
    for other in (words_view(Seat.A, SETUP.board), seat_view(Seat.A)):
        playing.hub.show(other, playing.now)
        playing.settle()
        assert not screen.canvas.peek
        assert not screen.canvas.covered
    playing.hub.show(view(Seat.A), playing.now)
    playing.settle()
    assert screen.canvas.covered
    playing.hub.peek(False, playing.now)
    playing.settle()
    assert not screen.canvas.covered


def press(table, path, number, down):
    cable = table.cables[path]
    cable.screen.link.button(number, down)
    table.arrive(path, cable.screen.take())


def test_what_a_player_has_set_is_known_and_known_again_after_the_cable_was_out(playing):
    press(playing, "acm1", 1, True)
    press(playing, "acm1", 2, True)
    assert glass(playing, "acm1") == (True, False, 128)
    assert glass(playing, "acm0") == (False, False, 255)
    screen = playing.cables["acm1"].screen
    playing.pull("acm1")
    playing.pass_time(5.0)
    playing.plug("acm3", screen, "1-3")
    playing.pass_time(1.0)
    assert glass(playing, "acm3") == (True, False, 128)


def test_a_message_about_the_glass_that_was_lost_is_made_up_for_by_the_next_heartbeat(playing):
    playing.cables["acm0"].screen.link.button(1, True)
    playing.cables["acm0"].screen.take()
    assert glass(playing, "acm0") == (False, False, 255)
    playing.pass_time(1.5)
    assert glass(playing, "acm0") == (False, False, 128)


def test_a_screen_without_a_button_shows_its_face_always(table):
    screen = table.screen("AAAA")
    screen.link.buttons = 0
    table.plug("acm0", screen)
    table.pass_time(0.5)
    table.hub.assign("AAAA", Seat.A, table.now)
    table.hub.peek(True, table.now)
    table.hub.show(view(Seat.A), table.now)
    table.pass_time(0.5)
    assert pixels(table, "acm0") == FACE[Seat.A]
    assert not screen.canvas.covered


@pytest.mark.parametrize("held_s", [0.1, 0.6, 1.1, 2.6])
def test_a_face_is_back_within_two_seconds_although_its_port_cannot_be_opened_at_first(playing, held_s):
    playing.pull("acm0")
    playing.pass_time(8.0)
    playing.busy.add("acm2")
    playing.plug("acm2", playing.screen("AAAA"), "1-1")
    playing.pass_time(held_s)
    playing.busy.clear()
    playing.pass_time(2.0)
    assert pixels(playing, "acm2") == FACE[Seat.A]


@pytest.mark.parametrize("silent_s", [1.0, 4.5, 8.0, 60.0])
def test_a_face_is_back_within_two_seconds_after_its_screen_was_silent_at_a_port_that_stayed(playing, silent_s):
    cable = playing.cables["acm0"]
    cable.screen = None
    playing.pass_time(silent_s)
    cable.screen = playing.screen("AAAA")
    playing.pass_time(2.0)
    assert pixels(playing, "acm0") == FACE[Seat.A]
    assert infos(playing)["AAAA"].link is Link.SHOWING
    assert playing.hub.troubles() == {}


def test_a_face_is_back_within_two_seconds_at_another_port_although_the_old_one_stays(playing):
    old = playing.cables["acm0"]
    old.screen = None
    playing.plug("acm9", playing.screen("AAAA"), "1-5")
    playing.pass_time(2.0)
    assert pixels(playing, "acm9") == FACE[Seat.A]
    assert (infos(playing)["AAAA"].port, infos(playing)["AAAA"].note) == ("acm9", "")


def test_one_of_two_with_the_same_id_that_answers_keeps_its_face(playing):
    playing.plug("acm9", playing.screen("AAAA"), "1-5")
    for _ in range(60):
        playing.pass_time(0.05)
        assert pixels(playing, "acm0") == FACE[Seat.A]
        assert pixels(playing, "acm9") not in FACE.values()
    assert pixels(playing, "acm9") == draw_waiting(SIZE).pixels
    assert "same id" in infos(playing)["AAAA@1-5"].note


def test_a_screen_that_has_stopped_answering_is_not_called_showing_within_two_seconds(playing):
    playing.cables["acm0"].screen = None
    playing.pass_time(2.0)
    assert infos(playing)["AAAA"].link is not Link.SHOWING
    assert infos(playing)["BBBB"].link is Link.SHOWING


class BrokenPort(OpenPort):
    """A port at which something breaks that nobody has foreseen."""

    broken = False

    def write(self, data: bytes) -> int:
        if self.broken:
            raise RuntimeError("broken")
        return super().write(data)


class BrokenTable(Table):
    """Its first port breaks once ``break_it`` was called."""

    def _open(self, path: str) -> OpenPort:
        return BrokenPort(self, path) if path == "acm0" else super()._open(path)

    def break_it(self) -> None:
        for connection in self.hub.connections:
            if isinstance(connection.port, BrokenPort):
                connection.port.broken = True


def test_black_comes_to_every_screen_whatever_breaks_at_another():
    table = BrokenTable()
    table.plug("acm0", table.screen("AAAA"))
    table.plug("acm1", table.screen("BBBB"))
    table.pass_time(0.5)
    table.hub.assign("BBBB", Seat.B, table.now)
    table.hub.show(view(Seat.B), table.now)
    table.pass_time(0.5)
    assert pixels(table, "acm1") == FACE[Seat.B]
    table.break_it()
    with pytest.raises(RuntimeError):
        table.hub.blank(table.now)
    assert pixels(table, "acm1") == BLACK
    assert not table.cables["acm1"].screen.lit


def test_in_parting_what_breaks_at_one_screen_keeps_no_other_from_confirming_its_black():
    table = BrokenTable()
    table.plug("acm0", table.screen("AAAA"))
    table.plug("acm1", table.screen("BBBB"))
    table.pass_time(0.5)
    table.hub.assign("BBBB", Seat.B, table.now)
    table.hub.show(view(Seat.B), table.now)
    table.pass_time(0.5)
    table.break_it()
    table.hub.part()
    table.hub.blank(table.now)
    table.hub.drive(table.now)
    for connection in table.hub.connections:
        table.hub.readable(connection, table.now)
    assert pixels(table, "acm1") == BLACK
    assert table.hub.acknowledged
    assert [connection.path for connection in table.hub.connections] == ["acm1"]
    assert table.cables["acm0"].opened == 0


def test_a_screen_that_is_greeted_anew_is_waited_for_until_it_is_black(playing):
    cable = playing.cables["acm0"]
    screen, cable.screen = cable.screen, None
    while infos(playing)["AAAA"].link is not Link.CONNECTING:
        assert infos(playing)["AAAA"].link is not Link.ABSENT
        playing.pass_time(0.1)
    cable.screen = screen
    assert screen.pixels == FACE[Seat.A]
    playing.hub.blank(playing.now)
    for connection in playing.hub.connections:
        playing.hub.readable(connection, playing.now)
    assert not playing.hub.acknowledged, "a face may still be seen"
    playing.pass_time(1.0)
    assert playing.hub.acknowledged
    assert screen.pixels == BLACK
