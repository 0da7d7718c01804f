"""Camera sources with real files, and the Raspberry Pi's camera by a stand-in that refuses what the library refuses."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.vision.camera import PiCamera, UsbCamera, _usb_number, find_camera, open_camera

FIXTURES = Path(__file__).parent.parent / "fixtures" / "images"


def picture(path: Path, level: int) -> Path:
    cv2.imwrite(str(path), np.full((40, 60, 3), level, np.uint8))
    return path


class PiLibrary:
    """A Picamera2 object as far as it is used: in the right order only, in its own colour order."""

    def __init__(self, level: int = 90, fails_at: str = "", lens: bool = True) -> None:
        self._level, self._fails_at = level, fails_at
        self.camera_controls = {"AfMode": (0, 2, 0)} if lens else {}
        self.configured = self.started = self.focused = self.closed = False

    def create_video_configuration(self, main: dict) -> dict:
        return {"main": main}

    def configure(self, configuration: dict) -> None:
        self._fail("configure")
        if configuration["main"]["format"] != "RGB888":
            raise RuntimeError("the arrays would not be blue, green, red")
        self.configured = True

    def start(self) -> None:
        self._fail("start")
        if not self.configured:
            raise RuntimeError("Camera must be configured before starting")
        self.started = True

    def autofocus_cycle(self) -> None:
        if not self.camera_controls:
            raise RuntimeError("no such control")
        self.focused = True

    def capture_array(self, stream: str) -> np.ndarray:
        self._fail("capture")
        if not self.started or stream != "main":
            raise RuntimeError("Camera has not been started")
        return np.full((40, 60, 3), self._level, np.uint8)

    def close(self) -> None:
        self.closed = True

    def _fail(self, step: str) -> None:
        if step == self._fails_at:
            raise RuntimeError(f"{step} failed")


def test_a_file_is_shown_as_it_is_now(tmp_path):
    path = picture(tmp_path / "table.png", 10)
    feed = open_camera(f"file:{path}")
    assert feed.frame()[0, 0, 0] == 10
    picture(path, 200)
    assert feed.frame()[0, 0, 0] == 200
    feed.close()
    feed.close()


def test_a_folder_steps_through_its_pictures_and_stays_at_the_last(tmp_path):
    for number, level in enumerate((10, 20, 30)):
        picture(tmp_path / f"{number}.png", level)
    (tmp_path / "notes.txt").write_text("no picture")
    feed = open_camera(f"folder:{tmp_path}")
    assert [int(feed.frame()[0, 0, 0]) for _ in range(5)] == [10, 20, 30, 30, 30]


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
        ("usb:97", "usb:97 is not there"),
        ("picamera2:1", "give file:PICTURE"),
        ("", "give file:PICTURE"),
    ],
)
def test_what_is_not_there_is_named_in_one_line(spec, told):
    with pytest.raises(CompanionError) as error:
        open_camera(spec)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_folder_without_pictures_is_refused(tmp_path):
    with pytest.raises(CompanionError, match="no picture in it"):
        open_camera(f"folder:{tmp_path}")


def test_a_broken_picture_in_a_folder_is_named(tmp_path):
    (tmp_path / "0.jpg").write_bytes((FIXTURES / "easy.jpg").read_bytes()[:3000])
    with pytest.raises(CompanionError, match=r"0\.jpg"):
        open_camera(f"folder:{tmp_path}").frame()


def test_the_pi_camera_focuses_once_and_gives_pictures():
    library = PiLibrary()
    camera = PiCamera(lambda: library)
    assert library.focused
    assert camera.frame().shape == (40, 60, 3)
    camera.close()
    camera.close()
    assert library.closed
    with pytest.raises(CompanionError, match="closed"):
        camera.frame()


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


def test_a_pi_camera_that_vanishes_is_explained():
    camera = PiCamera(lambda: PiLibrary(fails_at="capture"))
    with pytest.raises(CompanionError, match="ribbon cable"):
        camera.frame()


def test_black_is_no_picture():
    camera = PiCamera(lambda: PiLibrary(level=0))
    with pytest.raises(CompanionError, match="sees black"):
        camera.frame()


def test_the_stand_in_of_the_library_refuses_what_the_library_refuses():
    with pytest.raises(RuntimeError, match="configured"):
        PiLibrary().start()
    with pytest.raises(RuntimeError, match="started"):
        PiLibrary().capture_array("main")
    with pytest.raises(RuntimeError, match="blue, green, red"):
        PiLibrary().configure({"main": {"format": "BGR888"}})
    with pytest.raises(RuntimeError, match="no such control"):
        PiLibrary(lens=False).autofocus_cycle()


def test_only_the_picture_entry_of_a_usb_device_counts_as_a_camera(tmp_path):
    entries = {
        "video0": ("soc/codec", "0"),
        "video2": ("usb1/1-1", "1"),
        "video3": ("usb1/1-1", "0"),
        "video9": ("usb2", "0"),
    }
    for name, (bus, index) in entries.items():
        (tmp_path / "bus" / bus).mkdir(parents=True, exist_ok=True)
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "device").symlink_to(tmp_path / "bus" / bus)
        (tmp_path / "class" / name / "index").write_text(f"{index}\n")
    assert _usb_number(tmp_path / "class") == 3
    assert _usb_number(tmp_path / "nothing") is None


def test_a_camera_that_is_found_can_be_named():
    found = find_camera()
    assert found is None or found == "picamera2" or found.startswith("usb:")


def test_a_camera_number_without_a_device_says_to_plug_it_in():
    with pytest.raises(CompanionError, match="plug it in"):
        UsbCamera(98)
