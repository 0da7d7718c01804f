"""Where screens may be plugged in, and of which kind they are: every USB serial port, and the ports that were named.

The kind is known before the first byte is sent: what is a greeting to one is rubbish to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from companion.device.turing import PRODUCT, SERIAL, VENDOR

TURING = "turing"


class ScreenKind(Enum):
    """Which language is spoken at a port."""

    OWN = "this program's firmware, or something that will not answer its hello"
    TURING = "a USB monitor of the Turing kind"
    FOREIGN = "a USB monitor of a kind that this program does not know: nothing is sent to it"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port that may lead to a screen. ``location``: the socket (USB path), which outlives the port's number."""

    path: str
    location: str
    named: bool = False
    kind: ScreenKind = ScreenKind.OWN


class PortSource:
    """Lists the ports.

    Args:
        named: ports to list while they are there. ``turing:PATH`` or ``turing@SOCKET:PATH`` is a monitor of that kind,
            where the operating system cannot tell.
        only_named: list no others.
        list_all: describes the computer's serial ports, as pyserial does.
    """

    def __init__(
        self,
        named: Iterable[str] = (),
        only_named: bool = False,
        list_all: Callable[[], Iterable[Any]] = list_ports.comports,
    ) -> None:
        self._list_all = list_all
        self.named = list(named)
        self._only_named = only_named
        self._last: list[Candidate] = []

    def add(self, path: str) -> None:
        """Name one more port; it need not be there yet."""
        if path not in self.named:
            self.named.append(path)

    def __call__(self) -> list[Candidate]:
        """The ports that are there now, named ones first."""
        if self.named or not self._only_named:
            try:
                usb = self._usb_ports()
            except (OSError, TypeError, ValueError):
                # A device went away while its description was read: what was there a moment ago is checked by opening
                # it. A port that is new is left for the next look: of which kind it is could not be told.
                return [port for port in self._last if not port.named or Path(port.path).exists()]
            self._last = self._choose(usb)
        return list(self._last)

    def _choose(self, usb: list[Candidate]) -> list[Candidate]:
        known = {port.path: port for port in usb}
        named = [port for port in (_named(name, known) for name in self.named) if Path(port.path).exists()]
        if self._only_named:
            return named
        taken = {port.path for port in named}
        return named + [port for port in usb if port.path not in taken]

    def _usb_ports(self) -> list[Candidate]:
        return [
            Candidate(port.device, port.location or port.device, kind=_kind(port))
            for port in self._list_all()
            if port.vid is not None
        ]


def _kind(port: Any) -> ScreenKind:
    """By numbers of maker and product, and the serial number: monitors of several protocols share the former."""
    if port.vid != VENDOR or port.pid != PRODUCT:
        return ScreenKind.OWN
    return ScreenKind.TURING if port.serial_number == SERIAL else ScreenKind.FOREIGN


def _named(name: str, usb: dict[str, Candidate]) -> Candidate:
    """A port that was named; what USB says of it counts, also where it was named by another path."""
    head, colon, path = name.partition(":")
    kind, _, socket = head.partition("@")
    if colon and kind == TURING:
        return Candidate(path, socket or path, named=True, kind=ScreenKind.TURING)
    found = usb.get(name) or usb.get(str(Path(name).resolve()))
    if found is None or found.kind is ScreenKind.OWN:
        return Candidate(name, name, named=True)
    return Candidate(name, found.location, named=True, kind=found.kind)
