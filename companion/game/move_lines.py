"""What the lines of play of all games have in common: cards, clues, ``name`` and ``undo``."""

from __future__ import annotations

from companion.game.board import Board
from companion.game.moves import MAX_NUMBER, IllegalMove, NameWord, Undo
from companion.game.position import Position
from companion.game.transcript import Malformed, shown, whole_number

UNWRITTEN = "-"
INVALID = "invalid"
UNLIMITED = "unlimited"


def undo_alone(parts: list[str]) -> Undo:
    """Read ``undo``.

    Raises:
        Malformed: something follows.
    """
    if len(parts) > 1:
        raise Malformed(f"undo stands alone: remove {shown(' '.join(parts[1:]))}")
    return Undo()


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


def clue_number(last: str) -> int | None:
    """The number that ends a clue; None if nobody wrote it down.

    Raises:
        IllegalMove: it is too great.
        Malformed: it is no number.
    """
    if last == UNWRITTEN:
        return None
    number = whole_number(last, MAX_NUMBER)
    if number is None:
        raise Malformed(f"{shown(last)} is no number: a clue ends with 0 to {MAX_NUMBER}, or with -")
    if number > MAX_NUMBER:
        raise IllegalMove(f"the number of a clue is 0 to {MAX_NUMBER}, not {shown(last)}")
    return number
