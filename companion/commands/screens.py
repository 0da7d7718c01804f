"""``companion screens list|identify|build|flash [PORT]``: the serial screens (building and flashing: ``flashing``)."""

from __future__ import annotations

import argparse
import secrets
import select
import time
from typing import TYPE_CHECKING

from companion.commands import flashing
from companion.errors import CompanionError
from companion.table.ports import Link, ScreenInfo

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Callable

    from companion.device.hub import Hub

SEARCH_S = 16.0
"""Long enough for a port that gives no hello to be given up, and for a USB monitor to be reset first."""
LEAVE_S = 4.0
"""A USB monitor takes half of this until all of its picture is black."""
IDENTIFY_S = 10.0


class ScreensError(CompanionError):
    """No screen where one was looked for."""


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser("screens", help="which screens answer, and which is which")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the screens that answer")
    listing.add_argument("port", metavar="PORT", nargs="?", help="look at this port only")
    listing.set_defaults(run=run_list)
    identify = actions.add_parser("identify", help="a large number on each screen, or on the one at PORT")
    identify.add_argument("port", metavar="PORT", nargs="?", help="look at this port only")
    identify.add_argument("--seconds", type=float, default=IDENTIFY_S, metavar="N", help="how long (default 10)")
    identify.set_defaults(run=run_identify)
    flashing.add_to(actions)


def run_list(args: argparse.Namespace) -> int:
    """Print one line for each screen: number, id, size, port, firmware."""
    hub = _hub(args.port)
    try:
        screens = search(hub, args.port)
        for line in _lines(screens):
            print(line)
    finally:
        _leave(hub)
    _refuse(screens)
    return 0


def run_identify(args: argparse.Namespace) -> int:
    """Show each screen's number on it for a while, then leave it black."""
    hub = _hub(args.port)
    try:
        screens = search(hub, args.port)
        lines = _lines(screens)
        if lines:
            hub.number(time.monotonic())
            print("\n".join(lines), flush=True)
            _drive(hub, args.seconds, lambda: False)
    finally:
        _leave(hub)
    _refuse(screens)
    return 0


def _refuse(screens: list[ScreenInfo]) -> None:
    """The others were served.

    Raises:
        ScreensError: one of them cannot be used; says at which port, why, and what to do.
    """
    refused = [f"{screen.port}: {screen.note}" for screen in screens if screen.link is Link.REFUSED]
    if refused:
        raise ScreensError("; ".join(refused))


def _hub(port: str | None) -> Hub:
    from companion.device.discovery import PortSource
    from companion.device.frame import SEQUENCES
    from companion.device.hub import Hub
    from companion.device.transport import MonitorPort, SerialPort

    ports = PortSource([port] if port else [], only_named=port is not None)
    return Hub(ports, SerialPort, lambda: secrets.randbelow(SEQUENCES), time.monotonic(), MonitorPort)


def _leave(hub: Hub) -> None:
    """Black on every screen, also on those that would keep their picture."""
    hub.blank(time.monotonic())
    _drive(hub, LEAVE_S, lambda: hub.acknowledged)
    hub.close()


def search(hub: Hub, port: str | None) -> list[ScreenInfo]:
    """All that answered, also those that cannot be used; waits until every port has answered or was given up.

    ``port``: the only one that was asked for.

    Raises:
        ScreensError: no screen is there.
    """
    _drive(hub, SEARCH_S, lambda: not hub.searching)
    screens = [screen for screen in hub.infos() if screen.link is not Link.ABSENT]
    if not screens:
        reasons = "; ".join(hub.troubles().values())
        if port:
            raise ScreensError(reasons or f"{port}: there is no such port; `companion screens list` shows the screens")
        raise ScreensError("no screen found: plug one in by USB" + (f" ({reasons})" if reasons else ""))
    return screens


def _drive(hub: Hub, seconds: float, done: Callable[[], bool]) -> None:
    """Serve the ports until ``done`` or the time is over."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        now = time.monotonic()
        hub.tick(now)
        hub.step(now)
        if done():
            return
        waiting = {connection.port.fileno(): connection for connection in hub.connections}
        for fd in select.select(list(waiting), [], [], 0.02)[0]:
            hub.readable(waiting[fd], time.monotonic())


def _lines(screens: list[ScreenInfo]) -> list[str]:
    """Of those that can be used; a refused one keeps its number for itself, as on the glasses."""
    rows = [
        (str(number), s.device, f"{s.size_px[0]}x{s.size_px[1]}", s.port, _what(s), s.note)
        for number, s in enumerate(screens, 1)
        if s.link is not Link.REFUSED
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(6)]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _what(screen: ScreenInfo) -> str:
    return "USB monitor, cannot confirm what it shows" if screen.keeps else f"firmware {screen.firmware}"
