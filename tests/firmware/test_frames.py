"""The firmware's own COBS and framing against PyPI's codec and the program's, on CPython and on MicroPython."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from companion.config import firmware_command, firmware_dir
from companion.device.frame import MAX_PAYLOAD_BYTES, Frame, encode
from tests.firmware.loading import FIRMWARE

frames = FIRMWARE["frames"]
VECTORS = Path(__file__).parents[1] / "fixtures" / "wire" / "frames.json"
# Runs of every length around the block size of COBS.
payloads = st.one_of(
    st.binary(max_size=700),
    st.lists(st.integers(0, 520).map(lambda length: b"\x07" * length + b"\0"), max_size=4).map(b"".join),
    st.integers(250, 1020).map(lambda length: b"\x01" * length),
)


def collect(data: bytes, piece: int = 10**6) -> tuple[list[tuple[int, int, int, bytes]], int]:
    """The frames that the firmware finds, and how much it took for noise."""
    collector, found = frames.Collector(), []
    for start in range(0, len(data), piece):
        collector.take(data[start : start + piece], lambda v, k, s, p: found.append((v, k, s, bytes(p))))
    return found, collector.noise


@given(payloads)
def test_stuffing_is_cobs(data):
    stuffed = bytes(frames.stuff(data))
    assert stuffed[-1:] == b"\0"
    assert 0 not in stuffed[:-1]
    assert cobs.decode(stuffed[:-1]) == data


@given(payloads)
def test_unstuffing_undoes_cobs(data):
    buffer = bytearray(cobs.encode(data))
    size = frames.unstuff(buffer, len(buffer))
    assert bytes(buffer[:size]) == data


@given(st.binary(min_size=1, max_size=300))
def test_what_is_no_cobs_is_refused_as_the_other_codec_does(data):
    buffer = bytearray(data)
    size = frames.unstuff(buffer, len(buffer))
    try:
        expected = cobs.decode(data)
    except cobs.DecodeError:
        # Zeros never reach the firmware's decoder: they end a frame.
        assert size == -1 or 0 in data
    else:
        assert bytes(buffer[:size]) == expected


@given(st.integers(0, 255), st.integers(0, 65535), payloads.filter(lambda p: len(p) <= MAX_PAYLOAD_BYTES))
def test_both_sides_build_the_same_frames(kind, sequence, payload):
    assert bytes(frames.build(kind, sequence, payload)) == encode(Frame(kind, sequence, payload))


@given(payloads.filter(lambda p: len(p) <= MAX_PAYLOAD_BYTES), st.integers(1, 600))
def test_frames_are_found_whatever_the_pieces(payload, piece):
    wire = b"\0" + encode(Frame(3, 258, payload)) + encode(Frame(2, 259))
    assert collect(wire, piece) == ([(3, 3, 258, payload), (3, 2, 259, b"")], 0)


@given(st.lists(st.binary(max_size=300), max_size=6))
def test_noise_is_passed_over_and_the_next_frame_is_found(noise):
    found, _ = collect(b"".join(noise) + b"\0" + encode(Frame(2, 7)))
    assert found[-1] == (3, 2, 7, b"")


def test_endless_rubbish_takes_no_more_room():
    collector = frames.Collector()
    size = len(collector.buffer)
    found = []
    for _ in range(20):
        collector.take(b"\x55" * 1000, lambda *_: None)
    collector.take(b"\0" + encode(Frame(2, 7)), lambda v, k, s, p: found.append(s))
    assert found == [7]
    assert len(collector.buffer) == size
    assert collector.noise == 1


def test_the_largest_frame_fits():
    payload = bytes(range(1, 256)) * 8 + b"\1" * 8
    assert collect(encode(Frame(3, 1, payload)))[0] == [(3, 3, 1, payload)]


ON_THE_INTERPRETER = """
import sys, json
sys.path.insert(0, sys.argv[1])
import frames
for vector in json.load(open(sys.argv[2])):
    payload = bytes(int(vector["payload"][i:i+2], 16) for i in range(0, len(vector["payload"]), 2))
    wire = bytes(int(vector["wire"][i:i+2], 16) for i in range(0, len(vector["wire"]), 2))
    found = []
    frames.Collector().take(wire, lambda v, k, s, p: found.append((v, k, s, bytes(p))))
    assert found == [(vector["version"], vector["kind"], vector["sequence"], payload)], vector["what"]
    if vector["version"] == 3:
        assert bytes(frames.build(vector["kind"], vector["sequence"], payload)) == wire, vector["what"]
print("vectors hold")
"""


def test_vectors_hold_on_micropython(tmp_path):
    command = firmware_command()
    if "heapsize=192k" not in command:
        pytest.fail("no MicroPython is installed: `pip install duet-companion[firmware]`, or Debian's micropython")
    script = tmp_path / "vectors.py"
    script.write_text(ON_THE_INTERPRETER)
    done = subprocess.run(
        [*command[:-1], str(script), str(firmware_dir()), str(VECTORS)], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.returncode) == ("vectors hold", 0), done.stderr
    assert len(json.loads(VECTORS.read_text("utf-8"))) > 10
