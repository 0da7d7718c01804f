"""What players have to lay on the table after a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.classic import STARTING_AGENTS, Card, ClassicSetup, ClassicState
from companion.game.duet import DuetState
from companion.game.moves import Clue, Guess, Move, SetTable
from companion.game.position import ALL_POSITIONS, Position, Seat


class Piece(Enum):
    """What is to be laid, and how."""

    AGENT_CARD = "agent card"
    TOKEN = "timer token, bystander side up"
    TWO_TOKENS = "two timer tokens, bystander side up"
    ASSASSIN_CARD = "assassin card"
    TOKEN_TAKEN = "timer token, checkmark side up"
    TOKEN_DISCARDED = "timer token back into the box"
    RED_AGENT_CARD = "red agent card"
    BLUE_AGENT_CARD = "blue agent card"
    DOUBLE_AGENT = "double agent card"
    """The ninth card of the team that began (rules B1)."""
    BYSTANDER_CARD = "bystander card"


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
    """What changed on the table by an accepted move, in the order in which it is laid (rules A5, A6, A10).

    Nothing for what was set by hand: the table is as it is.
    """
    if isinstance(move, SetTable):
        return ()
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


def classic_instructions(setup: ClassicSetup, before: ClassicState, after: ClassicState) -> tuple[Instruction, ...]:
    """The card that a guess or a cover of a base game lays on its word (rules B2, B4, B6)."""
    return tuple(
        Instruction(_card_piece(setup, new, after), position)
        for position, old, new in zip(ALL_POSITIONS, before.covers, after.covers, strict=True)
        if new is not None and new is not old
    )


def _card_piece(setup: ClassicSetup, card: Card, after: ClassicState) -> Piece:
    if card.team is setup.first and after.covers.count(card) == STARTING_AGENTS:
        return Piece.DOUBLE_AGENT
    return {
        Card.RED: Piece.RED_AGENT_CARD,
        Card.BLUE: Piece.BLUE_AGENT_CARD,
        Card.BYSTANDER: Piece.BYSTANDER_CARD,
        Card.ASSASSIN: Piece.ASSASSIN_CARD,
    }[card]
