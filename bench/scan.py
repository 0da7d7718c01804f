"""Time, accuracy and memory of our scan beside the usual ways of reading, in one run on the same pictures.

    python bench/scan.py [--boards N] [--grade easy|medium|hard|extreme] [--seed N] [--photos FOLDER]
                         [--tesseract-alone]

Ours finds the board by itself. The rivals get help that they would not have: the first is one pytesseract call for each
of the 25 card crops that our finder cut out and turned upright, the second one call for the whole picture, its words
taken wherever they stand. A card counts as right for a rival if the printed word is among the words that it read there.
With ``--tesseract-alone`` ours does without its net for capitals. The optional engines, where they are installed, read
the strips that we prepared. With ``--photos`` the photographs of a folder whose ``labels.json`` names their words are
read as well. Times of ours: until the first words are told, and until nothing more will change. Memory is that of a
process which does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import pytesseract

from bench.memory import Children, in_own_process, peak_mb
from bench.rivals import Answer, Words, per_card, rapid_on, strips_of, tesserocr_on, whole_picture
from companion.errors import CompanionError
from companion.simulator.conditions import GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.table.scan import BoardScan, Certainty
from companion.vision.picture import open_picture
from companion.vision.scanner import Scanner

Boards = Iterator[tuple[str, Any, Words, str]]
LANGUAGES = {"en": "eng", "sv": "swe", "fi": "fin", "de": "deu", "fr": "fra", "es": "spa", "he": "heb", "cs": "ces"}
SIZE_PX = (1920, 1080)
MEMORY_BOARDS = 6
FIRST_AT_MOST, SETTLED_AT_MOST, MEMORY_MB = 0.1, 0.5, 250
MEDIAN_AT_MOST_S, SLOWEST_AT_MOST_S = 1.0, 3.0


def drawn(count: int, grade: str, seed: int) -> Boards:
    """Boards of the virtual table, 1920 x 1080."""
    for number in range(seed, seed + count):
        words = deal_words(number)
        yield f"{grade} {number}", VirtualTable(words, number, GRADES[grade]).photograph(SIZE_PX), words, "eng"


def photographed(folder: Path) -> Boards:
    """The whole and open boards of a folder of photographs."""
    for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if label["kind"] != "board" or label.get("words_readable") != 25:
            continue
        words = tuple(word for row in label["rows_upright"] for word in row)
        picture = open_picture(folder / label["file"]).pixels
        yield label["file"], picture, words, LANGUAGES.get(label["language"], "eng")


@dataclass(slots=True)
class Figures:
    """Of all boards of one kind. Seconds: one entry a board that was read."""

    total: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    first_s: list[float] = field(default_factory=list)
    settled_s: list[float] = field(default_factory=list)
    first_cpu_s: list[float] = field(default_factory=list)
    settled_cpu_s: list[float] = field(default_factory=list)
    cards_right: int = 0
    cards_s: list[float] = field(default_factory=list)
    cards_cpu_s: list[float] = field(default_factory=list)
    whole_right: int = 0
    whole_s: list[float] = field(default_factory=list)
    strips: list[tuple[list[Any], Words, str]] = field(default_factory=list)

    def count(self, scan: BoardScan, words: Words) -> None:
        """What we read."""
        pairs = list(zip(scan.cards, words, strict=True))
        self.right += sum(card.word == word for card, word in pairs)
        sure = [(card, word) for card, word in pairs if card.certainty is Certainty.SURE]
        self.sure += len(sure)
        self.silent += sum(card.word != word for card, word in sure)


Moment = tuple[float, float]
"""Seconds on the clock, and seconds of processors of this process and of those that it started and that ended."""


def now() -> Moment:
    """This moment."""
    return time.perf_counter(), sum(os.times()[:4])


def since(start: Moment, end: Moment | None = None) -> Moment:
    """What went by."""
    clock, processors = end or now()
    return clock - start[0], processors - start[1]


def read(scanner: Scanner, picture: Any) -> tuple[BoardScan, Moment, Moment]:
    """Read one board; what went by until the first words, and until all is settled."""
    told: list[Moment] = []
    started = now()
    scan = scanner.read(picture, lambda _: told.append(now()))
    settled = now()
    return scan, since(started, told[0] if told else settled), since(started, settled)


def measured(boards: Boards, *, net: bool) -> Figures:
    """Read every board in every way, one after the other; ours with its net for capitals or without."""
    figures, scanners = Figures(), {}
    for name, picture, words, language in boards:
        figures.total += 25
        try:
            if language not in scanners:
                scanners[language] = Scanner(language=language, capitals=net)
                # The first reading of a process loads what later ones have: it is not counted.
                scanners[language].read(picture)
            scan, first, settled = read(scanners[language], picture)
        except CompanionError as error:
            print(f"{name}: refused ({error})")
            continue
        figures.count(scan, words)
        figures.first_s.append(first[0])
        figures.first_cpu_s.append(first[1])
        figures.settled_s.append(settled[0])
        figures.settled_cpu_s.append(settled[1])
        begun = now()
        figures.cards_right += per_card(picture, scan, words, language)
        cards = since(begun)
        figures.cards_s.append(cards[0])
        figures.cards_cpu_s.append(cards[1])
        started = time.perf_counter()
        figures.whole_right += whole_picture(picture, words, language)
        figures.whole_s.append(time.perf_counter() - started)
        figures.strips.append((strips_of(picture, scan), words, language))
    return figures


def memory(files: list[tuple[str, str]]) -> tuple[float, float, float]:
    """In a new process that reads these pictures: its peak before the first and after the last, and its children's."""
    empty_mb = peak_mb()
    scanners: dict[str, Scanner] = {}
    with Children("tesseract") as children:
        for file, language in files:
            scanner = scanners.setdefault(language, Scanner(language=language))
            try:
                scanner.read_file(Path(file))
            except CompanionError:
                continue
    return empty_mb, peak_mb(), children.peak_mb


