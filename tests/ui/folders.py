"""Folders that are gone when the program ends."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path


def passing_folder(prefix: str) -> Path:
    """A new folder for as long as this program runs."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
