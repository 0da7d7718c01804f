"""The hands at the virtual table: they lay what the app tells the players to lay in a mission of Duet."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.game.duet import DuetState
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import Bank
from companion.simulator.table import VirtualTable
from companion.table.instruct import Instruction, Piece

STANDARD_BANK = Bank(9, 0)


class NothingToLay(CompanionError):
    """An instruction that cannot be carried out with the pieces on this table."""


@dataclass(slots=True)
class Hands:
    """Lays pieces and moves tokens, as people who look at the bank and not at the rules.

    Attributes:
        bank: Tokens that lie in the bank, by the side that lies up.
        taken: Tokens that lie checkmark side up before each seat.
        discarded: Tokens that went back into the box.
    """

    table: VirtualTable
    bank: Bank = STANDARD_BANK
    taken: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    discarded: int = 0

    def __post_init__(self) -> None:
        self._arrange_tokens()

    def follow(self, step: Instruction) -> None:
        """Do one thing on the table.

        Raises:
            NothingToLay: there is no such step in Duet, or no token is left for it.
        """
        position, to = step.position, step.to
        match step.piece:
            case Piece.AGENT_CARD if position:
                self.table.lay_agent(position)
            case Piece.ASSASSIN_CARD if position:
                self.table.lay_assassin(position)
            case Piece.TOKEN | Piece.TWO_TOKENS if position and to:
                for _ in range(2 if step.piece is Piece.TWO_TOKENS else 1):
                    # One that lies checkmark side up is turned over.
                    self._fetch(bystander_first=True)
                    self.table.lay_token(position, to)
            case Piece.TOKEN_TAKEN if to:
                self._fetch(bystander_first=False)
                self.taken[to] += 1
            case Piece.TOKEN_DISCARDED:
                self._fetch(bystander_first=False)
                self.discarded += 1
            case _:
                raise NothingToLay(f"Duet has no such step on the table: {step.piece.value}")
        self._arrange_tokens()

    def _fetch(self, bystander_first: bool) -> None:
        bystander, checkmark = self.bank.bystander, self.bank.checkmark
        if not bystander + checkmark:
            raise NothingToLay("no token lies in the bank")
        if bystander and (bystander_first or not checkmark):
            self.bank = Bank(bystander - 1, checkmark)
        else:
            self.bank = Bank(bystander, checkmark - 1)

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
                for _ in range(2 if giver in cover.stacked else 1):
                    self.table.lay_token(position, giver.other)
        self.bank, self.discarded = state.bank, state.discarded
        self.taken = dict(zip(Seat, state.taken, strict=True))
        self._arrange_tokens()

    def _arrange_tokens(self) -> None:
        self.table.set_bank(self.bank.bystander, self.bank.checkmark, self.taken[Seat.A], self.taken[Seat.B])
