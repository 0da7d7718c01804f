"""An engine that repeats what another one read: the same strip gives the same line, an unknown strip is an error.

Recordings are kept by what is in the strip, not by its place, so that a changed reader can't be fed stale lines.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.vision.ocr.engine import EngineMissing, Line, Strip, TextEngine


def fingerprint(strip: Strip) -> str:
    """What a strip is kept under: its size and pixels, hashed."""
    return hashlib.sha256(f"{strip.shape}".encode() + strip.tobytes()).hexdigest()[:24]


class RecordedEngine:
    """Repeats recorded lines."""

    def __init__(self, lines: Mapping[str, Line]) -> None:
        self._lines = dict(lines)

    @classmethod
    def load(cls, path: Path) -> RecordedEngine:
        """Read a recording written by ``RecordingEngine.save``."""
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls({key: Line(str(text), float(confidence)) for key, (text, confidence) in kept.items()})

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """The recorded line of each strip.

        Raises:
            EngineMissing: a strip was never recorded.
        """
        try:
            return [self._lines[fingerprint(strip)] for strip in strips]
        except KeyError as error:
            raise EngineMissing("the recording does not hold this strip: record it again") from error


class RecordingEngine:
    """Passes strips on to another engine and keeps what it read."""

    def __init__(self, engine: TextEngine) -> None:
        self._engine = engine
        self._lines: dict[str, Line] = {}

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """What the other engine reads."""
        lines = self._engine.read_lines(strips)
        self._lines.update(zip(map(fingerprint, strips), lines, strict=True))
        return lines

    def save(self, path: Path) -> None:
        """Write what was read so far."""
        kept = {key: [line.text, line.confidence] for key, line in self._lines.items()}
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=0), encoding="utf-8")
