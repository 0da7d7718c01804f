"""Which of several attempts at a board is right, told by the words that can be read on their cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.vision.asking import Asked, Sense
from companion.vision.attempts import WHOLE, Attempt, improved
from companion.vision.cards import search_again
from companion.vision.window import weigh

SAMPLE, FEWER = 8, 4
"""So many cards are asked about at first, and so many where the looks of the cards leave no doubt."""
MOST_ASKED, ENOUGH_WORDS, WORDS_AHEAD = 3, 18.0, 3.0
"""On the cards of so many attempts words are read, until so many are; so many more speak for another attempt."""
FEWEST_WORDS = 6.0
"""With fewer words than this nothing more can be learnt from them."""
OVER_TIMES, OVER_AHEAD = 2.0, 2.0
"""So many times as many words, and so many more, must read upside down for the cards to lie the other way up."""


def told(best: Attempt, attempts: Sequence[Attempt], sense: Sense) -> Attempt:
    """The attempt on whose cards the most words are read; the likeliest one if these can't be told from each other."""
    asked = Asked(best.found, best.factor, sense)
    if asked.stands(SAMPLE if best.in_doubt else FEWER):
        found = asked.with_words()
        if found.window == best.found.window and not found.has_bare_edge:
            return best
    else:
        best, asked = _most_words(best, asked, attempts, sense)
        found = asked.with_words()
    enough = found.good >= WHOLE or asked.count_in(found) < FEWEST_WORDS
    again = None if enough else search_again(best.surface, found.field, asked.worded)
    if again is not None:
        other = Asked(weigh(again, best.work), best.factor, sense)
        other.either_way()
        anew = other.with_words()
        if other.count_in(anew) >= asked.count_in(found):
            asked, found = other, anew
    return replace(best, found=asked.believed(found))


def _most_words(best: Attempt, asked: Asked, attempts: Sequence[Attempt], sense: Sense) -> tuple[Attempt, Asked]:
    """The attempt on whose cards the most words are read, either way up; another one must be clearly better."""
    others = sorted((one for one in attempts if one is not best), key=lambda attempt: -attempt.found.value)
    chosen, most = (best, asked), -np.inf
    for attempt in [best, *others][:MOST_ASKED]:
        one = asked if attempt is best else Asked(attempt.found, attempt.factor, sense)
        upright, over = one.either_way()
        turned = attempt.other_way_up() if over > max(OVER_TIMES * upright, upright + OVER_AHEAD) else None
        read = (attempt, one) if turned is None else _improved(turned, sense)
        count = upright if turned is None else over
        if count > most + WORDS_AHEAD * (attempt is not best):
            chosen, most = read, count
        if most >= ENOUGH_WORDS:
            break
    return chosen


def _improved(turned: Attempt, sense: Sense) -> tuple[Attempt, Asked]:
    better = improved(turned)
    return better, Asked(better.found, better.factor, sense)
