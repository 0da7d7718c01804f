"""A table for the tests of the base game's pages: the usual one, with a key of red and blue that the test knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.game.classic import Card, ClassicKey, Team
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.storage import SqliteStore
from companion.table.options import Game
from companion.table.ports import ClueHelper
from companion.table.session import Session
from tests.stand_ins import TableScreens
from tests.ui.table import WORDS

KEY = "RRRBB RTRBX TRBTB RTBTB RTBTR"
"""Red begins: nine of red, eight of blue, seven bystanders; the assassin at B5."""


def key_of(letters: str) -> ClassicKey:
    return ClassicKey(tuple(Card(letter) for letter in letters.replace(" ", "")))


class CardDealer:
    """Deals the cards of one key, whatever order it is given them in."""

    def __init__(self, key: ClassicKey) -> None:
        self.key = key

    def shuffled(self, items: Sequence) -> list:
        if items == list(Team):
            return list(items)
        assert sorted(card.value for card in items) == sorted(card.value for card in self.key.cards)
        return list(self.key.cards)


class ClassicTable:
    """A session over a store in a folder, agreed to play the base game."""

    def __init__(
        self,
        folder: Path,
        devices: Sequence[str] = ("left", "right"),
        key: ClassicKey | None = None,
        clue_helper: ClueHelper | None = None,
        **options,
    ) -> None:
        self.folder = folder
        self.screens = TableScreens(*devices)
        self.store = SqliteStore(folder)
        self.key = key or key_of(KEY)
        clock = "2026-11-30T20:00:00+00:00"
        self.session = Session(self.store, self.screens, CardDealer(self.key), lambda: clock, clue_helper)
        self.session.options = replace(
            self.session.options, game=Game.CLASSIC, **{"team": Team.RED, "side": Seat.A, **options}
        )

    def settle_words(self, words: Sequence[str] = WORDS) -> None:
        for position, word in zip(ALL_POSITIONS, words, strict=True):
            self.session.set_word(position, word)

    def begin(self, words: Sequence[str] = WORDS) -> Session:
        """The key is on, by the session alone."""
        self.settle_words(words)
        for device, seat in zip(self.screens.links, Seat, strict=False):
            self.session.assign(device, seat)
        self.session.show_words()
        for seat in list(Seat)[: len(self.screens.links)]:
            self.session.confirm_view(seat)
        self.session.begin()
        return self.session

    def places(self, card: Card) -> list[Position]:
        """Where the key has this."""
        return [p for p in ALL_POSITIONS if self.key.cards[p.index] is card]

    def play(self, script: str) -> None:
        """Moves as ``red clue TREE 2``, ``red guess A1``, ``blue stop``, ``blue cover A4``, into the session."""
        play = self.session.classic
        for line in script.strip().splitlines():
            team, verb, *rest = line.split()
            match verb:
                case "clue":
                    word = None if rest[0] == "-" else rest[0]
                    unlimited = rest[1] == "unlimited"
                    play.give_clue(Team(team), word, None if unlimited else int(rest[1]), unlimited=unlimited)
                case "invalid":
                    play.give_clue(Team(team), invalid=True)
                case "guess":
                    play.guess(Team(team), Position.parse(rest[0]))
                case "cover":
                    play.cover(Position.parse(rest[0]))
                case "stop":
                    play.stop(Team(team))
                case _:
                    raise AssertionError(f"no such move: {line}")
