"""UF2 files: what is made can be taken apart, what is damaged or for other chips is refused in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device import uf2
from companion.device.uf2 import BLOCK_BYTES, FLASH_START, RP2350, Uf2Error, check, make
from tests.device.images import changed, file, image

FILE = file()
COUNT = len(FILE) // BLOCK_BYTES


def test_what_is_made_can_be_taken_apart():
    checked = check(FILE)
    assert checked.image.rstrip(b"\0") == image().rstrip(b"\0")
    assert (checked.family, checked.blocks, checked.is_ours) == (uf2.RP2040, COUNT, True)
    assert checked.contents == "screen firmware 2.0 for pico_display2"


def test_the_order_of_blocks_does_not_matter():
    blocks = [FILE[at : at + BLOCK_BYTES] for at in range(0, len(FILE), BLOCK_BYTES)]
    assert check(b"".join(reversed(blocks))).image == check(FILE).image


def test_other_programs_are_named_as_what_they_are():
    plain = image().replace(uf2.OURS, b"x" * len(uf2.OURS))
    assert check(make(plain)).contents == "something that is no MicroPython"
    assert check(make(plain + b"MicroPython v1.25.0")).contents == "MicroPython without the screens' firmware"


def test_a_file_for_the_second_pico_is_told_apart():
    assert check(make(b"anything" * 100, RP2350)).family == RP2350
    workaround = changed(make(b"x"), 0, 7, 0xE48BFF57)
    assert check(workaround + make(b"anything" * 100, RP2350)).family == RP2350


DAMAGED = {
    "no whole number": FILE[:-1],
    "0 bytes": b"",
    f"{COUNT - 1} of {COUNT} blocks": FILE[:-BLOCK_BYTES],
    "is in it twice": FILE + FILE[:BLOCK_BYTES],
    "block 2 does not begin": changed(FILE, 2, 0, 1),
    "block 3 does not begin": changed(FILE, 3, 8, 1),
    "do not agree": changed(FILE, 4, 6, COUNT + 1),
    "which chip": changed(FILE, 1, 2, 0),
    "other chips (family 0x12345678)": b"".join(
        changed(FILE[at : at + BLOCK_BYTES], 0, 7, 0x12345678) for at in range(0, len(FILE), BLOCK_BYTES)
    ),
    "family 0x12345678, 0xe48bff56": changed(FILE, 1, 7, 0x12345678),
    "flash (0x20000000)": changed(FILE, 1, 3, 0x20000000),
    "flash (0x11000000)": changed(FILE, 1, 3, FLASH_START + (16 << 20)),
    "flash (0x10000180)": changed(FILE, 1, 3, FLASH_START + 0x180),
    "flash (0x10000100)": changed(FILE, 1, 4, 128),
    "no boot stage": FILE[:100] + bytes((FILE[100] ^ 1,)) + FILE[101:],
    "no UF2 file": b"PK" + bytes(BLOCK_BYTES - 2),
}


@pytest.mark.parametrize("why", DAMAGED)
def test_what_no_pico_could_start_is_refused(why):
    with pytest.raises(Uf2Error) as caught:
        check(DAMAGED[why])
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_a_flipped_byte_is_refused_or_lies_where_nothing_can_tell(at, flip):
    """The format has no checksum: a page's bytes, its flags and its place can be others, all else is seen."""
    data = FILE[:at] + bytes((FILE[at] ^ flip,)) + FILE[at + 1 :]
    inside = 32 <= at % BLOCK_BYTES < BLOCK_BYTES - 4
    if inside and at >= BLOCK_BYTES:
        assert check(data).blocks == COUNT
    elif not inside and at % BLOCK_BYTES not in range(8, 16):
        with pytest.raises(Uf2Error):
            check(data)


@given(st.binary(max_size=1600))
def test_any_bytes_are_taken_or_refused(data):
    with pytest.raises(Uf2Error):
        check(data)
