"""Known words near a reading: with other marks, which blur and glare take first, or with one other letter.

They rank: a doubtful card shows the likeliest word, still doubtful, with the reading itself among its candidates.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from companion.vision.languages import letters_of
from companion.vision.lexicon import Lexicon, folded

FAINT, CLEAR = 0.3, 0.7
"""Readings that are less confident than the first prove no mark; one like the second does so alone."""
MOST_CHANGED, SHORTEST, LONGEST = 2, 3, 14
"""So many letters may have other marks; of shorter and longer words none is looked for."""


def known_variants(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Words that somebody knows, with other marks on the same letters.

    Returns:
        those with the fewest changes, first those that keep a mark wherever one was read, the best known first.
    """
    if len(word) > LONGEST:
        return ()
    alike = _alike(lexicon.language)
    for changed in range(1, MOST_CHANGED + 1):
        others = (other for other in dict.fromkeys(_changed(word, changed, alike)) if other != word)
        known = [other for other in others if lexicon.weight(other) > 0]
        if known:
            return tuple(sorted(known, key=lambda other: (_loses_marks(word, other), -lexicon.weight(other))))
    return ()


def most_marked(ranked: Sequence[str], reads: Sequence[tuple[str, float]], lexicon: Lexicon) -> str | None:
    """The likeliest reading with the marks that some readings have: blur takes marks, but hardly ever makes any.

    Args:
        ranked: what was read, best first.
        reads: all that was read, with the confidences.
        lexicon: what is known.

    Returns:
        a word with the letters of the best one, with marks; None where nothing speaks for them.
    """
    best = ranked[0]
    alike = [(word, confidence) for word, confidence in reads if folded(word) == folded(best)]
    marked = [(word, confidence) for word, confidence in alike if _marks(word) and confidence >= FAINT]
    if not marked or (_marks(best) and lexicon.weight(best) > 0):
        return None
    often = 2 * len(marked) >= len(alike)
    backed = len(marked) > 1 or marked[0][1] >= CLEAR
    words = [word for word in ranked if any(word == other for other, _ in marked)]
    known = [word for word in words if lexicon.weight(word) > 0]
    if backed and known:
        return known[0]
    variants = [other for word in words for other in known_variants(word, lexicon) if not _loses_marks(word, other)]
    return variants[0] if often and variants else words[0] if often else None


def _marks(word: str) -> int:
    return sum(folded(letter) != letter for letter in word)


def _loses_marks(word: str, other: str) -> bool:
    """Whether a letter that has a mark in one word has none in the other."""
    return any(folded(a) != a and folded(b) == b for a, b in zip(word, other, strict=False))


def known_neighbours(readings: Sequence[tuple[str, float]], lexicon: Lexicon) -> tuple[str, ...]:
    """Words that somebody knows and that differ from a reading in one letter, the likest to all readings first.

    Args:
        readings: of one word, with their confidences.
        lexicon: what is known.
    """
    alphabet = sorted(letters_of(lexicon.language))
    words = [word for word, _ in readings if SHORTEST <= len(word) <= LONGEST]
    pool = {
        other
        for word in dict.fromkeys(words)
        for index in range(len(word))
        for letter in alphabet
        if lexicon.weight(other := f"{word[:index]}{letter}{word[index + 1 :]}") > 0
    }

    def likeness(other: str) -> float:
        alike = sum(confidence * Levenshtein.normalized_similarity(other, word) ** 2 for word, confidence in readings)
        return alike * (1.0 + lexicon.weight(other))

    return tuple(sorted(pool, key=likeness, reverse=True))


def known_longer_or_shorter(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Words that somebody knows and that have one letter more or less: blur makes one of two, and two of one."""
    if not SHORTEST <= len(word) <= LONGEST:
        return ()
    shorter = {word[:index] + word[index + 1 :] for index in range(len(word))}
    alphabet = letters_of(lexicon.language)
    longer = {word[:index] + letter + word[index:] for index in range(len(word) + 1) for letter in alphabet}
    return tuple(sorted(other for other in shorter | longer if len(other) > 1 and lexicon.weight(other) > 0))


def known_with_one_letter_other(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Words that somebody knows with one letter another one and one more mark or less (FENÊTRE for FENÉTNE)."""
    if not SHORTEST <= len(word) <= LONGEST:
        return ()
    alike = _alike(lexicon.language)
    found: set[str] = set()
    for other in _changed(word, 1, alike):
        for index in range(len(word)):
            for letter in alike:
                changed = f"{other[:index]}{letter}{other[index + 1 :]}"
                if lexicon.weight(changed) > 0:
                    found.add(changed)
    return tuple(sorted(found - {word}))


def _changed(word: str, count: int, alike: dict[str, str]) -> Iterator[str]:
    """All ways to give ``count`` letters of a word other marks, or none."""
    bare = [folded(letter) for letter in word]
    places = [index for index, letter in enumerate(bare) if len(alike.get(letter, "")) > 1]
    for chosen in itertools.combinations(places, count):
        for letters in itertools.product(*(alike[bare[index]] for index in chosen)):
            other = list(word)
            for index, letter in zip(chosen, letters, strict=True):
                other[index] = letter
            yield "".join(other)


@lru_cache(maxsize=16)
def _alike(language: str) -> dict[str, str]:
    """The letters of a language by what they are without marks."""
    groups: dict[str, str] = defaultdict(str)
    for letter in sorted(letters_of(language)):
        if len(folded(letter)) == 1:
            groups[folded(letter)] += letter
    return dict(groups)
