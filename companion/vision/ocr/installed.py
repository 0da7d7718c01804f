"""Which languages Tesseract can read here."""

from __future__ import annotations

import subprocess

import pytesseract

from companion.vision.languages import is_code
from companion.vision.ocr.engine import EngineMissing

INSTALL = "install it with: apt install tesseract-ocr"
AGAIN = "reinstall tesseract-ocr, or look what else is called tesseract on the PATH"
WITHIN_S = 20.0
"""Listing its models takes Tesseract a twentieth of a second; one that hangs is not waited for longer than this."""


def installed_languages(within_s: float = WITHIN_S) -> frozenset[str]:
    """The codes of the models that are installed.

    Args:
        within_s: after so many seconds without an answer Tesseract is given up.

    Raises:
        EngineMissing: Tesseract is not there, or does not list its models.
    """
    call = [pytesseract.pytesseract.tesseract_cmd, "--list-langs"]
    try:
        done = subprocess.run(call, capture_output=True, check=False, timeout=within_s)
    except subprocess.TimeoutExpired as error:
        raise EngineMissing(f"Tesseract did not list its models within {within_s:g} s: {AGAIN}") from error
    except OSError as error:
        raise EngineMissing(f"Tesseract was not found: {INSTALL}") from error
    lines = (done.stdout + b"\n" + done.stderr).decode(errors="replace").splitlines()
    if done.returncode != 0:
        raise EngineMissing(f"Tesseract failed ({reason_of(' '.join(lines))}): {AGAIN}")
    return frozenset(line.strip() for line in lines if is_code(line.strip()))


def reason_of(said: str) -> str:
    """What a program said before it ended, short and in one line."""
    return " ".join(said.split())[:120] or "it gives no reason"
