"""Where the program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_dir() -> Path:
    """The folder of the missions and settings, made if need be and closed to others.

    ``COMPANION_HOME`` puts it elsewhere.
    """
    named = os.environ.get("COMPANION_HOME")
    folder = Path(named) if named else Path(platformdirs.user_data_dir("duet-companion", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
