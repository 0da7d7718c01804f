"""How a word would look on a card if it were printed in a typeface, and how much of the card that explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats
from companion.vision.restore import Writing
from companion.vision.typeface import FIRST, HIGH, LAST, WIDE, Pictures, Spectrum, Typeface

PAD = 3
ROWS = slice(PAD, HIGH - PAD)
_ACROSS = np.fft.rfftfreq(WIDE).astype(np.float32)[None, :]
_DOWN = np.fft.fftfreq(HIGH).astype(np.float32)[:, None]
REACH, STEPS, FARTHEST = 16, 4, 4.0
"""How far a word is looked for to both sides, how often its place is mended, how far one letter may stray; pixels."""
OTHERWISE, ALIKE = 0.1, 3.0
"""How much of the ink a letter may differ from its picture in each pixel, and how many pixels say the same."""
_STRAY, _ASIDE, _GAIN = 0.8, 8.0, 0.15
LEVEL = np.zeros(5)
_BENDS = np.array([1.5, 0.05, 0.02, 0.08, 0.03])
"""Usual size of what bends a strip: lower by pixels, higher, sloping, slanting and wider by shares."""


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A strip with a word as it is seen. ``dark``: 0 paper, 1 ink, HIGH rows. ``blur``: what its blur leaves."""

    dark: Pictures
    noise: float
    blur: NDArray[np.float32]

    @property
    def wide(self) -> int:
        """Its width in pixels."""
        return int(self.dark.shape[1])

    @property
    def variance(self) -> float:
        """How much a pixel may differ, squared, with what its neighbours say alike."""
        return float(ALIKE * (self.noise**2 + OTHERWISE**2))

    @property
    def noise_share(self) -> float:
        """How much of the strip is noise, which no word explains."""
        return float(self.noise**2 * self.dark[ROWS].size / max(_power(self.dark[ROWS]), 1e-6))


def seen_word(writing: Writing, blur_px: float) -> SeenWord:
    """A card's strip. ``blur_px``: the blur of the picture."""
    dark = np.zeros((HIGH, writing.dark.shape[1]), np.float32)
    rows = writing.dark[: HIGH - 2 * PAD]
    dark[PAD : PAD + len(rows)] = rows
    spread = blur_px**2 * writing.to_strip @ writing.to_strip.T
    power = spread[0, 0] * _ACROSS**2 + 2 * spread[0, 1] * _ACROSS * _DOWN + spread[1, 1] * _DOWN**2
    return SeenWord(dark, writing.noise, np.asarray(np.exp(-2 * np.pi**2 * power), np.float32))


@dataclass(frozen=True, slots=True)
class Fit:
    """A word laid over a strip as well as it goes.

    ``places``: middles of its letters. ``bend``: see ``_BENDS``. ``gain``: its darkness. ``rest``: how much of the
    strip it leaves unexplained, 0.0 for nothing, 1.0 for all; ``misfit``: without what is noise.
    """

    word: str
    seen: SeenWord
    places: Floats
    bend: Floats
    gain: float
    rest: float
    misfit: float


def shifted(places: Floats) -> tuple[Spectrum, NDArray[np.intp]]:
    """What moves letters by parts of a pixel, and the columns at which their pictures begin then."""
    whole = np.floor(places).astype(np.intp)
    turn = np.exp(-2j * np.pi * _ACROSS * (places - whole)[:, None, None])
    return np.asarray(turn, np.complex64), whole - WIDE // 2


def laid(pictures: Pictures, begins: NDArray[np.intp], wide: int) -> Pictures:
    """Letters side by side in one strip."""
    strip = np.zeros((HIGH, wide + 2 * WIDE), np.float32)
    for picture, begin in zip(pictures, begins + WIDE, strict=True):
        if 0 <= begin <= wide + WIDE:
            strip[:, begin : begin + WIDE] += picture
    return strip[:, WIDE:-WIDE]


def bending(bend: Floats, wide: int) -> NDArray[np.float32]:
    """From a straight strip to one that is bent, for ``cv2.warpAffine``."""
    lower, higher, slope, slant, wider = bend
    matrix = np.array([[1.0 + wider, slant], [slope, 1.0 + higher]])
    middle = np.array([wide / 2 - 0.5, (FIRST + LAST) / 2 - 0.5])
    return np.column_stack([matrix, middle - matrix @ middle + (0.0, lower)]).astype(np.float32)


def _letters(seen: SeenWord, face: Typeface, word: str, places: Floats) -> tuple[Pictures, NDArray[np.intp]]:
    turns, begins = shifted(places)
    spectra = face.spectra[face.indices(word)] * seen.blur * turns
    return np.asarray(np.fft.irfft2(spectra, s=(HIGH, WIDE)), np.float32), begins


