"""What is left of a face in the memory of a screen and of the program, when it is to be gone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.config import firmware_command
from companion.device.frame import PROTOCOL_VERSION, Frame, encode
from companion.device.messages import Kind
from companion.device.palette import Ink
from companion.device.picture import Picture, next_rect
from companion.device.render import draw
from companion.game.position import Seat
from companion.table.views import face_view
from tests.device.faces import view
from tests.firmware.loading import FirmwareScreen
from tests.journeys.interruption_table import Table, soon

SIZE = (320, 240)
PIECE = 16
MIXED = 3
"""So many different bytes make a piece of memory telling: it is found nowhere by accident."""
SHAPE_INKS = range(Ink.GREEN, Ink.RED_DIM + 1)
"""What only the shapes of a face are drawn with."""


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.close()


def memory(process: int) -> bytes:
    """All that a process can write to, as it is now."""
    parts = []
    with Path(f"/proc/{process}/mem").open("rb") as mem:
        for line in Path(f"/proc/{process}/maps").read_text().splitlines():
            span, rights = line.split()[:2]
            if "w" in rights:
                first, end = (int(number, 16) for number in span.split("-"))
                mem.seek(first)
                parts.append(mem.read(end - first))
    return b"\n".join(parts)


def pieces(data: bytes) -> set[bytes]:
    """The telling pieces of some bytes."""
    cut = (data[at : at + PIECE] for at in range(0, len(data) - PIECE + 1, PIECE))
    return {piece for piece in cut if len(set(piece)) >= MIXED}


def shapes(picture: Picture) -> set[bytes]:
    """The telling pieces of a picture that hold something of a shape."""
    return {p for p in pieces(picture.pixels) if any(both >> 4 in SHAPE_INKS or both & 15 in SHAPE_INKS for both in p)}


def left_of(picture: Picture, held: bytes) -> int:
    """How many telling pieces of the shapes of a picture are in some memory."""
    # Most of a memory is empty, and looking through that takes long.
    full = re.sub(rb"\0{32,}", b"\0", held)
    return sum(piece in full for piece in shapes(picture))


def packed(picture: Picture) -> bytes:
    """The first rectangle of a picture as it travels."""
    rect = next_rect(picture.size_px, bytes(len(picture.pixels)), picture.pixels)
    assert rect is not None
    return rect.payload()


def faces(table: Table) -> dict[Seat, Picture]:
    """What each screen shows at the beginning of the mission."""
    mission = table.stored()
    key, state = mission.setup.key, mission.state
    return {seat: draw(face_view(seat, mission.board, key, state), SIZE) for seat in Seat}


def gone(picture: Picture, process: int) -> bool:
    """Every buffer that held it is overwritten, and so is what unpacking gave up.

    CPython, which stands in where no MicroPython is, copies more than it tells: there the frame buffer alone counts.
    """
    held = memory(process)
    return picture.pixels not in held and ("micropython" not in firmware_command()[0] or left_of(picture, held) == 0)


def test_a_screen_that_is_dark_does_not_hold_its_face_in_its_memory(table):
    app = table.start()
    app.say("begin")
    app.say("hide")
    app.say("show")
    shown = faces(table)
    processes = {seat: screen.process_id for seat, screen in table.screens.items()}
    for seat, process in processes.items():
        held = memory(process)
        assert shown[seat].pixels in held
        assert shown[seat.other].pixels not in held
        assert left_of(shown[seat], held) > 20
    app.say("hide")
    for seat, process in processes.items():
        assert gone(shown[seat], process), "black was confirmed before the memory was overwritten"
    app.say("show")
    app.kill()
    took = soon(table.dark, 5.0, "a face is still there")
    # The glass is dark first, then the memory is overwritten; nobody is left to whom that could be confirmed.
    left = "a face is still in a memory"
    soon(lambda: all(gone(shown[seat], process) for seat, process in processes.items()), 5.0 - took, left)


@pytest.mark.parametrize("how", ["hidden", "silence", "another host", "another version"])
def test_the_buffers_of_the_firmware_are_overwritten(how):
    """The frame buffer, the rows on their way to the panel, and what the wire brought last."""
    picture = draw(view(Seat.A), SIZE)
    screen = FirmwareScreen()
    buffers = (screen.canvas.pixels, screen.canvas.band, screen.link.collector.buffer)
    screen.feed(wire(Kind.HELLO, 1) + wire(Kind.RECT, 2, packed(picture)), 0)
    held = b"".join(buffers)
    assert sum(piece in held for piece in pieces(packed(picture))) > 50
    assert left_of(picture, held) > 10
    if how == "silence":
        screen.link.tick(5000)
    elif how == "another version":
        screen.feed(b"\0" + encode(Frame(Kind.HELLO, 3, version=PROTOCOL_VERSION + 1)), 100)
    else:
        screen.feed(wire(Kind.BLANK if how == "hidden" else Kind.HELLO, 3), 100)
    held = b"".join(buffers)
    assert sum(piece in held for piece in pieces(packed(picture))) == 0
    assert left_of(picture, held) == 0


def wire(kind: Kind, sequence: int, payload: bytes = b"") -> bytes:
    return b"\0" + encode(Frame(kind, sequence, payload))
