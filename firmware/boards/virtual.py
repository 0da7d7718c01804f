"""A screen without a board: a process whose standard input and output are the serial line, and a file for its glass."""

import os
import time

import glass
import panel
from boards import stdio

NAME = "virtual"
ORPHANED_MS = 10000
_alone_ms = 0

BOOT_MS = 0
KEPT = os.getenv("DUET_KEPT")
_wide = os.getenv("DUET_PANEL") == "st7796"
_whole_board = os.getenv("DUET_WHOLE_BOARD") == "1"
PROMPT = "to_prompt.txt"
STARTS_ANEW = 7
INCHES = int(os.getenv("DUET_INCHES") or 0)


def identity():
    """`DUET_ID`, or a fixed one."""
    return os.getenv("DUET_ID") or "virtual"


def make_panel():
    """The stand-in; `DUET_GLASS` names the file that shows its glass."""
    kind, chip = (glass.WideGlass, panel.ST7796) if _wide else (glass.Glass, panel.ST7789)
    return chip(kind(os.getenv("DUET_GLASS")), kind.COLUMNS, kind.ROWS, kind.UPRIGHT)


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
    """What the file says that `DUET_BUTTONS` names: one character a button, `1` while it is down. None without it."""
    path = os.getenv("DUET_BUTTONS")
    if not path:
        return ()
    try:
        with open(path) as file:
            down = file.read(4)
    except OSError:
        down = ""
    return tuple(number < len(down) and down[number] == "1" for number in range(4))


def alive():
    """Nobody watches a process."""


def restart(where=None):
    """The process ends. Where it plays a whole board, in a folder of its own, it is started again there."""
    if where is not None and _whole_board:
        with open(PROMPT, "w") as mark:
            mark.write("once")
    if _whole_board:
        raise SystemExit(STARTS_ANEW)


def left_for_prompt():
    """Whether a whole board was asked to leave; true once. A screen alone has no prompt to go to."""
    if not _whole_board:
        return False
    try:
        os.remove(PROMPT)
        return True
    except OSError:
        return False
