"""Focus and exposure that stay as they are: which controls of a camera are set, to what, and in which order.

A camera that focuses anew changes its scale a little, and one that sets its exposure anew makes two pictures of one
table differ. Both are held at what the camera itself had settled on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2

from companion.table.ports import CameraFeed


@dataclass(frozen=True, slots=True)
class Held:
    """Values in the units of the camera itself; None where it has no such control.

    ``colour``: the gains of red and blue of the Pi's camera, or the one colour temperature of a USB camera.
    """

    focus: float | None = None
    exposure: float | None = None
    gain: float | None = None
    colour: tuple[float, ...] | None = None


class LiveDevice(CameraFeed, Protocol):
    """A camera that was opened, with its controls."""

    @property
    def device(self) -> str:
        """The name that the device gives itself, "" if it gives none."""
        ...

    def hold(self, held: Held | None) -> tuple[Held, list[str]]:
        """Hold focus and exposure from now on.

        Args:
            held: the values; None for those that the camera has settled on by itself.

        Returns:
            the values that it holds, and what it refused, in words for people.
        """
        ...

    def free_light(self) -> None:
        """Let the camera set exposure and colour by itself again; the focus stays."""
        ...


class PiControls(Protocol):
    """What of a Picamera2 object is used."""

    camera_controls: Any

    def capture_metadata(self) -> Any:
        """The values that the newest picture was taken with."""
        ...

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Ask for values from the next pictures on."""
        ...


class UsbControls(Protocol):
    """What of a ``cv2.VideoCapture`` is used."""

    def get(self, number: int, /) -> float:
        """The value of a property; 0 or -1 if there is none."""
        ...

    def set(self, number: int, value: float, /) -> bool:
        """Set a property; whether the driver took it."""
        ...


MANUAL_FOCUS = 0
"""Of the Pi's ``AfMode``."""


def pi_settled(camera: PiControls) -> Held:
    """What the Pi's camera has settled on by itself."""
    values = camera.capture_metadata()
    colour = values.get("ColourGains")
    return Held(
        focus=_number(values.get("LensPosition")) if "LensPosition" in camera.camera_controls else None,
        exposure=_number(values.get("ExposureTime")),
        gain=_number(values.get("AnalogueGain")),
        colour=None if colour is None else tuple(float(gain) for gain in colour),
    )


def hold_pi(camera: PiControls, held: Held) -> tuple[Held, list[str]]:
    """Set the controls of the Pi's camera; what it holds now, and what it refused, in words for people."""
    refused: list[str] = []
    holds = held
    for name, controls in _pi_controls(held):
        known = all(control in camera.camera_controls for control in controls)
        try:
            if not known:
                raise RuntimeError("no such control")
            camera.set_controls(controls)
        except (RuntimeError, ValueError) as error:
            refused.append(f"{name} ({error})")
            holds = replace(holds, **{name: None}, **({"gain": None} if name == "exposure" else {}))
    return holds, refused


def free_pi_light(camera: PiControls) -> None:
    """Let the Pi's camera set exposure and colour by itself."""
    for control in ("AeEnable", "AwbEnable"):
        if control in camera.camera_controls:
            camera.set_controls({control: True})


def _pi_controls(held: Held) -> Iterator[tuple[str, dict[str, Any]]]:
    """One group of controls for each thing to hold: by hand first, then the value, both in one request."""
    if held.focus is not None:
        yield "focus", {"AfMode": MANUAL_FOCUS, "LensPosition": held.focus}
    if held.exposure is not None:
        gain = {} if held.gain is None else {"AnalogueGain": held.gain}
        yield "exposure", {"AeEnable": False, "ExposureTime": int(held.exposure), **gain}
    if held.colour is not None:
        yield "colour", {"AwbEnable": False, "ColourGains": held.colour}


USB_MANUAL_EXPOSURE, USB_AUTO_EXPOSURE = 1.0, 3.0
"""Of Video4Linux's menu."""


def usb_settled(camera: UsbControls) -> Held:
    """What a USB camera has settled on by itself."""
    temperature = _told(camera, cv2.CAP_PROP_WB_TEMPERATURE)
    return Held(
        focus=_told(camera, cv2.CAP_PROP_FOCUS, zero_counts=_told(camera, cv2.CAP_PROP_AUTOFOCUS) is not None),
        exposure=_told(camera, cv2.CAP_PROP_EXPOSURE),
        gain=_told(camera, cv2.CAP_PROP_GAIN),
        colour=None if temperature is None else (temperature,),
    )


def hold_usb(camera: UsbControls, held: Held) -> tuple[Held, list[str]]:
    """Set the controls of a USB camera; what it holds now, and what it refused, in words for people."""
    refused: dict[str, str] = {}
    for name, steps in _usb_steps(held):
        # A driver that takes a value without a word may still keep its own: it is asked what it has now.
        taken = all(camera.set(number, value) for number, value in steps)
        if not taken:
            refused[name] = "no such control"
        elif abs(camera.get(steps[-1][0]) - steps[-1][1]) > max(1.0, 0.05 * abs(steps[-1][1])):
            refused[name] = "it took the value and kept its own"
    return replace(held, **dict.fromkeys(refused)), [f"{name} ({why})" for name, why in refused.items()]


def free_usb_light(camera: UsbControls) -> None:
    """Let a USB camera set exposure and colour by itself; one that has no such control does anyway."""
    camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, USB_AUTO_EXPOSURE)
    camera.set(cv2.CAP_PROP_AUTO_WB, 1.0)


def _usb_steps(held: Held) -> Iterator[tuple[str, Sequence[tuple[int, float]]]]:
    """For each thing to hold the settings in their order: a value is refused as long as the camera sets it itself."""
    if held.focus is not None:
        yield "focus", [(cv2.CAP_PROP_AUTOFOCUS, 0.0), (cv2.CAP_PROP_FOCUS, held.focus)]
    if held.exposure is not None:
        yield (
            "exposure",
            [
                (cv2.CAP_PROP_AUTO_EXPOSURE, USB_MANUAL_EXPOSURE),
                (cv2.CAP_PROP_EXPOSURE, held.exposure),
            ],
        )
    if held.gain is not None:
        yield "gain", [(cv2.CAP_PROP_GAIN, held.gain)]
    if held.colour is not None:
        yield "colour", [(cv2.CAP_PROP_AUTO_WB, 0.0), (cv2.CAP_PROP_WB_TEMPERATURE, held.colour[0])]


def _told(camera: UsbControls, number: int, *, zero_counts: bool = False) -> float | None:
    value = float(camera.get(number))
    return value if value > 0 or (zero_counts and value == 0) else None


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
