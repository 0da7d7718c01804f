"""What is to be said about a clue before it counts (rules A4, B5). The players decide; nothing here judges."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.ports import ClueFlag, ClueHelper


def flags(helper: ClueHelper | None, clue: str, visible: Sequence[str], *, relaxed: bool) -> tuple[ClueFlag, ...]:
    """The reminders for a clue, the weightiest first; none without a helper.

    Args:
        helper: knows word forms and compounds.
        clue: the clue word as typed.
        visible: the words that are not covered.
        relaxed: relaxed clue rules were agreed before play: clues of several words pass.
    """
    word = " ".join(clue.split())
    if helper is None or not word:
        return ()
    found = list(helper.flags(word, visible))
    if len(word.split()) > 1 and not relaxed:
        found.append(ClueFlag("", "A clue is one word: clues of several words belong to the relaxed rules."))
    return tuple(found)
