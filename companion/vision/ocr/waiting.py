"""A Tesseract that has its model loaded and waits for the pictures that it is to read.

Loading takes as long as reading ten words, and can be done while the cards are still being looked for. The list of
pictures comes through a pipe that this process alone holds: should it end in whatever way, the pipe ends with it, and
so does a Tesseract that waits.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress

GIVING_WAY = 5
"""By how much it is nicer than this process: what looks for the cards meanwhile comes first."""


class WaitingCall:
    """One call of Tesseract, begun and not yet told what to read."""

    def __init__(self, command: str, options: Sequence[str]) -> None:
        """Start it.

        Args:
            command: the program.
            options: what follows the names of input and output.

        Raises:
            OSError: it can't be started.
        """
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([command, "-", "-", *options], stdin=pipe, stdout=pipe, stderr=pipe)
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, self._process.pid, own + GIVING_WAY)

    def read(self, listing: str, timeout_s: float) -> str | None:
        """Hand over the list of pictures, one path a line; what was printed, None where the call failed.

        Args:
            listing: the list.
            timeout_s: so many seconds are waited.

        Raises:
            TimeoutError: it has not ended by then.
        """
        try:
            printed, _ = self._process.communicate(listing.encode(), timeout=timeout_s)
        except OSError:
            self.end()
            return None
        except subprocess.TimeoutExpired as error:
            self.end()
            raise TimeoutError from error
        return printed.decode(errors="replace") if self._process.returncode == 0 else None

    def end(self) -> None:
        """End a call that nobody needs any more."""
        self._process.kill()
        self._process.communicate()
