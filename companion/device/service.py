"""The process that owns the serial ports: ``python -m companion.device.service``.

It lives beside the app and outlives it for a moment: when the app's pipe closes, whatever killed the app, it blanks
every screen and ends. It keeps no file and writes no log.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from types import TracebackType

from companion.device.connection import Connection
from companion.device.discovery import PortSource
from companion.device.frame import SEQUENCES
from companion.device.hub import Hub
from companion.device.orders import Json, Report, report_to_line, view_from_json
from companion.device.transport import MonitorPort, SerialPort
from companion.game.position import Seat
from companion.private_memory import keep_memory_private

WAIT_S = 0.05
REPORT_S = 1.0
"""A report comes at least so often, also when nothing changed: silence means that the service hangs."""
FAREWELL_S = 1.0
"""How long the last black may take to be confirmed."""
LONG_FAREWELL_S = 4.0
"""The same where a screen does not overwrite its picture by itself: all of it has to be sent."""
_READ_BYTES = 65536
_ORDERS_IN, _REPORTS_OUT = 0, 1


class Service:
    """Reads orders from one descriptor, reports to another, and drives the hub between."""

    def __init__(self, ports: PortSource, orders_fd: int, reports_fd: int) -> None:
        self._ports = ports
        self._orders_fd = orders_fd
        self._reports_fd = reports_fd
        self._hub = Hub(ports, SerialPort, lambda: secrets.randbelow(SEQUENCES), time.monotonic(), MonitorPort)
        self._rest = b""
        self._number = 0
        self._reported: Report | None = None
        self._reported_at = 0.0
        self.ending = False

    def run(self) -> None:
        """Serve until the app is gone, or says so, or something breaks; then blank everything and let go."""
        try:
            while not self.ending:
                self._turn(WAIT_S)
                self._report()
        finally:
            self._say_goodbye()

    def _say_goodbye(self) -> None:
        began = time.monotonic()
        self._hub.part()
        self._hub.blank(began)
        while not self._hub.acknowledged:
            if time.monotonic() - began >= (LONG_FAREWELL_S if self._hub.stuck() else FAREWELL_S):
                break
            self._serve_ports(WAIT_S, [], self._hub.drive)
            self._report()
        for port in self._hub.stuck():
            sys.stderr.write(f"companion: the screen at {port} did not take the last black picture: pull its cable\n")
        self._hub.close()

    def _turn(self, wait_s: float) -> None:
        if self._serve_ports(wait_s, [self._orders_fd], self._hub.step):
            self._take_orders()

    def _serve_ports(self, wait_s: float, others: list[int], go_on: Callable[[float], None]) -> bool:
        """Wait for something to happen on the ports, then let time pass; whether one of ``others`` is readable."""
        by_fd: dict[int, Connection] = {connection.port.fileno(): connection for connection in self._hub.connections}
        full = [fd for fd, connection in by_fd.items() if connection.link.output]
        readable, writable, _ = select.select([*by_fd, *others], full, [], wait_s)
        for fd in readable:
            if fd in by_fd:
                self._hub.readable(by_fd[fd], time.monotonic())
        for fd in writable:
            if by_fd[fd] in self._hub.connections:
                self._hub.flush(by_fd[fd], time.monotonic())
        go_on(time.monotonic())
        return any(fd in others for fd in readable)

    def _take_orders(self) -> None:
        data = os.read(self._orders_fd, _READ_BYTES)
        if not data:
            self.ending = True
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for text in lines:
            order = json.loads(text)
            self._obey(order, time.monotonic())
            self._number = order["n"]

    def _obey(self, order: Json, now: float) -> None:
        match order["do"]:
            case "tick":
                self._hub.tick(now)
            case "show":
                self._hub.show(view_from_json(order["view"]), now)
            case "assign":
                self._hub.assign(order["device"], Seat(order["seat"]) if order["seat"] else None, now)
            case "blank":
                self._hub.blank(now)
            case "peek":
                self._hub.peek(order["on"], now)
            case "words":
                self._hub.words(Seat(order["seat"]), order["on"], now)
            case "light":
                self._hub.light(order["level"], now)
            case "port":
                self._ports.add(order["path"])
            case "close":
                self.ending = True

    def _report(self) -> None:
        report = Report(self._number, tuple(self._hub.infos()), self._hub.troubles())
        now = time.monotonic()
        if report != self._reported or now - self._reported_at >= REPORT_S:
            self._reported, self._reported_at = report, now
            try:
                _write_all(self._reports_fd, report_to_line(report))
            except BrokenPipeError:
                self.ending = True


def _write_all(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def _explain(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """One line instead of a traceback, and without the error's text: what was at work here may be a face."""
    del error
    place = traceback.extract_tb(trace)[-1:]
    where = ", ".join(f"{frame.name} line {frame.lineno}" for frame in place)
    sys.stderr.write(f"companion: the screens' process ended with {kind.__name__} in {where} and is started anew\n")


def main(argv: Sequence[str] | None = None) -> None:
    """Run the service on standard input and output."""
    sys.excepthook = _explain
    parser = argparse.ArgumentParser(prog="python -m companion.device.service")
    parser.add_argument("--port", action="append", default=[], help="a port to look at, besides the USB ones")
    parser.add_argument("--only-named", action="store_true", help="look at no other ports")
    args = parser.parse_args(argv)
    keep_memory_private()
    service = Service(PortSource(args.port, args.only_named), _ORDERS_IN, _REPORTS_OUT)

    def end(*_: object) -> None:
        service.ending = True

    signal.signal(signal.SIGTERM, end)
    # Ctrl-C in a terminal reaches the whole group; the app ends, and with it its pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    service.run()


if __name__ == "__main__":
    main(sys.argv[1:])
