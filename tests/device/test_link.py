"""The host's end of the link against the unchanged firmware, in one process and with time given from outside."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

import pytest

from companion.device.events import Adjusted, Blanked, Event, Greeted, Lost, Pressed, Refused, Shown, State
from companion.device.frame import Frame, FrameDecoder, encode
from companion.device.link import MISMATCHES, ScreenLink
from companion.device.messages import Button, Glass, Kind
from companion.device.picture import Picture
from companion.device.render import draw
from companion.game.position import Seat
from companion.table.views import seat_view
from tests.device.faces import LATE, SIZE, view
from tests.firmware.loading import FirmwareScreen

A = draw(view(Seat.A), SIZE)
A_LATE = draw(view(Seat.A, LATE), SIZE)
LETTER = draw(seat_view(Seat.A), SIZE)
STEP_S = 0.05


class Line:
    """Host and screen with a line between them. ``host_loses`` and ``screen_loses`` decide about each frame in turn."""

    def __init__(self, first_sequence: int = 7) -> None:
        self.now = 100.0
        self.screen = FirmwareScreen("SCREEN", now_ms=int(self.now * 1000))
        self.link = ScreenLink(self.now, first_sequence)
        self.events: list[Event] = []
        self.sent: list[Frame] = []
        self.host_loses: Iterable[bool] = itertools.repeat(False)
        self.screen_loses: Iterable[bool] = itertools.repeat(False)
        self.silent = False

    def carry(self) -> None:
        """Everything that both have to say, until neither has any more."""
        to_screen, to_host = FrameDecoder(), FrameDecoder()
        while output := self.link.output:
            self.link.sent(len(output))
            for frame in to_screen.feed(output):
                self.sent.append(frame)
                if next(iter(self.host_loses)) or self.silent:
                    continue
                for answer in to_host.feed(self.screen.feed(encode(frame), int(self.now * 1000))):
                    if not next(iter(self.screen_loses)):
                        self.events += self.link.receive(encode(answer), self.now)

    def pass_time(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        end = self.now + seconds
        while self.now < end and not until():
            self.carry()
            self.now += STEP_S
            self.screen.link.tick(int(self.now * 1000))
            self.events += self.link.tick(self.now)
        self.carry()

    def show(self, picture: Picture) -> None:
        self.link.show(picture, self.now)
        self.carry()

    def kinds(self) -> list[int]:
        return [frame.kind for frame in self.sent]


@pytest.fixture
def line() -> Line:
    made = Line()
    made.carry()
    return made


def losing(pattern: Iterable[bool]) -> Iterable[bool]:
    return itertools.chain(pattern, itertools.repeat(False))


def test_the_screen_introduces_itself(line):
    (greeted,) = line.events
    assert isinstance(greeted, Greeted)
    assert greeted.introduction.identity == "SCREEN"
    assert greeted.introduction.size_px == SIZE
    assert greeted.introduction.buttons == 2
    assert line.link.state is State.READY
    assert line.screen.pixels == bytes(len(A.pixels))


def test_a_picture_arrives_whole_and_is_confirmed(line):
    line.show(A)
    assert line.events[-1] == Shown(A)
    assert line.link.acknowledged
    assert line.screen.pixels == A.pixels
    assert bytes(line.screen.canvas.colours) == A.palette565
    assert line.screen.lit


def test_only_the_difference_follows(line):
    line.show(A)
    line.sent.clear()
    line.show(A_LATE)
    assert line.screen.pixels == A_LATE.pixels
    assert sum(len(frame.payload) for frame in line.sent) < 2500


def test_the_same_picture_is_not_sent_twice(line):
    line.show(A)
    line.sent.clear()
    line.show(draw(view(Seat.A), SIZE))
    assert line.sent == []
    assert line.link.acknowledged


@pytest.mark.parametrize("side", ["host", "screen"])
@pytest.mark.parametrize("length", range(1, 8))
def test_every_pattern_of_lost_frames_heals(side, length):
    for pattern in itertools.product((False, True), repeat=length):
        if not pattern[-1]:
            continue  # The same as a shorter one.
        line = Line()
        line.carry()
        setattr(line, f"{side}_loses", losing(pattern))
        line.show(LETTER)
        line.pass_time(8.0, until=lambda line=line: Shown(LETTER) in line.events)
        assert line.screen.pixels == LETTER.pixels, pattern
        assert not any(isinstance(event, Refused) for event in line.events), pattern


def test_losses_while_it_is_greeted_heal():
    for pattern in itertools.product((False, True), repeat=4):
        line = Line()
        line.host_loses = losing(pattern)
        line.pass_time(5.0, until=lambda line=line: line.link.state is State.READY)
        assert line.link.state is State.READY, pattern


def test_an_order_that_arrives_twice_is_done_once_and_answered_twice(line):
    line.show(A)
    line.screen.canvas.hold(True)
    again = line.sent[-1]
    assert again.kind == Kind.SHOW
    frames = list(FrameDecoder().feed(line.screen.feed(encode(again) * 2, int(line.now * 1000))))
    assert [frame.kind for frame in frames] == [Kind.ACK, Kind.ACK]
    assert not line.screen.lit


def test_late_and_foreign_answers_are_passed_over(line):
    line.link.show(A, line.now)
    order = next(iter(FrameDecoder().feed(line.link.output)))
    line.link.sent(len(line.link.output))
    for sequence in (order.sequence - 1, order.sequence + 1):
        assert line.link.receive(encode(Frame(Kind.ACK, sequence, b"\0")), line.now) == []
        assert line.link.receive(encode(Frame(Kind.ACK, sequence, b"\3")), line.now) == []
    assert line.link.receive(encode(Frame(Kind.HELLO_ANSWER, order.sequence, b"")), line.now) == []
    assert line.link.output == b""
    line.screen.feed(encode(order), int(line.now * 1000))
    assert line.link.receive(encode(Frame(Kind.ACK, order.sequence, b"\0")), line.now) == []
    assert line.link.output != b""


def test_an_echo_of_our_own_words_is_no_answer():
    link = ScreenLink(0.0, 5)
    assert link.receive(link.output, 0.0) == []
    assert link.state is State.GREETING


def test_the_newest_picture_wins(line):
    line.link.show(LETTER, line.now)
    line.link.show(A, line.now)
    line.link.show(A_LATE, line.now)
    line.carry()
    assert [event for event in line.events if isinstance(event, Shown)] == [Shown(A_LATE)]
    assert line.screen.pixels == A_LATE.pixels
    assert line.kinds().count(Kind.SHOW) == 1


def test_black_goes_before_everything_and_forgets(line):
    line.link.show(A, line.now)
    line.link.sent(10)
    line.link.blank(line.now)
    assert [frame.kind for frame in FrameDecoder().feed(line.link.output)] == [Kind.BLANK]
    assert not line.link.acknowledged
    line.carry()
    assert line.events[-1] == Blanked()
    assert line.screen.pixels == bytes(len(A.pixels))
    assert not line.screen.lit
    line.pass_time(5.0)
    assert Kind.SHOW not in line.kinds()
    line.show(A)
    assert line.screen.pixels == A.pixels


def test_black_is_repeated_until_it_is_confirmed(line):
    line.show(A)
    line.host_loses = losing([True, True])
    line.link.blank(line.now)
    line.pass_time(3.0, until=lambda: Blanked() in line.events)
    assert line.kinds().count(Kind.BLANK) == 3
    assert not line.screen.lit


def test_the_heart_beats_each_second_and_keeps_the_picture(line):
    line.show(A)
    line.sent.clear()
    line.pass_time(10.0)
    assert 8 <= line.kinds().count(Kind.PING) <= 10
    assert set(line.kinds()) == {Kind.PING}
    assert line.screen.lit
    assert line.screen.pixels == A.pixels


def test_a_host_that_may_not_speak_says_nothing_but_black(line):
    line.show(A)
    line.sent.clear()
    line.link.speaking = False
    line.link.show(LETTER, line.now)
    line.pass_time(3.5)
    assert line.sent == []
    line.link.blank(line.now)
    line.carry()
    assert line.kinds() == [Kind.BLANK]
    line.link.speaking = True
    line.pass_time(2.0)
    assert isinstance(line.events[-1], Blanked)


def test_four_seconds_of_silence_take_the_picture_and_the_link_begins_again(line):
    line.show(A)
    line.silent = True
    line.pass_time(3.9)
    assert line.screen.pixels == A.pixels
    line.pass_time(0.2)
    assert line.screen.canvas.colours != A.palette565
    assert not _shares_cells(line.screen.pixels, A.pixels)
    line.silent = False
    line.pass_time(2.0)
    assert any(isinstance(event, Lost) for event in line.events)
    assert isinstance(line.events[-1], Greeted)
    line.show(A)
    assert line.screen.pixels == A.pixels


def _shares_cells(pixels: bytes, face: bytes) -> bool:
    """Whether any run of a face's pixels that is not black stands in a buffer at its place."""
    return any(face[at : at + 8] != bytes(8) and pixels[at : at + 8] == face[at : at + 8] for at in range(0, 38400, 8))


