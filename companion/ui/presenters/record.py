"""Moves in words."""

from __future__ import annotations

from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Move, NameWord, Stop, Undo


def clue_text(clue: Clue) -> str:
    """A clue in one line: ``A  OCEAN 2``; what nobody wrote down is left out."""
    word = clue.word if clue.word is not None else "spoken,"
    number = f" {clue.number}" if clue.number is not None else ""
    return f"{clue.seat.value}  {word}{number}".rstrip(",")


def last_move_text(mission: Mission) -> str:
    """The move that an undo would take back; empty if there is none."""
    standing: list[Move] = []
    for move in mission.moves:
        if isinstance(move, Undo):
            standing.pop()
        elif not isinstance(move, NameWord):
            standing.append(move)
    if not standing:
        return ""
    move = standing[-1]
    match move:
        case Clue():
            return f"the clue of {move.seat.value}"
        case Guess():
            return f"{move.seat.value}'s guess {mission.board.word(move.position)}"
        case Stop():
            return f"{move.seat.value}'s stop"
        case NameWord():
            return ""
