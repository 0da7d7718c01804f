"""How the screens look: kept, told to the screens, and what is kept wrongly is as if it were not there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.position import Seat
from companion.table.look import LEVELS, STEPS, Light, Look, Looks, Words, look_from_text, words_suit
from tests.stand_ins import TableScreens

looks = st.builds(
    Look,
    st.tuples(st.sampled_from(Words), st.sampled_from(Words)),
    st.sampled_from(Light),
    st.integers(1, STEPS),
    st.booleans(),
)


class Memory:
    """What a store keeps of settings."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.full = False

    def remember(self, name: str, value: str) -> None:
        if self.full:
            raise OSError("no space left")
        self.kept[name] = value

    def recall(self, name: str) -> str | None:
        return self.kept.get(name)


@given(looks)
def test_a_look_is_kept_but_for_faces_on_the_page(look):
    assert look_from_text(look.to_text()) == replace(look, on_page=False)


@pytest.mark.parametrize(
    "text",
    [None, "", "{", "[]", "3", '{"words": ["auto"]}', '{"words": ["auto", "loud"], "light": "day", "step": 1}',
     Look(step=4).to_text().replace("4", "40"), Look().to_text().replace("day", "noon"),
     *(Look(step=4).to_text().replace("4", step) for step in ("4.5", "1e999", "Infinity", "NaN", "true", '"4"')),
     "[" * 200_000],
)  # fmt: skip
def test_what_cannot_be_used_is_the_usual_look(text):
    assert look_from_text(text) == Look()


def test_nothing_of_a_face_comes_onto_the_page_unless_it_was_wanted():
    assert not Look().on_page
    assert not look_from_text(Look().to_text().replace("{", '{"on_page": true, ', 1)).on_page


def test_night_is_darker_than_day_and_nothing_is_dark():
    levels = [replace(Look(), light=Light.BY_HAND, step=step).level for step in range(1, STEPS + 1)]
    assert levels == sorted(set(levels))
    assert levels[-1] == Look().level == 255
    assert 0 < levels[0] < LEVELS[Light.NIGHT] < 255


@pytest.mark.parametrize(("tenths", "suit"), [(0, True), (20, False), (27, False), (28, True), (35, True)])
def test_words_suit_from_two_point_eight_inches(tenths, suit):
    assert words_suit(tenths) is suit


def test_the_screens_are_told_at_the_start_and_at_each_change():
    memory, screens = Memory(), TableScreens("one")
    kept = Looks(memory, screens)
    assert (screens.level, screens.with_words) == (255, {Seat.A: None, Seat.B: None})
    kept.change(Look((Words.ON, Words.OFF), Light.NIGHT, 2, True))
    assert (screens.level, screens.with_words) == (LEVELS[Light.NIGHT], {Seat.A: True, Seat.B: False})
    later = TableScreens("one")
    assert Looks(memory, later).now == replace(kept.now, on_page=False)
    assert (later.level, later.with_words) == (LEVELS[Light.NIGHT], {Seat.A: True, Seat.B: False})


def test_what_cannot_be_kept_changes_nothing():
    memory, screens = Memory(), TableScreens("one")
    kept = Looks(memory, screens)
    memory.full = True
    with pytest.raises(OSError, match="space"):
        kept.change(Look(light=Light.NIGHT))
    assert kept.now == Look()
    assert screens.level == 255
