"""A camera may hang, be busy, show black or vanish at any time: the app lives, says so, lets people type, goes on."""

from __future__ import annotations

import threading
import time

import pytest

from companion.game.position import Position
from companion.simulator.faults import Fault, FaultyCamera
from companion.ui.camera import Seeing
from companion.ui.presenters.desk import Page
from companion.vision.camera_watch import WatchedCamera, left_behind
from tests.ui.seeing import LabelEye, LabelReader, PictureFeed

FILE = "easy.jpg"
SAID = {
    Fault.HANGS: "Camera virtual does not answer: check its cable, or plug it in again",
    Fault.BUSY: "The virtual camera cannot be opened: close other programs that use it",
    Fault.BLACK: "Camera virtual sees black: take off the lens cap and give light",
    Fault.GONE: "The virtual camera is not there: plug it in",
}
B2, C5 = Position.parse("B2"), Position.parse("C5")


class Table:
    """The window over a camera with faults."""

    def __init__(self, pilot, table) -> None:
        self.pilot, self.table = pilot, table
        self.device = FaultyCamera(PictureFeed(FILE))
        self.reader = LabelReader(FILE)
        feed = WatchedCamera("camera virtual", self.device.connect, patience_s=0.1, given_up_s=0.3)
        self.app = pilot.start(table, seeing=Seeing(feed, self.reader, LabelEye(FILE)))

    @property
    def page(self):
        return self.app.page

    @property
    def view(self):
        return self.app.page.view

    def tap(self, widget) -> None:
        self.pilot.tap(widget)

    def to_the_camera(self) -> None:
        self.tap(self.page.ids.resume)
        assert self.app.desk.page is Page.TABLE

    def to_the_words(self, doubtful=True) -> None:
        """Read; two cards stay in doubt as long as nobody settles them."""
        if doubtful:
            self.reader.doubt("B2", "SUNSET", "SUNLIT")
            self.reader.doubt("C5", "NEEDLE", "NOODLE")
        self.to_the_camera()
        self.pilot.until(lambda: self.view.found)
        self.reader.words = self.reader.scan
        self.reader.hold.clear()
        self.tap(self.page.ids.read)
        self.pilot.until(lambda: self.app.desk.page is Page.WORDS)

    def go(self, page: Page) -> None:
        self.app.desk.go(page)
        self.app.refresh()
        self.pilot.clock.seconds += 1
        self.pilot.pump(3)

    def until(self, holds) -> None:
        """Time passes for the app too, as slowly as frames do."""

        def later():
            self.pilot.clock.seconds += 0.05
            return holds()

        self.pilot.until(later)

    def close(self) -> None:
        self.reader.hold.set()
        self.pilot.end()
        self.device.fault = Fault.NONE
        end = time.monotonic() + 60
        while left_behind():
            assert time.monotonic() < end, "a thread that hung did not end when it came back"


@pytest.fixture
def at(pilot, table):
    at = Table(pilot, table)
    yield at
    at.close()


@pytest.mark.parametrize("fault", SAID)
def test_on_the_table_page_it_is_said_words_can_be_typed_and_the_picture_comes_back(at, fault):
    at.to_the_camera()
    at.pilot.until(lambda: at.view.found)
    at.device.fault = fault
    at.until(lambda: at.view.sentence == SAID[fault])
    assert not at.view.can_read
    assert at.page.ids.type.look == "primary"
    at.device.fault = Fault.NONE
    at.until(lambda: at.view.found)


@pytest.mark.parametrize("fault", SAID)
def test_it_may_be_away_when_the_app_starts(at, fault):
    at.device.fault = fault
    at.to_the_camera()
    at.until(lambda: at.view.sentence == SAID[fault])
    at.tap(at.page.ids.type)
    assert at.app.desk.page is Page.WORDS
    at.tap(at.page.ids.board.card(B2))
    for letter in "SUN":
        at.tap(at.page.sheet.content.keys.key(letter))
    at.tap(at.page.sheet.content.keys.done)
    assert at.table.session.draft.card(B2).word == "SUN"


