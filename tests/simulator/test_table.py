"""The virtual table: what it draws is where it says, and the same again for the same seed."""

from __future__ import annotations

import json
import runpy
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.simulator.conditions import GRADES
from companion.simulator.feed import VirtualFeed
from companion.simulator.table import TableTruth, VirtualTable
from companion.simulator.words import WORDS, deal_words

SMALL = (1280, 720)
A1, C3, E5 = (Position.parse(name) for name in ("A1", "C3", "E5"))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "images"


def flat_card(picture: np.ndarray, truth: TableTruth, position: Position) -> np.ndarray:
    """A card cut out by the outline that the truth gives, turned upright: 340 by 220 pixels."""
    outline = np.array(truth.outlines_px[position.index], np.float32)
    target = np.array([[0, 0], [340, 0], [340, 220], [0, 220]], np.float32)
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(outline, target), (340, 220)).astype(int)


def looks_like_a_word_card(card: np.ndarray) -> bool:
    """A strip in the lower half, whiter than the beige paper above it, with dark ink in its middle."""
    blueness = card[..., 0] / np.maximum(card[..., 2].astype(float), 1)
    gray = card.mean(axis=2)
    strip, paper = np.s_[130:186, 40:300], np.s_[60:74, 30:100]
    whiter = np.median(blueness[strip]) > np.median(blueness[paper]) + 0.03
    return bool(whiter and gray[146:172, 100:240].min() < 0.6 * np.median(gray[strip]))


@pytest.mark.parametrize(
    ("grade", "view_deg"), [("easy", 0), ("easy", 180), ("medium", 0), ("hard", 90), ("hard", 180)]
)
def test_every_word_card_is_where_the_truth_says(grade: str, view_deg: float) -> None:
    table = VirtualTable(deal_words(1), 1, GRADES[grade], view_deg)
    picture, truth = table.photograph(), table.truth()
    assert [p for p in ALL_POSITIONS if not looks_like_a_word_card(flat_card(picture, truth, p))] == []


def test_a_wrong_outline_is_noticed() -> None:
    table = VirtualTable(deal_words(1), 1)
    picture, truth = table.photograph(), table.truth()
    turned = TableTruth(
        truth.words, tuple(o[2:] + o[:2] for o in truth.outlines_px), truth.covers, truth.rotation_deg, truth.taken_up
    )
    assert not any(looks_like_a_word_card(flat_card(picture, turned, p)) for p in ALL_POSITIONS)


def test_whole_board_lies_inside_the_picture_in_every_grade() -> None:
    for grade in GRADES.values():
        for seed in range(12):
            points = np.array(VirtualTable(deal_words(seed), seed, grade, 180.0 * (seed % 2)).truth(SMALL).outlines_px)
            assert points.min() >= 0
            assert (points <= SMALL).all()


def test_same_seed_same_picture_and_other_seed_another() -> None:
    first, again, other = (VirtualTable(deal_words(3), seed).photograph(SMALL) for seed in (3, 3, 4))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_two_shots_differ_by_noise_only() -> None:
    table = VirtualTable(deal_words(3), 3)
    first, second = (table.photograph(SMALL).astype(int) for _ in range(2))
    assert 0 < np.abs(first - second).mean() < 3


@pytest.mark.parametrize(("view_deg", "rotation_deg"), [(0, 0), (90, 270), (180, 180), (270, 90)])
def test_rotation_brings_the_words_upright(view_deg: float, rotation_deg: int) -> None:
    truth = VirtualTable(deal_words(5), 5, view_deg=view_deg).truth(SMALL)
    assert truth.rotation_deg == rotation_deg
    top_left, top_right = truth.outlines_px[0][:2]
    along = np.subtract(top_right, top_left)
    upright = np.array([[0, 1], [-1, 0]]) if rotation_deg == 90 else np.array([[0, -1], [1, 0]])
    turned = {0: along, 180: -along}.get(rotation_deg, upright.T @ along if rotation_deg == 90 else upright @ along)
    assert abs(turned[0]) > 5 * abs(turned[1])


def test_pieces_show_where_they_are_laid_and_nowhere_else() -> None:
    table = VirtualTable(deal_words(6), 6)
    before, truth = table.photograph(SMALL), table.truth(SMALL)
    table.lay_agent(A1)
    table.lay_token(C3, Seat.B)
    table.lay_assassin(E5)
    after = table.photograph(SMALL)
    changed = {
        str(p) for p in ALL_POSITIONS if np.abs(flat_card(after, truth, p) - flat_card(before, truth, p)).mean() > 8
    }
    assert changed == {"A1", "C3", "E5"}
    agent, dark = flat_card(after, truth, A1), flat_card(after, truth, E5)
    assert np.median(agent[..., 1]) > 1.5 * np.median(agent[..., 2])
    assert np.median(dark) < 110


