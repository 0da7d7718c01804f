"""The host's end of the link to a USB monitor of the Turing kind: bytes and ``now`` in, events and bytes out.

Such a monitor answers nothing. What it shows is what it was told, if it listened; so this link keeps to what is known
to be understood, is never ahead of it by more than a moment, and never calls a picture confirmed.
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from companion.device import turing
from companion.device.changes import first_change
from companion.device.events import Event, Greeted, Refused, Restarting, State
from companion.device.layout import Area
from companion.device.messages import Glass, Introduction
from companion.device.picture import Picture
from companion.device.turing import Opcode

HELLO_S = 0.5
STALL_S = 3.0
"""A port that has taken nothing for so long: the monitor has locked up."""
LEAD_S = 0.05
"""How far what is handed over may be ahead of what the monitor has shown."""
QUIET_S = 1.0
PIECE_PX = 3840
"""Eight whole rows, 45 ms: what is under way has to be finished before black can be said."""
BRIGHT = 192
RESET_S = 0.25

STUCK = "it takes nothing any more and may still show its last picture: pull its cable, then plug it in again"
OTHER_SIZE = "a USB monitor of {inches:g} inches: only those of 3.5 inches can be used"
OTHER_KIND = "a USB monitor that answers as none that is known: it cannot be used"


class Start(Enum):
    """What is known of the monitor when its port is opened."""

    FRESH = "just got power or was reset"
    RESET = "not known what it waits for: reset it"
    FILLED = "a reset did nothing: it may wait for the rest of a whole picture, so give it one, then reset it"


class TuringLink:
    """One monitor. Feed it with ``receive`` and ``tick``, carry its ``output`` to the port and tell it with ``sent``.

    Args:
        now: seconds on any steady clock.
        identity: what this unit is called; it has no name of its own.
        start: in which state it is taken to be.
    """

    confirms = False
    glass = Glass()

    def __init__(self, now: float, identity: str, start: Start) -> None:
        self.state = State.GREETING
        self.introduction: Introduction | None = None
        self.speaking = True
        self.frames = 0
        self.now = now
        self._identity = identity
        self._start = start
        self._refusal = ""
        self._answer = b""
        self._output = bytearray()
        self._taken = 0
        self._pixels = 0  # How many of the last bytes of the output are pixels.
        self._piece: tuple[Area, bytearray] | None = None
        self._commands = b""
        self._held = np.full(turing.SIZE_PX[::-1], -1, dtype=np.int32)  # -1: not known.
        self._target = np.zeros_like(self._held)
        self._wanted: Picture | None = None
        self._lit: bool | None = None
        self._level = self._level_told = 255
        self._done = False
        self._taken_at = self._ready_at = now
        self._begin()

    def _begin(self) -> None:
        match self._start:
            case Start.FRESH:
                self._put(turing.HELLO)
            case Start.RESET:
                # Heard at once, or else after the rest of a rectangle of ours that somebody cut off.
                self._put(turing.reset_at_any_byte() + bytes(2 * PIECE_PX) + turing.reset_at_any_byte())
            case Start.FILLED:
                self._put(bytes(turing.FULL_BYTES) + turing.reset_at_any_byte())

    # What it tells.

    @property
    def output(self) -> bytes:
        """Bytes for the port, not yet taken; little at a time."""
        return bytes(self._output)

    @property
    def refusal(self) -> str:
        """Why it cannot be used, possibly for the moment only."""
        return self._refusal or (STUCK if self._stuck else "")

    @property
    def acknowledged(self) -> bool:
        """All of what was asked for last was taken, and the monitor had the time to show it."""
        return self.state is State.READY and self._done and not self._output and self.now >= self._ready_at

    @property
    def _stuck(self) -> bool:
        return bool(self._output) and self.now - self._taken_at >= STALL_S

    @property
    def reset_said(self) -> bool:
        """It was told to begin anew, and nothing else: it may go with the first of the resets."""
        if self._start is Start.RESET:
            return self._taken >= len(turing.reset_at_any_byte())
        return self._start is Start.FILLED and not self._output

    def settled(self, now: float) -> bool:
        """Nothing is under way, and has not been for a while."""
        return not self._output and now - self._ready_at >= QUIET_S

    # What is wanted.

    def show(self, picture: Picture, now: float) -> None:
        """Make ``picture`` the wanted one.

        Raises:
            ValueError: its size is not the monitor's.
        """
        if picture.size_px != turing.SIZE_PX:
            raise ValueError("a picture of another size than the monitor's")
        self.now = now
        if picture != self._wanted:
            self._wanted = picture
            self._target = turing.pixels_of(picture)
            self._done = False
        self._advance()

    def blank(self, now: float) -> None:
        """Black before all else: the light goes off, then what was drawn is overwritten."""
        self.now = now
        self._wanted = None
        self._target.fill(0)
        if self.state is not State.READY:
            return
        self._blacken_output()
        if self._lit is not False:
            self._lit = False
            # Some units do not heed OFF (issue 907 there), BLACK is little tried: any of the three may be what works.
            self._commands = b"".join(
                (turing.command(Opcode.OFF), turing.brightness(0), turing.command(Opcode.BLACK), turing.lying())
            )
        self._done = False
        self._advance()

    def ask(self, now: float) -> None:
        """There is nothing that it would answer."""
        self.now = now

    def light(self, level: int, now: float) -> None:
        """How bright it is while it shows something, 0 to 255."""
        self.now = now
        if level != self._level:
            self._level = level
            self._done = False
            self._advance()

    def _blacken_output(self) -> None:
        """The rest of a rectangle has to come, else it would take the next commands for pixels; so it comes black."""
        count = min(self._pixels, len(self._output))
        self._output[len(self._output) - count :] = bytes(count)
        if self._piece and count:
            self._piece[1][len(self._piece[1]) - count :] = bytes(count)

    # What drives it.

    def sent(self, count: int) -> None:
        """The port took the first ``count`` bytes of ``output``."""
        if not count:
            return
        del self._output[:count]
        self._taken += count
        self._taken_at = self.now
        self._ready_at = max(self._ready_at, self.now) + count / turing.BYTES_S
        if not self._output:
            self._note_piece()
            self._advance()

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Bytes from the port: an answer to HELLO, or nothing that means something."""
        self.now = now
        if self.introduction is None:
            self._answer = (self._answer + data)[: turing.COMMAND_BYTES + 1]
        return []

    def tick(self, now: float) -> list[Event]:
        """Let time pass."""
        self.now = now
        if self.state is State.GREETING and not self._output:
            if self._start is not Start.FRESH:
                return [Restarting()] if now >= self._ready_at + RESET_S else []
            return self._greet() if now >= self._ready_at + HELLO_S else []
        self._advance()
        return []

    def _greet(self) -> list[Event]:
        inches = turing.MODELS_INCHES.get(self._answer) if self._answer else 3.5
        if inches != 3.5:
            self.state = State.REFUSED
            self._refusal = OTHER_SIZE.format(inches=inches) if inches else OTHER_KIND
            return [Refused(self._refusal)]
        self.introduction = Introduction(turing.SIZE_PX, 0, 0, self._identity, "USB monitor", "", round(inches * 10))
        self.state = State.READY
        self.blank(self.now)
        return [Greeted(self.introduction)]

    def _note_piece(self) -> None:
        if self._piece:
            area, pixels = self._piece
            rows = np.frombuffer(pixels, dtype="<u2").reshape(area.height, area.width)
            self._held[area.y : area.y + area.height, area.x : area.x + area.width] = rows
        self._piece, self._pixels = None, 0

    def _advance(self) -> None:
        """Put the next thing to say into the output, unless the monitor has enough to do."""
        if self._done or self._output or self.state is not State.READY or self._ready_at - self.now > LEAD_S:
            return
        if self._commands:
            self._put(self._commands)
            self._commands = b""
            # What was black still is; of the rest nobody knows whether the unit heeds BLACK.
            self._held[self._held != 0] = -1
        elif (area := first_change(self._held, self._target, PIECE_PX)) is not None:
            self._put_piece(area)
        elif self._wanted is not None and not self._lit:
            self._lit = True
            self._put(turing.command(Opcode.ON) + self._brightness())
        elif self._wanted is not None and self._level_told != self._level:
            self._put(self._brightness())
        else:
            self._done = True

    def _brightness(self) -> bytes:
        self._level_told = self._level
        return turing.brightness(max(1, BRIGHT * self._level // 255) if self._level else 0)

    def _put_piece(self, area: Area) -> None:
        cut = self._target[area.y : area.y + area.height, area.x : area.x + area.width]
        pixels = turing.wire_pixels(cut)
        self._piece, self._pixels = (area, bytearray(pixels)), len(pixels)
        self._put(turing.bitmap(area) + pixels)

    def _put(self, data: bytes) -> None:
        if not self._output:
            self._taken_at = self.now
        self._output += data
