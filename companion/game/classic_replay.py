"""A base game in the text of a transcript: its headers, its lines of play, and what ``replay`` prints about them."""

from __future__ import annotations

from companion.game.board import Board, BoardError
from companion.game.classic import (
    Card,
    ClassicKey,
    ClassicMove,
    ClassicSetup,
    ClassicSetupError,
    ClassicState,
    Team,
    TeamClue,
    TeamCover,
    TeamGuess,
    TeamStop,
    apply,
    start,
)
from companion.game.duet_headers import board_of
from companion.game.move_lines import UNLIMITED, clue_number, parse_card, parse_name, split_clue, undo_alone
from companion.game.moves import IllegalMove, NameWord, Undo
from companion.game.position import ALL_POSITIONS, COUNT
from companion.game.transcript import Header, Headers, Malformed, shown, whole_number

HEADERS = frozenset({"mode", "first", "key", "players", "words"})
_TEAMS = {team.value: team for team in Team}
_COVERS = {
    Card.RED: "red agent", Card.BLUE: "blue agent", Card.BYSTANDER: "bystander", Card.ASSASSIN: "assassin",
}  # fmt: skip


class ClassicGame:
    """Plays the lines of one transcript."""

    def __init__(self, headers: Headers) -> None:
        self.setup = setup_of(headers)
        self.board: Board = self.setup.board
        self._states = [start(self.setup)]

    @property
    def state(self) -> ClassicState:
        """The state now."""
        return self._states[-1]

    def play(self, line: str) -> dict[str, object]:
        """One line of play, cleaned: what ``replay`` prints about it.

        Raises:
            Malformed: the line is no move.
        """
        verdict, error = None, None
        try:
            verdict = self._take(parse_move(line, self.board))
        except IllegalMove as refusal:
            error = str(refusal)
        return move_object(line, self.state, verdict, error)

    def summary(self) -> dict[str, object]:
        """What ``replay`` prints at the end."""
        return end_object(self.setup, self.state)

    def _take(self, move: ClassicMove | Undo) -> str | None:
        if isinstance(move, Undo):
            if len(self._states) == 1:
                raise IllegalMove("there is no move to take back")
            self._states.pop()
            return None
        applied = apply(self.setup, self.state, move)
        if isinstance(move, NameWord):
            try:
                self.board = self.board.with_word(move.position, move.word)
            except BoardError as error:
                raise IllegalMove(str(error)) from error
            return None
        self._states.append(applied.state)
        return verdict_of(move, applied.verdict)


def setup_of(headers: Headers) -> ClassicSetup:
    """The game that the headers describe.

    Raises:
        Malformed: one is missing or does not hold what it should.
    """
    headers.refuse_others(HEADERS, "classic")
    board, first, key = board_of(headers), headers.required("first"), headers.required("key")
    team = _TEAMS.get(first.text.casefold())
    if team is None:
        raise Malformed(f"first is {shown(first.text)}: it has to be red or blue", first.line)
    cards = _cards(key)
    players = headers.get("players")
    number = 4 if players is None else whole_number(players.text, 4)
    if players is not None and number not in (2, 3, 4):
        raise Malformed(f"players is {shown(players.text)}: it has to be 2, 3 or 4", players.line)
    try:
        return ClassicSetup(board, ClassicKey(cards), team, number or 4)
    except ClassicSetupError as error:
        raise Malformed(str(error), key.line) from error


def _cards(key: Header) -> tuple[Card, ...]:
    letters = "".join(key.text.split()).upper()
    strange = sorted(set(letters) - {card.value for card in Card})
    if strange:
        raise Malformed(f"key holds {shown(''.join(strange))}: a key has only R, B, T and X", key.line)
    if len(letters) != COUNT:
        raise Malformed(f"key has {len(letters)} letters: a key has {COUNT}", key.line)
    return tuple(Card(letter) for letter in letters)


def parse_move(line: str, board: Board) -> ClassicMove | Undo:
    """Read one line of play, cleaned. ``board`` tells words from positions: a word of the board goes first.

    Raises:
        IllegalMove: a well-formed move that the game cannot take: refused, the replay goes on.
        Malformed: no move at all.
    """
    parts = line.split()
    head = parts[0].casefold()
    if head == "undo":
        return undo_alone(parts)
    if head == "name":
        return parse_name(parts)
    team = _TEAMS.get(head)
    if team is None:
        raise Malformed(f"{shown(parts[0])} is no team: a move begins with red, blue or undo")
    verb = parts[1].casefold() if len(parts) > 1 else ""
    match verb:
        case "clue":
            return _clue(team, parts[2:])
        case "guess":
            return TeamGuess(team, parse_card(parts[2:], board))
        case "cover":
            return TeamCover(team, parse_card(parts[2:], board))
        case "stop":
            if len(parts) > 2:
                raise Malformed(f"nothing follows stop: remove {shown(' '.join(parts[2:]))}")
            return TeamStop(team)
        case "":
            raise Malformed(f"{team.value} does nothing: say clue, guess, stop or cover after the team")
        case _:
            raise Malformed(f"{shown(parts[1])} is no verb: a team has clue, guess, stop and cover")


def _clue(team: Team, parts: list[str]) -> TeamClue:
    invalid, word, last = split_clue(parts)
    if last == UNLIMITED:
        return TeamClue(team, word, None, True, invalid)
    return TeamClue(team, word, clue_number(last), False, invalid)


def verdict_of(move: ClassicMove, card: Card | None) -> str | None:
    """How a guess turned out, as seen by the team that made it; None for every other move."""
    if card is None or not isinstance(move, TeamGuess):
        return None
    if card.team is None:
        return _COVERS[card]
    return "own agent" if card.team is move.team else "other agent"


def outcome_of(state: ClassicState) -> str | None:
    """``red won: agents`` and the like; None while it runs."""
    if state.winner is None:
        return None
    return f"{state.winner.value} won: {'assassin' if state.by_assassin else 'agents'}"


def move_object(line: str, state: ClassicState, verdict: str | None, error: str | None) -> dict[str, object]:
    """What ``replay`` prints about one line; ``state`` is the one after it."""
    printed: dict[str, object] = {"move": line, "accepted": error is None}
    if error is not None:
        printed["error"] = error
    printed |= {
        "verdict": verdict,
        "giver": None if state.team is None else state.team.value,
        "phase": state.phase.value,
        "guesses_left": state.guesses_left,
        "agents_left": {"red": state.agents_left[0], "blue": state.agents_left[1]},
        "outcome": outcome_of(state),
    }
    return printed


def end_object(setup: ClassicSetup, state: ClassicState) -> dict[str, object]:
    """What ``replay`` prints after the last line. A score has only a won game of two players (rules B6)."""
    scored = setup.players == 2 and state.winner is setup.first
    covers = {str(p): _COVERS[card] for p, card in zip(ALL_POSITIONS, state.covers, strict=True) if card is not None}
    return {
        "outcome": outcome_of(state),
        "turns_used": state.turns_used,
        "score": {"total": state.left_of(setup.first.other)} if scored else None,
        "covers": covers,
    }
