"""One of several, as pages show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several; ``chosen`` is on."""

    text: str
    chosen: bool
