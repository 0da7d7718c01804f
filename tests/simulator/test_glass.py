"""What a player's eyes make of the glass: right for a right picture, refused for a wrong one."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.device.render import draw
from companion.game.board import Board
from companion.game.duet import DuetSetup, start
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Seat
from companion.game.tokens import FREE, Cover
from companion.simulator.chance import SeededShuffler
from companion.simulator.glass import SIGNS, GlassError, Sight, UnclearFace, look, read_face, to_bgr
from companion.simulator.words import deal_words
from companion.table.views import ScreenView, face_view, seat_view, words_view

Cell = Sight | None


def drawn(cells: list[Cell]) -> np.ndarray:
    """A screen as firmware/README.md describes it, drawn in another way than the product does."""
    picture = Image.new("RGB", (320, 240))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((100, 0, 319, 14), fill=(66, 158, 255))
    for number, cell in enumerate(cells):
        x, y = number % 5 * 64, 15 + number // 5 * 45
        pen.text((x + 8, y + 31), "WORD", fill=(250, 250, 250))
        if cell is None:
            continue
        colour = SIGNS[cell.identity].dimmed if cell.dimmed else SIGNS[cell.identity].open
        match cell.identity:
            case Identity.AGENT:
                pen.polygon([(x + 32, y + 4), (x + 46, y + 27), (x + 18, y + 27)], fill=colour)
            case Identity.BYSTANDER:
                pen.ellipse((x + 20, y + 3, x + 44, y + 27), fill=colour)
            case Identity.ASSASSIN:
                pen.rectangle((x + 19, y + 3, x + 45, y + 27), fill=colour)
                pen.line((x + 24, y + 7, x + 40, y + 23), fill=(0, 0, 0), width=4)
                pen.line((x + 40, y + 7, x + 24, y + 23), fill=(0, 0, 0), width=4)
    return np.asarray(picture)[:, :, ::-1].copy()


def some_face(seed: int) -> list[Cell]:
    rng = random.Random(seed)
    return [Sight(rng.choice(list(Identity)), rng.random() < 0.4) for _ in range(25)]


@pytest.mark.parametrize("seed", range(8))
def test_a_face_is_read_in_the_frame_of_seat_a(seed: int) -> None:
    cells = some_face(seed)
    assert read_face(drawn(cells), Seat.A) == tuple(cells)
    assert read_face(drawn(cells), Seat.B) == tuple(reversed(cells))


def test_a_picture_without_identities_is_no_face() -> None:
    assert read_face(drawn([None] * 25), Seat.A) is None
    assert read_face(np.zeros((240, 320, 3), np.uint8), Seat.B) is None


def test_a_missing_identity_is_refused() -> None:
    cells = some_face(1)
    cells[12] = None
    with pytest.raises(UnclearFace, match="24 of 25"):
        read_face(drawn(cells), Seat.A)


def test_a_shape_that_does_not_fit_its_colour_is_refused() -> None:
    picture = drawn([Sight(Identity.AGENT, False)] * 25)
    swapped = picture.copy()
    green = (picture[15:60, 0:64] == np.array(SIGNS[Identity.AGENT].open[::-1])).all(axis=2)
    swapped[15:60, 0:64][green] = SIGNS[Identity.BYSTANDER].open[::-1]
    with pytest.raises(UnclearFace, match="does not belong"):
        read_face(swapped, Seat.A)


def test_two_identities_in_one_cell_are_refused() -> None:
    picture = drawn([Sight(Identity.AGENT, False)] * 25)
    picture[15:35, 0:20] = SIGNS[Identity.ASSASSIN].open[::-1]
    with pytest.raises(UnclearFace, match="two identities"):
        read_face(picture, Seat.A)


def glass_file(path: Path, light: int = 200, on: int = 1) -> Path:
    pixels = np.full((240, 320), 0x2DCF, ">u2").tobytes()
    path.write_bytes(b"GLS1" + bytes((1, 64, 0, 240, light, on, 0, 0, 0, 0, 0, 7)) + pixels)
    return path


def test_a_glass_file_gives_its_pixels(tmp_path: Path) -> None:
    glass = look(glass_file(tmp_path / "a.glass"))
    assert glass.picture.shape == (240, 320, 3)
    assert tuple(glass.picture[100, 100]) == (123, 186, 41)
    assert glass.orders == 7
    assert not glass.dark


@pytest.mark.parametrize(("light", "on"), [(0, 1), (200, 0)])
def test_nothing_is_seen_without_light_or_panel(tmp_path: Path, light: int, on: int) -> None:
    assert look(glass_file(tmp_path / "a.glass", light, on)).dark


def test_no_glass_and_no_glass_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GlassError, match="has no glass"):
        look(tmp_path / "none.glass")
    (tmp_path / "bad.glass").write_bytes(b"GLS1 short")
    with pytest.raises(GlassError, match="no glass file"):
        look(tmp_path / "bad.glass")


def test_a_look_at_the_glass_shows_nothing_in_text(tmp_path: Path) -> None:
    assert "203" not in repr(look(glass_file(tmp_path / "a.glass")))
    assert "AGENT" not in repr(Sight(Identity.AGENT, False))


def rendered(seat: Seat, seed: int) -> tuple[np.ndarray, KeyCard, list[Cover]]:
    """A face as the product draws it, with all kinds of covers."""
    rng = random.Random(seed)
    key = KeyCard.draw(SeededShuffler(seed))
    kinds = (FREE, FREE, Cover(agent=True), Cover(tokens=frozenset({Seat.A})), Cover(tokens=frozenset({Seat.B})),
             Cover(tokens=frozenset(Seat)), Cover(agent=True, tokens=frozenset({Seat.A})))  # fmt: skip
    covers = [rng.choice(kinds) for _ in range(25)]
    board = Board(deal_words(seed))
    state = replace(start(DuetSetup(board, key, first=Seat.A)), covers=tuple(covers))
    picture = draw(face_view(seat, board, key, state), (320, 240))
    pixels = np.frombuffer(picture.as_rgb565(), ">u2").reshape(240, 320)
    return to_bgr(pixels), key, covers


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", list(Seat))
def test_faces_of_the_product_are_read_right_with_every_kind_of_cover(seat: Seat, seed: int) -> None:
    picture, key, covers = rendered(seat, seed)
    face = read_face(picture, seat)
    assert face is not None
    assert tuple(sight.identity for sight in face) == key.face(seat)
    assert [sight.dimmed for sight in face] == [cover.covered for cover in covers]


@pytest.mark.parametrize("view", [words_view(Seat.B, Board(deal_words(1))), seat_view(Seat.A), seat_view(Seat.B)])
def test_pictures_of_the_product_without_identities_are_no_face(view: ScreenView) -> None:
    pixels = np.frombuffer(draw(view, (320, 240)).as_rgb565(), ">u2").reshape(240, 320)
    assert read_face(to_bgr(pixels), view.seat) is None
