"""The text of a transcript: lines, comments, headers (docs/rules.md, "Transcripts"). Knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.errors import CompanionError

KEPT = frozenset({"id", "date", "language", "city", "names a", "names b"})
"""Headers that are kept and not judged; so is every ``x-…``."""

RUNNING = "x-running"
"""Header of an export whose mission still ran: its faces are left out."""

_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.DOTALL)
_SHOWN = 40


class TranscriptError(CompanionError):
    """A transcript cannot be played (on); the message begins with ``FILE:LINE:``."""


class Malformed(CompanionError):
    """What is wrong with a line or header. ``line`` counts from 1, None for the line that is being read."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def cleaned(line: str) -> str:
    """A line without its comment and with single spaces."""
    if "#" in line:
        line = _COMMENT.sub("", line)
    return " ".join(line.split())


def shown(text: str) -> str:
    """A piece of input as a message may quote it: short, on one line, nothing that a terminal would obey."""
    quoted = "".join(sign if sign.isprintable() else "?" for sign in text[: _SHOWN + 1])
    return f"`{quoted}`" if len(quoted) <= _SHOWN else f"`{quoted[:_SHOWN]}…`"


def whole_number(text: str, most: int) -> int | None:
    """The number a text stands for, from 0; None if it is none. Whatever is greater than ``most`` is ``most + 1``."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    return most + 1 if len(digits) > len(str(most)) else min(int(digits), most + 1)


def in_rows(letters: Iterable[str]) -> str:
    """The 25 letters of a key or face in five groups, as they are written."""
    written = "".join(letters)
    return " ".join(written[i : i + 5] for i in range(0, len(written), 5))


@dataclass(frozen=True, slots=True)
class Header:
    """One header: where it stands, its name as written, its text (which may be a face, so the text form hides it)."""

    line: int
    name: str
    text: str = field(repr=False)


class Headers:
    """The headers of one transcript, each once, in any order.

    Args:
        known: the names that some game gives a meaning to, in lower case.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known) | KEPT
        self._found: dict[str, Header] = {}

    def add(self, line: int, text: str) -> None:
        """Take in one header line.

        Raises:
            Malformed: it is no header, or one that is unknown or was there before.
        """
        name, colon, value = text.partition(":")
        name = name.strip()
        form = name.casefold()
        if not colon:
            raise Malformed(f"{shown(text)} is neither a header (`name: text`) nor a move: mend or remove the line")
        if form not in self._known and not is_extra(form):
            raise Malformed(f"unknown header {shown(name)}: remove it, or call it x-… to have it kept")
        if form in self._found:
            first = self._found[form].line
            raise Malformed(f"the header {shown(name)} stands in line {first} already: remove one of the two")
        self._found[form] = Header(line, name, value.strip())

    def get(self, name: str) -> Header | None:
        """A header by its name in lower case, None if it is not there."""
        return self._found.get(name)

    def required(self, name: str) -> Header:
        """A header that has to be there.

        Raises:
            Malformed: it is missing.
        """
        header = self._found.get(name)
        if header is None:
            first, *seat = name.split()
            written = " ".join([first, *(part.upper() for part in seat)])
            raise Malformed(f"the header `{written}:` is missing: it has to stand before the first move")
        return header

    def refuse_others(self, meant: frozenset[str], mode: str) -> None:
        """Every header is one of ``meant`` or merely kept.

        Raises:
            Malformed: one belongs to another game.
        """
        for form, header in self._found.items():
            if form not in meant and form not in KEPT and not is_extra(form):
                raise Malformed(f"a mission of mode {mode} has no header {shown(header.name)}: remove it", header.line)

    def refuse_running(self, hidden: tuple[str, ...]) -> None:
        """An export of a mission that still ran has no faces, ``hidden``, and says so: it cannot be played.

        Raises:
            Malformed: this is one.
        """
        running = self._found.get(RUNNING)
        if running is None or running.text.casefold() != "yes" or any(name in self._found for name in hidden):
            return
        what = "its key is" if hidden == ("key",) else "its faces are"
        raise Malformed(
            f"the mission still ran when this was exported, so {what} left out: export it when it has ended",
            running.line,
        )

    def kept(self) -> dict[str, str]:
        """Name and text of the headers that nothing judges, in the order of the file."""
        return {h.name: h.text for form, h in self._found.items() if form in KEPT or is_extra(form)}


def is_extra(name: str) -> bool:
    """A name in lower case of the form ``x-…``."""
    return name.startswith("x-") and len(name) > len("x-")


def header_lines(kept: Iterable[tuple[str, str]]) -> list[str]:
    """Header lines that read back as they are, but for one thing.

    The sign # at the start of a word would begin a comment, so it is written in its wide form ＃.

    Raises:
        Malformed: a name is none of those that are kept, or comes twice.
    """
    lines: dict[str, str] = {}
    for name, text in kept:
        plain = " ".join(name.split())
        form = plain.casefold()
        cut = ":" in form or any(word.startswith("#") for word in form.split())
        if (form not in KEPT and not is_extra(form)) or cut or form in lines:
            raise Malformed(f"{shown(name)} is no header that a transcript keeps once: call it x-…")
        words = [f"＃{word[1:]}" if word.startswith("#") else word for word in text.split()]
        lines[form] = f"{plain}: {' '.join(words)}".rstrip()
    return list(lines.values())
