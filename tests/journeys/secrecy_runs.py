"""Starts missions with several keys at once and fetches what was to be seen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.game.keycard import KeyCard
from companion.game.position import Seat
from tests.journeys.secrecy_evidence import Evidence

HERE = Path(__file__).parent
TEXTS = ("processes", "values", "commands", "log", "stdout", "stderr")
FOLDERS = ("data", "tmp", "home", "work", "glass", "ports")


@dataclass
class Job:
    """One process that plays ``scripts`` with ``keys``, one for each, in a folder of its own."""

    folder: Path
    keys: Sequence[KeyCard]
    scripts: Sequence[str]
    leaks: Sequence[str] = ()
    process: subprocess.Popen[str] | None = field(default=None, init=False)

    def start(self) -> None:
        """Begin; the process works on its own."""
        for name in FOLDERS:
            (self.folder / name).mkdir(mode=0o700, parents=True)
        env = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"), "COMPANION_HOME": str(self.folder / "data"),
            "PYTHONPATH": str(HERE / "loud"), "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",  # Else the texts of sets come in another order in each process.
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "secrecy_run.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=env, cwd=self.folder / "work",
        )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(self._order()))
        self.process.stdin.close()
        self.process.stdin = None

    def evidence(self) -> Evidence:
        """Wait for the end; what was seen, with the name of the folder taken out of the texts.

        Raises:
            AssertionError: the process failed.
        """
        assert self.process is not None
        out, err = self.process.communicate(timeout=280)
        assert self.process.returncode == 0, err
        evidence = Evidence.read(self.folder / "evidence.zip")
        evidence.keep("stdout", out)
        evidence.keep("stderr", err)
        for name, content in evidence.pieces.items():
            if name.split("/", 1)[1] in TEXTS:
                evidence.pieces[name] = content.replace(str(self.folder).encode(), b"FOLDER")
        return evidence

    def _order(self) -> dict[str, object]:
        faces = [["".join(i.value for i in key.face(seat)) for seat in Seat] for key in self.keys]
        return {"folder": str(self.folder), "keys": faces, "missions": list(self.scripts), "leaks": list(self.leaks)}


def evidence_of(*jobs: Job) -> list[Evidence]:
    """Run them side by side."""
    for job in jobs:
        job.start()
    return [job.evidence() for job in jobs]
