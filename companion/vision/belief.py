"""How probable it is that a word was read right, from what speaks for it: a logistic formula with few, named weights.

The weights were fitted to drawn boards by ``bench/certainty.py``, which draws the reliability diagram as well. The
formula gives the confidence that is shown; whether a word is *sure* is decided by rules (``agreement.py``), since no
sample is large enough to fit one fault in ten thousand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST, MOST = 0.01, 0.995
"""Nothing is believed more or less than this."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a word and against it, each 0.0 to 1.0.

    ``agreeing``: share of the differently prepared readings that are the word. ``usual``: the middle one of their
    confidences. ``denied``: the highest confidence of another word. ``copied``: what the small copy adds. ``known``:
    what the word lists and the dictionary say. ``odd``: the picture shows marks that the word has not, or may hide
    some. ``run_together``: its letters touch.
    """

    agreeing: float
    usual: float
    denied: float
    copied: float
    known: float
    odd: float
    run_together: float

    def values(self) -> tuple[float, ...]:
        """In the order of ``WEIGHTS``, a constant before them."""
        each = self.agreeing, self.usual, self.denied, self.copied, self.known, self.odd, self.run_together
        return (1.0, *each)


WEIGHTS = (-1.29, 4.31, 2.37, -0.76, 0.6, 0.83, -2.34, 0.31)


def probability(evidence: Evidence) -> float:
    """How probable a word is, ``LEAST`` to ``MOST``."""
    score = sum(weight * value for weight, value in zip(WEIGHTS, evidence.values(), strict=True))
    return min(max(1.0 / (1.0 + math.exp(-score)), LEAST), MOST)
