"""Timer tokens, and what lies on a word card."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.position import Seat


@dataclass(frozen=True, slots=True)
class Bank:
    """The time bank, counted by the side that lies up."""

    bystander: int
    checkmark: int

    @property
    def total(self) -> int:
        """All tokens in the bank."""
        return self.bystander + self.checkmark


@dataclass(frozen=True, slots=True)
class Cover:
    """What lies on one word card.

    ``tokens`` are the givers of the mistakes made on it: the arrow of such a token runs giver>guesser, so a token of
    giver A points to B. Two tokens of one direction count once: covered is a matter of directions (rules A5, A10).
    """

    agent: bool = False
    assassin: bool = False
    tokens: frozenset[Seat] = frozenset()

    @property
    def covered(self) -> bool:
        """Nobody may guess it any more and the word may be used in clues (rules A4, A5)."""
        return self.agent or self.assassin or len(self.tokens) == 2

    def guessable_by(self, seat: Seat) -> bool:
        """Whether ``seat`` may touch it: not covered, and not a bystander that this seat has hit before (rules A5)."""
        return not self.covered and seat.other not in self.tokens


FREE = Cover()
