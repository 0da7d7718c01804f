"""Drawn key cards: the same for the same seed, and what they show is what they were told."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game.classic import Card, Team
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.simulator.key_cards import base_key, duet_face, key_look
from companion.simulator.key_photo import KeyShot, photograph_key
from companion.table.classic_play import draw_key

FACE = KeyCard.draw(SeededShuffler(1)).face(Seat.A)
SMALL = (640, 360)


def middles(picture: np.ndarray, pitch: float) -> list[tuple[int, ...]]:
    """The colour beside the middle of each square, where no sign is."""
    height, width = picture.shape[:2]
    step = pitch * height
    return [
        tuple(int(v) for v in picture[round(height / 2 + (row - 2.3) * step), round(width / 2 + (column - 2.3) * step)])
        for row in range(5)
        for column in range(5)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_each_square_has_the_colour_of_its_kind(seed):
    look = key_look(seed)
    assert middles(duet_face(FACE, look).picture, look.pitch) == [look.colours[kind] for kind in FACE]
    key, first = draw_key(SeededShuffler(seed), None)
    seen = middles(base_key(key.cards, first, look).picture, look.pitch)
    assert seen == [look.colours[card] for card in key.cards]


def test_the_lights_of_a_base_key_are_those_of_the_team_that_begins():
    key, _ = draw_key(SeededShuffler(2), None)
    red, blue = (base_key(key.cards, team, key_look(2)).picture for team in Team)
    changed = np.argwhere((red != blue).any(axis=2))
    height, width = red.shape[:2]
    assert len(changed) > 100
    outside = (np.abs(changed - (height / 2, width / 2)) > 2.5 * key_look(2).pitch * height).any(axis=1)
    assert outside.all()


def test_a_duet_key_is_wider_than_tall_and_a_base_key_is_square():
    duet, base = duet_face(FACE, key_look(3)), base_key([Card.RED] * 25, Team.RED, key_look(3))
    assert duet.size_mm[0] > duet.size_mm[1]
    assert base.size_mm[0] == base.size_mm[1]


def test_other_than_25_squares_are_refused():
    with pytest.raises(ValueError, match="not 24"):
        duet_face([Identity.AGENT] * 24, key_look(1))


def test_pictures_of_a_seed_are_the_same_and_of_another_are_not():
    card, shot = duet_face(FACE, key_look(1)), KeyShot("hard", clutter=True, thumb=True, size_px=SMALL)
    one, again, other = (photograph_key(card, seed, shot) for seed in (5, 5, 6))
    assert (one == again).all()
    assert (one != other).any()


def test_looks_differ():
    assert len({(look.card, look.panel, round(look.gap, 3)) for look in map(key_look, range(12))}) > 8
