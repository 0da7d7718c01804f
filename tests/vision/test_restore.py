"""Lines found without letters that stand apart, blur measured and undone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.vision.extent import find_extent
from companion.vision.plane import apply
from companion.vision.rectify import BLURRED, CLEAR, cut_writing, restored_strip, ways_for
from companion.vision.restore import blur_of, packed, restored
from companion.vision.textline import TextLine
from tests.vision.drawn import kivy_font

CAP = 20.0
CENTRE = (160, 50)


def writing(word: str, blur: float, noise: float = 3.0, lean: float = 0.0):
    """A word with capitals about 20 pixels high on light paper; uint8, shape (100, 320), and its width."""
    face = ImageFont.truetype(kivy_font("Roboto-Bold.ttf"), 28)
    page = Image.new("L", (320, 100), 220)
    left, top, right, bottom = face.getbbox(word)
    spot = (CENTRE[0] - (left + right) / 2, CENTRE[1] - (top + bottom) / 2)
    ImageDraw.Draw(page).text(spot, word, fill=30, font=face)
    turn = cv2.getRotationMatrix2D(CENTRE, -np.degrees(np.arctan(lean)), 1.0)
    turned = cv2.warpAffine(np.asarray(page), turn, page.size, borderValue=220)
    soft = cv2.GaussianBlur(turned.astype(np.float32), (0, 0), blur)
    soft += np.random.default_rng(7).normal(0, noise, soft.shape)
    return np.clip(soft, 0, 255).astype(np.uint8), right - left


def line_of(width: float) -> TextLine:
    plane = np.array([[CAP, 0.0, CENTRE[0]], [0.0, CAP, CENTRE[1]], [0.0, 0.0, 1.0]])
    return TextLine(plane, width / 2 / CAP, 5, CAP, 1.12)


@pytest.mark.parametrize("blur", [0.5, 2.0, 3.5])
@pytest.mark.parametrize("lean", [0.0, -0.06])
def test_a_line_is_measured_at_any_blur(blur, lean):
    page, width = writing("SADDLE", blur, lean=lean)
    extent = find_extent(page, CENTRE, int(CAP))
    assert extent is not None
    assert extent.cap == pytest.approx(CAP, rel=0.12)
    assert extent.middle == pytest.approx(CENTRE[1], abs=1.5)
    assert extent.slope == pytest.approx(lean, abs=0.025)
    assert extent.right - extent.left == pytest.approx(width, abs=0.5 * CAP)


@pytest.mark.parametrize("word", ["INK", "OAK", "FIG", "KEY"])
def test_a_short_word_leans_as_its_card_does_however_its_letters_are_made(word):
    page, _ = writing(word, 3.0)
    extent = find_extent(page, CENTRE, int(CAP))
    assert extent is not None
    assert extent.slope == 0.0
    assert extent.middle == pytest.approx(CENTRE[1], abs=1.5)


def test_the_border_of_a_card_is_darker_than_a_short_word_and_not_taken_for_one():
    page, width = writing("IL", 2.0)
    page[CENTRE[1] + 22 : CENTRE[1] + 30] = 195
    extent = find_extent(page, CENTRE, int(CAP))
    assert extent is not None
    assert extent.middle == pytest.approx(CENTRE[1], abs=1.5)
    assert extent.right - extent.left == pytest.approx(width, abs=0.5 * CAP)


def test_a_phrase_is_one_line_and_what_stands_far_aside_is_not_of_it():
    page, width = writing("HOT AIR", 1.0)
    page[40:60, 300:306] = 30
    extent = find_extent(page, CENTRE, int(CAP))
    assert extent is not None
    assert extent.right - extent.left == pytest.approx(width, abs=0.5 * CAP)


@pytest.mark.parametrize("level", [0, 220])
def test_where_nothing_is_written_no_line_is_found(level):
    assert find_extent(np.full((100, 320), level, np.uint8), CENTRE, int(CAP)) is None


@pytest.mark.parametrize("blur", [1.2, 2.0, 2.8, 4.0, 5.0])
def test_blur_is_measured_by_the_writing(blur):
    strips = []
    for word in ("SADDLE", "BRICK", "HOT AIR", "NEEDLE", "TUNNEL"):
        page, width = writing(word, blur)
        strips.append(cut_writing(page, line_of(width)))
    assert blur_of(strips) == pytest.approx(blur, rel=0.25)


def test_without_writing_there_is_no_blur():
    assert blur_of([]) == 0.0


def test_undoing_the_blur_brings_writing_nearer_to_what_it_was():
    sharp, width = writing("SADDLE", 0.4, noise=0.0)
    blurred, _ = writing("SADDLE", 2.5, noise=4.0)
    truth, seen = (cut_writing(page, line_of(width)) for page in (sharp, blurred))
    mended = restored(seen, 2.5, 0.1)
    assert mended.shape == seen.dark.shape
    assert mended.min() >= 0.0

    def apart(strip):
        return float(np.sqrt(np.mean((np.clip(strip, 0, 1) - np.clip(truth.dark, 0, 1)) ** 2)))

    assert apart(mended) < 0.85 * apart(seen.dark)


@pytest.mark.parametrize("shape", [(6, 8), (7, 9), (8, 5), (5, 6)])
def test_frequencies_are_weakened_alike_in_either_order_of_keeping_them(shape):
    seen = np.random.default_rng(3).random(shape).astype(np.float32)
    down, across = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None, :]
    share = np.exp(-3 * down**2 - 5 * across**2).astype(np.float32)
    expected = np.fft.irfft2(np.fft.rfft2(seen) * share, s=shape)
    assert np.abs(expected - seen).max() > 0.1
    found = cv2.idft(cv2.dft(seen) * packed(share, shape[1]), flags=cv2.DFT_SCALE)
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_a_restored_strip_has_its_capitals_at_the_height_asked_for_and_a_white_margin():
    page, width = writing("BRICK", 2.0)
    for way in (BLURRED.first[0], BLURRED.further[0]):
        strip = restored_strip(cut_writing(page, line_of(width)), 2.0, way)
        dark = np.flatnonzero((strip < 100).any(axis=1))
        assert dark[-1] - dark[0] + 1 == pytest.approx(way.cap_px, rel=0.15)
        assert (strip[:10] == 255).all()


def test_the_light_of_the_paper_does_not_show_in_writing():
    page, width = writing("BRICK", 1.0)
    shade = np.linspace(1.0, 0.5, page.shape[1])[None, :]
    plain, shaded = (cut_writing(picture, line_of(width)) for picture in (page, (page * shade).astype(np.uint8)))
    assert np.abs(shaded.dark[:4] - plain.dark[:4]).mean() < 0.1
    assert apply(line_of(width).plane, [(0, 0)])[0] == pytest.approx(CENTRE)


@pytest.mark.parametrize(("blur", "cap", "ways"), [(0.6, 9.0, CLEAR), (1.0, 25.0, CLEAR), (1.0, 14.0, BLURRED)])
def test_only_where_blur_hides_something_is_it_undone(blur, cap, ways):
    assert ways_for(blur, cap) is ways
