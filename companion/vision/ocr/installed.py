"""Which languages Tesseract can read here."""

from __future__ import annotations

import pytesseract

from companion.vision.languages import NO_LANGUAGES
from companion.vision.ocr.engine import EngineMissing


def installed_languages() -> frozenset[str]:
    """The codes of the models that are installed.

    Raises:
        EngineMissing: Tesseract is not there.
    """
    try:
        return frozenset(pytesseract.get_languages()) - NO_LANGUAGES
    except pytesseract.TesseractNotFoundError as error:
        raise EngineMissing("Tesseract was not found: install it with: apt install tesseract-ocr") from error
