"""In which order the letters of a line stand on the glass: Hebrew and its like run from right to left.

A small part of the Unicode Bidirectional Algorithm (UAX 9), enough for the words on cards: no marks that embed one
direction in another, one line at a time.
"""

from __future__ import annotations

import unicodedata

RIGHT_TO_LEFT = frozenset(("R", "AL"))
_NUMBERS = frozenset(("EN", "AN"))
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def composed(text: str) -> str:
    """The same letters with their marks as one character each, wherever Unicode has one."""
    return unicodedata.normalize("NFC", text)


def visual(line: str) -> str:
    """The characters from left to right, as a painter that knows no direction has to get them."""
    clusters = _clusters(line)
    kinds = [_kind(cluster) for cluster in clusters]
    if "R" not in kinds:
        return line
    levels = _levels(kinds)
    pieces = [c.translate(_MIRRORED) if level % 2 else c for c, level in zip(clusters, levels, strict=True)]
    order = list(range(len(pieces)))
    for level in range(max(levels), 0, -1):
        order = _reversed_runs(order, [levels[index] >= level for index in order])
    return "".join(pieces[index] for index in order)


def _clusters(line: str) -> list[str]:
    """Each character with the marks that stand on it."""
    clusters: list[str] = []
    for character in line:
        if clusters and unicodedata.combining(character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _kind(cluster: str) -> str:
    """``R`` from right to left, ``L`` from left to right, ``N`` a number, "" neither."""
    kind = unicodedata.bidirectional(cluster[0])
    if kind in RIGHT_TO_LEFT:
        return "R"
    return "L" if kind == "L" else "N" if kind in _NUMBERS else ""


def _levels(kinds: list[str]) -> list[int]:
    """Odd ones run from right to left. What has no direction goes with its neighbours, with the line if they differ."""
    base = next(kind for kind in kinds if kind in ("R", "L"))
    flows = _flows(kinds, base)
    levels = []
    for index, kind in enumerate(kinds):
        if kind == "N" and flows[index] == "R":
            levels.append(2)  # A number keeps its own order among letters that run the other way.
        elif kind:
            levels.append(1 if flows[index] == "R" else 2 if base == "R" else 0)
        else:
            before = next((flow for flow in reversed(flows[:index]) if flow), base)
            after = next((flow for flow in flows[index + 1 :] if flow), base)
            flow = before if before == after else base
            levels.append(1 if flow == "R" else 2 if base == "R" else 0)
    return levels


def _flows(kinds: list[str], base: str) -> list[str]:
    """The direction of each, a number's being that of the letters before it; "" where there is none."""
    flows, strong = [], base
    for kind in kinds:
        strong = kind if kind in ("R", "L") else strong
        flows.append(strong if kind else "")
    return flows


def _reversed_runs(order: list[int], high: list[bool]) -> list[int]:
    """Each unbroken run of what is high, the other way round."""
    result: list[int] = []
    run: list[int] = []
    for index, is_high in zip(order, high, strict=True):
        if is_high:
            run.append(index)
            continue
        result += [*reversed(run), index]
        run = []
    return result + run[::-1]
