"""The letters of one typeface as pictures: drawn at first, then learnt from a board's own cards (``lettering.py``).

A letter with a mark above it is its base and the mark, so that a mark seen on one letter is known on all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats

Pictures = NDArray[np.float32]
"""Pictures of letters, 0 paper and 1 ink, shape (..., HIGH, WIDE)."""
Spectrum = NDArray[np.complex64]
CAP, FIRST, LAST = 20, 15, 35
"""Height of the capitals in pixels, and their rows."""
HIGH, WIDE = 48, 64
"""Size of one letter's picture; its middle stands in the middle column."""
CAN_BE_DRAWN = hasattr(cv2, "FontFace")
"""Older releases of OpenCV bring no typeface: there letters are not compared."""
ABOVE = 230
"""Unicode's class of the marks that stand above a letter."""
_FINER, _WEIGHT, _CAP_SHARE = 4, 700, 0.75
_SPACE = 0.4
_REACHING_BELOW = "QJÇĄĘĮŲŞŢȘȚ,;ДЦЩ"
_LOOSE, _TIGHT = 0.05, 3.0
"""How firmly a picture is held to the drawn one: within the place of a letter, and outside of it."""


def apart(letter: str) -> tuple[str, str]:
    """A letter without the one mark above it, and the mark; "" for none."""
    signs = unicodedata.normalize("NFD", letter)
    if len(signs) == 2 and unicodedata.combining(signs[1]) == ABOVE:
        return signs[0], signs[1]
    return letter, ""


