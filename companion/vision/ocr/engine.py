"""What the reader asks of a text recognition engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError

Strip = NDArray[np.uint8]
"""One line of text, dark on light: uint8, shape (height, width)."""


class EngineMissing(CompanionError):
    """The engine or its data for a language is not installed, or it broke down."""


@dataclass(frozen=True, slots=True)
class Line:
    """What an engine reads in one strip: "" for nothing. ``confidence``: its own, 0.0 to 1.0."""

    text: str
    confidence: float


NOTHING = Line("", 0.0)


class TextEngine(Protocol):
    """Reads strips with one line of text each."""

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """Read all strips in one go; one line for each, in their order.

        Raises:
            EngineMissing: the engine can't be run; says what to install.
        """
        ...


@runtime_checkable
class Forehanded(Protocol):
    """An engine that can do a part of its work before it is given anything to read."""

    def get_ready(self, calls: int) -> None:
        """Prepare for so many calls of ``read_lines``."""
        ...

    def dismiss(self) -> None:
        """Drop what was prepared and not used."""
        ...


@contextmanager
def forewarned(engine: TextEngine, calls: int) -> Iterator[None]:
    """Let an engine get ready, if it can, for what it will have to read in the block."""
    if not isinstance(engine, Forehanded):
        yield
        return
    engine.get_ready(calls)
    try:
        yield
    finally:
        engine.dismiss()
