"""Messages: bytes both ways, garbled ones refused in one sentence, one set of numbers in program, firmware and page."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device import frame, hub, link, messages, packing
from companion.device.messages import Button, Introduction, Kind, MessageError, Rect, Status, parse_status
from companion.device.picture import Picture
from tests.device import by_hand
from tests.firmware.loading import FIRMWARE, FirmwareScreen

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
introductions = st.builds(
    Introduction,
    size_px=st.tuples(st.integers(1, 960).map(lambda half: half * 2), st.integers(1, 2048)),
    colours=st.integers(0, 255),
    buttons=st.integers(0, 255),
    identity=st.text(st.characters(codec="utf-8"), min_size=1, max_size=40),
    board=st.text(st.characters(codec="utf-8"), max_size=40),
    firmware=st.text(st.characters(codec="utf-8"), max_size=40),
)


@given(introductions)
def test_introductions_hold_both_ways(introduction):
    assert Introduction.parse(introduction.payload()) == introduction


@given(st.binary(max_size=80))
def test_any_bytes_are_an_introduction_or_refused(payload):
    try:
        introduction = Introduction.parse(payload)
    except MessageError as error:
        assert "update its firmware" in str(error)
    else:
        assert introduction.size_px[0] > 0


@pytest.mark.parametrize(
    ("size", "identity"), [((0, 240), "A"), ((320, 0), "A"), ((321, 240), "A"), ((4000, 240), "A"), ((320, 240), "")]
)
def test_an_impossible_screen_is_refused(size, identity):
    payload = Introduction(size, 16, 0, identity, "board", "1").payload()
    with pytest.raises(MessageError, match="makes no sense"):
        Introduction.parse(payload)


def test_a_button_goes_down_and_up():
    assert Button.parse(b"\x02\x01") == Button(2, True)
    assert Button.parse(b"\x02\x00") == Button(2, False)
    with pytest.raises(MessageError, match="two bytes"):
        Button.parse(b"\x02")


@pytest.mark.parametrize("payload", [b"", b"\x05", b"\xff", b"\x00\x00"])
def test_an_unknown_status_is_refused(payload):
    with pytest.raises(MessageError, match="unknown status"):
        parse_status(payload)


def test_every_status_can_be_read():
    assert [parse_status(bytes((status.value,))) for status in Status] == list(Status)


def test_a_rectangle_begins_with_its_place():
    assert Rect(2, 515, 4, 10, b"packed").payload() == bytes((2, 0, 3, 2, 4, 0, 10, 0)) + b"packed"


def test_the_text_form_of_a_rectangle_hides_its_pixels():
    assert "secret" not in repr(Rect(0, 0, 2, 1, b"secret"))


def test_program_and_firmware_have_the_same_numbers():
    there = FIRMWARE["protocol"]
    assert {kind.name: getattr(there, kind.name) for kind in Kind} == {kind.name: kind.value for kind in Kind}
    assert {s.name: getattr(there, s.name) for s in Status} == {s.name: s.value for s in Status}
    assert (there.VERSION, there.MAX_PAYLOAD, there.MAX_STUFFED) == (
        frame.PROTOCOL_VERSION,
        frame.MAX_PAYLOAD_BYTES,
        frame.MAX_STUFFED_BYTES,
    )
    assert there.SILENCE_MS == messages.SILENCE_S * 1000


def test_the_page_has_the_tables_of_the_code():
    page = PAGE.read_text("utf-8").splitlines()
    for name, lines in messages.protocol_tables().items():
        start = page.index(lines[0])
        assert page[start : start + len(lines)] == lines, name
        assert not page[start + len(lines)].startswith("|"), name


def test_every_kind_and_status_has_a_meaning():
    assert set(messages.MEANINGS) == set(Kind)
    assert set(messages.STATUS_MEANINGS) == set(Status)


def captured() -> list[tuple[str, bytes]]:
    """The lines of the capture on the page: who speaks, and the bytes."""
    lines = [line.split() for line in PAGE.read_text("utf-8").splitlines() if line.startswith("    ")]
    return [(words[0], bytes.fromhex("".join(words[1:]))) for words in lines if words[0] in ("host", "screen")]


def test_the_capture_on_the_page_is_what_a_screen_says():
    screen, said, pressed = FirmwareScreen("E661"), b"", False
    for who, wire in captured():
        if who == "host":
            assert said == b"", "it says more than the page has"
            said = screen.feed(wire, 0)
        else:
            if not said and not pressed:
                screen.link.button(1, True)
                said, pressed = screen.take(), True
            assert said.startswith(wire)
            said = said[len(wire) :]
    assert said == b""
    assert pressed
    assert screen.pixels == bytes(38400)


def test_the_capture_is_made_again_by_the_host():
    """Its lines of the host, by the link that speaks to every screen."""
    host = [wire for who, wire in captured() if who == "host"]
    answers = iter([wire for who, wire in captured() if who == "screen"])
    speaker = link.ScreenLink(0.0, 0x0106)
    pixels = bytearray(38400)
    pixels[:2] = pixels[160:162] = b"\x12\x10"
    colours = ((0, 0, 0), (255, 255, 255), (239, 40, 41), *((0, 0, 0),) * 13)
    for number, wire in enumerate(host):
        made = speaker.output
        speaker.sent(len(made))
        assert made == wire
        speaker.receive(next(answers), 0.1 * number)
        if _is(wire, Kind.HELLO):
            speaker.show(Picture((320, 240), bytes(pixels), colours), 0.1)
        elif _is(wire, Kind.SHOW):
            speaker.ask(0.5)
        elif _is(wire, Kind.PING):
            speaker.receive(next(answers), 0.6)
            speaker.blank(0.7)
    assert next(answers, None) is None
    assert speaker.acknowledged
    assert speaker.glass == messages.Glass(share=128)


def _is(wire: bytes, kind: Kind) -> bool:
    return [each.kind for each in frame.FrameDecoder().feed(wire)] == [kind]


def test_the_capture_holds_what_the_page_says_of_it():
    frames = [each for _, wire in captured() for each in frame.FrameDecoder().feed(wire)]
    assert [Kind(each.kind).name for each in frames] == [
        "HELLO", "HELLO_ANSWER", "RECT", "ACK", "SHOW", "ACK", "PING", "ACK", "BUTTON", "GLASS", "BLANK", "ACK",
    ]  # fmt: skip
    rect, show = frames[2].payload, frames[4].payload
    rows, reader = by_hand.read(rect[8:], 4, 2)
    assert (rows, reader.used) == ([[1, 2, 1, 0]] * 2, len(rect) - 8)
    lines = PAGE.read_text("utf-8").splitlines()
    start = lines.index(reader.steps[0])
    assert lines[start : start + len(reader.steps)] == reader.steps
    buffer = bytearray(38400)
    buffer[:2] = buffer[160:162] = b"\x12\x10"
    assert show == messages.show_payload(zlib.crc32(buffer), bytes.fromhex("0000ffffe945") + bytes(26))
    (shown,) = [line for line in PAGE.read_text("utf-8").splitlines() if " | " in line and line.startswith("    ")]
    *parts, crc = shown.split("|")
    body = bytes.fromhex("".join(parts))
    assert body[4:] == rect
    assert bytes.fromhex(crc) == zlib.crc32(body).to_bytes(4, "little")
    assert zlib.crc32(body) == 0x1AD4E239
    assert messages.Glass.parse(frames[9].payload) == messages.Glass(share=128)


def test_the_page_tells_the_times_of_the_code():
    page = " ".join(PAGE.read_text("utf-8").split())
    assert f"r is {', '.join(str(rate) for rate in packing.RATES)}: the first" in page
    assert f"a number from 0 to {packing.STATES - 1}" in page
    for start in (packing.ROW, packing.RUN, packing.ABOVE, packing.ASIDE, packing.LITERAL):
        assert f"tate {start}" in page
    assert f"at most one frame's bytes, {frame.MAX_STUFFED_BYTES}, while it waits" in page
    assert f"every {link.RESEND_S} s until the answer" in page
    assert "gives up after eight tries" in page
    assert link.TRIES == 8
    assert f"repeated each {link.HELLO_AGAIN_S} s" in page
    assert "**Four seconds of silence**" in page
    assert messages.SILENCE_S == 4.0
    assert "refuses the screen after the fourth time in a row" in page
    assert link.MISMATCHES == 3
    assert f"within {hub.HANG_S:.0f} s" in page
