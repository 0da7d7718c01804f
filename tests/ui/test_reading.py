"""The words page in the real window while pictures come in: first words, settling, two touches, no touch that waits."""

from __future__ import annotations

import threading
import time

import pytest

from companion.game.position import Position
from companion.ui.presenters.desk import Page
from companion.ui.presenters.words_view import Mark
from tests.ui.box import HandBox
from tests.ui.seeing import seeing

B2, C5 = Position.parse("B2"), Position.parse("C5")


class Reading:
    """The window at the words page with the first words; the reader stands still until it is set free."""

    def __init__(self, pilot, table) -> None:
        self.pilot, self.table, self.eyes = pilot, table, seeing()
        reader = self.reader = self.eyes.reader
        reader.doubt("B2", "SUNSET", "SUNLIT")
        reader.doubt("C5", "NEEDLE", "NOODLE")
        reader.words = reader.scan
        reader.hold.clear()
        self.app = pilot.start(table, seeing=self.eyes)
        pilot.tap(self.page.ids.resume)
        pilot.until(lambda: self.page.view.found)
        pilot.tap(self.page.ids.read)
        pilot.until(lambda: self.app.desk.page is Page.WORDS)
        pilot.clock.seconds += 1
        pilot.pump(3)

    @property
    def page(self):
        return self.app.page

    def mark(self, position: Position) -> Mark:
        return self.page.ids.board.card(position).cell.mark

    def go_on(self) -> None:
        """The reader is set free; until the reading has ended."""
        self.reader.hold.set()
        self.pilot.until(lambda: not self.page.view.reading)


@pytest.fixture
def reading(pilot, table):
    reading = Reading(pilot, table)
    yield reading
    reading.reader.hold.set()


def test_first_words_are_there_while_the_picture_is_still_being_read(reading):
    assert reading.page.view.reading
    assert reading.page.ids.board.card(Position(0)).text == "BLOSSOM"
    assert (reading.mark(B2), reading.mark(Position(0))) == (Mark.LOOKING, Mark.SETTLED)
    assert reading.page.ids.sentence.text.startswith("Still looking at B2, C5 ...")
    assert reading.page.ids.waiting.active
    reading.reader.sure("B2", "SUNSET")
    reading.reader.sure("C5", "NEEDLE")
    reading.go_on()
    assert (reading.mark(B2), reading.page.view.ready) == (Mark.SETTLED, True)
    assert reading.page.ids.sentence.text == "Are these the words on the table?"


def test_no_touch_waits_for_the_reader(reading):
    begun = time.monotonic()
    reading.pilot.tap(reading.page.ids.board.card(B2))
    reading.pilot.tap(reading.page.sheet.content.candidates[1])
    assert time.monotonic() - begun < 3
    assert reading.table.session.draft.card(B2).word == "SUNLIT"
    assert reading.page.view.reading


def test_two_touches_settle_a_word_and_one_more_the_next(reading):
    reading.go_on()
    assert (reading.mark(B2), reading.mark(C5)) == (Mark.DOUBTFUL, Mark.DOUBTFUL)
    reading.pilot.tap(reading.page.ids.board.card(B2))
    assert [push.text for push in reading.page.sheet.content.candidates] == ["SUNSET", "SUNLIT"]
    assert reading.page.sheet.content.picture._texture is not None
    reading.pilot.tap(reading.page.sheet.content.candidates[1])
    assert reading.page.sheet.content.title.text == "Which word is it, at C5?"
    reading.pilot.tap(reading.page.sheet.content.candidates[0])
    assert reading.page.sheet is None
    assert reading.page.view.ready
    reading.pilot.tap(reading.page.ids.accept)
    assert reading.app.desk.page is Page.MISSION


def test_a_touch_that_comes_twice_settles_one_card(reading):
    reading.go_on()
    reading.pilot.tap(reading.page.ids.board.card(B2))
    reading.pilot.tap_twice(reading.page.sheet.content.candidates[0])
    assert not reading.table.session.draft.card(C5).settled
    assert reading.page.view.editor.position == C5


def test_stop_ends_it_and_read_again_begins_anew(reading):
    reading.pilot.tap(reading.page.ids.read)
    assert not reading.page.view.reading
    reading.reader.hold.set()
    reading.reader.words = None
    reading.reader.sure("B2", "SUNSET")
    reading.pilot.tap(reading.page.ids.read)
    reading.pilot.until(lambda: not reading.page.view.reading)
    reading.app.refresh()
    assert (reading.mark(B2), reading.mark(C5)) == (Mark.SETTLED, Mark.DOUBTFUL)
    assert reading.page.ids.sentence.text.endswith("pictures leave a doubt at C5: touch the amber cards")


def test_leaving_the_page_ends_the_reading(reading):
    reading.pilot.tap(reading.page.ids.back)
    assert reading.app.desk.page is Page.TABLE
    assert not reading.app.desk.eyes.reading.active
    reading.reader.hold.set()
    reading.pilot.until(lambda: reading.page.view.found)
    assert reading.app.desk.page is Page.TABLE


def test_closing_takes_the_window_away_at_once_though_a_reading_ends_later(reading, monkeypatch):
    hidden = threading.Event()
    monkeypatch.setattr(reading.pilot.window, "hide", hidden.set)
    ended = threading.Thread(target=lambda: hidden.wait(20) and reading.reader.hold.set())
    ended.start()
    begun = time.monotonic()
    reading.pilot.end()
    ended.join()
    assert hidden.is_set()
    assert time.monotonic() - begun < 10
    assert reading.eyes.feed.closed


def test_the_language_is_changed_on_the_page_of_the_box(pilot, table):
    box = HandBox()
    app = pilot.start(table, seeing=seeing(), box=box)
    pilot.tap(app.page.ids.resume)
    pilot.tap(app.page.ids.box)
    assert app.desk.page is Page.BOX
    pilot.tap(app.page.ids.language)
    pilot.tap(app.page.sheet.content.pushes[1])
    pilot.until(lambda: app.page.ids.language.text == "German")
    assert (box.language, box.made, app.page.sheet) == ("deu", ["deu"], None)
    pilot.tap(app.page.ids.import_list)
    pilot.tap(app.page.sheet.content.pushes[0])
    assert [push.text.split("\n")[0] for push in app.page.ids.lists.names] == ["Codenames", "Duet", "pictures"]
    pilot.tap(app.page.ids.lists.names[0])
    assert not box.on["Codenames"]
    pilot.tap(app.page.ids.lists.forgets[1])
    pilot.tap(app.page.ids.lists.forgets[1])
    assert list(box.on) == ["Codenames", "pictures"]
    pilot.tap(app.page.ids.head.back)
    assert app.desk.page is Page.TABLE
