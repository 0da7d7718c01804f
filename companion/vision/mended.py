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
_ACCENTED = frozenset("ΆΈΉΊΌΎΏ")
_COMBINED = {Mark.ONE: "\u0301", Mark.TWO: "\u0308"}
MOST_WAYS = 6
_APOSTROPHES = "'\""


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
        marks: what is seen above each letter, from left to right, and gaps. With fewer of them than the word has
            letters (where letters touch) only the kinds are compared; more of them are letters left unread.
    """
    if word.lower() == word:
        # Scripts without capitals have letters of several heights.
        return False
    letters, seen_letters = _letters(word), _of_letters(marks)
    if len(letters) == len(seen_letters):
        pairs = zip(letters, seen_letters, strict=True)
        return not _gaps(marks) <= _parted(word) or any(_differs(*letter, seen) for letter, seen in pairs)
    unread = len(seen_letters) > _shapes(word)
    return unread or any(all(_differs(*letter, seen) for letter in letters) for seen in seen_letters)


def _of_letters(marks: Sequence[Mark]) -> list[Mark]:
    return [seen for seen in marks if seen is not Mark.GAP]


def _gaps(marks: Sequence[Mark]) -> set[int]:
    """The numbers of the letters before which there is a gap."""
    places = [index for index, seen in enumerate(marks) if seen is Mark.GAP]
    return {place - passed for passed, place in enumerate(places)}


def _parted(word: str) -> set[int]:
    """The numbers of the letters before which something else stands."""
    starts, number = set(), 0
    for last, sign in itertools.pairwise(" " + word):
        if sign.isalpha():
            starts |= {number} if not last.isalpha() else set()
            number += 1
    return starts


def _letters(word: str) -> list[tuple[str, bool]]:
    """The letters of a word, and whether an apostrophe stands before each."""
    solid = word.replace(" ", "")
    before = " " + solid
    return [(sign, last in _APOSTROPHES) for last, sign in zip(before, solid, strict=False) if sign.isalpha()]


def _shapes(word: str) -> int:
    """How many things as high as a capital a word has: letters, Ы twice, and signs."""
    return sum(sign.isalnum() or sign in "&!?" for sign in word) + word.count("Ы")


def _differs(letter: str, after_apostrophe: bool, seen: Mark) -> bool:
    match seen:
        case Mark.NONE:
            return False
        case Mark.BEFORE:
            return not after_apostrophe and letter not in _AT_THE_LEFT
        case Mark.THROUGH:
            # Other letters have such an outline too (Ь): it only tells L from Ł.
            return letter == "L"
        case _:
            return mark_of(letter) is not seen


def mended(word: str, marks: Sequence[Mark], language: str) -> tuple[str, ...]:
    """What a contradicted word may be: each letter that differs is exchanged for those that carry what is seen.

    Args:
        word: as it was read. Of a letter that was read twice, with other marks, one is taken away.
        marks: what is seen above each letter, from left to right.
        language: Tesseract codes, joined with ``+``; where it has no such letter, those of others count.

    Returns:
        none if the word is not contradicted, or if it can't be told which letter carries what.
    """
    seen_letters = _of_letters(marks)
    if len(_letters(word)) != len(seen_letters):
        single = "".join(_once(list(run)) for _, run in itertools.groupby(word, _bare))
        if single == word or len(_letters(single)) != len(seen_letters):
            return ()
        return mended(single, marks, language) or (single,)
    if not contradicted(word, marks):
        return ()
    ways = _ways(word, marks, language)
    if any(not way for way in ways):
        return ()
    found = ("".join(way) for way in itertools.islice(itertools.product(*ways), MOST_WAYS))
    return tuple(other for other in found if other != word)


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]


def _once(run: list[str]) -> str:
    """One letter of a run in which an engine gave the same one with several marks; other runs are words' own (ÉE)."""
    marked = {letter for letter in run if mark_of(letter) is not Mark.NONE}
    accented = len(run) > 1 and marked <= _ACCENTED and bool(marked)
    stutters = accented or (len(set(run)) > 1 and (len(run) > 2 or len(marked) > 1))
    return run[0] if stutters else "".join(run)


def _ways(word: str, marks: Sequence[Mark], language: str) -> list[tuple[str, ...]]:
    """For each sign of a word what may stand in its place."""
    told = iter(zip(_letters(word), _of_letters(marks), strict=True))
    ways: list[tuple[str, ...]] = []
    number, missed = 0, _gaps(marks) - _parted(word)
    for sign in word:
        if sign.isalpha():
            (letter, after_apostrophe), seen = next(told)
            ways += [(" ",)] if number in missed else []
            number += 1
            ways.append(_exchanged(letter, seen, language) if _differs(letter, after_apostrophe, seen) else (letter,))
        else:
            ways.append((sign,))
    return ways


def _exchanged(letter: str, seen: Mark, language: str) -> tuple[str, ...]:
    """Letters of the same shape with what is seen; the language's own, else the plainest."""
    bare = _bare(letter)
    own = [other for other in sorted(letters_of(language)) if _bare(other) == bare]
    if seen is Mark.THROUGH:
        return ("Ł",)
    if seen is Mark.BEFORE:
        return tuple(other for other in own if other in _ACCENTED) or (f"'{letter}",)
    found = [other for other in own if mark_of(other) is seen]
    other = unicodedata.normalize("NFC", bare + _COMBINED[seen])
    return tuple(found) or ((other,) if len(other) == 1 else ())
