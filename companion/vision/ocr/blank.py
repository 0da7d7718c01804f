"""An engine that reads nothing: for tables without Tesseract and for tests of what happens then."""

from __future__ import annotations

from collections.abc import Sequence

from companion.vision.ocr.engine import NOTHING, Line, Strip

NAME = "blank"


class BlankEngine:
    """Reads nothing anywhere."""

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """One empty line for each strip."""
        return [NOTHING for _ in strips]
