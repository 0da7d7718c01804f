"""The key of a printed card, on its way from the players to the mission. Nothing here tells it in a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.classic import BYSTANDERS, OTHER_AGENTS, STARTING_AGENTS, Card, ClassicKey, Team
from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.table.options import Game, KeySource, Options

CARD_NAMES = {Card.RED: "red", Card.BLUE: "blue", Card.BYSTANDER: "bystanders", Card.ASSASSIN: "assassin"}


class NoKey(CompanionError):
    """Squares that are no key of a base game; says the counts, never where."""


@dataclass(frozen=True, slots=True, repr=False)
class SpymastersKey:
    """The printed key of a base game in the frame of the table, and the team that begins."""

    key: ClassicKey
    first: Team

    def __repr__(self) -> str:
        return "SpymastersKey(hidden)"


PrintedKey = KeyCard | SpymastersKey


def card_counts(first: Team) -> dict[Card, int]:
    """How many squares of each kind a key has with which this team begins (rules B1)."""
    red, blue = (STARTING_AGENTS, OTHER_AGENTS) if first is Team.RED else (OTHER_AGENTS, STARTING_AGENTS)
    return {Card.RED: red, Card.BLUE: blue, Card.BYSTANDER: BYSTANDERS, Card.ASSASSIN: 1}


def spymasters_key(squares: Sequence[Card], side: Seat) -> SpymastersKey:
    """The key of 25 squares as the spymasters at ``side`` see them; nine of a team say that it begins.

    Raises:
        NoKey: other counts than printed.
    """
    counts = Counter(squares)
    first = Team.RED if counts[Card.RED] > counts[Card.BLUE] else Team.BLUE
    wrong = [
        f"{CARD_NAMES[card]} {counts[card]} instead of {n}"
        for card, n in card_counts(first).items()
        if counts[card] != n
    ]
    if wrong:
        raise NoKey(f"this is no key of a base game ({', '.join(wrong)}): compare it with the card")
    seen = tuple(squares)
    return SpymastersKey(ClassicKey(seen if side is Seat.A else seen[::-1]), first)


class PrintedSlot:
    """Holds the key of a printed card until the mission begins with it.

    ``in_view``: such a card was laid under the camera for this mission, and nobody knows whether it was taken away.
    """

    def __init__(self) -> None:
        self._key: PrintedKey | None = None
        self.in_view = False

    def lay(self) -> None:
        """A printed card is laid under the camera from now on."""
        self.in_view = True

    def take(self, key: PrintedKey) -> None:
        """The players gave a key; one that was there before is forgotten."""
        self._key = key

    def forget(self) -> None:
        """The key goes; a card that was laid under the camera may still lie there."""
        self._key = None

    def clear(self) -> None:
        """The next mission: the key goes, and the card with it."""
        self._key, self.in_view = None, False

    def there(self, options: Options) -> bool:
        """There is a key for the game that is agreed, and the players agreed on a printed one."""
        return self.of(options) is not None

    def of(self, options: Options) -> PrintedKey | None:
        """The key, if it is one of the game that is agreed and the players want a printed one."""
        fits = isinstance(self._key, KeyCard if options.game is Game.DUET else SpymastersKey)
        return self._key if fits and options.key is not KeySource.DRAWN else None
