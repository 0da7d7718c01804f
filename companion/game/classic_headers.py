"""The headers of a base game's transcript: text to setup and back."""

from __future__ import annotations

from companion.game.classic import Card, ClassicKey, ClassicSetup, ClassicSetupError, Team
from companion.game.duet_headers import board_of
from companion.game.position import COUNT
from companion.game.transcript import Header, Headers, Malformed, in_rows, shown, whole_number

HEADERS = frozenset({"mode", "first", "key", "players", "words"})
_TEAMS = {team.value: team for team in Team}


def setup_of(headers: Headers) -> ClassicSetup:
    """The game that the headers describe.

    Raises:
        Malformed: one is missing or does not hold what it should.
    """
    headers.refuse_others(HEADERS, "classic")
    headers.refuse_running(("key",))
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


def setup_lines(setup: ClassicSetup, *, key: bool) -> list[str]:
    """The header lines that read back as ``setup``; without the key they do not read back, and no key is told."""
    lines = [
        "mode: classic",
        f"players: {setup.players}",
        f"first: {setup.first.value}",
        "words: " + ", ".join(" ".join(word.split()) for word in setup.board.words),
    ]
    if key:
        lines.append(f"key: {in_rows(card.value for card in setup.key.cards)}")
    return lines
