"""Who is who among the screens: ids, screens that share one, and which connection leads to which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.device.connection import Connection
from companion.game.position import Seat

UNKNOWN_SIZE = (0, 0)
SHARED_ID = "another screen reports the same id: this one is known by the socket it is plugged into"


@dataclass(slots=True, eq=False)
class Screen:
    """One screen, here or away. ``device`` is what a face is bound to."""

    device: str
    identity: str = ""
    seat: Seat | None = None
    size_px: tuple[int, int] = UNKNOWN_SIZE
    firmware: str = ""
    inches_tenths: int = 0
    note: str = ""
    keeps: bool = False
    connection: Connection | None = None


class Roster:
    """All screens that were met or named, in that order."""

    def __init__(self) -> None:
        self._screens: dict[str, Screen] = {}
        self._sockets: dict[str, dict[str, str]] = {}
        """For an id that several screens share: location to device."""

    def __iter__(self) -> Iterator[Screen]:
        return iter(list(self._screens.values()))

    def get(self, device: str) -> Screen:
        """The screen of that name; one that was never met is away."""
        if device not in self._screens:
            self._screens[device] = Screen(device)
        return self._screens[device]

    def greeted(self, connection: Connection) -> None:
        """A connection said hello: it may lead to another screen than before."""
        introduction = connection.link.introduction
        if connection.device and introduction and self.get(connection.device).identity == introduction.identity:
            return
        self.left(connection)
        connection.device = ""

    def refused(self, connection: Connection) -> None:
        """A screen that cannot be used; without an id it goes by its port."""
        if not connection.device:
            connection.device = connection.path
            self.get(connection.device).connection = connection

    def settle(self, connection: Connection) -> bool:
        """Find out which screen a connection leads to; True when that has just become clear."""
        introduction = connection.link.introduction
        if connection.device or connection.greeted_at is None or introduction is None:
            return False
        device = self._name(connection, introduction.identity)
        if not device:
            return False
        screen = self.get(device)
        if screen.connection is not None and screen.connection is not connection:
            return False
        connection.device, screen.connection = device, connection
        screen.identity = introduction.identity
        screen.size_px, screen.firmware = introduction.size_px, introduction.firmware
        screen.inches_tenths = introduction.inches_tenths
        screen.keeps = not connection.link.confirms
        screen.note = SHARED_ID if introduction.identity in self._sockets else ""
        return True

    def forget_spares(self) -> None:
        """Screens that are away and have no seat: nobody waits for them."""
        for screen in self:
            if screen.connection is None and screen.seat is None:
                del self._screens[screen.device]

    def left(self, connection: Connection) -> None:
        """The connection no longer leads to a screen; a screen without a seat is forgotten with it."""
        for screen in self:
            if screen.connection is connection:
                screen.connection = None
                if screen.seat is None:
                    del self._screens[screen.device]

    def _name(self, connection: Connection, identity: str) -> str:
        """What the screen is called; "" while it is open whether another one holds the id."""
        if identity not in self._sockets:
            holder = self.get(identity).connection if identity in self._screens else None
            if holder is None or holder is connection:
                return identity
            assert connection.greeted_at is not None
            if holder.heard_at <= connection.greeted_at:
                # It may have been pulled out a moment ago and be this very screen.
                holder.doubted_since = connection.greeted_at
                return ""
            self._sockets[identity] = {holder.location: identity}
            self._screens[identity].note = SHARED_ID
        return self._sockets[identity].setdefault(connection.location, f"{identity}@{connection.location}")
