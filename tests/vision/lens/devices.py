"""Controls of cameras by stand-ins that refuse what drivers and libraries refuse."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.lens.held import Held, free_usb_light, hold_usb, usb_settled

AUTO = {
    cv2.CAP_PROP_FOCUS: cv2.CAP_PROP_AUTOFOCUS,
    cv2.CAP_PROP_EXPOSURE: cv2.CAP_PROP_AUTO_EXPOSURE,
    cv2.CAP_PROP_WB_TEMPERATURE: cv2.CAP_PROP_AUTO_WB,
}
BY_HAND = {cv2.CAP_PROP_AUTOFOCUS: 0, cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTO_WB: 0}
SETTLED = {
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
    cv2.CAP_PROP_FOCUS: 40.0,
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_EXPOSURE: 156.0,
    cv2.CAP_PROP_GAIN: 12.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
}


class UsbDriver:
    """The controls of a USB camera: a value is refused while the camera sets it itself; one it has not reads -1."""

    def __init__(self, without: Sequence[int] = (), deaf: Sequence[int] = ()) -> None:
        """``without``: properties that it has not. ``deaf``: it takes these and keeps its own value."""
        self.values = {number: value for number, value in SETTLED.items() if number not in without}
        self._deaf = deaf

    def get(self, number: int) -> float:
        return self.values.get(number, -1.0)

    def set(self, number: int, value: float) -> bool:
        if number not in self.values:
            return False
        auto = AUTO.get(number)
        if auto is not None and self.values.get(auto, BY_HAND[auto]) != BY_HAND[auto]:
            return False
        if number not in self._deaf:
            self.values[number] = value
        return True


class PiDriver:
    """The controls of a Picamera2 object: unknown ones are an error, and so are values of the wrong kind."""

    def __init__(self, lens: bool = True, refuses: Sequence[str] = ()) -> None:
        self.camera_controls = {
            name: (0, 1, 0)
            for name in ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")
            if name not in refuses
        }
        if lens:
            self.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0, 32, 1)}
        self.set_to: list[dict] = []

    def capture_metadata(self) -> dict:
        lens = {"LensPosition": 2.1} if "AfMode" in self.camera_controls else {}
        return {"ExposureTime": 19987, "AnalogueGain": 1.5, "ColourGains": (2.2, 1.7), "Lux": 300.0} | lens

    def set_controls(self, controls: dict) -> None:
        for name, value in controls.items():
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            if name == "ExposureTime" and not isinstance(value, int):
                raise ValueError("ExposureTime is a whole number")
        self.set_to.append(controls)


class TableCamera:
    """A camera that was opened and shows one picture after the other; the last one stays."""

    def __init__(self, pictures: Sequence[np.ndarray], device: str = "Cam 3", driver: UsbDriver | None = None) -> None:
        self._pictures = list(pictures)
        self.device = device
        self.driver = driver or UsbDriver()
        self.held_after: int | None = None
        self.shown = 0
        self.closed = self.left = False

    def frame(self) -> np.ndarray:
        picture = self._pictures[min(self.shown, len(self._pictures) - 1)]
        self.shown += 1
        return picture

    def still(self) -> np.ndarray:
        return cv2.resize(self.frame(), None, fx=2, fy=2)

    def hold(self, held: Held | None) -> tuple[Held, list[str]]:
        self.held_after = self.shown
        return hold_usb(self.driver, usb_settled(self.driver) if held is None else held)

    def free_light(self) -> None:
        free_usb_light(self.driver)

    def leave(self) -> None:
        self.left = True

    def close(self) -> None:
        self.closed = True
