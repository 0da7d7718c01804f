"""The headers of a Duet transcript: text to setup and back."""

from __future__ import annotations

from companion.game.board import Board, BoardError
from companion.game.duet import MAX_TURNS, DuetSetup, Scoring
from companion.game.keycard import Identity, KeyCard, KeyCardError
from companion.game.position import COUNT, Seat
from companion.game.transcript import Headers, Malformed, in_rows, shown, whole_number

HEADERS = frozenset({"mode", "turns", "mistakes", "scoring", "first", "words", "face a", "face b"})
_SEATS = {seat.value.casefold(): seat for seat in Seat}


def setup_of(headers: Headers) -> DuetSetup:
    """The mission that the headers describe.

    Raises:
        Malformed: one is missing or does not hold what it should.
    """
    headers.refuse_others(HEADERS, "duet")
    headers.refuse_running(("face a", "face b"))
    turns = _count(headers, "turns", 1, MAX_TURNS, 9)
    mistakes = _count(headers, "mistakes", 0, turns, turns)
    return DuetSetup(board_of(headers), _key(headers), turns, mistakes, _scoring(headers), _first(headers))


def board_of(headers: Headers) -> Board:
    """The header ``words``.

    Raises:
        Malformed: it is missing or its words make no board.
    """
    header = headers.required("words")
    try:
        return Board(tuple(" ".join(word.split()) for word in header.text.split(",")))
    except BoardError as error:
        raise Malformed(str(error), header.line) from error


def _count(headers: Headers, name: str, least: int, most: int, default: int) -> int:
    header = headers.get(name)
    if header is None:
        return default
    number = whole_number(header.text, most)
    if number is None or not least <= number <= most:
        raise Malformed(f"{name} is {shown(header.text)}: it has to be {least} to {most}", header.line)
    return number


def _scoring(headers: Headers) -> Scoring:
    header = headers.get("scoring")
    if header is None:
        return Scoring.THREE_PER_TOKEN
    try:
        return Scoring(header.text.casefold())
    except ValueError as error:
        names = " or ".join(scoring.value for scoring in Scoring)
        raise Malformed(f"scoring is {shown(header.text)}: it has to be {names}", header.line) from error


def _first(headers: Headers) -> Seat | None:
    header = headers.get("first")
    if header is None:
        return None
    seat = _SEATS.get(header.text.casefold())
    if seat is None:
        raise Malformed(f"first is {shown(header.text)}: it has to be A or B, or is left out", header.line)
    return seat


def _key(headers: Headers) -> KeyCard:
    faces = [_face(headers, "face a"), _face(headers, "face b")]
    try:
        return KeyCard.from_faces(*faces)
    except KeyCardError as error:
        raise Malformed(str(error), headers.required("face b").line) from error


def _face(headers: Headers, name: str) -> list[Identity]:
    header = headers.required(name)
    letters = "".join(header.text.split()).upper()
    strange = sorted(set(letters) - {identity.value for identity in Identity})
    if strange:
        raise Malformed(f"{header.name} holds {shown(''.join(strange))}: a face has only G, T and X", header.line)
    if len(letters) != COUNT:
        raise Malformed(f"{header.name} has {len(letters)} letters: a face has {COUNT}", header.line)
    return [Identity(letter) for letter in letters]


def setup_lines(setup: DuetSetup, *, faces: bool) -> list[str]:
    """The header lines that read back as ``setup``; without the faces they do not read back, and no key is told."""
    lines = [
        "mode: duet",
        f"turns: {setup.turns}",
        f"mistakes: {setup.mistakes}",
        f"scoring: {setup.scoring.value}",
    ]
    if setup.first is not None:
        lines.append(f"first: {setup.first.value}")
    lines.append("words: " + ", ".join(" ".join(word.split()) for word in setup.board.words))
    if faces:
        for seat in Seat:
            lines.append(f"face {seat.value}: {in_rows(identity.value for identity in setup.key.face(seat))}")
    return lines
