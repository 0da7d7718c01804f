"""How wide a word is printed: tells readings that are much too short or too long for the writing that is seen."""

from __future__ import annotations

import numpy as np

from companion.vision.lexicon import folded

NARROW, WIDE = frozenset("IJ1'.,-:| "), frozenset("MWŒÆ")
NARROW_CAPS, USUAL_CAPS, WIDE_CAPS = 0.55, 0.94, 1.2
"""How much of a line a letter takes, the gap beside it included, in heights of the capitals: bold letters without
serifs, of usual width."""
SPREAD = 0.4
"""How far a word may differ from that in one typeface or another, as a logarithm."""
LEAST = 0.03
"""What is left of a reading that can't be as wide as the writing."""


def width_of(word: str) -> float:
    """About how wide a word is printed in bold capitals, in heights of the capitals."""
    return sum(
        NARROW_CAPS if letter in NARROW else WIDE_CAPS if letter in WIDE else USUAL_CAPS for letter in folded(word)
    )


def fits(word: str, seen_caps: float) -> float:
    """How well a word fills the writing that is seen, 0 to 1; 1.0 where none was measured.

    Args:
        word: what was read.
        seen_caps: from the first to the last letter seen, in heights of the capitals; 0.0 if that is not known.
    """
    if not word or seen_caps <= 0.0:
        return 1.0
    apart = float(np.log(width_of(word) / seen_caps)) / SPREAD
    return max(float(np.exp(-0.5 * apart**2)), LEAST)
