"""The mission map of these players: what the store keeps about cities, and which are won (rules A10)."""

from __future__ import annotations

from companion.game.campaign import Campaign, City, CityError, Standing, check_after
from companion.game.duet import Outcome
from companion.table.options import CITY
from companion.table.ports import MissionStore


class MissionMap:
    """See the module. ``store`` holds the missions and what users added to the map."""

    def __init__(self, store: MissionStore) -> None:
        self._store = store

    def campaign(self) -> Campaign:
        """All cities, and which of them are won."""
        won = [m.kept[CITY] for m in self._store.missions() if m.outcome == Outcome.WON.value and CITY in m.kept]
        return Campaign(tuple(self._store.cities()), frozenset(won))

    def keep(self, city: City) -> None:
        """Add a city, or what was read off the box's own map about one.

        Raises:
            CityError: a city that leads to it is not on the map.
        """
        check_after(city, [known.name for known in self.campaign().cities])
        self._store.keep_city(city)

    def drop(self, name: str) -> None:
        """Forget what users added or changed about a city."""
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
