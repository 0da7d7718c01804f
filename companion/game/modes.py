"""The games that a transcript can hold: one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.game import classic_headers, duet_headers
from companion.game.classic_mission import ClassicMission
from companion.game.classic_replay import ClassicGame
from companion.game.duet_replay import DuetGame
from companion.game.mission import Mission
from companion.game.transcript import Headers, Malformed, shown

AnyMission = Mission | ClassicMission
"""A record of either mode."""


class Game(Protocol):
    """A game that is being replayed."""

    @property
    def mission(self) -> AnyMission:
        """Where it has come to, with all its moves."""
        ...

    def play(self, line: str) -> dict[str, object]:
        """One line of play, cleaned: what ``replay`` prints about it.

        Raises:
            Malformed: the line is no move.
        """
        ...

    def summary(self) -> dict[str, object]:
        """What ``replay`` prints at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Mode:
    """A game by its headers (lower case) and by what begins it (raises ``Malformed`` for bad headers)."""

    headers: frozenset[str]
    begin: Callable[[Headers], Game]


MODES: dict[str, Mode] = {
    "duet": Mode(duet_headers.HEADERS, DuetGame),
    "classic": Mode(classic_headers.HEADERS, ClassicGame),
}

ALL_HEADERS = frozenset[str]().union(*(mode.headers for mode in MODES.values()))

MOVE_BEGINNINGS = frozenset({"a", "b", "red", "blue", "undo", "name", "allow", "set"})
"""The first part of a line of play, in lower case: what tells a move from a header."""


def begin(headers: Headers) -> Game:
    """Start the game that the headers describe.

    Raises:
        Malformed: a header is missing, unknown to the mode, or does not hold what it should.
    """
    header = headers.required("mode")
    mode = MODES.get(header.text.casefold())
    if mode is None:
        raise Malformed(f"mode is {shown(header.text)}: it has to be {' or '.join(MODES)}", header.line)
    return mode.begin(headers)
