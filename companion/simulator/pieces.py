"""Where the pieces of both boxes lie on the virtual table: on the word cards, in the bank, before the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.game.classic import Card
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import Bank, Cover
from companion.simulator.cards import TOKEN_MM, Piece, agent_card, assassin_card, base_card, timer_token
from companion.simulator.compose import Laid
from companion.simulator.designs import Design

_BANK_GAP_MM = 16.0
_TOKEN_GAP_MM = (4.0, 3.0)

_STACK_OFF_MM = (3.5, 3.0)
"""How far the upper of two tokens lies from the lower one: people see that there are two."""
_PILE_GAP_MM, _PILE_PITCH_MM = 34.0, 78.0

Spot = tuple[float, float]
"""A place in table millimetres."""


@dataclass(slots=True)
class OnCard:
    """What lies on one word card. ``tokens``: the seats that the arrows point to, in the order in which they came."""

    agent: bool = False
    assassin: bool = False
    tokens: list[Seat] = field(default_factory=list)
    card: Card | None = None
    double: bool = False

    @property
    def cover(self) -> Cover:
        """The same in the words of Duet: tokens by their givers."""
        givers = [seat.other for seat in self.tokens]
        stacked = frozenset(seat for seat in givers if givers.count(seat) > 1)
        return Cover(self.agent, self.assassin, frozenset(givers), stacked)


@dataclass(frozen=True, slots=True)
class Piles:
    """Cards of a base game that are not laid yet, beside the board: red agents, blue agents, bystanders."""

    red: int = 0
    blue: int = 0
    bystanders: int = 0


NO_TOKENS, NO_PILES = Bank(0, 0), Piles()


def covers_laid(
    on: Sequence[OnCard], middles_mm: Sequence[Spot], jitter: NDArray[np.float64], design: Design | None = None
) -> list[Laid]:
    """The pieces on the word cards; ``jitter`` -1 to 1, shape (25, 4, 3): how crookedly each lies."""
    laid: list[Laid] = []
    for position, lies, (x, y) in zip(ALL_POSITIONS, on, middles_mm, strict=True):
        off = jitter[position.index]
        piece = _large_piece(lies, position.index, design)
        if piece is not None:
            laid.append(Laid(piece, (x + off[0, 0] * 2, y + off[0, 1] * 2), off[0, 2] * 4))
        for number, seat in enumerate(lies.tokens):
            place, crooked = _token_place(lies.tokens[:number].count(seat), seat), off[1 + number % 3]
            turn = (0.0 if seat is Seat.B else 180.0) + crooked[2] * 9
            middle = (x + place[0] + crooked[0] * 3, y + place[1] + crooked[1] * 3)
            laid.append(Laid(timer_token(False, design), middle, turn))
    return laid


def _large_piece(lies: OnCard, number: int, design: Design | None) -> Piece | None:
    if lies.card is not None and lies.card is not Card.ASSASSIN:
        return base_card(lies.card, number, lies.double, design)
    if lies.assassin or lies.card is Card.ASSASSIN:
        return assassin_card(design)
    return agent_card(number, design) if lies.agent else None


def _token_place(below: int, seat: Seat) -> Spot:
    """Where on the card a token goes: to the right for one that points to B, to the left for A's, on those there."""
    side = 1.0 if seat is Seat.B else -1.0
    x, y = side * 21.0, -4.0 if seat is Seat.B else 3.0
    return x - side * below * _STACK_OFF_MM[0], y + side * below * _STACK_OFF_MM[1]


def bank_laid(
    bank: Bank, taken: tuple[int, int], board_mm: Spot, seed: int, design: Design | None = None
) -> list[Laid]:
    """The time bank right of the board, and the tokens that A and B took before them."""
    laid: list[Laid] = []
    width, height = board_mm
    token_mm = TOKEN_MM if design is None else design.token_mm
    pitch_mm = token_mm[0] + _TOKEN_GAP_MM[0], token_mm[1] + _TOKEN_GAP_MM[1]
    jitter = np.random.default_rng([seed, 71]).uniform(-1, 1, (33, 3))
    for number in range(bank.total):
        row, column = number // 2, number % 2
        x = width / 2 + _BANK_GAP_MM + column * pitch_mm[0]
        y = -height / 2 + pitch_mm[1] * (row + 0.7)
        off = jitter[number]
        piece = timer_token(number >= bank.bystander, design)
        laid.append(Laid(piece, (x + off[0], y + off[1]), off[2] * 6))
    for count, side, first in ((taken[0], 1, 11), (taken[1], -1, 22)):
        for number in range(count):
            off = jitter[first + number]
            place = (-side * (width / 2 - pitch_mm[0] * (number + 0.7)), side * (height / 2 + 18))
            laid.append(Laid(timer_token(True, design), (place[0] + off[0], place[1] + off[1]), off[2] * 8))
    return laid


def piles_laid(piles: Piles, board_mm: Spot, seed: int, design: Design | None = None) -> list[Laid]:
    """The cards of a base game that wait beside the board, upright towards its right side."""
    jitter = np.random.default_rng([seed, 73]).uniform(-1, 1, (3, 3))
    counts = ((Card.RED, piles.red), (Card.BYSTANDER, piles.bystanders), (Card.BLUE, piles.blue))
    return [
        Laid(
            base_card(card, count, design=design),
            (board_mm[0] / 2 + _PILE_GAP_MM + off[0] * 2, (number - 1) * _PILE_PITCH_MM + off[1] * 3),
            90.0 + off[2] * 3,
        )
        for number, ((card, count), off) in enumerate(zip(counts, jitter, strict=True))
        if count
    ]
