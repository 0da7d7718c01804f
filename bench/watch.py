"""What the watch costs: CPU milliseconds a frame of 1920x1080, busy and idle, and how the board is found after knocks.

    python bench/watch.py [--frames N] [--knocks N]

The frames are drawn beforehand. Beside the figures stands one full-frame ``cv2.GaussianBlur`` of 5x5 in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import numpy as np

from bench.watched import scan_of, table_of
from companion.game.position import Position, Seat
from companion.vision.plane import apply
from companion.vision.watch import TableWatch
from companion.vision.watching.places import Places
from companion.vision.watching.regain import features_of, motion

NEAR_PX = 6.0


def cost_ms(work: Callable[[], object]) -> float:
    """CPU milliseconds of one call."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def frames_cost(frames: int) -> tuple[list[float], list[float], float]:
    """Milliseconds idle and with a hand that comes, lays a piece and leaves; and of the blur."""
    table, at_s = table_of(8, "tuning"), 0.0
    idle: list[float] = []
    busy: list[float] = []
    table.set_bank(9)
    first = table.photograph()
    watch = TableWatch(first, scan_of(table, 8))
    for number in range(frames):
        at_s += 0.1
        step = number % 16
        if number >= frames // 2 and step == 0:
            table.reach_in(Position(number // 16 % 25), Seat.A)
        if number >= frames // 2 and step == 3:
            table.lay_agent(Position(number // 16 % 25))
            table.withdraw()
        frame = table.photograph()
        spent = cost_ms(partial(watch.see, frame, at_s))
        (busy if number >= frames // 2 else idle).append(spent)
    return idle[3:], busy, statistics.median(cost_ms(lambda: cv2.GaussianBlur(first, (5, 5), 0)) for _ in range(9))


def knocks(count: int) -> tuple[int, float]:
    """How often the board is found again after a knock of 40 pixels and 5 degrees, and the median milliseconds."""
    found, spent = 0, []
    for seed in range(count):
        table, rng = table_of(seed, "tuning"), np.random.default_rng(seed)
        outlines = np.array(table.truth().outlines_px)
        places, before = Places(outlines), table.photograph()
        then = features_of(before, places)
        for _ in range(int(rng.integers(0, 13))):
            table.lay_agent(Position(int(rng.integers(25))))
        way = rng.uniform(0, 2 * np.pi)
        table.nudge_camera((40 * np.cos(way) / 1920, 40 * np.sin(way) / 1080), float(rng.choice([-5.0, 5.0])))
        after = table.photograph()
        started = time.process_time()
        moved = motion(then, features_of(after), places)
        spent.append((time.process_time() - started) * 1000)
        if moved is not None:
            seen = apply(moved, outlines.reshape(-1, 2)).reshape(outlines.shape)
            off = np.linalg.norm(seen - np.array(table.truth().outlines_px), axis=2)
            found += float(off.mean()) < NEAR_PX
    return found, statistics.median(spent)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--knocks", type=int, default=100)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    idle, busy, blur = frames_cost(args.frames)
    for name, spent in (("idle", idle), ("busy", busy)):
        middle = statistics.median(spent)
        print(f"{name}: median {middle:.1f} ms a frame, most {max(spent):.0f} ms; {middle / blur:.2f} of a blur")
    if args.knocks:
        found, middle = knocks(args.knocks)
        print(f"knocks: {found} of {args.knocks} found again, median {middle:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
