"""Shapes and colours on the smallest screen, as they look from 60 cm: to everybody, and to a weak or colour-blind eye.

What counts as told apart, in minutes of visual angle (one minute is the gap in the ring that an eye of acuity 1.0 just
sees, ISO 8596; ISO 9241-303 asks for letters of at least 16 minutes):
- a stroke that makes a difference is two minutes wide at least, so that an eye of acuity 0.5 sees it;
- the shape of a card that is still open is 16 minutes high at least;
- any two kinds of cell differ in lightness alone, seen by such an eye, over at least an area of 5 x 5 minutes, that of
  a whole letter of the finest line that acuity 1.0 reads.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from companion.device.layout import Layout
from companion.device.palette import PALETTE, SEAT, SYMBOL, Ink
from companion.device.render import TOKEN, draw
from companion.device.symbols import SHAPE_WIDTH, card_symbol, symbol, token
from companion.game.classic import Card
from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.game.tokens import Cover
from companion.table.views import ScreenView, Show, ViewCell
from tests.device.colour_vision import AS_SEEN, apart, contrast, looked_at, minutes_per_px
from tests.device.faces import SIZE, cells

MINUTE = minutes_per_px(SIZE, 2.0)
STROKE, HIGH, LETTER = 2.0, 16.0, 25.0
CLEARLY = 15.0
"""A difference in lightness (L*, 0 to 100) that nobody overlooks; one of 2 can just be seen."""
MINE, THEIRS = frozenset({Seat.A}), frozenset({Seat.B})
COVERS = {
    "open": Cover(),
    "my token": Cover(tokens=MINE),
    "their token": Cover(tokens=THEIRS),
    "my two tokens": Cover(tokens=MINE, stacked=MINE),
    "their two tokens": Cover(tokens=THEIRS, stacked=THEIRS),
    "both tokens": Cover(tokens=MINE | THEIRS),
    "found": Cover(agent=True),
    "found with their token": Cover(agent=True, tokens=THEIRS),
}
KINDS = [(identity, name) for identity in Identity for name in COVERS]


def face(kinds: list[tuple[Identity, str]], word: str = "OAK") -> ScreenView:
    """A face whose first cells are these kinds; the rest has no identity."""
    shown = [ViewCell(word, identity, COVERS[name]) for identity, name in kinds]
    return ScreenView(Seat.A, Show.FACE, tuple(shown + [ViewCell(word)] * (25 - len(shown))))


def seen_cells(vision: str, words: bool) -> dict[tuple[Identity, str], np.ndarray]:
    """Each kind of cell as an eye sees it on the screen of 2.0 inches, in L*a*b*."""
    lab = looked_at(np.asarray(draw(face(KINDS), SIZE, words).image()), vision, MINUTE)
    layout = Layout(SIZE)
    places = [layout.cell(index) for index in range(len(KINDS))]
    return {kind: lab[a.y : a.y + a.height, a.x : a.x + a.width] for kind, a in zip(KINDS, places, strict=True)}


def differing_minutes(one: np.ndarray, other: np.ndarray) -> float:
    """The area over which two cells differ clearly in lightness, in square minutes."""
    return float((np.abs(one[..., 0] - other[..., 0]) >= CLEARLY).sum()) * MINUTE**2


@pytest.mark.parametrize("words", [False, True], ids=["shapes alone", "words"])
@pytest.mark.parametrize("vision", AS_SEEN)
def test_any_two_kinds_of_cell_are_told_apart_without_their_colours(vision, words):
    seen = seen_cells(vision, words)
    close = {
        (one, other): differing_minutes(seen[one], seen[other])
        for one, other in itertools.combinations(KINDS, 2)
        if differing_minutes(seen[one], seen[other]) < LETTER
    }
    assert close == {}


def test_a_kind_of_cell_that_looks_like_another_would_be_noticed():
    seen = seen_cells("full", False)
    triangle = seen[Identity.AGENT, "open"]
    assert differing_minutes(triangle, triangle) == 0
    faint = triangle + (CLEARLY - 1)
    assert differing_minutes(triangle, faint) == 0
    spot = triangle.copy()
    spot[:3, :3] += 50
    assert 0 < differing_minutes(triangle, spot) < LETTER


def test_the_eye_of_these_tests_is_weak():
    stripes = np.zeros((40, 40, 3), np.uint8)
    stripes[:, ::2] = 255
    assert np.ptp(looked_at(stripes, "full", 0.7)[20, 10:30, 0]) < CLEARLY
    wide = np.zeros((40, 40, 3), np.uint8)
    wide[:, 20:] = 255
    assert np.ptp(looked_at(wide, "full", 0.7)[20, :, 0]) > 90


@pytest.mark.parametrize("vision", AS_SEEN)
def test_colours_of_a_face_stay_apart_in_every_colour_vision(vision):
    for one, other in itertools.combinations(Identity, 2):
        assert apart(PALETTE[SYMBOL[one][0]], PALETTE[SYMBOL[other][0]], vision) > 25
        assert apart(PALETTE[SYMBOL[one][1]], PALETTE[SYMBOL[other][1]], vision) > 10
    for full, dim in SYMBOL.values():
        assert apart(PALETTE[full], PALETTE[dim], vision) > 25
    assert apart(*(PALETTE[SEAT[seat][0]] for seat in Seat), vision) > 25


def test_every_shape_stands_out_from_the_ground():
    for full, _ in SYMBOL.values():
        assert contrast(PALETTE[full], PALETTE[Ink.BLACK]) > 4.5
    assert contrast(PALETTE[SYMBOL[Identity.ASSASSIN][0]], PALETTE[Ink.BLACK]) > 4.5


@pytest.mark.parametrize("words", [False, True], ids=["shapes alone", "words"])
@pytest.mark.parametrize("name", [name for name, cover in COVERS.items() if not cover.covered])
def test_the_shape_of_an_open_card_is_as_high_as_a_letter_that_is_read_with_ease(name, words):
    kinds = [(identity, name) for identity in Identity]
    for cell, (identity, _) in zip(cells(draw(face(kinds), SIZE, words)), kinds, strict=False):
        colour = PALETTE[SYMBOL[identity][0]]
        rows = np.flatnonzero((cell == _rgb565(colour)).any(axis=1))
        assert (np.ptp(rows) + 1) * MINUTE >= HIGH


def stroke_px(mask: np.ndarray) -> float:
    """How thick the thickest part of a drawn stroke is that is nowhere thicker than elsewhere: twice the way inside."""
    padded = np.pad(mask.astype(np.uint8), 1)
    return float(cv2.distanceTransform(padded, cv2.DIST_L2, 5).max()) * 2 - 1


@pytest.mark.parametrize("height", [int((62 - 2 * (TOKEN + 1)) / SHAPE_WIDTH), 22, 40])
def test_the_cross_of_the_assassin_is_wide_enough(height):
    tile = np.asarray(symbol(Identity.ASSASSIN, False, height))
    assert stroke_px(tile == Ink.BLACK) * MINUTE >= STROKE
    assert stroke_px(np.asarray(card_symbol(Card.ASSASSIN, False, height)) == Ink.BLACK) * MINUTE >= STROKE


@pytest.mark.parametrize("height", [22, 40])
def test_the_tick_of_a_found_agent_is_wide_enough(height):
    cell = cells(draw(face([(Identity.AGENT, "found")]), SIZE, height == 22))[0][:height]
    assert stroke_px(cell == _rgb565(PALETTE[Ink.GREY])) * MINUTE >= STROKE


def test_an_arrow_has_a_shaft_that_is_seen_and_a_head_that_is_wider_by_that_on_each_side():
    tile = np.asarray(token(True, Ink.WHITE, TOKEN)) == Ink.BLACK
    inside = tile & np.pad(np.ones((TOKEN - 4, TOKEN - 6), bool), ((2, 2), (3, 3)))
    widths = inside.sum(axis=1)
    shaft = int(widths[TOKEN * 2 // 3])
    assert shaft * MINUTE >= STROKE
    assert (widths.max() - shaft) / 2 * MINUTE >= STROKE
    assert TOKEN * MINUTE >= 2 * 5


def test_measuring_a_stroke_can_fail():
    thin = np.zeros((20, 20), bool)
    thin[9:11] = True
    assert stroke_px(thin) == pytest.approx(1, abs=0.6)
    thin[6:14] = True
    assert stroke_px(thin) == pytest.approx(7, abs=1)


def _rgb565(colour: tuple[int, int, int]) -> int:
    red, green, blue = colour
    return (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3
