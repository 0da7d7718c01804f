"""The lines of a text, from a file or from standard input, as the commands take them in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from companion.errors import CompanionError
from companion.game.transcript import TranscriptError

STANDARD_INPUT = "-"
MOST_BYTES_A_LINE = 1 << 16
"""Far more than any line of a transcript has; keeps noise without line ends from filling the memory."""


class UnreadableTranscript(CompanionError):
    """The file cannot be opened or read."""


def numbered_lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines of the file at ``path`` (``-``: of standard input) with their numbers from 1, each as it is asked for.

    Raises:
        TranscriptError: a line is too long, or no UTF-8 text.
        UnreadableTranscript: it cannot be opened or read.
    """
    if not path:
        raise UnreadableTranscript("a file without a name: give the name of a text file, or -")
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnreadableTranscript("-: standard input is closed: give the name of a text file")
            yield from _decoded(sys.stdin.buffer, path)
        else:
            with Path(path).open("rb") as file:
                yield from _decoded(file, path)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise UnreadableTranscript(f"{path}: {reason}: give the name of a text file, or -") from error


def _decoded(file: IO[bytes], path: str) -> Iterator[tuple[int, str]]:
    number = 0
    while line := file.readline(MOST_BYTES_A_LINE + 1):
        number += 1
        if len(line) > MOST_BYTES_A_LINE:
            raise TranscriptError(f"{path}:{number}: a line of more than {MOST_BYTES_A_LINE} bytes: no text of ours")
        try:
            yield number, line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise TranscriptError(f"{path}:{number}: this is not UTF-8 text: save the file as UTF-8") from error
