"""A folder for secrets of one run, below the machine's temporary one: gone when the run ends, however it ends.

What is killed at once cannot clear up; the next run does it. A folder belongs to a process that lives as long as its
mark is locked: the lock ends with the process, and no number of a process is taken for another's.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

PREFIXES = SCREENS, DEMO = "duet-screens-", "duet-demo-"
MARK, OURS = "in-use", "of the companion for Codenames: Duet\n"
"""The mark of a folder, and what is written in it: another's folder of that name stays."""


@contextlib.contextmanager
def own_folder(prefix: str) -> Iterator[Path]:
    """A new folder that only this user can read; those of runs that were killed are removed before.

    Args:
        prefix: one of ``PREFIXES``.
    """
    sweep()
    with tempfile.TemporaryDirectory(prefix=prefix) as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        mark = stack.enter_context((folder / f"{MARK}.new").open("w"))
        mark.write(OURS)
        mark.flush()
        # Locked before it has its name: a sweep never finds the mark of a living run free.
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        (folder / f"{MARK}.new").rename(folder / MARK)
        yield folder


def sweep() -> None:
    """Remove the folders of this user's runs that no longer live; what cannot be removed stays."""
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).iterdir():
            if folder.name.startswith(PREFIXES):
                _remove_if_dead(folder)


def _remove_if_dead(folder: Path) -> None:
    """Links are neither followed nor removed: only what lies in a folder of this user."""
    with contextlib.suppress(OSError):
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            return
        mark = os.open(folder / MARK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.read(mark, len(OURS) + 1) == OURS.encode():
                shutil.rmtree(folder)
        finally:
            os.close(mark)
