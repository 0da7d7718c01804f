"""A screen without a board: a process whose standard input and output are the serial line, and a file for its glass."""

import os
import time

import glass
import panel
from boards import stdio

NAME = "virtual"
ORPHANED_MS = 10000
_alone_ms = 0


def identity():
    """`DUET_ID`, or a fixed one."""
    return os.getenv("DUET_ID") or "virtual"


def make_panel():
    """The stand-in; `DUET_GLASS` names the file that shows its glass."""
    return panel.ST7789(glass.Glass(os.getenv("DUET_GLASS")), glass.COLUMNS, glass.ROWS, glass.UPRIGHT)


def read(wait_ms):
    """As the serial line does. A process that nobody is connected to for ten seconds ends."""
    global _alone_ms
    try:
        data = stdio.read(wait_ms)
        _alone_ms = 0
        return data
    except OSError:
        # The other side of the pseudo-terminal is closed: a cable without a computer.
        _alone_ms += 50
        if _alone_ms > ORPHANED_MS:
            raise EOFError
        time.sleep_ms(50)
        return b""


write = stdio.write


def buttons():
    """None."""
    return ()


def alive():
    """Nobody watches a process."""


def restart():
    """The process ends."""
