"""Whole base games in the real window, by touches alone (rules B1 to B6)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.device.client import ServiceScreens
from companion.game.classic import Card, ClassicPhase, Team
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.simulator.glass import GlassError
from companion.simulator.key_glass import KeyGlass, read_key
from companion.simulator.screens import VirtualScreen
from companion.storage import SqliteStore
from companion.table.session import Session
from companion.table.views import Show
from companion.ui.camera import Seeing
from companion.ui.presenters.desk import Page
from companion.ui.presenters.screens import Step
from companion.vision.eye import Eye
from companion.vision.frames import FrameReader
from companion.vision.scanner import Scanner
from tests.journeys.test_window import PHOTOGRAPH, Players
from tests.stand_ins import SeededShuffler
from tests.ui.classic_table import ClassicTable
from tests.ui.seeing import PictureFeed, label

RED, BLUE = Team.RED, Team.BLUE
SIDE = Seat.B
SHORT_WORDS = (
    "ANT", "BOX", "CAT", "DOG", "EGG", "FOX", "GUM", "HAT", "ICE", "JAM", "KEY", "LOG", "MUD", "NET", "OAK", "PIE",
    "RAT", "SEA", "TEA", "URN", "VAN", "WAX", "YAK", "ZOO", "ARM",
)  # fmt: skip


class Teams(Players):
    """People of two teams at the window."""

    @property
    def game(self):
        return self.app.session.classic

    def agree(self, **rows: int) -> None:
        for name, index in rows.items():
            self.tap(self.page.ids.rows.row(name).pushes[index])

    def give(self, number: object) -> None:
        strip = self.page.ids.strip
        if "Done" in strip.buttons:
            self.tap(strip.button("Done"))
        self.tap(strip.button(str(number)))

    def type_clue(self, word: str, number: object) -> None:
        self.tap(self.page.ids.strip.button("Type it"))
        keys = self.page.sheet.content
        for letter in word:
            self.tap(keys.keys.key(letter))
        self.tap(keys.numbers[str(number)])
        self.tap(keys.keys.done)

    def choose(self, position: Position, yes: str = "Yes, guess") -> None:
        if "Done" in self.page.ids.strip.buttons:
            self.tap(self.page.ids.strip.button("Done"))
        self.tap(self.page.ids.board.card(position))
        self.tap(self.page.ids.strip.button(yes))

    def stop(self) -> None:
        assert self.page.ids.action.text == "Stop"
        self.tap(self.page.ids.action)

    def invalid(self) -> None:
        if "Done" in self.page.ids.strip.buttons:
            self.tap(self.page.ids.strip.button("Done"))
        self.tap(self.page.ids.action)
        self.tap(self.page.ids.strip.button("Yes, invalid"))

    def agree_both(self) -> None:
        for seat in Seat:
            self.tap(self.page.sheet.content.yes(seat))


@pytest.fixture
def glasses(tmp_path):
    """Two screens with their real firmware: ONE stands before blue's spymaster, TWO before red's."""
    screens = {Seat.B: VirtualScreen("ONE", tmp_path), Seat.A: VirtualScreen("TWO", tmp_path)}
    yield screens
    for screen in screens.values():
        screen.close()


def key_on(screen: VirtualScreen) -> KeyGlass | None:
    """The key as a spymaster at ``SIDE`` reads it from a glass; None while it shows none."""
    try:
        return read_key(screen.look().picture, SIDE)
    except GlassError:
        return None


def words_of(glass: KeyGlass, card: Card) -> list[Position]:
    return [p for p in ALL_POSITIONS if glass.cells[p.index].card is card]


def read_and_agree(players: Teams) -> list[str]:
    """From the first page to the screens: a photograph is read, and what is played is agreed."""
    players.tap(players.page.ids.resume)
    players.pilot.until(lambda: players.page.view.found)
    players.tap(players.page.ids.read)
    players.wait_for(Page.WORDS)
    printed = label(PHOTOGRAPH)["words"]
    players.settle_words(printed)
    players.tap(players.page.ids.accept)
    players.agree(game=2, players=0, team=1, side=1, timer=1)
    players.tap(players.page.ids.go_on)
    return printed


def sit_down(players: Teams) -> None:
    """Which screen is whose, and both spymasters see their table."""
    pilot, session = players.pilot, players.app.session
    pilot.until(lambda: players.page.view.step is Step.LETTERS)
    seen = "B" if session.screen_of(Seat.B).device == "TWO" else "A"
    players.tap(players.page.ids.question.answers[seen])
    for seat in Seat:
        pilot.until(lambda seat=seat: players.page.view.can_confirm[list(Seat).index(seat)])
        players.tap(players.page.ids.question.answers[f"yes {seat.value}"])
    players.wait_for(Page.PLAY_CLASSIC)


def test_two_teams_from_a_photograph_to_a_win_on_the_other_teams_turn(pilot, tmp_path, glasses):
    store = SqliteStore(tmp_path)
    screens = ServiceScreens([screen.plug_in() for screen in glasses.values()], only_named=True)
    session = Session(store, screens, SeededShuffler(7), lambda: "2026-11-30T20:00:00+00:00")
    seeing = Seeing(PictureFeed(PHOTOGRAPH), FrameReader(Scanner(), "eng"), Eye())
    players = Teams(pilot, pilot.start(SimpleNamespace(session=session), seeing=seeing))
    printed = read_and_agree(players)
    sit_down(players)
    assert session.board.words == tuple(printed)
    assert players.app.desk.facing is SIDE.other
    pilot.until(lambda: all(key_on(screen) is not None for screen in glasses.values()))
    red_glass, blue_glass = key_on(glasses[Seat.A]), key_on(glasses[Seat.B])
    assert red_glass.cells == blue_glass.cells
    assert (red_glass.seat, blue_glass.seat) == (Seat.A, Seat.B)
    assert (red_glass.team, red_glass.giving, blue_glass.giving) == (RED, True, False)
    reds, blues = words_of(red_glass, Card.RED), words_of(red_glass, Card.BLUE)
    (first_bystander, *_) = words_of(red_glass, Card.BYSTANDER)

    players.type_clue("WAVE", 2)
    players.tap(players.page.ids.clock)
    players.choose(reds[0])
    players.choose(reds[1])
    assert players.page.view.guesses == "1 guess left"
    players.stop()
    players.invalid()
    assert players.page.view.headline == "Red gives a clue"
    players.choose(reds[2], "Yes, cover it")
    pilot.until(lambda: (glass := key_on(glasses[Seat.A])) and glass.cells[reds[2].index].laid is Card.RED)
    players.give(0)
    assert players.page.view.guesses == "no limit"
    players.choose(first_bystander)
    assert [stack.left for stack in players.page.view.stacks] == [6, 8]
    players.give("unlimited")
    for position in blues[:-1]:
        players.choose(position)
    players.stop()
    players.give(1)
    players.choose(blues[-1])

    players.wait_for(Page.END_CLASSIC)
    assert players.page.view.word == "Blue wins"
    assert players.page.view.sentence.startswith("Red touched ")
    assert store.missions()[0].outcome == "blue won: agents"
    pilot.until(lambda: all(screen.look().dark for screen in glasses.values()))
    players.tap(players.page.ids.show_key)
    assert [place.card for place in players.page.view.key] == [cell.card for cell in red_glass.cells]
    players.tap(players.page.ids.next)
    assert players.app.desk.page is Page.TABLE
    pilot.end()
    store.close()


def begin_alone(players: Teams) -> None:
    """Words by the letter keys, one team, one screen with the key."""
    players.tap(players.page.ids.resume)
    players.tap(players.page.ids.board.card(Position(0)))
    for word in SHORT_WORDS[:-1]:
        players.type(word)
    players.tap(players.page.ids.board.card(Position(24)))
    players.type(SHORT_WORDS[-1])
    players.tap(players.page.ids.accept)
    players.agree(game=2, players=2, team=1)
    players.tap(players.page.ids.go_on)
    for answer in ("A", "yes A"):
        players.tap(players.page.ids.question.answers[answer])


def test_two_players_a_slip_an_interruption_and_a_score(pilot, tmp_path):
    table = ClassicTable(tmp_path, side=Seat.A)
    players = Teams(pilot, pilot.start(table))
    begin_alone(players)
    assert table.screens.of(Seat.A).show is Show.KEY
    assert table.screens.of(Seat.B) is None
    reds, blues = table.places(Card.RED), table.places(Card.BLUE)

    players.give(2)
    players.choose(reds[0])
    players.choose(table.places(Card.BYSTANDER)[0])
    players.choose(blues[0], "Yes, cover it")
    players.give(1)
    players.choose(table.places(Card.ASSASSIN)[0])
    players.wait_for(Page.END_CLASSIC)
    assert (players.page.view.word, players.page.view.score) == ("Lost", "")
    players.tap(players.page.ids.undo)
    players.tap(players.page.sheet.content.ask)
    players.agree_both()
    assert players.app.desk.page is Page.PLAY_CLASSIC
    players.choose(blues[1])
    assert players.game.state.phase is ClassicPhase.COVER

    pilot.abandon()  # no farewell: as if the power had gone
    table.store.close()
    table = ClassicTable(tmp_path)
    players = Teams(pilot, pilot.start(table))
    assert players.page.view.waiting == "Go on with the base game"
    players.tap(players.page.ids.resume)
    assert players.page.view.headline == "Spymaster covers"
    assert table.screens.of(Seat.A).show is Show.KEY
    players.choose(blues[2], "Yes, cover it")
    players.give("unlimited")
    for position in reds[1:]:
        players.choose(position)
    players.wait_for(Page.END_CLASSIC)
    assert (players.page.view.word, players.page.view.score) == ("Won", "5")
    assert players.page.view.rating
    assert table.screens.of(Seat.A) is None
    assert (table.store.missions()[0].outcome, table.store.missions()[0].score) == ("red won: agents", 5)
