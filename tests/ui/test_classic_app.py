"""The base game in the real window: touches that come twice, keys of a keyboard, cards told apart by shape."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game.classic import Card, TeamClue
from companion.game.position import Position, Seat
from companion.ui.presenters.classic_view import TeamCard
from tests.ui.scenes_classic import BUSY, ClassicStage

SHAPES = {
    Card.RED: ((0.4, 0.65), True),
    Card.BLUE: ((0.9, 1.0), True),
    Card.BYSTANDER: ((0.7, 0.88), True),
    Card.ASSASSIN: ((0.3, 0.65), False),
}
"""The share of its box that a sign fills, and whether it is filled above its middle: diamond, square, disc, cross."""


@pytest.fixture
def stage(pilot):
    return ClassicStage(pilot, (800, 480))


def test_a_touch_that_comes_twice_guesses_once(pilot, stage):
    page = stage.playing(script="red clue SEA 2")
    stage.touch("A1")
    pilot.tap_twice(page.ids.strip.button("Yes, guess"))
    assert len(stage.table.session.classic.mission.moves) == 2
    assert page.view.strip.laid


def test_a_stop_that_comes_twice_gives_no_invalid_clue(pilot, stage):
    page = stage.playing(script="red clue SEA 2\nred guess A1")
    pilot.tap_twice(page.ids.action)
    assert page.view.headline == "Blue gives a clue"
    assert page.view.strip.ask.name == "CLUE"


def test_a_number_that_is_touched_twice_is_one_clue(pilot, stage):
    page = stage.playing()
    pilot.tap_twice(page.ids.strip.button("2"))
    assert stage.table.session.classic.mission.moves == (TeamClue(stage.table.session.classic.state.team, None, 2),)


def test_a_real_keyboard_types_the_clue(pilot, stage):
    page = stage.playing()
    pilot.tap(page.ids.strip.button("Type it"))
    for letter in "sea":
        page.take_key(letter, "")
    pilot.tap(page.sheet.content.numbers["3"])
    page.take_key("", "enter")
    pilot.pump()
    assert page.view.clue == "SEA 3"
    assert page.sheet is None


def test_the_clock_counts_by_itself(pilot, stage):
    stage.another(timer_s=60)
    page = stage.playing(script="red clue SEA 2")
    pilot.tap(page.ids.clock)
    pilot.clock.seconds += 20
    pilot.until(lambda: page.ids.clock.text.startswith("0:39"))
    assert page.ids.clock.look == "chosen"


def test_the_same_card_lies_at_the_same_place_from_both_sides(pilot, stage):
    page = stage.playing(script=BUSY)
    place = tuple(map(round, page.ids.board.card(Position.parse("A1")).center))
    pilot.tap(page.ids.turn)
    assert pilot.app.desk.facing is Seat.B
    assert page.view.cards[-1].position == Position.parse("A1")
    x, _ = page.ids.board.card(Position.parse("A1")).center
    assert round(x) != place[0]
    assert pilot.window.rotation == 180


def shape(pilot, card: Card) -> tuple[float, bool]:
    """The share of its box that the sign of a card fills as it is drawn on a word, and whether it is filled above."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.parts.team_board import TeamWordCard

    widget = TeamWordCard(size_hint=(None, None), size=(300, 200), pos=(20, 20))
    widget.cell = TeamCard(Position(0), "", card)
    root = FloatLayout()
    root.add_widget(widget)
    pilot.window.add_widget(root)
    pilot.pump(3)
    picture = pilot.pixels().astype(int)
    pilot.window.remove_widget(root)
    height = picture.shape[0]
    drawn = picture[height - 20 - 190 : height - 20 - 112, 60:280]
    mask = np.abs(drawn - drawn[0, 0]).max(axis=2) > 40
    rows, columns = np.nonzero(mask)
    box = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    across, down = box.shape[1] // 2, len(box) // 4
    return float(box.mean()), bool(box[:down, across - down // 2 : across + down // 2].mean() > 0.4)


def test_cards_are_told_apart_by_their_shapes_alone(pilot, stage):
    stage.playing()
    pilot.app.stage.opacity = 0
    for card, ((least, most), above) in SHAPES.items():
        fills, is_above = shape(pilot, card)
        assert (least < fills <= most, is_above) == (True, above), card
