"""Texts as they are drawn: Hebrew from right to left, all else as it is."""

from __future__ import annotations

import os

import pytest


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("אבג", "גבא"),
        ("בית ספר", "רפס תיב"),
        ("B2 was אבג, now דה is read", "B2 was גבא, now הד is read"),
        ("צ'ק", "ק'צ"),
        ("ICE CREAM", "ICE CREAM"),
        ("ŁÓDŹ\nÅSE", "ŁÓDŹ\nÅSE"),
        ("אב\nגד", "בא\nדג"),
        ("", ""),
    ],
)
def test_what_is_written_from_right_to_left_is_turned_round(pilot, text, seen):
    from companion.ui.parts.text import in_sight_order

    assert in_sight_order(text) == seen


def pixels(label) -> bytes:
    label.texture_update()
    return label.texture.pixels


def test_a_label_draws_hebrew_as_it_is_read_and_keeps_its_text_as_it_is_spoken(pilot):
    from kivy.uix.label import Label

    from companion.ui.parts.text import SightLabel

    how = {"font_name": "DejaVuSans", "font_size": 30}
    label = SightLabel(text="אבג", **how)
    assert label.text == "אבג"
    assert pixels(label) == pixels(Label(text="גבא", **how))
    assert pixels(label) != pixels(Label(text="אבג", **how))


def test_a_word_card_and_a_button_show_it_too(pilot):
    from companion.ui.parts.board import WordCard
    from companion.ui.parts.push import Push
    from companion.ui.parts.text import SightLabel

    assert issubclass(WordCard, SightLabel)
    push = Push(text="אבג", size=(200, 60))
    push.texture_update()
    assert push._label.text == "גבא"


def test_what_is_no_sign_of_any_script_is_a_question_mark_and_breaks_no_page(pilot):
    from companion.ui.parts.push import Push

    name = os.fsdecode(b"w\xf6rter")
    push = Push(text=name, size=(200, 60))
    push.texture_update()
    assert (push.text, push._label.text) == (name, "w?rter")
