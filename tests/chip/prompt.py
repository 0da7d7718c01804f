"""MicroPython's raw prompt on an emulated Pico, on the chip's own clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.device.transport import SerialPort

if TYPE_CHECKING:
    from tests.chip.pico import Pico

INTERRUPT, RAW, RUN, FRIENDLY = b"\x03", b"\x01", b"\x04", b"\x02"
READY = b"raw REPL; CTRL-B to exit\r\n>"


class Prompt:
    """The prompt over the real port. Used as a context, it lets go of the port at the end."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.port = SerialPort(str(pico.port))
        self._heard = b""

    def __enter__(self) -> Prompt:
        self.port.write(b"\r" + INTERRUPT + RAW)
        self.until(READY, 1.0)
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def until(self, mark: bytes, within_s: float) -> bytes:
        """What comes before a mark.

        Raises:
            AssertionError: the mark does not come in that time.
        """
        last = self.pico.seconds + within_s
        while mark not in self._heard:
            assert self.pico.seconds < last, f"no {mark!r} within {within_s} s, but {self._heard!r}"
            self.pico.run(self.pico.SLICE_S)
            self._heard += self.port.read()
        before, _, self._heard = self._heard.partition(mark)
        return before

    def begin(self, program: str) -> None:
        """Start a program; the line is its own until it ends."""
        data = program.encode() + RUN
        while data:
            data = data[self.port.write(data[:256]) :]
            self.pico.run(self.pico.SLICE_S)
        self.until(b"OK", 1.0)

    def end(self, within_s: float = 5.0) -> str:
        """Wait for the program's end; what it printed.

        Raises:
            AssertionError: it does not end, or ends with an error.
        """
        printed = self.until(b"\x04", within_s)
        wrong = self.until(b"\x04>", within_s)
        assert not wrong, wrong.decode()
        return printed.decode()

    def run(self, program: str, within_s: float = 5.0) -> str:
        """Run a program to its end; what it printed."""
        self.begin(program)
        return self.end(within_s)
