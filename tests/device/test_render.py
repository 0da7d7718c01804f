"""What the screens show: looked at pixel by pixel, compared with golden pictures, and secret from the other seat."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.device.fonts import set_text
from companion.device.layout import Layout
from companion.device.palette import PALETTE, SEAT, Ink
from companion.device.picture import Picture, rgb565
from companion.device.render import CAPITAL, draw, draw_number, draw_waiting
from companion.game.keycard import Identity
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import Cover
from companion.table.views import ScreenView, Show, blank_view, seat_view, words_view
from tests.device.faces import CELL, LATE, SETUP, SIZE, STRIP, cells, other_key_for, seen, state, view, white
from tests.device.keys import KEY_LATE, spymaster

GOLDEN = Path(__file__).parents[1] / "fixtures" / "screens"
STACKS = state(
    Seat.A,
    A1=Cover(tokens=frozenset({Seat.A}), stacked=frozenset({Seat.A})),
    B2=Cover(tokens=frozenset({Seat.B}), stacked=frozenset({Seat.B})),
    C3=Cover(tokens=frozenset(Seat), stacked=frozenset({Seat.B})),
    D4=Cover(agent=True, tokens=frozenset({Seat.B}), stacked=frozenset({Seat.B})),
)
SIZES = [(320, 240), (480, 320), (240, 240), (320, 480), (1024, 600)]
PICTURES = {
    "face_a": view(Seat.A, LATE),
    "face_b": view(Seat.B, LATE),
    "face_a_start": view(Seat.A),
    "words_a": words_view(Seat.A, SETUP.board),
    "words_b": words_view(Seat.B, SETUP.board),
    "seat_a": seat_view(Seat.A),
    "seat_b": seat_view(Seat.B),
    "waiting": ScreenView(Seat.A, Show.WAITING),
    "stacks_a": view(Seat.A, STACKS),
    "key_a": spymaster(Seat.A),
    "key_b_late": spymaster(Seat.B, KEY_LATE, side=Seat.B),
}


def differing_share(picture: Picture, golden: Image.Image) -> float:
    """How many pixels differ, 0.0 to 1.0. Another version of the font engine may move the edge of a letter."""
    ours, theirs = np.asarray(picture.image()), np.asarray(golden.convert("RGB"))
    return float((ours != theirs).any(axis=2).mean()) if ours.shape == theirs.shape else 1.0


@pytest.mark.parametrize("name", PICTURES)
def test_golden_pictures(name):
    path = GOLDEN / f"{name}.png"
    picture = draw(PICTURES[name], SIZE)
    if os.environ.get("GOLDEN") == "write":
        picture.image().save(path, optimize=True)
    with Image.open(path) as golden:
        assert differing_share(picture, golden) <= 0.01


def test_the_comparison_with_a_golden_picture_can_fail():
    with Image.open(GOLDEN / "face_a.png") as golden:
        assert differing_share(draw(view(Seat.A), SIZE), golden) > 0.01
        assert differing_share(draw(view(Seat.B, LATE), SIZE), golden) > 0.01
        assert differing_share(draw(view(Seat.A, LATE), (480, 320)), golden) == 1.0


@pytest.mark.parametrize("seat", Seat)
def test_a_face_shows_each_card_where_its_seat_sees_it(seat):
    found = [seen(cell) for cell in cells(draw(view(seat), SIZE))]
    for position in ALL_POSITIONS:
        assert found[position.seen_from(seat)] == (SETUP.key.identity(seat, position), False)


@pytest.mark.parametrize("seat", Seat)
def test_found_and_covered_cards_are_dimmed_and_keep_their_shape(seat):
    found = [seen(cell) for cell in cells(draw(view(seat, LATE), SIZE))]
    for position in ALL_POSITIONS:
        dimmed = str(position) in ("A1", "A2", "C3")
        assert found[position.seen_from(seat)] == (SETUP.key.identity(seat, position), dimmed)


def test_looking_at_a_cell_can_fail():
    cell = np.zeros((CELL[1], CELL[0]), dtype=np.uint16)
    assert seen(cell) is None
    cell[:10, :20] = rgb565(PALETTE[Ink.GREEN])
    assert seen(cell) == (Identity.AGENT, False)
    cell[20:30, :20] = rgb565(PALETTE[Ink.SAND])
    with pytest.raises(AssertionError, match="two identities"):
        seen(cell)


def test_shapes_differ_without_their_colours():
    shapes = {}
    for cell, view_cell in zip(cells(draw(view(Seat.A), SIZE)), view(Seat.A).cells, strict=True):
        area = cell[2 : CELL[1] - 21]
        shapes.setdefault(view_cell.identity, []).append(area != 0)
    for alike in shapes.values():
        assert all(np.array_equal(alike[0], other) for other in alike)
    agent, bystander, assassin = (shapes[identity][0] for identity in Identity)
    assert agent[1].sum() < agent[-2].sum() / 3
    assert bystander[0].sum() == pytest.approx(bystander[-1].sum(), abs=2)
    assert assassin[0].sum() == assassin[-1].sum()
    middle = assassin.shape[0] // 2
    assert not assassin[middle - 1 : middle + 1, CELL[0] // 2 - 1 : CELL[0] // 2 + 1].any()


def token_sides(cover: Cover, seat: Seat) -> tuple[str, str]:
    """The arrows left and right of the shape on C3: "up", "down" or ""."""
    cell = cells(draw(view(seat, state(C3=cover)), SIZE))[12]
    return _arrow(white(cell)[:24, 1:18]), _arrow(white(cell)[:24, -18:-1])


def _arrow(disc: np.ndarray) -> str:
    if disc.sum() < 60:
        return ""
    rows, columns = np.nonzero(disc)
    inside = ~disc[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    inside[:, :3] = inside[:, -3:] = False
    widths = inside[2:-2].sum(axis=1)
    return "up" if widths[: len(widths) // 2].max() > widths[len(widths) // 2 + 1 :].max() else "down"


@pytest.mark.parametrize("seat", Seat)
def test_arrows_point_away_from_the_giver_and_to_the_guesser(seat):
    assert token_sides(Cover(), seat) == ("", "")
    assert token_sides(Cover(tokens=frozenset({seat})), seat) == ("", "up")
    assert token_sides(Cover(tokens=frozenset({seat.other})), seat) == ("down", "")
    assert token_sides(Cover(tokens=frozenset(Seat)), seat) == ("down", "up")
    assert token_sides(Cover(agent=True, tokens=frozenset({seat.other})), seat) == ("down", "")


def test_the_words_stand_in_reverse_order_and_upright_for_b():
    a, b = (cells(draw(words_view(seat, SETUP.board), SIZE)) for seat in Seat)
    for index in range(25):
        assert np.array_equal(a[index], b[24 - index])
        assert index == 12 or not np.array_equal(a[index], a[24 - index])
    assert all(seen(cell) is None for cell in a + b)


@pytest.mark.parametrize("size", SIZES)
def test_the_giver_is_told_on_a_bar_of_its_colour(size):
    for seat in Seat:
        giving, waiting = (draw(view(seat, state(giver)), size) for giver in (seat, seat.other))
        colour = rgb565(PALETTE[SEAT[seat][0]])
        strip = Layout(size).strip.height
        shares = [
            (np.frombuffer(p.as_rgb565(), dtype=">u2").reshape(size[1], size[0])[:strip] == colour).mean()
            for p in (giving, waiting)
        ]
        assert shares[0] > 0.6
        assert shares[1] < 0.1


def test_nobody_gives_a_clue_in_sudden_death():
    assert not view(Seat.A, state(giver=None)).giving
    strip = np.asarray(draw(view(Seat.A, state(giver=None)), SIZE).image())[:STRIP]
    assert np.array_equal(strip, np.asarray(draw(view(Seat.A, state(giver=Seat.B)), SIZE).image())[:STRIP])


def test_black_is_black():
    assert draw(blank_view(Seat.A), SIZE).as_rgb565() == bytes(320 * 240 * 2)


def test_the_letter_fills_the_screen_in_its_own_colour():
    pictures = [np.asarray(draw(seat_view(seat), SIZE).image()) for seat in Seat]
    for seat, picture in zip(Seat, pictures, strict=True):
        assert (picture[0, 0] == PALETTE[SEAT[seat][0]]).all()
        rows = np.nonzero((picture == 0).all(axis=2).any(axis=1))[0]
        assert rows.max() - rows.min() > SIZE[1] * 0.7
    assert not np.array_equal(*pictures)


def test_numbers_and_waiting_differ():
    pictures = [draw_number(1, SIZE), draw_number(2, SIZE), draw_waiting(SIZE)]
    assert len({picture.pixels for picture in pictures}) == 3
    assert draw_waiting(SIZE) == draw(ScreenView(Seat.B, Show.WAITING), SIZE)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", [True, False])
def test_every_size_shows_every_card(size, words):
    picture = np.frombuffer(draw(view(Seat.A), size, words).as_rgb565(), dtype=">u2").reshape(size[1], size[0])
    layout = Layout(size)
    for index, cell in enumerate(view(Seat.A).cells):
        area = layout.cell(index)
        part = picture[area.y : area.y + area.height, area.x : area.x + area.width]
        assert part.shape == (area.height, area.width)
        assert seen(part)[0] is cell.identity


@pytest.mark.parametrize("seat", Seat)
def test_a_picture_tells_nothing_of_the_other_face(seat):
    other = other_key_for(seat.other)
    for now in (state(), LATE):
        assert draw(view(seat, now), SIZE) == draw(view(seat, now, other), SIZE)
        assert draw(view(seat.other, now), SIZE) != draw(view(seat.other, now, other), SIZE)


# Words.

BOX = (62, 20)
HARD = """
    ANTARCTICA|EXTRATERRESTRE|STORSJÖODJURET|CONTRABANDISTA|KING ARTHUR|JOAN OF ARC|ST. PATRICK|O'CLOCK|BJÖRN|MUCHOMŮRKA
    |ÅÄÖ|WWWWWWWWWWWW|I|ΑΛΕΞΑΝΔΡΟΣ|ВЕЛОСИПЕД|ירושלים|ԵՐԵՎԱՆ
