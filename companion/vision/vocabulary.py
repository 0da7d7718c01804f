"""All words that are known, as one table of letters: thousands are held against a strip at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.dictionary import CODES, dictionary_of
from companion.vision.placing import Likeness
from companion.vision.typeface import Typeface

SHORTEST, LONGEST, MOST = 2, 12, 1_500_000
"""Lengths of the words that are held; dictionaries with more forms (Finnish, Polish) take too long to gather."""
SHIFTS, STRETCH = range(-6, 7, 2), 0.1
OFF_PX, OFF, FINALISTS, CLOSELY = 5.0, 0.1, 4000, 400
"""How far a word may be wider or narrower than what is seen, in pixels and as a share of it; how many are looked at
more closely, and how many letter by letter."""
NO_GREEK_ACCENTS = str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ")
_SIGNS = 0x10000
Words = NDArray[np.uint16]
"""Code points of words, shape (words, LONGEST); 0 after their ends."""


def table_of(words: Iterable[str]) -> Words:
    """Gather words, in capitals; too short and too long ones are left out."""
    signs = np.frombuffer(("\n".join(words) + "\n").encode("utf-16-le"), np.uint16)
    ends = np.flatnonzero(signs == ord("\n"))
    begins = np.concatenate([[0], ends[:-1] + 1])
    fitting = (ends - begins >= SHORTEST) & (ends - begins <= LONGEST)
    begins, lengths = begins[fitting], (ends - begins)[fitting]
    order = np.arange(LONGEST)[None, :]
    places = np.minimum(begins[:, None] + order, len(signs) - 1)
    return np.where(order < lengths[:, None], signs[places], 0).astype(np.uint16)


@lru_cache(maxsize=2)
def general_table(language: str) -> Words:
    """The words of a language in general; the first call takes half a second, more if its dictionary is not read yet.

    Args:
        language: Tesseract codes, joined with ``+``; those without a dictionary, or with a huge one, give none.
    """
    codes = [CODES[code] for code in language.split("+") if code in CODES]
    read = [dictionary for dictionary in map(dictionary_of, codes) if len(dictionary) <= MOST]
    capitals = ["\n".join(dictionary).upper() for dictionary in read]
    # Greek capitals are printed without the accents of small letters, or with them.
    capitals += [text.translate(NO_GREEK_ACCENTS) for text in capitals if "Ά" in text]
    return table_of(line for text in capitals for line in text.split("\n"))


class Vocabulary:
    """Words as they would stand in one typeface."""

    def __init__(self, words: Words, face: Typeface) -> None:
        """Keep those of which there are all letters."""
        number = np.full(_SIGNS, -1, np.int16)
        for sign, index in face.index.items():
            if len(sign) == 1 and ord(sign) < _SIGNS:
                number[ord(sign)] = index
        number[0] = len(face.letters)
        letters = number[words]
        self._letters = letters[(letters >= 0).all(axis=1)]
        self._signs = (*face.letters, "")
        left, right = (np.append(each[face.base], 0.0).astype(np.float32) for each in (face.left, face.right))
        self._left, self._right = left, right
        self._width = (left + right)[self._letters].sum(axis=1)

    def best(self, table: Likeness, span: tuple[float, float], most: int) -> list[str]:
        """Those that go best with a strip, roughly.

        Args:
            table: how well each letter goes with each place.
            span: where the word begins and ends, in columns.
            most: how many.
        """
        chosen = np.flatnonzero(np.abs(self._width - (span[1] - span[0])) < OFF_PX + OFF * self._width)
        if not len(chosen):
            return []
        chosen = self._likeliest(table, chosen, span, (0,), FINALISTS)
        chosen = self._likeliest(table, chosen, span, SHIFTS, CLOSELY)
        first = chosen[np.argsort(table.costs(self._letters[chosen]))[:most]]
        return list(dict.fromkeys("".join(self._signs[letter] for letter in self._letters[i]) for i in first))

    def _likeliest(
        self, table: Likeness, chosen: NDArray[np.intp], span: tuple[float, float], shifts: Iterable[int], most: int
    ) -> NDArray[np.intp]:
        """The best of some words: as wide as they usually are, and as wide as what is seen."""
        if len(chosen) <= most:
            return chosen
        each = [self._costs(table, chosen, span, shifts, most_stretched) for most_stretched in (0.0, STRETCH)]
        best = np.unique([np.argpartition(costs, most // 2)[: most // 2] for costs in each])
        return np.asarray(chosen[best], np.intp)

    def _costs(
        self, table: Likeness, chosen: NDArray[np.intp], span: tuple[float, float], shifts: Iterable[int], most: float
    ) -> NDArray[np.float32]:
        """What each word costs where it stands best as a whole, stretched to what is seen by a share of ``most``."""
        letters, wide = self._letters[chosen], self._width[chosen, None]
        steps = self._left[letters]
        steps[:, 1:] += self._right[letters[:, :-1]]
        stretch = np.clip((span[1] - span[0]) / wide, 1.0 - most, 1.0 + most)
        places = np.rint(stretch * (np.cumsum(steps, axis=1) - wide / 2) + sum(span) / 2).astype(np.int32)
        # One more letter that costs nothing stands for what comes after a word's end.
        alone = np.pad(table.alone, ((0, 1), (0, 0)))
        beside = np.pad(table.beside[len(table.beside) // 2], ((0, 1), (0, 1)))
        total = beside[letters[:, :-1], letters[:, 1:]].sum(axis=1)
        best = np.full(len(letters), np.inf, np.float32)
        for shift in shifts:
            columns = np.clip(places + shift, 0, alone.shape[1] - 1)
            best = np.minimum(best, alone[letters, columns].sum(axis=1))
        return np.asarray(best + total, np.float32)
