"""How many moves a second ``companion replay`` plays in one process, beside the plain model of the tests.

    python bench/replay.py [MISSIONS]

Both read the same transcripts of random standard missions and build the same output; that of the product is also
written as JSON, as the command does. The product's own figure counts every line of play, refused ones too.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.game.record import Playback
from tests.game import independent_model
from tests.game.random_missions import random_mission

ROUNDS = 3


def product(text: str) -> list[dict[str, object]]:
    """What the command does with a file, but for reading and printing it."""
    playback, encode = Playback("bench"), json.JSONEncoder().encode
    shown = []
    for number, line in enumerate(text.split("\n"), start=1):
        answer = playback.line(number, line)
        if answer is not None:
            encode(answer)
            shown.append(answer)
    shown.append(playback.end())
    encode(shown[-1])
    return shown


def model(text: str) -> list[dict[str, object]]:
    """The independent model of the tests."""
    return independent_model.run(text)[0]


def seconds(play: Callable[[str], object], texts: list[str]) -> float:
    """The best of a few rounds over all transcripts."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for text in texts:
            play(text)
        best = min(best, time.perf_counter() - began)
    return best


def main() -> int:
    """Print one line; exit 1 if the two disagree on the number of moves."""
    missions = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = random.Random(1)
    texts = [random_mission(rng, (9, 9)) for _ in range(missions)]
    moves = sum(len(product(text)) - 1 for text in texts)
    if moves != sum(len(model(text)) - 1 for text in texts):
        print("the two disagree: run the tests in tests/game")
        return 1
    ours, theirs = seconds(product, texts), seconds(model, texts)
    print(
        f"replay: {moves / ours:,.0f} moves/s over {moves:,} moves of {missions} standard missions "
        f"(independent model {moves / theirs:,.0f}/s, ratio {theirs / ours:.2f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
