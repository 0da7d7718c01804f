"""Where cities lie on the Earth, so that the map can be drawn: plain facts, rounded to half a degree or better."""

from __future__ import annotations

from companion.game.board import same_word

_DEGREES: dict[str, tuple[float, float]] = {
    "Amsterdam": (52.4, 4.9), "Athens": (38.0, 23.7), "Baghdad": (33.3, 44.4), "Bangkok": (13.8, 100.5),
    "Barcelona": (41.4, 2.2), "Beijing": (39.9, 116.4), "Beirut": (33.9, 35.5), "Belgrade": (44.8, 20.5),
    "Berlin": (52.5, 13.4), "Bogota": (4.7, -74.1), "Brussels": (50.8, 4.4), "Bucharest": (44.4, 26.1),
    "Budapest": (47.5, 19.0), "Buenos Aires": (-34.6, -58.4), "Cairo": (30.0, 31.2), "Cape Town": (-33.9, 18.4),
    "Caracas": (10.5, -66.9), "Casablanca": (33.6, -7.6), "Copenhagen": (55.7, 12.6), "Damascus": (33.5, 36.3),
    "Delhi": (28.6, 77.2), "Dubai": (25.2, 55.3), "Dublin": (53.3, -6.3), "Geneva": (46.2, 6.1),
    "Havana": (23.1, -82.4), "Helsinki": (60.2, 24.9), "Hong Kong": (22.3, 114.2), "Istanbul": (41.0, 29.0),
    "Jakarta": (-6.2, 106.8), "Jerusalem": (31.8, 35.2), "Johannesburg": (-26.2, 28.0), "Kyiv": (50.5, 30.5),
    "Lagos": (6.5, 3.4), "Lima": (-12.0, -77.0), "Lisbon": (38.7, -9.1), "London": (51.5, -0.1),
    "Los Angeles": (34.1, -118.2), "Madrid": (40.4, -3.7), "Manila": (14.6, 121.0), "Marrakech": (31.6, -8.0),
    "Mexico City": (19.4, -99.1), "Miami": (25.8, -80.2), "Milan": (45.5, 9.2), "Monaco": (43.7, 7.4),
    "Monte Carlo": (43.7, 7.4), "Moscow": (55.8, 37.6), "Mumbai": (19.1, 72.9), "Munich": (48.1, 11.6),
    "Nairobi": (-1.3, 36.8), "New York": (40.7, -74.0), "Oslo": (59.9, 10.8), "Panama": (9.0, -79.5),
    "Paris": (48.9, 2.4), "Prague": (50.1, 14.4), "Reykjavik": (64.1, -21.9), "Rio de Janeiro": (-22.9, -43.2),
    "Rome": (41.9, 12.5), "San Francisco": (37.8, -122.4), "Santiago": (-33.4, -70.7), "Seoul": (37.6, 127.0),
    "Shanghai": (31.2, 121.5), "Singapore": (1.4, 103.8), "Sofia": (42.7, 23.3), "St. Petersburg": (59.9, 30.3),
    "Stockholm": (59.3, 18.1), "Sydney": (-33.9, 151.2), "Tangier": (35.8, -5.8), "Tehran": (35.7, 51.4),
    "Tel Aviv": (32.1, 34.8), "Tokyo": (35.7, 139.7), "Toronto": (43.7, -79.4), "Tunis": (36.8, 10.2),
    "Vatican": (41.9, 12.4), "Venice": (45.4, 12.3), "Vienna": (48.2, 16.4), "Warsaw": (52.2, 21.0),
    "Washington": (38.9, -77.0), "Zurich": (47.4, 8.5),
}  # fmt: skip

_PLACES = {same_word(name): place for name, place in _DEGREES.items()}


def place_of(name: str) -> tuple[float, float] | None:
    """Degrees north and east of a city, None for one that is not in the table."""
    return _PLACES.get(same_word(name))
