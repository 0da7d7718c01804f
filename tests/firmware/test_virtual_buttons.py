"""Buttons and the wide panel on the real interpreter: what a player does on a virtual screen, seen on its glass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.frame import Frame, FrameDecoder
from companion.device.messages import Glass, Introduction, Kind, Status, show_payload
from companion.device.picture import next_rect, paste
from companion.device.render import draw
from companion.game.position import Seat
from companion.simulator.screens import VirtualScreen
from tests.device.faces import LATE, SIZE, view
from tests.firmware.test_on_the_interpreter import Host

WIDE = (480, 320)
HIDE, DIM, TURN = 0, 1, 2


class Player(Host):
    """A host that also hears what its player does."""

    def told(self) -> Glass:
        """How the screen is set, said without being asked."""
        decoder = FrameDecoder()
        while True:
            for frame in decoder.feed(self.line.read_until(b"\0")):
                if frame.kind == Kind.GLASS:
                    return Glass.parse(frame.payload)

    def answer(self) -> Frame:
        while True:
            data = self.line.read_until(b"\0")
            assert data.endswith(b"\0"), "the screen does not answer"
            for frame in FrameDecoder().feed(data):
                if frame.sequence == self.sequence and frame.kind in (Kind.ACK, Kind.HELLO_ANSWER):
                    return frame

    def press(self, number: int) -> Glass:
        """Press and let go; how the screen is set then."""
        self.screen.press(number)
        self.told()
        self.screen.press(number, down=False)
        return self.told()

    def glass(self) -> tuple[int, bytes]:
        """Light and pixels."""
        data = self.screen.glass_path.read_bytes()
        return data[8], data[16:]

    def buffer(self, picture, held: bytes) -> None:
        """Send what differs, and show nothing."""
        buffer = bytearray(held)
        while rect := next_rect(picture.size_px, bytes(buffer), picture.pixels):
            assert self.order(Kind.RECT, rect.payload()).payload == b"\0"
            paste(picture.size_px, buffer, rect, picture.pixels)


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    made = Player(VirtualScreen("BUTTONS", tmp_path, buttons=True))
    yield made
    made.line.close()
    made.screen.close()


def upside_down(pixels: bytes) -> bytes:
    return b"".join(pixels[i : i + 2] for i in range(len(pixels) - 2, -1, -2))


def test_a_player_hides_dims_turns_and_finds_it_so_after_the_cable_was_out(player, tmp_path):
    assert Introduction.parse(player.order(Kind.HELLO).payload).buttons == 4
    face = draw(view(Seat.A), SIZE)
    player.show(face, bytes(38400))
    player.screen.press(HIDE)
    assert player.told() == Glass(covered=True)
    assert player.glass() == (0, bytes(153600))
    player.screen.press(HIDE, down=False)
    assert player.told() == Glass()
    assert player.glass() == (255, face.as_rgb565())
    assert player.press(DIM) == Glass(share=128)
    assert player.press(TURN) == Glass(turned=True, share=128)
    assert player.glass() == (128, upside_down(face.as_rgb565()))
    player.line.close()
    player.screen.replug()
    again = Player(player.screen)
    again.order(Kind.HELLO)
    assert again.told() == Glass(turned=True, share=128)
    again.show(face, bytes(38400))
    assert again.glass() == (128, upside_down(face.as_rgb565()))
    again.line.close()


def test_a_face_to_peek_at_is_never_on_the_glass_but_while_it_is_held(player):
    player.order(Kind.HELLO)
    face = draw(view(Seat.B), SIZE)
    player.buffer(face, bytes(38400))
    order = show_payload(face.checksum, face.palette565, while_held=True)
    assert player.order(Kind.SHOW, order).payload == bytes((Status.OK.value,))
    light, hint = player.glass()
    assert light == 255
    assert set(hint) == {0x00, 0xFF}
    player.screen.press(HIDE)
    player.told()
    assert player.glass() == (255, face.as_rgb565())
    player.screen.press(HIDE, down=False)
    player.told()
    assert player.glass() == (255, hint)


def test_a_wide_glass_shows_exactly_what_was_drawn_within_the_heap(tmp_path):
    wide = Player(VirtualScreen("WIDE", tmp_path, wide=True))
    assert Introduction.parse(wide.order(Kind.HELLO).payload).size_px == WIDE
    first, later = draw(view(Seat.A), WIDE), draw(view(Seat.A, LATE), WIDE)
    held = bytes(WIDE[0] // 2 * WIDE[1])
    for picture in (first, later, first):
        wide.show(picture, held)
        held = picture.pixels
        assert wide.glass() == (255, picture.as_rgb565())
    assert wide.order(Kind.BLANK).payload == b"\0"
    assert wide.glass() == (0, bytes(2 * WIDE[0] * WIDE[1]))
    wide.line.close()
    wide.screen.close()


def test_a_screen_without_buttons_has_none_to_press(tmp_path):
    with pytest.raises(ValueError, match="no button 0"):
        VirtualScreen("BARE", tmp_path).press(0)
    with pytest.raises(ValueError, match="no button 4"):
        VirtualScreen("BUTTONS", tmp_path, buttons=True).press(4)
