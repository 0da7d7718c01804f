"""What the commands that take picture files say of one that could not be served."""

from __future__ import annotations

from pathlib import Path

from companion.errors import CompanionError


def told_of(image: str, error: CompanionError) -> str:
    """One line: the picture as it was given, then what is wrong with it; its name stands there once.

    Args:
        image: the argument; may hold signs that are not printed.
        error: what was raised for it, with the name of the file before it or without.
    """
    named = CompanionError(f"{Path(image)}: ")
    return str(CompanionError(f"{image}: {str(error).removeprefix(str(named))}"))
