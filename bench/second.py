"""What the second engine brings: the same drawn boards read without and with it.

    python bench/second.py [--grade GRADE ...] [--set tuning|final] [--boards N] [--seed N]

Needs what `scripts/second-engine` installs. Prints for each grade the words right, the sure ones, the sure but wrong
ones, and how often the right word is among those that are offered; then what the second engine took.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2

from bench.drawn.boards import GRADES, SETS, board, language_of
from bench.memory import peak_mb
from companion.errors import CompanionError
from companion.table.scan import Certainty
from companion.vision.ocr.engine import Line, Strip, TextEngine
from companion.vision.scanner import SECOND_ENGINES, Scanner


@dataclass(slots=True)
class Count:
    """Over all boards of a grade that were read."""

    right: int = 0
    sure: int = 0
    silent: int = 0
    offered: int = 0

    def add(self, scanner: Scanner, picture: object, words: Sequence[str]) -> None:
        """Read one board."""
        for card, word in zip(scanner.read(picture).cards, words, strict=True):
            is_sure = card.certainty is Certainty.SURE
            self.right += card.word == word
            self.sure += is_sure
            self.silent += is_sure and card.word != word
            self.offered += word in card.candidates

    def line(self) -> str:
        """For people."""
        return f"{self.right} right, {self.sure} sure, {self.silent} of them wrong, {self.offered} offered"


@dataclass(slots=True)
class Timed:
    """Passes strips on and takes the time of each board."""

    engine: TextEngine
    seconds: list[float] = field(default_factory=list)
    strips: int = 0

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """What the engine reads."""
        started = time.perf_counter()
        lines = self.engine.read_lines(strips)
        self.seconds.append(time.perf_counter() - started)
        self.strips += len(strips)
        return lines


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grade", action="append", choices=GRADES)
    parser.add_argument("--set", dest="which", choices=SETS, default="tuning")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", help="boards of this language only")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    timed: dict[str, Timed] = {}

    def make(language: str) -> TextEngine:
        return timed.setdefault(language, Timed(rapid(language)))

    rapid = SECOND_ENGINES["rapidocr"]
    SECOND_ENGINES["timed"] = make
    for grade in args.grade or GRADES:
        without, with_it, read = Count(), Count(), 0
        scanners: dict[str, tuple[Scanner, Scanner]] = {}
        for seed in range(args.seed, args.seed + args.boards):
            language = language_of(grade, seed)
            if args.language not in (None, language):
                continue
            if language not in scanners:
                scanners[language] = Scanner(language=language), Scanner(language=language, second="timed")
            drawn = board(grade, args.which, seed)
            try:
                without.add(scanners[language][0], drawn.picture, drawn.words)
                with_it.add(scanners[language][1], drawn.picture, drawn.words)
                read += 1
            except CompanionError as error:
                print(f"  {grade} {seed}: refused ({error})", flush=True)
        print(f"{grade}: {25 * read} words on {read} boards", flush=True)
        print(f"  without: {without.line()}\n  with it: {with_it.line()}", flush=True)
    _print_cost(timed.values())
    return 0


def _print_cost(engines: Collection[Timed]) -> None:
    seconds = [one for engine in engines for one in engine.seconds]
    strips = sum(engine.strips for engine in engines)
    if seconds and strips:
        print(
            f"second engine: {strips} strips, {sum(seconds) / strips:.3f} s each, {statistics.median(seconds):.2f} s a "
            f"board in the median, {max(seconds):.2f} s at most; the process held {peak_mb():.0f} MB at most"
        )


if __name__ == "__main__":
    sys.exit(main())
