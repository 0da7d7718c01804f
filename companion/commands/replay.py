"""``companion replay``: plays missions from text files through the rules engine of the app."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from companion.errors import CompanionError
from companion.game.record import Playback
from companion.game.transcript import TranscriptError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

STANDARD_INPUT = "-"
MOST_BYTES_A_LINE = 1 << 16
"""Far more than any line of a transcript has; keeps noise without line ends from filling the memory."""

_encode = json.JSONEncoder().encode


class UnreadableTranscript(CompanionError):
    """The file cannot be opened or read."""


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "replay",
        help="play missions from text files",
        description="Plays missions from transcripts and prints the state after each move, one JSON object per line.",
    )
    parser.add_argument("transcripts", nargs="+", metavar="TRANSCRIPT", help="a text file, or - for standard input")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play each file; one that fails does not keep the others from being played."""
    status = 0
    for path in args.transcripts:
        print(_encode({"transcript": path}))
        try:
            _play(path)
        except CompanionError as error:
            sys.stdout.flush()
            print(error, file=sys.stderr)
            status = 1
    return status


def _play(path: str) -> None:
    """Print one object per move and one for the end.

    Raises:
        TranscriptError: what stands in the file is no transcript.
        UnreadableTranscript: it cannot be read at all.
    """
    live = path == STANDARD_INPUT
    playback = Playback("".join(sign if sign.isprintable() else "?" for sign in path))
    for number, line in _lines(path):
        shown = playback.line(number, line)
        if shown is not None:
            # A program that feeds us move by move waits for the answer to each.
            print(_encode(shown), flush=live)
    print(_encode(playback.end()))


def _lines(path: str) -> Iterator[tuple[int, str]]:
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnreadableTranscript("-: standard input is closed: give the name of a transcript")
            yield from _decoded(sys.stdin.buffer, path)
        else:
            with Path(path).open("rb") as file:
                yield from _decoded(file, path)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise UnreadableTranscript(f"{path}: {reason}: give the name of a transcript, or -") from error


def _decoded(file: IO[bytes], path: str) -> Iterator[tuple[int, str]]:
    number = 0
    while line := file.readline(MOST_BYTES_A_LINE + 1):
        number += 1
        if len(line) > MOST_BYTES_A_LINE:
            raise TranscriptError(f"{path}:{number}: a line of more than {MOST_BYTES_A_LINE} bytes: no transcript")
        try:
            yield number, line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise TranscriptError(f"{path}:{number}: this is not UTF-8 text: save the file as UTF-8") from error
