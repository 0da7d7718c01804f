"""Several pictures of a card become one: clearer than each, and only of what all show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.game.position import Position
from companion.vision.fusion import MOST_KEPT, CardPictures
from tests.vision.drawn import CARD_H, CARD_W, Look, card

B2 = Position.parse("B2")
SIZE_PX = (260, 190)
NOISE = 12.0


def table(word: str, shift=(0.0, 0.0), turn_deg=0.0, scale=0.6):
    """A picture of one card, shape (190, 260), grey, and the outline of the card in it."""
    art = card(word, Look())
    gray = np.where(art[..., 3] > 0, art[..., :3].mean(axis=2), 60).astype(np.float32)
    turn = cv2.getRotationMatrix2D((CARD_W / 2, CARD_H / 2), turn_deg, scale)
    turn[:, 2] += np.array(SIZE_PX) / 2 - (CARD_W / 2, CARD_H / 2) + np.array(shift)
    picture = cv2.warpAffine(cv2.GaussianBlur(gray, (0, 0), 2.0), turn, SIZE_PX, borderValue=60, flags=cv2.INTER_AREA)
    corners = np.array([(0, 0), (CARD_W, 0), (CARD_W, CARD_H), (0, CARD_H)]) @ turn[:, :2].T + turn[:, 2]
    return picture, tuple((float(x), float(y)) for x, y in corners)


def seen(light, seed):
    """As a camera sees it: with noise, and compressed."""
    noisy = np.clip(light + np.random.default_rng(seed).normal(0, NOISE, light.shape), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_GRAYSCALE)


def error(picture, truth) -> float:
    """How far a card is from how it really looks, in grey levels."""
    inside = np.s_[50:140, 50:210]
    return float(np.sqrt(np.mean((picture[inside].astype(np.float32) - truth[inside]) ** 2)))


def cleared(pictures, last, outline):
    kept = CardPictures()
    for picture in [*pictures, last]:
        kept.add(B2, picture, outline)
    clear = last.copy()
    kept.clear_up(B2, clear)
    return clear


def trembling(count, word="BADGER"):
    rng = np.random.default_rng(7)
    moves = [(rng.uniform(-3, 3, 2), float(rng.uniform(-0.4, 0.4))) for _ in range(count)]
    return [seen(table(word, *move)[0], seed) for seed, move in enumerate(moves)]


def test_five_pictures_of_a_trembling_camera_are_far_clearer_than_one():
    truth, outline = table("BADGER")
    last = seen(truth, 99)
    assert error(last, truth) > 6
    assert error(cleared(trembling(4), last, outline), truth) < 0.55 * error(last, truth)


def test_a_picture_alone_stays_as_it_is():
    truth, outline = table("BADGER")
    last = seen(truth, 99)
    assert np.array_equal(cleared([], last, outline), last)


def test_a_card_that_was_exchanged_is_not_mixed_with_the_one_before():
    truth, outline = table("BEAGLE")
    last = seen(truth, 99)
    assert np.array_equal(cleared(trembling(4, "EAGLE"), last, outline), last)


def test_a_hand_in_one_picture_does_not_count():
    truth, outline = table("BADGER")
    last, pictures = seen(truth, 99), trembling(4)
    hidden = [picture.copy() for picture in pictures]
    cv2.circle(hidden[1], (130, 110), 45, 90, -1)
    pictures.pop(1)
    assert np.array_equal(cleared(hidden, last, outline), cleared(pictures, last, outline))


def test_a_picture_in_other_light_counts():
    truth, outline = table("BADGER")
    last = seen(truth, 99)
    darker = [np.asarray(0.8 * picture, np.uint8) for picture in trembling(4)]
    assert error(cleared(darker, last, outline), truth) < 0.55 * error(last, truth)


def test_what_was_forgotten_or_is_long_ago_does_not_count():
    truth, outline = table("BADGER")
    last, pictures = seen(truth, 99), trembling(MOST_KEPT + 3)
    assert np.array_equal(cleared(pictures, last, outline), cleared(pictures[-MOST_KEPT + 1 :], last, outline))
    kept = CardPictures()
    kept.add(B2, pictures[0], outline)
    kept.forget([B2])
    kept.add(B2, last, outline)
    clear = last.copy()
    kept.clear_up(B2, clear)
    assert np.array_equal(clear, last)


@pytest.mark.parametrize("outline", [((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)), ((-900.0, 0.0),) * 4])
def test_cards_that_are_no_larger_than_a_speck_or_outside_are_left(outline):
    last = seen(table("BADGER")[0], 99)
    assert np.array_equal(cleared([last], last, outline), last)


def test_cards_with_large_letters_are_left():
    truth, outline = table("BADGER")
    last, before = (cv2.resize(seen(truth, seed), None, fx=3, fy=3) for seed in (99, 98))
    assert np.array_equal(cleared([before], last, tuple((3 * x, 3 * y) for x, y in outline)), last)
