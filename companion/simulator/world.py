"""A virtual table that keeps up with the app: new cards for each mission, pieces laid as the state says."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.classic import ClassicState
from companion.game.duet import DuetState
from companion.game.position import COUNT
from companion.simulator.art import Bgr
from companion.simulator.card_hands import CardHands, team_that_began
from companion.simulator.hands import Hands
from companion.simulator.table import FULL_HD, VirtualTable
from companion.simulator.words import deal_words


class VirtualWorld:
    """A ``CameraFeed`` over a table that changes with the app. ``frame`` may be called from a thread of its own.

    Args:
        seed: Decides the cards and the look of the table.
        size_px: Width and height of the pictures.
    """

    def __init__(self, seed: int, size_px: tuple[int, int] = FULL_HD) -> None:
        self._seed = seed
        self._size_px = size_px
        self._played = False
        self._hands: Hands | CardHands = Hands(VirtualTable(deal_words(seed), seed))

    @property
    def table(self) -> VirtualTable:
        """The table as it lies now, and the truth about it."""
        return self._hands.table

    @property
    def words(self) -> tuple[str, ...]:
        """The words on the table, A1 to E5."""
        return self._hands.table.truth().words

    def frame(self) -> Bgr:
        """Take a picture now."""
        return self._hands.table.photograph(self._size_px)

    def still(self) -> Bgr:
        """Take another one: they are all of one size."""
        return self.frame()

    def leave(self) -> None:
        """Nobody waits here."""

    def close(self) -> None:
        """Nothing is held."""

    def follow(self, words: Sequence[str] | None, state: DuetState | ClassicState | None) -> None:
        """Make the table agree with the app.

        Args:
            words: The words of the mission on the table; None between missions.
            state: Its state, of either game.
        """
        if words is None or state is None:
            if self._played:
                self._deal()
            return
        self._played = True
        if len({*words} & {*self.words}) <= COUNT // 2:
            # A mission of another day goes on: its cards lie here again. A word or two that a player typed otherwise,
            # or has not named yet, do not change what is printed on the cards.
            self._hands = Hands(VirtualTable(tuple(words), self._seed))
        if isinstance(state, DuetState):
            self._duet_hands().arrange(state)
        else:
            self._card_hands(state).arrange(state)

    def _duet_hands(self) -> Hands:
        if not isinstance(self._hands, Hands):
            self._hands = Hands(VirtualTable(self.words, self._seed))
        return self._hands

    def _card_hands(self, state: ClassicState) -> CardHands:
        """The other box is opened: its tokens go, the word cards stay where they lie."""
        if not isinstance(self._hands, CardHands):
            table = self._hands.table
            table.set_bank(0)
            self._hands = CardHands(table, team_that_began(state))
        return self._hands

    def _deal(self) -> None:
        self._played = False
        self._seed += 1
        self._hands = Hands(VirtualTable(deal_words(self._seed), self._seed))
