"""The lines of play of a Duet transcript: text to move and back."""

from __future__ import annotations

from companion.game.board import Board
from companion.game.duet import MAX_NUMBER, IllegalMove
from companion.game.moves import Clue, Guess, Move, NameWord, Stop, Undo
from companion.game.position import Position, Seat
from companion.game.transcript import Malformed, shown, whole_number

UNWRITTEN = "-"
INVALID = "invalid"
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
        if len(parts) > 1:
            raise Malformed(f"undo stands alone: remove {shown(' '.join(parts[1:]))}")
        return Undo()
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


def parse_name(parts: list[str]) -> NameWord:
    """Read ``name POSITION WORD…``: a card is named later, or a misread word is corrected.

    Raises:
        Malformed: a part is missing or the place is none.
    """
    if len(parts) < 3:
        raise Malformed("name needs a position and a word: name C3 OCEAN")
    try:
        position = Position.parse(parts[1])
    except ValueError as error:
        raise Malformed(f"{shown(parts[1])} is no position: rows A to E, columns 1 to 5") from error
    return NameWord(position, " ".join(parts[2:]))


def parse_card(parts: list[str], board: Board) -> Position:
    """The card that is named by its word or its position; a word of the board goes first.

    Raises:
        IllegalMove: it is neither.
        Malformed: there is nothing.
    """
    if not parts:
        raise Malformed("no card is named: add its word or its position")
    text = " ".join(parts)
    found = board.find(text)
    if found is not None:
        return found
    try:
        return Position.parse(text)
    except ValueError:
        raise IllegalMove(f"{shown(text)} is not on the board: name a word or a position A1 to E5") from None


def split_clue(parts: list[str]) -> tuple[bool, str | None, str]:
    """Cut what follows ``clue`` into: whether it is an invalid one, its word (None if unwritten), its number's text.

    Raises:
        Malformed: word or number is missing.
    """
    invalid = len(parts) > 2 and parts[0].casefold() == INVALID
    rest = parts[1:] if invalid else parts
    if len(rest) < 2:
        raise Malformed("a clue needs a word and a number: put - for what nobody wrote down")
    word = " ".join(rest[:-1])
    return invalid, None if word == UNWRITTEN else word, rest[-1].casefold()


def _clue(seat: Seat, parts: list[str]) -> Clue:
    invalid, word, last = split_clue(parts)
    if last == UNWRITTEN:
        return Clue(seat, word, None, invalid)
    if last == "unlimited":
        raise IllegalMove("Duet knows no unlimited clue, guesses are never limited: give a number")
    number = whole_number(last, MAX_NUMBER)
    if number is None:
        raise Malformed(f"{shown(parts[-1])} is no number: a clue ends with 0 to {MAX_NUMBER}, or with -")
    if number > MAX_NUMBER:
        raise IllegalMove(f"the number of a clue is 0 to {MAX_NUMBER}, not {shown(last)}")
    return Clue(seat, word, number, invalid)


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
