"""Whole transcripts: played line by line, read into a mission, written from one (docs/rules.md, "Transcripts")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.game.duet import Phase
from companion.game.duet_headers import setup_lines
from companion.game.duet_moves import move_text
from companion.game.duet_replay import DuetGame
from companion.game.mission import Mission
from companion.game.modes import ALL_HEADERS, MOVE_BEGINNINGS, Game, begin
from companion.game.moves import NameWord
from companion.game.transcript import RUNNING, Headers, Malformed, TranscriptError, cleaned, header_lines

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
    """A mission and the headers that are kept beside it, such as ``date`` or ``names A``."""

    mission: Mission
    kept: dict[str, str] = field(default_factory=dict)


def read_record(lines: Iterable[str], name: str) -> Record:
    """Read a Duet transcript. Lines that were refused are no part of the record; moves taken back are.

    Args:
        lines: the lines of the text, with or without their ends.
        name: what the messages call the file.

    Raises:
        TranscriptError: it cannot be played, or it is of another mode.
    """
    playback = Playback(name)
    for number, line in enumerate(lines, start=1):
        playback.line(number, line)
    playback.end()
    if not isinstance(playback.game, DuetGame):
        raise TranscriptError(f"{name}:1: this is no mission of Duet: give one with `mode: duet`")
    return Record(playback.game.mission, playback.kept)


def export_record(mission: Mission, kept: Mapping[str, str] | None = None) -> str:
    """The transcript of a mission for others: while it runs, its faces are left out and the text says so."""
    return write_record(mission, kept, faces=mission.state.phase is Phase.OVER)


def write_record(mission: Mission, kept: Mapping[str, str] | None = None, *, faces: bool) -> str:
    """The transcript of a mission, moves taken back and their ``undo`` included.

    With ``faces`` it replays to the same state; without, ``replay`` refuses it and says why.

    Raises:
        Malformed: a name in ``kept`` is no header that a transcript keeps.
    """
    lines = setup_lines(mission.setup, faces=faces)
    if not faces:
        lines[0:0] = ["# This mission still ran when it was exported: its faces are left out."]
        lines.append(f"{RUNNING}: yes")
    lines += header_lines((n, text) for n, text in (kept or {}).items() if n.casefold() != RUNNING)
    lines.append("")
    board = mission.setup.board
    for move in mission.moves:
        lines.append(move_text(move, board))
        if isinstance(move, NameWord):
            board = board.with_word(move.position, move.word)
    return "\n".join(lines) + "\n"
