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
        target: the file; its folder must exist.
        data: all of its content.
        mode: its rights.

    Raises:
        FileNotWritten: it can't be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".companion-", suffix=target.suffix)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).chmod(mode)
            Path(name).replace(target)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileNotWritten(f"{target}: cannot be written ({error.strerror})") from error
