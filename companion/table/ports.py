"""What the session and the app ask of the world: cameras, readers, screens, the store. Adapters stand behind these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from companion.game.position import Seat
from companion.table.scan import BoardScan
from companion.table.views import ScreenView

Picture = Any
"""A picture in memory: numpy array, uint8, shape (height, width, 3), colour order blue, green, red. Kept opaque here."""


class CameraFeed(Protocol):
    """A source of pictures of the table. Used by one worker thread at a time."""

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CompanionError: no picture can be had (unplugged, busy, black); says what to do.
        """
        ...

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        ...


class BoardReader(Protocol):
    """Reads the 25 words of a picture."""

    def read(self, picture: Picture) -> BoardScan:
        """Find and read the board.

        Raises:
            CompanionError: no whole board is in the picture; says what was found and what to do.
        """
        ...


class Link(Enum):
    """The honest state of one screen."""

    ABSENT = "absent"
    CONNECTING = "connecting"
    SHOWING = "showing"
    """The newest picture was acknowledged."""
    PENDING = "pending"
    """Connected, the newest picture not yet acknowledged."""
    REFUSED = "refused"
    """It answers but cannot be used (see ``note``)."""


@dataclass(frozen=True, slots=True)
class ScreenInfo:
    """One screen as it is now.

    ``device``: unique id, what a face is bound to. ``port``: where it is plugged in at present ("" while absent).
    ``size_px``: width, height. ``note``: one sentence for people when something needs saying.
    """

    device: str
    port: str
    link: Link
    size_px: tuple[int, int]
    firmware: str = ""
    seat: Seat | None = None
    note: str = ""


class Screens(Protocol):
    """The screens on the table. Never blocks the caller: orders are taken at once and carried out elsewhere."""

    def devices(self) -> Sequence[ScreenInfo]:
        """All screens known now, in a stable order."""
        ...

    def assign(self, device: str, seat: Seat | None) -> None:
        """Bind a device to a seat, or to none. The device is blanked first; a face never changes hands."""
        ...

    def show(self, view: ScreenView) -> None:
        """Set what the screen of ``view.seat`` shows; newest wins. Sent again by itself after a reconnection."""
        ...

    def blank(self) -> None:
        """Blank every screen at once and forget their pictures."""
        ...

    def tick(self) -> None:
        """Called by the app's own thread at least each second: without it for 30 s the screens blank (the app hangs)."""
        ...

    def close(self) -> None:
        """Blank and let go. Safe to call twice."""
        ...