def test_the_check_for_remains_can_fail():
    assert _shares_cells(A.pixels, A.pixels)
    assert not _shares_cells(bytes(38400), A.pixels)


def test_a_screen_that_started_anew_is_greeted_again(line):
    line.show(A)
    line.screen = FirmwareScreen("SCREEN", now_ms=int(line.now * 1000))
    line.pass_time(3.0, until=lambda: len([e for e in line.events if isinstance(e, Greeted)]) == 2)
    assert Lost("the screen started anew") in line.events
    line.show(A)
    assert line.screen.pixels == A.pixels


def test_a_screen_that_answers_no_more_is_lost_within_seconds(line):
    line.show(A)
    line.silent = True
    line.pass_time(5.0, until=lambda: isinstance(line.events[-1], Lost))
    assert line.events[-1] == Lost("the screen no longer answers")
    assert not line.link.acknowledged


def test_a_buffer_that_went_wrong_is_sent_again_whole(line):
    line.show(A)
    line.screen.canvas.pixels[235 * 160 + 5] ^= 0x0F
    line.show(A_LATE)
    line.carry()
    assert Lost("the screen holds another picture than it was sent") in line.events
    line.show(A_LATE)
    assert line.screen.pixels == A_LATE.pixels


def test_a_screen_that_never_keeps_its_buffer_is_refused(line):
    for _ in range(MISMATCHES + 1):
        line.link.show(A, line.now)
        while line.link.output and line.link.state is State.READY:
            line.screen.canvas.pixels[-1] ^= 0x0F
            frame = next(iter(FrameDecoder().feed(line.link.output)))
            line.link.sent(len(line.link.output))
            line.events += line.link.receive(line.screen.feed(encode(frame), 0), line.now)
        line.carry()
    assert line.link.state is State.REFUSED
    assert "memory or firmware" in line.link.refusal


