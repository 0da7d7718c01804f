"""Reads the table of a finished mission from a picture file."""

from __future__ import annotations

from pathlib import Path

from companion.table.finished import FinishedTable, counted
from companion.vision.picture import open_picture
from companion.vision.scanner import Scanner
from companion.vision.watch import TableWatch


def read_finished(path: Path) -> FinishedTable:
    """What counts for the score.

    Raises:
        CompanionError: the file is no picture, or shows no whole board; says what is missing.
    """
    picture = open_picture(path).pixels
    scan = Scanner().read(picture)
    return counted(TableWatch(picture, scan), picture, scan)
