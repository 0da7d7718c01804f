"""The slips of hands at a table: a piece on the wrong card, an arrow the wrong way round, a piece that is forgotten."""

from __future__ import annotations

import random
from dataclasses import replace
from enum import Enum

from companion.game.position import ALL_POSITIONS, Position
from companion.simulator.table import TableTruth
from companion.table.instruct import Instruction, Piece

ONE_IN = 10
"""One piece in so many is laid wrongly."""


class Slip(Enum):
    """How a piece is laid wrongly."""

    WRONG_PLACE = "wrong place"
    WRONG_ARROW = "wrong arrow"
    FORGOTTEN = "forgotten"


class Slips:
    """Which pieces are laid wrongly, and how; the same for the same seed.

    Attributes:
        made: The slips so far.
    """

    def __init__(self, seed: int, one_in: int = ONE_IN) -> None:
        self._random = random.Random(f"slips {seed}")
        self._one_in = one_in
        self.made: list[Slip] = []

    def of(self, step: Instruction, lies: TableTruth) -> tuple[Slip, Instruction | None] | None:
        """How this piece is laid wrongly, None where it is laid rightly.

        Args:
            step: what is to be laid.
            lies: what lies on the table before.

        Returns:
            The slip, and what is laid instead: None for nothing.
        """
        if self._random.randrange(self._one_in):
            return None
        slip = self._random.choice(list(Slip))
        wrong = self._instead(step, lies, slip)
        slip = Slip.FORGOTTEN if wrong is None else slip
        self.made.append(slip)
        return slip, wrong

    def _instead(self, step: Instruction, lies: TableTruth, slip: Slip) -> Instruction | None:
        if slip is Slip.WRONG_ARROW and step.piece in (Piece.TOKEN, Piece.TWO_TOKENS) and step.to is not None:
            return replace(step, to=step.to.other)
        if slip is Slip.WRONG_PLACE and step.position is not None:
            near = _free_beside(step.position, lies)
            return replace(step, position=self._random.choice(near)) if near else None
        if slip is Slip.WRONG_PLACE and step.piece is Piece.TOKEN_TAKEN and step.to is not None:
            return replace(step, to=step.to.other)
        return None


def _free_beside(position: Position, lies: TableTruth) -> list[Position]:
    """The cards next to one on which nothing lies."""
    return [
        other
        for other, cover, card in zip(ALL_POSITIONS, lies.covers, lies.cards, strict=True)
        if not (cover.agent or cover.assassin or cover.tokens or card)
        and max(abs(other.row - position.row), abs(other.column - position.column)) == 1
    ]
