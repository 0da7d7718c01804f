"""``companion replay``: plays missions from text files through the rules engine of the app."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from companion.commands.transcript_lines import STANDARD_INPUT, numbered_lines
from companion.errors import CompanionError
from companion.game.record import Playback

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_encode = json.JSONEncoder().encode


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
    playback = Playback(path)
    for number, line in numbered_lines(path):
        shown = playback.line(number, line)
        if shown is not None:
            # A program that feeds us move by move waits for the answer to each.
            print(_encode(shown), flush=live)
    print(_encode(playback.end()))
