"""The lines of play of a Duet transcript: text to move and back. What ``set`` says is in ``duet_set_lines``."""

from __future__ import annotations

from companion.game.board import Board
from companion.game.duet_set_lines import parse_set, set_text
from companion.game.move_lines import (
    UNLIMITED,
    Language,
    card_text,
    clue_number,
    clue_text,
    parse_card,
    parse_line,
    refuse_more,
    shared_text,
    split_clue,
)
from companion.game.moves import Allow, Clue, Guess, IllegalMove, Move, NameWord, SetTable, Stop, Undo
from companion.game.position import Seat


def parse_move(line: str, board: Board) -> Move | Undo:
    """Read one line of play, cleaned. ``board`` tells words from positions: a word of the board goes first.

    Raises:
        IllegalMove: a well-formed move that Duet cannot take: refused, the replay goes on.
        Malformed: no move at all.
    """
    return parse_line(line, board, _LANGUAGE)


def _clue(seat: Seat, parts: list[str], _: Board) -> Move:
    invalid, word, last = split_clue(parts)
    if last == UNLIMITED:
        raise IllegalMove("Duet knows no unlimited clue, guesses are never limited: give a number")
    return Clue(seat, word, clue_number(last), invalid)


def _guess(seat: Seat, parts: list[str], board: Board) -> Move:
    return Guess(seat, parse_card(parts, board))


def _stop(seat: Seat, parts: list[str], _: Board) -> Move:
    refuse_more(parts, "stop")
    return Stop(seat)


_LANGUAGE: Language[Seat, Move] = Language(
    who={seat.value.casefold(): seat for seat in Seat},
    called="seat",
    does={"clue": _clue, "guess": _guess, "stop": _stop},
    sets=parse_set,
)


def move_text(move: Move | Undo, board: Board) -> str:
    """The line that reads back as ``move`` on this board."""
    match move:
        case Clue():
            number = None if move.number is None else str(move.number)
            return f"{move.seat.value} {clue_text(move.word, number, invalid=move.invalid)}"
        case Guess():
            return f"{move.seat.value} guess {card_text(move.position, board)}"
        case Stop():
            return f"{move.seat.value} stop"
        case SetTable():
            return set_text(move)
        case NameWord() | Allow() | Undo():
            return shared_text(move)
