"""Scenes of the key page: a printed card typed, photographed, refused, there."""

from __future__ import annotations

from dataclasses import replace

from companion.game.position import Seat
from companion.table.options import Game, KeySource
from companion.ui.presenters.desk import Page
from tests.ui.key_eyes import seeing_keys
from tests.ui.scenes import scene
from tests.ui.table import FACE_A, FACE_B

KEY = "BTTRR RTXBT RBBTB RTRBR RBTBR"
TOUCHES = {"T": 0, "G": 1, "X": 2}
BASE_TOUCHES = {"T": 0, "R": 1, "B": 2, "X": 3}


def key_page(stage, source: KeySource = KeySource.TYPED, game: Game = Game.DUET, eyes=None, side: Seat = Seat.A):
    session = stage.table.session
    stage.table.settle_words()
    session.options = replace(session.options, key=source, game=game, side=side, names=("Ann & Bo", ""))
    return stage.at(Page.KEY, eyes)


def type_face(pilot, letters: str, touches=TOUCHES) -> None:
    """Touch each square as often as its letter needs."""
    for index, letter in enumerate(letters.replace(" ", "")):
        for _ in range(touches[letter]):
            pilot.tap(pilot.app.page.ids.squares.cells[index])


def read_board(stage) -> None:
    """The camera reads the words, so that it knows where A sits."""
    app = stage.pilot.app
    app.eyes.read(lambda scan: None, lambda sentence: None)
    stage.pilot.until(lambda: app.eyes.keys.available)
    app.eyes.give_up()
    app.refresh()


@scene
def key_hand(stage):
    key_page(stage)


@scene
def key_hand_b(stage):
    page = key_page(stage)
    stage.pilot.tap(page.ids.main)
    type_face(stage.pilot, FACE_A)
    stage.pilot.tap(page.ids.main)


@scene
def key_type(stage):
    page = key_page(stage)
    stage.pilot.tap(page.ids.main)
    type_face(stage.pilot, FACE_A[:20])


@scene
def key_type_whole(stage):
    page = key_page(stage)
    stage.pilot.tap(page.ids.main)
    type_face(stage.pilot, FACE_A)


@scene
def key_base(stage):
    page = key_page(stage, game=Game.CLASSIC, side=Seat.B)
    stage.pilot.tap(page.ids.main)
    type_face(stage.pilot, KEY, BASE_TOUCHES)


@scene
def key_refused(stage):
    page = key_page(stage)
    for letters in (FACE_A, FACE_A):
        stage.pilot.tap(page.ids.main)
        type_face(stage.pilot, letters)
        stage.pilot.tap(page.ids.main)


@scene
def key_there(stage):
    page = key_page(stage)
    for letters in (FACE_A, FACE_B.replace(" ", "")[::-1]):
        stage.pilot.tap(page.ids.main)
        type_face(stage.pilot, letters)
        stage.pilot.tap(page.ids.main)


@scene
def key_no_camera(stage):
    key_page(stage, KeySource.PHOTOGRAPHED)


@scene
def key_shoot(stage):
    page = key_page(stage, KeySource.PHOTOGRAPHED, eyes=seeing_keys())
    read_board(stage)
    stage.pilot.tap(page.ids.main)


@scene
def key_shoot_failed(stage):
    key_shoot(stage)
    app = stage.pilot.app
    stage.pilot.tap(app.page.ids.main)
    stage.pilot.until(lambda: app.page.view.trouble or not app.page.view.wait)
    app.refresh()
