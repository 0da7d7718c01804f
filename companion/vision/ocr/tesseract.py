"""Tesseract through pytesseract: all strips of a board in one call."""

from __future__ import annotations

import csv
import io
import os
import shlex
import tempfile
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import cv2
import pytesseract

from companion.vision.languages import Language, as_printed, is_code, language_of, no_code
from companion.vision.ocr.engine import NOTHING, EngineMissing, Line, Strip
from companion.vision.ocr.installed import AGAIN, INSTALL, installed_languages, reason_of
from companion.vision.ocr.waiting import WaitingCall

NAME = "tesseract"
_CONFIG = "--psm 7 --oem 1 -c debug_file=/dev/null"
_PAGE = "\n1\t"
"""How the line of a picture begins in Tesseract's table."""
TIMEOUT_S = 60


class TesseractEngine:
    """Reads with the models of one or more languages, such as ``eng`` or ``deu+fra``."""

    def __init__(self, language: str = "eng") -> None:
        """Check that Tesseract and its models are there.

        Raises:
            EngineMissing: they are not, or the language is no Tesseract code; says what to install.
        """
        # Several threads inside one call only hinder each other on such small pictures.
        os.environ.setdefault("OMP_THREAD_LIMIT", "1")
        self.language = language
        if not is_code(language):
            raise EngineMissing(no_code(language))
        installed = installed_languages()
        for code in language.split("+"):
            if code not in installed:
                raise EngineMissing(_no_model(language_of(code)))
        self._waiting: deque[WaitingCall] = deque()

    def get_ready(self, calls: int) -> None:
        """Start so many calls that load their model now, for the next readings."""
        options = ["-l", self.language, *shlex.split(_CONFIG), "-c", "tessedit_create_tsv=1", "tsv"]
        # Where none can be started the reading itself says why.
        with suppress(OSError):
            while len(self._waiting) < calls:
                self._waiting.append(WaitingCall(pytesseract.pytesseract.tesseract_cmd, options))

    def dismiss(self) -> None:
        """End the calls that still wait."""
        while self._waiting:
            self._waiting.pop().end()

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """Read all strips in one call of Tesseract.

        Raises:
            EngineMissing: Tesseract vanished, broke down or took too long.
        """
        if not strips:
            return []
        try:
            with tempfile.TemporaryDirectory(prefix="companion-strips-") as folder:
                names = [Path(folder) / f"{index:03d}.bmp" for index in range(len(strips))]
                for name, strip in zip(names, strips, strict=True):
                    _write(name, strip)
                lines = _lines(self._table(Path(folder), "".join(f"{name}\n" for name in names)), len(strips))
        except OSError as error:
            place = tempfile.gettempdir()
            raise EngineMissing(
                f"{place}: cannot be written ({error.strerror}): make room there and try again"
            ) from error
        return [Line(as_printed(line.text, self.language), line.confidence) for line in lines]

    def _table(self, folder: Path, listing: str) -> str:
        """What Tesseract prints about a list of pictures: by a call that waits for one, else by a new one."""
        with suppress(IndexError):
            try:
                table = self._waiting.popleft().read(listing, TIMEOUT_S)
            except TimeoutError as error:
                raise EngineMissing(_too_long()) from error
            # Should a waiting call fail, or not have seen the whole list, a new one is asked, which says why.
            if table is not None and table.count(_PAGE) == listing.count("\n"):
                return table
        path = folder / "strips.txt"
        path.write_text(listing, encoding="utf-8")
        return _run(str(path), self.language)


def _write(name: Path, strip: Strip) -> None:
    """Write a strip as BMP, which Tesseract opens quickest.

    Raises:
        OSError: it cannot be written; OpenCV itself would write half a file and say nothing.
    """
    name.write_bytes(cv2.imencode(".bmp", strip)[1].tobytes())


def _no_model(language: Language) -> str:
    named = f"language {language.code}" + (f" ({language.english})" if language.english != language.code else "")
    return f"{named}: Tesseract has no model for it, install it with: apt install {language.package}"


def _run(listing: str, language: str) -> str:
    try:
        return str(pytesseract.image_to_data(listing, lang=language, config=_CONFIG, timeout=TIMEOUT_S))
    except pytesseract.TesseractNotFoundError as error:
        raise EngineMissing(f"Tesseract was not found: {INSTALL}") from error
    except pytesseract.TesseractError as error:
        raise EngineMissing(
            f"Tesseract failed ({reason_of(str(error.message))}): try again, or reinstall tesseract-ocr"
        ) from error
    except OSError as error:
        raise EngineMissing(f"Tesseract cannot be run ({error.strerror}): {INSTALL}") from error
    except RuntimeError as error:
        raise EngineMissing(_too_long()) from error
    except UnicodeDecodeError as error:
        raise EngineMissing(_no_table()) from error


def _too_long() -> str:
    return f"Tesseract did not answer within {TIMEOUT_S} s: try again"


def _no_table() -> str:
    return f"Tesseract answered with something else than a table of words: {AGAIN}"


def _lines(table: str, count: int) -> list[Line]:
    """Gather Tesseract's table of words into one line for each page; a line is as sure as its least sure word.

    Raises:
        EngineMissing: it is no such table.
    """
    words: list[list[str]] = [[] for _ in range(count)]
    sure = [1.0] * count
    try:
        for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
            text = (row.get("text") or "").strip()
            page = int(row["page_num"]) - 1
            if text and 0 <= page < count:
                words[page].append(text)
                sure[page] = min(sure[page], max(0.0, float(row["conf"])) / 100.0)
    except (KeyError, TypeError, ValueError, csv.Error) as error:
        raise EngineMissing(_no_table()) from error
    return [Line(" ".join(parts), sure[page]) if parts else NOTHING for page, parts in enumerate(words)]
