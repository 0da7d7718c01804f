"""How much memory a job takes: in a process of its own, and in the processes that it starts."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

STEP_S = 0.01


def peak_mb() -> float:
    """The most that this process ever held, in MB.

    Not ``getrusage``: its figure is inherited from the process that started this one.
    """
    return _told(Path("/proc/self/status"))


class Children:
    """Looks again and again at the processes that this one starts; ``peak_mb`` is the most that all held at once."""

    def __init__(self, name: str) -> None:
        """``name``: of the program that counts; a process that is still the copy of this one does not."""
        self._name = name
        self.peak_mb = 0.0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Children:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._end.wait(STEP_S):
            self.peak_mb = max(self.peak_mb, sum(self._held_mb(child) for child in _children()))

    def _held_mb(self, child: str) -> float:
        status = Path(f"/proc/{child}/status")
        try:
            name = status.read_text().split(maxsplit=2)[1]
        except (OSError, IndexError):
            return 0.0
        return _told(status) if name == self._name else 0.0


def in_own_process(job: Callable[..., Any], *args: Any) -> Any:
    """What a job returns that was done in a new process; it and its arguments must be picklable."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(job, args)


def _children() -> list[str]:
    """Processes that any thread of this one started and that still run."""
    found: list[str] = []
    for task in Path("/proc/self/task").iterdir():
        try:
            found += (task / "children").read_text().split()
        except OSError:
            continue
    return found


def _told(status: Path) -> float:
    try:
        lines = status.read_text().splitlines()
    except OSError:
        return 0.0
    sizes = [int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")]
    return sizes[0] if sizes else 0.0
