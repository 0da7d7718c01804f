"""The hands at a virtual table with the base box: agent cards, the double agent, bystanders and the assassin."""

from __future__ import annotations

from companion.game.classic import BYSTANDERS, OTHER_AGENTS, STARTING_AGENTS, Card, ClassicState, Team
from companion.game.position import ALL_POSITIONS, Position
from companion.simulator.hands import NothingToLay
from companion.simulator.pieces import Piles
from companion.simulator.table import VirtualTable
from companion.table.instruct import Instruction, Piece

_CARDS = {
    Piece.RED_AGENT_CARD: Card.RED,
    Piece.BLUE_AGENT_CARD: Card.BLUE,
    Piece.BYSTANDER_CARD: Card.BYSTANDER,
    Piece.ASSASSIN_CARD: Card.ASSASSIN,
}
_OF_TEAM = {Team.RED: Card.RED, Team.BLUE: Card.BLUE}
_IN_THE_BOX = {Card.RED: OTHER_AGENTS, Card.BLUE: OTHER_AGENTS, Card.BYSTANDER: BYSTANDERS, Card.ASSASSIN: 1}


class CardHands:
    """Lays the cards of a base game. The double agent is the ninth of the team that begins.

    Args:
        table: The table.
        first: The team that begins: it has the double agent.
    """

    def __init__(self, table: VirtualTable, first: Team) -> None:
        self.table = table
        self._first = first
        self._tidy()

    def follow(self, step: Instruction) -> None:
        """Do one thing on the table.

        Raises:
            NothingToLay: there is no such step in a base game, or no such card is left.
        """
        double = step.piece is Piece.DOUBLE_AGENT
        card = _OF_TEAM[self._first] if double else _CARDS.get(step.piece)
        if card is None or step.position is None:
            raise NothingToLay(f"a base game has no such step on the table: {step.piece.value}")
        laid = self.table.truth().cards
        left = STARTING_AGENTS - laid.count(card) if double else _IN_THE_BOX[card] - laid.count(card)
        if left < 1:
            raise NothingToLay(f"no {step.piece.value} is left in the box")
        self.table.lay_card(step.position, card, double)
        self._tidy()

    def arrange(self, state: ClassicState) -> None:
        """Make the whole table agree with a state, as people do after a move was taken back."""
        laid = self.table.truth().cards
        for position, card, lies in zip(ALL_POSITIONS, state.covers, laid, strict=True):
            if card is not lies:
                self._lay(position, card)
        self._tidy()

    def _lay(self, position: Position, card: Card | None) -> None:
        if card is None:
            self.table.clear_card(position)
            return
        double = card is _OF_TEAM[self._first] and self.table.truth().cards.count(card) == OTHER_AGENTS
        self.table.lay_card(position, card, double)

    def _tidy(self) -> None:
        laid = self.table.truth().cards
        red, blue, bystanders = (max(0, _IN_THE_BOX[c] - laid.count(c)) for c in (Card.RED, Card.BLUE, Card.BYSTANDER))
        self.table.set_piles(Piles(red, blue, bystanders))


def team_that_began(state: ClassicState) -> Team:
    """Whose nine agents there are: those that are covered and those that are left."""
    red = state.covers.count(Card.RED) + state.left_of(Team.RED)
    return Team.RED if red == STARTING_AGENTS else Team.BLUE
