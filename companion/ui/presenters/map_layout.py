"""Where the marks of the cities are drawn: near their places on the Earth, never over one another, however many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from companion.ui.presenters.places import place_of

Point = tuple[float, float]
"""0.0 to 1.0 from the left and from the top."""

FINE = 6
"""A mark may stand at so many places along its own width."""
MIDDLE: Point = (0.5, 0.5)


def wanted_places(names: Sequence[str], leads: Mapping[str, Sequence[str]]) -> dict[str, Point]:
    """Where each city would stand if it were alone.

    Args:
        names: all cities.
        leads: for each, the cities that lead to it. One whose place nobody knows stands near the first of them.
    """
    known = {name: place for name in names if (place := place_of(name)) is not None}
    places = _spread(known)
    for _ in names:  # a chain of unknown cities is as long as this at most
        for name in names:
            near = next((places[lead] for lead in leads.get(name, ()) if lead in places), None)
            if name not in places and near is not None:
                places[name] = near
    return {name: places.get(name, MIDDLE) for name in names}


def _spread(known: Mapping[str, tuple[float, float]]) -> dict[str, Point]:
    """The known cities over the whole ground; north is at the top."""
    if not known:
        return {}
    north, east = [p[0] for p in known.values()], [p[1] for p in known.values()]
    return {
        name: (_share(place[1], min(east), max(east)), 1.0 - _share(place[0], min(north), max(north)))
        for name, place in known.items()
    }


def _share(value: float, low: float, high: float) -> float:
    return 0.5 if high - low < 1e-9 else (value - low) / (high - low)


def mark_size(count: int, room: tuple[float, float], most: tuple[float, float]) -> tuple[float, float]:
    """The size of a mark, at most ``most``, so that ``count`` of them stand in ``room`` side by side with some air."""
    width, height = most
    while int(room[0] // width) * int(room[1] // height) < ceil(count * 1.08) and width > 1:
        width, height = width * 0.96, height * 0.96
    return width, height


def laid_out(
    wanted: Mapping[str, Point], room: tuple[float, float], size: tuple[float, float]
) -> dict[str, tuple[float, float]]:
    """The left top corner of each mark in ``room``, measured from its left top; no two overlap.

    Each city takes the free place nearest to the one it wants, those listed first before the others. Where finely
    chosen places leave no room for all, they stand in a lattice.
    """
    fine = _placed(wanted, room, size, FINE)
    return fine if len(fine) == len(wanted) else _placed(wanted, room, size, 1)


def _placed(
    wanted: Mapping[str, Point], room: tuple[float, float], size: tuple[float, float], parts: int
) -> dict[str, tuple[float, float]]:
    free_x, free_y = max(0.0, room[0] - size[0]), max(0.0, room[1] - size[1])
    xs, ys = _steps(room[0], size[0], parts), _steps(room[1], size[1], parts)
    taken: dict[str, tuple[float, float]] = {}
    for name, (across, down) in wanted.items():
        aim = (across * free_x, down * free_y)
        spots = sorted(((x, y) for x in xs for y in ys), key=lambda s: (s[0] - aim[0]) ** 2 + (s[1] - aim[1]) ** 2)
        spot = next((s for s in spots if all(_apart(s, other, size) for other in taken.values())), None)
        if spot is not None:
            taken[name] = spot
    return taken


def _steps(room: float, size: float, parts: int) -> list[float]:
    """Places along one side: the last ends exactly at its end."""
    count = max(1, int((room - size) // (size / parts)))
    return [(room - size) * index / count for index in range(count + 1)] if room > size else [0.0]


def _apart(one: tuple[float, float], other: tuple[float, float], size: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) >= size[0] - 1e-6 or abs(one[1] - other[1]) >= size[1] - 1e-6
