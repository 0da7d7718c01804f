"""The program's end of the line to an emulated Pico, on the chip's own clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from companion.device.events import Blanked, Event, Greeted, Lost, Refused, Shown
from companion.device.frame import FrameDecoder
from companion.device.link import ScreenLink
from companion.device.messages import Kind
from companion.device.picture import Picture
from companion.device.transport import SerialPort

if TYPE_CHECKING:
    from tests.chip.pico import Pico

Kindred = TypeVar("Kindred")


class Host:
    """The real link over the real port; it greets at once. Used as a context, it lets go of the port at the end.

    Args:
        pico: what it is plugged into.
        port: its port where somebody has it open already, and keeps it.

    Attributes:
        impatient: an order had to be repeated because its answer was late.
    """

    def __init__(self, pico: Pico, port: SerialPort | None = None) -> None:
        self.pico = pico
        self._lent = port is not None
        self.port = port or SerialPort(str(pico.port))
        self.link = ScreenLink(pico.seconds, 7)
        self.events: list[Event] = []
        self.impatient = False
        self._sent, self._orders = FrameDecoder(), set[int]()

    def __enter__(self) -> Host:
        self.introduction = self.until(Greeted, 2.0).introduction
        return self

    def __exit__(self, *_: object) -> None:
        if not self._lent:
            self.port.close()

    @property
    def now(self) -> float:
        """The chip's time."""
        return self.pico.seconds

    def turn(self) -> None:
        """Let a little time pass on both sides."""
        self.pico.run(self.pico.SLICE_S)
        self.events += self.link.tick(self.now)
        output = self.link.output
        for order in self._sent.feed(output):
            self.impatient |= order.kind != Kind.HELLO and order.sequence in self._orders
            self._orders.add(order.sequence)
        self.link.sent(self.port.write(output))
        self.events += self.link.receive(self.port.read(), self.now)

    def until(self, kind: type[Kindred], within_s: float) -> Kindred:
        """Wait for an event; those before it are passed over.

        Raises:
            AssertionError: it does not come in that time, or the link breaks meanwhile.
        """
        last = self.now + within_s
        while True:
            while self.events:
                event = self.events.pop(0)
                if isinstance(event, kind):
                    return event
                assert not isinstance(event, Lost | Refused), event
            assert self.now < last, f"no {kind.__name__} within {within_s} s"
            self.turn()

    def show(self, picture: Picture, within_s: float = 3.0) -> None:
        """Show a picture, and wait until the screen says that it stands."""
        self.link.show(picture, self.now)
        if not self.link.acknowledged:
            assert self.until(Shown, within_s).picture == picture

    def blank(self) -> None:
        """Black, and wait until the screen says so."""
        self.link.blank(self.now)
        self.until(Blanked, 3.0)

    def again(self) -> None:
        """Begin a new session on the same port."""
        self.link = ScreenLink(self.now, 4000)
        self.events.clear()
        self.until(Greeted, 2.0)
