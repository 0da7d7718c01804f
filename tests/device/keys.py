"""Keys of a base game for the tests of the screens."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.game.board import Board
from companion.game.classic import Card, ClassicKey, ClassicSetup, ClassicState, Team, start
from companion.game.position import Position, Seat
from companion.simulator.words import deal_words
from companion.table.views import ScreenView, key_view


def classic_setup(seed: int = 3, first: Team = Team.RED, players: int = 4) -> ClassicSetup:
    """A base game of its own."""
    other = Card.BLUE if first is Team.RED else Card.RED
    mine = Card.RED if first is Team.RED else Card.BLUE
    deck = [mine] * 9 + [other] * 8 + [Card.BYSTANDER] * 7 + [Card.ASSASSIN]
    random.Random(seed).shuffle(deck)
    return ClassicSetup(Board(deal_words(seed)), ClassicKey(tuple(deck)), first, players)


KEY_SETUP = classic_setup()


def on_the_words(*positions: str, **others: Card) -> ClassicState:
    """A state with the key's own card on these positions, and with others: ``on_the_words("A1", B2=Card.BLUE)``."""
    laid: list[Card | None] = [None] * 25
    for name in positions:
        laid[Position.parse(name).index] = KEY_SETUP.key.cards[Position.parse(name).index]
    for name, card in others.items():
        laid[Position.parse(name).index] = card
    return replace(start(KEY_SETUP), covers=tuple(laid))


def another(card: Card) -> Card:
    """A card that is not this one."""
    return Card.BYSTANDER if card is not Card.BYSTANDER else Card.RED


_C3 = KEY_SETUP.key.cards[12]
KEY_LATE = on_the_words("A1", "A2", "B4", "D5", "E3", C3=another(_C3))


def spymaster(seat: Seat, now: ClassicState | None = None, side: Seat = Seat.A) -> ScreenView:
    """The key on the screen of a seat."""
    return key_view(seat, side, KEY_SETUP.board, KEY_SETUP.key, now or start(KEY_SETUP))
