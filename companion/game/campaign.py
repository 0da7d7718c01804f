"""The mission map as a campaign: cities, their two numbers, and what leads to what (rules A10, E)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from companion.errors import CompanionError
from companion.game.board import same_word
from companion.game.duet import MAX_TURNS


class CityError(CompanionError):
    """What is said about a city cannot be."""


@dataclass(frozen=True, slots=True)
class City:
    """A mission of the map.

    ``turns`` (1 to 11) and ``mistakes`` (0 to ``turns``) are None while nobody has read them off the box's own map.
    ``after``: the cities of which one has to be won first; empty for the city where all begins, None where it is not
    known. ``done``: marked as won by hand, for what was played without the app.

    Raises:
        CityError: no name, or a number out of range.
    """

    name: str
    turns: int | None = None
    mistakes: int | None = None
    after: tuple[str, ...] | None = None
    done: bool = False

    def __post_init__(self) -> None:
        name = " ".join(self.name.split())
        if not name or any(sign in name for sign in ",:#"):
            raise CityError(f"{self.name!r} is no name of a city: give one without , : and #")
        object.__setattr__(self, "name", name)
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

    def __post_init__(self) -> None:
        cities = {same_word(city.name): city for city in (*KNOWN_CITIES, *self.added)}
        object.__setattr__(self, "_cities", cities)
        object.__setattr__(self, "won", frozenset(same_word(name) for name in self.won))

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
        """Whether it is won, can be played now, or waits for a neighbour (rules A10)."""
        if self._is_won(city.name):
            return Standing.WON
        if city.after is None:
            return Standing.UNKNOWN
        if not city.after or any(self._is_won(name) for name in city.after):
            return Standing.OPEN
        return Standing.LOCKED

    def _is_won(self, name: str) -> bool:
        city = self._cities.get(same_word(name))
        return same_word(name) in self.won or (city is not None and city.done)


def check_after(city: City, names: Iterable[str]) -> None:
    """The cities that lead to ``city`` are on the map and are others.

    Raises:
        CityError: one is not.
    """
    known = {same_word(name) for name in names}
    for name in city.after or ():
        if same_word(name) == same_word(city.name) or same_word(name) not in known:
            raise CityError(f"{city.name}: {name} is no other city of the map: name one that leads to it, or add it")
