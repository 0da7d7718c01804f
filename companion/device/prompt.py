"""The way to the raw prompt of a board's MicroPython, whatever runs there, and back to its port after a start."""

from __future__ import annotations

import contextlib
import io
import struct
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import serial
from serial.tools import list_ports

from companion.device.events import Event, Greeted, Leaving, Refused
from companion.device.link import ScreenLink
from companion.device.messages import Way
from companion.device.transport import PortError, SerialPort
from companion.errors import CompanionError

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

PROMPT_S = 1.5
HELLO_S = 4.0
RETURN_S = 20.0
_LOOK_S = 0.05
BY_BUTTON = "unplug it, hold its button A while you plug it in again, and start once more"

FAULTS = (OSError, serial.SerialException, termios.error, struct.error, TypeError)
"""What a cable that is pulled out makes of pyserial's and mpremote's calls."""


class UpdateError(CompanionError):
    """The board was not updated, or only half; says what to do."""


def transport_error() -> type[Exception]:
    """What mpremote raises where a board does not answer as it should."""
    from mpremote.transport import TransportError

    kind: type[Exception] = TransportError
    return kind


class Whereabouts:
    """A board that may come back under another port: known by its serial number and socket where it has any."""

    def __init__(self, port: str) -> None:
        self._marks = self._marks_of(port)
        self.port = port

    def _marks_of(self, port: str) -> tuple[str, str] | None:
        for known in _usb_ports():
            if known.device == port and known.serial_number:
                return known.serial_number, known.location or ""
        return None

    def wait(self, seconds: float) -> str:
        """The port where it is now.

        Raises:
            UpdateError: it did not come back.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self._marks:
                same = [p.device for p in _usb_ports() if (p.serial_number, p.location or "") == self._marks]
            else:
                same = [self.port] if Path(self.port).exists() else []
            if same:
                self.port = same[0]
                return self.port
            time.sleep(_LOOK_S)
        raise UpdateError(f"{self.port}: the board did not come back: plug it in again and start once more")

    def wait_gone(self, seconds: float) -> None:
        """Until its port has gone away, or the time is over: some come back quicker than one can look."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and Path(self.port).exists():
            time.sleep(_LOOK_S / 5)


def _usb_ports() -> list[Any]:
    try:
        return list(list_ports.comports())
    except (OSError, TypeError, ValueError):
        return []  # Something went away while it was being described.


@contextlib.contextmanager
def raw_prompt(where: Whereabouts, patience_s: float) -> Iterator[SerialTransport]:
    """MicroPython's raw prompt, whatever runs on the board now.

    Raises:
        UpdateError: there is no way to it.
    """
    transport = _open_prompt(where.port)
    if transport is None:
        _ask_to_leave(where, patience_s)
        transport = _open_prompt(where.port, seconds=RETURN_S)
    if transport is None:
        raise UpdateError(f"{where.port}: MicroPython's prompt does not come: {BY_BUTTON}")
    try:
        yield transport
    finally:
        with contextlib.suppress(*FAULTS):
            transport.close()


def _open_prompt(port: str, seconds: float = PROMPT_S) -> SerialTransport | None:
    try:
        from mpremote.transport_serial import SerialTransport
    except ImportError as error:
        raise UpdateError("mpremote is missing: python -m pip install 'duet-companion[firmware]'") from error
    SerialPort(port).close()  # Explains a port that cannot be opened.
    try:
        transport = SerialTransport(port, timeout=2.0)
    except (*FAULTS, transport_error()) as error:
        raise UpdateError(f"{port}: cannot be opened: {error}") from error
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # It prints what it hears when that is not what it expects.
            transport.enter_raw_repl(soft_reset=False, timeout_overall=seconds)
    except (*FAULTS, transport_error()):
        with contextlib.suppress(*FAULTS):
            transport.close()
        return None
    return transport


def _ask_to_leave(where: Whereabouts, patience_s: float) -> None:
    """Ask the firmware that runs to end; it comes back at the prompt."""
    event = speak(where.port, patience_s, Way.TO_PROMPT)
    if isinstance(event, Refused):
        raise UpdateError(f"{where.port}: {event.reason.split(':')[0]} and cannot be asked to make room: {BY_BUTTON}")
    if not isinstance(event, Leaving):
        raise UpdateError(
            f"{where.port}: neither a screen nor MicroPython answers: {BY_BUTTON}; a new Pico needs MicroPython first "
            "(docs/hardware.md)"
        )
    where.wait_gone(2.0)
    where.wait(RETURN_S)


def speak(port: str, seconds: float, leave: Way | None = None) -> Event | None:
    """Say hello, and ask to leave where wanted; what came of it, None for silence.

    Raises:
        PortError: the port cannot be opened.
    """
    line = SerialPort(port)
    now = time.monotonic()
    link = ScreenLink(now, 0)
    until = now + seconds
    try:
        while (now := time.monotonic()) < until:
            events = link.tick(now)
            link.sent(line.write(link.output))
            events += link.receive(line.read(), now)
            for event in events:
                if isinstance(event, Leaving | Refused) or (isinstance(event, Greeted) and leave is None):
                    return event
                if isinstance(event, Greeted) and leave is not None:
                    link.leave(leave, now)
            time.sleep(_LOOK_S / 5)
    except PortError:
        # It restarts quicker than its last answer comes: the port is gone because it leaves.
        return Leaving() if leave is not None and link.introduction else None
    finally:
        line.close()
    # Asked and not answered: its last words may be lost, the prompt will tell.
    return Leaving() if leave is not None and link.introduction else None
