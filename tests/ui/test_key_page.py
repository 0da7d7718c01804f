"""The key page by touches in a real window, and that nothing of a face stays there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.game.classic import Card
from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.table.options import Game
from companion.ui.presenters.desk import Page
from companion.ui.presenters.key_view import Step
from tests.ui.key_eyes import colours_of, seeing_keys
from tests.ui.scenes_keys import BASE_TOUCHES, KEY, read_board, type_face
from tests.ui.table import FACE_A, FACE_B, UiTable, face
from tests.ui.test_secrecy import other_keys

pytestmark = pytest.mark.usefixtures("blind_pilot")

USUAL = KeyCard.from_faces(face(FACE_A), face(FACE_B))


class Journey:
    """A table in the window, from the mission page on."""

    def __init__(self, pilot, folder, size=(800, 480), seeing=None) -> None:
        folder.mkdir(exist_ok=True)
        self.pilot, self.table = pilot, UiTable(folder)
        self.table.settle_words()
        self.table.session.options = replace(self.table.session.options, first=Seat.A)
        self.app = pilot.start(self.table, size, None, seeing)
        self.pilot.clock.seconds += 1

    @property
    def page(self):
        return self.app.page

    def choose(self, source: int) -> None:
        """The key comes from another place; on to the next page."""
        self.app.desk.go(Page.MISSION)
        self.app.refresh()
        self.pilot.clock.seconds += 1
        self.pilot.pump(3)
        self.pilot.tap(self.page.ids.more)
        self.pilot.tap(self.page.ids.rows.row("key").pushes[source])
        self.pilot.tap(self.page.ids.go_on)

    def type_key(self, key: KeyCard, look=lambda: None) -> None:
        for seat in Seat:
            letters = "".join(identity.value for identity in key.face(seat))
            self.pilot.tap(self.page.ids.main)
            type_face(self.pilot, letters if seat is Seat.A else letters[::-1])
            self.pilot.tap(self.page.ids.main)
            look()


def test_a_printed_key_is_typed_and_played_with_by_touches(pilot, tmp_path):
    journey = Journey(pilot, tmp_path)
    journey.choose(2)
    assert journey.app.desk.page is Page.KEY
    journey.type_key(USUAL)
    pilot.tap(journey.page.ids.other)
    assert journey.app.desk.page is Page.PLAY
    session = journey.table.session
    assert session.mission.setup.key == USUAL
    assert session.keys_on
    page = journey.page
    pilot.tap(page.ids.strip.button("2"))
    pilot.tap(page.ids.board.card(journey.table.places(Seat.A, face(FACE_A)[0])[0]))
    pilot.tap(page.ids.strip.button("Yes, guess"))
    assert session.state.covers[0].agent


def test_a_typed_key_goes_to_the_screens(pilot, tmp_path):
    journey = Journey(pilot, tmp_path)
    journey.choose(2)
    journey.type_key(USUAL)
    pilot.tap(journey.page.ids.main)
    answers = journey.page.ids.question.answers
    pilot.tap(answers["A"])
    for seat in Seat:
        pilot.tap(journey.page.ids.question.answers[f"yes {seat.value}"])
    shown = journey.table.screens.of(Seat.A)
    assert [cell.identity for cell in shown.cells] == list(USUAL.face(Seat.A))


def test_the_key_of_a_base_game_is_typed_by_the_spymasters(pilot, tmp_path):
    journey = Journey(pilot, tmp_path)
    session = journey.table.session
    session.options = replace(session.options, game=Game.CLASSIC, side=Seat.B)
    journey.choose(2)
    assert pilot.window.rotation == 180
    pilot.tap(journey.page.ids.main)
    type_face(pilot, KEY, BASE_TOUCHES)
    pilot.tap(journey.page.ids.main)
    pilot.tap(journey.page.ids.other)
    assert journey.app.desk.page is Page.PLAY_CLASSIC
    cards = [Card(letter) for letter in KEY.replace(" ", "")]
    assert list(session.classic.mission.setup.key.cards) == cards[::-1]


def unique() -> KeyCard:
    return KeyCard.draw(SeededShuffler(2))


@pytest.fixture
def under_the_camera(pilot, tmp_path):
    seeing = seeing_keys()
    journey = Journey(pilot, tmp_path, seeing=seeing)
    journey.choose(1)
    read_board(journey)
    return journey, seeing.feed


def shoot(journey, feed, key, seat) -> None:
    journey.pilot.tap(journey.page.ids.main)
    feed.lay(key, seat)
    journey.pilot.tap(journey.page.ids.main)
    journey.pilot.until(lambda: not journey.page.view.wait or not journey.app.eyes.keys.reading)
    journey.app.refresh()
    journey.pilot.clock.seconds += 1
    journey.pilot.pump(2)


def test_a_printed_key_is_read_under_the_camera_and_no_picture_of_it_is_shown(pilot, under_the_camera):
    journey, feed = under_the_camera
    key = unique()
    greens = []
    for seat in Seat:
        shoot(journey, feed, key, seat)
        assert not journey.page.view.trouble
        greens.append(colours_of(pilot.pixels()))
    assert journey.page.view.step is Step.THERE
    assert journey.table.session.printed.of(journey.table.session.options) == key
    assert greens == [0, 0]
    # Back at the table page the card still lies there: no live picture may show it.
    taken = feed.frames
    journey.app.desk.go(Page.TABLE)
    journey.app.refresh()
    for _ in range(5):
        pilot.clock.seconds += 1
        journey.app.tick(0)
        pilot.pump(3)
    assert journey.app.eyes.sight.picture is None
    assert "key card may lie" in journey.page.view.sentence
    assert feed.frames == taken


def test_the_check_of_colours_notices_a_face_that_is_shown(pilot, tmp_path):
    journey = Journey(pilot, tmp_path)
    journey.choose(2)
    pilot.tap(journey.page.ids.main)
    type_face(pilot, FACE_A)
    assert colours_of(pilot.pixels()) > 1000


def test_a_picture_without_a_key_card_is_refused_on_the_page(pilot, under_the_camera):
    journey, feed = under_the_camera
    pilot.tap(journey.page.ids.main)
    feed.clear()
    pilot.tap(journey.page.ids.main)
    pilot.until(lambda: not journey.app.eyes.keys.reading)
    journey.app.refresh()
    assert journey.page.view.trouble.startswith("No key card is to be found")


def pictures_after_done(pilot, folder, key: KeyCard) -> list[np.ndarray]:
    """What the window shows after each face is done, when the key is there, and in play."""
    journey = Journey(pilot, folder)
    journey.choose(2)
    pictures: list[np.ndarray] = []
    journey.type_key(key, lambda: pictures.append(pilot.pixels()))
    pilot.tap(journey.page.ids.other)
    pictures.append(pilot.pixels())
    return pictures


@pytest.mark.parametrize("seat", Seat, ids=lambda seat: seat.value)
def test_after_done_the_window_shows_nothing_of_a_face(pilot, tmp_path, seat):
    one = pictures_after_done(pilot, tmp_path / "one", USUAL)
    other = pictures_after_done(pilot, tmp_path / "other", other_keys(seat)[0])
    assert [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if (a != b).any()] == []


def test_no_widget_holds_a_square_after_done(pilot, tmp_path):
    journey = Journey(pilot, tmp_path)
    journey.choose(2)
    page = journey.page
    pilot.tap(page.ids.main)
    type_face(pilot, FACE_A)
    cells = list(page.ids.squares.cells)
    pilot.tap(page.ids.main)
    assert [cell.kind for cell in cells] == [None] * 25
    assert (page.ids.squares.cells, list(page.ids.squares.squares), list(page.ids.tallies.tallies)) == ([], [], [])


def test_leaving_the_page_in_the_middle_forgets_what_was_typed(pilot, tmp_path):
    journey = Journey(pilot, tmp_path)
    journey.choose(2)
    page = journey.page
    pilot.tap(page.ids.main)
    type_face(pilot, FACE_A)
    pilot.tap(page.ids.head.back)
    assert journey.app.desk.page is Page.MISSION
    assert (page.presenter._typing, page.ids.squares.cells) == ([], [])
