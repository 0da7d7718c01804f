"""All screens of one table: which port leads to which screen, which seat each shows, and what it is to show.

A face is bound to a screen by its unique id, wherever it is plugged in. Everything here runs in one thread; time comes
from outside, ports through two functions, so that tests can stand in for both.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace

from companion.device.connection import Connection
from companion.device.discovery import Candidate, ScreenKind
from companion.device.doors import Doors
from companion.device.events import Event, Greeted, Refused, Restarting, State
from companion.device.gallery import Gallery
from companion.device.messages import Glass
from companion.device.roster import Roster, Screen
from companion.device.sockets import Sockets
from companion.device.transport import Port, PortError
from companion.device.turing import SERIAL
from companion.device.turing_link import TuringLink
from companion.game.position import Seat
from companion.table.ports import Link, ScreenInfo
from companion.table.views import ScreenView

SCAN_S = 0.5
SOON_S = 0.1
GREET_S = 3.0
"""A port that gives no hello for so long is no screen; it is asked again later, less and less often."""
REST_S = 0.25
"""A port that has just come may be held for a moment by what gives it its permissions, or by a modem probe."""
LONGEST_REST_S = 30.0
LOST_S = 5.0
MOVED_S = 1.2
"""A screen that another one claims to be is asked at once, and answers within this time unless it is that very one."""
HANG_S = 30.0
"""An app that has not ticked for so long hangs: its secrets do not stay on the table."""


@dataclass(slots=True)
class _Rest:
    """A port that was tried in vain: when to try again, and what to tell people."""

    until: float
    length: float
    why: str


class Hub:
    """Holds the links. Call ``step`` often and ``readable`` when a port has bytes.

    Args:
        candidates: the ports that may lead to screens now.
        open_port: opens one of them, or raises ``PortError``.
        chance: a number 0 to 65535, different each time.
        now: seconds on the clock that all calls use.
        open_monitor: opens the port of a USB monitor; None for ``open_port``.
    """

    def __init__(
        self,
        candidates: Callable[[], list[Candidate]],
        open_port: Callable[[str], Port],
        chance: Callable[[], int],
        now: float,
        open_monitor: Callable[[str], Port] | None = None,
    ) -> None:
        self._candidates = candidates
        self._roster = Roster()
        self._sockets = Sockets(SERIAL, chance)
        self._doors = Doors(open_port, open_monitor or open_port, self._sockets, chance)
        self._connections: dict[str, Connection] = {}
        self._rests: dict[str, _Rest] = {}
        self._led_to_screens: set[str] = set()
        """Ports, while they are there, at which a screen said hello once: one that hung there is expected back."""
        self._gallery = Gallery()
        self._light: int | None = None
        self._scan_at = self._scanned_at = now
        self._ticked_at = now
        self._faults: tuple[type[Exception], ...] = (PortError,)

    # What the app orders.

    def assign(self, device: str, seat: Seat | None, now: float) -> None:
        """Bind a device, known or not yet seen, to a seat or to none. What both its seats showed is forgotten."""
        screen = self._roster.get(device)
        if screen.seat is seat:
            return
        # Also where no screen has the seat: what was meant for the one that left is not for the one that comes.
        for touched in (screen.seat, seat):
            if touched:
                self._gallery.forget(touched)
        leaving = [other for other in self._roster if seat is not None and other.seat is seat]
        for other in [screen, *leaving]:
            other.seat = None
            self._blank(other, now)
        screen.seat = seat
        self._roster.forget_spares()
        self._gallery.dark = False
        self._present_all(now)

    def show(self, view: ScreenView, now: float) -> None:
        """Set what the screen of ``view.seat`` shows, now and after any reconnection."""
        self._gallery.hang(view)
        self._present_all(now)

    def blank(self, now: float) -> None:
        """Black on every screen, all pictures forgotten; what breaks at one of them keeps no other from it."""
        self._gallery.clear()
        with ExitStack() as stack:
            for connection in self.connections:
                stack.callback(self._blacken, connection, now)

    def part(self) -> None:
        """The end comes: from now on a connection is let go whatever breaks there, and the others are seen out."""
        self._faults = (Exception,)

    def _blacken(self, connection: Connection, now: float) -> None:
        try:
            connection.link.blank(now)
            connection.flush()
        except self._faults as error:
            self._drop(connection, now, _said(error))

    def peek(self, on: bool, now: float) -> None:
        """Whether a face is seen only while its player holds the screen's button; one without a button shows it."""
        self._gallery.while_held = on
        self._present_all(now)

    def words(self, seat: Seat, on: bool | None, now: float) -> None:
        """Whether words stand on the face or key of a seat; None: as the size of its screen suggests."""
        self._gallery.words.pop(seat, None)
        if on is not None:
            self._gallery.words[seat] = on
        self._present_all(now)

    def light(self, level: int, now: float) -> None:
        """How bright all screens are, those to come too, 0 to 255."""
        self._light = level
        for connection in self.connections:
            connection.link.light(level, now)
            self.flush(connection, now)

    def number(self, now: float) -> None:
        """Show on each screen its place in ``infos``, from 1, so that people see which is which."""
        self._gallery.numbered = True
        self._present_all(now)

    def tick(self, now: float) -> None:
        """The app is alive."""
        asleep = self._hangs(now)
        self._ticked_at = now
        if asleep:
            for connection in self._connections.values():
                connection.link.speaking = True
            self._present_all(now)

    # What drives it.

    def step(self, now: float) -> None:
        """Let time pass: look for ports, repeat what was not answered, notice a hanging app."""
        if self._hangs(now):
            self._hush(now)
        if now >= self._scan_at:
            self._scan_at = now + (SOON_S if self._sockets.awaits(now) else SCAN_S)
            self._scan(now)
        self.drive(now)

    def drive(self, now: float) -> None:
        """Let time pass for the screens that are there; look for no others."""
        for connection in self.connections:
            if self._connections.get(connection.path) is connection:
                self._step_one(connection, now)

    def _step_one(self, connection: Connection, now: float) -> None:
        try:
            self._events(connection, connection.tick(now), now)
        except self._faults as error:
            self._drop(connection, now, _said(error))
            return
        self._settle_identity(connection, now)
        link = connection.link
        patience = LOST_S if connection.device else GREET_S
        if self._moved(connection, now):
            patience = 0.0
        expected = link.confirms and link.speaking and link.state is not State.REFUSED
        if expected and connection.silent_for(now) >= patience:
            self._drop(connection, now, f"{connection.path}: no screen answers there")
        elif link.refusal and not connection.device:
            self._drop(connection, now, f"{connection.path}: {link.refusal}")

    def _moved(self, connection: Connection, now: float) -> bool:
        """A screen with this one's id said hello elsewhere, and since then nothing has come from here."""
        since = connection.doubted_since
        if since is None or connection.heard_at > since:
            return False
        connection.link.ask(now)
        return now - since >= MOVED_S

    def readable(self, connection: Connection, now: float) -> None:
        """A port has bytes, or is gone."""
        try:
            self._events(connection, connection.read(now), now)
        except self._faults as error:
            self._drop(connection, now, _said(error))

    def flush(self, connection: Connection, now: float) -> None:
        """A port takes bytes again."""
        try:
            connection.flush()
        except self._faults as error:
            self._drop(connection, now, _said(error))

    def close(self) -> None:
        """Let all ports go."""
        for connection in list(self._connections.values()):
            connection.close()
        self._connections.clear()

    # What can be asked.

    @property
    def connections(self) -> list[Connection]:
        """The open ports."""
        return list(self._connections.values())

    @property
    def searching(self) -> bool:
        """A port may still turn out to lead to a screen."""
        open_ones = any(not connection.device for connection in self._connections.values())
        return open_ones or self._sockets.awaits(self._scanned_at)

    @property
    def acknowledged(self) -> bool:
        """Every screen that answers has confirmed what was asked of it last; every other one has taken it.

        One that is being greeted anew may still show what it did: it has not.
        """
        met = (c for c in self._connections.values() if c.device and c.link.state is State.GREETING)
        ready = (c for c in self._connections.values() if c.link.state is State.READY)
        return not any(met) and all(c.acknowledged for c in ready)

    def stuck(self) -> list[str]:
        """The screens that did not take what was asked of them last and keep what they show, by their ports."""
        keepers = [c for c in self.connections if c.link.state is State.READY and not c.link.confirms]
        return [connection.path for connection in keepers if not connection.acknowledged]

    def infos(self) -> list[ScreenInfo]:
        """All screens known now, in the order in which they came."""
        return [self._info(screen) for screen in self._roster]

    def troubles(self) -> dict[str, str]:
        """One sentence for each port at which no screen was found at the last try."""
        return {path: rest.why for path, rest in self._rests.items()}

    # Ports.

    def _scan(self, now: float) -> None:
        candidates = {candidate.path: candidate for candidate in self._candidates()}
        self._scanned_at = now
        self._sockets.look({c.location for c in candidates.values() if c.kind is ScreenKind.TURING}, now)
        for connection in self.connections:
            there = candidates.get(connection.path)
            if there is None or (there.location, there.kind) != (connection.location, connection.kind):
                self._drop(connection, now, f"{connection.path}: unplugged")
        self._rests = {path: rest for path, rest in self._rests.items() if path in candidates}
        self._led_to_screens &= candidates.keys()
        for path, candidate in candidates.items():
            rest = self._rests.get(path)
            if path not in self._connections and (rest is None or now >= rest.until) and not self._hangs(now):
                self._open(candidate, now)

    def _open(self, candidate: Candidate, now: float) -> None:
        try:
            connection = self._doors.open(candidate, now)
        except PortError as error:
            self._let_rest(candidate.path, now, str(error))
            return
        if connection:
            self._connections[candidate.path] = connection
            if self._light is not None:
                connection.link.light(self._light, now)

    def _drop(self, connection: Connection, now: float, why: str) -> None:
        connection.close()
        self._connections.pop(connection.path, None)
        if isinstance(connection.link, TuringLink):
            self._sockets.let_go(connection.location, now, connection.link)
            # To go is the answer of one that was told to begin anew.
            why = "" if connection.link.reset_said else why
        if connection.device:
            self._rests.pop(connection.path, None)
            self._roster.left(connection)
        elif why:
            self._let_rest(connection.path, now, why)
        self._scan_at = min(self._scan_at, now + SOON_S)

    def _let_rest(self, path: str, now: float, why: str) -> None:
        before = None if path in self._led_to_screens else self._rests.get(path)
        length = min(LONGEST_REST_S, before.length * 1.5) if before else REST_S
        self._rests[path] = _Rest(now + length, length, why)

    # Screens.

    def _events(self, connection: Connection, events: list[Event], now: float) -> None:
        for event in events:
            if isinstance(event, Greeted):
                self._rests.pop(connection.path, None)
                self._led_to_screens.add(connection.path)
                self._roster.greeted(connection)
                self._settle_identity(connection, now)
                self._present_all(now)
            elif isinstance(event, Refused):
                self._roster.refused(connection)
            elif isinstance(event, Restarting):
                self._drop(connection, now, "")

    def _settle_identity(self, connection: Connection, now: float) -> None:
        """A screen with an id that another holds waits until the other has shown that it is still there."""
        if self._roster.settle(connection):
            self._present_all(now)

    def _present_all(self, now: float) -> None:
        for screen in self._roster:
            self._present(screen, now)

    def _present(self, screen: Screen, now: float) -> None:
        connection = screen.connection
        if connection is None or connection.link.state is not State.READY or not connection.link.speaking:
            return
        place = 1 + list(self._roster).index(screen)
        picture = self._gallery.picture(screen.seat, place, screen.size_px, screen.inches_tenths)
        if picture is None:
            self._blank(screen, now)
        else:
            if picture.while_held and not _has_button(connection):
                picture = replace(picture, while_held=False)
            connection.link.show(picture, now)
            self.flush(connection, now)

    def _blank(self, screen: Screen, now: float) -> None:
        if screen.connection:
            self._blacken(screen.connection, now)

    # The hanging app.

    def _hangs(self, now: float) -> bool:
        return now - self._ticked_at >= HANG_S

    def _hush(self, now: float) -> None:
        for connection in self._connections.values():
            if connection.link.speaking:
                connection.link.speaking = False
                connection.link.blank(now)

    def _info(self, screen: Screen) -> ScreenInfo:
        connection, link, glass = screen.connection, Link.ABSENT, Glass()
        if connection is not None:
            link, glass = connection.seen_as(), connection.link.glass
        return ScreenInfo(
            screen.device,
            connection.path if connection else "",
            link,
            screen.size_px,
            screen.firmware,
            screen.seat,
            (connection.link.refusal if connection else "") or screen.note,
            screen.keeps,
            turned=glass.turned,
            covered=glass.covered,
            light=glass.share,
            inches_tenths=screen.inches_tenths,
        )


def _said(error: Exception) -> str:
    """What people are told; nothing of what nobody has foreseen, for it may speak of a face."""
    return str(error) if isinstance(error, PortError) else ""


def _has_button(connection: Connection) -> bool:
    introduction = connection.link.introduction
    return introduction is not None and introduction.buttons > 0
