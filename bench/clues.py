"""How well and how fast the clue helper speaks, beside a plain test for equal letters.

    python bench/clues.py [LANGUAGE...]

Both judge the same pairs of card and clue: those of which something should be said (forms, compounds) and those of
which nothing should (words that only share letters). The rival speaks when one is found in the other, letter by letter.
``seen`` pairs were looked at while the rule was chosen, ``fresh`` ones were written afterwards and changed nothing.
Every language runs in a process of its own, so that its memory can be told.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.clues import helper_for
from tests.clues import pairs as lists

LANGUAGES = ("eng", "deu", "swe", "fin", "fra", "spa", "ita", "ces", "pol", "rus", "ell", "heb")
GROUPS = (
    ("seen", (lists.FORMS, lists.TUNED_COMPOUNDS), (lists.STRANGERS, lists.TUNED_TRAPS)),
    ("fresh", (lists.FRESH_COMPOUNDS,), (lists.FRESH_TRAPS,)),
)
Judge = Callable[[str, str], bool]


def letters_alone(clue: str, word: str) -> bool:
    """The rival: one is found in the other."""
    a, b = clue.casefold(), word.casefold()
    return a in b or b in a


def resident() -> float:
    """Megabytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def judged(judge: Judge, tables: tuple[dict[str, str], ...], language: str) -> tuple[int, int]:
    """(pairs about which it speaks, pairs)."""
    pairs = [pair for table in tables for pair in lists.pairs(table.get(language, ""))]
    return sum(judge(clue, word) for word, clue in pairs), len(pairs)


def row(name: str, judge: Judge, language: str, group: int) -> str:
    """One line of figures."""
    label, good, bad = GROUPS[group]
    told, true = judged(judge, good, language)
    alarms, false = judged(judge, bad, language)
    precision = told / (told + alarms) if told + alarms else 1.0
    return f"  {label} {name:<8} recall {told}/{true}, false alarms {alarms}/{false}, precision {precision:.2f}"


def milliseconds(ask: Callable[[str], object]) -> float:
    """The slowest of the answers to 30 clues, none asked before."""
    slowest = 0.0
    for number in range(30):
        start = time.perf_counter()
        ask(f"snowball{chr(97 + number % 26)}{'s' * (number % 3)}")
        slowest = max(slowest, time.perf_counter() - start)
    return slowest * 1000


def figures(language: str) -> None:
    """All lines for one language."""
    before, start = resident(), time.perf_counter()
    helper = helper_for(language)
    helper.load()
    took, held = time.perf_counter() - start, resident() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6 - before
    words = [word for table in (lists.FORMS, lists.FRESH_COMPOUNDS, lists.FRESH_TRAPS)
             for word, _ in lists.pairs(table.get(language, ""))] or ["HORSE"]  # fmt: skip
    board = random.Random(1).choices(words, k=25)
    start = time.perf_counter()
    helper.flags("horse", board)
    first = (time.perf_counter() - start) * 1000
    later = milliseconds(lambda clue: helper.flags(clue, board))
    rival = milliseconds(lambda clue: [letters_alone(clue, word) for word in board])
    print(f"{language}: read in {took:.2f} s, {held:.0f} MB more held, {peak:.0f} MB more at the peak")
    print(f"  25 words: {first:.2f} ms at first, then at most {later:.2f} ms a clue; letters alone {rival:.3f} ms")
    for group, (_, good, _) in enumerate(GROUPS):
        if any(language in table for table in good):
            print(row("helper", lambda clue, word: bool(helper.flags(clue, [word])), language, group))
            print(row("letters", letters_alone, language, group))


def main() -> None:
    """Print the figures of the languages named, or of all."""
    for language in sys.argv[1:] or LANGUAGES:
        process = multiprocessing.get_context("spawn").Process(target=figures, args=(language,))
        process.start()
        process.join()


if __name__ == "__main__":
    main()
