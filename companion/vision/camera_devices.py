"""Cameras that are devices: on USB, and the Raspberry Pi's own. Used by one thread; after an error they are let go."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.table.ports import Picture
from companion.vision.lens.held import (
    Held,
    free_pi_light,
    free_usb_light,
    hold_pi,
    hold_usb,
    pi_settled,
    usb_settled,
)

T = TypeVar("T")

READING_PX = (2304, 1296)
"""Width and height that are asked of a camera: the Pi's Camera Module 3 gives it without cropping."""
USB_PX = (1920, 1080)
LARGEST_PX = (7680, 4320)
"""Asked for more than it can, a USB camera gives its largest size."""
SETTLING = 2
"""So many pictures after a change of size are still of the old one, or too dark."""
CLASS_FOLDER = Path("/sys/class/video4linux")
NEVER_HELD = "other programs must not use it"


class CameraError(CompanionError):
    """No picture can be had; says of which camera, why and what to do."""


class UsbCamera:
    """A USB camera by way of Video4Linux.

    Args:
        number: That of ``/dev/videoN``.
        connect: Opens the capture of a number; a test brings its own.
        device: What the system calls it, "" if that is not known.

    Raises:
        CameraError: it is not there or in use.
    """

    def __init__(self, number: int, connect: Callable[[int], Any] | None = None, device: str = "") -> None:
        self._name = f"camera usb:{number}"
        self.device = device
        self._largest = True
        entry = Path(f"/dev/video{number}")
        if connect is None and not entry.exists():
            raise CameraError(f"{self._name} is not there ({entry}): plug it in")
        self._capture: Any = (connect or _v4l2)(number)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(f"{self._name} cannot be opened: close other programs that use it, or plug it in again")
        # Compressed pictures, or USB 2 gives a few large ones a second; one in the queue, or they are seconds old.
        self._capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        self._live_px = self._resize(USB_PX)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CameraError: unplugged or in use.
        """
        there, picture = self._capture.read()
        if not there or picture is None:
            raise CameraError(f"{self._name} gives no picture: check its cable; {NEVER_HELD}")
        return picture

    def still(self) -> Picture:
        """One picture at the largest size of the camera; the live size comes back after it.

        Raises:
            CameraError: as ``frame``.
        """
        if not self._largest:
            return self.frame()
        size_px = self._resize(LARGEST_PX)
        self._largest = size_px[0] > self._live_px[0]
        try:
            for _ in range(SETTLING):
                self.frame()
            return self.frame()
        finally:
            self._resize(self._live_px)

    def hold(self, held: Held | None) -> tuple[Held, list[str]]:
        """Hold focus and exposure; see ``LiveDevice``."""
        return hold_usb(self._capture, usb_settled(self._capture) if held is None else held)

    def free_light(self) -> None:
        """Exposure and colour by itself again; see ``LiveDevice``."""
        free_usb_light(self._capture)

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        self._capture.release()

    def leave(self) -> None:
        """Nobody waits here."""

    def _resize(self, size_px: tuple[int, int]) -> tuple[int, int]:
        """Ask for a size; the camera takes the nearest that it has, which comes back."""
        capture = self._capture
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
        return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


class UsbPlug:
    """Opens the same USB camera again, under whatever number it comes back.

    Args:
        number: Where it is now.
        folder: The system's list of video devices.
        connect: See ``UsbCamera``.
    """

    def __init__(self, number: int, folder: Path = CLASS_FOLDER, connect: Callable[[int], Any] | None = None) -> None:
        self._number = number
        self._folder = folder
        self._connect = connect
        self._maker: str | None = None

    def __call__(self) -> UsbCamera:
        """Open it.

        Raises:
            CameraError: it is not there or in use.
        """
        if self._maker is None:
            self._maker = maker_of(self._number, self._folder)
        elif maker_of(self._number, self._folder) != self._maker:
            numbers = (number for number in usb_numbers(self._folder) if maker_of(number, self._folder) == self._maker)
            self._number = next(numbers, self._number)
        return UsbCamera(self._number, self._connect, self._maker or "")


class PiCamera:
    """The Raspberry Pi's own camera by way of Picamera2, which comes from the system's packages.

    Args:
        connect: Makes the Picamera2 object; without it the library is imported and asked.

    Raises:
        CameraError: the library or the camera is not there, or another program has it.
    """

    def __init__(self, connect: Callable[[], Any] | None = None) -> None:
        self._camera: Any = None
        self._still: Any = None
        try:
            self._camera = (connect or _picamera2)()
            # Formats are named backwards there: "RGB888" gives arrays of blue, green, red.
            live = {"size": READING_PX, "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main=live))
            largest_px = _largest_of_the_same_shape(self._camera.sensor_resolution)
            if largest_px[0] > READING_PX[0]:
                still = {"size": largest_px, "format": "RGB888"}
                self._still = self._camera.create_still_configuration(main=still)
            self._camera.start()
            self._focus()
        except (RuntimeError, IndexError, OSError) as error:
            self.close()
            raise CameraError(
                f"camera picamera2 cannot be used ({error}): check its ribbon cable; {NEVER_HELD}"
            ) from error

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CameraError: the camera vanished.
        """
        return self._taken(lambda camera: np.ascontiguousarray(camera.capture_array("main")))

    def still(self) -> Picture:
        """One picture at the full size of the sensor; takes about a second.

        Raises:
            CameraError: as ``frame``.
        """
        if self._still is None:
            return self.frame()
        return self._taken(
            lambda camera: np.ascontiguousarray(camera.switch_mode_and_capture_array(self._still, "main"))
        )

    @property
    def device(self) -> str:
        """The sensor's name."""
        return "" if self._camera is None else str(self._camera.camera_properties.get("Model", ""))

    def hold(self, held: Held | None) -> tuple[Held, list[str]]:
        """Hold focus and exposure; see ``LiveDevice``.

        Raises:
            CameraError: the camera vanished.
        """
        wanted = self._taken(pi_settled) if held is None else held
        return self._taken(lambda camera: hold_pi(camera, wanted))

    def free_light(self) -> None:
        """Exposure and colour by itself again; see ``LiveDevice``.

        Raises:
            CameraError: the camera vanished.
        """
        self._taken(free_pi_light)

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def leave(self) -> None:
        """Nobody waits here."""

    def _taken(self, take: Callable[[Any], T]) -> T:
        if self._camera is None:
            raise CameraError("camera picamera2 was closed: start the app again")
        try:
            return take(self._camera)
        except (RuntimeError, OSError) as error:
            raise CameraError(f"camera picamera2 gives no picture ({error}): check its ribbon cable") from error

    def _focus(self) -> None:
        """Nothing focuses a Camera Module 3 by itself; a camera without a lens motor has no such control."""
        if "AfMode" in self._camera.camera_controls:
            self._camera.autofocus_cycle()


