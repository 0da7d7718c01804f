"""Duet in all its shapes, in the real window by touches alone, from the words to the end."""

from __future__ import annotations

import pytest

from companion.clues import helper_for
from companion.clues.background import PatientForms
from companion.game.campaign import City, Standing
from companion.game.duet import Outcome, Phase
from companion.game.keycard import Identity
from companion.game.moves import Allow, Clue
from companion.game.position import Position, Seat
from companion.game.tokens import Bank
from companion.ui.presenters.desk import Page
from companion.ui.presenters.mission import MAP
from tests.journeys.test_window import Players
from tests.ui.table import UiTable


class Table(Players):
    """Two people whose words were read already; they know the key, as the test does."""

    def __init__(self, pilot, folder, prepare=lambda session: None, helper=None) -> None:
        self.table = UiTable(folder)
        self.table.helper = helper
        self.table.open()
        prepare(self.table.session)
        super().__init__(pilot, pilot.start(self.table))

    @property
    def session(self):
        return self.table.session

    @property
    def state(self):
        return self.session.state

    @property
    def sheet(self):
        return self.page.sheet.content

    def words(self) -> None:
        """From the first page over the words to what is agreed."""
        self.tap(self.page.ids.resume)
        self.read_words()

    def read_words(self) -> None:
        assert self.app.desk.page is Page.WORDS
        self.table.settle_words()
        self.app.refresh()
        self.tap(self.page.ids.accept)
        assert self.app.desk.page is Page.MISSION

    def option(self, row: str, index: int) -> None:
        self.tap(self.page.ids.rows.row(row).pushes[index])

    def screens(self) -> None:
        self.tap(self.page.ids.go_on)
        for answer in ("A", "yes A", "yes B"):
            self.tap(self.page.ids.question.answers[answer])
        assert self.app.desk.page is Page.PLAY

    def city(self, name: str) -> None:
        self.tap(self.page.ids.map.push(name))

    def both_agree(self, first: Seat = Seat.B) -> None:
        for seat in (first, first.other):
            self.tap(self.sheet.yes(seat))

    def menu(self, item: str) -> None:
        self.tap(self.page.ids.more)
        self.tap(getattr(self.sheet, item))

    def free(self, giver: Seat, identity: Identity, count: int) -> list[Position]:
        """Words of this kind on the face of ``giver`` that lie free."""
        found = [p for p in self.table.places(giver, identity) if not self.state.covers[p.index].count]
        return [p for p in found if not self.state.covers[p.index].covered][:count]

    def mistake(self, giver: Seat, number: int = 1) -> Position:
        """A clue and a bystander."""
        self.clue(number)
        (position,) = self.free(giver, Identity.BYSTANDER, 1)
        self.guess(position)
        return position

    def find_all(self, giver: Seat) -> None:
        """A clue for all that is left on one face."""
        self.clue(9)
        for position in self.table.places(giver, Identity.AGENT):
            if not self.state.covers[position.index].agent:
                self.guess(position)

    def win(self) -> None:
        """Both sides find what is left, whoever is to begin."""
        while self.state.phase is Phase.CLUE:
            self.find_all(self.state.giver)
        self.wait_for(Page.END)
        assert self.page.view.word == "Won"


@pytest.fixture
def players(pilot, tmp_path):
    return Table(pilot, tmp_path)


def test_berlin_with_an_invalid_clue_a_zero_and_a_mistake_that_costs_two(players):
    players.words()
    players.option("first", 0)
    players.option("game", MAP)
    assert players.app.desk.page is Page.MAP
    players.city("Prague")
    players.tap(players.sheet.done)  # it was won without the app
    players.tap(players.sheet.close)
    players.city("Monte Carlo")
    players.tap(players.sheet.choose)
    players.tap(players.sheet.pushes["Berlin"])
    players.tap(players.sheet.done)
    players.tap(players.sheet.close)
    standing = {mark.name: mark.standing for mark in players.page.view.marks}
    assert standing["Monte Carlo"] is Standing.LOCKED
    players.city("Berlin")
    players.tap(players.sheet.play)
    assert players.page.view.title == "Berlin: 11 turns, 2 mistakes"
    players.screens()
    assert players.state.bank == Bank(bystander=2, checkmark=9)

    players.tap(players.page.ids.strip.button("Invalid"))
    players.tap(players.sheet.pushes["A 2"])
    assert players.state.clues == (Clue(Seat.A, None, 2, invalid=True),)
    assert players.page.view.strip.text == "Invalid clue"
    assert (players.state.bank, players.state.discarded) == (Bank(2, 8), 1)
    players.guess(players.free(Seat.A, Identity.BYSTANDER, 1)[0])
    players.clue(0)
    players.guess(players.free(Seat.B, Identity.AGENT, 1)[0])
    players.tap(players.page.ids.strip.button("Done"))
    players.tap(players.page.ids.stop)
    assert players.state.bank == Bank(bystander=1, checkmark=7)
    players.mistake(Seat.A)
    place = players.mistake(Seat.B)
    assert players.state.bank == Bank(bystander=0, checkmark=5)
    assert "Two timer tokens" in players.page.view.strip.laid[0].sentence
    assert players.page.ids.board.card(place).cell.stacks == (True,)
    players.win()

    assert players.page.view.sentence.startswith("Berlin is done. Now open: Monte Carlo.")
    assert players.page.view.total == ""
    players.tap(players.page.ids.map)
    standing = {mark.name: mark.standing for mark in players.page.view.marks}
    assert (standing["Berlin"], standing["Monte Carlo"]) == (Standing.WON, Standing.OPEN)
    players.city("Monte Carlo")
    players.tap(players.sheet.play)
    players.read_words()
    assert players.page.view.title == "Monte Carlo: 9 turns, no mistakes"


