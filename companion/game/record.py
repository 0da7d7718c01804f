"""Whole transcripts: played line by line, read into a mission, written from one (docs/rules.md, "Transcripts")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from companion.game import classic_headers, classic_moves, duet_headers, duet_moves
from companion.game.board import Board
from companion.game.classic_mission import ClassicMission
from companion.game.modes import ALL_HEADERS, MOVE_BEGINNINGS, AnyMission, Game, begin
from companion.game.moves import NameWord
from companion.game.transcript import RUNNING, Headers, Malformed, TranscriptError, cleaned, header_lines

MoveT = TypeVar("MoveT")
_MARK = "\ufeff"


class Playback:
    """Plays one transcript from its lines, as they come.

    Args:
        name: what the messages call the file.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._headers = Headers(ALL_HEADERS)
        self._line = 1
        self.game: Game | None = None

    @property
    def kept(self) -> dict[str, str]:
        """Name and text of the headers that nothing judges."""
        return self._headers.kept()

    def line(self, number: int, text: str) -> dict[str, object] | None:
        """Take in one line; ``number`` counts from 1.

        Returns:
            What ``replay`` prints about a move; None for a header, a comment or an empty line.

        Raises:
            TranscriptError: the line is no move, or a header is unknown, repeated, missing or wrong.
        """
        self._line = number
        line = cleaned(text.removeprefix(_MARK) if number == 1 else text)
        if not line:
            return None
        try:
            if self.game is None:
                if line.split(" ", 1)[0].casefold() not in MOVE_BEGINNINGS:
                    self._headers.add(number, line)
                    return None
                self.game = begin(self._headers)
            return self.game.play(line)
        except Malformed as error:
            raise self._explained(error) from error

    def end(self) -> dict[str, object]:
        """The file is at its end: what ``replay`` prints last.

        Raises:
            TranscriptError: no game could be begun.
        """
        try:
            if self.game is None:
                self.game = begin(self._headers)
            return self.game.summary()
        except Malformed as error:
            raise self._explained(error) from error

    def _explained(self, error: Malformed) -> TranscriptError:
        return TranscriptError(f"{self._name}:{error.line or self._line}: {error}")


@dataclass(slots=True)
class Record:
    """A mission of either mode and the headers that are kept beside it, such as ``date`` or ``names A``."""

    mission: AnyMission
    kept: dict[str, str] = field(default_factory=dict)


def read_record(lines: Iterable[str], name: str) -> Record:
    """Read a transcript. Lines that were refused are no part of the record; moves taken back are.

    Args:
        lines: the lines of the text, with or without their ends.
        name: what the messages call the file.

    Raises:
        TranscriptError: it cannot be played.
    """
    playback = Playback(name)
    for number, line in enumerate(lines, start=1):
        playback.line(number, line)
    playback.end()
    assert playback.game is not None
    return Record(playback.game.mission, playback.kept)


def export_record(mission: AnyMission, kept: Mapping[str, str] | None = None) -> str:
    """The transcript of a mission for others: while it runs, its faces or key are left out and the text says so."""
    return write_record(mission, kept, faces=mission.is_over)


def write_record(mission: AnyMission, kept: Mapping[str, str] | None = None, *, faces: bool) -> str:
    """The transcript of a mission, moves taken back and their ``undo`` included.

    With ``faces`` (in a base game: the key) it replays to the same state; without, ``replay`` refuses it and says why.

    Raises:
        Malformed: a name in ``kept`` is no header that a transcript keeps.
    """
    if isinstance(mission, ClassicMission):
        lines, hidden = classic_headers.setup_lines(mission.setup, key=faces), "its key is"
    else:
        lines, hidden = duet_headers.setup_lines(mission.setup, faces=faces), "its faces are"
    if not faces:
        lines[0:0] = [f"# This mission still ran when it was exported: {hidden} left out."]
        lines.append(f"{RUNNING}: yes")
    lines += header_lines((n, text) for n, text in (kept or {}).items() if n.casefold() != RUNNING)
    lines += ["", *_move_lines(mission)]
    return "\n".join(lines) + "\n"


def _move_lines(mission: AnyMission) -> Iterator[str]:
    """Each move as it reads back, its words as they were known at that time."""
    if isinstance(mission, ClassicMission):
        yield from _worded(mission.setup.board, mission.moves, classic_moves.move_text)
    else:
        yield from _worded(mission.setup.board, mission.moves, duet_moves.move_text)


def _worded(board: Board, moves: Iterable[MoveT], text_of: Callable[[MoveT, Board], str]) -> Iterator[str]:
    for move in moves:
        yield text_of(move, board)
        if isinstance(move, NameWord):
            board = board.with_word(move.position, move.word)
