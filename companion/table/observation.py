"""What a camera over the table says about a mission in play: plain data, all in seat A's frame.

An observation holds only what lay still: whatever is hidden or doubtful is None, never a guess. It changes no record;
``check.py`` compares it with what should lie there.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.position import COUNT, Position, Seat
from companion.game.tokens import Bank
from companion.table.scan import SeenCover


@dataclass(frozen=True, slots=True)
class Lies:
    """What lies on one word card.

    Attributes:
        cover: The large card that covers the word: one of ``AGENT``, ``BYSTANDER``, ``ASSASSIN``, ``RED_AGENT``,
            ``BLUE_AGENT``, or ``UNKNOWN`` for a thing that is no piece of the box; None if there is none.
        arrows: The seats that the arrows of the timer tokens on it point to, one for each token, A before B.
    """

    cover: SeenCover | None = None
    arrows: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if self.cover in (SeenCover.TOKEN, SeenCover.HAND):
            raise ValueError("tokens are told by their arrows, and a hand is no piece")
        if list(self.arrows) != sorted(self.arrows, key=lambda seat: seat.value):
            raise ValueError("the arrows of a card are told in the order A, B")


FREE = Lies()
"""A word card on which nothing lies."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table as it lies, as far as the camera can tell.

    Attributes:
        cells: What lies on each card, A1 to E5; None where it is not known now (a hand, glare, out of the picture).
        bank: Tokens in the time bank, by the side that lies up; None if they cannot be counted.
        taken: Tokens that lie checkmark side up before A and before B; None if they cannot be counted.
        hand: Whether a hand or an arm is over the cards now.
        finger: The card on which a fingertip rests.
        in_step: Whether the 25 places are known now; without them every cell is None.
    """

    cells: tuple[Lies | None, ...]
    bank: Bank | None = None
    taken: tuple[int, int] | None = None
    hand: bool = False
    finger: Position | None = None
    in_step: bool = True

    def __post_init__(self) -> None:
        if len(self.cells) != COUNT:
            raise ValueError(f"an observation tells of {COUNT} cards")
        if not self.in_step and any(cell is not None for cell in self.cells):
            raise ValueError("without the 25 places nothing is known of the cards")
