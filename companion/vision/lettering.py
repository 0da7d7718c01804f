"""Learns how the letters of one board look: all its words are printed in one typeface and seen by one camera.

Of all letters the sharp pictures are sought that, blurred as each card is, give the words that were read there. What no
card tells stays as it was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats
from companion.vision.synthesis import LEVEL, ROWS, STEPS, Fit, SeenWord, bending, fit_word, laid, shifted
from companion.vision.typeface import HIGH, WIDE, Pictures, Spectrum, Typeface, apart, drawn_typeface

STRETCHES, MIDDLING = (0.82, 0.9, 0.98, 1.06, 1.15, 1.25), 2
WIDTHS = 0.75, 1.3
TRIED, TRUSTED, TAUGHT, FEWEST, MANY = 6, 3, 16, 4, 0.4
"""So many words tell how wide the typeface is, the best of them count; letters are learnt from so many, if neither
fewer nor a smaller share of what was read look as they were read."""
WELL = 0.15
"""A word that was read right leaves no more of its strip unexplained, even by letters of another typeface."""
SHORT, LONG = 3, 9
LESSONS, ROUNDS = 2, 6
AT_ONCE = 2
"""So many words are laid over their strips side by side."""
_STEADY = 2.0
"""As much as so many letters say the drawn width of a letter counts."""

Word = tuple[str, SeenWord]
Moved = tuple[Spectrum, NDArray[np.intp]]
"""What moves the letters of a word by parts of a pixel and blurs them, and where their pictures begin then, columns."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """What one board shows of its letters.

    ``bend``: how its strips are usually bent. ``dark``: how dark ink usually is on them; in a strip 1.0 is what it
    shows of ink under its blur. ``misfit``: how much its words usually leave unexplained beside the noise. ``known``:
    letters without marks that were seen.
    """

    face: Typeface
    bend: Floats
    dark: float
    misfit: float
    known: frozenset[str]


def learn_letters(words: Sequence[Word], letters: Iterable[str]) -> Lettering | None:
    """Learn from words that were read, the surest first; None if too few of them look as they were read.

    Args:
        words: readings, and the strips in which they were read; single ones may be wrong.
        letters: all that may stand on a card.
    """
    words = [(word, seen) for word, seen in words if len(word) > 1]
    if len(words) < FEWEST:
        return None
    with ThreadPoolExecutor(AT_ONCE) as pool:
        face = _as_wide(pool, words, frozenset(letters).union(*(word for word, _ in words)))
        fits = [fit for fit in _fitted(pool, face, words) if fit.rest < WELL]
        if len(fits) < max(FEWEST, MANY * len(words)):
            return None
        chosen = _telling(fits)
        for lesson in range(LESSONS):
            _learn(face, chosen)
            bend = np.median([fit.bend for fit in chosen], axis=0)
            if lesson < LESSONS - 1:
                chosen = _fitted(pool, face, [(fit.word, fit.seen) for fit in chosen], bend, steps=3)
    misfit = float(np.median([fit.misfit for fit in chosen]))
    dark = float(np.median([fit.gain for fit in chosen]))
    return Lettering(face, bend, dark, misfit, frozenset(apart(letter)[0] for fit in chosen for letter in fit.word))


def _fitted(
    pool: ThreadPoolExecutor, face: Typeface, words: Sequence[Word], usual: Floats = LEVEL, steps: int = STEPS
) -> list[Fit]:
    """Lay every word over its own strip."""
    return list(pool.map(lambda one: fit_word(one[1], face, one[0], usual, steps=steps), words))


def _as_wide(pool: ThreadPoolExecutor, words: Sequence[Word], letters: frozenset[str]) -> Typeface:
    """A drawn typeface as wide as the board's."""
    some = [(word, seen) for word, seen in words if SHORT <= len(word) <= LONG][:TRIED] or list(words[:TRIED])
    needed = "".join(word for word, _ in some)
    faces: dict[int, Typeface] = {}

    def best(number: int, steps: int) -> list[Fit]:
        return sorted(_fitted(pool, faces[number], some, steps=steps), key=_rest)[:TRUSTED]

    @cache
    def unlike(number: int) -> float:
        if not 0 <= number < len(STRETCHES):
            return float("inf")
        faces[number] = drawn_typeface(needed, STRETCHES[number])
        return sum(fit.rest for fit in best(number, 2))

    # The nearer to the right width the less is left: it is sought step by step from the usual one.
    at = MIDDLING
    while (nearer := min((at, at - 1, at + 1), key=unlike)) != at:
        at = nearer
    wider = float(np.median([fit.bend[-1] for fit in best(at, 4)]))
    return drawn_typeface(letters, float(np.clip(STRETCHES[at] * (1.0 + wider), *WIDTHS)))


def _rest(fit: Fit) -> float:
    return fit.rest


