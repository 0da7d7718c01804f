"""A serial port as the links need it: never waits, and every way in which a cable can go is one error."""

from __future__ import annotations

import contextlib
import errno
import os
import termios
from typing import Protocol

import serial

from companion.errors import CompanionError

BAUD = 115_200
"""Means nothing on USB; the speed of boards behind a serial bridge."""
_READ_BYTES = 4096


class PortError(CompanionError):
    """The port cannot be opened, or the cable is gone."""


class Port(Protocol):
    """One open line to something that may be a screen."""

    def fileno(self) -> int:
        """For a selector."""
        ...

    def read(self) -> bytes:
        """What has arrived, possibly nothing.

        Raises:
            PortError: the line is gone; close it.
        """
        ...

    def write(self, data: bytes) -> int:
        """Hand over as much as the line takes now; returns how many bytes that was.

        Raises:
            PortError: the line is gone; close it.
        """
        ...

    def waiting(self) -> int:
        """How many bytes were taken and have not left this computer yet, as far as it knows.

        Raises:
            PortError: the line is gone; close it.
        """
        ...

    def close(self) -> None:
        """Let go at once, whatever state the line is in."""
        ...


class SerialPort:
    """A port of the operating system, opened for this program alone.

    Raises:
        PortError: it is not there, in use, not allowed, or no serial port.
    """

    _rtscts = False

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._serial = serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=True, rtscts=self._rtscts)
        except (OSError, ValueError, termios.error) as error:
            raise PortError(f"{path}: {_why(error)}") from error

    def fileno(self) -> int:
        """The open descriptor."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """What has arrived."""
        try:
            return bytes(self._serial.read(_READ_BYTES))
        except (OSError, TypeError, termios.error) as error:
            raise PortError(f"{self.path}: the cable is gone") from error

    def write(self, data: bytes) -> int:
        """As much as fits. Past pyserial's own ``write``, which spins while the line is full."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0
        except (OSError, TypeError, termios.error) as error:
            raise PortError(f"{self.path}: the cable is gone") from error

    def waiting(self) -> int:
        """What the operating system has not sent yet."""
        try:
            return int(self._serial.out_waiting)
        except (OSError, TypeError, termios.error) as error:
            raise PortError(f"{self.path}: the cable is gone") from error

    def close(self) -> None:
        """Throw away what was not sent (else closing may wait for a screen that no longer reads), then close."""
        with contextlib.suppress(OSError, TypeError, termios.error):
            self._serial.reset_output_buffer()
        with contextlib.suppress(OSError, TypeError, termios.error):
            self._serial.close()


class MonitorPort(SerialPort):
    """The port of a USB monitor, which has a picture to the end or waits for the rest of it."""

    _rtscts = True

    def close(self) -> None:
        """Throw away only what has not left by now: the monitor has locked up, and closing would wait for it."""
        with contextlib.suppress(PortError):
            if not self.waiting():
                with contextlib.suppress(OSError, TypeError, termios.error):
                    self._serial.close()
                return
        super().close()


def _why(error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code == errno.ENOENT:
        return "there is no such port: look with `companion screens list`"
    if code in (errno.EACCES, errno.EPERM):
        return "no permission: add yourself to the group dialout, then log in again"
    if code in (errno.EAGAIN, errno.EWOULDBLOCK, errno.EBUSY) or "lock" in str(error):
        return "another program has it open: close that first"
    if code in (errno.ENXIO, errno.ENODEV, errno.EIO):
        return "nothing is plugged in there"
    return "not a serial port"
