"""The app's side of the screens: implements the ``Screens`` port through the service process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.device.courier import Courier
from companion.device.orders import Json, Report, line, report_from_line, view_to_json
from companion.game.position import Seat
from companion.table.ports import Link, ScreenInfo
from companion.table.views import ScreenView

TICK_S = 0.5
"""The app may tick at every frame it draws; the service need not hear of each."""


class ServiceScreens:
    """The screens on the table, by way of a process of their own. No call waits, but ``close``.

    Args:
        extra_ports: ports to look at besides the USB ones, such as the pseudo-terminals of virtual screens.
        only_named: look at no USB ports.
    """

    def __init__(self, extra_ports: Iterable[str] = (), only_named: bool = False) -> None:
        self._lock = threading.Condition()
        self._number = 0
        self._ticked_at = 0.0
        self._report = Report(0, (), {})
        self._extra_ports = list(extra_ports)
        self._seats: dict[str, Seat] = {}
        self._views: dict[Seat, ScreenView] = {}
        self._peek = False
        self._words: dict[Seat, bool | None] = {}
        self._level = 255
        self._closed = False
        self._arguments = ["--only-named"] if only_named else []
        self._courier = self._new_courier()

    def _new_courier(self) -> Courier:
        return Courier(self._arguments, self._received, self._everything, self._died)

    def devices(self) -> Sequence[ScreenInfo]:
        """All screens known now. One that has a seat is ``PENDING`` while an order is on its way to the service."""
        with self._lock:
            behind = self._report.number < self._number
            return tuple(self._as_ordered(screen, behind) for screen in self._report.screens)

    def _as_ordered(self, screen: ScreenInfo, behind: bool) -> ScreenInfo:
        seat = self._seats.get(screen.device)
        waits = behind and screen.link in (Link.SHOWING, Link.SENT) and (seat or screen.seat)
        return replace(screen, seat=seat, link=Link.PENDING if waits else screen.link)

    def wait(self, timeout_s: float) -> None:
        """For programs without a window: wait until the screens report something new, or the time is over."""
        with self._lock:
            self._lock.wait(timeout_s)

    def troubles(self) -> dict[str, str]:
        """One sentence for each port at which no screen was found."""
        with self._lock:
            return dict(self._report.troubles)

    def assign(self, device: str, seat: Seat | None) -> None:
        """Bind a device to a seat, or to none; what that seat and the device's former seat showed is forgotten."""
        with self._lock:
            if self._seats.get(device) is seat:
                return
            touched = {seat, self._seats.pop(device, None)} - {None}
            self._seats = {other: held for other, held in self._seats.items() if held is not seat}
            self._views = {held: view for held, view in self._views.items() if held not in touched}
            if seat:
                self._seats[device] = seat
            self._order({"do": "assign", "device": device, "seat": seat.value if seat else None})

    def show(self, view: ScreenView) -> None:
        """Set what the screen of a seat shows."""
        with self._lock:
            self._views[view.seat] = view
            self._order({"do": "show", "view": view_to_json(view)})

    def blank(self) -> None:
        """Blank every screen at once and forget the pictures."""
        with self._lock:
            self._views.clear()
            self._order({"do": "blank"})

    def peek(self, on: bool) -> None:
        """Whether a face is seen only while its player holds the screen's button; off at the start."""
        with self._lock:
            if on is not self._peek:
                self._peek = on
                self._order({"do": "peek", "on": on})

    def words(self, seat: Seat, on: bool | None) -> None:
        """Whether words stand on the face or key of a seat; None, as at the start: the size of its screen decides."""
        with self._lock:
            if on is not self._words.get(seat):
                self._words[seat] = on
                self._order({"do": "words", "seat": seat.value, "on": on})

    def light(self, level: int) -> None:
        """How bright all screens are while they show something, 0 to 255; as bright as can be at the start."""
        with self._lock:
            if level != self._level:
                self._level = level
                self._order({"do": "light", "level": level})

    def add_port(self, path: str) -> None:
        """Look at one more port."""
        with self._lock:
            if path not in self._extra_ports:
                self._extra_ports.append(path)
                self._order({"do": "port", "path": path})

    @property
    def service_id(self) -> int | None:
        """The process that owns the ports; None before it runs."""
        return self._courier.process.pid if self._courier.process else None

    def tick(self) -> None:
        """The app's own thread is alive."""
        now = time.monotonic()
        if now - self._ticked_at >= TICK_S:
            self._ticked_at = now
            with self._lock:
                if self._closed:
                    return
                if not self._courier.alive:
                    # It broke, and has blanked all before it ended.
                    self._courier = self._new_courier()
                self._courier.send(line({"n": self._number, "do": "tick"}))

    def close(self) -> None:
        """Blank and let go; waits until the screens are black, five seconds at most."""
        with self._lock:
            self._closed = True
            self._views.clear()
        self._courier.close(line({"n": self._number, "do": "close"}))

    def _order(self, content: Json) -> None:
        if self._closed:
            return
        self._number += 1
        self._courier.send(line({"n": self._number, **content}))

    def _received(self, text: bytes) -> None:
        report = report_from_line(text)
        with self._lock:
            self._report = report
            self._lock.notify_all()

    def _died(self) -> None:
        """Nobody knows what the screens show. They blank themselves within four seconds, or keep it until they are."""
        with self._lock:
            away = tuple(
                replace(screen, link=Link.CONNECTING if screen.keeps and screen.port else Link.ABSENT, port="")
                for screen in self._report.screens
            )
            self._report = replace(self._report, number=0, screens=away)

    def _everything(self) -> list[bytes]:
        """All that a service which has just started must know."""
        with self._lock:
            orders: list[Json] = [{"do": "port", "path": path} for path in self._extra_ports]
            # Before the first face, which else would be seen for a moment.
            orders += [{"do": "peek", "on": self._peek}, {"do": "light", "level": self._level}]
            orders += [{"do": "words", "seat": seat.value, "on": on} for seat, on in self._words.items()]
            orders += [{"do": "assign", "device": d, "seat": seat.value} for d, seat in self._seats.items()]
            orders += [{"do": "show", "view": view_to_json(view)} for view in self._views.values()]
            return [line({"n": self._number, **order}) for order in orders] + [
                line({"n": self._number, "do": "close" if self._closed else "tick"})
            ]
