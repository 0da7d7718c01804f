"""Where the program keeps its files."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import platformdirs

from companion.errors import CompanionError


class FolderError(CompanionError):
    """The folder of the missions cannot be made."""


def data_dir() -> Path:
    """The folder of the missions and settings, made if need be and closed to others.

    ``COMPANION_HOME`` puts it elsewhere.

    Raises:
        FolderError: it cannot be made; says why and what to do.
    """
    named = os.environ.get("COMPANION_HOME")
    folder = Path(named) if named else Path(platformdirs.user_data_dir("duet-companion", appauthor=False))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(
            f"{folder}: the folder of the missions cannot be made ({error.strerror}): check the rights and the disk, "
            "or name another one in COMPANION_HOME"
        ) from error
    return folder


def cache_dir() -> Path:
    """The folder for what can be made again (images); it need not be there. ``COMPANION_CACHE`` names another."""
    named = os.environ.get("COMPANION_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("duet-companion", appauthor=False))


def firmware_dir() -> Path:
    """The folder of the screens' firmware: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "_firmware"
    return inside if inside.is_dir() else package.parent / "firmware"


def firmware_command() -> list[str]:
    """How to start a virtual screen (firmware/README.md): on MicroPython where it is installed, else on Python."""
    beside = Path(sys.executable).with_name("micropython")
    interpreter = str(beside) if beside.exists() else shutil.which("micropython")
    if interpreter is None:
        return [sys.executable, str(firmware_dir() / "on_cpython.py")]
    return [interpreter, "-X", "heapsize=192k", str(firmware_dir() / "main.py")]
