"""Moves as they stand in the store: lines of the transcript format, with places for words."""

from __future__ import annotations

from typing import assert_never

from companion.game import classic_replay, duet_moves
from companion.game.board import Board
from companion.game.classic import (
    ClassicMove,
    SetCards,
    TeamClue,
    TeamCover,
    TeamGuess,
    TeamStop,
)
from companion.game.move_lines import INVALID, UNLIMITED, UNWRITTEN
from companion.game.moves import Allow, NameWord, Undo
from companion.game.position import ALL_POSITIONS
from companion.table.ports import AnyMove

DUET, CLASSIC = "duet", "classic"

_PLACES = Board(tuple(str(position) for position in ALL_POSITIONS))
"""Moves are stored as lines of the transcript format over a board whose words are its places: a word that is corrected
later changes nothing in them."""


def line_of(move: AnyMove) -> str:
    """The line of a move of either mode."""
    if isinstance(move, TeamClue | TeamGuess | TeamStop | TeamCover | SetCards):
        return classic_text(move, _PLACES)
    return duet_moves.move_text(move, _PLACES)


def move_of(line: str, mode: str) -> AnyMove:
    """The move of a line.

    Raises:
        Malformed, IllegalMove: it is none of this mode.
    """
    return classic_replay.parse_move(line, _PLACES) if mode == CLASSIC else duet_moves.parse_move(line, _PLACES)


def classic_text(move: ClassicMove | Undo, board: Board) -> str:
    """The line that reads back as ``move`` of a base game on this board."""
    match move:
        case TeamClue():
            word = UNWRITTEN if move.word is None else move.word
            number = UNLIMITED if move.unlimited else UNWRITTEN if move.number is None else str(move.number)
            return f"{move.team.value} clue {INVALID + ' ' if move.invalid else ''}{word} {number}"
        case TeamGuess():
            return f"{move.team.value} guess {' '.join(board.word(move.position).split())}"
        case TeamCover():
            return f"{move.team.value} cover {' '.join(board.word(move.position).split())}"
        case TeamStop():
            return f"{move.team.value} stop"
        case NameWord():
            return f"name {move.position} {move.word}"
        case Undo():
            return "undo"
        case Allow() | SetCards():
            raise NotImplementedError
        case _:
            assert_never(move)
