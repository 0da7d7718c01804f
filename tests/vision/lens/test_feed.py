"""A live camera with a profile: straightened, held, and used as it comes where the profile does not hold."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.vision.camera import PictureFile, device_name, handed_over
from companion.vision.camera_watch import WatchedCamera
from companion.vision.lens.feed import StraightFeed
from companion.vision.lens.held import Held
from companion.vision.lens.light import EVERY
from companion.vision.lens.picture import lines_of, most_bent_px
from companion.vision.lens.store import profile_file, profile_of_device, save_profile
from companion.vision.lens.use import Opening, open_with_profile
from companion.vision.lens.view import view_of
from tests.vision.camera_stand_ins import system_with
from tests.vision.lens.devices import TableCamera, UsbDriver
from tests.vision.lens.held_up import LENS, pictures
from tests.vision.lens.test_store import PROFILE

KNOWN = replace(PROFILE, focal_px=LENS.focal_px, centre_px=LENS.centre_px, distortion=LENS.distortion)


def bent_px(picture: np.ndarray) -> float:
    view = view_of(picture)
    return most_bent_px(view.corners, lines_of(view))


def test_every_picture_is_straightened():
    said: list[str] = []
    feed = StraightFeed(TableCamera([pictures()[0]]), KNOWN, said.append)
    assert bent_px(pictures()[0]) > 3
    assert bent_px(feed.frame()) < 0.5
    assert said == []


def test_larger_and_smaller_pictures_of_the_same_shape_are_straightened_too():
    feed = StraightFeed(TableCamera([pictures()[0]]), KNOWN, lambda _: None)
    still = feed.still()
    assert still.shape == (1440, 2560, 3)
    assert bent_px(still) < 1.0
    small = cv2.resize(pictures()[0], (960, 540), interpolation=cv2.INTER_AREA)
    assert bent_px(StraightFeed(TableCamera([small]), KNOWN, lambda _: None).frame()) < 0.5


def test_pictures_of_another_shape_are_used_as_they_come_and_it_is_said_once():
    said: list[str] = []
    other = pictures()[0][:, :960]
    feed = StraightFeed(TableCamera([other]), KNOWN, said.append)
    assert (feed.frame() == other).all()
    feed.frame()
    assert len(said) == 1
    assert "is for pictures of 1280 x 720, these have 960 x 720" in said[0]


class SquareStills(TableCamera):
    """Its large pictures have another shape than its live ones."""

    def still(self) -> np.ndarray:
        return np.zeros((1944, 2592, 3), np.uint8)


def test_a_large_picture_of_another_shape_is_not_mixed_with_straightened_ones():
    said: list[str] = []
    feed = StraightFeed(SquareStills([pictures()[0]]), KNOWN, said.append)
    assert feed.still().shape == (720, 1280, 3)
    assert said == []


def test_leaving_and_closing_reach_the_camera():
    camera = TableCamera([pictures()[0]])
    feed = StraightFeed(camera, KNOWN, lambda _: None)
    feed.leave()
    feed.close()
    assert camera.left and camera.closed


def test_an_opened_camera_is_held_as_the_profile_says():
    said: list[str] = []
    driver = UsbDriver()
    opening = Opening(KNOWN, said.append)
    opening(TableCamera([pictures()[0]], driver=driver))
    assert opening.is_that_camera()
    assert driver.values[cv2.CAP_PROP_FOCUS] == 40.0 and driver.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert said == []


DARK, BLINDING = (np.full((720, 1280, 3), level, np.uint8) for level in (20, 254))


@pytest.mark.parametrize("other_light", [DARK, BLINDING])
def test_in_other_light_the_camera_sets_its_exposure_by_itself_again_and_keeps_its_focus(other_light):
    said: list[str] = []
    driver = UsbDriver()
    feed = Opening(KNOWN, said.append)(TableCamera([pictures()[0]] * EVERY + [other_light], driver=driver))
    for _ in range(EVERY):
        feed.frame()
    assert driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    for _ in range(3 * EVERY):
        feed.frame()
    assert driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert driver.values[cv2.CAP_PROP_AUTO_WB] == 1.0
    assert driver.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert said == ["the light is not that in which usb:0 was calibrated: it sets its exposure by itself"]


def test_a_held_camera_is_still_a_camera():
    camera = TableCamera([pictures()[0]])
    feed = Opening(KNOWN, lambda _: None)(camera)
    assert feed.still().shape == (1440, 2560, 3)
    feed.leave()
    feed.close()
    assert camera.left and camera.closed


def test_what_the_camera_refuses_is_said_once():
    said: list[str] = []
    opening = Opening(replace(KNOWN, held=Held(focus=40.0)), said.append)
    for _ in range(2):
        opening(TableCamera([], driver=UsbDriver(without=[cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS])))
    assert said == ["usb:0 does not hold its focus (no such control): it sets that by itself"]


def test_another_camera_under_the_same_number_is_neither_held_nor_straightened():
    said: list[str] = []
    driver = UsbDriver()
    camera = TableCamera([pictures()[0]], device="Other", driver=driver)
    opening = Opening(KNOWN, said.append)
    opening(camera)
    feed = StraightFeed(camera, KNOWN, said.append, opening.is_that_camera)
    assert (feed.frame() == pictures()[0]).all()
    assert feed.still().shape == (1440, 2560, 3)
    assert driver.values[cv2.CAP_PROP_AUTOFOCUS] == 1.0
    assert len(said) == 1 and "made with Cam 3, this is Other" in said[0]
    opening(TableCamera([], device="Cam 3"))
    assert bent_px(feed.frame()) < 0.5


def test_a_profile_from_files_holds_for_whatever_camera_is_named_so():
    opening = Opening(replace(KNOWN, device=""), lambda _: None)
    opening(TableCamera([], device="Anything"))
    assert opening.is_that_camera()


def test_with_a_profile_the_camera_is_wrapped_and_without_it_is_not(tmp_path):
    assert isinstance(open_with_profile("usb:98", tmp_path, lambda _: None), WatchedCamera)
    save_profile(profile_file(tmp_path, "usb:98"), KNOWN)
    feed = open_with_profile("usb:98", tmp_path, lambda _: None)
    assert isinstance(feed, StraightFeed)
    with pytest.raises(CompanionError, match="plug it in"):
        feed.frame()
    feed.close()


def test_a_camera_is_known_by_its_name_under_another_number(tmp_path):
    save_profile(profile_file(tmp_path, "usb:0"), KNOWN)
    (tmp_path / "lenses" / "a.json").write_text("{")
    opened = [
        open_with_profile("usb:98", tmp_path, print, lambda _, name=name: name) for name in ("Cam 3", "Other", "")
    ]
    assert [type(feed) for feed in opened] == [StraightFeed, WatchedCamera, WatchedCamera]


def test_the_camera_that_took_the_number_of_another_gets_its_own_profile(tmp_path):
    save_profile(profile_file(tmp_path, "usb:98"), replace(KNOWN, device="Other"))
    save_profile(profile_file(tmp_path, "usb:97"), KNOWN)
    assert profile_of_device(tmp_path, "Cam 3") == KNOWN
    said: list[str] = []
    feed = open_with_profile("usb:98", tmp_path, said.append, lambda _: "Cam 3")
    assert isinstance(feed, StraightFeed)
    assert said == []


def test_the_name_of_a_usb_camera_is_known_before_it_is_opened(tmp_path):
    folder = system_with(tmp_path, video4="usb1/1-1 0 Maker Model")
    assert device_name("usb:4", folder) == "Maker Model"
    assert [device_name(spec, folder) for spec in ("usb:5", "usb:x", "picamera2", "file:usb:4")] == [""] * 4


def test_picture_files_are_never_straightened(tmp_path):
    target = tmp_path / "table.png"
    cv2.imwrite(str(target), pictures()[0])
    assert isinstance(open_with_profile(f"file:{target}", tmp_path, lambda _: None), PictureFile)


def test_a_damaged_profile_keeps_no_camera_from_being_opened(tmp_path):
    file = profile_file(tmp_path, "usb:98")
    file.parent.mkdir()
    file.write_text("{")
    said: list[str] = []
    feed = open_with_profile("usb:98", tmp_path, said.append)
    assert isinstance(feed, WatchedCamera)
    assert len(said) == 1
    feed.close()


def test_a_device_is_handed_over_each_time_it_was_opened():
    opened: list[str] = []

    def on_open(device):
        opened.append(device.device)
        return device

    connect = handed_over(lambda: TableCamera([pictures()[0]]), on_open)
    feed = WatchedCamera("camera usb:97", connect)
    assert opened == []
    assert (feed.frame() == pictures()[0]).all()
    assert opened == ["Cam 3"]
    feed.close()


def test_a_device_that_cannot_be_held_is_let_go():
    camera = TableCamera([pictures()[0]])

    def vanished(_) -> None:
        raise CompanionError("camera picamera2 gives no picture")

    with pytest.raises(CompanionError, match="gives no picture"):
        handed_over(lambda: camera, vanished)()
    assert camera.closed
