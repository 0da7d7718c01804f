"""Unpacks rectangles of pixels: guesses each from its neighbours, and is told where the guess is wrong.

docs/protocol.md explains the code and the numbers. The whole of `pixels` is machine code on a board, since a face takes
tens of thousands of decisions; the same lines run on CPython (`on_cpython.py`), and on a MicroPython that makes no
machine code (`plain.py`).
"""

import sys
from array import array

import micropython
from micropython import const

# Where the states of each sort of decision begin.
_SAME = const(0)
_ROW = const(512)
_RUN = const(514)
_ABOVE = const(528)
_ASIDE = const(1552)
_LITERAL = const(1808)
STATES = 2320

# What a decision is about.
_IS_RUN = const(0)
_IS_ROW = const(1)
_IS_SAME = const(2)
_IS_LITERAL = const(3)
_IS_ABOVE = const(4)
_IS_ASIDE = const(5)

# How fast the chance of a decision follows what was met, in 256ths, by how often the decision was met before.
RATES = bytes((160, 98, 71, 55, 45, 38, 33, 29, 26, 24, 22))
_MOST = const(10)

# A chance of a half in 12 bits, met 0 times in 4 bits.
FRESH = 0x8000


# What is kept from one row to the next, in 32 bits each: the range coder, whether the last row was as the one above it, and
# where in the buffer of three rows this one begins, the one above it, and the one above that.
_CODE = const(0)
_SPAN = const(1)
_USED = const(2)
_AGAIN = const(3)
_HERE = const(4)
_ABOVE_IT = const(5)
_HIGHER = const(6)


@micropython.viper
def pixels(packed, size: int, width: int, kept_, rows_, states_, rates_):
    """Decode one row. No jump in it may be longer than 2 KB of an RP2040's machine code."""
    source = ptr8(packed)
    rates = ptr8(rates_)
    rows = ptr8(rows_)
    states = ptr16(states_)
    kept = ptr32(kept_)
    code = kept[_CODE]
    span = kept[_SPAN]
    used = kept[_USED]
    here = kept[_HERE]
    above = kept[_ABOVE_IT]
    higher = kept[_HIGHER]
    ends = here + width
    end = 0
    broken = 0
    around = 0
    fresh = 1
    west = 0
    north = 0
    aside = 0
    node = 0
    kind = _IS_ROW
    at = _ROW + kept[_AGAIN]
    while True:
        # One decision: yes or no, as likely as its state says.
        met = states[at]
        chance = met >> 4
        met &= 15
        yes = (span >> 12) * chance
        if code < yes:
            span = yes
            yes = 1
            chance += ((4096 - chance) * rates[met]) >> 8
        else:
            code -= yes
            span -= yes
            yes = 0
            chance -= (chance * rates[met]) >> 8
        if met < _MOST:
            met += 1
        states[at] = chance << 4 | met
        while span < 0x400000:
            span <<= 8
            code <<= 8
            if used < size:
                code |= source[used]
            used += 1

        # What it was about; `fresh` unless the next pixel has the same western colour and the same row above.
        fresh = 1
        if kind == _IS_RUN:
            if yes:
                higher += end - above
                while above < end:
                    rows[here] = west
                    here += 1
                    above += 1
            else:
                broken = 256
        elif kind == _IS_ROW:
            kept[_AGAIN] = yes
            if yes:
                break
        else:
            if kind == _IS_SAME:
                aside = west
                if yes:
                    fresh = 0
                else:
                    broken = 0
                    kind = _IS_ABOVE
                    north = rows[above]
                    if north != west:
                        aside = north
                        at = _ABOVE + (west * 16 + north) * 4
                        if rows[above + 1] == north:
                            at += 2
                        if rows[higher] == north:
                            at += 1
                        continue
            elif kind == _IS_LITERAL:
                node = node * 2 + yes
                aside = node & 15
                yes = 1
            if not yes:
                if kind == _IS_ABOVE:
                    kind = _IS_ASIDE
                    aside = rows[above + 1]
                    if aside == west or aside == north:
                        aside = rows[above - 1]
                    if aside != west and aside != north:
                        at = _ASIDE + west * 16 + north
                        continue
                kind = _IS_LITERAL
                node = 1
            if kind == _IS_LITERAL and node < 16:
                at = _LITERAL + (west * 5 + north & 31) * 16 + node
                continue
            # Found: a colour.
            rows[here] = aside
            here += 1
            above += 1
            higher += 1
        if here == ends:
            break

        # The next pixel, from its neighbours: is it as its western one?
        if fresh:
            west = rows[here - 1]
            around = 0
            node = above - 2
            while node < above + 2:
                around <<= 1
                if rows[node] != west:
                    around += 16
                node += 1
            if rows[here - 2] != west:
                around += 4
            if west:
                around += 1
        else:
            around = (around & 0x78) << 1 | around & 1
        if rows[above + 2] != west:
            around += 8
        if rows[higher] != west:
            around += 2
        kind = _IS_SAME
        at = around + broken
        if at < 2:
            # All of one colour: are all as far as the row above goes on in it?
            end = above + 1
            node = ends - here + above
            while end < node and rows[end] == west and rows[end + 1] == west:
                end += 1
            kind = _IS_RUN
            at += _RUN
            node = end - above
            met = 0
            while node > 1 and met < 10:
                node >>= 1
                met += 2
            at += met
    kept[_CODE] = code
    kept[_SPAN] = span
    kept[_USED] = used


@micropython.viper
def settle(width: int, kept_, rows_, out_, start: int):
    """Put a decoded row into its place, two pixels a byte; the buffers of the rows change places."""
    rows = ptr8(rows_)
    out = ptr8(out_)
    kept = ptr32(kept_)
    here = kept[_HERE]
    above = kept[_ABOVE_IT]
    end = here + width
    kept[_HERE] = kept[_HIGHER]
    kept[_HIGHER] = above
    kept[_ABOVE_IT] = here
    if kept[_AGAIN]:
        while here < end:
            rows[here] = rows[above]
            here += 1
            above += 1
        here -= width
    while here < end:
        out[start] = rows[here] << 4 | rows[here + 1]
        here += 2
        start += 1


def rectangle(packed, start, stride, width, height, out):
    """Unpack a rectangle of even width into `out` from byte `start` on; True if `packed` held that and no more."""
    size = len(packed)
    if size < 4 or packed[0] > 63:
        return False
    # Three rows, each with two zeros before and after it.
    wide = width + 4
    rows = bytearray(3 * wide)
    kept = array("i", (int.from_bytes(packed[:4], "big"), 1 << 30, 4, 0, 2, wide + 2, 2 * wide + 2))
    states = array("H", FRESH.to_bytes(2, sys.byteorder) * STATES)
    for row in range(start, start + height * stride, stride):
        pixels(packed, size, width, kept, rows, states, RATES)
        settle(width, kept, rows, out, row)
        if kept[_USED] > size:
            break
    # Not left to chance: a forgotten pointer to it could keep `scrub` from what was a part of a face.
    rows[:] = bytes(3 * wide)
    states[:] = array("H", bytes(2 * STATES))
    return kept[_USED] == size