@pytest.mark.parametrize("fault", SAID)
def test_while_words_are_read_it_is_said_touches_work_and_the_reading_goes_on_when_it_is_back(at, fault):
    at.to_the_words()
    at.device.fault = fault
    at.reader.hold.set()
    at.until(lambda: at.view.sentence.startswith(SAID[fault]))
    assert at.view.sentence == f"{SAID[fault]}. Or type what is missing."
    begun = time.monotonic()
    at.tap(at.page.ids.board.card(B2))
    at.tap(at.page.sheet.content.candidates[1])
    assert time.monotonic() - begun < 5
    assert at.table.session.draft.card(B2).word == "SUNLIT"
    at.tap(at.page.sheet.content.close)
    at.reader.sure("C5", "NEEDLE")
    at.device.fault = Fault.NONE
    at.until(lambda: not at.view.reading and at.view.ready)
    assert at.table.session.draft.card(B2).word == "SUNLIT"
    assert at.table.session.draft.card(C5).word == "NEEDLE"


def test_the_first_picture_may_fail_and_the_reading_begins_when_it_is_back(at):
    at.to_the_camera()
    at.pilot.until(lambda: at.view.found)
    at.device.fault = Fault.GONE
    at.tap(at.page.ids.read)
    at.until(lambda: at.view.sentence == SAID[Fault.GONE])
    assert at.view.reading
    at.device.fault = Fault.NONE
    at.until(lambda: at.app.desk.page is Page.WORDS)
    at.until(lambda: at.view.ready)


def test_a_reading_that_waits_for_the_camera_can_be_stopped(at):
    at.to_the_words()
    at.device.fault = Fault.HANGS
    at.reader.hold.set()
    at.until(lambda: at.view.sentence.startswith(SAID[Fault.HANGS]))
    at.tap(at.page.ids.read)
    assert not at.view.reading
    assert at.view.sentence.startswith("2 words to look at")


@pytest.mark.parametrize("fault", SAID)
def test_in_the_midst_of_a_mission_it_holds_nothing_up(at, fault):
    at.to_the_camera()
    at.pilot.until(lambda: at.view.found)
    at.device.fault = fault
    at.table.begin()
    at.go(Page.PLAY)
    before = at.table.session.board.words
    at.tap(at.page.ids.board.card(Position(0)))
    at.tap(at.page.ids.strip.button("Yes, guess"))
    assert at.table.session.mission.moves
    assert at.table.session.board.words == before
    at.device.fault = Fault.NONE
    at.go(Page.START)
    at.tap(at.page.ids.new)
    at.until(lambda: at.app.desk.page is Page.TABLE and at.view.found)


def test_plugged_in_again_elsewhere_between_two_pictures_it_is_found_again(at):
    at.to_the_camera()
    at.pilot.until(lambda: at.view.found)
    opened = at.device.opened
    at.device.fault = Fault.GONE
    at.device.fault = Fault.NONE
    at.until(lambda: at.device.opened > opened and at.view.found)
    assert at.device.most_handles == 1


@pytest.mark.parametrize("page", ["table", "words"])
def test_closing_never_waits_for_a_camera_that_hangs(at, page):
    before = {thread.name for thread in threading.enumerate()}
    if page == "table":
        at.to_the_camera()
        at.pilot.until(lambda: at.view.found)
    else:
        at.to_the_words()
        at.reader.hold.set()
    at.device.fault = Fault.HANGS
    at.until(lambda: at.device.hanging)
    begun = time.monotonic()
    at.pilot.end()
    assert time.monotonic() - begun < 5
    assert at.table.screens.closed
    # Only the thread inside the driver is left; the program ends without it.
    left = [thread for thread in threading.enumerate() if thread.name not in before]
    assert all(thread.daemon and thread.name.startswith("device of ") for thread in left)
    assert left_behind()
