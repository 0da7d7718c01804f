"""Packed pixels: the firmware unpacks what the program packs, on any picture; nothing is lost at the limit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.device import packing
from companion.device.packing import pack
from companion.device.render import draw
from companion.game.position import Seat
from tests.device import by_hand
from tests.device.faces import LATE, view
from tests.device.keys import KEY_LATE, spymaster
from tests.firmware.loading import FIRMWARE

AMPLE = 1 << 20


def unpacked(data, width, height, stride=None):
    """What the firmware makes of it, and whether it was content."""
    stride = stride or width // 2
    out = bytearray(stride * height)
    content = FIRMWARE["unpack"].rectangle(data, 0, stride, width, height, out)
    both = np.frombuffer(bytes(out), dtype=np.uint8).reshape(height, stride)[:, : width // 2]
    return np.stack((both >> 4, both & 15), axis=-1).reshape(height, width), content


@st.composite
def drawings(draw):
    """Some blocks of colour on a ground, in any place, and some single pixels."""
    width, height = 2 * draw(st.integers(1, 30)), draw(st.integers(1, 20))
    numbers = np.full((height, width), draw(st.integers(0, 15)), dtype=np.uint8)
    for _ in range(draw(st.integers(0, 8))):
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        wide, high = draw(st.integers(1, width)), draw(st.integers(1, height))
        numbers[y : y + high, x : x + wide] = draw(st.integers(0, 15))
    for _ in range(draw(st.integers(0, 8))):
        numbers[draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))] = draw(st.integers(0, 15))
    return numbers


@settings(max_examples=100, deadline=None)
@given(drawings())
def test_the_firmware_unpacks_what_was_packed(numbers):
    height, width = numbers.shape
    packed = pack(numbers, AMPLE)
    assert packed.rows == height
    back, content = unpacked(packed.data, width, height)
    assert content
    assert np.array_equal(back, numbers)
    rows, reader = by_hand.read(packed.data, width, height)
    assert np.array_equal(rows, numbers)
    assert reader.used == len(packed.data)


@pytest.mark.parametrize("seed", range(5))
def test_noise_survives_too(seed):
    numbers = np.random.default_rng(seed).integers(0, 16, (40, 60), dtype=np.uint8)
    back, content = unpacked(pack(numbers, AMPLE).data, 60, 40)
    assert content
    assert np.array_equal(back, numbers)


def test_a_carry_runs_through_all_bytes_that_are_full():
    out = bytearray((7, 255, 255))
    packing._carry(out)
    assert out == bytes((8, 0, 0))


def test_as_many_rows_as_fit_are_packed():
    numbers = draw(view(Seat.A), (320, 240)).numbers()
    whole = pack(numbers, AMPLE)
    part = pack(numbers, 500)
    assert 20 < part.rows < whole.rows
    assert len(part.data) <= 500 < len(pack(numbers[: part.rows + 1], AMPLE).data)
    back, content = unpacked(part.data, 320, part.rows)
    assert content
    assert np.array_equal(back, numbers[: part.rows])


def test_not_even_one_row_may_fit():
    numbers = np.random.default_rng(1).integers(0, 16, (1, 600), dtype=np.uint8)
    assert pack(numbers, 100) == (b"", 0)


def test_black_costs_next_to_nothing():
    assert len(pack(np.zeros((240, 320), np.uint8), AMPLE).data) < 12


@pytest.mark.parametrize("size", [(320, 240), (480, 320)])
@pytest.mark.parametrize("shown", [view(Seat.B, LATE), spymaster(Seat.A, KEY_LATE)], ids=["face", "key"])
def test_a_picture_of_any_size_arrives_as_it_was_drawn(size, shown):
    numbers = draw(shown, size).numbers()
    rest = numbers
    while rest.size:
        packed = pack(rest, AMPLE)
        back, content = unpacked(packed.data, size[0], packed.rows)
        assert content
        assert np.array_equal(back, rest[: packed.rows])
        rest = rest[packed.rows :]


def test_a_screen_is_never_kept_busy_for_long():
    numbers = np.arange(320 * 240, dtype=np.uint32).reshape(240, 320) * 7919 % 13 % 2
    packed = pack(numbers.astype(np.uint8), AMPLE)
    assert 0 < packed.rows < 240
    reader = by_hand.read(packed.data, 320, packed.rows)[1]
    assert len(reader.steps) <= packing.MOST_DECISIONS


def test_program_and_firmware_number_their_states_alike():
    there = FIRMWARE["unpack"]
    sorts = ("_SAME", "_ROW", "_RUN", "_ABOVE", "_ASIDE", "_LITERAL", "STATES", "RATES")
    assert [getattr(there, name) for name in sorts] == [getattr(packing, name.strip("_")) for name in sorts]
    assert there.FRESH == packing.HALF << 4
    assert len(packing.RATES) - 1 == there._MOST
