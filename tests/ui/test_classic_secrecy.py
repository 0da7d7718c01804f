"""The shared window by difference: two keys that differ only where nothing lies look the same at every step."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game.classic import Card, ClassicKey
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.ui.presenters.desk import Page
from tests.ui.classic_table import KEY, ClassicTable, key_of
from tests.ui.seeing import seeing

pytestmark = pytest.mark.usefixtures("blind_pilot")

SCRIPT = """
number 2
guess A1
guess A2
stop
invalid
cover A3
number unlimited
guess B1
clues
guess B2
type WAVE 0
clock
hide
hide
guess A4
turn
guess A4
guess C1
number 1
byhand D4
undo
guess C1
screens
"""
"""A4 is touched again once it is covered."""

TOUCHED = {Position.parse(word) for word in ("A1", "A2", "A3", "B1", "B2", "A4", "C1", "C3", "D4", "B5")}
"""Of all scripts here."""


def other_key() -> ClassicKey:
    """The usual key but for the places that nobody touches: what it says there is moved on by one."""
    cards = list(key_of(KEY).cards)
    hidden = [p.index for p in ALL_POSITIONS if p not in TOUCHED]
    for index, card in zip(hidden, [cards[i] for i in (*hidden[1:], hidden[0])], strict=True):
        cards[index] = card
    return ClassicKey(tuple(cards))


class Show:
    """A game by touches; every step leaves the pixels of the window."""

    def __init__(self, pilot, folder, key: ClassicKey, **options) -> None:
        self.pilot = pilot
        folder.mkdir()
        self.table = ClassicTable(folder, key=key, timer_s=60, **options)
        self.pictures: list[np.ndarray] = []

    def run(self, script: str = SCRIPT) -> list[np.ndarray]:
        self.table.settle_words()
        app = self.pilot.start(self.table, seeing=seeing())
        app.desk.go(Page.SCREENS)
        app.refresh()
        self.pilot.clock.seconds += 1
        self._step()
        names = ("A", "yes A", "yes B") if self.table.session.options.players > 2 else ("A", "yes A")
        for name in names:
            self.pilot.tap(app.page.ids.question.answers[name])
            self._step()
        for line in script.strip().splitlines():
            verb, *values = line.split()
            getattr(self, f"_{verb}")(self.pilot.app.page, *values)
            self._step()
        return self.pictures

    def _number(self, page, number: str) -> None:
        self._done(page)
        self.pilot.tap(page.ids.strip.button(number))

    def _guess(self, page, place: str, yes: str = "Yes, guess") -> None:
        self.pilot.tap(page.ids.board.card(Position.parse(place)))
        self._step()
        if yes in page.ids.strip.buttons:
            self.pilot.tap(page.ids.strip.button(yes))

    def _cover(self, page, place: str) -> None:
        self._done(page)
        self._guess(page, place, "Yes, cover it")

    def _stop(self, page) -> None:
        assert page.ids.action.text == "Stop"
        self.pilot.tap(page.ids.action)

    def _invalid(self, page) -> None:
        assert page.ids.action.text == "Invalid clue"
        self.pilot.tap(page.ids.action)
        self._step()
        self.pilot.tap(page.ids.strip.button("Yes, invalid"))

    def _type(self, page, word: str, number: str) -> None:
        self._done(page)
        self.pilot.tap(page.ids.strip.button("Type it"))
        for letter in word:
            self.pilot.tap(page.sheet.content.keys.key(letter))
        self.pilot.tap(page.sheet.content.numbers[number])
        self._step()
        self.pilot.tap(page.sheet.content.keys.done)

    def _clock(self, page) -> None:
        self.pilot.tap(page.ids.clock)

    def _clues(self, page) -> None:
        self.pilot.tap(page.ids.clues)
        self._step()
        self.pilot.tap(page.sheet.content.close)

    def _hide(self, page) -> None:
        self.pilot.tap(page.ids.hide)

    def _turn(self, page) -> None:
        self.pilot.tap(page.ids.turn)

    def _byhand(self, page, place: str) -> None:
        self.pilot.tap(page.ids.more)
        self.pilot.tap(page.sheet.content.by_hand)
        board = page.sheet.content.board
        self.pilot.tap(board.card(Position.parse(place)))
        self._step()
        self.pilot.tap(page.sheet.content.ask)
        self._agree(page)

    def _undo(self, page) -> None:
        self.pilot.tap(page.ids.more)
        self._step()
        self.pilot.tap(page.sheet.content.undo)
        self._step()
        self.pilot.tap(page.sheet.content.ask)
        self._agree(page)

    def _agree(self, page) -> None:
        for seat in Seat:
            self._step()
            self.pilot.tap(page.sheet.content.yes(seat))

    def _screens(self, page) -> None:
        self.pilot.tap(page.ids.links)
        self._step()
        self.pilot.tap(self.pilot.app.page.ids.head.back)

    def _done(self, page) -> None:
        if "Done" in page.ids.strip.buttons:
            self.pilot.tap(page.ids.strip.button("Done"))

    def _step(self) -> None:
        self.pilot.app.refresh()  # the clock shows its seconds now, not at the next tick
        self.pictures.append(self.pilot.pixels())


def different(one: list[np.ndarray], other: list[np.ndarray]) -> list[int]:
    assert len(one) == len(other)
    return [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if (a != b).any()]


@pytest.fixture(scope="module")
def usual(window_pilot, tmp_path_factory):
    show = Show(window_pilot, tmp_path_factory.mktemp("secrecy") / "usual", key_of(KEY))
    return show, show.run()


def test_the_window_shows_nothing_of_the_key_but_what_was_laid(pilot, tmp_path, usual):
    show, pictures = usual
    assert not show.table.session.over
    assert len(show.table.session.classic.mission.moves) > 13
    usual_cards, other_cards = key_of(KEY).cards, other_key().cards
    assert sum(a is not b for a, b in zip(usual_cards, other_cards, strict=True)) > 8
    assert different(pictures, Show(pilot, tmp_path / "other", other_key()).run()) == []


def test_the_comparison_notices_a_card_that_was_laid(pilot, tmp_path, usual):
    _, pictures = usual
    cards = list(key_of(KEY).cards)
    a, b = Position.parse("A2").index, Position.parse("E4").index
    cards[a], cards[b] = cards[b], cards[a]
    assert cards[a] is Card.BYSTANDER
    others = Show(pilot, tmp_path / "other", ClassicKey(tuple(cards))).run("number 2\nguess A1\nguess A2")
    assert different(pictures[: len(others)], others) != []


def test_with_one_team_the_window_shows_no_more(pilot, tmp_path):
    script = "number 1\nguess B2\ncover A4\nnumber 0\nguess A2\nstop\ncover C3\nbyhand D4"
    keys = (key_of(KEY), other_key())
    shows = [Show(pilot, tmp_path / f"{n}", key, players=2).run(script) for n, key in enumerate(keys)]
    assert different(*shows) == []


def test_the_end_page_shows_no_key_before_it_is_asked_for(pilot, tmp_path):
    lost = "number 1\nguess B5"
    first = Show(pilot, tmp_path / "one", key_of(KEY)).run(lost)
    second = Show(pilot, tmp_path / "two", other_key()).run(lost)
    assert different(first, second) == []
    pilot.tap(pilot.app.page.ids.show_key)
    assert (pilot.pixels() != second[-1]).any()
