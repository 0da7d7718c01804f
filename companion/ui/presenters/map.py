"""The map page: the campaign as a map, a city's sheet, and what is read off the box's own map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.game.campaign import KNOWN_CITIES, Campaign, City, Standing
from companion.game.duet import MAX_TURNS
from companion.table.options import Game
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.desk import Desk, Page
from companion.ui.presenters.map_layout import Point, wanted_places
from companion.ui.presenters.people import proper
from companion.ui.presenters.typing import Typed

STANDINGS = {
    Standing.WON: "done",
    Standing.OPEN: "open",
    Standing.LOCKED: "locked",
    Standing.UNKNOWN: "way?",
}
_SHIPPED = {city.name: city for city in KNOWN_CITIES}
NAMED = 4
"""So many open cities are named above the map; more are only counted."""
FIRST_TURNS, FIRST_MISTAKES = 9, 0
"""Where the counting of an unknown number begins."""


@dataclass(frozen=True, slots=True)
class CityMark:
    """A city on the map. ``wanted``: where it would stand alone. ``leads``: the cities that lead to it."""

    name: str
    numbers: str
    standing: Standing
    text: str
    wanted: Point
    leads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CityView:
    """The sheet of a city. ``ask_turns``, ``ask_mistakes`` and ``ask_leads``: it is read off the box's own map here.

    ``can_done``: it is open, so that it can be marked as won without the app, or it is marked so (``done``).
    """

    name: str
    numbers: str
    sentence: str
    leads: str
    turns: str
    mistakes: str
    ask_turns: bool
    ask_mistakes: bool
    ask_leads: bool
    can_play: bool
    play_text: str
    can_done: bool
    done: bool
    can_drop: bool


@dataclass(frozen=True, slots=True)
class MapView:
    """What the page shows. ``choosing``: the cities of which those that lead to the open one are chosen."""

    sentence: str
    marks: tuple[CityMark, ...]
    city: CityView | None
    choosing: tuple[Choice, ...]
    adding: bool
    typed: Typed
    consent: None = None


class MapPresenter:
    """See the module. What is read off the printed map is kept at once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open = ""
        self._choosing = self._adding = False
        self._typed = Typed()
        self._campaign = Campaign()
        self._marks: tuple[CityMark, ...] = ()

    def enter(self) -> None:
        """The page comes up: look into the store once."""
        self._open, self._choosing, self._adding = "", False, False
        self._desk.attempt(self._load)

    def view(self) -> MapView:
        """What the page shows now."""
        done = sum(mark.standing is Standing.WON for mark in self._marks)
        can = [mark.name for mark in self._marks if mark.standing is Standing.OPEN]
        some = ", ".join(can) if len(can) <= NAMED else f"{len(can)} cities"
        sentence = f"{done} done.  Open: {some or 'none'}"
        city = self._city_view(self._campaign.city(self._open)) if self._open else None
        choosing = self._choices() if self._choosing else ()
        return MapView(sentence, self._marks, city, choosing, self._adding, self._typed)

    # --- the map -------------------------------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """A city was touched."""
        if not self._desk.too_soon():
            self._open = name
            self._desk.settle()

    def close(self) -> None:
        """Back to the map."""
        self._open, self._choosing, self._adding = "", False, False
        self._desk.settle()

    def back(self) -> None:
        """To where the players came from."""
        self._desk.go(self._desk.back_from_map)

    # --- a city --------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """This is the next mission."""
        session, name = self._desk.session, self._open
        if self._desk.too_soon() or not name:
            return
        found: list[City] = []
        if not self._desk.attempt(lambda: found.append(session.map.playable(name))):
            return
        from_mission = self._desk.back_from_map is Page.MISSION
        if not from_mission and not self._desk.attempt(session.new_mission):
            return
        (city,) = found
        assert city.turns is not None
        assert city.mistakes is not None
        session.options = replace(
            session.options, game=Game.DUET, city=city.name, turns=city.turns, mistakes=city.mistakes
        )
        if from_mission:
            self._desk.go(Page.MISSION)
        else:
            self._desk.lay_out()

    def count_turns(self, step: int) -> None:
        """The first number, as it stands on the printed map."""
        city = self._city()
        turns = FIRST_TURNS if city.turns is None else min(MAX_TURNS, max(1, city.turns + step))
        mistakes = None if city.mistakes is None else min(turns, city.mistakes)
        self._keep(replace(city, turns=turns, mistakes=mistakes))

    def count_mistakes(self, step: int) -> None:
        """The second number."""
        city = self._city()
        most = MAX_TURNS if city.turns is None else city.turns
        count = FIRST_MISTAKES if city.mistakes is None else min(most, max(0, city.mistakes + step))
        self._keep(replace(city, mistakes=count))

    def choose_leads(self) -> None:
        """Which cities lead to it?"""
        self._choosing = True
        self._desk.settle()

    def leads_chosen(self) -> None:
        """Back to the city."""
        self._choosing = False
        self._desk.settle()

    def lead(self, index: int) -> None:
        """A city leads to it, or does not."""
        city, name = self._city(), self._others()[index]
        leads = self._campaign.leading_to(city)
        after = tuple(lead for lead in leads if lead != name) if name in leads else (*leads, name)
        self._keep(replace(city, after=after or None))

    def mark_done(self, done: bool) -> None:
        """It was won without the app, or that was a slip."""
        if not self._desk.too_soon():
            self._keep(replace(self._city(), done=done))
            self._desk.settle()

    def drop(self) -> None:
        """Take a city that was added off the map again."""
        name = self._open
        if not self._desk.too_soon() and self._change(lambda: self._desk.session.map.drop(name)):
            self.close()

    # --- another city --------------------------------------------------------------------------------------------

    def add(self) -> None:
        """A city of the printed map that is not on this one: its name is typed."""
        if not self._desk.too_soon():
            self._adding, self._typed = True, Typed(alphabet=self._typed.alphabet)
            self._desk.settle()

    def type(self, typed: Typed) -> None:
        """The text on the letter keys changed."""
        self._typed = typed

    def finish_typing(self) -> None:
        """The name is typed: its numbers and what leads to it are asked on its sheet."""
        name = proper(self._typed.word)
        known = next((city.name for city in self._campaign.cities if city.name.casefold() == name.casefold()), None)
        if known is None and not self._change(lambda: self._desk.session.map.keep(City(name))):
            return
        self._adding, self._open = False, known or City(name).name
        self._desk.settle()

    # --- inside --------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._campaign = self._desk.session.map.campaign()
        cities = self._campaign.cities
        leads = {city.name: self._campaign.leading_to(city) for city in cities}
        wanted = wanted_places([city.name for city in cities], leads)
        self._marks = tuple(self._mark(city, wanted[city.name], leads[city.name]) for city in cities)

    def _mark(self, city: City, wanted: Point, leads: tuple[str, ...]) -> CityMark:
        standing = self._campaign.standing(city)
        return CityMark(city.name, _numbers(city), standing, STANDINGS[standing], wanted, leads)

    def _city(self) -> City:
        return self._campaign.city(self._open)

    def _keep(self, city: City) -> None:
        self._change(lambda: self._desk.session.map.keep(city))

    def _change(self, change: Callable[[], None]) -> bool:
        return self._desk.attempt(change) and self._desk.attempt(self._load)

    def _others(self) -> tuple[str, ...]:
        return tuple(city.name for city in self._campaign.cities if city.name != self._open)

    def _choices(self) -> tuple[Choice, ...]:
        leads = self._campaign.leading_to(self._city())
        return tuple(Choice(name, name in leads) for name in self._others())

    def _city_view(self, city: City) -> CityView:
        standing = self._campaign.standing(city)
        shipped = _SHIPPED.get(city.name)
        leads = self._campaign.leading_to(city)
        can_play = city.known and standing in (Standing.OPEN, Standing.WON)
        return CityView(
            name=city.name,
            numbers=_numbers(city),
            sentence=_sentence(city, standing, leads),
            leads="All begins here" if city.after == () else f"After {' or '.join(leads)}" if leads else "After: ?",
            turns="?" if city.turns is None else str(city.turns),
            mistakes="?" if city.mistakes is None else str(city.mistakes),
            ask_turns=shipped is None or shipped.turns is None,
            ask_mistakes=shipped is None or shipped.mistakes is None,
            ask_leads=shipped is None or shipped.after is None,
            can_play=can_play,
            play_text="Play it again" if standing is Standing.WON else "Play this mission",
            can_done=city.done or standing is Standing.OPEN,
            done=city.done,
            can_drop=shipped is None,
        )


def _numbers(city: City) -> str:
    turns, mistakes = ("?" if number is None else str(number) for number in (city.turns, city.mistakes))
    return f"{turns}-{mistakes}"


def _sentence(city: City, standing: Standing, leads: tuple[str, ...]) -> str:
    if standing is Standing.UNKNOWN:
        return "Which city leads to it? Look at the box's own map and say it here."
    if not city.known:
        return "A number is not known: read it off the box's own map and count it here."
    match standing:
        case Standing.WON:
            return "Done." if not city.done else "Done: it was won without the app."
        case Standing.LOCKED:
            return f"Locked: win {' or '.join(leads)} first."
        case _:
            return f"Open: {city.turns} turns, of them {city.mistakes or 'none'} may be mistakes."
