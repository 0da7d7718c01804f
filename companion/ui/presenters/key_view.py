"""What the key page shows, as plain values, and what it asks of a camera."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from companion.game.classic import Card, Team
from companion.game.keycard import Identity
from companion.game.keyfaces import FACE_COUNTS
from companion.game.position import Seat
from companion.table.options import Game
from companion.table.printed import card_counts

THERE = "It is complete, and nothing of it is shown here again. The screens can show it, or the card in its stand."
NO_CAMERA = (
    "The camera cannot tell which way up the card lies, because it has not read the words on this table. Go back and "
    "choose a key that is typed, or let the camera read the words first."
)
COPY_IT = {
    Game.DUET: "Hold the card so that nobody else sees it, as it will stand before you: a long edge up.",
    Game.CLASSIC: "Hold the card so that nobody else sees it, as it will stand before you.",
}
LAY_IT = {
    Game.DUET: "Lay the card beside the words, this face up, its top away from you: a long edge up, as it will stand.",
    Game.CLASSIC: "Lay the card beside the words, its top away from you, as it will stand before you.",
}

Square = Identity | Card
Squares = Sequence[Identity] | Sequence[Card]
CYCLES: dict[Game, tuple[Square, ...]] = {
    Game.DUET: (Identity.BYSTANDER, Identity.AGENT, Identity.ASSASSIN),
    Game.CLASSIC: (Card.BYSTANDER, Card.RED, Card.BLUE, Card.ASSASSIN),
}
"""What a square becomes by one touch after the other."""
SPYMASTERS = "the spymasters"


class KeyEyes(Protocol):
    """The camera, for a printed key card; everything comes back on the UI thread."""

    @property
    def available(self) -> bool:
        """It can be used: there is a camera, and it knows where seat A sits."""
        ...

    @property
    def reading(self) -> bool:
        """A picture is on its way."""
        ...

    def read(self, game: Game, seat: Seat, done: Callable[[Squares], None], failed: Callable[[str], None]) -> None:
        """Take one picture and read the face, or the key, that lies before ``seat`` with its top away from it."""
        ...

    def give_up(self) -> None:
        """Let the picture on its way come to nothing."""
        ...


class Step(Enum):
    """What the page is for now."""

    HAND = "hand the table over"
    TYPE = "copy the card"
    SHOOT = "lay the card under the camera"
    REFUSED = "the faces do not fit"
    THERE = "the key is there"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many squares of a kind are set, and how many there are on a card ("" while that is open)."""

    kind: Square
    have: int
    due: str


@dataclass(frozen=True, slots=True)
class KeyView:
    """``squares`` are there only while their own player types them; the text form leaves them out.

    ``seat``: whose turn it is, None for both. ``main`` and ``other`` are the two answers, "" for none. ``wait``: a
    picture is being read.
    """

    step: Step
    title: str
    sentence: str
    seat: Seat | None = None
    squares: tuple[Square, ...] = field(default=(), repr=False)
    tallies: tuple[Tally, ...] = field(default=(), repr=False)
    main: str = ""
    other: str = ""
    can_main: bool = True
    wait: bool = False
    trouble: str = ""


def due_counts(game: Game, counts: Counter[Square]) -> dict[Square, str]:
    """How many squares of each kind a card has, as far as that is clear while so many are set."""
    if game is Game.DUET:
        return {kind: str(n) for kind, n in FACE_COUNTS.items()}
    if counts[Card.RED] == counts[Card.BLUE]:
        return {Card.RED: "8 or 9", Card.BLUE: "8 or 9", Card.BYSTANDER: "7", Card.ASSASSIN: "1"}
    first = Team.RED if counts[Card.RED] > counts[Card.BLUE] else Team.BLUE
    return {kind: str(n) for kind, n in card_counts(first).items()}


def complete(game: Game, counts: Counter[Square]) -> bool:
    """A face, or a key, has so many squares of each kind."""
    if game is Game.DUET:
        return all(counts[kind] == n for kind, n in FACE_COUNTS.items())
    return any(all(counts[kind] == n for kind, n in card_counts(team).items()) for team in Team)
