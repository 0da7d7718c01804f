"""The mission map of these players: what the store keeps about cities, and which are won (rules A10)."""

from __future__ import annotations

from companion.game.campaign import Campaign, City, CityError, Standing
from companion.game.duet import Outcome
from companion.table.options import CITY, Game
from companion.table.ports import MissionStore, MissionSummary


def won_city(mission: MissionSummary) -> str | None:
    """The city that a mission has won, as its header names it; None if it has won none.

    A win counts for the city that the players named, with the numbers that held then: who later corrects a misread
    number takes nothing away.
    """
    won = mission.mode == Game.DUET.value and mission.outcome == Outcome.WON.value
    return (mission.kept.get(CITY) or None) if won else None


class MissionMap:
    """See the module. ``store`` holds the missions and what users added to the map."""

    def __init__(self, store: MissionStore) -> None:
        self._store = store

    def campaign(self) -> Campaign:
        """All cities, and which of them are won."""
        won = (won_city(mission) for mission in self._store.missions())
        return Campaign(tuple(self._store.cities()), frozenset(name for name in won if name is not None))

    def keep(self, city: City) -> None:
        """Add a city, or what was read off the box's own map about one.

        Raises:
            CityError: a city that leads to it is not on the map, or no way leads to it.
        """
        self.campaign().check_keep([city])
        self._store.keep_city(city)

    def drop(self, name: str) -> None:
        """Forget what users added or changed about a city.

        Raises:
            CityError: another city is after it and would be left without a way.
        """
        self.campaign().check_drop(name)
        self._store.drop_city(name)

    def playable(self, name: str) -> City:
        """A city that can be played now, with both its numbers.

        Raises:
            CityError: it waits for a neighbour, or something about it is not known yet; says what to do.
        """
        campaign = self.campaign()
        city = campaign.city(name)
        match campaign.standing(city):
            case Standing.LOCKED:
                raise CityError(f"{city.name} is not unlocked yet: win {' or '.join(city.after or ())} first")
            case Standing.UNKNOWN:
                raise CityError(f"which city leads to {city.name}? look at the box's own map and say it here")
        if not city.known:
            raise CityError(f"{city.name}: a number is not known yet: read it off the box's own map")
        return city
