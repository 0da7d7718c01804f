"""The command line: finds the subcommand, turns every explained error into one line and exit status 1."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from companion import __version__
from companion.errors import CompanionError

COMMANDS = ("table", "scan", "replay", "score", "screens", "missions", "demo")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="companion", description="A companion for Codenames: Duet on a real table. Without a command: the app."
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f"companion.commands.{name}").add_to(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 done, 1 could not be served, 2 wrong usage)."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words = ["table", *words]
    args = parser().parse_args(words)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except CompanionError as error:
        print(f"companion {args.command}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output went away (as in `companion replay … | head`): nothing is left to say to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
