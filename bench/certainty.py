"""How far the reader's confidence can be trusted, on drawn boards; counts what was called sure wrongly.

    python bench/certainty.py EVIDENCE.json [--boards N] [--first SEED] [--grades hard,extreme]
    python bench/certainty.py EVIDENCE.json --boards 0 [--fit] [--picture OUT.png]

Boards of the tuning set are drawn, found and read one by one; what spoke for each word is added to the file, so that a
long run can be broken off and gone on with. ``--fit`` prints the weights of ``vision/belief.py`` that fit the file
best, ``--picture`` draws the reliability diagram: a point on the diagonal is a confidence that keeps its word, its area
is the share of the words.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bench.drawn.boards import GRADES, board, language_of
from companion.errors import CompanionError
from companion.table.scan import Certainty
from companion.vision.belief import Evidence, probability
from companion.vision.board import find_board
from companion.vision.lexicon import Lexicon
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.prior import GeneralPrior
from companion.vision.reader import Engines, read_cards
from companion.vision.surface import reading_gray

PATIENCE_S = 20.0
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
HELD, ROUNDS = 1.0, 60
"""How firmly weights are held near zero in the fit (few words would else drive them far off), and its steps."""
SIDE, EDGE = 420, 56
INK, FAINT, SURE_INK = (30, 36, 44), (200, 204, 210), (20, 110, 60)


@dataclass(frozen=True)
class Row:
    """One card: what was read and what was printed."""

    grade: str
    right: bool
    sure: bool
    offered: bool
    confidence: float
    evidence: Evidence


def rows_of(grade: str, seed: int) -> list[Row]:
    """Draw, find and read one board; nothing where it is not found."""
    drawn, language = board(grade, "tuning", seed), language_of(grade, seed)
    found = find_board(drawn.picture)
    if found is None:
        return []
    lexicon = Lexicon(general=GeneralPrior(language), language=language)
    lexicon.prepare(PATIENCE_S)
    cards = read_cards(reading_gray(drawn.picture), found.places, Engines(TesseractEngine(language)), lexicon)
    middles = drawn.outlines.mean(axis=1)
    rows = []
    for card in cards:
        at = int(np.argmin(np.linalg.norm(middles - card.place.corners.mean(axis=0), axis=1)))
        judgement, printed = card.judgement, drawn.words[at]
        if judgement.evidence is not None:
            sure = judgement.certainty is Certainty.SURE
            right, offered = judgement.word == printed, printed in judgement.candidates
            rows.append(Row(grade, right, sure, offered, judgement.confidence, judgement.evidence))
    return rows


def load(path: Path) -> list[Row]:
    """Rows that were read before."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return [Row(**{**row, "evidence": Evidence(**row["evidence"])}) for row in kept]


def save(path: Path, rows: Sequence[Row]) -> None:
    """Keep rows for another run."""
    path.write_text(json.dumps([asdict(row) for row in rows]), encoding="utf-8")


def fitted(rows: Sequence[Row]) -> NDArray[np.float64]:
    """Weights of a logistic formula, by Newton's method."""
    given = np.array([row.evidence.values() for row in rows])
    right = np.array([row.right for row in rows], np.float64)
    weights = np.zeros(given.shape[1])
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-given @ weights))
        slope = given.T @ (right - chance) - HELD * weights
        bend = (given * (chance * (1 - chance))[:, None]).T @ given + HELD * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def reliability(rows: Sequence[Row]) -> list[tuple[float, float, int]]:
    """For each range of probabilities: mean probability, share that was right, number of words."""
    chance = np.array([probability(row.evidence) for row in rows])
    right = np.array([row.right for row in rows], np.float64)
    table = []
    for low, high in itertools.pairwise(BINS):
        inside = (chance >= low) & (chance < high)
        if inside.any():
            table.append((float(chance[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    return table


def diagram(table: Sequence[tuple[float, float, int]], title: str) -> Image.Image:
    """The reliability diagram."""
    picture = Image.new("RGB", (SIDE + 2 * EDGE, SIDE + 2 * EDGE), (255, 255, 255))
    draw, face = ImageDraw.Draw(picture), ImageFont.load_default(14)

    def spot(x: float, y: float) -> tuple[float, float]:
        return EDGE + x * SIDE, EDGE + (1 - y) * SIDE

    for step in range(11):
        share = step / 10
        draw.line([spot(share, 0), spot(share, 1)], fill=FAINT)
        draw.line([spot(0, share), spot(1, share)], fill=FAINT)
        if step % 2 == 0:
            draw.text((spot(share, 0)[0], EDGE + SIDE + 6), f"{share:.0%}", fill=INK, font=face, anchor="ma")
            draw.text((EDGE - 6, spot(0, share)[1]), f"{share:.0%}", fill=INK, font=face, anchor="rm")
    draw.line([spot(0, 0), spot(1, 1)], fill=INK)
    most = max(count for _, _, count in table)
    for said, held, count in table:
        x, y = spot(said, held)
        radius = 3 + 13 * (count / most) ** 0.5
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=SURE_INK, width=3)
        draw.text((x + radius + 4, y), str(count), fill=SURE_INK, font=face, anchor="lm")
    draw.text((EDGE + SIDE / 2, EDGE - 30), title, fill=INK, font=face, anchor="ma")
    draw.text((EDGE + SIDE / 2, EDGE + SIDE + 28), "confidence", fill=INK, font=face, anchor="ma")
    draw.text((8, EDGE - 24), "right", fill=INK, font=face)
    return picture


def report(rows: Sequence[Row]) -> None:
    """Print the table, and what was sure and wrong."""
    print("confidence   right   words")
    for said, held, count in reliability(rows):
        print(f"{said:10.1%} {held:7.1%} {count:7}")
    for grade in dict.fromkeys(row.grade for row in rows):
        of = [row for row in rows if row.grade == grade]
        sure = [row for row in of if row.sure]
        wrong = sum(not row.right for row in sure)
        right, offered = sum(row.right for row in of), sum(row.offered for row in of)
        print(f"{grade}: {len(of)} words, {right} right, {offered} offered; {len(sure)} sure, {wrong} of them wrong")


def main() -> int:
    """Read boards, then report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evidence", type=Path)
    parser.add_argument("--boards", type=int, default=10, help="so many of each grade")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--grades", default=",".join(GRADES))
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--picture", type=Path)
    args = parser.parse_args()
    rows = load(args.evidence)
    for seed in range(args.first, args.first + args.boards):
        for grade in args.grades.split(","):
            try:
                rows += rows_of(grade, seed)
            except CompanionError as error:
                print(f"{grade} {seed}: {error}")
            save(args.evidence, rows)
    if not rows:
        print("no words")
        return 1
    report(rows)
    if args.fit:
        print("WEIGHTS =", tuple(round(float(weight), 2) for weight in fitted(rows)))
    if args.picture:
        diagram(reliability(rows), f"{len(rows)} words on drawn boards").save(args.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
