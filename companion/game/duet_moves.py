"""The lines of play of a Duet transcript: text to move and back."""

from __future__ import annotations

from companion.game.board import Board
from companion.game.move_lines import (
    INVALID,
    UNLIMITED,
    UNWRITTEN,
    clue_number,
    parse_card,
    parse_name,
    split_clue,
    undo_alone,
)
from companion.game.moves import Clue, Guess, IllegalMove, Move, NameWord, Stop, Undo
from companion.game.position import Seat
from companion.game.transcript import Malformed, shown

_SEATS = {seat.value.casefold(): seat for seat in Seat}


def parse_move(line: str, board: Board) -> Move | Undo:
    """Read one line of play, cleaned. ``board`` tells words from positions: a word of the board goes first.

    Raises:
        IllegalMove: a well-formed move that Duet cannot take: refused, the replay goes on.
        Malformed: no move at all.
    """
    parts = line.split()
    head = parts[0].casefold()
    if head == "undo":
        return undo_alone(parts)
    if head == "name":
        return parse_name(parts)
    seat = _SEATS.get(head)
    if seat is None:
        late = " (headers stand before the first move)" if ":" in line else ""
        raise Malformed(f"{shown(parts[0])} is no seat: a move begins with A, B or undo{late}")
    verb = parts[1].casefold() if len(parts) > 1 else ""
    match verb:
        case "clue":
            return _clue(seat, parts[2:])
        case "guess":
            return Guess(seat, parse_card(parts[2:], board))
        case "stop":
            if len(parts) > 2:
                raise Malformed(f"nothing follows stop: remove {shown(' '.join(parts[2:]))}")
            return Stop(seat)
        case "":
            raise Malformed(f"seat {seat.value} does nothing: say clue, guess or stop after the seat")
        case _:
            raise Malformed(f"{shown(parts[1])} is no verb: a seat has clue, guess and stop")


def _clue(seat: Seat, parts: list[str]) -> Clue:
    invalid, word, last = split_clue(parts)
    if last == UNLIMITED:
        raise IllegalMove("Duet knows no unlimited clue, guesses are never limited: give a number")
    return Clue(seat, word, clue_number(last), invalid)


def move_text(move: Move | Undo, board: Board) -> str:
    """The line that reads back as ``move`` on this board."""
    match move:
        case Clue():
            word = UNWRITTEN if move.word is None else move.word
            number = UNWRITTEN if move.number is None else str(move.number)
            return f"{move.seat.value} clue {INVALID + ' ' if move.invalid else ''}{word} {number}"
        case Guess():
            # By its word, never by its position: a word goes first, so this is right on any board.
            return f"{move.seat.value} guess {' '.join(board.word(move.position).split())}"
        case Stop():
            return f"{move.seat.value} stop"
        case NameWord():
            return f"name {move.position} {move.word}"
        case Undo():
            return "undo"
