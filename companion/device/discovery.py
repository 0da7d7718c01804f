"""Where screens may be plugged in: every USB serial port, and the ports that were named."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serial.tools import list_ports


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port that may lead to a screen. ``location``: the socket (USB path), which outlives the port's number."""

    path: str
    location: str
    named: bool = False


class PortSource:
    """Lists the ports.

    Args:
        named: ports to list while they are there.
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
        self._usb: list[Candidate] = []

    def add(self, path: str) -> None:
        """Name one more port; it need not be there yet."""
        if path not in self.named:
            self.named.append(path)

    def __call__(self) -> list[Candidate]:
        """The ports that are there now, named ones first."""
        named = [Candidate(path, path, named=True) for path in self.named if Path(path).exists()]
        if self._only_named:
            return named
        return named + [port for port in self._usb_ports() if port.path not in self.named]

    def _usb_ports(self) -> list[Candidate]:
        try:
            ports = list(self._list_all())
            self._usb = [Candidate(port.device, port.location or port.device) for port in ports if port.vid is not None]
        except (OSError, TypeError, ValueError):
            # A device went away while its description was read: what was there a moment ago is checked by opening it.
            return self._usb
        return self._usb
