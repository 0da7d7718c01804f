"""Compares a reading with the marks that the picture shows, and mends letters whose mark was dropped or exchanged.

Only the picture speaks here: a letter is exchanged for one of the same shape that carries what is seen above it.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence

from companion.vision.languages import letters_of
from companion.vision.marks import Mark

ABOVE = 230
"""Unicode's class of the marks that stand above a letter."""
_TWO = frozenset("\u0308\u030b")
_AT_THE_LEFT = frozenset("ΆΈΉΊΌΎΏΪΫ")
"""Where Greek capitals have their accent beside them, it is not looked for."""
_COMBINED = {Mark.ONE: "\u0301\u0300\u0302\u030c\u0303\u030a\u0307\u0306\u0304", Mark.TWO: "\u0308"}
MOST_WAYS = 6


def mark_of(letter: str) -> Mark:
    """What a capital carries above it."""
    above = [sign for sign in unicodedata.normalize("NFD", letter) if unicodedata.combining(sign) == ABOVE]
    if not above:
        return Mark.NONE
    return Mark.TWO if any(sign in _TWO for sign in above) else Mark.ONE


def contradicted(word: str, marks: Sequence[Mark]) -> bool:
    """Whether the picture shows a mark that the word has not; a mark that is not seen contradicts nothing.

    Args:
        word: as it was read.
        marks: what is seen above each letter, from left to right; with fewer or more of them than the word has letters
            (where letters touch) only the kinds are compared.
    """
    if word.lower() == word:
        # Scripts without capitals have letters of several heights.
        return False
    letters = [sign for sign in word if sign.isalpha()]
    if len(letters) == len(marks):
        return any(_differs(letter, seen) for letter, seen in zip(letters, marks, strict=True))
    return not {seen for seen in marks if seen is not Mark.NONE} <= {mark_of(letter) for letter in letters}


def _differs(letter: str, seen: Mark) -> bool:
    if seen is Mark.NONE or (letter in _AT_THE_LEFT and seen is Mark.ONE):
        return False
    return mark_of(letter) is not seen


def mended(word: str, marks: Sequence[Mark], language: str) -> tuple[str, ...]:
    """What a contradicted word may be: each letter that differs is exchanged for those that carry what is seen.

    Args:
        word: as it was read.
        marks: what is seen above each letter, from left to right.
        language: Tesseract codes, joined with ``+``; where it has no such letter, those of others count.

    Returns:
        none if the word is not contradicted, or if it can't be told which letter carries what.
    """
    letters = [sign for sign in word if sign.isalpha()]
    if len(letters) != len(marks) or not contradicted(word, marks):
        return ()
    seen = iter(marks)
    ways = [_ways(sign, next(seen), language) if sign.isalpha() else (sign,) for sign in word]
    if any(not way for way in ways):
        return ()
    found = ("".join(way) for way in itertools.islice(itertools.product(*ways), MOST_WAYS))
    return tuple(other for other in found if other != word)


def _ways(letter: str, seen: Mark, language: str) -> tuple[str, ...]:
    if not _differs(letter, seen):
        return (letter,)
    bare = unicodedata.normalize("NFD", letter)[0]
    own = sorted(letters_of(language))
    found = [other for other in own if unicodedata.normalize("NFD", other)[0] == bare and mark_of(other) is seen]
    if not found:
        found = [unicodedata.normalize("NFC", bare + sign) for sign in _COMBINED.get(seen, "")][:1]
    return tuple(other for other in found if len(other) == 1)
