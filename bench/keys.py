"""How well drawn key cards are read: ``python -m bench.keys [--count 200] [--seed 0]``.

Draws Duet and base keys in turn, over four grades, and says for each grade how many were right, refused and wrong.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import numpy as np

from companion.errors import CompanionError
from companion.game.keycard import KeyCard
from companion.game.keyfaces import join_faces
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.simulator.conditions import GRADES
from companion.simulator.key_cards import base_key, duet_face, key_look
from companion.simulator.key_photo import KeyShot, photograph_key
from companion.table.classic_play import draw_key
from companion.vision.keycards import read_base_key, read_duet_face


def shot_of(grade: str, seed: int) -> KeyShot:
    """How the picture of a seed is taken: turned by up to 30 degrees, small sizes too."""
    rng = np.random.default_rng([seed, 97])
    size = ((1920, 1080), (1280, 720), (1600, 1200))[int(rng.integers(3))]
    turn = float(rng.uniform(-30, 30)) if seed % 2 == 0 else float(rng.uniform(-8, 8))
    return KeyShot(grade, turn, clutter=rng.random() < 0.4, thumb=rng.random() < 0.3, size_px=size)


def try_duet(grade: str, seed: int) -> str:
    """``right``, ``wrong`` or ``refused: …`` for both faces of one card."""
    key, look = KeyCard.draw(SeededShuffler(seed)), key_look(seed)
    pictures = []
    for number, seat in enumerate(Seat):
        face = key.face(seat) if seat is Seat.A else key.face(seat)[::-1]
        pictures.append(photograph_key(duet_face(face, look), 2 * seed + number, shot_of(grade, seed * 2 + number)))
    try:
        found = join_faces(*(read_duet_face(picture) for picture in pictures))
    except CompanionError as error:
        return f"refused: {error}"
    return "right" if found == key else "wrong"


def try_base(grade: str, seed: int) -> str:
    """The same for the key of a base game."""
    key, first = draw_key(SeededShuffler(seed), None)
    shot = shot_of(grade, 2 * seed + 1)
    picture = photograph_key(base_key(key.cards, first, key_look(seed)), seed, shot)
    try:
        found = read_base_key(picture)
    except CompanionError as error:
        return f"refused: {error}"
    return "right" if (found.key, found.first) == (key, first) else "wrong"


def main() -> None:
    """Run and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--grades", default=",".join(GRADES))
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    grades, results = args.grades.split(","), {}
    for number in range(args.count):
        grade, seed = grades[number % len(grades)], args.seed + number
        attempt = try_base if number // len(grades) % 3 == 2 else try_duet
        begun = time.monotonic()
        result = attempt(grade, seed)
        kind = "base" if attempt is try_base else "duet"
        results[f"{grade} {kind} {seed}"] = (result, round(time.monotonic() - begun, 2))
        if result != "right":
            print(grade, kind, seed, result, flush=True)
    for grade in grades:
        for kind in ("duet", "base"):
            counted = Counter(r[0].split(":")[0] for n, r in results.items() if n.startswith(f"{grade} {kind} "))
            print(
                f"{grade:8} {kind}  " + "  ".join(f"{name} {counted[name]}" for name in ("right", "refused", "wrong"))
            )
    if args.json:
        args.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
