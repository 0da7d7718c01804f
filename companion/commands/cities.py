"""``companion cities``: the mission map of these players, by command line (docs/map.md)."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.commands.transcript_lines import numbered_lines
from companion.config import data_dir
from companion.errors import CompanionError
from companion.game.board import same_word
from companion.game.campaign import KNOWN_CITIES, Campaign, City, Standing
from companion.game.city_lines import city_text, parse_count, read_cities
from companion.storage import SqliteStore, StoreError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

UNKNOWN = ("?", "-")
_PRINTED = {same_word(city.name): city for city in KNOWN_CITIES}


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "cities", help="the mission map: list, add, set, done, undone, drop, export, import",
        description="The cities of the mission map, their two numbers, and which of them are won.",
    )  # fmt: skip
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="one line for each city, with how it stands").set_defaults(run=_list)
    for name, run, what in (
        ("add", _add, "add a city of the box's own map"),
        ("set", _set, "change what is known about a city; without --after or --start its way stays as it is"),
    ):
        _numbers(actions.add_parser(name, help=what, description=what)).set_defaults(run=run)
    for name, run, what in (
        ("done", _done, "mark a city as won that was played without the app"),
        ("undone", _undone, "take the mark away"),
        ("drop", _drop, "forget what was added, changed or marked; a city of the printed map stays as printed"),
    ):
        action = actions.add_parser(name, help=what, description=what)
        action.add_argument("name", metavar="NAME")
        action.set_defaults(run=run)
    actions.add_parser("export", help="the whole map on standard output, for import").set_defaults(run=_export)
    action = actions.add_parser("import", help="add and change cities from a text, all or nothing")
    action.add_argument("file", metavar="FILE", help="a text file, or - for standard input")
    action.set_defaults(run=_import)


def _numbers(action: argparse.ArgumentParser) -> argparse.ArgumentParser:
    action.add_argument("name", metavar="NAME")
    action.add_argument("turns", metavar="TURNS", help="1 to 11, or ? (or -) while nobody knows it")
    action.add_argument("mistakes", metavar="MISTAKES", help="0 to TURNS, or ? (or -)")
    way = action.add_mutually_exclusive_group()
    way.add_argument("--after", nargs="+", metavar="CITY", help="cities of which one has to be won first")
    way.add_argument("--start", action="store_true", help="no city has to be won first")
    return action


def city_line(campaign: Campaign, city: City) -> str:
    """``open     Berlin: turns 11, mistakes 2, after Prague``."""
    return f"{campaign.standing(city).value:8} {city_text(replace(city, done=False))}"


def _store() -> closing[SqliteStore]:
    return closing(SqliteStore(data_dir()))


def _list(args: argparse.Namespace) -> int:  # noqa: ARG001
    with _store() as store:
        campaign = store.campaign()
    for city in campaign.cities:
        print(city_line(campaign, city))
    return 0


def _add(args: argparse.Namespace) -> int:
    city = _city(args, None)
    with _store() as store:
        if any(same_word(known.name) == same_word(city.name) for known in store.campaign().cities):
            raise CompanionError(f"{city.name} is on the map already: change it with `companion cities set`")
        return _kept(store, city)


def _set(args: argparse.Namespace) -> int:
    with _store() as store:
        return _kept(store, _city(args, store.campaign().city(args.name)))


def _city(args: argparse.Namespace, before: City | None) -> City:
    """The city that the arguments describe, or what they make of the one that was there before."""
    turns, mistakes = (
        None if text in UNKNOWN else parse_count(name, text)
        for name, text in (("turns", args.turns), ("mistakes", args.mistakes))
    )
    after: tuple[str, ...] | None = None
    if args.after is not None:
        after = _leads(args.after)
    elif args.start:
        after = ()
    elif before is not None:
        after = before.after
    if before is None:
        return City(args.name, turns, mistakes, after)
    return replace(before, turns=turns, mistakes=mistakes, after=after)


def _leads(after: list[str]) -> tuple[str, ...] | None:
    """What follows ``--after``: cities, or the one sign for a way that nobody knows."""
    unknown = [name for name in after if name in UNKNOWN]
    if unknown and len(after) > 1:
        raise CompanionError(f"it is after a city or after {unknown[0]}, which nobody knows: say one of the two")
    return None if unknown else tuple(after)


def _done(args: argparse.Namespace) -> int:
    with _store() as store:
        return _kept(store, replace(store.campaign().city(args.name), done=True))


def _undone(args: argparse.Namespace) -> int:
    with _store() as store:
        campaign = store.campaign()
        city = campaign.city(args.name)
        if not city.done and campaign.standing(city) is Standing.WON:
            raise CompanionError(
                f"{city.name} was won in a stored mission and has no mark by hand: `companion missions list` shows it"
            )
        if not city.done:
            raise CompanionError(f"{city.name} has no mark: `companion cities list` shows those that have one")
        return _kept(store, replace(city, done=False))


def _kept(store: SqliteStore, city: City) -> int:
    """Keep a city and say how it stands now. One that is as printed needs no place in the store."""
    store.campaign().check_keep([city])
    if city == _PRINTED.get(same_word(city.name)):
        with suppress(StoreError):
            store.drop_city(city.name)
    else:
        store.keep_city(city)
    print(city_line(store.campaign(), city))
    return 0


def _drop(args: argparse.Namespace) -> int:
    with _store() as store:
        with suppress(StoreError):  # What is damaged cannot be looked at, but it can be forgotten.
            store.campaign().check_drop(args.name)
        store.drop_city(args.name)
    printed = _PRINTED.get(same_word(args.name))
    print(f"{printed.name} is as printed again" if printed else f"{args.name} is off the map")
    return 0


def _export(args: argparse.Namespace) -> int:  # noqa: ARG001
    with _store() as store:
        campaign = store.campaign()
    cities = [replace(city, done=campaign.standing(city) is Standing.WON) for city in campaign.cities]
    # As bytes: the text is UTF-8 whatever the letters of the terminal are.
    sys.stdout.buffer.write("".join(f"{city_text(city)}\n" for city in cities).encode())
    return 0


def _import(args: argparse.Namespace) -> int:
    cities = read_cities(numbered_lines(args.file), args.file)
    if not cities:
        raise CompanionError(f"{args.file}: no city stands in it: write one a line, as `companion cities export` does")
    with _store() as store:
        campaign = store.campaign()
        changes = [city for city in (_joined(campaign, city) for city in cities) if city not in campaign.cities]
        campaign.check_keep(changes)
        store.keep_cities(changes)
    print(f"{len(cities)} cities, {len(changes)} of them new or changed")
    return 0


def _joined(campaign: Campaign, city: City) -> City:
    """A city of a text beside what is kept: what the text does not know takes nothing away, a win neither.

    Raises:
        CityError: a number of the text and one that is kept make no mission.
    """
    here = next((known for known in campaign.cities if same_word(known.name) == same_word(city.name)), None)
    if here is None:
        return city
    # One that was won in a stored mission needs no mark besides.
    told = campaign.standing(here) is Standing.WON and not here.done
    return replace(
        city,
        turns=here.turns if city.turns is None else city.turns,
        mistakes=here.mistakes if city.mistakes is None else city.mistakes,
        after=here.after if city.after is None else city.after,
        done=here.done or (city.done and not told),
    )
