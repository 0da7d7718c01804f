"""What a spymaster's eyes make of the glass: right for a right key, refused for a wrong picture."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.device.render import draw
from companion.game.classic import Card, ClassicPhase, Team, start
from companion.game.position import Seat
from companion.simulator.glass import UnclearFace, read_face, to_bgr
from companion.simulator.key_glass import KEY_SIGNS, KeySight, read_key
from companion.table.views import ScreenView, key_view, seat_view, words_view
from tests.device.faces import LATE, view
from tests.device.keys import classic_setup

WORDS = [f"{letter}{letter}WORD" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY"]


def glass_of(picture_of: ScreenView) -> np.ndarray:
    """A picture of the product as it is on the glass."""
    pixels = np.frombuffer(draw(picture_of, (320, 240)).as_rgb565(), ">u2").reshape(240, 320)
    return to_bgr(pixels)


def drawn(cells: list[KeySight | None]) -> np.ndarray:
    """A key as firmware/README.md describes it, drawn in another way than the product does."""
    picture = Image.new("RGB", (320, 240))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((4, 2, 5, 11), fill=KEY_SIGNS[Card.RED].open)
    pen.rectangle((140, 2, 170, 11), outline=KEY_SIGNS[Card.BLUE].open)
    for number, cell in enumerate(cells):
        x, y = number % 5 * 64, 15 + number // 5 * 45
        pen.text((x + 8, y + 31), "WORD", fill=(255, 255, 255))
        if cell is None:
            continue
        sign = KEY_SIGNS[cell.card]
        colour = sign.dimmed if cell.laid else sign.open
        match cell.card:
            case Card.RED:
                pen.polygon([(x + 32, y + 2), (x + 45, y + 13), (x + 32, y + 24), (x + 19, y + 13)], fill=colour)
            case Card.BLUE:
                pen.rectangle((x + 22, y + 3, x + 42, y + 23), fill=colour)
            case Card.BYSTANDER:
                pen.ellipse((x + 21, y + 2, x + 43, y + 24), fill=colour)
            case Card.ASSASSIN:
                pen.rectangle((x + 20, y + 2, x + 45, y + 24), fill=colour)
                pen.line((x + 25, y + 6, x + 40, y + 20), fill=(0, 0, 0), width=4)
                pen.line((x + 40, y + 6, x + 25, y + 20), fill=(0, 0, 0), width=4)
        if cell.laid:
            pen.line((x + 25, y + 13, x + 30, y + 19, x + 40, y + 7), fill=KEY_SIGNS[cell.laid].open, width=2)
            if cell.laid is not cell.card:
                pen.rectangle((x + 51, y + 14, x + 60, y + 22), fill=KEY_SIGNS[cell.laid].open)
    return np.asarray(picture)[:, :, ::-1].copy()


def some_key(seed: int) -> list[KeySight]:
    rng = random.Random(seed)
    return [KeySight(rng.choice(list(Card)), rng.choice([None, None, *Card])) for _ in range(25)]


@pytest.mark.parametrize("seed", range(6))
def test_a_key_is_read_in_the_frame_of_seat_a(seed: int) -> None:
    cells = some_key(seed)
    for side in Seat:
        glass = read_key(drawn(list(cells)), side)
        assert glass is not None
        assert glass.cells == tuple(cells if side is Seat.A else reversed(cells))
        assert (glass.seat, glass.team, glass.giving) == (Seat.B, Team.BLUE, False)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("seat", list(Seat))
def test_keys_of_the_product_are_read_right_whatever_lies_there(seat: Seat, seed: int) -> None:
    rng = random.Random(seed)
    setup = classic_setup(seed)
    laid = tuple(rng.choice([None, card, card, rng.choice(list(Card))]) for card in setup.key.cards)
    team, phase = rng.choice([*Team, None]), rng.choice([ClassicPhase.CLUE, ClassicPhase.GUESSING])
    side = rng.choice(list(Seat))
    now = replace(start(setup), covers=laid, team=team, phase=phase)
    glass = read_key(glass_of(key_view(seat, side, setup.board, setup.key, now)), side)
    assert glass is not None
    assert glass.cells == tuple(map(KeySight, setup.key.cards, laid))
    own = Team.RED if seat is Seat.A else Team.BLUE
    assert (glass.seat, glass.team) == (seat, team)
    assert glass.giving == (phase is ClassicPhase.CLUE and team is own)


def test_a_missing_card_is_refused() -> None:
    cells: list[KeySight | None] = list(some_key(1))
    cells[12] = None
    with pytest.raises(UnclearFace, match="24 of 25"):
        read_key(drawn(cells), Seat.A)


def test_a_shape_that_does_not_fit_its_colour_is_refused() -> None:
    picture = drawn([KeySight(Card.RED)] * 25)
    red = (picture[15:60, 0:64] == np.array(KEY_SIGNS[Card.RED].open[::-1])).all(axis=2)
    picture[15:60, 0:64][red] = KEY_SIGNS[Card.BYSTANDER].open[::-1]
    with pytest.raises(UnclearFace, match="does not belong"):
        read_key(picture, Seat.A)


def test_two_cards_in_one_cell_are_refused() -> None:
    picture = drawn([KeySight(Card.BLUE)] * 25)
    picture[17:38, 15:20] = KEY_SIGNS[Card.RED].open[::-1]
    with pytest.raises(UnclearFace, match="two cards"):
        read_key(picture, Seat.A)


def test_a_dimmed_card_without_a_tick_or_with_the_wrong_badge_is_refused() -> None:
    picture = drawn([KeySight(Card.BYSTANDER, Card.BYSTANDER)] * 25)
    bare = picture.copy()
    tick = (bare[15:60, 0:64] == np.array(KEY_SIGNS[Card.BYSTANDER].open[::-1])).all(axis=2)
    bare[15:60, 0:64][tick] = KEY_SIGNS[Card.BYSTANDER].dimmed[::-1]
    picture[29:38, 51:61] = KEY_SIGNS[Card.RED].open[::-1]
    for wrong in (bare, picture):
        with pytest.raises(UnclearFace, match="what lies on its word"):
            read_key(wrong, Seat.A)


def test_both_teams_on_the_strip_and_a_missing_letter_are_refused() -> None:
    picture = drawn(list(some_key(2)))
    picture[2:12, 200:220] = KEY_SIGNS[Card.RED].open[::-1]
    with pytest.raises(UnclearFace, match="both teams"):
        read_key(picture, Seat.A)
    picture = drawn(list(some_key(2)))
    picture[:15, :24] = 0
    with pytest.raises(UnclearFace, match="letter"):
        read_key(picture, Seat.A)


def test_other_pictures_of_the_product_are_no_key() -> None:
    board = classic_setup().board
    for picture_of in (words_view(Seat.B, board), seat_view(Seat.A), seat_view(Seat.B)):
        assert read_key(glass_of(picture_of), Seat.A) is None
    for seat in Seat:
        with pytest.raises(UnclearFace):
            read_key(glass_of(view(seat, LATE)), seat)


def test_a_key_is_no_face_of_duet() -> None:
    setup = classic_setup()
    with pytest.raises(UnclearFace):
        read_face(glass_of(key_view(Seat.A, Seat.A, setup.board, setup.key, start(setup))), Seat.A)


def test_a_look_at_a_key_shows_nothing_in_text() -> None:
    glass = read_key(drawn(list(some_key(3))), Seat.A)
    assert "Card" not in repr(glass)
    assert "RED" not in repr(KeySight(Card.RED))
