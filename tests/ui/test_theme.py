"""Colours that can be told apart, and a font for every letter of a word."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from companion.ui import theme
from companion.ui.presenters.typing import ALPHABETS

ENOUGH = 4.5
SHAPE_ENOUGH = 3.0


@pytest.mark.parametrize("look", theme.LOOKS)
def test_texts_stand_out_from_what_they_stand_on(look):
    assert theme.contrast(theme.LOOKS[look].text, theme.LOOKS[look].ground) >= ENOUGH


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (theme.TEXT, theme.GROUND), (theme.TEXT, theme.SURFACE), (theme.TEXT, theme.RAISED),
        (theme.MUTED, theme.GROUND), (theme.MUTED, theme.SURFACE), (theme.ACCENT, theme.GROUND),
        (theme.ACCENT, theme.BYSTANDER_GROUND), (theme.SEAT_A, theme.GROUND), (theme.SEAT_B, theme.GROUND),
        (theme.SEAT_A, theme.SURFACE), (theme.SEAT_B, theme.SURFACE), (theme.DANGER, theme.GROUND),
        (theme.AGENT, theme.SURFACE), (theme.BYSTANDER, theme.SURFACE), (theme.DANGER, theme.SURFACE),
        (theme.ON_AGENT, theme.AGENT_GROUND), (theme.ON_ASSASSIN, theme.ASSASSIN_GROUND),
        (theme.ASSASSIN, theme.SEAT_A), (theme.ASSASSIN, theme.SEAT_B),
        (theme.DISABLED.text, theme.DISABLED.ground),
    ],
)  # fmt: skip
def test_every_pair_of_text_and_ground_in_use_stands_out(text, ground):
    assert theme.contrast(text, ground) >= ENOUGH


@pytest.mark.parametrize(
    ("shape", "ground"),
    [
        (theme.AGENT, theme.AGENT_GROUND), (theme.ASSASSIN, theme.ASSASSIN_GROUND), (theme.GROUND, theme.AGENT),
        (theme.ON_BYSTANDER, theme.BYSTANDER), (theme.BYSTANDER, theme.GROUND),
    ],
)  # fmt: skip
def test_every_shape_stands_out(shape, ground):
    assert theme.contrast(shape, ground) >= SHAPE_ENOUGH


def test_the_contrast_of_a_colour_with_itself_is_none():
    assert theme.contrast(theme.TEXT, theme.TEXT) == pytest.approx(1.0)
    assert theme.contrast(theme.rgb("ffffff"), theme.rgb("000000")) == pytest.approx(21.0)


def missing(text: str) -> str:
    """The letters that the font chosen for ``text`` draws as a box."""
    from kivy.resources import resource_find

    name = theme.font_for(text)
    path = resource_find(name) or resource_find(f"data/fonts/{name}.ttf")
    font = ImageFont.truetype(path, 40, layout_engine=ImageFont.Layout.BASIC)
    box = bytes(font.getmask("\U0010fffe"))
    return "".join(letter for letter in text if not letter.isspace() and bytes(font.getmask(letter)) == box)


def test_every_letter_of_the_keys_can_be_drawn():
    assert [letter for rows in ALPHABETS for row in rows for letter in row if missing(letter)] == []


def test_a_letter_without_a_glyph_is_noticed():
    assert missing("汉") == "汉"


def test_words_of_many_languages_can_be_drawn():
    words = ["STRAẞE", "BJÖRN", "ČOKOLÁDA", "ŻÓŁW", "ЩУКА", "ΨΆΡΙ", "שלום", "O’CLOCK", "ÉCLAIR", "ĽALIA", "ĐẮK"]
    assert {word: missing(word) for word in words if missing(word)} == {}


@pytest.mark.shared
def test_every_word_of_the_shared_lists_can_be_drawn(shared):
    words = {
        word.strip().upper()
        for file in (shared / "wordlists").glob("*.txt")
        for word in file.read_text("utf-8-sig").splitlines()
    }
    assert len(words) > 1000
    assert [word for word in words if missing(word)] == []
