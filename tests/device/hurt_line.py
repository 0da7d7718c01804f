"""A line between host and firmware, in one process, on which one byte of a session is lost or changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.device.events import Event, Greeted
from companion.device.link import ScreenLink
from companion.device.picture import Picture
from tests.device.cables import plain
from tests.firmware.loading import FirmwareScreen

STEP_S = 0.05
LONGEST_S = 12.0
_HEAD = 16


class Stuck(AssertionError):
    """The session did not come to its end."""


class HurtLine:
    """One screen, and one host after the other that shows it a picture, asks it, and blanks it again.

    Args:
        picture: what is shown.
        glass: the file of the screen's glass.

    Attributes:
        lengths: bytes that went to the screen and to the host in the session before this one.
        slowest_s: the longest time from hello to the picture.
        wrong: whether anything but the picture, black and the firmware's own pictures was ever to be seen.
    """

    def __init__(self, picture: Picture, glass: Path) -> None:
        self.picture, self.path = picture, glass
        self.now = 100.0
        self.screen = FirmwareScreen("SCREEN", int(self.now * 1000), str(glass))
        self.lengths = [0, 0]
        self.slowest_s = 0.0
        self.wrong = False
        self._events: list[Event] = []
        self._face = picture.as_rgb565()
        self._sequence = 0

    def session(self, way: int = 0, at: int = -1, mask: int = 0) -> None:
        """Hello, picture, heartbeat, black. Byte ``at`` towards the screen (``way`` 0) or the host is lost or changed.

        Args:
            way: 0 to the screen, 1 to the host.
            at: which byte, from 0; -1 for none.
            mask: the bits that change; 0: the byte is lost.

        Raises:
            Stuck: it does not come to its end.
        """
        self._hurt, self._carried = (way, at, mask), [0, 0]
        self._sequence += 16
        self.link = link = ScreenLink(self.now, self._sequence)
        self._wanted, began = True, self.now
        self._until(lambda: link.acknowledged and self._seen() == self._face)
        self.slowest_s = max(self.slowest_s, self.now - began)
        frames = link.frames
        link.ask(self.now)
        self._until(lambda: link.frames > frames)
        self._wanted = False
        link.blank(self.now)
        self._until(lambda: link.acknowledged and not any(self._seen()))
        self.lengths = self._carried

    def _until(self, done: Callable[[], bool]) -> None:
        end = self.now + LONGEST_S
        self._carry()
        while not done():
            if self.now > end:
                raise Stuck(f"after byte {self._hurt}: {self.link.state}, {self._events[-3:]}")
            self.now += STEP_S
            self.screen.link.tick(int(self.now * 1000))
            self._events += self.link.tick(self.now)
            self._carry()

    def _carry(self) -> None:
        while output := self.link.output:
            self.link.sent(len(output))
            answers = self.screen.feed(self._over(0, output), int(self.now * 1000))
            events = self.link.receive(self._over(1, answers), self.now)
            self._events += events
            if self._wanted and any(isinstance(event, Greeted) for event in events):
                self.link.show(self.picture, self.now)  # As the hub does, also where it had to be greeted anew.
            seen = self._seen()
            self.wrong |= seen != self._face and not plain(seen)

    def _over(self, way: int, data: bytes) -> bytes:
        first, self._carried[way] = self._carried[way], self._carried[way] + len(data)
        hurt_way, at, mask = self._hurt
        at -= first
        if way != hurt_way or not 0 <= at < len(data):
            return data
        return data[:at] + (bytes((data[at] ^ mask,)) if mask else b"") + data[at + 1 :]

    def _seen(self) -> bytes:
        """What is to be seen on the glass."""
        data = self.path.read_bytes()
        return data[_HEAD:] if data[8] and data[9] else bytes(len(data) - _HEAD)
