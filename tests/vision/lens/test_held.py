"""Focus and exposure are held: by hand first, then the value; what a camera refuses is said."""

from __future__ import annotations

import cv2
import pytest

from companion.vision.camera_devices import PiCamera, UsbCamera
from companion.vision.lens.held import Held, free_pi_light, hold_pi, hold_usb, pi_settled, usb_settled
from tests.vision.camera_stand_ins import Capture, PiLibrary
from tests.vision.lens.devices import SETTLED, PiDriver, UsbDriver

ALL = Held(40.0, 156.0, 12.0, (4600.0,))


def test_a_usb_camera_is_held_at_what_it_settled_on():
    driver = UsbDriver()
    settled = usb_settled(driver)
    assert settled == ALL
    assert hold_usb(driver, settled) == (ALL, [])
    assert driver.values == SETTLED | {
        cv2.CAP_PROP_AUTOFOCUS: 0.0,
        cv2.CAP_PROP_AUTO_EXPOSURE: 1.0,
        cv2.CAP_PROP_AUTO_WB: 0.0,
    }


def test_a_usb_camera_gets_the_values_of_another_day():
    driver = UsbDriver()
    other = Held(55.0, 300.0, 20.0, (3200.0,))
    assert hold_usb(driver, other) == (other, [])
    assert driver.values[cv2.CAP_PROP_FOCUS] == 55.0
    assert driver.values[cv2.CAP_PROP_WB_TEMPERATURE] == 3200.0


def test_what_a_usb_camera_has_not_is_not_held():
    driver = UsbDriver(without=[cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTO_WB,
                                cv2.CAP_PROP_WB_TEMPERATURE])  # fmt: skip
    settled = usb_settled(driver)
    assert settled == Held(None, 156.0, 12.0, None)
    holds, refused = hold_usb(driver, ALL)
    assert holds == settled
    assert refused == ["focus (no such control)", "colour (no such control)"]


def test_a_usb_camera_that_takes_a_value_and_keeps_its_own_is_found_out():
    holds, refused = hold_usb(UsbDriver(deaf=[cv2.CAP_PROP_EXPOSURE]), Held(None, 900.0))
    assert holds == Held()
    assert refused == ["exposure (it took the value and kept its own)"]


def test_focus_at_infinity_is_a_value():
    driver = UsbDriver()
    driver.values[cv2.CAP_PROP_FOCUS] = 0.0
    assert usb_settled(driver).focus == 0.0
    assert usb_settled(UsbDriver(without=[cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS])).focus is None


def test_the_pi_camera_is_held_at_what_it_settled_on():
    driver = PiDriver()
    settled = pi_settled(driver)
    assert settled == Held(2.1, 19987.0, 1.5, (2.2, 1.7))
    assert hold_pi(driver, settled) == (settled, [])
    assert driver.set_to == [
        {"AfMode": 0, "LensPosition": 2.1},
        {"AeEnable": False, "ExposureTime": 19987, "AnalogueGain": 1.5},
        {"AwbEnable": False, "ColourGains": (2.2, 1.7)},
    ]


def test_a_pi_camera_without_a_lens_motor_holds_the_rest():
    driver = PiDriver(lens=False)
    assert pi_settled(driver).focus is None
    holds, refused = hold_pi(driver, Held(2.1, 20000.0, 1.0, (2.0, 2.0)))
    assert holds == Held(None, 20000.0, 1.0, (2.0, 2.0))
    assert refused == ["focus (no such control)"]


def test_a_pi_camera_whose_exposure_cannot_be_set_says_so():
    holds, refused = hold_pi(PiDriver(refuses=["AeEnable"]), Held(2.1, 20000.0, 1.0))
    assert holds == Held(2.1)
    assert refused == ["exposure (no such control)"]


class HeldPi(PiLibrary, PiDriver):
    """The whole library's object, with its controls."""

    def __init__(self) -> None:
        PiLibrary.__init__(self)
        PiDriver.__init__(self)
        self.camera_properties = {"Model": "imx708"}


class HeldCapture(Capture, UsbDriver):
    """A whole USB camera, with its controls."""

    def __init__(self, number: int) -> None:
        Capture.__init__(self, number)
        UsbDriver.__init__(self)

    def set(self, what: int, value: float) -> bool:
        return UsbDriver.set(self, what, value) if what in SETTLED else Capture.set(self, what, value)

    def get(self, what: int) -> float:
        return UsbDriver.get(self, what) if what in SETTLED else Capture.get(self, what)


def test_both_kinds_of_device_hold_and_have_a_name():
    library = HeldPi()
    camera = PiCamera(lambda: library)
    assert camera.device == "imx708"
    assert camera.hold(None) == (Held(2.1, 19987.0, 1.5, (2.2, 1.7)), [])
    camera.close()
    assert camera.device == ""
    usb = UsbCamera(71, HeldCapture, "Maker Model")
    assert usb.device == "Maker Model"
    assert usb.hold(None) == (ALL, [])
    usb.close()


def test_exposure_and_colour_are_set_free_and_the_focus_stays_held():
    library = HeldPi()
    camera = PiCamera(lambda: library)
    camera.hold(None)
    camera.free_light()
    assert library.set_to[-2:] == [{"AeEnable": True}, {"AwbEnable": True}]
    plain = PiDriver(refuses=["AeEnable", "AwbEnable"])
    free_pi_light(plain)
    assert plain.set_to == []
    usb = HeldCapture(72)
    device = UsbCamera(73, lambda _: usb)
    device.hold(None)
    device.free_light()
    assert (usb.values[cv2.CAP_PROP_AUTO_EXPOSURE], usb.values[cv2.CAP_PROP_AUTO_WB]) == (3.0, 1.0)
    assert usb.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    device.close()


def test_the_stand_ins_refuse_what_drivers_refuse():
    driver = UsbDriver(without=[cv2.CAP_PROP_GAIN])
    assert driver.set(cv2.CAP_PROP_FOCUS, 10.0) is False
    assert driver.set(cv2.CAP_PROP_AUTOFOCUS, 0.0) and driver.set(cv2.CAP_PROP_FOCUS, 10.0)
    assert driver.set(cv2.CAP_PROP_GAIN, 1.0) is False
    assert driver.get(cv2.CAP_PROP_GAIN) == -1.0
    with pytest.raises(RuntimeError, match="not advertised"):
        PiDriver(lens=False).set_controls({"AfMode": 0})
    with pytest.raises(ValueError, match="whole number"):
        PiDriver().set_controls({"ExposureTime": 1.5})
