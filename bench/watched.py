"""How well the watch tells what lies where: whole missions on virtual tables over lights, cameras and boxes.

    python bench/watched.py [--set tuning|final] [--missions N] [--seed N] [--jobs N] [--quiet]

Every piece is laid by a hand; ten frames a second. One second after the hand has left all 25 cells are compared with
the truth. The sets share no figure, no ground and no arrow (``companion.simulator.designs``): the watch may be tuned on
one, its figures come from the other. After each step the players agree, as they do in the app: ``confirm`` is called
with the truth.
Prints what went wrong, a line each, and the figures.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import numpy as np

from companion.game.classic import Card
from companion.game.position import ALL_POSITIONS, COUNT, Position, Seat
from companion.simulator.conditions import GRADES
from companion.simulator.designs import DESIGNS
from companion.simulator.table import VirtualTable
from companion.simulator.words import WORDS
from companion.table.observation import Lies, Observation
from companion.table.scan import BoardScan, CardReading, Certainty, SeenCover
from companion.vision.watch import TableWatch

LIGHTS = 20
FRAME_S, SETTLING_S = 0.1, 1.0
OFF_PX = 1.5
"""So far the reader's outlines may lie beside the true ones."""
_COVERS: dict[Card | None, SeenCover | None] = {
    Card.RED: SeenCover.RED_AGENT, Card.BLUE: SeenCover.BLUE_AGENT, Card.BYSTANDER: SeenCover.BYSTANDER,
    Card.ASSASSIN: SeenCover.ASSASSIN, None: None,
}  # fmt: skip