def berlin_is_done(session) -> None:
    for city in (City("Prague", 9, 9, (), done=True), City("Berlin", 11, 2, ("Prague",), done=True)):
        session.map.keep(city)
    session.map.keep(City("Monte Carlo", 9, 0, ("Berlin",)))


def test_monte_carlo_is_lost_when_two_tokens_are_owed_and_one_is_left(pilot, tmp_path):
    players = Table(pilot, tmp_path, berlin_is_done)
    players.words()
    players.option("game", MAP)
    players.city("Monte Carlo")
    players.tap(players.sheet.play)
    players.screens()
    players.tap(players.page.ids.strip.button("B gives it"))
    giver = Seat.B
    for left in (7, 5, 3, 1):
        players.mistake(giver)
        assert players.state.bank == Bank(bystander=0, checkmark=left)
        giver = giver.other
    players.mistake(giver)
    players.wait_for(Page.END)
    assert players.state.outcome is Outcome.LOST_TOKENS
    assert players.page.view.sentence.endswith("two tokens were owed and one was left.")
    assert players.session.map.campaign().standing(City("Monte Carlo", 9, 0, ("Berlin",))) is Standing.OPEN


def test_eleven_tokens_with_moves_taken_back_and_a_table_set_by_hand(players):
    players.words()
    players.option("tokens", 2)
    players.option("first", 1)
    players.option("names", 0)
    players.type("ANN")
    players.screens()
    assert (players.state.bank.total, players.page.view.headline) == (11, "B gives a clue")
    players.clue(2)
    assert players.page.view.headline == "Ann guesses"
    one, two = players.free(Seat.B, Identity.AGENT, 2)
    players.guess(one)
    players.guess(two)

    players.menu("undo")
    players.tap(players.sheet.rows[2])
    players.tap(players.sheet.ask)
    players.tap(players.sheet.yes(Seat.A))
    assert players.state.agents_found == 2
    players.tap(players.sheet.yes(Seat.B))
    assert (players.state.agents_found, players.state.phase, players.state.clues) == (0, Phase.CLUE, ())
    assert players.page.sheet is None

    players.menu("by_hand")
    players.tap(players.sheet.tokens.steppers[0].fewer)
    players.tap(players.sheet.board.card(one))
    players.tap(players.sheet.card.agent.pushes[1])
    players.tap(players.sheet.ask)
    players.both_agree()
    assert (players.state.bank.total, players.state.discarded, players.state.agents_found) == (10, 1, 1)
    assert players.page.ids.board.card(one).cell.agent

    players.win()
    assert players.page.view.rating == "Eleven tokens are easier: no score."
    assert "The table was set by hand." in players.page.view.sentence
    assert players.table.store.missions()[0].score is None
    assert players.table.store.missions()[0].kept["names A"] == "Ann"


def test_a_clue_that_both_allow_and_a_word_that_was_misread(pilot, tmp_path):
    forms = helper_for("eng")
    forms.load()
    players = Table(pilot, tmp_path, helper=PatientForms(forms))
    players.words()
    players.option("first", 0)
    players.tap(players.page.ids.more)
    players.option("helper", 1)
    players.screens()
    players.tap(players.page.ids.strip.button("Type it"))
    players.tap(players.sheet.more)
    players.type("TRAINS")
    assert "TRAIN" in players.sheet.reasons.text
    players.tap(players.sheet.both)
    players.both_agree(Seat.A)
    assert players.session.mission.moves == (Allow("TRAINS"), Clue(Seat.A, "TRAINS", 1))
    assert (players.page.sheet, players.page.view.clue) == (None, "TRAINS 1")

    (place,) = players.free(Seat.A, Identity.AGENT, 1)
    players.guess(place)
    players.menu("correct")
    players.tap(players.sheet.board.card(place))
    for _ in players.session.board.word(place):
        players.page.take_key("", "backspace")
    players.type("RAIL")
    assert players.session.board.word(place) == "RAIL"
    assert players.page.ids.board.card(place).cell.agent
