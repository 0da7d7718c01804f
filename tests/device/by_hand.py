"""A decoder of packed pixels as docs/protocol.md tells it, word for word and slow, that says what it does."""

from __future__ import annotations

from dataclasses import dataclass, field

ROW, RUN, ABOVE, ASIDE, LITERAL = 512, 514, 528, 1552, 1808
RATES = (160, 98, 71, 55, 45, 38, 33, 29, 26, 24, 22)


@dataclass
class Reader:
    """Takes decisions out of bytes. ``steps``: the lines of the page's table."""

    data: bytes
    span: int = 2**30
    chances: dict[int, tuple[int, int]] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.code, self.used = int.from_bytes(self.data[:4], "big"), 4

    def ask(self, at: int, about: str) -> bool:
        chance, met = self.chances.get(at, (2048, 0))
        span, code, bound = self.span, self.code, self.span // 4096 * chance
        yes, rate = code < bound, RATES[min(met, 10)]
        if yes:
            self.span = bound
            chance += (4096 - chance) * rate // 256
        else:
            self.code, self.span = code - bound, span - bound
            chance -= chance * rate // 256
        self.chances[at] = chance, met + 1
        while self.span < 2**22:
            self.span, self.code = self.span * 256, self.code * 256 + self.data[self.used]
            self.used += 1
        self.steps.append(f"| {about} | {at} | {span} | {bound} | {code} | {'yes' if yes else 'no'} |")
        return yes


def read(data: bytes, width: int, height: int) -> tuple[list[list[int]], Reader]:
    """The rows, and the reader that has read them."""
    reader, rows, again = Reader(data), [], False
    for y in range(height):
        above = rows[y - 1] if y else [0] * width
        again = reader.ask(ROW + again, "is the row as the one above?")
        rows.append(list(above) if again else [])
        if not again:
            _row(reader, rows, width)
    return rows, reader


def _row(reader: Reader, rows: list[list[int]], width: int) -> None:
    y, broken = len(rows) - 1, False

    def at(x: int, up: int = 0) -> int:
        return rows[y - up][x] if y >= up and 0 <= x < width else 0

    while len(rows[y]) < width:
        x = len(rows[y])
        west, north, east = at(x - 1), at(x, 1), at(x + 1, 1)
        others = (at(x - 2, 1), at(x - 1, 1), north, east, at(x + 2, 1), at(x - 2), at(x, 2))
        a = sum(2 ** (7 - place) for place, other in enumerate(others) if other != west) + (west != 0)
        if a <= 1 and not broken:
            n = 1
            while x + n < width and at(x + n, 1) == at(x + n + 1, 1) == west:
                n += 1
            if reader.ask(RUN + 2 * min(5, n.bit_length() - 1) + a, f"are {n} pixels as W?"):
                rows[y] += [west] * n
                continue
            broken = True
        if reader.ask(256 * broken + a, "is it W?"):
            rows[y].append(west)
            continue
        broken = False
        rows[y].append(_other(reader, (west, north, east), at(x - 1, 1), at(x, 2)))


def _other(reader: Reader, near: tuple[int, int, int], north_west: int, far_north: int) -> int:
    west, north, east = near
    state = ABOVE + 4 * (16 * west + north) + 2 * (east == north) + (far_north == north)
    if north != west and reader.ask(state, "is it N?"):
        return north
    side = east if east not in (west, north) else north_west
    if side not in (west, north) and reader.ask(ASIDE + 16 * west + north, "is it S?"):
        return side
    node = 1
    for bit in (8, 4, 2, 1):
        node = 2 * node + reader.ask(LITERAL + 16 * ((5 * west + north) % 32) + node, f"has its number the {bit}?")
    return node - 16