@dataclass(slots=True)
class Typeface:
    """Pictures of letters and how wide they stand. ``stretch``: width of the drawn letters against the drawn font's.

    ``pictures``: of the bases, the marks, and an empty one, shape (n, HIGH, WIDE). ``left``, ``right``: from the middle
    of each base to where the next letter's place begins, pixels. ``held``: how firmly each pixel is held to ``drawn``.
    """

    letters: tuple[str, ...]
    stretch: float
    bases: tuple[str, ...] = ()
    index: dict[str, int] = field(default_factory=dict)
    base: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))
    mark: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))
    drawn: Pictures = field(default_factory=lambda: np.zeros((0, HIGH, WIDE), np.float32))
    pictures: Pictures = field(default_factory=lambda: np.zeros((0, HIGH, WIDE), np.float32))
    held: Pictures = field(default_factory=lambda: np.zeros((0, HIGH, WIDE), np.float32))
    half: Floats = field(default_factory=lambda: np.zeros(0))
    left: Floats = field(default_factory=lambda: np.zeros(0))
    right: Floats = field(default_factory=lambda: np.zeros(0))
    spectra: Spectrum = field(default_factory=lambda: np.zeros((0, HIGH, WIDE // 2 + 1), np.complex64))

    def show(self, pictures: Pictures) -> None:
        """Take other pictures for the letters."""
        self.pictures = pictures
        spectra = np.fft.rfft2(pictures)
        self.spectra = np.asarray(spectra[self.base] + spectra[self.mark], np.complex64)

    def has(self, word: str) -> bool:
        """Whether there is a picture of each of its letters."""
        return all(letter in self.index for letter in word)

    def indices(self, word: str) -> NDArray[np.intp]:
        """Numbers of a word's letters."""
        return np.array([self.index[letter] for letter in word], np.intp)

    def middles(self, word: str) -> tuple[Floats, float]:
        """Where the letters of a word stand, from its middle, and how wide it is; pixels."""
        bases = self.base[self.indices(word)]
        places = np.concatenate([[0.0], np.cumsum(self.right[bases[:-1]] + self.left[bases[1:]])])
        low, high = -self.left[bases[0]], places[-1] + self.right[bases[-1]]
        return places - (low + high) / 2, float(high - low)


def drawn_typeface(letters: Iterable[str], stretch: float) -> Typeface:
    """A typeface of the letters that OpenCV can draw: bold and without serifs, as such cards are printed.

    Args:
        letters: which; capitals and signs.
        stretch: width against the font's own.
    """
    face = Typeface(tuple(sorted(set(letters))), stretch)
    parts = [apart(letter) for letter in face.letters]
    face.index = {letter: number for number, letter in enumerate(face.letters)}
    face.bases = tuple(sorted({base for base, _ in parts}))
    marks = tuple(sorted({mark for _, mark in parts} - {""}))
    count, number = len(face.bases), {sign: i for i, sign in enumerate((*face.bases, *marks, ""))}
    face.base = np.array([number[base] for base, _ in parts], np.intp)
    face.mark = np.array([number[mark] for _, mark in parts], np.intp)
    shown = [_drawn(base, stretch) for base in face.bases]
    over = [_mark(next(face.letters[i] for i, part in enumerate(parts) if part[1] == mark), stretch) for mark in marks]
    empty = np.zeros((HIGH, WIDE), np.float32)
    face.drawn = np.array([*(picture for picture, _ in shown), *over, empty], np.float32)
    face.half = np.array([wide / 2 for _, wide in shown])
    face.left, face.right = face.half.copy(), face.half.copy()
    bounds = [_held(half, base in _REACHING_BELOW) for half, base in zip(face.half, face.bases, strict=True)]
    face.held = np.array([*bounds, *[_held_mark()] * (len(face.drawn) - count)], np.float32)
    face.show(face.drawn.copy())
    return face


def _drawn(letter: str, stretch: float) -> tuple[Pictures, float]:
    """A letter and how wide its place is, pixels."""
    if letter == " ":
        return np.zeros((HIGH, WIDE), np.float32), _SPACE * CAP
    font, size = cv2.FontFace("sans"), round(_FINER * CAP / _CAP_SHARE)
    large = np.zeros((HIGH * _FINER, 2 * WIDE * _FINER), np.uint8)
    foot, shape = LAST * _FINER, (large.shape[1], large.shape[0])
    wide = cv2.getTextSize(shape, letter, (0, foot), font, size, _WEIGHT)[2]
    cv2.putText(large, letter, (round(WIDE * _FINER - wide / 2), foot), 255, font, size, _WEIGHT)
    soft = cv2.boxFilter(large, cv2.CV_32F, (_FINER, _FINER))
    across, down = stretch / _FINER, 1.0 / _FINER
    shift = (WIDE / 2 - across * (WIDE * _FINER - 0.5), 0.5 * down - 0.5)
    to_small = np.array([[across, 0.0, shift[0]], [0.0, down, shift[1]]], np.float32)
    small = cv2.warpAffine(soft, to_small, (WIDE, HIGH)) / np.float32(255.0)
    return np.asarray(small, np.float32), stretch * wide / _FINER


def _mark(letter: str, stretch: float) -> Pictures:
    """What stands above a letter."""
    picture, _ = _drawn(letter, stretch)
    picture[FIRST - 1 :] = 0.0
    return picture


def _held(half: float, reaches_below: bool) -> Pictures:
    across = np.abs(np.arange(WIDE) - (WIDE / 2 - 0.5))[None, :]
    down = np.arange(HIGH)[:, None]
    beside = np.clip((across - (half + 0.5)) / 2, 0, 1)
    foot = LAST + (5 if reaches_below else 1)
    beyond = np.clip(np.maximum(FIRST - 1.0 - down, down - foot) / 2, 0, 1)
    return np.asarray(_LOOSE + _TIGHT * np.maximum(beside, beyond), np.float32)


def _held_mark() -> Pictures:
    across = np.abs(np.arange(WIDE) - (WIDE / 2 - 0.5))[None, :]
    beside, below = np.clip((across - 8) / 2, 0, 1), np.clip(np.arange(HIGH)[:, None] - (FIRST - 2.0), 0, 1)
    return np.asarray(_LOOSE + _TIGHT * np.maximum(beside, below), np.float32)
