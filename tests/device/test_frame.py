"""Frames: one table of vectors both ways, the decoder fed in every way a line can bring bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.device.frame import MAX_PAYLOAD_BYTES, MAX_STUFFED_BYTES, Frame, FrameDecoder, decode, encode

VECTORS = json.loads((Path(__file__).parent.parent / "fixtures" / "wire" / "frames.json").read_text("utf-8"))
frames = st.builds(
    Frame,
    kind=st.integers(0, 255),
    sequence=st.integers(0, 65535),
    payload=st.one_of(st.binary(max_size=600), st.integers(0, MAX_PAYLOAD_BYTES).map(bytes)),
    version=st.integers(0, 255),
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_vectors_hold_both_ways(vector):
    frame = Frame(vector["kind"], vector["sequence"], bytes.fromhex(vector["payload"]), vector["version"])
    wire = bytes.fromhex(vector["wire"])
    assert encode(frame) == wire
    assert list(FrameDecoder().feed(wire)) == [frame]


@given(st.lists(frames, max_size=5), st.integers(1, 700))
def test_every_frame_arrives_whatever_the_pieces(sent, piece):
    wire = b"".join(encode(frame) for frame in sent)
    decoder = FrameDecoder()
    pieces = [wire[start : start + piece] for start in range(0, len(wire), piece)]
    assert [frame for part in pieces for frame in decoder.feed(part)] == sent
    assert decoder.noise == 0


@given(frames)
def test_one_byte_at_a_time(frame):
    decoder = FrameDecoder()
    assert [got for value in encode(frame) for got in decoder.feed(bytes((value,)))] == [frame]


@given(st.lists(st.binary(max_size=300), max_size=8), frames)
def test_noise_never_becomes_an_error_and_the_next_frame_is_found(noise, frame):
    decoder = FrameDecoder()
    for part in noise:
        list(decoder.feed(part))
    list(decoder.feed(b"\0"))
    assert list(decoder.feed(encode(frame))) == [frame]


@given(frames, st.data())
def test_a_flipped_bit_is_noticed(frame, data):
    wire = bytearray(encode(frame))
    place = data.draw(st.integers(0, len(wire) - 2))
    wire[place] ^= 1 << data.draw(st.integers(0, 7))
    assert frame not in list(FrameDecoder().feed(bytes(wire)))


@settings(max_examples=20)
@given(st.integers(1, 40))
def test_endless_rubbish_takes_no_more_memory_than_a_frame(kilobytes):
    decoder = FrameDecoder()
    for _ in range(kilobytes):
        list(decoder.feed(b"\xff" * 1024))
        assert decoder.held_bytes <= MAX_STUFFED_BYTES
    assert list(decoder.feed(b"\0" + encode(Frame(1, 2)))) == [Frame(1, 2)]
    assert decoder.noise == 1


def test_the_largest_frame_fits_and_a_larger_one_is_refused():
    largest = Frame(3, 65535, bytes(range(1, 256)) * 8 + bytes(8))
    assert len(largest.payload) == MAX_PAYLOAD_BYTES
    assert len(encode(largest)) <= MAX_STUFFED_BYTES + 1
    assert list(FrameDecoder().feed(encode(largest))) == [largest]
    with pytest.raises(ValueError, match="a frame holds 2048"):
        encode(Frame(3, 0, bytes(MAX_PAYLOAD_BYTES + 1)))


@pytest.mark.parametrize("stuffed", [b"", b"\x05\x01\x02", b"\x02\x01", b"\x09\x01\x02\x03\x04\x05\x06\x07\x08"])
def test_what_is_no_frame_is_none(stuffed):
    assert decode(stuffed) is None


def test_text_form_shows_no_payload():
    assert repr(Frame(3, 7, b"secret")) == "Frame(kind=0x03, sequence=7, 6 bytes)"