@pytest.mark.parametrize("status", [1, 4])
def test_a_screen_that_does_not_understand_is_refused(line, status):
    line.link.show(A, line.now)
    order = next(iter(FrameDecoder().feed(line.link.output)))
    (refused,) = line.link.receive(encode(Frame(Kind.ACK, order.sequence, bytes((status,)))), line.now)
    assert isinstance(refused, Refused)
    assert "update its firmware" in refused.reason
    assert line.link.output == b""


def test_another_version_is_named_on_both_sides():
    screen = FirmwareScreen()
    link = ScreenLink(0.0, 5)
    hello = next(iter(FrameDecoder().feed(link.output)))
    answer = screen.feed(encode(Frame(hello.kind, hello.sequence, hello.payload, version=4)), 0)
    assert screen.pixels != bytes(38400)
    frame = next(iter(FrameDecoder().feed(answer)))
    newer = encode(Frame(frame.kind, frame.sequence, frame.payload, version=5))
    (refused,) = link.receive(newer, 0.0)
    assert refused.reason.startswith("the screen speaks version 5 of the protocol, this program 3")
    link.tick(50.0)
    assert link.state is State.REFUSED


def test_a_garbled_introduction_is_refused():
    link = ScreenLink(0.0, 5)
    (refused,) = link.receive(encode(Frame(Kind.HELLO_ANSWER, 6, b"\1\2\3")), 0.0)
    assert "garbled" in refused.reason


def test_a_button_is_told(line):
    line.screen.link.button(1, True)
    dimmed = Adjusted(Glass(share=128))
    assert line.link.receive(line.screen.take(), line.now) == [Pressed(Button(1, True)), dimmed]
    assert line.link.glass == dimmed.glass


def test_a_line_that_takes_nothing_piles_nothing_up(line):
    line.link.show(A, line.now)
    waiting = len(line.link.output)
    for _ in range(80):
        line.now += STEP_S
        line.events += line.link.tick(line.now)
        assert len(line.link.output) <= waiting
    assert isinstance(line.events[-1], Lost)


def test_a_picture_of_another_size_is_refused(line):
    with pytest.raises(ValueError, match="another size"):
        line.link.show(Picture.black((160, 120)), line.now)


def test_sequences_wrap():
    line = Line(first_sequence=65534)
    line.carry()
    line.show(A)
    assert line.screen.pixels == A.pixels
    assert {frame.sequence for frame in line.sent} >= {65535, 0, 1}
