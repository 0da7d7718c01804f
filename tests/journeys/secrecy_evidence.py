"""What was to be seen at each step of a mission, kept so that two missions can be compared byte for byte."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path

INDEX = "index.json"


class Evidence:
    """Named pieces of bytes, step by step. The name of a piece is ``<step>/<channel>``."""

    def __init__(self) -> None:
        self.pieces: dict[str, bytes] = {}
        self.steps: list[str] = []

    def step(self, name: str) -> None:
        """A new step begins."""
        self.steps.append(f"{len(self.steps):03d} {name}")

    def keep(self, channel: str, content: bytes | str) -> None:
        """Something of this step."""
        piece = f"{self.steps[-1]}/{channel}"
        if piece in self.pieces:
            raise ValueError(f"{piece} is there already")
        self.pieces[piece] = content.encode() if isinstance(content, str) else content

    def write(self, path: Path) -> None:
        """Into a file, equal contents once."""
        index = {name: hashlib.sha256(content).hexdigest() for name, content in self.pieces.items()}
        contents = dict(zip(index.values(), self.pieces.values(), strict=True))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr(INDEX, json.dumps(index))
            for digest, content in contents.items():
                archive.writestr(digest, content)

    @classmethod
    def read(cls, path: Path) -> Evidence:
        """From a file."""
        evidence = cls()
        with zipfile.ZipFile(path) as archive:
            contents = {digest: archive.read(digest) for digest in archive.namelist()}
        index = json.loads(contents[INDEX])
        evidence.pieces = {name: contents[digest] for name, digest in index.items()}
        for name in evidence.pieces:
            step = name.split("/", 1)[0]
            if step not in evidence.steps:
                evidence.steps.append(step)
        return evidence

    def channels(self) -> set[str]:
        """What is looked at in any step."""
        return {name.split("/", 1)[1] for name in self.pieces}


def differences(one: Evidence, two: Evidence, secret: Iterable[str] = ()) -> list[str]:
    """The names of the pieces that are not equal or that only one of them has, in order.

    Args:
        one: A mission.
        two: The same mission with another key.
        secret: Channels that may differ.
    """
    hidden = set(secret)
    names = [*one.pieces, *(name for name in two.pieces if name not in one.pieces)]
    return [
        name for name in names if name.split("/", 1)[1] not in hidden and one.pieces.get(name) != two.pieces.get(name)
    ]


def shown(one: Evidence, two: Evidence, name: str, most: int = 300) -> str:
    """A difference for people: the first place where texts part, or how many bytes do."""
    a, b = one.pieces.get(name), two.pieces.get(name)
    if a is None or b is None:
        return f"{name}: only in the {'second' if a is None else 'first'}"
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    count = sum(x != y for x, y in zip(a, b, strict=False))
    part = slice(max(0, at - 60), at + most)
    return f"{name}: {count} bytes differ, from {at} of {len(a)}: {a[part]!r} | {b[part]!r}"
