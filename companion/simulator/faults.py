"""A virtual camera with the faults of real ones: it hangs, is busy, shows black, vanishes and comes back."""

from __future__ import annotations

import threading
from enum import Enum
from typing import Protocol

import numpy as np

from companion.errors import CompanionError
from companion.simulator.art import Bgr

LONGEST_HANG_S = 60.0
"""Nothing hangs for ever here, so that a test that fails ends."""


class CameraFault(CompanionError):
    """The virtual camera gives no picture."""


class Fault(Enum):
    """What is wrong with the camera now. Each can set in at any time, also while it is open."""

    NONE = "none"
    HANGS = "hangs"
    """A call to it does not return."""
    BUSY = "busy"
    """Another program holds it: it cannot be opened, and one that is open gives no more pictures."""
    BLACK = "black"
    GONE = "gone"
    """Unplugged."""


class Pictures(Protocol):
    """Where the pictures come from while nothing is wrong."""

    def frame(self) -> Bgr:
        """Take a picture now."""
        ...


class FaultyCamera:
    """A camera as the system sees it. ``connect`` opens it, as often as wanted.

    Args:
        pictures: What it shows while nothing is wrong. Not closed.

    Attributes:
        opened: How often it was opened.
        hanging: Calls that have not returned.
        most_handles: How many handles were open at once at most; a real device takes one.
    """

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._lock = threading.Lock()
        self._fault = Fault.NONE
        self._go = threading.Event()
        self._plugged = 0
        self._open: set[int] = set()
        self.opened = self.hanging = self.most_handles = 0

    @property
    def fault(self) -> Fault:
        """What is wrong now."""
        return self._fault

    @fault.setter
    def fault(self, fault: Fault) -> None:
        with self._lock:
            if Fault.GONE in (fault, self._fault) and fault is not self._fault:
                # Plugged in again it is another device to the system: what was opened before stays dead.
                self._plugged += 1
                self._open.clear()
            self._fault = fault
            self._go.set()
            self._go = threading.Event()

    def connect(self) -> Handle:
        """Open it.

        Raises:
            CameraFault: it is not there, or in use.
        """
        self.pass_fault()
        with self._lock:
            self.opened += 1
            handle = Handle(self, self.opened, self._plugged)
            self._open.add(self.opened)
            self.most_handles = max(self.most_handles, len(self._open))
        return handle

    def take(self, plugged: int) -> Bgr:
        """A picture for a handle that was opened when the camera had been plugged in for the ``plugged``-th time."""
        self.pass_fault()
        if plugged != self._plugged:
            raise CameraFault("the virtual camera was unplugged: plug it in")
        picture = self._pictures.frame()
        return np.zeros_like(picture) if self._fault is Fault.BLACK else picture

    def pass_fault(self) -> None:
        """Hang, refuse, or let through what is asked of it now."""
        with self._lock:
            fault, go = self._fault, self._go
            self.hanging += fault is Fault.HANGS
        if fault is Fault.HANGS:
            go.wait(LONGEST_HANG_S)
            with self._lock:
                self.hanging -= 1
        elif fault is Fault.BUSY:
            raise CameraFault("the virtual camera cannot be opened: close other programs that use it")
        elif fault is Fault.GONE:
            raise CameraFault("the virtual camera is not there: plug it in")

    def let_go(self, number: int) -> None:
        """A handle was closed."""
        with self._lock:
            self._open.discard(number)


class Handle:
    """A ``CameraFeed``: the open camera."""

    def __init__(self, camera: FaultyCamera, number: int, plugged: int) -> None:
        self._camera, self._number, self._plugged = camera, number, plugged
        self._closed = False

    def frame(self) -> Bgr:
        """Take a picture now.

        Raises:
            CameraFault: nothing can be had.
        """
        if self._closed:
            raise CameraFault("the virtual camera was closed: open it again")
        return self._camera.take(self._plugged)

    def still(self) -> Bgr:
        """Take another one: they are all of one size."""
        return self.frame()

    def leave(self) -> None:
        """Nobody waits here."""

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        self._closed = True
        self._camera.let_go(self._number)
