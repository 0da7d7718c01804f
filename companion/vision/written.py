"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import CompanionError


class FileNotWritten(CompanionError):
    """A file can't be written; says which and why."""


def write_whole(target: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file so that at any time it holds the old content or the new one.

    Args:
        target: the file; its folder must exist. Of a link the file that it leads to.
        data: all of its content.
        mode: its rights.

    Raises:
        FileNotWritten: it can't be written, or something that is no ordinary file has that name.
    """
    goal = Path(os.path.realpath(target))
    try:
        # The new file takes the place of what was there: a device, say, would be gone for everybody.
        if goal.exists() and not goal.is_file():
            raise FileNotWritten(f"{target}: is a folder or no ordinary file, give another name")
        handle, name = tempfile.mkstemp(dir=goal.parent, prefix=".companion-", suffix=goal.suffix)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).chmod(mode)
            Path(name).replace(goal)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileNotWritten(f"{target}: cannot be written ({error.strerror})") from error
