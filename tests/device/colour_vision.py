"""How colours look to people with a colour vision deficiency, and how far two colours are apart.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15, 2009), for full severity, on linear RGB.
"""

from __future__ import annotations

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""Red, green, blue."""

BLUR_MINUTES = 2.0
"""What an eye of acuity 0.5 still tells apart, in minutes of arc: half of what is called normal, and the least with
which one may drive a car in the European Union (directive 2006/126/EC, annex III)."""

AS_SEEN = {
    "full": np.eye(3),
    "protanopia": np.array([
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ]),
    "deuteranopia": np.array([
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ]),
    "tritanopia": np.array([
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
    ]),
}  # fmt: skip


def seen_as(colour: Colour, vision: str) -> np.ndarray:
    """A colour as somebody sees it, in linear RGB from 0 to 1."""
    return np.clip(AS_SEEN[vision] @ linear(colour), 0, 1)


def linear(colour: Colour) -> np.ndarray:
    """Without the curve of sRGB."""
    share = np.array(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def apart(one: Colour, other: Colour, vision: str) -> float:
    """The distance of two colours in CIE L*a*b*; 2 is just noticeable, 100 is black and white."""
    lab = [_lab(seen_as(colour, vision)) for colour in (one, other)]
    return float(np.linalg.norm(lab[0] - lab[1]))


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of WCAG 2, 1 to 21; shapes need 3."""
    lights = sorted(float(linear(colour) @ (0.2126, 0.7152, 0.0722)) for colour in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _lab(light: np.ndarray) -> np.ndarray:
    """L*a*b* of linear RGB, for one colour or a picture."""
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    pixels = curved.astype(np.float32).reshape(-1, 1, 3)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB), float).reshape(light.shape)


def looked_at(picture: np.ndarray, vision: str, minutes_px: float) -> np.ndarray:
    """A picture (uint8, height x width x 3, red, green, blue) as an eye of acuity 0.5 sees it, in CIE L*a*b*.

    ``minutes_px``: the visual angle of one pixel in minutes of arc. Such an eye tells two points that are two minutes
    apart (ISO 8596: the gap of a ring at acuity 1.0 is one minute): each point spreads over that much.
    """
    light = np.clip(linear_rgb(picture) @ AS_SEEN[vision].T, 0, 1)
    spread_px = BLUR_MINUTES / minutes_px / 2.355
    blurred = cv2.GaussianBlur(light, (0, 0), spread_px, borderType=cv2.BORDER_REPLICATE)
    return _lab(blurred)


def linear_rgb(picture: np.ndarray) -> np.ndarray:
    """``linear`` for a whole picture."""
    share = picture.astype(float) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def mm_per_px(size_px: tuple[int, int], inches: float) -> float:
    """How large a pixel is on a glass of so many inches from corner to corner."""
    return inches * 25.4 / float(np.hypot(*size_px))


def minutes_per_px(size_px: tuple[int, int], inches: float, distance_mm: float = 600.0) -> float:
    """The visual angle of a pixel in minutes of arc, from where one looks at a screen that stands before one."""
    return float(np.degrees(np.arctan(mm_per_px(size_px, inches) / distance_mm))) * 60
