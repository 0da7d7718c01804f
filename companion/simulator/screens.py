"""Virtual screens: firmware processes on pseudo-terminals, with a glass that can be looked at.

Everything that a screen on a cable can do: be plugged in, be pulled out, come back under another port name, lose power.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
import tty
from collections.abc import Sequence
from pathlib import Path

from companion import config
from companion.simulator.glass import Glass, GlassError, look

ENDING_S = 2.0
BUTTONS = 4


class VirtualScreen:
    """One screen. It has no power until it is plugged in.

    Args:
        device: The unique id that its firmware reports.
        folder: Where its glass lies. It shows a face: a folder that only the user can read.
        command: How its firmware is started; None for the usual way.
        buttons: It has four buttons, and keeps without power what its player sets with them.
        wide: Its glass is one of 480 x 320 with an ST7796, else one of 320 x 240 with an ST7789.
    """

    def __init__(
        self,
        device: str,
        folder: Path,
        command: Sequence[str] | None = None,
        *,
        buttons: bool = False,
        wide: bool = False,
    ) -> None:
        self.device = device
        self._buttons_path = folder / f"{device}.buttons" if buttons else None
        self._more = {"DUET_PANEL": "st7796"} if wide else {}
        if self._buttons_path:
            self._more |= {"DUET_BUTTONS": str(self._buttons_path), "DUET_KEPT": str(folder / f"{device}.player")}
        self._command = list(command or config.firmware_command())
        self.glass_path = folder / f"{device}.glass"
        self._process: subprocess.Popen[bytes] | None = None
        self._line: tuple[int, int] | None = None
        self._port = ""

    @property
    def port(self) -> str:
        """The name that the host opens as a serial port; "" while unplugged."""
        return self._port

    @property
    def process_id(self) -> int | None:
        """The firmware process; None while the screen has no power."""
        return self._process.pid if self._process else None

    def plug_in(self) -> str:
        """Give it power and a port; the port's name comes back. Nothing happens if it is plugged in.

        Raises:
            GlassError: no firmware could be started.
        """
        if self._port:
            return self._port
        master, slave = os.openpty()
        tty.setraw(slave)
        try:
            self._power(master)
        except GlassError:
            os.close(master)
            os.close(slave)
            raise
        # Both ends stay open here: the line outlives a firmware that crashes, and ends with this process.
        self._line, self._port = (master, slave), os.ttyname(slave)
        return self._port

    def revive(self) -> bool:
        """Start the firmware again if it ended by itself; port and cable stay. True if it did.

        Raises:
            GlassError: no firmware could be started.
        """
        if self._line is None or self._process is None or self._process.poll() is None:
            return False
        self._end_process()
        self._power(self._line[0])
        return True

    def _power(self, master: int) -> None:
        self._forget_glass()
        try:
            self._process = subprocess.Popen(
                self._command, stdin=master, stdout=master, stderr=subprocess.DEVNULL,
                env={**os.environ, "DUET_ID": self.device, "DUET_GLASS": str(self.glass_path), **self._more},
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise GlassError(f"the firmware of {self.device} did not start ({error.strerror})") from error

    def unplug(self) -> None:
        """Pull the cable: no power, no port, and the glass is dark. Nothing happens if it is unplugged."""
        self._end_process()
        for end in self._line or ():
            os.close(end)
        self._line = None
        self._port = ""
        self._forget_glass()

    def replug(self) -> str:
        """Pull the cable and plug it in again; as on a real host the port gets another name."""
        # Held open meanwhile, the old number cannot be given out again.
        kept = os.dup(self._line[1]) if self._line else None
        self.unplug()
        try:
            return self.plug_in()
        finally:
            if kept is not None:
                os.close(kept)

    def crash(self) -> None:
        """End the firmware at once, the cable stays in: the host hears silence."""
        self._end_process()

    def press(self, number: int, down: bool = True) -> None:
        """Press a button (0 to 3: A, B, X, Y) or let it go; it stays so until it is changed.

        Raises:
            ValueError: this screen has no such button.
        """
        if self._buttons_path is None or not 0 <= number < BUTTONS:
            raise ValueError(f"screen {self.device} has no button {number}")
        before = self._buttons_path.read_text("ascii") if self._buttons_path.exists() else "0" * BUTTONS
        after = before[:number] + ("1" if down else "0") + before[number + 1 :]
        # In one step: the firmware may look at any moment.
        new = self._buttons_path.with_suffix(".pressing")
        new.write_text(after, "ascii")
        new.replace(self._buttons_path)

    def look(self) -> Glass:
        """What the glass shows now.

        Raises:
            GlassError: the screen has no power or its firmware has not started yet.
        """
        if self._process is None:
            raise GlassError(f"screen {self.device} has no power: plug it in")
        return look(self.glass_path)

    def wait_lit(self, timeout_s: float = 10.0) -> Glass:
        """Wait until the glass shows something, as a screen does shortly after it got power.

        Raises:
            GlassError: it stayed dark.
        """
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if self.glass_path.exists():
                glass = self.look()
                if not glass.dark:
                    return glass
            if self._process is None or self._process.poll() is not None:
                break
            time.sleep(0.01)
        raise GlassError(f"screen {self.device} stayed dark for {timeout_s:.0f} s: its firmware did not start")

    def close(self) -> None:
        """Unplug for good. Safe to call twice."""
        self.unplug()

    def _end_process(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait(ENDING_S)
        self._process = None

    def _forget_glass(self) -> None:
        """A glass without power shows nothing, and what it showed is secret."""
        for path in self.glass_path.parent.glob(f"{self.glass_path.name}*"):
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
