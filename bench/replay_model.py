"""Plays random missions through the product and through the independent models of the tests, and compares every field.

    python bench/replay_model.py [MISSIONS] [--seed N] [--every N]

All bank shapes, both scorings, penalties, refused moves, undo, ``set``, ``allow`` and ``name``; every fourth is a base
game. Several processes share the work: give each its own seed. Prints progress and, at the end, the figure; exits 1 at
the first mission about which the two differ, which it prints.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.game import independent_classic, independent_model
from tests.game.random_games import random_game
from tests.game.random_missions import random_mission
from tests.game.replaying import assert_same_play, replayed

BASE_GAME_EVERY = 4


def one(number: int, seed: int) -> tuple[str, str, int]:
    """Play one mission both ways.

    Returns:
        Its mode, its outcome, its lines of play.

    Raises:
        AssertionError: they differ.
    """
    rng = random.Random(f"{seed}-{number}")
    classic = number % BASE_GAME_EVERY == BASE_GAME_EVERY - 1
    text = random_game(rng) if classic else random_mission(rng)
    got, ended_by = replayed(text)
    expected, expected_end = (independent_classic if classic else independent_model).run(text)
    try:
        assert ended_by is expected_end is None, f"ended by line {ended_by} instead of {expected_end}"
        assert_same_play(got, expected)
    except AssertionError:
        print(text)
        raise
    return ("classic" if classic else "duet"), str(got[-1]["outcome"]), len(got) - 1


def main() -> int:
    """Run them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("missions", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=5000, help="how often progress is printed")
    args = parser.parse_args()
    began, ends, modes, moves = time.perf_counter(), Counter[str](), Counter[str](), 0
    for number in range(args.missions):
        try:
            mode, outcome, lines = one(number, args.seed)
        except AssertionError as difference:
            print(f"mission {number} of seed {args.seed} differs: {difference}")
            return 1
        ends[outcome] += 1
        modes[mode] += 1
        moves += lines
        if (number + 1) % args.every == 0:
            print(f"{number + 1:,} of {args.missions:,} agree, {time.perf_counter() - began:.0f} s", flush=True)
    of_modes = ", ".join(f"{mode} {n:,}" for mode, n in sorted(modes.items()))
    of_ends = ", ".join(f"{end} {n:,}" for end, n in ends.most_common())
    print(f"{args.missions:,} missions agree ({of_modes}), {moves:,} lines of play, seed {args.seed}; ends: {of_ends}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
