"""The memory of MicroPython: after an hour as much is free as after a minute, and half of a board's is enough."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from companion.config import firmware_command, firmware_dir
from companion.device.frame import END, Frame, encode
from companion.device.messages import Kind, show_payload
from companion.device.picture import Picture, next_rect, paste
from companion.device.render import draw
from companion.game.position import Seat
from tests.device.faces import LATE, view
from tests.firmware.loading import FIRMWARE

HOUR_S = 3600
BOARD = "230k"
"""What MicroPython leaves on a Pico."""
SPARE = 0.5
LONG_WORDS = 2
"""Words on the unix port are twice as long as the chip's: what is no buffer takes half as much there."""
SIZES = {"": (320, 240), "wide": (480, 320)}
CYCLE_S = 60


def wire(size_px: tuple[int, int]) -> Iterator[bytes]:
    """What a host says in each second of a minute: hello, faces that change each ten seconds, black, heartbeats."""
    pictures = cycle(draw(view(seat, now), size_px) for seat in Seat for now in (None, LATE))
    sequence, held = 0, b""
    for second in range(CYCLE_S):
        orders: list[tuple[int, bytes]] = []
        if second % 30 == 0:
            orders.append((Kind.HELLO, b""))
            held = bytes(size_px[0] // 2 * size_px[1])
        if second % 10 == 0:
            picture = next(pictures)
            orders += whole(picture, held)
            held = picture.pixels
        if second % 30 == 29:
            orders.append((Kind.BLANK, b""))
        said = b""
        for kind, payload in orders or [(Kind.PING, b"")]:
            sequence += 1
            said += END + encode(Frame(kind, sequence, payload))
        yield said


def whole(picture: Picture, held: bytes) -> list[tuple[int, bytes]]:
    """All orders for one picture."""
    orders, buffer = [], bytearray(held)
    while rect := next_rect(picture.size_px, bytes(buffer), picture.pixels):
        orders.append((int(Kind.RECT), rect.payload()))
        paste(picture.size_px, buffer, rect, picture.pixels)
    return [*orders, (int(Kind.SHOW), show_payload(picture.checksum, picture.palette565))]


def live(folder: Path, panel: str, heap: str, seconds: int = HOUR_S) -> tuple[dict[int, int], int]:
    """Free memory by the second at which it was asked, and the whole heap, in bytes."""
    path = folder / "wire"
    path.write_bytes(b"".join(len(said).to_bytes(2, "little") + said for said in wire(SIZES[panel])))
    interpreter = firmware_command()[0]
    command = [interpreter, "-X", f"heapsize={heap}", str(Path(__file__).with_name("an_hour.py"))]
    done = subprocess.run(
        [*command, str(firmware_dir()), str(path), str(seconds), panel or "usual"],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    return {int(row[0]): int(row[1]) for row in rows if row[0].isdigit()}, int(rows[-1][1])


@pytest.mark.parametrize("panel", SIZES)
def test_after_an_hour_as_much_is_free_as_after_a_minute_and_half_a_board_is_enough(tmp_path, panel):
    free, heap = live(tmp_path, panel, BOARD)
    assert max(free) == HOUR_S
    assert free[60] == free[HOUR_S]
    assert set(free.values()) == {free[60]}
    width, height = SIZES[panel]
    canvas = FIRMWARE["canvas"].BAND_BYTES // (2 * width) * 2 * width + width // 2 * height
    buffers = canvas + FIRMWARE["protocol"].MAX_STUFFED
    assert buffers + (heap - free[HOUR_S] - buffers) / LONG_WORDS < heap * SPARE


def test_a_heap_that_is_too_small_is_noticed(tmp_path):
    with pytest.raises(AssertionError, match="MemoryError"):
        live(tmp_path, "", "60k", 120)