@dataclass
class Result:
    """One mission: cells right, unknown, false; false ones under hands; arrows; seconds until a piece was told."""

    seed: int
    right: int = 0
    unknown: int = 0
    false: int = 0
    under_hands: int = 0
    arrows: int = 0
    wrong_arrows: int = 0
    banks: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def table_of(seed: int, which: str) -> VirtualTable:
    """The table of a mission: its box, light and camera are up to the seed."""
    light, designs = seed % LIGHTS, DESIGNS[which]
    grade = GRADES["easy" if light < 8 else "medium" if light < 15 else "hard"]
    words = tuple(np.random.default_rng([seed, 3]).choice(np.array(WORDS), COUNT, replace=False).tolist())
    offset = 0 if which == "tuning" else 1000
    view = (0.0, 0.0, 90.0, 180.0)[light % 4]
    return VirtualTable(words, light + offset, grade, view, designs[seed // LIGHTS % len(designs)])


def scan_of(table: VirtualTable, seed: int) -> BoardScan:
    """What a reader says of a table on which nothing lies yet."""
    truth, rng = table.truth(), np.random.default_rng([seed, 7])
    cards = []
    for position, word, outline in zip(ALL_POSITIONS, truth.words, truth.outlines_px, strict=True):
        off = rng.uniform(-OFF_PX, OFF_PX, (4, 2))
        corners = tuple((x + float(dx), y + float(dy)) for (x, y), (dx, dy) in zip(outline, off, strict=True))
        cards.append(CardReading(position, word, Certainty.SURE, 1.0, (word,), None, corners))
    return BoardScan(tuple(cards), truth.rotation_deg)


def truth_of(table: VirtualTable) -> list[Lies]:
    """What lies on each card."""
    lies = []
    for on, card in zip(table.truth().covers, table.truth().cards, strict=True):
        cover = SeenCover.AGENT if on.agent else SeenCover.ASSASSIN if on.assassin else _COVERS[card]
        arrows = [g.other for g in on.tokens for _ in range(2 if g in on.stacked else 1)]
        lies.append(Lies(cover, tuple(sorted(arrows, key=lambda seat: seat.value))))
    return lies


def steps(table: VirtualTable, seed: int) -> Iterator[Position]:
    """Lay the pieces of a mission one by one; every fifth is one of a base game."""
    rng = np.random.default_rng([seed, 5])
    order = [Position(int(i)) for i in rng.permutation(COUNT)]
    if seed % 5 == 4:
        deck = [Card.RED] * 6 + [Card.BLUE] * 5 + [Card.BYSTANDER] * 4
        shuffled = [*(deck[int(i)] for i in rng.permutation(len(deck))), Card.ASSASSIN]
        for position, card in zip(order, shuffled, strict=False):
            table.lay_card(position, card)
            yield position
        return
    bank = 9
    for number, position in enumerate(order[:14]):
        kind = (0, 1, 0, 2, 0, 1, 0, 3, 0, 4, 1, 0, 2, 1)[number]
        to = Seat.A if rng.random() < 0.5 else Seat.B
        for step in {0: "a", 1: "t", 2: "to", 3: "ta", 4: "tt"}[kind]:
            if step == "a":
                table.lay_agent(position)
            else:
                table.lay_token(position, to.other if step == "o" else to)
                bank = max(0, bank - 1)
            table.set_bank(bank, 0, number // 4, number // 5)
            yield position
    table.lay_assassin(order[14])
    yield order[14]


def play(seed: int, which: str) -> Result:
    """Play one mission before the watch."""
    cv2.setNumThreads(1)
    table, result = table_of(seed, which), Result(seed)
    if seed % 5 != 4:
        table.set_bank(9)
    watch = TableWatch(table.photograph(), scan_of(table, seed))
    at_s, before = 0.0, truth_of(table)

    def see() -> Observation:
        nonlocal at_s
        at_s += FRAME_S
        return watch.see(table.photograph(), at_s)

    for _ in range(3):
        see()
    moves = steps(table, seed)
    rng = np.random.default_rng([seed, 9])
    for position in moves:
        after = truth_of(table)
        seat = Seat.A if rng.random() < 0.5 else Seat.B
        table.reach_in(position, seat)
        for _ in range(3):
            seen = see()
            for cell, old, new in zip(seen.cells, before, after, strict=True):
                result.under_hands += cell is not None and cell not in (old, new)
        table.withdraw()
        told = None
        for number in range(round(SETTLING_S / FRAME_S)):
            seen = see()
            if seen.cells[position.index] == after[position.index] and told is None:
                told = (number + 1) * FRAME_S
        result.waits.append(told if told is not None else 9.0)
        _compare(result, seen, after, table)
        for i in {position.index} | {i for i in range(COUNT) if seen.cells[i] not in (None, after[i])}:
            watch.confirm(Position(i), after[i])
        before = after
    return result


def _compare(result: Result, seen: Observation, after: list[Lies], table: VirtualTable) -> None:
    for position, cell, lies in zip(ALL_POSITIONS, seen.cells, after, strict=True):
        result.right += cell == lies
        result.unknown += cell is None
        result.false += cell is not None and cell != lies
        if cell is not None and lies.arrows:
            result.arrows += 1
            result.wrong_arrows += len(cell.arrows) == len(lies.arrows) and cell.arrows != lies.arrows
        if cell != lies:
            result.faults.append(f"{position} {_text(lies)} as {_text(cell)}")
    truth = table.truth()
    for name, got, true in (("bank", seen.bank, truth.bank), ("taken", seen.taken, truth.taken)):
        result.banks[f"{name} {'unknown' if got is None else 'right' if got == true else 'wrong'}"] += 1
        if got is not None and got != true:
            result.faults.append(f"{name} {true} as {got}")


def _text(lies: Lies | None) -> str:
    if lies is None:
        return "unknown"
    cover = lies.cover.value if lies.cover else "free" if not lies.arrows else ""
    return f"{cover}{''.join(seat.value for seat in lies.arrows)}"


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", dest="which", choices=tuple(DESIGNS), default="tuning")
    parser.add_argument("--missions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--step", type=int, default=1, help="play every so-manieth seed only")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    results: list[Result] = []
    seeds = range(args.seed, args.seed + args.missions * args.step, args.step)
    with ProcessPoolExecutor(args.jobs) as pool:
        for result in pool.map(partial(play, which=args.which), seeds):
            results.append(result)
            if result.faults and not args.quiet:
                common = Counter(result.faults).most_common()
                print(f"  {result.seed}: " + "; ".join(f"{what} x{n}" for what, n in common), flush=True)
    right, unknown, false = (sum(getattr(r, name) for r in results) for name in ("right", "unknown", "false"))
    cells, waits = right + unknown + false, [wait for r in results for wait in r.waits]
    banks = sum((r.banks for r in results), Counter[str]())
    arrows, wrong = sum(r.arrows for r in results), sum(r.wrong_arrows for r in results)
    print(
        f"{args.which}: {len(results)} missions, {cells} cells: {100 * right / cells:.3f} % right, {unknown} unknown, "
        f"{false} false; {sum(r.under_hands for r in results)} false under hands; {wrong} of {arrows} arrows wrong; "
        f"pieces told after {statistics.median(waits):.1f} s, {sum(w > 1.0 for w in waits)} of {len(waits)} later; "
        f"{dict(banks)}"
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
