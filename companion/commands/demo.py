"""``companion demo``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser("demo")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry it out."""
    raise CompanionError("this command is not there yet")
