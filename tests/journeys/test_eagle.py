"""EAGLE never turns into BEAGLE: a word that players have confirmed is asked about, and in play nothing is read."""

from __future__ import annotations

import pytest

from companion.game.position import ALL_POSITIONS, Position
from companion.simulator.feed import VirtualFeed
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.ui.camera import Seeing
from companion.ui.presenters.desk import Page
from companion.vision.eye import Eye
from companion.vision.frames import FrameReader
from companion.vision.scanner import Scanner
from tests.journeys.test_window import Players
from tests.ui.table import UiTable

B2 = Position.parse("B2")
SIZE_PX = (1280, 720)


class Swapped(VirtualFeed):
    """A camera over a table on which a card can be exchanged for another."""

    def __init__(self, words, seed: int = 3) -> None:
        self._seed = seed
        self.lay(words)

    def lay(self, words) -> None:
        super().__init__(VirtualTable(words, self._seed), SIZE_PX)


@pytest.fixture
def table(pilot, tmp_path):
    """Cards with EAGLE at B2, read by the real reader and said to be right; the players stand at the mission page."""
    words = [*deal_words(3)]
    words[B2.index] = "EAGLE"
    table = UiTable(tmp_path)
    table.feed, table.words = Swapped(words), words
    app = pilot.start(table, seeing=Seeing(table.feed, FrameReader(Scanner(), "eng"), Eye()))
    table.players = Players(pilot, app)
    players = table.players
    players.tap(players.page.ids.resume)
    pilot.until(lambda: players.page.view.found)
    players.tap(players.page.ids.read)
    players.wait_for(Page.WORDS)
    pilot.until(lambda: not players.page.view.reading, timeout=120)
    players.settle_words(words)
    players.tap(players.page.ids.accept)
    assert app.desk.page is Page.MISSION
    return table


def swap(table) -> None:
    table.feed.lay(["BEAGLE" if word == "EAGLE" else word for word in table.words])


def board(table) -> list[str]:
    return [table.session.draft.card(p).word for p in ALL_POSITIONS]


def test_before_play_another_word_is_a_question_to_the_players(table, pilot):
    swap(table)
    players = table.players
    players.tap(players.page.ids.head.back)
    players.wait_for(Page.WORDS)
    players.tap(players.page.ids.read)
    pilot.until(lambda: not players.page.view.reading, timeout=120)
    assert board(table) == table.words
    assert players.page.view.sentence == "B2 was EAGLE, now BEAGLE is read there: touch it and say which it is"
    assert not players.page.view.ready
    players.tap(players.page.ids.board.card(B2))
    offered = [push.text for push in players.page.sheet.content.candidates]
    assert offered[:2] == ["EAGLE", "BEAGLE"]
    players.tap(players.page.sheet.content.candidates[1])
    assert board(table)[B2.index] == "BEAGLE"
    assert players.page.view.ready


def test_in_the_midst_of_a_mission_nothing_is_read(table, pilot):
    players, session = table.players, table.session
    players.tap(players.page.ids.go_on)
    for answer in ("A", "yes A", "yes B"):
        players.tap(players.page.ids.question.answers[answer])
    assert players.app.desk.page is Page.PLAY
    swap(table)
    scan = Scanner().read(table.feed.frame())
    assert scan.cards[B2.index].word == "BEAGLE"
    desk = players.app.desk
    desk.eyes.read(desk.take_words, desk.say)  # as if somebody had asked for it
    pilot.pump(20)
    assert not desk.take_words(scan)
    assert session.board.words == tuple(table.words)
    assert not desk.eyes.reading.active
    assert session.board.word(B2) == "EAGLE"
