"""Where pictures of the table come from: a file, a folder of pictures, a USB camera, the Raspberry Pi's own camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.table.ports import CameraFeed, Picture
from companion.vision.camera_devices import (
    CLASS_FOLDER,
    CameraError,
    PiCamera,
    UsbCamera,
    UsbPlug,
    maker_of,
    pi_cameras,
    usb_numbers,
)
from companion.vision.camera_watch import WatchedCamera
from companion.vision.lens.held import LiveDevice
from companion.vision.picture import open_picture

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
_FORMS = "file:PICTURE, folder:FOLDER, usb:NUMBER or picamera2"


OnOpen = Callable[[LiveDevice], CameraFeed]


def open_camera(spec: str, on_open: OnOpen = lambda device: device) -> CameraFeed:
    """Open a camera by its specification: ``file:PATH``, ``folder:PATH``, ``usb:NUMBER`` or ``picamera2``.

    A bare path of a file or folder that exists does as well. A device is opened with the first picture that is asked
    for, and may be missing until then. ``on_open`` is called with it each time that it was opened, in its own thread,
    and gives what is used from then on.

    Raises:
        CameraError: the specification is none, or a folder holds no picture.
        PictureUnusable: the picture cannot be read.
    """
    kind, _, rest = spec.partition(":")
    match kind:
        case "file" if rest:
            return PictureFile(Path(rest))
        case "folder" if rest:
            return PictureFolder(Path(rest))
    connect = device_of(spec)
    if connect is not None:
        return WatchedCamera(f"camera {spec}", handed_over(connect, on_open))
    path = Path(spec)
    if spec and path.is_dir():
        return PictureFolder(path)
    if path.is_file():
        return PictureFile(path)
    raise CameraError(f"camera {spec!r} is not known: give {_FORMS}")


def device_of(spec: str) -> Callable[[], UsbCamera | PiCamera] | None:
    """What opens the device of a specification; None if it is no device's."""
    kind, _, rest = spec.partition(":")
    if kind == "usb" and rest.isdecimal():
        return UsbPlug(int(rest))
    return PiCamera if spec == "picamera2" else None


def device_name(spec: str, folder: Path = CLASS_FOLDER) -> str:
    """What the system calls the device of a specification, "" if it does not tell before the device is opened."""
    kind, _, rest = spec.partition(":")
    return (maker_of(int(rest), folder) or "") if kind == "usb" and rest.isdecimal() else ""


def handed_over(connect: Callable[[], UsbCamera | PiCamera], on_open: OnOpen) -> Callable[[], CameraFeed]:
    """Opens a device and hands it over; if that fails, it is let go."""

    def opened() -> CameraFeed:
        device = connect()
        try:
            return on_open(device)
        except CompanionError:
            device.close()
            raise

    return opened


def find_camera() -> str | None:
    """The specification of a camera that is there: the Pi's own first, then a USB camera; None if there is none."""
    if pi_cameras():
        return "picamera2"
    numbers = usb_numbers()
    return f"usb:{numbers[0]}" if numbers else None


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

    def still(self) -> Picture:
        """The same photograph."""
        return self.frame()

    def leave(self) -> None:
        """Nobody waits here."""

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

    def still(self) -> Picture:
        """The next picture."""
        return self.frame()

    def leave(self) -> None:
        """Nobody waits here."""

    def close(self) -> None:
        """Nothing is held."""
