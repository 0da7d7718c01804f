"""What the lines of play of all games have in common: who does what, cards, clues, ``name``, ``allow``, ``undo``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.game.board import Board
from companion.game.moves import MAX_NUMBER, Allow, IllegalMove, NameWord, Undo
from companion.game.position import Position
from companion.game.transcript import Malformed, shown, whole_number

UNWRITTEN = "-"
INVALID = "invalid"
UNLIMITED = "unlimited"


WhoT = TypeVar("WhoT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Language(Generic[WhoT, MoveT]):
    """The lines of play of one game.

    ``who``: those that act, by their names in lower case; ``called``: what they are. ``does``: the verbs, each reads
    what follows it on a board. ``sets``: reads the parts that follow ``set``.
    """

    who: Mapping[str, WhoT]
    called: str
    does: Mapping[str, Callable[[WhoT, list[str], Board], MoveT]]
    sets: Callable[[list[list[str]]], MoveT]


def parse_line(line: str, board: Board, language: Language[WhoT, MoveT]) -> MoveT | NameWord | Allow | Undo:
    """Read one line of play, cleaned. ``board`` tells words from positions: a word of the board goes first.

    Raises:
        IllegalMove: a well-formed move that the game cannot take: refused, the replay goes on.
        Malformed: no move at all.
    """
    parts = line.split()
    match parts[0].casefold():
        case "undo":
            refuse_more(parts[1:], "undo")
            return Undo()
        case "name":
            return _name(parts)
        case "allow":
            if len(parts) < 2:
                raise Malformed("allow needs the word that both sides let pass: allow OCEAN")
            return Allow(" ".join(parts[1:]))
        case "set":
            return language.sets(_listed(parts[1:]))
        case head:
            return _by_someone(parts, head, board, language)


def _by_someone(parts: list[str], head: str, board: Board, language: Language[WhoT, MoveT]) -> MoveT:
    who = language.who.get(head)
    called, verbs = language.called, _in_words([*language.does])
    if who is None:
        late = " (headers stand before the first move)" if ":" in parts[0] or ":" in parts[1:2] else ""
        names = ", ".join(str(getattr(each, "value", each)) for each in language.who.values())
        raise Malformed(f"{shown(parts[0])} is no {called}: a move begins with {names}, name, allow, set or undo{late}")
    if len(parts) < 2:
        raise Malformed(f"{called} {parts[0]} does nothing: say {verbs} after the {called}")
    does = language.does.get(parts[1].casefold())
    if does is None:
        raise Malformed(f"{shown(parts[1])} is no verb: a {called} has {verbs}")
    return does(who, parts[2:], board)


def _in_words(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def refuse_more(parts: list[str], verb: str) -> None:
    """A verb that stands alone.

    Raises:
        Malformed: something follows it.
    """
    if parts:
        raise Malformed(f"nothing follows {verb}: remove {shown(' '.join(parts))}")


def _name(parts: list[str]) -> NameWord:
    """Read ``name POSITION WORD…``: a card is named later, or a misread word is corrected."""
    if len(parts) < 3:
        raise Malformed("name needs a position and a word: name C3 OCEAN")
    return NameWord(parse_position(parts[1]), " ".join(parts[2:]))


def _listed(parts: list[str]) -> list[list[str]]:
    """What follows ``set``, cut at its commas and then into words; none is empty."""
    listed = [part.split() for part in " ".join(parts).split(",")]
    if not all(listed):
        raise Malformed("set needs parts between single commas, such as: set C3 agent, D1 free")
    return listed


def parse_position(text: str) -> Position:
    """A place by its name.

    Raises:
        Malformed: it is none.
    """
    try:
        return Position.parse(text)
    except ValueError as error:
        raise Malformed(f"{shown(text)} is no position: rows A to E, columns 1 to 5") from error


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


def shared_text(move: NameWord | Allow | Undo) -> str:
    """The line that reads back as a move that every game has."""
    match move:
        case NameWord():
            return f"name {move.position} {move.word}"
        case Allow():
            return f"allow {move.word}"
        case Undo():
            return "undo"


def clue_text(word: str | None, number: str | None, *, invalid: bool) -> str:
    """A clue from its verb on."""
    return f"clue {INVALID + ' ' if invalid else ''}{UNWRITTEN if word is None else word} {number or UNWRITTEN}"


def card_text(position: Position, board: Board) -> str:
    """A card as a line calls it: by its word, never by its position, since a word goes first. Right on any board."""
    return " ".join(board.word(position).split())
