"""Feeds everything that takes bytes from a line with bytes that lead somewhere new, for as long as wanted.

    python bench/fuzz.py TARGET [SECONDS] [SEED]

TARGET: one of the functions of ``tests/device/fuzz_targets.py``, or ``all``. With ``atheris`` installed (wheels for
x86-64 and CPython 3.11 to 3.13; nothing else needs it) the bytes follow the code that they reach; without it they are
made by chance out of frames and orders. An exception ends it, with the bytes in hexadecimal.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

USUAL_S = 60


def with_atheris(name: str, seconds: int, seed: int) -> None:
    """Does not return: the fuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["companion.device", "companion.simulator.turing", "cobs"]):
        from tests.device.fuzz_targets import TARGETS
    from tests.firmware.loading import FIRMWARE

    for module in ("frames", "link", "canvas"):
        for part in vars(FIRMWARE[module]).values():
            for function in vars(part).values() if isinstance(part, type) else (part,):
                if callable(function) and getattr(function, "__module__", "") == module:
                    atheris.instrument_func(function)
    limits = [f"-max_total_time={seconds}", f"-seed={seed}", "-max_len=4096", "-rss_limit_mb=1024", "-verbosity=1"]
    atheris.Setup([sys.argv[0], *limits], TARGETS[name])
    atheris.Fuzz()


def by_chance(name: str, seconds: int, seed: int) -> None:
    """The same without looking at the code."""
    from companion.device.frame import Frame, encode
    from tests.device.fuzz_targets import TARGETS

    chance, tried, end = random.Random(seed), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        parts = [chance.randbytes(chance.randrange(200)) for _ in range(chance.randrange(1, 8))]
        data = b"".join(
            encode(Frame(chance.randrange(8), 1, part)) if chance.random() < 0.3 else part for part in parts
        )
        try:
            TARGETS[name](data)
        except Exception:
            print(f"{name}: {data.hex()}")
            raise
        tried += 1
    print(f"{name}: {tried} inputs by chance, nothing found")


def main() -> int:
    """One target, or each in a process of its own."""
    name = sys.argv[1] if len(sys.argv) > 1 else "all"
    seconds, seed = (int(text) for text in (*sys.argv[2:], *(str(USUAL_S), "1")[len(sys.argv[2:]) :]))
    if name == "all":
        from tests.device.fuzz_targets import TARGETS

        command = [sys.executable, __file__]
        return max(
            subprocess.run([*command, each, str(seconds), str(seed)], check=False).returncode for each in TARGETS
        )
    (with_atheris if importlib.util.find_spec("atheris") else by_chance)(name, seconds, seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
