"""What the player of a screen can do with its buttons: hide or look, dim, turn; and what the host hears of it."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from companion.device.frame import Frame, FrameDecoder, encode
from companion.device.messages import Glass, Kind, Status, show_payload
from companion.device.picture import next_rect
from companion.device.render import draw
from companion.game.position import Seat
from tests.device.faces import SIZE, view
from tests.firmware.loading import FIRMWARE, FirmwareScreen
from tests.firmware.test_screen import Host

FACE = draw(view(Seat.A), SIZE)
HIDE, DIM, TURN = 0, 1, 2


class Table:
    """A screen with a glass that can be looked at, and a host that shows it a face."""

    def __init__(self, folder: Path, kept: Path | None = None) -> None:
        self.path = folder / "a.glass"
        self.screen = FirmwareScreen(path=str(self.path), kept=str(kept) if kept else None)
        self.host = Host(self.screen)
        self.host.order(Kind.HELLO)

    def show(self, while_held: bool = False) -> Status | None:
        rect = next_rect(SIZE, bytes(len(FACE.pixels)), FACE.pixels)
        self.host.order(Kind.RECT, rect.payload())
        self.screen.canvas.pixels[:] = FACE.pixels
        return self.host.order(Kind.SHOW, show_payload(FACE.checksum, FACE.palette565, while_held))

    def press(self, number: int, down: bool = True) -> list[Frame]:
        self.screen.link.button(number, down)
        return list(FrameDecoder().feed(self.screen.take()))

    def told(self, frames: list[Frame]) -> Glass:
        (glass,) = [Glass.parse(frame.payload) for frame in frames if frame.kind == Kind.GLASS]
        return glass

    @property
    def light(self) -> int:
        return self.path.read_bytes()[8]

    @property
    def seen(self) -> bytes:
        return self.path.read_bytes()[16:]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def upside_down(pixels: bytes) -> bytes:
    return b"".join(pixels[i : i + 2] for i in range(len(pixels) - 2, -1, -2))


def test_a_picture_to_peek_at_is_seen_only_while_the_button_is_held(table):
    assert table.show(while_held=True) is Status.OK
    hint = table.seen
    assert hint != FACE.as_rgb565()
    assert set(hint) == {0x00, 0xFF}
    assert table.light == 255
    assert table.told(table.press(HIDE)) == Glass()
    assert table.seen == FACE.as_rgb565()
    assert table.told(table.press(HIDE, down=False)) == Glass(covered=True)
    assert table.seen == hint


def test_nothing_of_a_face_lies_in_the_painters_memory_while_it_is_covered(table):
    table.show(while_held=True)
    table.press(HIDE)
    assert set(table.screen.canvas.band) > {0x00, 0xFF}
    table.press(HIDE, down=False)
    assert set(table.screen.canvas.band) <= {0x00, 0xFF}


def test_the_setting_can_change_while_the_button_is_held(table):
    table.press(HIDE)
    table.show(while_held=True)
    assert table.seen == FACE.as_rgb565()
    table.show()
    assert (table.light, set(table.seen)) == (0, {0})
    table.press(HIDE, down=False)
    assert (table.light, table.seen) == (255, FACE.as_rgb565())


def test_half_a_new_picture_is_never_seen_whatever_is_pressed(table):
    table.show()
    table.press(HIDE)
    table.host.rect(0, 0, 320, 1, b"\x77" * 160)
    table.press(HIDE, down=False)
    assert (table.light, set(table.seen)) == (0, {0})
    table.press(TURN)
    assert (table.light, set(table.seen)) == (0, {0})
    assert table.host.order(Kind.SHOW, show_payload(zlib.crc32(table.screen.pixels), FACE.palette565)) is Status.OK
    assert table.seen[-2:] == FACE.palette565[14:16]


def test_a_button_that_stays_down_while_the_link_is_lost_still_hides_the_next_face(table):
    table.show()
    table.press(HIDE)
    table.screen.link.tick(4000)
    assert table.light == 255, "link lost is always to be seen"
    table.host.now_ms = 5000
    table.host.order(Kind.HELLO)
    table.show()
    assert (table.light, set(table.seen)) == (0, {0})
    table.press(HIDE, down=False)
    assert (table.light, table.seen) == (255, FACE.as_rgb565())


def test_what_stands_there_in_place_of_a_face_is_turned_too(table):
    table.show(while_held=True)
    hint = table.seen
    table.press(TURN)
    assert (table.light, table.seen) == (255, upside_down(hint))
    table.press(HIDE)
    assert table.seen == upside_down(FACE.as_rgb565())


def test_black_stays_black_whatever_is_pressed(table):
    table.show()
    table.host.order(Kind.BLANK)
    for number in (HIDE, DIM, TURN):
        for down in (True, False):
            table.press(number, down)
            assert (table.light, set(table.seen)) == (0, {0})
    table.host.order(Kind.LIGHT, b"\xff")
    assert table.light == 0


def test_the_dimmer_goes_down_in_steps_and_back_to_full(table):
    table.show()
    steps = []
    for _ in range(4):
        steps.append(table.told(table.press(DIM)).share)
        assert table.press(DIM, down=False)[0].payload == bytes((DIM, 0))
        assert table.light == steps[-1]
    assert steps == [128, 64, 24, 255]
    table.host.order(Kind.LIGHT, b"\x80")
    table.press(DIM)
    assert table.light == 64
    table.host.order(Kind.LIGHT, b"\x01")
    assert table.light == 1, "dimmed is not dark"


def test_a_turned_picture_is_the_same_upside_down_at_once(table):
    table.show()
    assert table.told(table.press(TURN)) == Glass(turned=True)
    assert table.seen == upside_down(FACE.as_rgb565())
    assert table.light == 255
    assert table.told(table.press(TURN)) == Glass()
    assert table.seen == FACE.as_rgb565()


def test_what_was_set_is_kept_without_power(tmp_path):
    kept = tmp_path / "player.txt"
    table = Table(tmp_path, kept)
    table.press(TURN)
    table.press(DIM)
    again = Table(tmp_path, kept)
    again.show()
    assert (again.light, again.seen) == (128, upside_down(FACE.as_rgb565()))
    assert FACE.pixels not in kept.read_bytes()
    assert len(kept.read_bytes()) < 10


@pytest.mark.parametrize("text", ["", "1", "x y", "1 9", "\xff\xff", "7 0"])
def test_a_spoilt_memory_is_as_none(tmp_path, text):
    (tmp_path / "player.txt").write_text(text)
    kept = FIRMWARE["kept"].Kept(str(tmp_path / "player.txt"))
    assert kept.step == 0
    assert kept.turned is (text == "1 9")


def test_a_memory_that_cannot_be_written_costs_only_the_remembering(tmp_path):
    table = Table(tmp_path, tmp_path / "nowhere" / "player.txt")
    table.show()
    assert table.told(table.press(TURN)) == Glass(turned=True)
    assert table.seen == upside_down(FACE.as_rgb565())


def test_a_screen_that_was_never_touched_says_nothing_and_one_that_was_repeats_it(table):
    def answers(kind: int) -> list[int]:
        table.host.sequence += 1
        said = table.screen.feed(encode(Frame(kind, table.host.sequence)), 0)
        return [frame.kind for frame in FrameDecoder().feed(said)]

    assert answers(Kind.PING) == [Kind.ACK]
    table.press(DIM)
    assert answers(Kind.PING) == [Kind.ACK, Kind.GLASS]
    assert answers(Kind.HELLO) == [Kind.HELLO_ANSWER, Kind.GLASS]
    assert answers(Kind.BLANK) == [Kind.ACK]


@pytest.mark.parametrize(("payload", "where"), [(b"\0", 0), (b"\1", 1)])
def test_it_leaves_when_it_is_asked_to_and_takes_nothing_along(table, payload, where):
    table.show()
    assert table.host.order(Kind.LEAVE, payload) is Status.OK
    assert table.screen.link.leaving == where
    assert (table.light, set(table.seen)) == (0, {0})
    assert table.screen.pixels == bytes(38400)


@pytest.mark.parametrize("payload", [b"", b"\2", b"\0\0"])
def test_it_does_not_leave_for_nowhere(table, payload):
    assert table.host.order(Kind.LEAVE, payload) is Status.MALFORMED
    assert table.screen.link.leaving is None


def test_flags_that_nobody_knows_are_refused(table):
    order = show_payload(zlib.crc32(table.screen.pixels), FACE.palette565)[:-1]
    assert table.host.order(Kind.SHOW, order + b"\2") is Status.MALFORMED
    assert table.host.order(Kind.SHOW, order) is Status.MALFORMED


# --- bouncing --------------------------------------------------------------------------------------------------------


def looks(*levels: tuple[int, int]) -> list[tuple[int, int, bool]]:
    """When which change of the first button counted, given its level at some times (ms)."""
    buttons = FIRMWARE["buttons"].Buttons((False, False), 0)
    return [(at, *change) for at, level in levels for change in buttons.look((bool(level), False), at)]


def test_a_change_counts_when_two_looks_agree():
    assert looks((20, 1), (40, 1), (60, 1), (80, 0), (100, 0)) == [(40, 0, True), (100, 0, False)]


def test_a_spike_and_bouncing_contacts_do_not_count():
    assert looks((20, 1), (21, 0), (60, 0), (80, 0)) == []
    assert looks((20, 1), (22, 0), (24, 1), (30, 1), (38, 1), (39, 1), (60, 1)) == [(39, 0, True)]


def test_a_button_that_is_down_at_the_start_counts_when_it_goes_up():
    buttons = FIRMWARE["buttons"].Buttons((True,), 0)
    assert buttons.look((True,), 100) == []
    assert buttons.look((False,), 120) == []
    assert buttons.look((False,), 140) == [(0, False)]
