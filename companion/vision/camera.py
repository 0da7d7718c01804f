"""Where pictures of the table come from: a file, a folder of pictures, a USB camera, the Raspberry Pi's own camera."""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.table.ports import CameraFeed, Picture
from companion.vision.picture import open_picture

READING_PX = (2304, 1296)
"""Width and height that are asked of a camera: the Pi's Camera Module 3 gives it without cropping."""
USB_PX = (1920, 1080)
BLACK = 4
"""A picture whose brightest hundredth is darker than this shows nothing at all."""
PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
_FORMS = "file:PICTURE, folder:FOLDER, usb:NUMBER or picamera2"


class CameraError(CompanionError):
    """No picture can be had; says of which camera, why and what to do."""


def open_camera(spec: str) -> CameraFeed:
    """Open a camera by its specification: ``file:PATH``, ``folder:PATH``, ``usb:NUMBER`` or ``picamera2``.

    A bare path of a file or folder that exists does as well.

    Raises:
        CameraError: the specification is none, or the camera cannot be opened.
        PictureUnusable: the picture cannot be read.
    """
    kind, _, rest = spec.partition(":")
    match kind:
        case "file" if rest:
            return PictureFile(Path(rest))
        case "folder" if rest:
            return PictureFolder(Path(rest))
        case "usb" if rest.isdecimal():
            return UsbCamera(int(rest))
        case "picamera2" if not rest:
            return PiCamera()
    path = Path(spec)
    if spec and path.is_dir():
        return PictureFolder(path)
    if path.is_file():
        return PictureFile(path)
    raise CameraError(f"camera {spec!r} is not known: give {_FORMS}")


def find_camera() -> str | None:
    """The specification of a camera that is there: the Pi's own first, then a USB camera; None if there is none."""
    if _pi_cameras():
        return "picamera2"
    number = _usb_number()
    return None if number is None else f"usb:{number}"


class PictureFile:
    """One photograph. Each call reads the file anew, so a picture that was taken again counts.

    Raises:
        PictureUnusable: no such file, or no picture.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.frame()

    def frame(self) -> Picture:
        """The photograph as displayed (EXIF applied), reduced if it is very large."""
        return open_picture(self._path).pixels

    def close(self) -> None:
        """Nothing is held."""


class PictureFolder:
    """The pictures of a folder in the order of their names, one a call; the last one stays.

    Raises:
        CameraError: no such folder, or no picture in it.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise CameraError(f"{folder}: no such folder")
        self._waiting = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_ENDINGS and p.is_file())
        if not self._waiting:
            raise CameraError(f"{folder}: no picture in it ({', '.join(PICTURE_ENDINGS)})")

    def frame(self) -> Picture:
        """The next picture."""
        path = self._waiting[0]
        if len(self._waiting) > 1:
            self._waiting.pop(0)
        return open_picture(path).pixels

    def close(self) -> None:
        """Nothing is held."""


class UsbCamera:
    """A USB camera by way of Video4Linux.

    Raises:
        CameraError: it is not there or in use.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._lock = threading.Lock()
        self._capture: cv2.VideoCapture | None = None
        self._open()

    def frame(self) -> Picture:
        """The newest picture. A camera that was plugged in again is opened again.

        Raises:
            CameraError: unplugged, busy or black.
        """
        with self._lock:
            if self._capture is None:
                self._open()
            assert self._capture is not None
            there, picture = self._capture.read()
            if not there or picture is None:
                self._let_go()
                raise CameraError(f"{self._name} gives no picture: check its cable; other programs must not use it")
        return _lit(picture, self._name)

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        with self._lock:
            self._let_go()

    @property
    def _name(self) -> str:
        return f"camera usb:{self._number}"

    def _open(self) -> None:
        device = Path(f"/dev/video{self._number}")
        if not device.exists():
            raise CameraError(f"{self._name} is not there ({device}): plug it in")
        capture = cv2.VideoCapture(self._number, cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"{self._name} cannot be opened: close other programs that use it, or plug it in again")
        # Compressed pictures, or USB 2 gives a few large ones a second; one in the queue, or they are seconds old.
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, USB_PX[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, USB_PX[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    def _let_go(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PiCamera:
    """The Raspberry Pi's own camera by way of Picamera2, which comes from the system's packages.

    Raises:
        CameraError: the library or the camera is not there, or another program has it.
    """

    def __init__(self, connect: Callable[[], Any] | None = None) -> None:
        """``connect`` makes the Picamera2 object; without it the library is imported and asked."""
        self._camera: Any = None
        try:
            self._camera = (connect or _picamera2)()
            # Formats are named backwards there: "RGB888" gives arrays of blue, green, red.
            still = {"size": READING_PX, "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main=still))
            self._camera.start()
            self._focus()
        except (RuntimeError, IndexError, OSError) as error:
            self.close()
            raise CameraError(
                f"camera picamera2 cannot be used ({error}): check its ribbon cable; other programs must not use it"
            ) from error

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CameraError: the camera vanished or sees black.
        """
        if self._camera is None:
            raise CameraError("camera picamera2 was closed: start the app again")
        try:
            picture = self._camera.capture_array("main")
        except (RuntimeError, OSError) as error:
            raise CameraError(f"camera picamera2 gives no picture ({error}): check its ribbon cable") from error
        return _lit(np.ascontiguousarray(picture), "camera picamera2")

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _focus(self) -> None:
        """Nothing focuses a Camera Module 3 by itself; a camera without a lens motor has no such control."""
        if "AfMode" in self._camera.camera_controls:
            self._camera.autofocus_cycle()


def _lit(picture: Picture, name: str) -> Picture:
    if float(np.percentile(picture[::8, ::8], 99)) < BLACK:
        raise CameraError(f"{name} sees black: take off the lens cap and give light")
    return picture


def _picamera2() -> Any:
    if importlib.util.find_spec("picamera2") is None:
        raise CameraError(
            "camera picamera2: its library is not there, install it with: sudo apt install python3-picamera2"
        )
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    from picamera2 import Picamera2

    return Picamera2()


def _pi_cameras() -> bool:
    if importlib.util.find_spec("picamera2") is None:
        return False
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    from picamera2 import Picamera2

    return bool(Picamera2.global_camera_info())


def _usb_number(devices: Path = Path("/sys/class/video4linux")) -> int | None:
    """The lowest USB video device that gives pictures; the Pi's codecs and its own camera appear there too."""
    if not sys.platform.startswith("linux") or not devices.is_dir():
        return None
    numbers = []
    for device in devices.iterdir():
        number = device.name.removeprefix("video")
        index = device / "index"
        usb = "usb" in str((device / "device").resolve())
        # A camera has several entries; the one of index 0 gives the pictures.
        if number.isdecimal() and usb and index.exists() and index.read_text().strip() == "0":
            numbers.append(int(number))
    return min(numbers, default=None)