def test_truth_gives_covers_by_giver() -> None:
    table = VirtualTable(deal_words(6), 6)
    table.lay_token(C3, to=Seat.B)
    assert table.truth().covers[C3.index] == Cover(tokens=frozenset({Seat.A}))
    table.lay_token(C3, to=Seat.A)
    assert table.truth().covers[C3.index].covered
    table.lay_agent(C3)
    assert table.truth().covers[C3.index].agent
    table.clear_card(C3)
    assert table.truth().covers[C3.index] == Cover()


def test_two_tokens_of_one_direction_are_a_stack_and_look_like_two() -> None:
    table = VirtualTable(deal_words(6), 6)
    bare, truth = flat_card(table.photograph(SMALL), table.truth(SMALL), C3), table.truth(SMALL)
    seen = []
    for cover in (Cover(tokens=frozenset({Seat.A})), Cover(tokens=frozenset({Seat.A}), stacked=frozenset({Seat.A}))):
        table.lay_token(C3, to=Seat.B)
        assert table.truth().covers[C3.index] == cover
        seen.append(int((np.abs(flat_card(table.photograph(SMALL), truth, C3) - bare).sum(axis=2) > 60).sum()))
    assert 1.15 * seen[0] < seen[1] < 2 * seen[0]
    assert not table.truth().covers[C3.index].covered
    table.lay_token(C3, to=Seat.A)
    assert table.truth().covers[C3.index] == Cover(tokens=frozenset(Seat), stacked=frozenset({Seat.A}))


@pytest.mark.parametrize(("bystander", "checkmark"), [(9, 0), (10, 0), (11, 0), (2, 9), (0, 9)])
def test_every_bank_lies_whole_inside_the_picture(bystander: int, checkmark: int) -> None:
    """The more tokens, the more of the picture right of the board changes, each by its own piece."""
    table = VirtualTable(deal_words(9), 9)
    bare = table.photograph(SMALL).astype(int)
    areas = []
    for number in (bystander + checkmark - 1, bystander + checkmark):
        table.set_bank(min(number, bystander), max(0, number - bystander))
        areas.append(int((np.abs(table.photograph(SMALL) - bare).sum(axis=2) > 60).sum()))
    assert areas[1] - areas[0] > 0.6 * areas[0] / (bystander + checkmark - 1)
    assert table.truth().bank == Bank(bystander, checkmark)


def test_the_side_of_a_token_is_seen() -> None:
    table = VirtualTable(deal_words(9), 9)
    table.set_bank(9)
    brown = table.photograph(SMALL).astype(int)
    table.set_bank(0, 9)
    assert (np.abs(table.photograph(SMALL) - brown).sum(axis=2) > 60).sum() > 2000


def test_arrow_points_to_the_seat_it_is_laid_for() -> None:
    """The band with the arrow is blue-brown and lies on the far side for B, on the near side for A."""

    def band_is_far(to: Seat) -> bool:
        table = VirtualTable(deal_words(8), 8)
        plain = flat_card(table.photograph(), table.truth(), C3)
        table.lay_token(C3, to)
        card = flat_card(table.photograph(), table.truth(), C3)
        token = np.abs(card - plain).sum(axis=2) > 40
        rows = np.nonzero(token)[0]
        brown = np.nonzero(token & (card[..., 2] - card[..., 0] > 60))[0]
        return bool(brown.mean() < rows.mean())

    assert band_is_far(Seat.B)
    assert not band_is_far(Seat.A)


def test_taking_a_card_up_bares_the_table() -> None:
    table = VirtualTable(deal_words(9), 9)
    table.take_up(C3)
    assert C3 in table.truth().taken_up
    assert not looks_like_a_word_card(flat_card(table.photograph(), table.truth(), C3))


def test_bank_is_drawn_beside_the_board() -> None:
    table = VirtualTable(deal_words(9), 9)
    bare, truth = table.photograph(SMALL).astype(int), table.truth(SMALL)
    table.set_bank(9, taken_a=1, taken_b=1)
    changed = np.abs(table.photograph(SMALL) - bare).sum(axis=2) > 60
    right_edge = max(x for outline in truth.outlines_px for x, _ in outline)
    assert changed[:, int(right_edge) :].sum() > 2000
    board = np.zeros(changed.shape, np.uint8)
    cv2.fillPoly(board, [np.array(o, np.int32) for o in truth.outlines_px], 1)
    assert (changed & (board > 0)).sum() < 200


