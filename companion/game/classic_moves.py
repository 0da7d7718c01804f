"""The lines of play of a base game's transcript: text to move and back."""

from __future__ import annotations

from companion.game.board import Board
from companion.game.classic import Card, ClassicMove, SetCards, Team, TeamClue, TeamCover, TeamGuess, TeamStop
from companion.game.move_lines import (
    UNLIMITED,
    Language,
    card_text,
    clue_number,
    clue_text,
    parse_card,
    parse_line,
    parse_position,
    refuse_more,
    shared_text,
    split_clue,
)
from companion.game.moves import Allow, NameWord, Undo
from companion.game.position import Position
from companion.game.transcript import Malformed, shown

_TEAMS = {team.value: team for team in Team}
_LAID: dict[str, Card | None] = {
    "red": Card.RED, "blue": Card.BLUE, "bystander": Card.BYSTANDER, "assassin": Card.ASSASSIN, "free": None,
}  # fmt: skip
_NAMES = {card: name for name, card in _LAID.items()}


def parse_move(line: str, board: Board) -> ClassicMove | Undo:
    """Read one line of play, cleaned. ``board`` tells words from positions: a word of the board goes first.

    Raises:
        IllegalMove: a well-formed move that the game cannot take: refused, the replay goes on.
        Malformed: no move at all.
    """
    return parse_line(line, board, _LANGUAGE)


def _clue(team: Team, parts: list[str], _: Board) -> ClassicMove:
    invalid, word, last = split_clue(parts)
    if last == UNLIMITED:
        return TeamClue(team, word, None, True, invalid)
    return TeamClue(team, word, clue_number(last), False, invalid)


def _guess(team: Team, parts: list[str], board: Board) -> ClassicMove:
    return TeamGuess(team, parse_card(parts, board))


def _stop(team: Team, parts: list[str], _: Board) -> ClassicMove:
    refuse_more(parts, "stop")
    return TeamStop(team)


def _cover(team: Team, parts: list[str], board: Board) -> ClassicMove:
    return TeamCover(team, parse_card(parts, board))


def _set(parts: list[list[str]]) -> SetCards:
    """Read the parts of ``set``: ``POSITION red|blue|bystander|assassin|free`` and ``turn TEAM``."""
    covers, turn = dict[Position, Card | None](), None
    for name, *rest in parts:
        said = " ".join(rest).casefold()
        if name.casefold() == "turn":
            if turn is not None or said not in _TEAMS:
                raise Malformed("turn comes once, with one team: turn red or turn blue")
            turn = _TEAMS[said]
            continue
        position = parse_position(name)
        if position in covers:
            raise Malformed(f"set names {position} twice: say once what lies there")
        if said not in _LAID:
            raise Malformed(f"{shown(' '.join([name, *rest]))} says nothing of a card: say {' or '.join(_LAID)}")
        covers[position] = _LAID[said]
    return SetCards(tuple(covers.items()), turn)


_LANGUAGE: Language[Team, ClassicMove] = Language(
    who=_TEAMS,
    called="team",
    does={"clue": _clue, "guess": _guess, "stop": _stop, "cover": _cover},
    sets=_set,
)


def move_text(move: ClassicMove | Undo, board: Board) -> str:
    """The line that reads back as ``move`` on this board."""
    match move:
        case TeamClue():
            number = UNLIMITED if move.unlimited else None if move.number is None else str(move.number)
            return f"{move.team.value} {clue_text(move.word, number, invalid=move.invalid)}"
        case TeamGuess():
            return f"{move.team.value} guess {card_text(move.position, board)}"
        case TeamCover():
            return f"{move.team.value} cover {card_text(move.position, board)}"
        case TeamStop():
            return f"{move.team.value} stop"
        case SetCards():
            parts = [] if move.team is None else [f"turn {move.team.value}"]
            parts += [f"{position} {_NAMES[card]}" for position, card in move.covers]
            return f"set {', '.join(parts)}"
        case NameWord() | Allow() | Undo():
            return shared_text(move)
