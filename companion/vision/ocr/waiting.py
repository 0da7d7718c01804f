"""A call of Tesseract that has its model loaded and waits for the pictures that it is to read.

Loading takes as long as reading twenty words, and can be done while the cards are still being looked for.
"""

from __future__ import annotations

import os
import select
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

POSSIBLE = hasattr(os, "mkfifo")
"""Only where there are named pipes."""
LONGEST = 32_000
"""Bytes of a list that surely fit into a pipe at once."""
_LOOK_AGAIN_S = 0.002


class WaitingCall:
    """One call. Its list of pictures is a named pipe, which Tesseract reads when all else is ready."""

    def __init__(self, run: Callable[[str], str]) -> None:
        """Start it: ``run`` takes the path of the list, and returns what Tesseract printed."""
        self._folder = tempfile.TemporaryDirectory(prefix="companion-list-")
        path = Path(self._folder.name) / "strips.txt"
        os.mkfifo(path)
        # Held open for both ways, it is there whenever Tesseract looks at it, and ends only when it is closed here.
        self._pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self._thread = ThreadPoolExecutor(1)
        self._answer = self._thread.submit(run, str(path))

    def read(self, listing: str) -> str:
        """Hand over the list of pictures, one path a line, at most ``LONGEST`` bytes, and return what was printed.

        Raises:
            Exception: whatever ``run`` raises.
        """
        try:
            self._hand_over(listing)
            return self._answer.result()
        finally:
            self._thread.shutdown()
            self._folder.cleanup()

    def _hand_over(self, listing: str) -> None:
        """Write the list and close it as soon as it was taken out of the pipe; earlier it would be lost."""
        unread = select.poll()
        unread.register(self._pipe, select.POLLIN)
        try:
            os.write(self._pipe, listing.encode())
            while unread.poll(0) and not self._answer.done():
                wait([self._answer], _LOOK_AGAIN_S)
        finally:
            os.close(self._pipe)