def test_camera_feed_gives_full_pictures_after_a_knock() -> None:
    table = VirtualTable(deal_words(10), 10)
    feed = VirtualFeed(table, SMALL)
    before = np.array(table.truth(SMALL).outlines_px)
    table.nudge_camera(shift=(0.02, 0.0), roll_deg=0.0)
    after = np.array(table.truth(SMALL).outlines_px)
    picture = feed.frame()
    feed.close()
    feed.close()
    assert picture.shape == (720, 1280, 3)
    assert picture.dtype == np.uint8
    assert np.allclose(after - before, (0.02 * 1280, 0), atol=0.1)


def test_words_are_plenty_and_all_different() -> None:
    assert len(set(WORDS)) == len(WORDS) >= 200
    assert len(set(deal_words(7))) == 25
    assert deal_words(7) == deal_words(7) != deal_words(8)


def test_a_table_takes_25_words() -> None:
    with pytest.raises(ValueError, match="25 words, not 2"):
        VirtualTable(("ONE", "TWO"), 1)


def test_fixture_pictures_and_labels_belong_together() -> None:
    """The labels are those that the drawing script would write today, and each picture has the size it was drawn at."""
    script = runpy.run_path(str(FIXTURES / "draw.py"))
    labels = json.loads((FIXTURES / "labels.json").read_text(encoding="utf-8"))
    assert labels == [json.loads(json.dumps(script["label"](name))) for name in script["PICTURES"]]
    for entry, (_, size_px, _) in zip(labels, script["PICTURES"].values(), strict=True):
        assert cv2.imread(str(FIXTURES / entry["file"])).shape == (size_px[1], size_px[0], 3)


@pytest.mark.parametrize("word", ["BJÖRN", "ŽIŽKOV", "МОСКВА", "ΑΘΗΝΑ", "שלום", "SCHLOẞ", "O'CLOCK"])
def test_scripts_are_drawn_with_letters_of_their_own(word: str) -> None:
    """No letter falls back to the box that a font draws for what it lacks."""
    from companion.simulator.fonts import TYPEFACES, draw_word

    for face in TYPEFACES:
        shapes = {draw_word(letter, 40, face).tobytes() for letter in set(word) - {" "}}
        assert len(shapes) == len(set(word) - {" "})
        assert draw_word("\U0010fffd", 40, face).tobytes() not in shapes


def test_hand_hides_the_card_it_points_at_and_goes_away_again() -> None:
    table = VirtualTable(deal_words(12), 12)
    truth = table.truth(SMALL)
    before = flat_card(table.photograph(SMALL), truth, C3)
    table.reach_in(C3, Seat.A)
    pointed = flat_card(table.photograph(SMALL), truth, C3)
    table.withdraw()
    after = flat_card(table.photograph(SMALL), truth, C3)
    assert np.abs(pointed - before).mean() > 5
    assert np.abs(after - before).mean() < 3


def test_small_screens_and_clutter_leave_the_cards_in_view() -> None:
    table = VirtualTable(deal_words(13), 13)
    bare, truth = table.photograph(SMALL), table.truth(SMALL)
    glass = np.full((240, 320, 3), (40, 40, 240), np.uint8)
    table.show_screen(Seat.A, glass)
    table.show_screen(Seat.B, glass)
    table.scatter()
    crowded = table.photograph(SMALL)
    assert [
        p for p in ALL_POSITIONS if np.abs(flat_card(crowded, truth, p) - flat_card(bare, truth, p)).mean() > 4
    ] == []
    red = (crowded[..., 2] > 150) & (crowded[..., 1] < 90)
    left_edge = min(x for outline in truth.outlines_px for x, _ in outline)
    assert red[:, : int(left_edge)].sum() > 1000


def test_pieces_laid_while_another_thread_photographs_are_in_the_next_picture() -> None:
    table, quiet = (VirtualTable(deal_words(14), 14) for _ in range(2))
    tiny = (320, 180)
    stop = threading.Event()

    def shoot() -> None:
        while not stop.is_set():
            table.photograph(tiny)

    camera = threading.Thread(target=shoot)
    camera.start()
    for position in ALL_POSITIONS:
        table.lay_agent(position)
    stop.set()
    camera.join()
    for position in ALL_POSITIONS:
        quiet.lay_agent(position)
    assert np.abs(table.photograph(tiny).astype(int) - quiet.photograph(tiny)).mean() < 3
