"""How long it takes to refuse what is no board: the slowest first. Wanted: 3 s at most, 10 s for 100 megapixels.

    python bench/refusals.py

The ratio is to one full-size read of a board drawn for the tests, in the same run.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.errors import CompanionError
from companion.vision.scanner import Scanner
from tests.vision.drawn import Look, deal, draw
from tests.vision.not_boards import write_all

SHOWN = 8


def main() -> int:
    """Print the times; 1 if a file was taken for a board."""
    scanner = Scanner()
    started = time.perf_counter()
    scanner.read(draw(deal(1), Look(), 1).picture)
    board_s = time.perf_counter() - started
    taken, accepted = [], []
    with tempfile.TemporaryDirectory() as folder:
        for path in write_all(Path(folder)):
            started = time.perf_counter()
            try:
                scanner.read_file(path)
                accepted.append(path.name)
            except CompanionError:
                taken.append((time.perf_counter() - started, path.name))
    print(f"{len(taken)} of {len(taken) + len(accepted)} refused; a board is read in {board_s:.2f} s")
    for seconds, name in sorted(taken, reverse=True)[:SHOWN]:
        print(f"  {seconds:5.2f} s, {seconds / board_s:4.1f} x a board: {name}")
    for name in accepted:
        print(f"  taken for a board: {name}")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
