"""The mission map as a campaign: cities, their two numbers, and what leads to what (rules A10, E)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from enum import Enum

from companion.errors import CompanionError
from companion.game.board import same_word
from companion.game.duet import MAX_TURNS
from companion.game.transcript import shown


class CityError(CompanionError):
    """What is said about a city cannot be."""


MAX_NAME = 60
"""The longest name of a city, in characters."""

MOST_CITIES = 200
"""On one map, many times what any box has: keeps a file of noise from being one."""


def _name(text: str) -> str:
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not any(sign.isalnum() for sign in name) or any(sign in name for sign in ",:#") or not name.isprintable():
        raise CityError(f"{shown(text)} is no name of a city: give one of letters, without , : and #")
    if len(name) > MAX_NAME:
        raise CityError(f"{shown(text)} is too long for the name of a city: give one of up to {MAX_NAME} letters")
    return name


def _leads(name: str, after: tuple[str, ...]) -> tuple[str, ...]:
    """The names of ``after``, each once."""
    leads = {same_word(lead): _name(lead) for lead in after}
    if same_word(name) in leads:
        raise CityError(f"{name} cannot be after itself: name the city of the map that leads to it")
    return tuple(leads.values())


@dataclass(frozen=True, slots=True)
class City:
    """A mission of the map.

    ``turns`` (1 to 11) and ``mistakes`` (0 to ``turns``) are None while nobody has read them off the box's own map.
    ``after``: the cities of which one has to be won first; empty for the city where all begins, None where it is not
    known. ``done``: marked as won by hand, for what was played without the app. Names are kept in NFC, single-spaced.

    Raises:
        CityError: no name, a number out of range, or a city that leads to itself.
    """

    name: str
    turns: int | None = None
    mistakes: int | None = None
    after: tuple[str, ...] | None = None
    done: bool = False

    def __post_init__(self) -> None:
        name = _name(self.name)
        object.__setattr__(self, "name", name)
        if self.after is not None:
            object.__setattr__(self, "after", _leads(name, self.after))
        if self.turns is not None and not 1 <= self.turns <= MAX_TURNS:
            raise CityError(f"{name}: turns is {self.turns}, it has to be 1 to {MAX_TURNS}")
        most = self.turns if self.turns is not None else MAX_TURNS
        if self.mistakes is not None and not 0 <= self.mistakes <= most:
            raise CityError(f"{name}: mistakes is {self.mistakes}, it has to be 0 to {most}")

    @property
    def known(self) -> bool:
        """Both numbers are known: the mission can be played."""
        return self.turns is not None and self.mistakes is not None


KNOWN_CITIES: tuple[City, ...] = (
    City("Prague", 9, 9, ()),
    City("Berlin", 11, 2, ("Prague",)),
    City("Moscow", 8, None, ("Prague",)),
    City("Cairo", 9, None, ("Prague",)),
    City("Monte Carlo", 9, 0, None),
    City("Vatican", None, 0, None),
)
"""What public sources tell about the printed map (rules E); the rest its owners read off it."""


class Standing(Enum):
    """How a city stands in the campaign."""

    WON = "won"
    OPEN = "open"
    LOCKED = "locked"
    UNKNOWN = "unknown"
    """Nobody has said yet which cities lead to it."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """All cities, and which are won.

    Args:
        added: cities that users added or changed; one of a known name takes its place.
        won: names of the cities whose mission was won.
    """

    added: tuple[City, ...] = ()
    won: frozenset[str] = frozenset()
    _cities: dict[str, City] = field(init=False, repr=False, compare=False)
    _reached: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cities = {same_word(city.name): city for city in (*KNOWN_CITIES, *self.added)}
        object.__setattr__(self, "_cities", cities)
        object.__setattr__(self, "won", frozenset(same_word(name) for name in self.won))
        object.__setattr__(self, "_reached", self._reach())

    @property
    def cities(self) -> tuple[City, ...]:
        """Known ones first, then those added."""
        return tuple(self._cities.values())

    def city(self, name: str) -> City:
        """A city by its name, in any case.

        Raises:
            CityError: there is none.
        """
        found = self._cities.get(same_word(name))
        if found is None:
            raise CityError(f"{name} is not on the map: add it with its two numbers from the box's own map")
        return found

    def standing(self, city: City) -> Standing:
        """Whether it is won, can be played now, or waits for a neighbour (rules A10).

        A city that nothing on the map leads to any more (its neighbour was called otherwise, or two wait for each
        other) would be locked for ever, so its way counts as unknown.
        """
        if self._is_won(city.name):
            return Standing.WON
        if city.after is None:
            return Standing.UNKNOWN
        if not city.after or any(self._is_won(name) for name in city.after):
            return Standing.OPEN
        waits = any(same_word(name) in self._reached for name in city.after)
        return Standing.LOCKED if waits else Standing.UNKNOWN

    def leading_to(self, city: City) -> tuple[str, ...]:
        """The cities of the map that unlock ``city``, as they are called there."""
        found = (self._cities.get(same_word(name)) for name in city.after or ())
        return tuple(lead.name for lead in found if lead is not None)

    def check_keep(self, changes: Iterable[City]) -> None:
        """All that can be said about the map once these cities were added or changed holds together.

        Raises:
            CityError: a city that leads to one is not on the map, no way leads to one, or they are too many.
        """
        changed = tuple(changes)
        then = Campaign((*self.added, *changed), self.won)
        if len(then._cities) > max(MOST_CITIES, len(self._cities)):
            raise CityError(f"that makes {len(then._cities)} cities: a map has up to {MOST_CITIES} cities, drop some")
        for city in changed:
            _check_leads(city, then._cities.keys())
        lost = [city for city in changed if same_word(city.name) not in then._reached]
        if lost:
            raise CityError(
                f"{lost[0].name}: the cities that lead to it wait for each other: let one of them be after another city"
            )

    def check_drop(self, name: str) -> None:
        """No city is left without the one that leads to it when what was added about ``name`` is forgotten.

        Raises:
            CityError: one would be.
        """
        form = same_word(name)
        if form in _KNOWN:
            return
        for city in self.cities:
            for lead in self.leading_to(city):
                if same_word(lead) == form:
                    raise CityError(f"{city.name} is after {lead}: say which other city leads to it, or drop it too")

    def _is_won(self, name: str) -> bool:
        city = self._cities.get(same_word(name))
        return same_word(name) in self.won or (city is not None and city.done)

    def _reach(self) -> frozenset[str]:
        """The cities, in the form in which names are compared, that can be won some day."""
        waiting = {form: city for form, city in self._cities.items() if not self._is_won(city.name) and city.after}
        opens: dict[str, list[str]] = {}
        for form, city in waiting.items():
            for lead in city.after or ():
                opens.setdefault(same_word(lead), []).append(form)
        reached = (self._cities.keys() - waiting.keys()) | self.won
        ahead = list(reached)
        while ahead:
            news = [form for form in opens.pop(ahead.pop(), ()) if form not in reached]
            reached.update(news)
            ahead += news
        return frozenset(reached)


_KNOWN = frozenset(same_word(city.name) for city in KNOWN_CITIES)


def _check_leads(city: City, known: Set[str]) -> None:
    for name in city.after or ():
        if same_word(name) not in known:
            raise CityError(f"{city.name}: {name} is not on the map: name a city that is, or add {name} first")
