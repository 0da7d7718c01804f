"""How colours look to people with a colour vision deficiency, and how far two colours are apart.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15, 2009), for full severity, on linear RGB.
"""

from __future__ import annotations

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""Red, green, blue."""

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


def _lab(linear_rgb: np.ndarray) -> np.ndarray:
    curved = np.where(linear_rgb <= 0.0031308, 12.92 * linear_rgb, 1.055 * linear_rgb ** (1 / 2.4) - 0.055)
    pixel = curved.astype(np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB), float).reshape(3)
