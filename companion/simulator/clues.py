"""The code of the simulated players: a made-up word that names positions.

Both players know it, as two people know a language. Each row of the board is one syllable of a consonant and a vowel,
one of 32 for each choice of its five cards, so that a word of five syllables names any set of positions.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.game.position import ALL_POSITIONS, SIZE, Position

_CONSONANTS = "BDFKLMNR"
_VOWELS = "AEIO"


class ClueError(ValueError):
    """A word that is not of the code."""


def encode(positions: Collection[Position]) -> str:
    """The word that names these positions."""
    syllables = []
    for row in range(SIZE):
        number = sum(1 << p.column for p in positions if p.row == row)
        syllables.append(_CONSONANTS[number // len(_VOWELS)] + _VOWELS[number % len(_VOWELS)])
    return "".join(syllables)


def decode(word: str) -> tuple[Position, ...]:
    """The positions that a word names, A1 to E5.

    Raises:
        ClueError: the word is not of the code.
    """
    consonants, vowels = word[0::2], word[1::2]
    if len(word) != 2 * SIZE or not set(consonants) <= set(_CONSONANTS) or not set(vowels) <= set(_VOWELS):
        raise ClueError(f"{word} names nothing in the players' code")
    rows = [
        _CONSONANTS.index(first) * len(_VOWELS) + _VOWELS.index(second)
        for first, second in zip(consonants, vowels, strict=True)
    ]
    return tuple(p for p in ALL_POSITIONS if rows[p.row] >> p.column & 1)
