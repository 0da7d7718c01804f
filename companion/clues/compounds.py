"""Which words are two words in one: HORSESHOE is, CARPET is not.

That both halves are words proves nothing (CAR and PET are). What tells a compound is its family: nearly all words that
end in BALL have a word before it, few of those that start with CAR have one behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.clues.languages import Compounding
from companion.clues.lexicon import Lexicon, basic_words

SHORTEST = 3  # letters of a part


@dataclass(frozen=True, slots=True)
class Families:
    """For first and for last parts: the share of the words with it whose rest is a word as well (0..1)."""

    first: dict[str, float] = field(default_factory=dict)
    last: dict[str, float] = field(default_factory=dict)

    def sureness(self, first: str, last: str) -> float:
        """How much a split looks like those of true compounds, 0..1."""
        return self.first.get(first, 0.0) * self.last.get(last, 0.0)


def families(words: Iterable[str], rule: Compounding) -> Families:
    """Count the families of a vocabulary.

    Args:
        words: basic forms in small letters.
        rule: how the language compounds.
    """
    known = set(words)
    links = tuple(link for link in rule.links if link)
    firsts: Counter[tuple[str, bool]] = Counter()
    lasts: Counter[tuple[str, bool]] = Counter()
    for word in known:
        for cut in range(SHORTEST, len(word) - SHORTEST + 1):
            first, last = word[:cut], word[cut:]
            ends = last in known
            starts = first in known or (first.endswith(links) and any(w in known for w in unlinked(first, rule)))
            if starts:
                firsts[first, ends] += 1
            if ends:
                lasts[last, starts] += 1
    return Families(_shares(firsts, rule.sure or 0.0), _shares(lasts, rule.sure or 0.0))


def unlinked(first: str, rule: Compounding) -> list[str]:
    """The words that a first part can be without what links it to the last one."""
    bare = [first.removesuffix(link) for link in rule.links if first.endswith(link)]
    return [word for word in bare if len(word) >= SHORTEST]


def _shares(counts: Counter[tuple[str, bool]], least: float) -> dict[str, float]:
    # A share below the least product can take part in no split that counts: it is not kept.
    shares = {part: n / (n + counts[part, False]) for (part, fits), n in counts.items() if fits}
    return {part: share for part, share in shares.items() if share >= least}


class Compounds:
    """Splits the compounds of one language."""

    def __init__(self, lexicon: Lexicon, rule: Compounding) -> None:
        """Count the families where the rule wants them; takes half a second (English) to some seconds (German).

        Args:
            lexicon: the dictionary of the language.
            rule: how the language compounds.
        """
        self._lexicon = lexicon
        self._rule = rule
        self._families = Families()
        if rule.sure is not None:
            self._families = families(basic_words(lexicon.code, rule.nouns_only), rule)

    def parts(self, word: str) -> frozenset[str]:
        """The two parts of a compound in small letters; several pairs if it splits in several ways, none if in none.

        Args:
            word: a word in small letters, in its basic form.
        """
        if not word.isalpha():
            return frozenset()
        found: set[str] = set()
        for cut in range(SHORTEST, len(word) - self._rule.shortest_last + 1):
            found.update(self._split(word[:cut], word[cut:]))
        return frozenset(found)

    def _split(self, first: str, last: str) -> set[str]:
        rule = self._rule
        if first in rule.not_first or last in rule.not_last:
            return set()
        if rule.sure is not None and self._families.sureness(first, last) < rule.sure:
            return set()
        if not self._is_word(last):
            return set()
        # The shortest link that leaves a word: SAUER in SAUERSTOFF, not SAU with the link ER.
        bare = max((word for word in unlinked(first, rule) if self._is_word(word)), key=len, default=None)
        if bare is None and rule.genitive and first.endswith(rule.genitive) and (base := self._lexicon.base(first)):
            bare = base.lower()
        return {bare, last} if bare else set()

    def _is_word(self, text: str) -> bool:
        return self._lexicon.is_word(text.capitalize() if self._rule.nouns_only else text)
