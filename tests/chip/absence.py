"""What becomes of a proof that cannot be given on a machine."""

from __future__ import annotations

import platform
from typing import NoReturn

import pytest


def lacking(reason: str) -> NoReturn:
    """End a test: with a fault where compiler and emulator can be had, elsewhere passing over it with the reason."""
    if platform.machine() == "x86_64":
        pytest.fail(reason, pytrace=False)
    pytest.skip(f"on {platform.machine()}: {reason}")
