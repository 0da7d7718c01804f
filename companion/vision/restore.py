"""Undoes blur: how blurred writing is, and how it would look had it been sharp.

Writing is ink or paper, with straight edges between: of all pictures that, blurred, give the one seen, the one with
the shortest edges is taken. That keeps the strokes and leaves the noise behind, which a mere sharpening would raise.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats

Darkness = NDArray[np.float32]
"""A strip of writing: 0 is paper, 1 is ink; noise reaches beyond both."""
MOST_DARK = 1.15
ROUNDS = 10
PAD_PX = 16
STEP, HOLD = 8.0, 1e-3
"""How firmly edges and bounds are pulled to their places in one round, the first in strengths."""
_GENTLY_PX = 1.0
_SPREAD = (-2.100, 0.358, -0.182)
"""Logarithm of the blur in capitals by the logarithm of the steepness, squared polynomial; fitted on drawn boards of
four typefaces and six languages (it comes within 9 % of the blur they were drawn with)."""
_STEEPNESS = 1.0, 60.0
_MERGED, _MERGED_POWER = 6.0, -0.42
"""Below this steepness blur has made letters one: from there on it follows this power of it, up to 0.25 capitals."""
_MARKS_FROM, _MARKS_TO, _ENDS, _SPOT = 0.12, 0.5, 0.7, 0.06
"""Where marks stand above the capitals, how far from the ends of the strip, and how small they are, in capitals."""
_NO_MARKS = (0.055, 0.1), (0.075, 0.1), (0.095, 0.13), (0.12, 0.15), (np.inf, 0.0)
"""Up to this blur (in capitals) words without marks are hardly ever darker above their letters than this."""
_MOST_BURNT = 0.3


@dataclass(frozen=True, slots=True)
class Writing:
    """A strip of writing as it was cut out.

    ``dark``: shape (height, width). ``noise``: its standard deviation on paper. ``cap_px``: height of its capitals.
    ``rows``: first and last row of the capitals. ``burnt``: share of the paper that is as light as a picture can be
    beside ink that glare has made pale: there thin strokes are lost. ``to_strip``: 2x2, from steps in the picture to
    steps in the strip.
    """

    dark: Darkness
    noise: float
    cap_px: float
    rows: tuple[int, int]
    burnt: float
    to_strip: Floats

    @property
    def steepness(self) -> float:
        """How steep the edges along the capitals are against their darkness, with the noise taken out."""
        smooth = np.asarray(cv2.GaussianBlur(self.dark, (0, 0), _GENTLY_PX), np.float32)
        first, last = self.rows
        letters = smooth[first:last]
        paper = np.vstack(
            [smooth[: max(first - round(0.45 * self.cap_px), 2)], smooth[last + round(0.3 * self.cap_px) :]]
        )
        steep = max(_power(np.diff(letters, axis=1)) - _power(np.diff(paper, axis=1)), 1e-3)
        dark = max(_power(letters) - _power(paper), 1e-3)
        return steep / dark * self.cap_px**2

    @property
    def above(self) -> float:
        """The darkest spot above the capitals, where marks stand: 0.0 paper, 1.0 ink."""
        first, cap = self.rows[0], self.cap_px
        over = self.dark[max(0, first - round(_MARKS_TO * cap)) : first - round(_MARKS_FROM * cap)]
        ends = round(_ENDS * cap)
        return float(cv2.GaussianBlur(over, (0, 0), _SPOT * cap)[:, ends:-ends].max())

    def may_hide_marks(self, blur_px: float) -> bool:
        """Whether a letter may carry a mark that was not read: something shows above, or thin strokes are burnt out."""
        blurred = blur_px * float(np.sqrt(abs(np.linalg.det(self.to_strip)))) / self.cap_px
        limit = next(darkest for most, darkest in _NO_MARKS if blurred < most)
        return self.burnt > _MOST_BURNT or self.above > limit


def _power(values: NDArray[np.float32]) -> float:
    return float((values.astype(np.float64) ** 2).mean()) if values.size else 0.0


def blur_of(strips: list[Writing]) -> float:
    """The blur of a picture in pixels, the standard deviation of a Gaussian, by the writing in it; 0.0 for none."""
    if not strips:
        return 0.0
    steep = float(np.clip(np.median([strip.steepness for strip in strips]), *_STEEPNESS))
    apart = float(np.log(max(steep, _MERGED)))
    merged: float = (min(steep, _MERGED) / _MERGED) ** _MERGED_POWER
    in_caps = merged * float(np.exp(_SPREAD[0] + _SPREAD[1] * apart + _SPREAD[2] * apart**2))
    scale = [np.sqrt(abs(np.linalg.det(strip.to_strip))) / strip.cap_px for strip in strips]
    return in_caps / float(np.median(scale))


def restored(writing: Writing, blur_px: float, strength: float) -> Darkness:
    """Writing without its blur.

    Args:
        writing: the strip.
        blur_px: the blur to take off, in pixels of the picture.
        strength: how much noise is held down, as a share of it; 0.1 is usual.

    Returns:
        0.0 to ``MOST_DARK``, of the strip's shape.
    """
    height, width = writing.dark.shape
    # Fourier transforms of some lengths take twice as long as those of the next good ones.
    more = [cv2.getOptimalDFTSize(length + 2 * PAD_PX) - length - PAD_PX for length in (height, width)]
    seen = np.pad(writing.dark, [(PAD_PX, more[0]), (PAD_PX, more[1])], mode="reflect")
    spread = blur_px**2 * writing.to_strip @ writing.to_strip.T
    sharp = _shortest_edges(seen, _transfer(seen.shape, spread), max(strength * writing.noise, 0.002))
    return sharp[PAD_PX : PAD_PX + height, PAD_PX : PAD_PX + width]


def _transfer(shape: tuple[int, ...], spread: Floats) -> NDArray[np.float32]:
    """How much of each spatial frequency a Gaussian blur of this covariance leaves."""
    down, across = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None, :]
    power = spread[0, 0] * across**2 + 2 * spread[0, 1] * across * down + spread[1, 1] * down**2
    return np.asarray(np.exp(-2 * np.pi**2 * power), np.float32)


def _shortest_edges(seen: Darkness, transfer: NDArray[np.float32], strength: float) -> Darkness:
    """Least total variation within bounds, by the alternating direction method of multipliers.

    Edges are held by what is owed to them: where they are is twice that short of where they want to be.
    """
    down, across = np.fft.fftfreq(seen.shape[0])[:, None], np.fft.rfftfreq(seen.shape[1])[None, :]
    roughness = (4 * np.sin(np.pi * down) ** 2 + 4 * np.sin(np.pi * across) ** 2).astype(np.float32)
    pull = STEP * strength + HOLD
    share = 1.0 / (transfer**2 + pull * (roughness + 1.0))
    start = packed(transfer * share, seen.shape[1]) * cv2.dft(seen)
    share, limit = packed(pull * share, seen.shape[1]), np.float32(strength / pull)
    bounded = np.clip(seen, 0.0, MOST_DARK)
    want_x, want_y = np.empty_like(seen), np.empty_like(seen)
    owed_x, owed_y, owed = (np.zeros_like(seen) for _ in range(3))
    for turn in range(ROUNDS):
        wanted = bounded - owed
        if turn:
            _add_falls(wanted, want_x - 2 * owed_x)
            _add_falls(wanted.T, (want_y - 2 * owed_y).T)
        sharp = np.asarray(cv2.idft(cv2.dft(wanted) * share + start, flags=cv2.DFT_SCALE), np.float32)
        _rises(sharp, want_x)
        _rises(sharp.T, want_y.T)
        want_x += owed_x
        want_y += owed_y
        kept_back = np.minimum(limit / (cv2.magnitude(want_x, want_y) + np.float32(1e-9)), np.float32(1.0))
        owed_x, owed_y = want_x * kept_back, want_y * kept_back
        owed += sharp
        bounded = np.clip(owed, 0.0, MOST_DARK)
        owed -= bounded
    return np.asarray(bounded, np.float32)


def _rises(values: Darkness, rises: Darkness) -> None:
    """How much each column is below the next one, the last one below the first."""
    np.subtract(values[:, 1:], values[:, :-1], out=rises[:, :-1])
    np.subtract(values[:, 0], values[:, -1], out=rises[:, -1])


def _add_falls(values: Darkness, edges: Darkness) -> None:
    """Add what edges between columns make of the columns: ``_rises`` the other way round."""
    values -= edges
    values[:, 1:] += edges[:, :-1]
    values[:, 0] += edges[:, -1]


def packed(share: NDArray[np.float32], wide: int) -> NDArray[np.float32]:
    """Shares of spatial frequencies in the order in which OpenCV keeps those of a picture so many pixels wide."""
    packed, pairs = np.empty((len(share), wide), np.float32), (wide - 1) // 2
    packed[:, 1 : 2 * pairs + 1] = np.repeat(share[:, 1 : pairs + 1], 2, axis=1)
    down = (len(share) - 1) // 2
    for column in (0, -1) if wide % 2 == 0 else (0,):
        packed[0, column], packed[-1, column] = share[0, column], share[len(share) // 2, column]
        packed[1 : 2 * down + 1, column] = np.repeat(share[1 : down + 1, column], 2)
    return packed
