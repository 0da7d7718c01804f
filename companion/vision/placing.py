"""Where the letters of a word stand in a strip: all letters are held against all places of it, once.

The blurred letters add up, and only neighbours overlap: so the best places for a word are found by dynamic programming.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.lettering import Lettering
from companion.vision.plane import Floats
from companion.vision.synthesis import PAD, SeenWord, bending
from companion.vision.typeface import HIGH, WIDE

SLACK = 3
"""How far a letter may stand from where its neighbour wants it, pixels."""
_USUAL_SLACK = 1.2
COARSE, ROWS_AS_ONE, AT_ONCE = 2, 4, 40
"""Letters are compared in steps of so many columns and with so many rows as one; so many places in one go."""
DARKNESS = 0.8, 1.3
_NEVER = np.float32(1e9)
Costs = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How well each letter goes with each place of a strip.

    ``alone``: cost of a letter at a place, shape (letters, columns). ``beside``: cost of two neighbours that stand
    ``apart`` columns from each other, both of shape (2 * SLACK + 1, letters, letters). ``power``: of each letter, what
    it would cost on bare paper.
    """

    lettering: Lettering
    alone: Costs
    beside: Costs
    apart: NDArray[np.intp]
    power: Costs

    def align(self, word: str) -> tuple[Floats, float]:
        """Where a word's letters stand best, and what that costs."""
        letters, wide = self.lettering.face.indices(word), self.alone.shape[1]
        cost = self.alone[letters[0]].copy()
        back: list[NDArray[np.intp]] = []
        for first, second in itertools.pairwise(letters):
            ways = np.full((2 * SLACK + 1, wide), _NEVER, np.float32)
            for way, apart in enumerate(self.apart[:, first, second]):
                if apart < wide:
                    ways[way, apart:] = cost[: wide - apart] + self.beside[way, first, second]
            best = ways.argmin(axis=0)
            back.append(best)
            cost = ways[best, np.arange(wide)] + self.alone[second]
        place = int(cost.argmin())
        if cost[place] > _NEVER / 2:
            return self.lettering.face.middles(word)[0] + wide / 2 - 0.5, float(_NEVER)
        places, total = [place], float(cost[place])
        for best, first, second in zip(back[::-1], letters[-2::-1], letters[:0:-1], strict=True):
            place -= int(self.apart[best[place], first, second])
            places.append(place)
        return np.array(places[::-1], np.float64), float(self._as_dark(letters[None], np.array([total], np.float32))[0])

    def costs(self, words: NDArray[np.int16]) -> Costs:
        """What each of many words costs where its letters stand best.

        Args:
            words: numbers of their letters, shape (words, longest); after a word's end any number that is no letter's.
        """
        count, wide = len(self.alone), self.alone.shape[1]
        ended, columns, rows = words >= count, np.arange(wide)[None, :], np.arange(len(words))[:, None]
        letters = np.where(ended, 0, words)
        cost = self.alone[letters[:, 0]]
        for number in range(1, words.shape[1]):
            first, second, goes_on = letters[:, number - 1], letters[:, number], ~ended[:, number]
            if not goes_on.any():
                break
            best = np.full_like(cost, _NEVER)
            for apart, beside in zip(self.apart, self.beside, strict=True):
                before = columns - apart[first, second][:, None]
                way = np.where(before >= 0, cost[rows, np.maximum(before, 0)], _NEVER)
                np.minimum(best, way + beside[first, second][:, None], out=best)
            cost = np.where(goes_on[:, None], best + self.alone[second], cost)
        return self._as_dark(words, cost.min(axis=1))

    def _as_dark(self, words: NDArray[np.integer], costs: Costs) -> Costs:
        """Costs of words, each as dark as it stands best: the ink of a strip may be paler or darker than usual."""
        power = np.append(self.power, np.float32(0.0))[words].sum(axis=1)
        between = np.pad(self.beside[SLACK], ((0, 1), (0, 1)))
        power = power + between[words[:, :-1], words[:, 1:]].sum(axis=1)
        common = (power - costs) / 2
        dark = np.clip(common / power, *DARKNESS)
        return np.asarray(power * dark**2 - 2 * common * dark, np.float32)


def likeness(seen: SeenWord, lettering: Lettering) -> Likeness:
    """Compare all letters of a board with all places of a strip."""
    face, wide = lettering.face, seen.wide
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    straight = np.asarray(cv2.warpAffine(seen.dark, bending(lettering.bend, wide), (wide, HIGH), flags=how), np.float32)
    straight[:PAD], straight[-PAD:] = 0.0, 0.0
    straight /= np.float32(lettering.dark)
    shown = np.fft.irfft2(face.spectra * seen.blur, s=(HIGH, WIDE)).astype(np.float32)
    letters = np.ascontiguousarray(_coarse(shown)[:, :, ::COARSE])
    scale = COARSE * ROWS_AS_ONE * lettering.dark**2 / seen.variance
    power = np.asarray(scale * (letters.reshape(len(letters), -1) ** 2).sum(axis=1), np.float32)
    alone = _alone(letters, _coarse(np.pad(straight, ((0, 0), (WIDE // 2, WIDE // 2)))), wide)
    bases = face.base
    due = np.rint(face.right[bases][:, None] + face.left[bases][None, :]).astype(np.intp)
    slack = np.arange(-SLACK, SLACK + 1)
    apart = np.clip(due[None] + slack[:, None, None], 1, WIDE - 1)
    number = np.arange(len(letters))
    overlap = _overlaps(letters)[apart, number[None, :, None], number[None, None, :]]
    beside = 2 * scale * overlap + (slack[:, None, None] / _USUAL_SLACK) ** 2
    return Likeness(lettering, (scale * alone).astype(np.float32), beside.astype(np.float32), apart, power)


def _coarse(pictures: Costs) -> Costs:
    """Pictures in fewer rows, each column the mean of itself and the next."""
    rows = pictures.reshape(*pictures.shape[:-2], HIGH // ROWS_AS_ONE, ROWS_AS_ONE, -1).mean(axis=-2)
    rows[..., :-1] = (rows[..., :-1] + rows[..., 1:]) / 2
    return np.asarray(rows, np.float32)


def _alone(letters: Costs, strip: Costs, wide: int) -> Costs:
    """What each letter leaves at each place, less what is there without it."""
    flat = letters.reshape(len(letters), -1)
    windows = np.lib.stride_tricks.sliding_window_view(strip, WIDE, axis=1)[:, :wide, ::COARSE].transpose(0, 2, 1)
    columns = windows.reshape(-1, wide)
    found = np.empty((len(letters), wide), np.float32)
    # Small parts, which the library for matrices leaves to one processor.
    for begin in range(0, wide, AT_ONCE):
        found[:, begin : begin + AT_ONCE] = flat @ columns[:, begin : begin + AT_ONCE]
    return np.asarray((flat**2).sum(axis=1)[:, None] - 2 * found, np.float32)


def _overlaps(letters: Costs) -> Costs:
    """How much two letters have in common that stand so many columns apart: shape (WIDE, letters, letters)."""
    count, columns = len(letters), letters.shape[2]
    found = np.zeros((WIDE + COARSE, count, count), np.float32)
    for apart in range(columns):
        right = letters[:, :, apart:].reshape(count, -1)
        found[COARSE * apart] = right @ letters[:, :, : columns - apart].reshape(count, -1).T
    found[1:-1:2] = (found[:-2:2] + found[2::2]) / 2
    return found[:WIDE]
