"""The virtual camera's faults are those of real cameras."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.simulator.faults import Fault, FaultyCamera


class Grey:
    def frame(self):
        return np.full((4, 6, 3), 90, np.uint8)


@pytest.fixture
def camera():
    camera = FaultyCamera(Grey())
    yield camera
    camera.fault = Fault.NONE


def test_without_a_fault_it_gives_pictures(camera):
    handle = camera.connect()
    assert handle.frame().max() == handle.still().max() == 90
    handle.leave()
    handle.close()
    handle.close()
    with pytest.raises(CompanionError, match="closed"):
        handle.frame()


def test_black_is_black(camera):
    camera.fault = Fault.BLACK
    assert camera.connect().frame().max() == 0


@pytest.mark.parametrize(("fault", "told"), [(Fault.BUSY, "close other programs"), (Fault.GONE, "plug it in")])
def test_busy_or_gone_it_can_neither_be_opened_nor_asked(camera, fault, told):
    handle = camera.connect()
    camera.fault = fault
    for ask in (handle.frame, camera.connect):
        with pytest.raises(CompanionError, match=told):
            ask()


def test_a_handle_from_before_the_camera_was_unplugged_stays_dead(camera):
    handle = camera.connect()
    camera.fault = Fault.GONE
    camera.fault = Fault.NONE
    with pytest.raises(CompanionError, match="unplugged"):
        handle.frame()
    assert camera.connect().frame().any()


def test_a_call_that_hangs_returns_when_the_fault_is_over(camera):
    handle, heard = camera.connect(), []
    camera.fault = Fault.HANGS
    waiting = threading.Thread(target=lambda: heard.append(handle.frame()))
    waiting.start()
    waiting.join(0.1)
    assert (heard, camera.hanging) == ([], 1)
    camera.fault = Fault.NONE
    waiting.join(10)
    assert (heard[0].max(), camera.hanging) == (90, 0)


def test_how_many_handles_are_open_at_once_is_counted(camera):
    one = camera.connect()
    camera.connect().close()
    one.close()
    camera.connect()
    assert (camera.opened, camera.most_handles) == (3, 2)
