"""Opens a port and begins to speak: the only place that decides which language is spoken where."""

from __future__ import annotations

from collections.abc import Callable

from companion.device.connection import Connection
from companion.device.discovery import Candidate, ScreenKind
from companion.device.link import ScreenLink
from companion.device.sockets import Sockets
from companion.device.transport import Port, PortError
from companion.device.turing_link import TuringLink


class Doors:
    """What one kind of screen understands is never said to another.

    Args:
        open_port: opens the port of a screen with this program's firmware, or raises ``PortError``.
        open_monitor: the same for a USB monitor.
        sockets: what is known of the USB monitors.
        chance: a number 0 to 65535, different each time.
    """

    def __init__(
        self,
        open_port: Callable[[str], Port],
        open_monitor: Callable[[str], Port],
        sockets: Sockets,
        chance: Callable[[], int],
    ) -> None:
        self._open_port = open_port
        self._open_monitor = open_monitor
        self._sockets = sockets
        self._chance = chance

    def open(self, candidate: Candidate, now: float) -> Connection | None:
        """Begin at a port; None while it has to be left alone for a moment.

        Raises:
            PortError: it cannot be opened, or nothing there can be used; says why.
        """
        match candidate.kind:
            case ScreenKind.OWN:
                return Connection(candidate, self._open_port(candidate.path), now, ScreenLink(now, self._chance()))
            case ScreenKind.TURING:
                return self._monitor(candidate, now)
            case ScreenKind.FOREIGN:
                raise PortError(f"{candidate.path}: {candidate.kind.value}")

    def _monitor(self, candidate: Candidate, now: float) -> Connection | None:
        start = self._sockets.start(candidate.location, now)
        if start is not None:
            link = TuringLink(now, self._sockets.name(candidate.location), start)
            return Connection(candidate, self._open_monitor(candidate.path), now, link)
        if trouble := self._sockets.trouble(candidate.location, now):
            raise PortError(f"{candidate.path}: {trouble}")
        return None
