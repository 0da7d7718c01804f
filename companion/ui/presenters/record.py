"""Moves in words, of both games."""

from __future__ import annotations

from typing import assert_never

from companion.game.board import Board
from companion.game.classic import SetCards, TeamClue, TeamCover, TeamGuess, TeamStop
from companion.game.moves import Allow, Clue, Guess, NameWord, SetTable, Stop, Undo
from companion.table.ports import AnyMove


def clue_text(clue: Clue) -> str:
    """A clue in one line: ``A  OCEAN 2``; what nobody wrote down is left out."""
    return f"{clue.seat.value}  {given_text(clue)}"


def given_text(clue: Clue | TeamClue) -> str:
    """What was given: ``OCEAN 2``, ``spoken, 2``, ``spoken``; an invalid one says so."""
    unlimited = isinstance(clue, TeamClue) and clue.unlimited
    number = "unlimited" if unlimited else "" if clue.number is None else str(clue.number)
    word = clue.word if clue.word is not None else "spoken," if number else "spoken"
    return f"{word} {number}".rstrip() + (" (invalid)" if clue.invalid else "")


def move_text(move: AnyMove, board: Board) -> str:
    """A move as one says it: ``B's guess STADIUM``."""
    match move:
        case Clue() | TeamClue():
            text = f"{_who(move)}'s clue {given_text(move)}"
        case Guess() | TeamGuess():
            text = f"{_who(move)}'s guess {board.word(move.position)}"
        case Stop() | TeamStop():
            text = f"{_who(move)}'s stop"
        case TeamCover():
            text = f"{board.word(move.position)} covered for {move.team.value}"
        case SetTable() | SetCards():
            text = "the table set by hand"
        case NameWord():
            text = f"{move.position} is {move.word}"
        case Allow():
            text = f"{move.word} allowed by both"
        case Undo():
            text = "the last move taken back"
        case _:
            assert_never(move)
    return text


def _who(move: Clue | Guess | Stop | TeamClue | TeamGuess | TeamStop) -> str:
    return move.seat.value if isinstance(move, (Clue, Guess, Stop)) else move.team.value