""".replace("\n", "").split("|")
HARD = [word.strip() for word in HARD]


def likeness(text: str, wanted: str, box: tuple[int, int] = BOX) -> float:
    """How much ``text`` in a small box looks like ``wanted`` with all the room it needs, 0.0 to 1.0."""
    small = _ink(set_text(text, box, CAPITAL))
    large = Image.fromarray((_ink(set_text(wanted, (2000, 300), 60.0)) * 255).astype(np.uint8))
    fitted = np.asarray(large.resize((small.shape[1], small.shape[0]), Image.Resampling.BOX)) / 255
    return float(np.minimum(small, fitted).sum() / np.maximum(small, fitted).sum())


def _ink(levels: Image.Image) -> np.ndarray:
    box = levels.getbbox()
    assert box is not None
    return np.asarray(levels.crop(box)) / 3


@pytest.mark.parametrize("word", HARD)
def test_no_word_is_cut(word):
    image = set_text(word, BOX, CAPITAL)
    assert image.size == BOX
    assert np.count_nonzero(image) > 10
    if " " not in word:
        assert likeness(word, word) > 0.6


def test_a_cut_word_would_be_noticed():
    for word in ("ANTARCTICA", "STORSJÖODJURET", "BJÖRN"):
        assert likeness(word[:-1], word) < 0.6
        assert likeness(word[1:], word) < 0.6


def test_two_words_stand_in_two_lines_where_that_is_larger():
    image = np.asarray(set_text("BERMUDA TRIANGLE", BOX, CAPITAL)) > 0
    rows = np.flatnonzero(~image.any(axis=1))
    ink = np.flatnonzero(image.any(axis=1))
    assert any(ink[0] < row < ink[-1] for row in rows)


def test_long_words_are_narrowed_before_they_become_smaller():
    dog, antarctica = (set_text(word, BOX, CAPITAL).getbbox() for word in ("DOG", "ANTARCTICA"))
    assert dog[3] - dog[1] == antarctica[3] - antarctica[1]