def memory_of(boards: Boards, count: int) -> tuple[float, float, float]:
    """The same for the first boards, which are drawn or read here and written as files first."""
    with tempfile.TemporaryDirectory(prefix="bench-scan-") as folder:
        files = []
        for number, (_, picture, _, language) in zip(range(count), boards, strict=False):
            files.append((str(Path(folder) / f"{number}.png"), language))
            cv2.imwrite(files[-1][0], picture)
        return in_own_process(memory, files)


def _verdict(value: float, at_most: float) -> str:
    return f"{value:.2f} (at most {at_most:g}: {'yes' if value <= at_most else 'NO'})"


def _ratio(mine: list[float], theirs: list[float]) -> float:
    """The median of ours to theirs, board by board."""
    return statistics.median(one / other for one, other in zip(mine, theirs, strict=True))


def _row(name: str, right: int, of: int, seconds: list[float]) -> str:
    return f"  {name:48} {right:5} of {of:5} words  {statistics.median(seconds):6.2f} s a board"


def told(title: str, figures: Figures) -> None:
    """Print what was measured, and whether it is what was wanted."""
    of = figures.total
    print(f"{title}: {len(figures.settled_s)} of {of // 25} boards read, median times")
    print(_row("ours: settled", figures.right, of, figures.settled_s))
    print(_row("25 calls of pytesseract, our crops, psm 6", figures.cards_right, of, figures.cards_s))
    print(_row("1 call of pytesseract, whole picture, psm 11", figures.whole_right, of, figures.whole_s))
    for name, answer in (
        ("tesserocr, one kept object, our strips", in_own_process(tesserocr_on, figures.strips)),
        ("RapidOCR's recogniser, our strips", in_own_process(rapid_on, figures.strips)),
    ):
        _told_optional(name, answer, of)
    print(f"  ours calls {figures.sure} sure, {figures.silent} of them wrongly")
    first, settled = _ratio(figures.first_s, figures.cards_s), _ratio(figures.settled_s, figures.cards_s)
    print(f"  first words, of the time of 25 calls: {_verdict(first, FIRST_AT_MOST)}")
    print(f"  settled, of the time of 25 calls: {_verdict(settled, SETTLED_AT_MOST)}")
    first, settled = (
        _ratio(figures.first_cpu_s, figures.cards_cpu_s),
        _ratio(figures.settled_cpu_s, figures.cards_cpu_s),
    )
    print(f"  of the processor time of 25 calls: first words {first:.2f}, settled {settled:.2f}")
    print(f"  settled, median s: {_verdict(statistics.median(figures.settled_s), MEDIAN_AT_MOST_S)}")
    print(f"  settled, slowest s: {_verdict(max(figures.settled_s), SLOWEST_AT_MOST_S)}")


def _told_optional(name: str, answer: Answer | None, of: int) -> None:
    if answer is None:
        print(f"  {name:48} not installed")
    else:
        print(f"{_row(name, answer.right, of, list(answer.seconds))}, {answer.more_mb:.0f} MB more")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=12)
    parser.add_argument("--grade", choices=sorted(GRADES), default="medium")
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--tesseract-alone", action="store_true")
    args = parser.parse_args()
    net = not args.tesseract_alone
    print(f"Tesseract {pytesseract.get_tesseract_version()}, OMP_THREAD_LIMIT=1, {os.cpu_count()} processors")
    if args.boards:
        told(f"virtual table, {args.grade}", measured(drawn(args.boards, args.grade, args.seed), net=net))
    if args.photos:
        told("photographs", measured(photographed(args.photos), net=net))
    boards = photographed(args.photos) if args.photos else drawn(args.boards, args.grade, args.seed)
    empty_mb, full_mb, children_mb = memory_of(boards, MEMORY_BOARDS)
    print(f"memory, MB: {_verdict(full_mb, MEMORY_MB)}, {empty_mb:.0f} of it before the first board;")
    print(f"  Tesseract's processes beside it {children_mb:.0f} in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
