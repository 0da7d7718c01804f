"""Photographed key cards, drawn: all squares right, or refused in one line."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.game.classic import Card
from companion.game.keycard import Identity, KeyCard
from companion.game.keyfaces import turned
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.simulator.conditions import GRADES
from companion.simulator.key_cards import duet_face, key_look
from companion.simulator.key_photo import KeyShot, photograph_key
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.vision.keycards import KeyUnreadable, read_base_key, read_duet_face
from companion.vision.keycards_edge import KeyAskew
from tests.vision.drawn_keys import SMALL, base, cut, duet

CALM = KeyShot(size_px=SMALL)
GRADE_OF = [grade for grade in GRADES for _ in range(4)]


def shot(seed: int, grade: str) -> KeyShot:
    return KeyShot(grade, turn_deg=seed * 37 % 50 - 25.0, clutter=seed % 3 == 0, thumb=seed % 4 == 1, size_px=SMALL)


@pytest.mark.parametrize(("seed", "grade"), list(enumerate(GRADE_OF)))
def test_a_face_is_right_or_refused(seed, grade):
    picture, face = duet(300 + seed, Seat.A if seed % 2 else Seat.B, shot(seed, grade))
    try:
        assert read_duet_face(picture) == face
    except CompanionError:
        assert grade in ("hard", "extreme"), "an easy picture was refused"


@pytest.mark.parametrize(("seed", "grade"), list(enumerate(GRADE_OF)))
def test_a_base_key_is_right_or_refused(seed, grade):
    picture, key, first = base(300 + seed, shot(seed, grade))
    try:
        seen = read_base_key(picture)
        assert (seen.key, seen.first) == (key, first)
    except CompanionError:
        assert grade in ("hard", "extreme"), "an easy picture was refused"


@pytest.mark.parametrize("turn_deg", [-70, -45, 20, 60])
def test_a_card_with_a_long_side_may_lie_far_from_upright(turn_deg):
    picture, face = duet(7, shot=replace(CALM, turn_deg=turn_deg))
    assert read_duet_face(picture) == face


def test_upside_down_is_read_as_it_stands_in_the_picture():
    picture, face = duet(7, shot=replace(CALM, turn_deg=180))
    assert read_duet_face(picture) == turned(face, 2)


@pytest.mark.parametrize("turn_deg", [90, -90])
def test_a_face_that_stands_on_its_short_side_is_refused(turn_deg):
    picture, _ = duet(7, shot=replace(CALM, turn_deg=turn_deg))
    with pytest.raises(KeyAskew, match="lies across the picture"):
        read_duet_face(picture)


def test_a_base_key_half_way_between_two_sides_is_refused():
    picture, _, _ = base(7, replace(CALM, turn_deg=45))
    with pytest.raises(KeyAskew):
        read_base_key(picture)


def test_any_side_of_a_base_key_may_be_up():
    picture, key, _ = base(7, replace(CALM, turn_deg=90))
    assert read_base_key(picture).key.cards == turned(key.cards, 1)


@pytest.mark.parametrize("cast", [(0.5, 0.85, 1.1), (1.15, 0.9, 0.6)])
def test_colours_are_judged_by_the_light_on_the_card(cast):
    picture, face = duet(11)
    key_picture, key, _ = base(11)
    warm, warm_key = (np.clip(p * np.array(cast), 0, 255).astype(np.uint8) for p in (picture, key_picture))
    assert read_duet_face(warm) == face
    assert read_base_key(warm_key).key == key


def test_a_card_that_fills_a_seventh_of_the_picture_is_found():
    picture, face = duet(13)
    wide = np.full((2160, 3840, 3), 60, np.uint8)
    wide[700 : 700 + 360, 1500 : 1500 + 640] = cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA)
    assert read_duet_face(wide) == face


@pytest.mark.parametrize("seed", range(3))
def test_squares_that_touch_without_a_line_are_found_by_their_corners(seed):
    look = replace(key_look(seed), gap=0.0, icons=False, panel=(120, 130, 140), rim=0.05)
    key = KeyCard.draw(SeededShuffler(40 + seed))
    picture = photograph_key(duet_face(key.face(Seat.A), look), 40 + seed, CALM)
    assert read_duet_face(picture) == key.face(Seat.A)


def test_a_key_on_a_checked_cloth_is_told_from_the_cloth():
    picture, face = duet(14)
    cloth = np.zeros((1440, 2560, 3), np.uint8)
    rows, columns = np.indices(cloth.shape[:2]) // 60 % 2
    cloth[:] = (120, 150, 190)
    cloth[(rows + columns) == 1] = (80, 100, 130)
    cloth[(rows + columns) == 2] = (40, 60, 80)
    cloth[360:1080, 640:1920] = picture
    assert read_duet_face(cloth) == face


def wrong_face(kind: Identity, instead: Identity):
    """A picture of a face with one square of another kind."""
    _, face = duet(5)
    squares = list(face)
    squares[squares.index(kind)] = instead
    return photograph_key(duet_face(squares, key_look(5)), 10, CALM)


def test_wrong_counts_are_refused_with_the_counts_and_nothing_of_where():
    with pytest.raises(KeyUnreadable) as refused:
        read_duet_face(wrong_face(Identity.AGENT, Identity.ASSASSIN))
    assert "(agents 8 instead of 9, assassins 4 instead of 3)" in str(refused.value)


def test_edge_lights_and_squares_that_disagree_are_refused():
    picture, _, first = base(9, lights=lambda team: team.other)
    with pytest.raises(KeyUnreadable, match=f"edge of the card says that {first.other.value} begins"):
        read_base_key(picture)


def test_a_key_of_the_other_game_is_said_to_be_that():
    face, _ = duet(3)
    key, _, _ = base(3)
    with pytest.raises(KeyUnreadable, match="face of a Duet key card: give"):
        read_base_key(face)
    with pytest.raises(KeyUnreadable, match="key of a base game: give"):
        read_duet_face(key)


def two_cards() -> np.ndarray:
    left, right = duet(3)[0], duet(4)[0]
    return np.hstack([left, right])


def words() -> np.ndarray:
    return VirtualTable(deal_words(3), 3).photograph(SMALL)


def noise(size: tuple[int, int]) -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)


def chessboard() -> np.ndarray:
    board = np.indices((8, 8)).sum(axis=0) % 2
    squares = np.where(board[..., None] == 1, (40, 120, 40), (200, 220, 230)).astype(np.uint8)
    return np.ascontiguousarray(np.kron(squares, np.ones((80, 80, 1), np.uint8)))


NOT_KEYS = {
    "two cards": two_cards,
    "half a card": lambda: cut(duet(6)[0], 0.5),
    "words": words,
    "noise": lambda: noise((640, 360)),
    "black": lambda: np.zeros((360, 640, 3), np.uint8),
    "one pixel": lambda: np.full((1, 1, 3), 200, np.uint8),
    "one row": lambda: noise((3000, 1)),
    "chessboard": chessboard,
}


@pytest.mark.parametrize("read", [read_duet_face, read_base_key])
@pytest.mark.parametrize("name", NOT_KEYS)
def test_what_is_no_single_key_card_is_refused_in_one_line(name, read):
    with pytest.raises(KeyUnreadable) as refused:
        read(NOT_KEYS[name]())
    assert "\n" not in str(refused.value)


def test_a_blot_over_several_squares_is_refused():
    picture, _ = duet(8)
    rows, columns = np.nonzero(picture.astype(int)[..., 1] - picture.astype(int)[..., 2] > 40)
    top, left = int(np.median(rows)), int(np.median(columns))
    picture[top - 60 : top + 60, left - 120 : left + 120] = (90, 140, 200)
    with pytest.raises(KeyUnreadable):
        read_duet_face(picture)


def test_the_text_form_of_what_was_read_hides_it():
    picture, _, _ = base(3)
    seen = read_base_key(picture)
    assert all(card.value * 2 not in repr(seen) for card in Card)
    assert repr(seen) == "SeenBaseKey(hidden)"
