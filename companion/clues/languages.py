"""What is known about the languages of a box beside their dictionaries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compounding:
    """How a language joins words into one, and how sure a split must be.

    Attributes:
        links: what may stand between the two parts, the empty link included.
        nouns_only: both parts must stand in the dictionary as nouns, with a capital (German).
        genitive: an ending that a first part may have as an inflected word (Finnish ``n``); empty for none.
        sure: least product of the two shares that ``Families`` gives (0..1); None where the dictionary alone is enough.
        shortest_last: least number of letters of the last part.
        not_first: beginnings that are prefixes much more often than words.
        not_last: endings that are suffixes much more often than words.
    """

    links: tuple[str, ...] = ("",)
    nouns_only: bool = False
    genitive: str = ""
    sure: float | None = 0.4
    shortest_last: int = 3
    not_first: frozenset[str] = frozenset()
    not_last: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Derivation:
    """An ending or a beginning that makes a new word from another which has at least ``shortest`` letters."""

    affix: str
    shortest: int
    prefix: bool = False


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Languages whose compounds are looked into; in all others a compound is what is printed with a space or a hyphen.
COMPOUNDING = {
    "en": Compounding(
        not_first=_set("ant anti com con dis for inter mini mis non par per pre pro sub super"),
        not_last=_set(
            "able age ant ate dom ent est ful hood ing ion ish ism less let like ment ness ship some ward wise"
        ),
    ),
    "de": Compounding(
        links=("", "s", "es", "n", "en", "er", "e"),
        nouns_only=True,
        sure=0.15,
        not_last=_set("ade ein chen heit ion ist keit ler lein ner nis rei schaft tum ung"),
    ),
    "sv": Compounding(
        links=("", "s"),
        sure=0.12,
        not_last=_set("ande are dom else het ing inna ist lig lös ning rinna skap"),
    ),
    "fi": Compounding(genitive="n", sure=None, shortest_last=4, not_last=_set("inen llinen minen tar tton")),
}

# The rules name breakage as a form of BREAK: endings and a beginning that leave the word's meaning whole.
DERIVATIONS = {
    "en": (
        Derivation("age", 5),
        Derivation("able", 4),
        Derivation("ful", 4),
        Derivation("hood", 4),
        Derivation("less", 4),
        Derivation("ness", 4),
        Derivation("un", 4, prefix=True),
    ),
}

# Small words that join two others in a printed name: they are part of it, but nobody means them.
JOINING = _set("and auf aux das dei del den der des det die di du een ein ett for för las les los och of "
               "on ou the und van von zum zur")  # fmt: skip
