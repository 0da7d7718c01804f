"""Camera sources with real files, and how a camera is named."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.vision.camera import find_camera, open_camera
from companion.vision.camera_watch import WatchedCamera

FIXTURES = Path(__file__).parent.parent / "fixtures" / "images"


def picture(path: Path, level: int) -> Path:
    cv2.imwrite(str(path), np.full((40, 60, 3), level, np.uint8))
    return path


def test_a_file_is_shown_as_it_is_now(tmp_path):
    path = picture(tmp_path / "table.png", 10)
    feed = open_camera(f"file:{path}")
    assert feed.frame()[0, 0, 0] == 10
    picture(path, 200)
    assert feed.frame()[0, 0, 0] == feed.still()[0, 0, 0] == 200
    feed.leave()
    feed.close()
    feed.close()


def test_a_folder_steps_through_its_pictures_and_stays_at_the_last(tmp_path):
    for number, level in enumerate((10, 20, 30)):
        picture(tmp_path / f"{number}.png", level)
    (tmp_path / "notes.txt").write_text("no picture")
    feed = open_camera(f"folder:{tmp_path}")
    assert [int(feed.frame()[0, 0, 0]) for _ in range(2)] == [10, 20]
    assert [int(feed.still()[0, 0, 0]) for _ in range(2)] == [30, 30]
    feed.leave()
    feed.close()


def test_a_bare_path_does_as_well(tmp_path):
    path = picture(tmp_path / "table.png", 10)
    assert open_camera(str(path)).frame().shape == (40, 60, 3)
    assert open_camera(str(tmp_path)).frame().shape == (40, 60, 3)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("file:gone.jpg", "gone.jpg: no such file"),
        ("folder:gone", "gone: no such folder"),
        ("gone.jpg", "give file:PICTURE"),
        ("usb:", "give file:PICTURE"),
        ("usb:x", "give file:PICTURE"),
        ("picamera2:1", "give file:PICTURE"),
        ("", "give file:PICTURE"),
    ],
)
def test_what_is_not_there_is_named_in_one_line(spec, told):
    with pytest.raises(CompanionError) as error:
        open_camera(spec)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("spec", "told"), [("usb:97", "usb:97 is not there"), ("picamera2", "camera picamera2")])
def test_a_device_may_be_missing_at_first_and_is_named_when_a_picture_is_asked_for(spec, told):
    feed = open_camera(spec)
    assert isinstance(feed, WatchedCamera)
    with pytest.raises(CompanionError, match=told):
        feed.frame()
    feed.close()


def test_a_folder_without_pictures_is_refused(tmp_path):
    with pytest.raises(CompanionError, match="no picture in it"):
        open_camera(f"folder:{tmp_path}")


def test_a_broken_picture_in_a_folder_is_named(tmp_path):
    (tmp_path / "0.jpg").write_bytes((FIXTURES / "easy.jpg").read_bytes()[:3000])
    with pytest.raises(CompanionError, match=r"0\.jpg"):
        open_camera(f"folder:{tmp_path}").frame()


def test_a_camera_that_is_found_can_be_named():
    found = find_camera()
    assert found is None or found == "picamera2" or found.startswith("usb:")
