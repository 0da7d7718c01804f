"""How well boards are read that were drawn for it: words right, sure ones, and sure but wrong ones.

    python bench/boards.py [--grade GRADE ...] [--set tuning|final] [--boards N] [--seed N] [--frames N] [--jobs N]
                            [--by-sharpness]

Each board is read once, or with ``--frames`` from several pictures of the same table as the app reads them: until all
is sure or nothing gets better. The sets share no typeface, no card art and no table top: the reader may be tuned on
one, its figures come from the other. Prints a line for every board with a fault (``--quiet``: none) and one for the
grade. ``--by-sharpness`` adds how many words are right where capitals are so many times as high as the
blur is wide (sigma); words of boards that were refused count as not read.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.drawn.boards import GRADES, SETS, board, language_of, sharpness
from companion.errors import CompanionError
from companion.table.scan import BoardScan, Certainty
from companion.table.voting import Votes
from companion.vision.frames import FrameReader
from companion.vision.scanner import Scanner

STEPS = (0.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 15.0, 100.0)
"""Bounds of capital height over blur sigma."""
_SCANNERS: dict[str, Scanner] = {}


@dataclass(frozen=True)
class Result:
    """One board: counts of words, what went wrong in words, seconds."""

    seed: int
    right: int = 0
    sure: int = 0
    silent: int = 0
    offered: int = 0
    seconds: float = 0.0
    pictures: int = 1
    faults: str = ""
    refused: bool = False
    sharp: tuple[float, ...] = ()
    hits: tuple[bool, ...] = (False,) * 25


def _scanner(language: str) -> Scanner:
    return _SCANNERS.setdefault(language, Scanner(language=language))


def _scan(pictures: list[NDArray[np.uint8]], language: str) -> tuple[BoardScan, int]:
    """What is read, and from how many pictures."""
    scanner = _scanner(language)
    if len(pictures) == 1:
        return scanner.read(pictures[0]), 1
    frames, votes, refused, taken = FrameReader(scanner, language), Votes(), "", 0
    while taken < len(pictures) and not votes.over:
        try:
            votes = frames.take(pictures[taken], votes, lambda _: None, whole=votes.scan is None)
        except CompanionError as error:
            votes, refused = votes.with_nothing(), str(error)
        taken += 1
    if votes.scan is None:
        raise CompanionError(refused)
    return votes.scan, taken


def read(seed: int, grade: str, which: str, frames: int) -> Result:
    """Read one board and compare."""
    drawn = [board(grade, which, seed, frame) for frame in range(frames)]
    words, language = drawn[0].words, language_of(grade, seed)
    sharp = tuple(sharpness(grade, which, seed, drawn[0].outlines).tolist())
    _scanner(language)
    started = time.perf_counter()
    try:
        scan, pictures = _scan([one.picture for one in drawn], language)
    except CompanionError as error:
        seconds = time.perf_counter() - started
        return Result(seed, faults=f"refused: {error}", refused=True, seconds=seconds, sharp=sharp)
    seconds = time.perf_counter() - started
    pairs = list(zip(scan.cards, words, strict=True))
    sure = [(card, word) for card, word in pairs if card.certainty is Certainty.SURE]
    faults = [
        f"{card.position} {word} as {card.word}{'!' if card.certainty is Certainty.SURE else ''}"
        for card, word in pairs
        if card.word != word
    ]
    return Result(
        seed,
        sum(card.word == word for card, word in pairs),
        len(sure),
        sum(card.word != word for card, word in sure),
        sum(word in card.candidates for card, word in pairs),
        seconds,
        pictures,
        ", ".join(faults),
        sharp=sharp,
        hits=tuple(card.word == word for card, word in pairs),
    )


def _figures(grade: str, results: list[Result]) -> str:
    words = 25 * len(results)
    right, sure, silent = (sum(getattr(r, name) for r in results) for name in ("right", "sure", "silent"))
    offered, whole = sum(r.offered for r in results), sum(r.right == 25 for r in results)
    pictures = statistics.mean(r.pictures for r in results)
    return (
        f"{grade}: {right} of {words} words ({100 * right / words:.2f} %), {whole} of {len(results)} boards whole, "
        f"{sum(r.refused for r in results)} refused, {sure} sure, {silent} of them wrong, "
        f"right word offered {offered}, median {statistics.median(r.seconds for r in results):.2f} s, "
        f"{pictures:.1f} pictures each"
    )


def _by_sharpness(results: list[Result]) -> str:
    """Words right for each step of sharpness, one line each."""
    seen = [(sharp, hit) for r in results for sharp, hit in zip(r.sharp, r.hits, strict=True)]
    lines = []
    for low, high in pairwise(STEPS):
        hits = [hit for sharp, hit in seen if low <= sharp < high]
        if hits:
            share = 100 * statistics.mean(hits)
            lines.append(
                f"    capitals {low:g} to {high:g} sigma high: {sum(hits)} of {len(hits)} words ({share:.1f} %)"
            )
    return "\n".join(lines)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grade", action="append", choices=GRADES)
    parser.add_argument("--set", dest="which", choices=SETS, default="tuning")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--frames", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--by-sharpness", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for grade in args.grade or GRADES:
        job = partial(read, grade=grade, which=args.which, frames=args.frames)
        seeds = range(args.seed, args.seed + args.boards)
        results = []
        with ProcessPoolExecutor(args.jobs) as pool:
            for result in pool.map(job, seeds):
                results.append(result)
                if result.faults and not args.quiet:
                    print(f"  {grade} {result.seed}: {result.right} of 25; {result.faults}", flush=True)
        print(_figures(grade, results), flush=True)
        if args.by_sharpness:
            print(_by_sharpness(results), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
