"""What stands where hardware would in the tests of the session: it keeps the promises of the port and shows them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from companion.game.position import Seat
from companion.table.ports import Link, ScreenInfo
from companion.table.views import ScreenView, Show

T = TypeVar("T")


class SeededShuffler:
    """Chance from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return self._random.sample(list(items), len(items))


class TableScreens:
    """Two or more screens in memory. ``pictures`` is what the glass of each device shows, None for black.

    ``keeps``: those that cannot confirm what they show.
    """

    def __init__(self, *devices: str) -> None:
        self.links: dict[str, Link] = dict.fromkeys(devices, Link.SHOWING)
        self.seats: dict[str, Seat] = {}
        self.pictures: dict[str, ScreenView | None] = dict.fromkeys(devices)
        self.keeps: set[str] = set()
        self.closed = False
        self.while_held = False
        self.with_words: dict[Seat, bool | None] = {}
        self.level = 255
        self.inches_tenths: dict[str, int] = {}

    def devices(self) -> Sequence[ScreenInfo]:
        return [
            ScreenInfo(
                device,
                f"port of {device}",
                link,
                (320, 240),
                "1",
                self.seats.get(device),
                keeps=device in self.keeps,
                inches_tenths=self.inches_tenths.get(device, 0),
            )
            for device, link in self.links.items()
        ]

    def assign(self, device: str, seat: Seat | None) -> None:
        self.pictures[device] = None
        self.seats.pop(device, None)
        if seat is not None:
            self.seats = {d: s for d, s in self.seats.items() if s is not seat}
            self.seats[device] = seat

    def show(self, view: ScreenView) -> None:
        if self.closed:
            raise AssertionError("a picture was sent after close")
        for device, seat in self.seats.items():
            if seat is view.seat:
                self.pictures[device] = None if view.show is Show.BLANK else view

    def peek(self, on: bool) -> None:
        self.while_held = on

    def words(self, seat: Seat, on: bool | None) -> None:
        self.with_words[seat] = on

    def light(self, level: int) -> None:
        self.level = level

    def blank(self) -> None:
        self.pictures = dict.fromkeys(self.pictures)

    def tick(self) -> None:
        pass

    def close(self) -> None:
        self.blank()
        self.closed = True

    def of(self, seat: Seat) -> ScreenView | None:
        """What the screen before a seat shows."""
        return next((self.pictures[d] for d, s in self.seats.items() if s is seat), None)
