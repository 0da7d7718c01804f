"""Cameras of metal, by stand-ins that refuse what the libraries and the hardware refuse."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np

SENSOR_PX = (4608, 2592)


class PiLibrary:
    """A Picamera2 object as far as it is used: in the right order only, in its own colour order."""

    def __init__(
        self, level: int = 90, fails_at: str = "", lens: bool = True, sensor_px: tuple[int, int] = SENSOR_PX
    ) -> None:
        self._level, self._fails_at = level, fails_at
        self.sensor_resolution = sensor_px
        self.camera_controls = {"AfMode": (0, 2, 0)} if lens else {}
        self.configured = self.started = self.focused = self.closed = False
        self._live_px = (0, 0)

    def create_video_configuration(self, main: dict) -> dict:
        return {"use": "video", "main": main}

    def create_still_configuration(self, main: dict) -> dict:
        if main["size"][0] > self.sensor_resolution[0] or main["size"][1] > self.sensor_resolution[1]:
            raise RuntimeError("larger than the sensor")
        if main["size"][0] % 2 or main["size"][1] % 2:
            raise RuntimeError("odd sizes are not to be had")
        return {"use": "still", "main": main}

    def configure(self, configuration: dict) -> None:
        self._fail("configure")
        self._check(configuration)
        self.configured, self._live_px = True, configuration["main"]["size"]

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
        return self._picture(stream, self._live_px)

    def switch_mode_and_capture_array(self, configuration: dict, stream: str) -> np.ndarray:
        self._fail("still")
        self._check(configuration)
        return self._picture(stream, configuration["main"]["size"])

    def close(self) -> None:
        self.closed = True

    def _picture(self, stream: str, size_px: tuple[int, int]) -> np.ndarray:
        if not self.started or stream != "main":
            raise RuntimeError("Camera has not been started")
        return np.full((size_px[1], size_px[0], 3), self._level, np.uint8)

    @staticmethod
    def _check(configuration: dict) -> None:
        if configuration["main"]["format"] != "RGB888":
            raise RuntimeError("the arrays would not be blue, green, red")

    def _fail(self, step: str) -> None:
        if step == self._fails_at:
            raise RuntimeError(f"{step} failed")


class Capture:
    """A ``cv2.VideoCapture`` over a USB camera: it takes the nearest size that it has, and only one program at a time.

    Set ``plugged`` to false and it gives no more pictures, for good: a handle does not come back to life.
    """

    held: ClassVar[set[int]] = set()

    def __init__(self, number: int, sizes=((640, 480), (1920, 1080), (2592, 1944))) -> None:
        self.number, self._sizes = number, sizes
        self._size_px = sizes[0]
        self._wished = [0.0, 0.0]
        self.asked: list[tuple[int, int]] = []
        self.plugged = True
        self._open = number not in Capture.held
        self._stale = 0
        if self._open:
            Capture.held.add(number)

    def isOpened(self) -> bool:
        return self._open

    def set(self, what: int, value: float) -> bool:
        if not self._open:
            raise AssertionError("a capture that is not open was set")
        if what not in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            return True
        self._wished[what == cv2.CAP_PROP_FRAME_HEIGHT] = value
        width, height = self._wished
        before = self._size_px
        self._size_px = min(self._sizes, key=lambda size: abs(size[0] - width) + abs(size[1] - height))
        self._stale = 1 if self._size_px != before else self._stale
        return True

    def get(self, what: int) -> float:
        return float(self._size_px[what == cv2.CAP_PROP_FRAME_HEIGHT])

    def read(self) -> tuple[bool, np.ndarray | None]:
        if not self._open or not self.plugged:
            return False, None
        width, height = self._size_px
        level = 20 if self._stale else 90  # after a change of size the exposure has to settle
        self._stale = max(0, self._stale - 1)
        self.asked.append(self._size_px)
        return True, np.full((height, width, 3), level, np.uint8)

    def release(self) -> None:
        if self._open:
            Capture.held.discard(self.number)
        self._open = False


def system_with(folder: Path, **devices: str) -> Path:
    """The system's list of video devices: ``video3="usb1/1-1 0 Maker Model"`` is bus, index and name."""
    for name, entry in devices.items():
        bus, index, maker = entry.split(" ", 2)
        (folder / "bus" / bus).mkdir(parents=True, exist_ok=True)
        (folder / "class" / name).mkdir(parents=True)
        (folder / "class" / name / "device").symlink_to(folder / "bus" / bus)
        (folder / "class" / name / "index").write_text(f"{index}\n")
        (folder / "class" / name / "name").write_text(f"{maker}\n")
    return folder / "class"
