"""Pictures: packing, what differs between two, and that sending it always comes to an end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.device.frame import MAX_PAYLOAD_BYTES
from companion.device.messages import MAX_WIDTH_PX
from companion.device.palette import PALETTE
from companion.device.picture import Picture, next_rect, paste, rgb565
from tests.firmware.loading import FIRMWARE

rectangle = FIRMWARE["unpack"].rectangle
SMALL = (12, 40)
buffers = st.binary(min_size=240, max_size=240)


def send_all(size, held, wanted, a_row=1):
    """What a screen does with the rectangles: unpack each into its buffer. Returns the buffer and the payload sizes.

    ``a_row``: at most so many rectangles there may be for each row.
    """
    buffer, sizes = bytearray(held), []
    while rect := next_rect(size, bytes(buffer), wanted):
        sizes.append(len(rect.payload()))
        start = rect.y * (size[0] // 2) + rect.x // 2
        assert rectangle(rect.compressed, start, size[0] // 2, rect.width, rect.height, buffer)
        assert len(sizes) <= a_row * size[1]
    return bytes(buffer), sizes


@settings(deadline=None)
@given(buffers, buffers)
def test_rectangles_turn_any_buffer_into_any_other(held, wanted):
    assert send_all(SMALL, held, wanted)[0] == wanted


@pytest.mark.parametrize(("width", "a_row"), [(320, 1), (480, 1), (MAX_WIDTH_PX, 2)])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_even_noise_fits_the_frames(width, a_row, seed):
    size = (width, 3)
    wanted = np.random.default_rng(seed).integers(0, 256, size[0] // 2 * size[1], dtype=np.uint8).tobytes()
    buffer, sizes = send_all(size, bytes(len(wanted)), wanted, a_row)
    assert buffer == wanted
    assert max(sizes) <= MAX_PAYLOAD_BYTES


def test_only_what_differs_is_sent():
    held = bytearray(240)
    wanted = bytearray(held)
    wanted[6 * 3 + 2] = 0x10
    wanted[6 * 35 + 4] = 0x01
    first = next_rect(SMALL, bytes(held), bytes(wanted))
    assert (first.x, first.y, first.width, first.height) == (4, 3, 2, 1)
    paste(SMALL, held, first, bytes(wanted))
    second = next_rect(SMALL, bytes(held), bytes(wanted))
    assert (second.x, second.y, second.width, second.height) == (8, 35, 2, 1)
    paste(SMALL, held, second, bytes(wanted))
    assert next_rect(SMALL, bytes(held), bytes(wanted)) is None


def test_pixels_survive_packing():
    numbers = np.arange(32, dtype=np.uint8).reshape(4, 8) % 16
    picture = Picture.from_indexed(Image.fromarray(numbers), PALETTE)
    assert picture.size_px == (8, 4)
    assert picture.pixels[:4] == bytes((0x01, 0x23, 0x45, 0x67))
    assert np.array_equal(np.asarray(picture.image()), np.array(PALETTE, dtype=np.uint8)[numbers])
    expected = b"".join(rgb565(PALETTE[number]).to_bytes(2, "big") for number in numbers.flat)
    assert picture.as_rgb565() == expected
    assert picture.palette565[:32] == picture.palette565


def test_colours_in_sixteen_bits():
    assert [rgb565(c) for c in ((0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255))] == [
        0x0000, 0xFFFF, 0xF800, 0x07E0, 0x001F,
    ]  # fmt: skip


@pytest.mark.parametrize(("size", "length", "colours"), [((3, 2), 3, 16), ((4, 2), 3, 16), ((4, 2), 4, 15)])
def test_a_picture_that_does_not_fit_together_is_refused(size, length, colours):
    with pytest.raises(ValueError, match="pixels"):
        Picture(size, bytes(length), ((0, 0, 0),) * colours)


def test_text_form_hides_the_pixels():
    assert repr(Picture.black((320, 240))) == "Picture(320 x 240, hidden)"
