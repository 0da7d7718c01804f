"""The shared window by difference: two keys that differ only where nobody has guessed look the same at every step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.game.duet import Phase
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Position, Seat
from companion.ui.presenters.desk import Page
from tests.ui.seeing import seeing
from tests.ui.table import FACE_A, FACE_B, UiTable, face

pytestmark = pytest.mark.usefixtures("blind_pilot")

SCRIPT = """
number 2
guess B A1
guess B A2
stop
number 1
guess A A3
guess A A1
guess A A4
type WAVE
guess B A4
menu
undo
guess B A4
number 1
guess A A5
stop
turn
number 3
guess B B1
clues
hide
hide
turn
screens
guess B A3
"""
"""Seats guess; A1 by A is refused, C1 would be the assassin."""

GUESSED = {
    seat: {Position.parse(line.split()[2]) for line in SCRIPT.split("\n") if line.startswith(f"guess {seat.value}")}
    for seat in Seat
}


def swapped(faces: list[list[Identity]], seat: Seat, one: Position, other: Position) -> KeyCard:
    """The same key with two places of one face exchanged."""
    changed = [list(letters) for letters in faces]
    mine = changed[list(Seat).index(seat)]
    mine[one.index], mine[other.index] = mine[other.index], mine[one.index]
    return KeyCard.from_faces(*changed)


def other_keys(seat: Seat) -> list[KeyCard]:
    """Keys that differ from the usual one only in places of the face of ``seat`` which its partner never guesses."""
    faces = [face(FACE_A), face(FACE_B)]
    mine, theirs = (faces if seat is Seat.A else faces[::-1])[:2]
    hidden = [Position(i) for i in range(25) if Position(i) not in GUESSED[seat.other]]
    return [
        swapped(faces, seat, one, other)
        for number, one in enumerate(hidden)
        for other in hidden[number + 1 :]
        if mine[one.index] is not mine[other.index] and theirs[one.index] is theirs[other.index]
    ]


class Show:
    """A mission by touches; every step leaves the pixels of the window."""

    def __init__(self, pilot, folder, key: KeyCard) -> None:
        self.pilot = pilot
        folder.mkdir()
        self.table = UiTable(folder, key=key)
        self.pictures: list[np.ndarray] = []

    def run(self, script: str = SCRIPT) -> list[np.ndarray]:
        self.table.settle_words()
        self.table.session.options = replace(self.table.session.options, first=Seat.A)
        app = self.pilot.start(self.table, seeing=seeing())
        app.desk.go(Page.SCREENS)
        app.refresh()
        self.pilot.clock.seconds += 1
        self._step()
        answers = app.page.ids.question.answers
        for name in ("A", "yes A", "yes B"):
            self.pilot.tap(answers[name])
            self._step()
            answers = app.page.ids.question.answers if app.desk.page is Page.SCREENS else {}
        for line in script.strip().splitlines():
            self._do(*line.split())
            self._step()
        return self.pictures

    def _do(self, verb: str, *values: str) -> None:
        getattr(self, f"_{verb}")(self.pilot.app.page, *values)

    def _number(self, page, number: str) -> None:
        self._done(page)
        self.pilot.tap(page.ids.strip.button(number))

    def _guess(self, page, seat: str, place: str) -> None:
        self.pilot.tap(page.ids.board.card(Position.parse(place)))
        self._step()
        for text in ("Yes, guess", f"{seat} guesses"):
            if text in page.ids.strip.buttons:
                self.pilot.tap(page.ids.strip.button(text))
                return

    def _type(self, page, word: str) -> None:
        self._done(page)
        self.pilot.tap(page.ids.strip.button("Type it"))
        for letter in word:
            self.pilot.tap(page.sheet.content.keys.key(letter))
        self._step()
        self.pilot.tap(page.sheet.content.keys.done)

    def _stop(self, page) -> None:
        self.pilot.tap(page.ids.stop)

    def _menu(self, page) -> None:
        self.pilot.tap(page.ids.more)

    def _undo(self, page) -> None:
        self.pilot.tap(page.sheet.content.undo)
        self._step()
        self.pilot.tap(page.sheet.content.ask)
        for seat in Seat:
            self._step()
            self.pilot.tap(page.sheet.content.yes(seat))

    def _clues(self, page) -> None:
        self.pilot.tap(page.ids.earlier)
        self._step()
        self.pilot.tap(page.sheet.content.close)

    def _hide(self, page) -> None:
        self.pilot.tap(page.ids.hide)

    def _turn(self, page) -> None:
        self.pilot.tap(page.ids.turn)

    def _screens(self, page) -> None:
        self.pilot.tap(page.ids.links)
        self._step()
        self.pilot.tap(self.pilot.app.page.ids.head.back)

    def _done(self, page) -> None:
        if "Done" in page.ids.strip.buttons:
            self.pilot.tap(page.ids.strip.button("Done"))

    def _step(self) -> None:
        self.pictures.append(self.pilot.pixels())


@pytest.fixture(scope="module")
def usual(window_pilot, tmp_path_factory):
    folder = tmp_path_factory.mktemp("secrecy") / "usual"
    show = Show(window_pilot, folder, KeyCard.from_faces(face(FACE_A), face(FACE_B)))
    return show, show.run()


@pytest.mark.parametrize("seat", Seat, ids=lambda seat: seat.value)
def test_the_window_shows_nothing_of_a_face_that_was_not_guessed(pilot, tmp_path, usual, seat):
    show, pictures = usual
    assert show.table.session.state.phase is not Phase.OVER
    assert len(show.table.session.mission.moves) > 14
    keys = other_keys(seat)
    assert len(keys) > 20
    for number, key in enumerate((keys[0], keys[-1])):
        others = Show(pilot, tmp_path / f"{number}", key).run()
        assert len(others) == len(pictures)
        assert [i for i, (a, b) in enumerate(zip(pictures, others, strict=True)) if (a != b).any()] == []


def test_the_comparison_notices_a_face_that_was_guessed(pilot, tmp_path, usual):
    _, pictures = usual
    faces = [face(FACE_A), face(FACE_B)]
    key = swapped(faces, Seat.A, Position.parse("A1"), Position.parse("A4"))
    others = Show(pilot, tmp_path / "other", key).run("number 2\nguess B A1")
    assert any((a != b).any() for a, b in zip(pictures, others, strict=False))


def test_the_end_page_shows_no_face_before_it_is_asked_for(pilot, tmp_path):
    """An ended mission with two keys that differ where nobody guessed: alike until the keys are asked for."""
    lost = "number 1\nguess B C1"
    one = Show(pilot, tmp_path / "one", KeyCard.from_faces(face(FACE_A), face(FACE_B)))
    first = one.run(lost)
    other = Show(pilot, tmp_path / "two", other_keys(Seat.B)[0])
    second = other.run(lost)
    assert all((a == b).all() for a, b in zip(first, second, strict=True))
    pilot.tap(pilot.app.page.ids.show_keys)
    shown = pilot.pixels()
    assert (shown != second[-1]).any()
