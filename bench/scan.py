"""Time and accuracy of our scan beside the two usual ways of using Tesseract, in one run on the same pictures.

    python bench/scan.py [--boards N] [--grade easy|medium|hard|extreme] [--seed N]
    python bench/scan.py --photos FOLDER

Ours finds the board by itself. The rivals get help that they would not have: the first is one pytesseract call for each
of the 25 card crops that our finder cut out and turned upright, the second one call for the whole picture, its words
taken wherever they stand. A card counts as right for a rival if the printed word is among the words that it read there.
With ``--photos`` the boards are the photographs of a folder whose ``labels.json`` names their words.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import pytesseract

from companion.errors import CompanionError
from companion.simulator.conditions import GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.table.scan import BoardScan, Certainty
from companion.vision.eye import Eye
from companion.vision.picture import open_picture
from companion.vision.scanner import Scanner

Words = tuple[str | None, ...]
LANGUAGES = {"en": "eng", "sv": "swe", "fi": "fin", "de": "deu", "fr": "fra", "es": "spa", "he": "heb", "cs": "ces"}


@dataclass(slots=True)
class Figures:
    """What one way of reading did over all boards."""

    right: int = 0
    seconds: list[float] = field(default_factory=list)

    def line(self, name: str, of: int, ours_s: float) -> str:
        """Right words, median time, and that time as a ratio to ours."""
        median = statistics.median(self.seconds)
        return f"{name:44} {self.right:5} of {of:5}  {median:7.2f} s a board  {median / ours_s:6.1f} x ours"


def drawn(count: int, grade: str, seed: int) -> Iterator[tuple[str, object, Words, str]]:
    """Boards of the virtual table, 1920 x 1080."""
    for number in range(seed, seed + count):
        words = deal_words(number)
        yield f"{grade} {number}", VirtualTable(words, number, GRADES[grade]).photograph((1920, 1080)), words, "eng"


def photographed(folder: Path) -> Iterator[tuple[str, object, Words, str]]:
    """The whole and open boards of a folder of photographs."""
    for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if label["kind"] != "board" or label.get("words_readable") != 25:
            continue
        words = tuple(word for row in label["rows_upright"] for word in row)
        picture = open_picture(folder / label["file"]).pixels
        yield label["file"], picture, words, LANGUAGES.get(label["language"], "eng")


def per_card(picture: object, scan: BoardScan, words: Words, language: str) -> int:
    """25 calls, one for each card."""
    eye, right = Eye(), 0
    for card, word in zip(scan.cards, words, strict=True):
        crop = cv2.resize(eye.card(picture, card.outline_px), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        text = pytesseract.image_to_string(crop, lang=language, config="--psm 6")
        right += word is not None and word in " ".join(text.upper().split())
    return right


def whole_picture(picture: object, words: Words, language: str) -> int:
    """One call for everything."""
    text = " ".join(pytesseract.image_to_string(picture, lang=language, config="--psm 11").upper().split())
    read = f" {text} "
    return sum(word is not None and f" {word} " in read for word in words)


def timed(figures: Figures, job: Callable[[], int]) -> None:
    """Run one way of reading on one board."""
    started = time.perf_counter()
    figures.right += job()
    figures.seconds.append(time.perf_counter() - started)


def main() -> int:
    """Print the three lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=12)
    parser.add_argument("--grade", choices=sorted(GRADES), default="medium")
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--photos", type=Path)
    args = parser.parse_args()
    boards = photographed(args.photos) if args.photos else drawn(args.boards, args.grade, args.seed)
    ours, cards, whole = Figures(), Figures(), Figures()
    scanners: dict[str, Scanner] = {}
    total = sure = wrong_sure = 0
    for name, picture, words, language in boards:
        scanner = scanners.setdefault(language, Scanner(language=language))
        total += 25
        started = time.perf_counter()
        try:
            scan = scanner.read(picture)
        except CompanionError as error:
            print(f"{name}: refused ({error})")
            continue
        ours.seconds.append(time.perf_counter() - started)
        ours.right += sum(card.word == word for card, word in zip(scan.cards, words, strict=True))
        certain = [(c, w) for c, w in zip(scan.cards, words, strict=True) if c.certainty is Certainty.SURE]
        sure += len(certain)
        wrong_sure += sum(card.word != word for card, word in certain)
        timed(cards, lambda p=picture, s=scan, w=words, code=language: per_card(p, s, w, code))
        timed(whole, lambda p=picture, w=words, code=language: whole_picture(p, w, code))
    ours_s = statistics.median(ours.seconds)
    print(
        f"{len(ours.seconds)} boards, Tesseract {pytesseract.get_tesseract_version()}, OMP_THREAD_LIMIT=1, median times"
    )
    print(ours.line("ours: board found, all cards in few calls", total, ours_s))
    print(cards.line("25 calls of pytesseract, our crops, psm 6", total, ours_s))
    print(whole.line("1 call of pytesseract, whole picture, psm 11", total, ours_s))
    print(f"ours calls {sure} of {total} sure, {wrong_sure} of them wrongly; slowest board {max(ours.seconds):.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
