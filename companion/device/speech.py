"""What the hub needs of a link, whichever kind of screen it speaks to."""

from __future__ import annotations

from typing import Protocol

from companion.device.events import Event, State
from companion.device.messages import Glass, Introduction
from companion.device.picture import Picture


class Speech(Protocol):
    """Bytes and ``now`` in, events and bytes out. No port, no clock, no thread."""

    speaking: bool
    """While False it goes no further than to black."""

    @property
    def confirms(self) -> bool:
        """The screen answers; and what hears nothing any more overwrites its picture by itself."""
        ...

    @property
    def state(self) -> State:
        """How far it is."""
        ...

    @property
    def introduction(self) -> Introduction | None:
        """What the screen is; None before it is known."""
        ...

    @property
    def refusal(self) -> str:
        """Why the screen cannot be used, in a sentence with what to do; "" if it can."""
        ...

    @property
    def glass(self) -> Glass:
        """How the player has set the screen; as new where it has no buttons."""
        ...

    @property
    def frames(self) -> int:
        """How many intact answers came."""
        ...

    @property
    def output(self) -> bytes:
        """Bytes for the port, not yet taken."""
        ...

    @property
    def acknowledged(self) -> bool:
        """What was asked for last is confirmed; or, by a screen that cannot confirm, taken."""
        ...

    def sent(self, count: int) -> None:
        """The port took the first ``count`` bytes of ``output``."""
        ...

    def show(self, picture: Picture, now: float) -> None:
        """Make ``picture`` the wanted one."""
        ...

    def blank(self, now: float) -> None:
        """Black, before all else."""
        ...

    def light(self, level: int, now: float) -> None:
        """How bright it is while it shows something, 0 to 255."""
        ...

    def ask(self, now: float) -> None:
        """Find out at once whether the screen is still there, if it answers at all."""
        ...

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Bytes from the port."""
        ...

    def tick(self, now: float) -> list[Event]:
        """Let time pass."""
        ...

    def settled(self, now: float) -> bool:
        """Were the line cut now, the screen would not wait for the rest of something."""
        ...
