"""A camera that hangs, is busy, shows black or vanishes holds nobody up and comes back."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.simulator.faults import Fault, FaultyCamera
from companion.vision.camera_watch import MOST_LEFT_BEHIND, WatchedCamera, left_behind

SHORT_S = 0.15


class Pictures:
    """Grey pictures, each a little brighter than the one before."""

    def __init__(self) -> None:
        self.taken = 0

    def frame(self):
        self.taken += 1
        return np.full((40, 60, 3), 50 + self.taken, np.uint8)


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def device():
    device = FaultyCamera(Pictures())
    yield device
    device.fault = Fault.NONE


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def camera(device, clock):
    camera = WatchedCamera("camera virtual", device.connect, SHORT_S, 10.0, clock)
    yield camera
    device.fault = Fault.NONE
    camera.close()
    wait_until(lambda: not camera.left_behind)


def wait_until(holds, timeout_s=10.0):
    end, pause = time.monotonic() + timeout_s, threading.Event()
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        pause.wait(0.005)


def refused(camera) -> str:
    with pytest.raises(CompanionError) as error:
        camera.frame()
    return str(error.value)


def test_nothing_is_opened_before_the_first_picture(camera, device):
    assert device.opened == 0
    assert camera.frame()[0, 0, 0] == 51
    assert camera.still()[0, 0, 0] == 52
    assert device.opened == 1


def test_a_camera_that_hangs_is_not_waited_for_and_goes_on_when_it_comes_back(camera, device):
    camera.frame()
    device.fault = Fault.HANGS
    begun = time.monotonic()
    assert refused(camera) == "camera virtual does not answer: check its cable, or plug it in again"
    assert "does not answer" in refused(camera)
    assert time.monotonic() - begun < 20 * SHORT_S
    assert device.hanging == 1
    device.fault = Fault.NONE
    assert camera.frame()[0, 0, 0] == 53  # 52 is the old one that was waited for in vain
    assert device.opened == 1


def test_a_camera_that_hangs_too_long_is_opened_anew_by_another_thread(camera, device, clock):
    device.fault = Fault.HANGS
    refused(camera)
    clock.seconds += 11
    refused(camera)
    assert (camera.left_behind, device.hanging) == (1, 2)
    device.fault = Fault.NONE
    assert camera.frame().any()
    wait_until(lambda: not camera.left_behind)
    assert device.most_handles <= 2


def test_not_more_than_a_few_threads_are_left_behind(camera, device, clock):
    device.fault = Fault.HANGS
    for _ in range(3 * MOST_LEFT_BEHIND):
        refused(camera)
        clock.seconds += 11
    assert camera.left_behind == MOST_LEFT_BEHIND
    assert device.hanging == MOST_LEFT_BEHIND + 1


def test_a_camera_in_use_is_said_and_opened_when_it_is_free(camera, device):
    device.fault = Fault.BUSY
    assert "close other programs" in refused(camera)
    device.fault = Fault.NONE
    assert camera.frame().any()


def test_black_is_no_picture(camera, device):
    device.fault = Fault.BLACK
    assert refused(camera) == "camera virtual sees black: take off the lens cap and give light"
    device.fault = Fault.NONE
    assert camera.frame().any()


def test_a_camera_that_is_unplugged_is_opened_anew_when_it_is_back(camera, device):
    camera.frame()
    device.fault = Fault.GONE
    assert "plug it in" in refused(camera)
    device.fault = Fault.NONE
    assert camera.frame().any()
    assert device.opened == 2


def test_unplugged_and_plugged_in_between_two_pictures_costs_one(camera, device):
    camera.frame()
    device.fault = Fault.GONE
    device.fault = Fault.NONE
    assert "unplugged" in refused(camera)
    assert camera.frame().any()


def test_an_error_of_the_library_is_one_line(clock):
    class Broken:
        def frame(self):
            raise RuntimeError("could not\nread")

        def close(self):
            pass

    camera = WatchedCamera("camera virtual", Broken, SHORT_S, 10.0, clock)
    assert refused(camera) == "camera virtual failed (RuntimeError): plug it in again"
    camera.close()


def test_whoever_leaves_does_not_wait_for_a_camera_that_hangs(device):
    camera, heard = WatchedCamera("camera virtual", device.connect, 50.0), []
    device.fault = Fault.HANGS
    waiting = threading.Thread(target=lambda: heard.append(refused(camera)))
    waiting.start()
    wait_until(lambda: device.hanging)
    camera.leave()
    waiting.join(10)
    assert heard == ["camera virtual does not answer: check its cable, or plug it in again"]
    begun = time.monotonic()
    camera.close()
    camera.close()
    assert time.monotonic() - begun < 5
    assert camera.left_behind == 1
    assert left_behind()
    device.fault = Fault.NONE
    wait_until(lambda: not camera.left_behind)
    assert not left_behind()


def test_closing_a_camera_that_works_ends_its_thread_and_lets_the_device_go(device):
    camera = WatchedCamera("camera virtual", device.connect)
    camera.frame()
    camera.close()
    assert camera.left_behind == 0
    assert FaultyCamera.connect(device).frame().any()
    assert device.most_handles == 1
