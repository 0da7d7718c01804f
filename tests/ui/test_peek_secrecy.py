"""The one place where a face is on the shared window: where players allowed it, and while a finger holds it there.

Everything else that the window shows is compared for two keys that differ only in what nobody has guessed, as in
``test_secrecy``. Here exactly one kind of picture may differ: that of the seat whose face differs, while it is held.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.table.ports import Link
from companion.table.views import ScreenView, Show, face_view
from companion.ui.presenters.desk import Page
from companion.ui.presenters.peek import HOLD_S, MOST_S
from tests.ui.holding import Finger
from tests.ui.seeing import seeing
from tests.ui.table import FACE_A, FACE_B, UiTable, face
from tests.ui.test_secrecy import other_keys

KEY = KeyCard.from_faces(face(FACE_A), face(FACE_B))


class Peeking:
    """A window in play whose screens are missing; every look at it is a picture."""

    def __init__(self, pilot, folder, key: KeyCard = KEY, size=(800, 480), eyes=None) -> None:
        folder.mkdir(exist_ok=True)
        self.pilot = pilot
        self.table = UiTable(folder, key=key)
        self.table.screens.links.clear()
        session = self.session = self.table.session
        session.looks.change(replace(session.looks.now, on_page=True))
        self.table.settle_words()
        session.options = replace(session.options, first=Seat.A)
        session.begin()
        self.app = pilot.start(self.table, size, seeing=eyes)
        self.app.desk.go(Page.PLAY)
        self.later()

    def later(self, seconds: float = 1.0) -> None:
        self.pilot.clock.seconds += seconds
        self.app.tick(0)
        self.app.refresh()
        self.pilot.pump(2)

    def hand(self, seat: Seat) -> None:
        self.pilot.tap(self.app.page.ids.hide)
        if self.app.page.view.title[-1] != seat.value:
            self.pilot.tap(self.app.page.ids.other)
        self.pilot.tap(self.app.page.ids.main)

    def hold(self) -> Finger:
        finger = Finger(self.pilot, self.app.page.ids.hold)
        self.pilot.clock.seconds += HOLD_S + 0.1
        self.app.tick(0)
        return finger

    @property
    def shown(self) -> bool:
        """A face is on the page, as far as the app knows; and then it has to be so in all places."""
        on = self.session.shared.lit
        assert (self.app.page.view.face is not None) == on
        assert self.app.page.ids.face.shown == on
        return on


@pytest.fixture
def peeking(blind_pilot, tmp_path):
    made = Peeking(blind_pilot, tmp_path / "one")
    made.hand(Seat.A)
    return made


def walk(peeking: Peeking) -> dict[str, np.ndarray]:
    """Both look, one after the other; a picture of each step."""
    pictures = {"play": peeking.pilot.pixels()}
    for seat in Seat:
        peeking.pilot.tap(peeking.app.page.ids.hide)
        pictures[f"hand {seat.value}"] = peeking.pilot.pixels()
        if peeking.app.page.view.title[-1] != seat.value:
            peeking.pilot.tap(peeking.app.page.ids.other)
        peeking.pilot.tap(peeking.app.page.ids.main)
        pictures[f"before {seat.value}"] = peeking.pilot.pixels()
        finger = Finger(peeking.pilot, peeking.app.page.ids.hold)
        pictures[f"touched {seat.value}"] = peeking.pilot.pixels()
        peeking.pilot.clock.seconds += HOLD_S + 0.1
        peeking.app.tick(0)
        pictures[f"held {seat.value}"] = peeking.pilot.pixels()
        finger.up()
        pictures[f"after {seat.value}"] = peeking.pilot.pixels()
        peeking.pilot.tap(peeking.app.page.ids.main)
        pictures[f"back {seat.value}"] = peeking.pilot.pixels()
    return pictures


@pytest.fixture(scope="module")
def usual(window_pilot, tmp_path_factory):
    window_pilot.draws = False
    pictures = walk(Peeking(window_pilot, tmp_path_factory.mktemp("peek") / "usual"))
    window_pilot.draws = True
    return pictures


@pytest.mark.parametrize("seat", Seat, ids=lambda seat: seat.value)
def test_only_the_held_picture_of_its_own_seat_depends_on_a_face(blind_pilot, tmp_path, usual, seat):
    other = walk(Peeking(blind_pilot, tmp_path / "other", other_keys(seat)[0]))
    assert list(other) == list(usual)
    differing = [name for name, picture in usual.items() if (picture != other[name]).any()]
    assert differing == [f"held {seat.value}"]


def test_the_key_comes_after_the_hold_alone_and_the_page_after_it_is_the_one_before(usual):
    for seat in Seat:
        assert (usual[f"held {seat.value}"] != usual[f"before {seat.value}"]).mean() > 0.1
        assert np.array_equal(usual[f"after {seat.value}"], usual[f"before {seat.value}"])
    assert not np.array_equal(usual["held A"], usual["held B"])
    assert np.array_equal(usual["back B"], usual["back A"])


def test_it_is_the_picture_of_the_screens_as_that_seat_sees_it(blind_pilot, tmp_path):
    made = Peeking(blind_pilot, tmp_path / "one")
    painted: list[ScreenView] = []
    paint = made.app.desk.paint
    made.app.desk.paint = lambda view, size: painted.append(view) or paint(view, size)
    for seat in Seat:
        made.hand(seat)
        made.hold().up()
        made.pilot.pump(1)
        made.pilot.tap(made.app.page.ids.main)
    expected = [face_view(seat, made.session.board, KEY, made.session.state) for seat in Seat]
    assert painted == expected


def finger_up(peeking, finger):
    finger.up()


def finger_slides_off(peeking, finger):
    finger.slide(5, 470)


def page_is_left(peeking, finger):
    peeking.app.desk.go(Page.SCREENS)
    peeking.app.refresh()


def another_window_comes(peeking, finger):
    # What Kivy does when the desktop tells it.
    peeking.pilot.window._focus = True
    peeking.pilot.window._focus = False


def window_is_minimised(peeking, finger):
    peeking.pilot.window.dispatch("on_minimize")


def window_changes_its_shape(peeking, finger):
    peeking.pilot.window.size = (720, 1280)
    peeking.pilot.lay_out(3)
    peeking.app.fit_density()
    peeking.pilot.lay_out(3)
    peeking.pilot.window.size = (800, 480)


def something_breaks(peeking, finger):
    peeking.app.trouble(RuntimeError("inside"))


def it_lasts_too_long(peeking, finger):
    peeking.pilot.clock.seconds += MOST_S
    peeking.app.tick(0)


def keys_are_hidden(peeking, finger):
    peeking.session.hide_keys()
    peeking.app.tick(0)


def the_screen_comes(peeking, finger):
    peeking.table.screens.links["left"] = Link.SHOWING
    peeking.table.screens.assign("left", Seat.A)
    peeking.app.tick(0)


ENDS = [
    finger_up, finger_slides_off, page_is_left, another_window_comes, window_is_minimised, window_changes_its_shape,
    something_breaks, it_lasts_too_long, keys_are_hidden, the_screen_comes,
]  # fmt: skip


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_it_goes_at_once_by_every_way(peeking, end):
    finger = peeking.hold()
    face_on_page = peeking.app.page.ids.face
    assert peeking.shown
    end(peeking, finger)
    assert not peeking.session.shared.lit
    assert not face_on_page.shown
    assert face_on_page.canvas.length() == 0
    finger.up()
    peeking.later()
    assert not peeking.session.shared.lit


def test_when_the_app_ends_nothing_is_on_the_page(peeking):
    peeking.hold()
    face_on_page = peeking.app.page.ids.face
    peeking.app.on_stop()
    assert not face_on_page.shown
    assert not peeking.session.shared.lit


def test_a_mere_touch_shows_nothing_and_neither_does_a_hold_elsewhere(peeking):
    peeking.pilot.tap(peeking.app.page.ids.hold)
    peeking.later()
    assert not peeking.shown
    finger = Finger(peeking.pilot, peeking.app.page.ids.face)
    peeking.later()
    assert not peeking.shown
    finger.up()


def test_no_picture_is_taken_and_none_is_shown_while_a_face_is_there(blind_pilot, tmp_path):
    eyes = seeing()
    made = Peeking(blind_pilot, tmp_path / "one", eyes=eyes)
    made.hand(Seat.A)
    finger = made.hold()
    taken = eyes.feed.frames
    for _ in range(3):
        made.app.eyes.look()
        made.later(0.2)
    assert made.shown
    assert made.app.eyes.sight.picture is None
    assert "no picture" in made.app.eyes.sight.trouble
    assert eyes.feed.frames == taken
    finger.up()
    made.pilot.pump(1)
    made.app.eyes.look()
    made.pilot.until(lambda: eyes.feed.frames > taken)


def test_logs_and_notices_tell_nothing(peeking, caplog):
    caplog.set_level(logging.DEBUG)
    finger = peeking.hold()
    peeking.app.trouble(RuntimeError("inside"))
    finger.up()
    text = caplog.text + peeking.app.desk.notice + repr(peeking.app.page.view) + repr(peeking.app.page.presenter)
    for secret in ("STADIUM", "AGENT", "BYSTANDER", "ASSASSIN", "Identity"):
        assert secret not in text


def test_it_is_off_unless_it_was_wanted(blind_pilot, tmp_path):
    made = Peeking(blind_pilot, tmp_path / "one")
    made.session.looks.change(replace(made.session.looks.now, on_page=False))
    made.later()
    assert made.app.page.ids.hide.text == "hide keys"
    made.app.desk.go(Page.PEEK)
    made.app.refresh()
    made.later()
    made.pilot.tap(made.app.page.ids.main)
    assert made.app.desk.page is Page.PLAY


def test_without_a_painter_nothing_of_it_is_offered(blind_pilot, tmp_path):
    made = Peeking(blind_pilot, tmp_path / "one")
    made.app.desk.paint = None
    made.later()
    assert made.app.page.ids.hide.text == "hide keys"


def test_no_module_of_the_window_library_can_write_pictures():
    from kivy.config import Config

    assert list(Config.options("modules")) == []


def test_a_screen_keeps_its_own_face_while_the_other_looks_here(blind_pilot, tmp_path):
    table = UiTable(tmp_path)
    table.screens.links.pop("right")
    session = table.session
    session.looks.change(replace(session.looks.now, on_page=True))
    table.settle_words()
    app = blind_pilot.start(table)
    app.desk.go(Page.SCREENS)
    app.refresh()
    blind_pilot.clock.seconds += 1
    blind_pilot.pump(2)
    blind_pilot.tap(app.page.ids.question.answers["yes A"])
    assert app.desk.page is Page.PLAY
    assert table.screens.of(Seat.A).show is Show.FACE
    # The screen's own face must be darkened as before, with one touch: looking here is in the menu.
    assert app.page.ids.hide.text == "hide keys"
    blind_pilot.tap(app.page.ids.more)
    assert app.page.sheet.content.other.text == "See a key on this page"
    blind_pilot.tap(app.page.sheet.content.other)
    assert app.page.view.title == "Hand the table to B"
    blind_pilot.tap(app.page.ids.main)
    finger = Finger(blind_pilot, app.page.ids.hold)
    blind_pilot.clock.seconds += HOLD_S + 0.1
    app.tick(0)
    assert app.page.view.face.seat is Seat.B
    assert table.screens.of(Seat.A).show is Show.FACE
    finger.up()
    assert not session.shared.lit
