"""What players have to lay on the table after a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.duet import DuetState
from companion.game.moves import Clue, Guess, Move
from companion.game.position import Position, Seat


class Piece(Enum):
    """What is to be laid, and how."""

    AGENT_CARD = "agent card"
    TOKEN = "timer token, bystander side up"
    TWO_TOKENS = "two timer tokens, bystander side up"
    ASSASSIN_CARD = "assassin card"
    TOKEN_TAKEN = "timer token, checkmark side up"
    TOKEN_DISCARDED = "timer token back into the box"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do on the table.

    ``position``: the card it goes onto, None for a token that leaves the bank otherwise. ``to``: the seat that the
    arrow of a token points to, or the seat in front of which a taken token is laid.
    """

    piece: Piece
    position: Position | None = None
    to: Seat | None = None


def instructions(before: DuetState, move: Move, after: DuetState) -> tuple[Instruction, ...]:
    """What changed on the table by an accepted move, in the order in which it is laid (rules A5, A6, A10)."""
    steps: list[Instruction] = []
    if isinstance(move, Guess):
        steps += _on_the_card(before, move, after)
    if isinstance(move, Clue) and after.discarded > before.discarded:
        steps.append(Instruction(Piece.TOKEN_DISCARDED))
    for seat, had, has in zip(Seat, before.taken, after.taken, strict=True):
        if has > had:
            steps.append(Instruction(Piece.TOKEN_TAKEN, to=seat))
    return tuple(steps)


def _on_the_card(before: DuetState, guess: Guess, after: DuetState) -> list[Instruction]:
    index = guess.position.index
    old, new = before.covers[index], after.covers[index]
    if new.agent and not old.agent:
        return [Instruction(Piece.AGENT_CARD, guess.position)]
    if new.assassin and not old.assassin:
        return [Instruction(Piece.ASSASSIN_CARD, guess.position)]
    if new.tokens != old.tokens:
        spent = before.bank.total - after.bank.total
        piece = Piece.TWO_TOKENS if spent == 2 else Piece.TOKEN
        return [Instruction(piece, guess.position, to=guess.seat)]
    return []
