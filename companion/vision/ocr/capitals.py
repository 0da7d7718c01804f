"""An engine of our own for blurred capitals: a small convolutional net, run by OpenCV, that looks at doubtful cards.

It was trained on drawn words alone (`training/capitals`), in many typefaces, sharp and blurred, and knows letters
rather than words. Its scores become text by connectionist temporal classification (Graves et al., 2006): at each step
one sign or none, the same sign in a row counting once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.languages import letters_of
from companion.vision.ocr.engine import NOTHING, EngineMissing, Line, Strip

HEIGHT_PX, CAP_PX, FIRST_ROW = 32, 14, 12
"""What the net looks at: strips so high, whose capitals are so high and begin in that row."""
LIGHTEST, STEPS = 1.6, 120.0
"""Grey 0 of a strip is ink of this darkness (1.0 is usual, 0.0 paper), and so many greys make 1.0; 252 is lightest."""
SIGNS_BESIDE = " .'-"
NARROWEST_PX = 8
MODEL, SIGNS = "capitals.onnx", "capitals.txt"
_BROKEN = "the net for capitals cannot be loaded: install the program again"
Scores = NDArray[np.float64]
"""Logarithms of shares, shape (steps, signs): sign 0 is none."""


@cache
def _known_signs() -> str:
    """The signs that the net knows, in its order.

    Raises:
        EngineMissing: their list cannot be read.
    """
    try:
        text = resources.files("companion.vision.ocr").joinpath(SIGNS).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EngineMissing(_BROKEN) from error
    return "".join(text.split("\n"))


def knows(language: str) -> bool:
    """Whether the net knows all letters of a language (Tesseract codes, joined with ``+``)."""
    letters = letters_of(language)
    return bool(letters) and letters <= set(_known_signs())


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the net sees on one strip. ``line``: the likeliest signs, and how probable they are in all."""

    line: Line
    _scores: Scores
    _numbers: Mapping[str, int]

    def likelihood(self, word: str) -> float:
        """Logarithm of the probability that a word stands there; minus infinity if it has a sign that nobody knows."""
        path = [self._numbers.get(sign, -1) for sign in word]
        if -1 in path or len(path) > len(self._scores):
            return -np.inf
        return likelihood(self._scores, np.array(path, np.int64))


class CapitalsEngine:
    """Reads strips as `rectify.capitals_strip` cuts them."""

    def __init__(self, language: str = "eng") -> None:
        """Load the net.

        Args:
            language: Tesseract codes, joined with ``+``: only their letters are read.

        Raises:
            EngineMissing: the net does not know their letters, or it is not there.
        """
        if not knows(language):
            raise EngineMissing(f"language {language}: the net for capitals does not know its letters")
        allowed = letters_of(language) | set(SIGNS_BESIDE)
        self._signs = ["", *_known_signs()]
        self._numbers = {sign: number for number, sign in enumerate(self._signs) if sign}
        self._never = np.array([bool(sign) and sign not in allowed for sign in self._signs])
        try:
            model = resources.files("companion.vision.ocr").joinpath(MODEL).read_bytes()
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
        except (OSError, cv2.error) as error:
            raise EngineMissing(_BROKEN) from error
        if self._seen(np.zeros((1, 1, HEIGHT_PX, NARROWEST_PX), np.float32)).shape[2] != len(self._signs):
            raise EngineMissing(_BROKEN)

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """Read each strip; one line for each, in their order. Confidence is the net's own probability of the text."""
        return [glimpse.line for glimpse in self.look(strips)]

    def look(self, strips: Sequence[Strip]) -> list[Glimpse]:
        """What the net sees on each strip."""
        return [Glimpse(_line(scores, self._signs), scores, self._numbers) for scores in self._scores(strips)]

    def _scores(self, strips: Sequence[Strip]) -> list[Scores]:
        if not strips:
            return []
        # Paper behind the shorter ones: they are looked at together.
        width = max(NARROWEST_PX, *(strip.shape[1] for strip in strips))
        stack = np.zeros((len(strips), 1, HEIGHT_PX, width + width % 2), np.float32)
        for row, strip in zip(stack, strips, strict=True):
            row[0, :, : strip.shape[1]] = LIGHTEST - strip.astype(np.float32) / STEPS
        seen = self._seen(stack)
        seen[:, :, self._never] = -np.inf
        seen -= seen.max(axis=2, keepdims=True)
        seen -= np.log(np.exp(seen).sum(axis=2, keepdims=True))
        return [one[: -(-strip.shape[1] // 2)] for one, strip in zip(seen, strips, strict=True)]

    def _seen(self, stack: NDArray[np.float32]) -> NDArray[np.float64]:
        """Scores of shape (strips, steps, signs)."""
        self._net.setInput(stack)
        return np.asarray(self._net.forward(), np.float64)[:, :, 0].transpose(0, 2, 1)


def _line(scores: Scores, signs: Sequence[str]) -> Line:
    best = scores.argmax(axis=1)
    begins = (best != 0) & (best != np.concatenate([[-1], best[:-1]]))
    path = best[begins]
    text = "".join(signs[sign] for sign in path)
    if not text.strip():
        return NOTHING
    return Line(text.strip(), float(np.exp(min(likelihood(scores, path), 0.0))))


def likelihood(scores: Scores, path: NDArray[np.int64]) -> float:
    """Logarithm of the probability of a row of signs: the sum over all ways to say it in so many steps."""
    states = np.zeros(2 * len(path) + 1, np.int64)
    states[1::2] = path
    # From two states before, past the pause between them, unless the same sign follows: then the pause is needed.
    may_skip = np.zeros(len(states), np.bool_)
    may_skip[2:] = (states[2:] != 0) & (states[2:] != states[:-2])
    told = np.full(len(states), -np.inf)
    told[:2] = scores[0, states[:2]]
    for step in scores[1:]:
        one, two = np.roll(told, 1), np.roll(told, 2)
        one[0] = -np.inf
        two[~may_skip] = -np.inf
        told = np.logaddexp(np.logaddexp(told, one), two) + step[states]
    return float(np.logaddexp(told[-1], told[-2]))