def _bent(strip: Pictures, bend: Floats) -> Pictures:
    wide = strip.shape[1]
    return np.asarray(cv2.warpAffine(strip, bending(bend, wide), (wide, HIGH)), np.float32)


def _best_shift(strip: Pictures, seen: SeenWord) -> float:
    """How far to the right the seen word stands."""
    room = np.pad(strip, ((0, 0), (REACH, REACH)))[ROWS]
    common = cv2.matchTemplate(room, seen.dark[ROWS], cv2.TM_CCORR)[0]
    upto = np.concatenate([[0.0], np.cumsum((room**2).sum(axis=0, dtype=np.float64))])
    power = upto[seen.wide :] - upto[: -seen.wide]
    return float(REACH - np.argmax(common / np.sqrt(power + 1e-6)))


def fit_word(
    seen: SeenWord,
    face: Typeface,
    word: str,
    usual: Floats = LEVEL,
    at: Sequence[float] | Floats | None = None,
    *,
    steps: int = STEPS,
    dark: float = 1.0,
) -> Fit:
    """Lay a word of letters that a typeface has over a strip: least squares over their places, bend and darkness.

    Args:
        seen: the strip.
        face: how letters look.
        word: what to lay.
        usual: how strips of this board are bent.
        at: where its letters may stand; None to look for it near the middle.
        steps: how often to mend.
        dark: how dark ink is on this board.
    """
    count, wide = len(word), seen.wide
    due = face.middles(word)[0] + wide / 2 - 0.5
    bend, gain = usual.copy(), dark
    if at is None:
        at = due + _best_shift(_bent(laid(*_letters(seen, face, word, due), wide), bend), seen)
    aside = float(np.mean(np.asarray(at) - due))
    stray = np.asarray(at) - due - aside
    usually = np.concatenate([np.full(count, _STRAY), [_ASIDE], _BENDS, [_GAIN]])
    for step in range(steps + 1):
        pictures, begins = _letters(seen, face, word, due + stray + aside)
        strip = _bent(laid(pictures, begins, wide), bend)
        left = seen.dark[ROWS] - gain * strip[ROWS]
        if step == steps:
            break
        slopes = _slopes(pictures, begins, strip, gain)
        now = np.concatenate([stray, [aside], bend - usual, [gain - dark]])
        change = _change(slopes, left, seen.variance, now, usually)
        stray = np.clip(stray + change[:count], -FARTHEST, FARTHEST)
        aside, gain = aside + float(change[count]), gain + float(change[-1])
        bend = bend + change[count + 1 : -1]
    rest = _power(left) / max(_power(seen.dark[ROWS]), 1e-6)
    return Fit(word, seen, due + stray + aside, bend, gain, rest, max(rest - seen.noise_share, 0.0))


def _change(slopes: NDArray[np.float32], left: Pictures, variance: float, now: Floats, usually: Floats) -> Floats:
    """One step of least squares towards what is left, each unknown drawn back to nothing as it usually lies near it."""
    normal = slopes @ slopes.T / variance + np.diag(1.0 / usually**2)
    return np.asarray(np.linalg.solve(normal, slopes @ left.ravel() / variance - now / usually**2))


def _power(strip: Pictures) -> float:
    return float((strip**2).sum())


def _slopes(pictures: Pictures, begins: NDArray[np.intp], strip: Pictures, gain: float) -> NDArray[np.float32]:
    """How the strip changes with each letter's place, with the word's, with its bend and with its darkness."""
    wide, count = strip.shape[1], len(pictures)
    right, down = np.zeros_like(strip), np.zeros_like(strip)
    right[:, 1:-1], down[1:-1] = (strip[:, 2:] - strip[:, :-2]) / 2, (strip[2:] - strip[:-2]) / 2
    x = (np.arange(wide, dtype=np.float32) - (wide / 2 - 0.5))[None, :]
    y = (np.arange(HIGH, dtype=np.float32) - ((FIRST + LAST) / 2 - 0.5))[:, None]
    slopes = np.zeros((count + 7, HIGH, wide), np.float32)
    for number, (picture, begin) in enumerate(zip(pictures, begins, strict=True)):
        low, high = max(0, int(begin) + 1), min(wide, int(begin) + WIDE - 1)
        if high > low:
            first, last = low - int(begin), high - int(begin)
            slopes[number, :, low:high] = picture[:, first - 1 : last - 1] - picture[:, first + 1 : last + 1]
    slopes[:count] *= gain / 2
    for number, change in enumerate((right, down, down * y, down * x, right * y, right * x)):
        slopes[count + number] = -gain * change
    slopes[-1] = strip
    return np.asarray(slopes[:, ROWS].reshape(count + 7, -1), np.float32)
