"""Moves as they stand in the store: lines of the transcript format, with places for words."""

from __future__ import annotations

from companion.game import classic_moves, duet_moves
from companion.game.board import Board
from companion.game.classic import SetCards, TeamClue, TeamCover, TeamGuess, TeamStop
from companion.game.position import ALL_POSITIONS
from companion.table.ports import AnyMove

DUET, CLASSIC = "duet", "classic"

_PLACES = Board(tuple(str(position) for position in ALL_POSITIONS))
"""The words of the board over which the lines are written are its places: a word that is corrected later changes
nothing in them."""


def line_of(move: AnyMove) -> str:
    """The line of a move of either mode."""
    if isinstance(move, TeamClue | TeamGuess | TeamStop | TeamCover | SetCards):
        return classic_moves.move_text(move, _PLACES)
    return duet_moves.move_text(move, _PLACES)


def move_of(line: str, mode: str) -> AnyMove:
    """The move of a line.

    Raises:
        Malformed, IllegalMove: it is none of this mode.
    """
    return classic_moves.parse_move(line, _PLACES) if mode == CLASSIC else duet_moves.parse_move(line, _PLACES)
