"""What a word or a clue is made of, in one language."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from companion.clues.compounds import Compounds
from companion.clues.languages import COMPOUNDING, DERIVATIONS, JOINING, Derivation
from companion.clues.lexicon import Lexicon

LEAST_TOKEN = 3  # letters of a printed part that counts (the GO of MERRY-GO-ROUND does not)

_GAP = re.compile(r"[\s\-‐‑‒–—־/]+")


def tokens(text: str) -> list[str]:
    """The words of a text in small letters: parted by spaces, hyphens and dashes, without marks around them."""
    lower = unicodedata.normalize("NFC", text).lower().replace("’", "'")
    stripped = (_unmarked(token).removesuffix("'s") for token in _GAP.split(lower))
    return [token for token in stripped if token]


def _unmarked(token: str) -> str:
    """Without the marks around it: quotes of any language, brackets, full stops; what belongs to a word are letters."""
    inner = [i for i, sign in enumerate(token) if not unicodedata.category(sign).startswith("P")]
    return token[inner[0] : inner[-1] + 1] if inner else ""


def plain(text: str) -> str:
    """The form in which spaces, hyphens and case make no difference: NEW YORK is New-York."""
    return "".join(_GAP.split(unicodedata.normalize("NFC", text).strip().casefold()))


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A word taken apart; everything without regard to case.

    Attributes:
        bases: the words that it is a form of, itself where it is not known.
        roots: those, and the words that they are derived from.
        parts: the words it is composed of, with their own roots; empty for a simple word.
    """

    bases: frozenset[str]
    roots: frozenset[str]
    parts: frozenset[str]


class Language:
    """One language of the box: takes words apart."""

    def __init__(self, code: str) -> None:
        """Load the language.

        Args:
            code: simplemma's code of a language that it has.
        """
        self._lexicon = Lexicon(code)
        self._derivations = DERIVATIONS.get(code, ())
        rule = COMPOUNDING.get(code)
        self._compounds = Compounds(self._lexicon, rule) if rule else None

    def dissect(self, text: str) -> Anatomy:
        """Take a word or several words apart."""
        words = tokens(text)
        if len(words) == 1:
            bases = self._bases(words[0])
            roots = self._roots(bases)
            return Anatomy(_folded(bases), _folded(roots), _folded(self._inside(roots)))
        named = [word for word in words if len(word) >= LEAST_TOKEN and word not in JOINING]
        parts: set[str] = set()
        for word in named:
            roots = self._roots(self._bases(word))
            parts |= roots | {word} | self._inside(roots)
        whole = frozenset({plain(text)})
        return Anatomy(whole, whole, _folded(parts))

    def _bases(self, word: str) -> set[str]:
        return set(self._lexicon.lemmas(word)) or {word}

    def _roots(self, bases: set[str]) -> set[str]:
        derived = (self._undone(word, rule) for word in bases for rule in self._derivations)
        return bases | {word for word in derived if word is not None}

    def _undone(self, word: str, rule: Derivation) -> str | None:
        root = word.removeprefix(rule.affix) if rule.prefix else word.removesuffix(rule.affix)
        long_enough = rule.shortest <= len(root) < len(word)
        return root if long_enough and self._lexicon.is_word(root) else None

    def _inside(self, words: set[str]) -> set[str]:
        if self._compounds is None:
            return set()
        inside = {part for word in words for part in self._compounds.parts(word)}
        return inside | {root for part in inside for root in self._bases(part)}


def _folded(words: set[str]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)
