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

# How fast the chance of a decision follows what was met, in 256ths, by how often the decision was met before.
RATES = bytes((160, 98, 71, 55, 45, 38, 33, 29, 26, 24, 22))
_MOST = const(10)

# A chance of a half in 12 bits, met 0 times in 4 bits.
FRESH = 0x8000


@micropython.viper
def pixels(packed, size: int, shape, rows_, states_, rates_, out_) -> int:
    """Decode into `out_`; the number of bytes that this took, more than `size` if they are too few.

    `shape`: first byte and bytes a row in `out_`, width and height in pixels. `rows_`: three rows of width + 4, zeros.
    """
    source = ptr8(packed)
    rates = ptr8(rates_)
    rows = ptr8(rows_)
    out = ptr8(out_)
    states = ptr16(states_)
    sizes = ptr32(shape)
    width = sizes[2]
    wide = width + 4
    # This row, the one above and the one above that; two zeros lie before and after each.
    here = 2
    above = here + wide
    higher = above + wide
    rest = sizes[3]
    start = sizes[0]
    code = source[0] << 24 | source[1] << 16 | source[2] << 8 | source[3]
    used = 4
    span = 1 << 30
    x = 0
    end = 0
    broken = 0
    again = 0
    west = 0
    north = 0
    aside = 0
    node = 0
    kind = _ROW
    at = _ROW
    while True:
        # One decision: yes or no, as likely as its state says.
        state = states[at]
        met = state & 15
        chance = state >> 4
        bound = (span >> 12) * chance
        if code < bound:
            yes = 1
            span = bound
            chance += ((4096 - chance) * rates[met]) >> 8
        else:
            yes = 0
            code -= bound
            span -= bound
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

        # What it was about.
        put = -1
        if kind == _SAME:
            if yes:
                put = west
            else:
                broken = 0
                if north != west:
                    kind = _ABOVE
                    at = _ABOVE + (west * 16 + north) * 4
                    if rows[above + x + 1] == north:
                        at += 2
                    if rows[higher + x] == north:
                        at += 1
                    continue
                kind = _ASIDE
        elif kind == _RUN:
            if yes:
                while x < end:
                    rows[here + x] = west
                    x += 1
            else:
                broken = 256
        elif kind == _ABOVE:
            if yes:
                put = north
            else:
                kind = _ASIDE
        elif kind == _ROW:
            again = yes
            if yes:
                while x < width:
                    rows[here + x] = rows[above + x]
                    x += 1
        elif kind == _LITERAL:
            node = node * 2 + yes
            if node < 16:
                at = _LITERAL + (west * 5 + north & 31) * 16 + node
                continue
            put = node - 16
        elif yes:
            put = aside
        else:
            aside = -1
        if put < 0 and kind == _ASIDE:
            # The colour beside the one above is next, then any.
            if aside >= 0:
                aside = rows[above + x + 1]
                if aside == west or aside == north:
                    aside = rows[above + x - 1]
                if aside != west and aside != north:
                    at = _ASIDE + west * 16 + north
                    continue
            aside = 0
            kind = _LITERAL
            node = 1
            at = _LITERAL + (west * 5 + north & 31) * 16 + node
            continue
        if put >= 0:
            rows[here + x] = put
            x += 1
            aside = 0

        if x == width:
            # A row is full: two pixels a byte, and the rows change places.
            x = 0
            while x < width:
                out[start + (x >> 1)] = rows[here + x] << 4 | rows[here + x + 1]
                x += 2
            start += sizes[1]
            rest -= 1
            if not rest or used > size:
                return used
            x = here
            here = higher
            higher = above
            above = x
            x = broken = 0
            kind = _ROW
            at = _ROW + again
            continue

        # The next pixel, from its neighbours: is it as its western one?
        west = rows[here + x - 1]
        north = rows[above + x]
        at = 0
        if north != west:
            at = 128
        if rows[above + x - 1] != west:
            at += 64
        if rows[above + x + 1] != west:
            at += 32
        if rows[here + x - 2] != west:
            at += 16
        if rows[higher + x] != west:
            at += 8
        if rows[above + x + 2] != west:
            at += 4
        if rows[above + x - 2] != west:
            at += 2
        if at == 0 and broken == 0:
            # All of one colour: are all as far as the row above goes on in it?
            end = x + 1
            while end < width and rows[above + end] == west and rows[above + end + 1] == west:
                end += 1
            at = 0
            node = end - x
            while node > 1 and at < 10:
                node >>= 1
                at += 2
            kind = _RUN
            at += _RUN
        else:
            kind = _SAME
            at += broken
        if west:
            at += 1


def rectangle(packed, start, stride, width, height, out):
    """Unpack a rectangle of even width into `out` from byte `start` on; True if `packed` held that and no more."""
    if len(packed) < 4 or packed[0] > 63:
        return False
    shape = array("i", (start, stride, width, height))
    states = array("H", FRESH.to_bytes(2, sys.byteorder) * STATES)
    rows = bytearray(3 * (width + 4))
    return pixels(packed, len(packed), shape, rows, states, RATES, out) == len(packed)
