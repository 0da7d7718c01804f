"""Devices by stand-ins that refuse what libraries and hardware refuse: sizes, focus, who holds them, numbers."""

from __future__ import annotations

import cv2
import pytest

from companion.errors import CompanionError
from companion.vision.camera_devices import PiCamera, UsbCamera, UsbPlug, usb_numbers
from tests.vision.camera_stand_ins import Capture, PiLibrary, system_with


@pytest.fixture
def captures():
    """All captures that were opened, in order."""
    opened: list[Capture] = []

    def connect(number: int, **settings) -> Capture:
        opened.append(Capture(number, **settings))
        return opened[-1]

    connect.opened = opened
    yield connect
    for capture in opened:
        capture.release()
    assert Capture.held == set()


# --- on USB ----------------------------------------------------------------------------------------------------------


def test_a_usb_camera_gives_pictures_of_the_size_for_reading(captures):
    camera = UsbCamera(3, captures)
    assert camera.frame().shape == (1080, 1920, 3)
    camera.leave()
    camera.close()
    camera.close()


def test_a_still_is_of_the_largest_size_and_well_exposed_and_the_live_size_comes_back(captures):
    camera = UsbCamera(3, captures)
    still = camera.still()
    assert still.shape == (1944, 2592, 3)
    assert still.max() == 90
    assert camera.frame().shape == (1080, 1920, 3)


def test_a_camera_without_a_larger_size_takes_its_stills_as_they_come(captures):
    camera = UsbCamera(3, lambda number: captures(number, sizes=((640, 480), (1280, 720))))
    assert [camera.still().shape for _ in range(2)] == [(720, 1280, 3)] * 2
    assert len(captures.opened[0].asked) == 4  # after the first it is known


def test_a_usb_camera_in_use_is_explained(captures):
    UsbCamera(3, captures)
    with pytest.raises(CompanionError, match="close other programs"):
        UsbCamera(3, captures)


def test_a_usb_camera_that_is_unplugged_is_explained_also_in_the_midst_of_a_still(captures):
    camera = UsbCamera(3, captures)
    captures.opened[0].plugged = False
    for take in (camera.frame, camera.still):
        with pytest.raises(CompanionError, match="check its cable"):
            take()


def test_a_camera_number_without_a_device_says_to_plug_it_in():
    with pytest.raises(CompanionError, match="plug it in"):
        UsbCamera(98)


def test_a_camera_that_comes_back_under_another_number_is_found_again(tmp_path, captures):
    folder = system_with(
        tmp_path, video0="usb1/1-1 0 Good Camera", video1="usb1/1-1 1 Good Camera", video2="usb1/1-2 0 Other"
    )
    plug = UsbPlug(0, folder, captures)
    plug().close()
    for entry in ("video0", "video1"):
        (folder / entry / "name").unlink()
    plug().close()  # it is not there: the number is tried as it was
    system_with(tmp_path, video5="usb1/1-1 0 Good Camera", video6="usb1/1-1 1 Good Camera")
    plug().close()
    (folder / "video5" / "name").write_text("Other")
    plug().close()
    assert [capture.number for capture in captures.opened] == [0, 0, 5, 5]


def test_only_the_picture_entry_of_a_usb_device_counts_as_a_camera(tmp_path):
    folder = system_with(
        tmp_path, video0="soc/codec 0 Codec", video2="usb1/1-1 1 One", video3="usb1/1-1 0 One", video9="usb2 0 Two"
    )
    assert usb_numbers(folder) == [3, 9]
    assert usb_numbers(tmp_path / "nothing") == []


# --- the Pi's own ----------------------------------------------------------------------------------------------------


def test_the_pi_camera_focuses_once_and_gives_pictures():
    library = PiLibrary()
    camera = PiCamera(lambda: library)
    assert library.focused
    assert camera.frame().shape == (1296, 2304, 3)
    camera.leave()
    camera.close()
    camera.close()
    assert library.closed
    with pytest.raises(CompanionError, match="closed"):
        camera.frame()


@pytest.mark.parametrize(
    ("sensor_px", "still_px"),
    [((4608, 2592), (4608, 2592)), ((3280, 2464), (3280, 1844)), ((2304, 1296), (2304, 1296))],
)
def test_a_still_of_the_pi_camera_has_the_full_size_of_its_sensor_and_the_shape_of_the_live_picture(
    sensor_px, still_px
):
    camera = PiCamera(lambda: PiLibrary(sensor_px=sensor_px))
    assert camera.still().shape == (still_px[1], still_px[0], 3)
    assert camera.frame().shape == (1296, 2304, 3)


def test_a_pi_camera_without_a_lens_motor_is_not_focused():
    library = PiLibrary(lens=False)
    assert PiCamera(lambda: library).frame().any()
    assert not library.focused


@pytest.mark.parametrize("step", ["configure", "start"])
def test_a_pi_camera_in_use_is_explained_and_let_go(step):
    library = PiLibrary(fails_at=step)
    with pytest.raises(CompanionError, match="other programs must not use it"):
        PiCamera(lambda: library)
    assert library.closed


@pytest.mark.parametrize("step", ["capture", "still"])
def test_a_pi_camera_that_vanishes_is_explained(step):
    camera = PiCamera(lambda: PiLibrary(fails_at=step))
    with pytest.raises(CompanionError, match="ribbon cable"):
        (camera.still if step == "still" else camera.frame)()


# --- the stand-ins ---------------------------------------------------------------------------------------------------


def test_the_stand_in_of_the_library_refuses_what_the_library_refuses():
    with pytest.raises(RuntimeError, match="configured"):
        PiLibrary().start()
    with pytest.raises(RuntimeError, match="started"):
        PiLibrary().capture_array("main")
    with pytest.raises(RuntimeError, match="blue, green, red"):
        PiLibrary().configure({"main": {"format": "BGR888", "size": (2, 2)}})
    with pytest.raises(RuntimeError, match="no such control"):
        PiLibrary(lens=False).autofocus_cycle()
    with pytest.raises(RuntimeError, match="larger than the sensor"):
        PiLibrary().create_still_configuration({"size": (9000, 20), "format": "RGB888"})
    with pytest.raises(RuntimeError, match="odd"):
        PiLibrary().create_still_configuration({"size": (21, 20), "format": "RGB888"})


def test_the_stand_in_of_a_capture_refuses_what_the_hardware_refuses(captures):
    one, other = captures(7), captures(7)
    assert (one.isOpened(), other.isOpened()) == (True, False)
    assert other.read() == (False, None)
    with pytest.raises(AssertionError, match="not open"):
        other.set(cv2.CAP_PROP_FRAME_WIDTH, 640)
    one.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
    one.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
    assert one.read()[1].max() == 20  # the first picture after a change of size is dark
    assert one.read()[1].max() == 90
    one.plugged = False
    assert one.read() == (False, None)