def _telling(fits: Sequence[Fit]) -> list[Fit]:
    """Of many words those that show the most letters."""
    often: dict[str, int] = {}
    chosen: list[Fit] = []
    left = list(fits)
    while left and len(chosen) < TAUGHT:
        news = [sum(1.0 / (1 + often.get(letter, 0)) ** 2 for letter in set(fit.word)) for fit in left]
        # Earlier words are surer.
        best = int(np.argmax([new - 0.05 * place for place, new in enumerate(news)]))
        fit = left.pop(best)
        chosen.append(fit)
        for letter in fit.word:
            often[letter] = often.get(letter, 0) + 1
    return chosen


def _learn(face: Typeface, fits: Sequence[Fit]) -> None:
    """Least squares over all pictures, by conjugate gradients, and over the places of the letters."""
    turns = [_moved(fit) for fit in fits]
    weights = [0.05**2 / (fit.seen.noise**2 + 0.05**2) for fit in fits]

    def shown(pictures: Pictures) -> list[Pictures]:
        spectra = np.asarray(np.fft.rfft2(pictures), np.complex64)
        return [_word(spectra, face, fit, turn) for fit, turn in zip(fits, turns, strict=True)]

    def gathered(strips: Sequence[Pictures]) -> Pictures:
        spectra = np.zeros((len(face.pictures), HIGH, WIDE // 2 + 1), np.complex64)
        for strip, fit, turn, weight in zip(strips, fits, turns, weights, strict=True):
            _gather(spectra, strip * weight, face, fit, turn)
        return np.asarray(np.fft.irfft2(spectra, s=(HIGH, WIDE)), np.float32)

    def normal(change: Pictures) -> Pictures:
        return gathered(shown(change)) + face.held * change

    missing = [_straight(fit) - strip for fit, strip in zip(fits, shown(face.drawn), strict=True)]
    face.show(face.drawn + _solved(normal, gathered(missing), face.pictures - face.drawn))
    _space(face, fits)


def _solved(normal: Callable[[Pictures], Pictures], wanted: Pictures, start: Pictures) -> Pictures:
    found, left = start, wanted - normal(start)
    way, power = left, float((left**2).sum())
    for _ in range(ROUNDS):
        image = normal(way)
        far = power / max(float((way * image).sum()), 1e-9)
        found, left = found + far * way, left - far * image
        before, power = power, float((left**2).sum())
        way = left + power / max(before, 1e-9) * way
    return found


def _moved(fit: Fit) -> Moved:
    """Where the letters of a fit stand, and how blurred they are."""
    turns, begins = shifted(fit.places)
    return np.asarray(turns * fit.seen.blur, np.complex64), begins


def _straight(fit: Fit) -> Pictures:
    """A seen strip without its bend, its ink as dark as ink."""
    wide = fit.seen.wide
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    dark = fit.seen.dark / np.float32(max(fit.gain, 0.3))
    return np.asarray(cv2.warpAffine(dark, bending(fit.bend, wide), (wide, HIGH), flags=how), np.float32)


def _word(spectra: Spectrum, face: Typeface, fit: Fit, moved: Moved) -> Pictures:
    letters, (turns, begins) = face.indices(fit.word), moved
    each = (spectra[face.base[letters]] + spectra[face.mark[letters]]) * turns
    return laid(np.asarray(np.fft.irfft2(each, s=(HIGH, WIDE)), np.float32), begins, fit.seen.wide)


def _gather(spectra: Spectrum, strip: Pictures, face: Typeface, fit: Fit, moved: Moved) -> None:
    """Add what a strip says about each of its letters: ``_word`` the other way round."""
    turns, begins = moved
    room = np.zeros((HIGH, fit.seen.wide + 2 * WIDE), np.float32)
    room[ROWS, WIDE:-WIDE] = strip[ROWS]
    ends = np.clip(begins + WIDE, 0, room.shape[1] - WIDE)
    each = np.fft.rfft2(np.array([room[:, end : end + WIDE] for end in ends])) * turns.conj()
    for letter, part in zip(face.indices(fit.word), each, strict=True):
        spectra[face.base[letter]] += part
        spectra[face.mark[letter]] += part
    spectra[-1] = 0.0


def _space(face: Typeface, fits: Sequence[Fit]) -> None:
    """Learn how wide the letters stand, by ridge regression on how far neighbours are from each other."""
    count = len(face.bases)
    normal, wanted = _STEADY * np.eye(2 * count), np.zeros(2 * count)
    for fit in fits:
        bases = face.base[face.indices(fit.word)]
        for number in range(len(bases) - 1):
            first, second = bases[number], bases[number + 1]
            more = fit.places[number + 1] - fit.places[number] - face.half[first] - face.half[second]
            pair = np.array([first, count + second])
            wanted[pair] += more
            normal[np.ix_(pair, pair)] += 1.0
    change = np.linalg.solve(normal, wanted)
    face.right, face.left = face.half + change[:count], face.half + change[count:]
