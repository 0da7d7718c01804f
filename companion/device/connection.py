"""One open port with the link that speaks over it."""

from __future__ import annotations

from companion.device.discovery import Candidate
from companion.device.events import Event, Greeted, State
from companion.device.speech import Speech
from companion.device.transport import Port, PortError
from companion.table.ports import Link


class Connection:
    """Carries bytes between a port and its link, and remembers when it last heard something sensible.

    Attributes:
        device: what the screen behind it is called; "" until it has said hello and its id is settled.
        heard_at: when the last bytes came.
        greeted_at: when it said hello last, None before.
        doubted_since: when a screen of the same id said hello elsewhere, None if none did.
    """

    def __init__(self, candidate: Candidate, port: Port, now: float, link: Speech) -> None:
        self.path = candidate.path
        self.location = candidate.location
        self.kind = candidate.kind
        self.port = port
        self.link = link
        self.device = ""
        self.opened_at = now
        self.heard_at = now
        self.greeted_at: float | None = None
        self.doubted_since: float | None = None

    def tick(self, now: float) -> list[Event]:
        """Let time pass.

        Raises:
            PortError: the line is gone.
        """
        events = self.link.tick(now)
        self._note_greeting(events, now)
        self.flush()
        return events

    def read(self, now: float) -> list[Event]:
        """Take what has arrived.

        Raises:
            PortError: the line is gone.
        """
        frames = self.link.frames
        events = self.link.receive(self.port.read(), now)
        if self.link.frames > frames:
            self.heard_at = now
        self._note_greeting(events, now)
        self.flush()
        return events

    def _note_greeting(self, events: list[Event], now: float) -> None:
        if any(isinstance(event, Greeted) for event in events):
            self.greeted_at = now

    def flush(self) -> None:
        """Hand over what the link wants to say, as much as the port takes."""
        while waiting := self.link.output:
            taken = self.port.write(waiting)
            self.link.sent(taken)
            if taken < len(waiting):
                return

    @property
    def acknowledged(self) -> bool:
        """What was asked for last is confirmed; of a screen that cannot confirm: it has left this computer."""
        if not self.link.acknowledged or self.link.confirms:
            return self.link.acknowledged
        try:
            return not self.port.waiting()
        except PortError:
            return False  # Whoever reads or writes next will notice.

    def seen_as(self) -> Link:
        """The honest state of the screen behind it."""
        if self.link.refusal or self.link.state is State.REFUSED:
            return Link.REFUSED
        if self.link.state is State.GREETING:
            return Link.CONNECTING
        if not self.acknowledged:
            return Link.PENDING
        return Link.SHOWING if self.link.confirms else Link.SENT

    def silent_for(self, now: float) -> float:
        """Seconds since the last intact frame, or since the port was opened."""
        return now - self.heard_at

    def close(self) -> None:
        """Let the port go."""
        self.port.close()
