"""Nothing is cut, nothing overlaps: every scene of every page at each size and density."""

from __future__ import annotations

import pytest

from tests.ui import scenes_duet, scenes_follow, scenes_keys, scenes_looks  # noqa: F401  (their scenes join the others)
from tests.ui.scenes import SCENES, Stage

WIDE, HIGH = ((800, 480), (1280, 720), (1920, 1080)), ((720, 1280),)
DENSITIES = (1.0, 1.5)
SHAPES = [(size, density) for sizes in (WIDE, HIGH) for density in DENSITIES for size in sizes]
"""Four sizes at two densities, the page turned only once: all on it is made anew then."""

pytestmark = pytest.mark.usefixtures("blind_pilot")


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_overlaps_or_is_too_small_to_touch(pilot, name):
    from kivy.metrics import dp

    from tests.ui.layout import layout_problems, small_targets

    stage = Stage(pilot, SHAPES[0][0])
    SCENES[name](stage)
    problems = {"to touch": small_targets(pilot.app.stage, dp(44))}
    for size, density in SHAPES:
        pilot.reshape(size, density)
        problems[size, density] = layout_problems(pilot.app.stage)
    stage.end()
    assert {where: found for where, found in problems.items() if found} == {}


def problems_of(pilot, widget, size=(300, 200)):
    """What is found at a widget that is put on the stage, placed as it says itself."""
    from kivy.uix.floatlayout import FloatLayout

    from tests.ui.layout import layout_problems

    root = FloatLayout(size=size, size_hint=(None, None))
    root.add_widget(widget)
    root.do_layout()
    return layout_problems(root)


def test_the_check_finds_a_child_outside_its_parent(pilot):
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.label import Label

    box = BoxLayout(size_hint=(None, None), size=(100, 50))
    box.add_widget(Label(size_hint=(None, None), size=(160, 50)))
    box.do_layout()
    assert any("reaches out" in problem for problem in problems_of(pilot, box))


def test_the_check_finds_siblings_that_overlap(pilot):
    from kivy.uix.relativelayout import RelativeLayout
    from kivy.uix.widget import Widget

    parent = Widget(size_hint=(None, None), size=(200, 100))
    for x in (0, 30):
        parent.add_widget(RelativeLayout(size_hint=(None, None), size=(50, 50), pos=(x, 0)))
    assert any("overlap" in problem for problem in problems_of(pilot, parent))


def test_the_check_finds_a_split_word_and_a_text_too_high(pilot):
    from kivy.uix.label import Label

    label = Label(text="SUPERHEROES", font_size=30, size_hint=(None, None), size=(60, 30), text_size=(60, 30))
    found = problems_of(pilot, label)
    assert any("wide in" in problem for problem in found)
    assert any("high in" in problem for problem in found)


def test_the_check_finds_lines_that_are_left_out(pilot):
    from kivy.uix.label import Label

    text = "a long first line of three\nb\nc"
    label = Label(text=text, font_size=14, valign="middle", size_hint=(None, None), size=(290, 54), text_size=(290, 54))
    found = problems_of(pilot, label)
    assert [problem for problem in found if "1 of its lines" in problem]


def test_the_check_finds_nothing_wrong_with_a_text_that_fits(pilot):
    from kivy.uix.label import Label

    assert problems_of(pilot, Label(text="DOG", font_size=12, size_hint=(None, None), size=(60, 30))) == []


def test_the_check_finds_a_button_too_small_to_touch(pilot):
    from kivy.uix.button import Button

    from tests.ui.layout import small_targets

    assert small_targets(Button(size=(30, 60)), 44) == ["Button is 30 x 60"]
    assert small_targets(Button(size=(60, 60)), 44) == []
