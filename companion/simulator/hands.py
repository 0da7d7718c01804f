"""The hands at the virtual table: they lay what the app tells the players to lay."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.game.duet import DuetState
from companion.game.position import ALL_POSITIONS, Seat
from companion.simulator.table import VirtualTable
from companion.table.instruct import Instruction, Piece

STANDARD_TOKENS = 9


class NothingToLay(CompanionError):
    """An instruction that a standard mission on this table cannot have."""


@dataclass(slots=True)
class Hands:
    """Lays pieces and moves tokens.

    Attributes:
        bank: Tokens that lie in the bank.
        taken: Tokens that lie checkmark side up before each seat.
    """

    table: VirtualTable
    bank: int = STANDARD_TOKENS
    taken: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))

    def __post_init__(self) -> None:
        self._arrange_tokens()

    def follow(self, step: Instruction) -> None:
        """Do one thing on the table.

        Raises:
            NothingToLay: there is no such step in a standard mission.
        """
        position, to = step.position, step.to
        match step.piece:
            case Piece.AGENT_CARD if position:
                self.table.lay_agent(position)
            case Piece.ASSASSIN_CARD if position:
                self.table.lay_assassin(position)
            case Piece.TOKEN if position and to:
                self.bank -= 1
                self.table.lay_token(position, to)
            case Piece.TOKEN_TAKEN if to:
                self.bank -= 1
                self.taken[to] += 1
            case Piece.TOKEN_DISCARDED:
                self.bank -= 1
            case _:
                raise NothingToLay(f"a standard mission has no such step on the table: {step.piece.value}")
        self._arrange_tokens()

    def arrange(self, state: DuetState) -> None:
        """Make the whole table agree with a state, as people do after a move was taken back."""
        for position, cover, lies in zip(ALL_POSITIONS, state.covers, self.table.truth().covers, strict=True):
            if cover == lies:
                continue
            self.table.clear_card(position)
            if cover.agent:
                self.table.lay_agent(position)
            if cover.assassin:
                self.table.lay_assassin(position)
            for giver in sorted(cover.tokens, key=lambda seat: seat.value):
                self.table.lay_token(position, giver.other)
        self.bank = state.bank.total
        self.taken = dict(zip(Seat, state.taken, strict=True))
        self._arrange_tokens()

    def _arrange_tokens(self) -> None:
        self.table.set_bank(self.bank, 0, self.taken[Seat.A], self.taken[Seat.B])
