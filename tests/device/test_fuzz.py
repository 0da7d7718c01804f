"""Any bytes on any line: no exception but the protocol's own, and no more memory than its page says."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.device.frame import MAX_STUFFED_BYTES, Frame, FrameDecoder, encode
from companion.device.messages import Kind
from companion.simulator.turing import TuringMonitor
from tests.device import fuzz_targets
from tests.device.fuzz_targets import TARGETS

SLOW = ("firmware_link",)
LIMIT_BYTES = 16 * 1024
"""What a decoder may hold at once at most: one frame, its copy without COBS, the pieces of one read, Python's own."""
frame_kinds = st.one_of(st.sampled_from([*Kind]).map(int), st.integers(0, 255))
orders = st.tuples(frame_kinds, st.binary(min_size=3, max_size=3), st.binary(max_size=60)).map(
    lambda parts: bytes((parts[0],)) + parts[1] + parts[2]
)
lines = st.one_of(
    st.binary(max_size=400),
    st.lists(orders, max_size=12).map(b"".join),
    st.lists(st.binary(max_size=40).map(lambda p: encode(Frame(3, 1, p))), max_size=6).map(b"".join),
)


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_no_bytes_lead_to_an_exception(name):
    tried: list[bytes] = []

    @settings(max_examples=12 if name in SLOW else 60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(lines)
    def fuzz(data: bytes) -> None:
        TARGETS[name](data)
        tried.append(data)

    fuzz()
    assert len(tried) >= 12


def test_a_target_can_fail(monkeypatch):
    monkeypatch.setattr(fuzz_targets, "MOST_SAID", 0)
    with pytest.raises(AssertionError):
        TARGETS["monitor"](b"\x00abc")


@pytest.mark.parametrize("rubbish", [b"\xff" * 4096, random.Random(1).randbytes(4096), b"\1" * 4096, b"\0" * 4096])
def test_endless_rubbish_takes_no_more_than_a_frame(rubbish):
    decoder = FrameDecoder()
    list(decoder.feed(rubbish))
    tracemalloc.start()
    try:
        for _ in range(12):
            for _ in decoder.feed(rubbish):
                pass
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < MAX_STUFFED_BYTES + 2048
    # A read of zeros alone falls into 4096 pieces, the list of which takes eight bytes for each.
    assert most < LIMIT_BYTES + 8 * rubbish.count(0) * 2
    assert list(decoder.feed(b"\0" + encode(Frame(1, 2)))) == [Frame(1, 2)]


def test_a_monitor_that_restarts_keeps_nothing_of_what_comes_meanwhile():
    monitor = TuringMonitor()
    monitor.feed(bytes(5) + bytes((101,)))
    assert monitor.restarting
    monitor.feed(bytes(100_000))
    assert not monitor._said
