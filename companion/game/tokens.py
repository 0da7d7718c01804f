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

    def pay_turn(self) -> Bank:
        """The token of a turn that ended without a mistake: a checkmark-side one while there is one (rules A10).

        Raises:
            ValueError: the bank is empty.
        """
        return self._without_one()

    def pay_penalty(self) -> Bank:
        """The token of an invalid clue. Which kind goes is stated nowhere; our policy: checkmark side first (A10).

        Raises:
            ValueError: the bank is empty.
        """
        return self._without_one()

    def pay_mistake(self) -> tuple[Bank, bool]:
        """A bystander: one bystander-side token, else two checkmark-side ones (rules A10).

        Returns:
            The bank after it, and whether it could be paid: with a single checkmark-side token left it cannot, that
            token goes all the same and the mission is lost.

        Raises:
            ValueError: the bank is empty.
        """
        if self.bystander:
            return Bank(self.bystander - 1, self.checkmark), True
        if not self.checkmark:
            raise ValueError("the time bank is empty")
        return Bank(0, max(0, self.checkmark - 2)), self.checkmark >= 2

    def _without_one(self) -> Bank:
        if self.checkmark:
            return Bank(self.bystander, self.checkmark - 1)
        if not self.bystander:
            raise ValueError("the time bank is empty")
        return Bank(self.bystander - 1, 0)


@dataclass(frozen=True, slots=True)
class Cover:
    """What lies on one word card.

    ``tokens`` are the givers of the mistakes made on it: the arrow of such a token runs giver>guesser, so a token of
    giver A points to B. Two tokens of one direction count once: covered is a matter of directions (rules A5, A10).
    ``stacked`` are the directions of which two tokens lie there, a mistake that was paid with two checkmarks.

    Raises:
        ValueError: a direction is stacked that is none of ``tokens``.
    """

    agent: bool = False
    assassin: bool = False
    tokens: frozenset[Seat] = frozenset()
    stacked: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        if not self.stacked <= self.tokens:
            raise ValueError("tokens are stacked where none lies")

    @property
    def count(self) -> int:
        """How many timer tokens lie on the card, 0 to 4."""
        return len(self.tokens) + len(self.stacked)

    @property
    def covered(self) -> bool:
        """Nobody may guess it any more and the word may be used in clues (rules A4, A5)."""
        return self.agent or self.assassin or len(self.tokens) == 2

    def guessable_by(self, seat: Seat) -> bool:
        """Whether ``seat`` may touch it: not covered, and not a bystander that this seat has hit before (rules A5)."""
        return not self.covered and seat.other not in self.tokens

    def with_tokens(self, giver: Seat, count: int) -> Cover:
        """The same with a mistake of ``count`` tokens, 1 or 2, laid on it: a stack is of one direction (rules A10)."""
        stacked = self.stacked | {giver} if count == 2 else self.stacked
        return Cover(self.agent, self.assassin, self.tokens | {giver}, stacked)


FREE = Cover()
