"""What lies on a part of a card: tokens, and what only looks like one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.vision.watching.beside import Found, may_be_tokens
from companion.vision.watching.cells import Covering, Seen
from companion.vision.watching.laid import tokens_on, told_arrows
from companion.vision.watching.places import FINE, FINE_PX, MARGIN_MM
from companion.vision.watching.tokens import Look, Looks, Token
from companion.vision.watching.unlike import view_of

PAPER = np.full((FINE_PX[1], FINE_PX[0], 3), 200, np.uint8)


def seen_with(left_mm: float, right_mm: float) -> Seen:
    """Something over the full height of a close view, from here to there, measured from the left edge of the card."""
    picture, other = PAPER.copy(), np.zeros(PAPER.shape[:2], bool)
    columns = slice(*(round((MARGIN_MM + x) * FINE) for x in (left_mm, right_mm)))
    picture[:, columns], other[:, columns] = (30, 90, 20), True
    return Seen(Covering.PARTLY, view_of(picture), other, other)


def test_the_edge_of_a_large_card_beside_is_no_token_and_hides_nothing() -> None:
    assert tokens_on(seen_with(-MARGIN_MM, 3.0), Looks()) == []


def test_what_lies_far_onto_the_card_is_no_edge() -> None:
    assert tokens_on(seen_with(-MARGIN_MM, 30.0), Looks()) is None


def test_two_tokens_upon_each_other_are_for_the_players_to_tell() -> None:
    look = Look(PAPER[:40, :40], up=True)
    one, two = (Token((40.0, 40.0), (40.0, 40.0), 0.0, True, count, look) for count in (1, 2))
    assert told_arrows([one], lambda: PAPER, PAPER, Looks()) is not None
    assert told_arrows([two], lambda: PAPER, PAPER, Looks()) is None


def thing(x_mm: float, area_mm2: float, reach_mm: float) -> Found:
    return Found(None, (x_mm, 0.0), PAPER[:1, :1], area_mm2, reach_mm)


def test_a_heap_at_a_token_may_be_tokens_and_a_pile_of_cards_is_none() -> None:
    one, heap = thing(200.0, 460.0, 15.0), thing(235.0, 3600.0, 50.0)
    assert may_be_tokens(heap, [one], 460.0)
    assert not may_be_tokens(replace(heap, middle_mm=(-200.0, 0.0)), [one], 460.0)
    assert may_be_tokens(heap, [], 460.0)
    assert may_be_tokens(replace(heap, middle_mm=(-200.0, 0.0), area_mm2=1000.0), [one], 460.0)
    assert not may_be_tokens(thing(0.0, 60.0, 6.0), [one], 460.0)
