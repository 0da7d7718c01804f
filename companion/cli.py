"""The command line: finds the subcommand, turns every explained error into one line and exit status 1."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion import __version__
from companion.errors import CompanionError

COMMANDS = ("table", "scan", "replay", "score", "screens", "missions", "cities", "words", "calibrate", "key", "demo")
ENDINGS = (signal.SIGTERM, signal.SIGHUP)


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
    _prepare_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words = ["table", *words]
    try:
        with _ended_in_order():
            return _served(parser().parse_args(words))
    except KeyboardInterrupt:
        return 130


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Told to end, the program goes by its usual way out, so that nothing of a picture stays among temporary files."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, lambda got, _: sys.exit(128 + got)) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _served(args: argparse.Namespace) -> int:
    """Run the command of a command line that was understood."""
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except CompanionError as error:
        print(f"companion {args.command}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output went away (as in `companion replay … | head`): nothing is left to say to it.
        _forget_output()
        return 1
    except OSError as error:
        _forget_output()
        print(f"companion {args.command}: {_explained(error)}", file=sys.stderr)
        return 1


def _prepare_streams() -> None:
    """Whatever the program was started with, printing works and no file gets the number of a stream."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        # A closed stream is free for the next file that is opened: without this, the missions' file, say, and then
        # what a library prints would be written into it.
        os.set_inheritable(number, True)
    os.close(number)
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _forget_output() -> None:
    """What is still to be printed goes nowhere, so that the end of the program does not stumble over it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explained(error: OSError) -> CompanionError:
    """One line for what no command has an explanation of its own for: a full disk behind the output, say."""
    where = error.filename if isinstance(error.filename, str) else "the output or a temporary file"
    return CompanionError(f"{where}: {error.strerror or error}: check the disk, the rights and where the output goes")
