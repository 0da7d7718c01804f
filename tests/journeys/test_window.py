"""Whole missions in the real window, by touches alone."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from companion.device.client import ServiceScreens
from companion.game.duet import Outcome, Phase
from companion.game.keycard import Identity
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.simulator.glass import GlassError, read_face
from companion.simulator.screens import VirtualScreen
from companion.storage import SqliteStore
from companion.table.session import Session
from companion.ui.camera import Seeing
from companion.ui.presenters.desk import Page
from companion.ui.presenters.screens import Step
from companion.vision.eye import Eye
from companion.vision.frames import FrameReader
from companion.vision.scanner import Scanner
from tests.stand_ins import SeededShuffler
from tests.ui.seeing import PictureFeed, label
from tests.ui.table import WORDS, UiTable

PHOTOGRAPH = "easy.jpg"


class Players:
    """Two people at the window. They touch what they see, and know a face only from the glass before its seat."""

    def __init__(self, pilot, app) -> None:
        self.pilot, self.app = pilot, app

    @property
    def page(self):
        return self.app.page

    def tap(self, widget) -> None:
        self.pilot.tap(widget)

    def wait_for(self, page: Page) -> None:
        self.pilot.until(lambda: self.app.desk.page is page, timeout=120)
        self.pilot.clock.seconds += 1
        self.pilot.pump(3)

    def settle_words(self, right: list[str]) -> None:
        """Every card that is not sure when all is read gets the word printed on it: by its candidate, else by keys."""
        self.pilot.until(lambda: not self.app.eyes.reading.active, timeout=120)
        self.pilot.pump(3)
        for position, word in zip(ALL_POSITIONS, right, strict=True):
            card = self.app.session.draft.card(position)
            if card.settled:
                continue
            self.tap(self.page.ids.board.card(position))
            editor = self.page.sheet.content
            push = next((push for push in editor.candidates if push.text == word), None)
            if push is not None:
                self.tap(push)
                continue
            if self.page.view.editor.typed is None:
                self.tap(editor.type)
            self.type(word)

    def type(self, word: str) -> None:
        """Letter by letter."""
        keys = self.page.sheet.content.keys
        for letter in word:
            if letter == " ":
                self.tap(keys.space)
            else:
                self.tap(keys.key(letter))
        self.tap(keys.done)

    def clue(self, number: int) -> None:
        strip = self.page.ids.strip
        if "Done" in strip.buttons:
            self.tap(strip.button("Done"))
        self.tap(strip.button(str(number)))

    def guess(self, position: Position, seat: Seat | None = None) -> None:
        self.tap(self.page.ids.board.card(position))
        text = "Yes, guess" if seat is None else f"{seat.value} guesses"
        self.tap(self.page.ids.strip.button(text))


@pytest.fixture
def glasses(tmp_path):
    """Two screens with their real firmware: ONE stands before B, TWO before A."""
    screens = {Seat.B: VirtualScreen("ONE", tmp_path), Seat.A: VirtualScreen("TWO", tmp_path)}
    yield screens
    for screen in screens.values():
        screen.close()


def face_on(screen: VirtualScreen, seat: Seat):
    """The face that a glass shows, None while it shows none."""
    try:
        return read_face(screen.look().picture, seat)
    except GlassError:
        return None


def test_from_a_photograph_to_a_score(pilot, tmp_path, glasses):
    store = SqliteStore(tmp_path)
    screens = ServiceScreens([screen.plug_in() for screen in glasses.values()], only_named=True)
    session = Session(store, screens, SeededShuffler(7), lambda: "2026-11-30T20:00:00+00:00")
    feed = PictureFeed(PHOTOGRAPH)
    app = pilot.start(SimpleNamespace(session=session), seeing=Seeing(feed, FrameReader(Scanner(), "eng"), Eye()))
    players = Players(pilot, app)

    players.tap(players.page.ids.resume)
    pilot.until(lambda: players.page.view.found)
    players.tap(players.page.ids.read)
    players.wait_for(Page.WORDS)
    # The first words are there while the others are still being looked at.
    printed = label(PHOTOGRAPH)["words"]
    players.settle_words(printed)
    players.tap(players.page.ids.accept)
    players.tap(players.page.ids.rows.row("first").pushes[0])
    players.tap(players.page.ids.go_on)

    pilot.until(lambda: players.page.view.step is Step.LETTERS)
    seen = "B" if session.screen_of(Seat.B).device == "TWO" else "A"
    players.tap(players.page.ids.question.answers[seen])
    for seat in Seat:
        pilot.until(lambda seat=seat: players.page.view.can_confirm[list(Seat).index(seat)])
        assert face_on(glasses[seat], seat) is None
        players.tap(players.page.ids.question.answers[f"yes {seat.value}"])
    players.wait_for(Page.PLAY)
    assert session.mission.board.words == tuple(printed)

    for giver in Seat:
        pilot.until(lambda giver=giver: face_on(glasses[giver], giver) is not None)
        face = face_on(glasses[giver], giver)
        agents = [p for p in ALL_POSITIONS if face[p.index].identity is Identity.AGENT]
        players.clue(5)
        for position in agents:
            if not session.state.covers[position.index].agent:
                players.guess(position)
    players.wait_for(Page.END)

    assert session.state.outcome is Outcome.WON
    assert players.page.view.word == "Won"
    assert players.page.ids.sum.total == "23"  # in two turns: 7 tokens x 3 and 2 checkmarks
    assert store.missions()[0].score == 23
    pilot.until(lambda: all(screen.look().dark for screen in glasses.values()))
    players.tap(players.page.ids.show_keys)
    assert len(players.page.view.faces) == 2
    players.tap(players.page.ids.next)
    assert app.desk.page is Page.TABLE
    assert {info.seat for info in session.screens()} == set(Seat)
    pilot.end()
    assert feed.closed
    store.close()


def test_a_board_typed_by_hand_an_interruption_and_sudden_death(pilot, tmp_path):
    table = UiTable(tmp_path)
    players = Players(pilot, pilot.start(table))
    players.tap(players.page.ids.resume)
    players.tap(players.page.ids.board.card(Position(0)))
    for word in WORDS[:-1]:
        players.type(word)
    players.tap(players.page.ids.board.card(Position(24)))
    players.type(WORDS[-1])
    players.tap(players.page.ids.accept)
    players.tap(players.page.ids.go_on)
    for answer in ("A", "yes A", "yes B"):
        players.tap(players.page.ids.question.answers[answer])
    players.tap(players.page.ids.strip.button("A gives it"))

    bystanders = {seat: table.places(seat, Identity.BYSTANDER) for seat in Seat}
    givers = itertools.cycle(Seat)
    for giver in itertools.islice(givers, 5):
        players.clue(1)
        players.guess(bystanders[giver].pop())

    pilot.abandon()  # no farewell: as if the power had gone
    table.store.close()
    table = UiTable(tmp_path)
    players = Players(pilot, pilot.start(table))
    assert "10 moves" in players.page.view.waiting_details
    players.tap(players.page.ids.resume)
    assert table.screens.of(Seat.A) is not None
    assert table.screens.of(Seat.B) is not None

    for giver in itertools.islice(givers, 4):
        players.clue(1)
        players.guess(bystanders[giver].pop())
    assert table.session.state.phase is Phase.SUDDEN_DEATH
    assert players.page.view.headline == "No more clues"
    players.guess(table.places(Seat.A, Identity.AGENT)[0], Seat.B)
    assert players.app.desk.page is Page.PLAY
    players.guess(bystanders[Seat.A].pop(), Seat.B)
    players.wait_for(Page.END)
    assert players.page.view.word == "Lost"
    assert table.screens.of(Seat.A) is None
    assert table.store.missions()[0].outcome == Outcome.LOST_SUDDEN_DEATH.value
