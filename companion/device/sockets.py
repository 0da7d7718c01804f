"""What is known of the sockets at which screens without an id of their own are plugged in, and of their past.

Such screens are all alike: one is known by its socket, as long as nobody could have exchanged it unseen. After that a
socket leads to a screen with a new name, which no seat is bound to: the players are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.device.turing_link import Start, TuringLink

VANISH_S = 3.0
"""A screen that was told to reset leaves the bus within this time, if it listened."""
RETURN_S = 15.0
"""It is back after about 5 s."""
DEAF = "the USB monitor there does not heed a reset: pull its cable, then plug it in again"


_RESETS = (Start.RESET, Start.FILLED)


@dataclass(slots=True)
class _Socket:
    """One socket.

    ``name``: of the screen there, or of the one that was there last; "" if nobody knows any more. ``clean``: nothing
    was half said when it was left. ``fresh``: nothing is half said to it now.
    """

    clean: bool
    name: str = ""
    there: bool = False
    fresh: bool = False
    resets: int = 0
    reset_at: float | None = None

    @property
    def deaf(self) -> bool:
        """It was told in every way to reset."""
        return self.resets >= len(_RESETS)

    @property
    def away(self) -> bool:
        """A certain screen is expected back."""
        return bool(self.name) and not self.there


class Sockets:
    """Names and pasts.

    Args:
        kind: what all names begin with.
        chance: a number 0 to 65535, different each time.
    """

    def __init__(self, kind: str, chance: Callable[[], int]) -> None:
        self._kind = kind
        self._chance = chance
        self._sockets: dict[str, _Socket] = {}
        self._looked = False

    def look(self, there: Collection[str], now: float) -> None:
        """These sockets have a screen of the kind now."""
        for location, socket in self._sockets.items():
            if socket.there and location not in there:
                socket.there = socket.fresh = False
        self._doubt_if_several_are_away()
        for location in there:
            self._arrive(location, now)
        self._looked = True

    def name(self, location: str) -> str:
        """What the screen at a socket is called now."""
        return self._sockets[location].name

    def start(self, location: str, now: float) -> Start | None:
        """How to begin with the screen there; None while it has to be left alone (see ``trouble``)."""
        socket = self._sockets[location]
        if socket.fresh:
            return Start.FRESH
        if socket.reset_at is not None and now - socket.reset_at < VANISH_S:
            return None
        return None if socket.deaf else _RESETS[socket.resets]

    def trouble(self, location: str, now: float) -> str:
        """Why the screen there is left alone for good; "" if it is not."""
        socket = self._sockets[location]
        waits = socket.fresh or (socket.reset_at is not None and now - socket.reset_at < VANISH_S)
        return "" if waits or self.start(location, now) else DEAF

    def let_go(self, location: str, now: float, link: TuringLink) -> None:
        """Its port was closed, with what ``link`` had said to it."""
        socket = self._sockets[location]
        socket.fresh, socket.clean = False, link.settled(now)
        if link.reset_said:
            socket.resets += 1
            socket.reset_at = now
        else:
            socket.reset_at, socket.resets = None, 0

    def awaits(self, now: float) -> bool:
        """A screen that was reset may still go, or come back."""
        return any(
            socket.reset_at is not None and now - socket.reset_at < (VANISH_S if socket.there else RETURN_S)
            for socket in self._sockets.values()
        )

    def _arrive(self, location: str, now: float) -> None:
        socket = self._sockets.get(location)
        if socket is not None and socket.there:
            return
        if socket is None:
            socket = self._sockets[location] = _Socket(clean=self._looked)
        if not socket.name:
            # It may be one that was elsewhere before.
            self._doubt_who_is_away()
            # By chance, so that no name that was kept anywhere (with a mission, in the app) ever comes back.
            socket.name = f"{self._kind}@{location}#{self._chance():04x}{self._chance():04x}"
        reset = socket.reset_at is not None and now - socket.reset_at < RETURN_S
        # To what is deaf people were told to cut the power.
        socket.there, socket.fresh = True, reset or socket.clean or socket.deaf
        socket.reset_at, socket.resets = None, 0

    def _doubt_if_several_are_away(self) -> None:
        if sum(1 for socket in self._sockets.values() if socket.away) > 1:
            self._doubt_who_is_away()

    def _doubt_who_is_away(self) -> None:
        """What comes to these sockets next is not known to be what left them."""
        for socket in self._sockets.values():
            if socket.away:
                socket.name = ""
