"""Cities of the mission map as text, one a line (docs/map.md)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import CompanionError
from companion.game.board import same_word
from companion.game.campaign import MOST_CITIES, City, CityError
from companion.game.transcript import cleaned, shown, whole_number

_UNKNOWN = "?"
_MOST = 99  # Any number above those of a city serves as well: the city refuses it and says its own bounds.
_MARK = "\ufeff"


class CityFileError(CompanionError):
    """A text holds no cities; the message begins with ``FILE:LINE:``."""


def city_text(city: City) -> str:
    """The line that reads back as ``city``: ``Berlin: turns 11, mistakes 2, after Prague, won``."""
    parts = [f"turns {_number(city.turns)}", f"mistakes {_number(city.mistakes)}"]
    if city.after is None:
        parts.append(f"after {_UNKNOWN}")
    elif not city.after:
        parts.append("start")
    else:
        parts += [f"after {name}" for name in city.after]
    if city.done:
        parts.append("won")
    return f"{city.name}: {', '.join(parts)}"


def parse_city(line: str) -> City:
    """Read one line, cleaned. The parts may come in any order; what is left out is unknown.

    Raises:
        CityError: it is no city.
    """
    name, colon, rest = line.partition(":")
    if not colon:
        raise CityError(f"{shown(line)} is no city: write it as in `Berlin: turns 11, mistakes 2, after Prague`")
    read = _Parts()
    for part in rest.split(","):
        if part.strip():
            read.take(*part.split(maxsplit=1))
    return City(name, read.turns, read.mistakes, read.leads(), read.done)


def read_cities(lines: Iterable[tuple[int, str]], name: str) -> list[City]:
    """Read a text of cities. Comments are as in a transcript.

    Args:
        lines: the lines with their numbers from 1.
        name: what the messages call the file.

    Raises:
        CityFileError: a line is no city, one city stands there twice, or they are more than a map has.
    """
    cities: dict[str, tuple[int, City]] = {}
    for number, text in lines:
        line = cleaned(text.removeprefix(_MARK) if number == 1 else text)
        if not line:
            continue
        try:
            city = parse_city(line)
        except CityError as error:
            raise CityFileError(f"{name}:{number}: {error}") from error
        earlier = cities.setdefault(same_word(city.name), (number, city))[0]
        if earlier != number:
            raise CityFileError(f"{name}:{number}: {city.name} stands in line {earlier} already: remove one of the two")
        if len(cities) > MOST_CITIES:
            raise CityFileError(f"{name}:{number}: a map has up to {MOST_CITIES} cities: remove the others")
    return [city for _, city in cities.values()]


class _Parts:
    """What the parts of one line say, each once but for ``after``."""

    def __init__(self) -> None:
        self.turns: int | None = None
        self.mistakes: int | None = None
        self.done = False
        self._after: list[str] = []
        self._seen: set[str] = set()

    def take(self, verb: str, text: str = "") -> None:
        """Take in one part."""
        verb, text = verb.casefold(), text.strip()
        if verb in self._seen and verb != "after":
            raise CityError(f"{verb} stands there twice: remove one of the two")
        self._seen.add(verb)
        match verb:
            case "turns":
                self.turns = parse_count(verb, text)
            case "mistakes":
                self.mistakes = parse_count(verb, text)
            case "after" if text:
                self._after.append(text)
            case "won" if not text:
                self.done = True
            case "start" if not text:
                pass
            case _:
                raise CityError(
                    f"{shown(f'{verb} {text}'.strip())} says nothing about a city: it has turns N, mistakes N, after "
                    "CITY, start and won"
                )

    def leads(self) -> tuple[str, ...] | None:
        """``after`` of the city."""
        named = tuple(name for name in self._after if name != _UNKNOWN)
        if ("start" in self._seen and self._after) or (named and len(named) < len(self._after)):
            raise CityError("it is the start, or after a city, or that is not known: say one of the three")
        if "start" in self._seen:
            return ()
        return named or None


def _number(number: int | None) -> str:
    return _UNKNOWN if number is None else str(number)


def parse_count(verb: str, text: str) -> int | None:
    """The number after ``turns`` or ``mistakes``, None for the sign of what is unknown.

    Raises:
        CityError: it is none.
    """
    if text == _UNKNOWN:
        return None
    number = whole_number(text, _MOST)
    if number is None:
        raise CityError(f"{verb} is {shown(text)}: it has to be a number, or ? while nobody knows it")
    return number
