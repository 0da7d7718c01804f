"""The host's end of the link to one screen: bytes and ``now`` in, events and bytes out. No port, no clock, no thread.

One order is under way at a time; it is repeated until the screen answers with its sequence number. What the screen's
buffer holds is therefore known, and only what differs from the newest picture is sent.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.device.events import Adjusted, Blanked, Event, Greeted, Leaving, Lost, Pressed, Refused, Shown, State
from companion.device.frame import END, PROTOCOL_VERSION, SEQUENCES, Frame, FrameDecoder, encode
from companion.device.messages import (
    HEARTBEAT_S,
    Button,
    Glass,
    Introduction,
    Kind,
    MessageError,
    Rect,
    Status,
    Way,
    parse_status,
    show_payload,
)
from companion.device.picture import Picture, next_rect, paste

RESEND_S = 0.35
"""A kilobyte takes 0.1 s at 115,200 baud, a whole picture up to 0.1 s on the chip; then an answer is overdue."""
TRIES = 8
HELLO_AGAIN_S = 0.5
MISMATCHES = 3
OVERDUE = 3
"""So many tries without an answer: whether the screen still shows what it confirmed is not known."""


@dataclass(slots=True)
class _Order:
    """The one message under way."""

    kind: Kind
    sequence: int
    wire: bytes = field(repr=False)
    due: float
    tries: int = 1
    rect: Rect | None = None
    picture: Picture | None = None
    level: int | None = None


class ScreenLink:
    """One screen. Feed it with ``receive`` and ``tick``, carry its ``output`` to the port and tell it with ``sent``.

    Args:
        now: seconds on any steady clock.
        first_sequence: 0 to 65535, by chance, so that late answers to an earlier program are not taken for ours.
    """

    confirms = True

    def __init__(self, now: float, first_sequence: int) -> None:
        self.state = State.GREETING
        self.introduction: Introduction | None = None
        self.speaking = True
        """While False nothing but BLANK is said: the screen then forgets its picture by itself."""
        self.refusal = ""
        """Why the screen cannot be used."""
        self.frames = 0
        """How many intact frames came."""
        self.glass = Glass()
        """How the player has set the screen, as it said last."""
        self.now = now
        self._sequence = first_sequence % SEQUENCES
        self._decoder = FrameDecoder()
        self._output = bytearray()
        self._order: _Order | None = None
        self._held = b""
        self._wanted: Picture | None = None
        self._shown: Picture | None = None
        self._blank_due = False
        self._leave: Way | None = None
        self._light: int | None = None
        self._light_told: int | None = None
        self._mismatches = 0
        self._last_sent = now
        self._send(Kind.HELLO)

    @property
    def output(self) -> bytes:
        """Bytes for the port, not yet taken."""
        return bytes(self._output)

    def sent(self, count: int) -> None:
        """The port took the first ``count`` bytes of ``output``."""
        del self._output[:count]

    @property
    def acknowledged(self) -> bool:
        """What was asked for last, a picture or black, is confirmed by the screen, and it goes on answering."""
        overdue = self._order is not None and self._order.tries >= OVERDUE
        return self.state is State.READY and not self._blank_due and not overdue and self._showing_wanted()

    def settled(self, now: float) -> bool:
        """Always: the next frame begins with 0x00."""
        del now
        return True

    @property
    def noise(self) -> int:
        """Pieces on the line that were no frame."""
        return self._decoder.noise

    def show(self, picture: Picture, now: float) -> None:
        """Make ``picture`` the wanted one; a picture still under way is given up for it.

        Raises:
            ValueError: its size is not the screen's, or the screen is not ready.
        """
        if self.introduction is None or picture.size_px != self.introduction.size_px:
            raise ValueError("a picture of another size than the screen's")
        self.now = now
        if picture != self._wanted:
            self._wanted = picture
            self._advance()

    def blank(self, now: float) -> None:
        """Black at once, before all that is under way; pictures are forgotten on this side too."""
        self.now = now
        self._wanted = self._shown = None
        if self.state is State.READY:
            self._blank_due = True
            self._order = None
            # A frame that is cut off here is noise to the screen: the next one begins with 0x00.
            self._output.clear()
            self._advance()

    def ask(self, now: float) -> None:
        """A heartbeat at once, unless an answer is awaited anyway."""
        self.now = now
        if self.state is State.READY and self.speaking and not self._order:
            self._send(Kind.PING)

    def light(self, level: int, now: float) -> None:
        """How bright the glass is while it shows something, 0 to 255; told at once, and in each new session."""
        self.now = now
        self._light = level
        self._advance()

    def leave(self, way: Way, now: float) -> None:
        """Ask the firmware to end, once nothing else is under way; the pictures are forgotten."""
        self._leave = way
        self.blank(now)

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Bytes from the port."""
        self.now = now
        events: list[Event] = []
        for frame in self._decoder.feed(data):
            events += self._frame(frame)
        self._advance()
        return events

    def tick(self, now: float) -> list[Event]:
        """Let time pass: repeat what was not answered, keep the heart beating."""
        self.now = now
        events: list[Event] = []
        order = self._order
        if order and now >= order.due and (self.speaking or order.kind is Kind.BLANK):
            if order.tries >= TRIES and order.kind is not Kind.HELLO:
                events = self._lose("the screen no longer answers")
            else:
                self._repeat(order)
        self._advance()
        return events

    def _showing_wanted(self) -> bool:
        return self._wanted is None or self._wanted is self._shown

    def _advance(self) -> None:
        """Send the next order if none is under way."""
        if self._order or self.state is not State.READY:
            return
        if self._blank_due:
            self._send(Kind.BLANK)
        elif self._leave is not None:
            self._send(Kind.LEAVE, bytes((self._leave.value,)))
        elif not self.speaking:
            return
        elif self._light is not None and self._light != self._light_told:
            self._send(Kind.LIGHT, bytes((self._light,)))
            if self._order:
                self._order.level = self._light
        elif self._wanted is not None and not self._showing_wanted():
            self._send_part(self._wanted)
        elif self.now - self._last_sent >= HEARTBEAT_S:
            self._send(Kind.PING)

    def _send_part(self, picture: Picture) -> None:
        rect = next_rect(picture.size_px, self._held, picture.pixels)
        if rect:
            self._send(Kind.RECT, rect.payload(), rect=rect, picture=picture)
        else:
            payload = show_payload(picture.checksum, picture.palette565, picture.while_held)
            self._send(Kind.SHOW, payload, picture=picture)

    def _send(self, kind: Kind, payload: bytes = b"", rect: Rect | None = None, picture: Picture | None = None) -> None:
        self._sequence = (self._sequence + 1) % SEQUENCES
        wire = END + encode(Frame(kind, self._sequence, payload))
        self._order = _Order(kind, self._sequence, wire, self.now, rect=rect, picture=picture)
        self._put(self._order)

    def _put(self, order: _Order) -> None:
        self._output += order.wire
        self._last_sent = self.now
        order.due = self.now + (HELLO_AGAIN_S if order.kind is Kind.HELLO else RESEND_S)

    def _repeat(self, order: _Order) -> None:
        order.tries += 1
        if self._output:
            # The port still holds the last try: a second one behind it would only pile up.
            order.due = self.now + RESEND_S
        else:
            self._put(order)

    def _frame(self, frame: Frame) -> list[Event]:
        self.frames += 1
        try:
            if frame.kind in (Kind.BUTTON, Kind.GLASS):
                return self._of_the_player(frame)
            order = self._order
            if order is None or frame.sequence != order.sequence:
                return []  # A late answer, or an echo of our own words.
            if frame.kind == Kind.HELLO_ANSWER and order.kind is Kind.HELLO:
                return self._greeted(frame)
            if frame.kind == Kind.ACK and order.kind is not Kind.HELLO:
                self._order = None
                return self._answered(order, parse_status(frame.payload))
            return []
        except MessageError as error:
            return self._refuse(str(error))

    def _of_the_player(self, frame: Frame) -> list[Event]:
        """What nobody asked for; only from a screen that is understood."""
        if self.state is not State.READY or frame.version != PROTOCOL_VERSION:
            return []
        if frame.kind == Kind.BUTTON:
            return [Pressed(Button.parse(frame.payload))]
        before, self.glass = self.glass, Glass.parse(frame.payload)
        return [Adjusted(self.glass)] if self.glass != before else []

    def _greeted(self, frame: Frame) -> list[Event]:
        if frame.version != PROTOCOL_VERSION:
            older = frame.version < PROTOCOL_VERSION
            return self._refuse(
                f"the screen speaks version {frame.version} of the protocol, this program {PROTOCOL_VERSION}: "
                + ("put this program's firmware on it (docs/hardware.md)" if older else "update this program")
            )
        self.introduction = Introduction.parse(frame.payload)
        width, height = self.introduction.size_px
        self._order = None
        self._held = bytes(width // 2 * height)
        self.glass = Glass()
        self.state = State.READY
        return [Greeted(self.introduction)]

    def _answered(self, order: _Order, status: Status) -> list[Event]:
        match status:
            case Status.OK:
                return self._done(order)
            case Status.NO_SESSION:
                return self._lose("the screen started anew")
            case Status.MISMATCH:
                self._mismatches += 1
                if self._mismatches > MISMATCHES:
                    return self._refuse("the screen does not keep what it is sent: its memory or firmware is faulty")
                return self._lose("the screen holds another picture than it was sent")
            case Status.MALFORMED | Status.UNKNOWN:
                return self._refuse("the screen does not understand this program: update its firmware")

    def _done(self, order: _Order) -> list[Event]:
        if order.rect and order.picture:
            held = bytearray(self._held)
            paste(order.picture.size_px, held, order.rect, order.picture.pixels)
            self._held = bytes(held)
        elif order.kind is Kind.SHOW and order.picture:
            self._mismatches = 0
            self._shown = order.picture
            return [Shown(order.picture)] if self._showing_wanted() else []
        elif order.kind is Kind.BLANK:
            self._blank_due = False
            self._held = bytes(len(self._held))
            return [Blanked()]
        elif order.kind is Kind.LIGHT:
            self._light_told = order.level
        elif order.kind is Kind.LEAVE:
            self._leave = None
            self._forget()
            return [Leaving()]
        return []

    def _lose(self, reason: str) -> list[Event]:
        self.state = State.GREETING
        self._forget()
        self._send(Kind.HELLO)
        return [Lost(reason)]

    def _refuse(self, reason: str) -> list[Event]:
        self.state = State.REFUSED
        self.refusal = reason
        self._forget()
        return [Refused(reason)]

    def _forget(self) -> None:
        self._order = self._wanted = self._shown = None
        self._light_told = None
        self._held = b""
        self._blank_due = False
        self._output.clear()
