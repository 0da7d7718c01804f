"""What the people at the table are called, and what they do, in words that agree."""

from __future__ import annotations

import re

from companion.game.position import Seat
from companion.table.options import Options

_LETTERS = re.compile(r"[^\W\d_]+")
JOINT = " & "
"""Between the names of several people at one side (rules A11)."""


def name_of(options: Options, seat: Seat) -> str:
    """The names at a seat; empty where nobody gave any."""
    return options.names[0 if seat is Seat.A else 1]


def called(options: Options, seat: Seat) -> str:
    """The names at a seat, else its letter: ``Ann & Bo``, ``A``."""
    return name_of(options, seat) or seat.value


def called_fully(options: Options, seat: Seat) -> str:
    """The letter with the names behind it: ``A (Ann & Bo)``."""
    name = name_of(options, seat)
    return f"{seat.value} ({name})" if name else seat.value


def verb(name: str, one: str, several: str) -> str:
    """``gives`` for one person or a side without names, ``give`` for several."""
    return several if JOINT in name else one


def proper(typed: str) -> str:
    """Names from letter keys, which know capitals only: ``ANN & BO`` is ``Ann & Bo``.

    A sign # would begin a comment in a record; a comma and a colon have a meaning there too.
    """
    words = "".join(" " if sign in "#,:" else sign for sign in typed).split()
    return " ".join(_LETTERS.sub(_capital, word) if word.isupper() else word for word in words)


def _capital(letters: re.Match[str]) -> str:
    return letters[0][0] + letters[0][1:].lower()
