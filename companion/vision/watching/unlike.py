"""Where two close views of one place differ in what lies there, whatever the light does."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.watching.places import FINE, INNER, Picture

LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + 6.0).astype(np.float32)
Mask = NDArray[np.bool_]
Field = NDArray[np.float32]
BOX = 9
"""Side of the windows in which structure is compared, pixels of a close view."""
FAINT, NOISY = 4e-4, 6.0
"""Structure weaker than this is none; so many times the noise counts as none, too."""
OTHER, OTHER_COLOUR = 0.5, 0.16
"""From this unlikeness of structure (0 alike, 1 unrelated), and this logarithm of a ratio of colours on, it differs."""
MUCH_DARKER = 0.9
"""No shadow darkens so much, as a logarithm."""
SEARCH = 12
"""So far a card is looked for beside its place, pixels of a close view."""


@dataclass(frozen=True, slots=True)
class View:
    """One close view, prepared for comparing.

    Attributes:
        picture: BGR.
        light: Its logarithm.
        slopes: Of that, across and down: (height, width, 2).
        colour: Logarithms of blue and of red over green.
        noise: Of the slopes, squared.
        tint: What the light adds to ``colour``.
        shine: What it takes from ``light``.
    """

    picture: Picture
    light: Field
    slopes: Field
    colour: Field
    noise: float
    tint: tuple[float, float] = (0.0, 0.0)
    shine: float = 0.0


def view_of(picture: Picture, gain: NDArray[np.float64] | None = None) -> View:
    """Prepare a close view for comparing; ``gain``: what brings it to neutral light, blue green red."""
    tones = cv2.LUT(cv2.GaussianBlur(picture, (5, 5), 0.9), LOGARITHMS)
    light = np.asarray(cv2.transform(tones, np.array([[0.2, 0.5, 0.3]], np.float32)), np.float32)
    slopes = cv2.merge([cv2.Sobel(light, cv2.CV_32F, axis, 1 - axis, ksize=3, scale=0.125) for axis in (1, 0)])
    colour = cv2.blur(cv2.transform(tones, np.array([[1, -1, 0], [0, -1, 1]], np.float32)), (BOX, BOX))
    lit = np.log(np.ones(3) if gain is None else gain)
    tint = float(lit[1] - lit[0]), float(lit[1] - lit[2])
    return View(
        picture,
        np.asarray(light, np.float32),
        np.asarray(slopes),
        np.asarray(colour),
        _noise(light),
        tint,
        float(lit @ (0.2, 0.5, 0.3)),
    )


def _noise(light: Field) -> float:
    """How strong the slopes are that are only noise: from the finest structure, where there is least of it."""
    fine = cv2.Laplacian(light, cv2.CV_32F, ksize=1)[::2, ::2]
    return float(np.median(np.abs(fine))) ** 2 * 0.25


def unlike(now: View, then: View, written: Mask | None = None) -> Mask:
    """Where two views of one place differ: bool, the shape of the views.

    ``written``: what is not compared.
    """
    darker = cv2.blur(then.light - now.light, (BOX, BOX)) - (now.shine - then.shine) > MUCH_DARKER
    return _unlike_structure(now, then, written) | _unlike_colour(now, then) | darker


def _unlike_structure(now: View, then: View, written: Mask | None) -> Mask:
    apart, whole = (
        _squared(slopes) for slopes in (now.slopes - then.slopes, np.concatenate([now.slopes, then.slopes], 2))
    )
    if written is not None:
        apart[written] = whole[written] = 0
    least = FAINT + NOISY * (now.noise + then.noise)
    limit = OTHER * (np.asarray(cv2.blur(whole, (BOX, BOX))) + least)
    return np.asarray(np.asarray(cv2.blur(apart, (BOX, BOX))) > limit)


def _squared(slopes: Field) -> Field:
    return np.asarray(cv2.transform(cv2.multiply(slopes, slopes), np.ones((1, slopes.shape[2]), np.float32)))


def _unlike_colour(now: View, then: View) -> Mask:
    limit = OTHER_COLOUR + 4 * float(np.sqrt(now.noise + then.noise))
    apart = np.abs(now.colour - then.colour - np.subtract(now.tint, then.tint).astype(np.float32)) > limit
    return np.asarray(apart[..., 0] | apart[..., 1])


def marked(view: View) -> Mask:
    """Where a view has structure."""
    energy = cv2.blur(_squared(view.slopes), (BOX, BOX))
    return np.asarray(energy > 4 * (FAINT + NOISY * view.noise))


def likeness(now: View, then: View) -> tuple[float, tuple[float, float]]:
    """How alike a card is to itself within ``SEARCH``, -1 to 1, and how far it lies beside its place, in pixels."""
    face = np.ascontiguousarray(then.light[INNER])
    scores = np.asarray(cv2.matchTemplate(now.light, face, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    return float(best), (_peak(scores[y], x) - INNER[1].start, _peak(scores[:, x], y) - INNER[0].start)


def _peak(line: Field, at: int) -> float:
    """The top of the parabola through three neighbours."""
    if not 0 < at < len(line) - 1:
        return float(at)
    before, here, after = (float(v) for v in line[at - 1 : at + 2])
    bend = before - 2 * here + after
    return at + (0.5 * (before - after) / bend if bend < 0 else 0.0)


def opened(mask: Mask, across_mm: float) -> Mask:
    """Without what is narrower than this."""
    side = max(1, round(across_mm * FINE))
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8)) > 0)


def closed(mask: Mask, across_mm: float) -> Mask:
    """With gaps filled that are narrower than this."""
    side = max(1, round(across_mm * FINE))
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)) > 0)