def usb_numbers(folder: Path = CLASS_FOLDER) -> list[int]:
    """The USB video devices that give pictures, in order; the Pi's codecs and its own camera appear there too."""
    if not sys.platform.startswith("linux") or not folder.is_dir():
        return []
    numbers = []
    for device in folder.iterdir():
        number = device.name.removeprefix("video")
        index = device / "index"
        usb = "usb" in str((device / "device").resolve())
        # A camera has several entries; the one of index 0 gives the pictures.
        if number.isdecimal() and usb and index.exists() and index.read_text().strip() == "0":
            numbers.append(int(number))
    return sorted(numbers)


def pi_cameras() -> bool:
    """Whether the Raspberry Pi's library knows of a camera."""
    if importlib.util.find_spec("picamera2") is None:
        return False
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    from picamera2 import Picamera2

    return bool(Picamera2.global_camera_info())


def _largest_of_the_same_shape(sensor_px: tuple[int, int]) -> tuple[int, int]:
    """The largest picture of the shape of the live one that a sensor gives, so that both show the same."""
    width, height = sensor_px
    width = min(width, height * READING_PX[0] // READING_PX[1])
    height = width * READING_PX[1] // READING_PX[0]
    return width // 2 * 2, height // 2 * 2


def maker_of(number: int, folder: Path) -> str | None:
    """What the system calls a video device: maker and model."""
    name = folder / f"video{number}" / "name"
    return name.read_text().strip() if name.is_file() else None


def _v4l2(number: int) -> cv2.VideoCapture:
    return cv2.VideoCapture(number, cv2.CAP_V4L2)


def _picamera2() -> Any:
    if importlib.util.find_spec("picamera2") is None:
        raise CameraError(
            "camera picamera2: its library is not there, install it with: sudo apt install python3-picamera2"
        )
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    from picamera2 import Picamera2

    return Picamera2()
