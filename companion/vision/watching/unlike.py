"""Where two close views of one place differ in what lies there, whatever the light does."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.watching.places import FINE, INNER, Picture

Mask = NDArray[np.bool_]
Field = NDArray[np.float32]
BOX = 9
"""Side of the windows in which structure is compared, pixels of a close view."""
FAINT, NOISY = 4e-4, 6.0
"""Structure weaker than this is none; so many times the noise counts as none, too."""
OTHER, OTHER_COLOUR = 0.5, 0.16
"""From this unlikeness of structure (0 alike, 1 unrelated), and this logarithm of a ratio of colours on, it differs."""
SEARCH = 12
"""So far a card is looked for beside its place, pixels of a close view."""


@dataclass(frozen=True, slots=True)
class View:
    """One close view, prepared: ``slopes`` of its logarithm (height, width, 2), ``colour`` two logarithms of ratios."""

    picture: Picture
    light: Field
    slopes: Field
    colour: Field
    noise: float


def view_of(picture: Picture) -> View:
    """Prepare a close view for comparing."""
    tones = np.log(cv2.GaussianBlur(picture, (0, 0), 0.9).astype(np.float32) + 6.0)
    light = np.asarray(tones @ np.array([0.2, 0.5, 0.3], np.float32), np.float32)
    slopes = np.dstack([cv2.Sobel(light, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(light, cv2.CV_32F, 0, 1, ksize=3)]) / 8
    around = cv2.blur(tones, (BOX, BOX))
    colour = np.dstack([around[..., 0] - around[..., 1], around[..., 2] - around[..., 1]])
    return View(picture, light, np.asarray(slopes, np.float32), np.asarray(colour, np.float32), _noise(light))


def _noise(light: Field) -> float:
    """How strong the slopes are that are only noise: from the finest structure, where there is least of it."""
    fine = cv2.Laplacian(light, cv2.CV_32F, ksize=1)[::2, ::2]
    return float(np.median(np.abs(fine))) ** 2 * 0.25


def unlike(now: View, then: View, written: Mask | None = None) -> Mask:
    """Where two views of one place differ: bool, the shape of the views.

    ``written``: what is not compared.
    """
    return _unlike_structure(now, then, written) | _unlike_colour(now, then)


def _unlike_structure(now: View, then: View, written: Mask | None) -> Mask:
    apart = np.square(now.slopes - then.slopes).sum(axis=2)
    whole = np.square(now.slopes).sum(axis=2) + np.square(then.slopes).sum(axis=2)
    if written is not None:
        apart, whole = np.where(written, 0, apart), np.where(written, 0, whole)
    least = FAINT + NOISY * (now.noise + then.noise)
    apart, whole = (cv2.blur(field.astype(np.float32), (BOX, BOX)) for field in (apart, whole))
    return np.asarray(apart > OTHER * (whole + least))


def _unlike_colour(now: View, then: View) -> Mask:
    apart = now.colour - then.colour
    usual = np.median(apart[INNER].reshape(-1, 2), axis=0)
    return np.asarray(np.abs(apart - usual).max(axis=2) > OTHER_COLOUR + 4 * np.sqrt(now.noise + then.noise))


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
