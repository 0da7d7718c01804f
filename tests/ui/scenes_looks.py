"""How the screens look, and a key on the page itself, for the layout tests and for pictures."""

from __future__ import annotations

from dataclasses import replace

from companion.game.position import Seat
from companion.table.look import Light, Words
from companion.ui.presenters.desk import Page
from companion.ui.presenters.peek import HOLD_S
from tests.ui.holding import Finger
from tests.ui.scenes import BUSY, LONG_WORDS, Stage, scene
from tests.ui.scenes_classic import ClassicStage
from tests.ui.scenes_classic import scene as classic_scene


def allow_page(stage: Stage, *absent: str) -> None:
    """The page may stand in for a screen; these screens are not there."""
    looks = stage.table.session.looks
    looks.change(replace(looks.now, on_page=True))
    for device in absent:
        stage.table.screens.links.pop(device)


def play_without(stage: Stage, *absent: str):
    """A mission in which these screens are missing."""
    allow_page(stage, *absent)
    session = stage.table.session
    stage.table.settle_words(LONG_WORDS)
    session.options = replace(session.options, first=Seat.A)
    if "left" not in absent:
        session.assign("left", Seat.A)
        session.show_words()
        session.confirm_view(Seat.A)
    session.begin()
    stage.play(BUSY)
    return stage.at(Page.PLAY)


def hold(stage: Stage) -> Finger:
    """A finger on the button, long enough for the key to be there."""
    finger = Finger(stage.pilot, stage.pilot.app.page.ids.hold)
    stage.pilot.clock.seconds += HOLD_S + 0.1
    stage.pilot.app.tick(0)
    stage.pilot.pump(2)
    return finger


@scene
def screens_look(stage):
    stage.table.screens.inches_tenths = {"left": 20, "right": 35}
    stage.table.settle_words()
    page = stage.at(Page.SCREENS)
    stage.table.session.assign("left", Seat.A)
    stage.table.session.assign("right", Seat.B)
    stage.pilot.tap(page.ids.look)


@scene
def screens_look_by_hand(stage):
    looks = stage.table.session.looks
    looks.change(replace(looks.now, light=Light.BY_HAND, step=3, words=(Words.ON, Words.OFF), on_page=True))
    screens_look(stage)


@scene
def screens_none(stage):
    allow_page(stage, "left", "right")
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def screens_one(stage):
    allow_page(stage, "right")
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def play_see_a_key(stage):
    play_without(stage, "left", "right")


@scene
def play_see_a_key_menu(stage):
    page = play_without(stage, "right")
    stage.pilot.tap(page.ids.more)


@scene
def peek_hand(stage):
    page = play_without(stage, "left", "right")
    stage.pilot.tap(page.ids.hide)


@scene
def peek_hold(stage):
    peek_hand(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.main)


@scene
def peek_shown(stage):
    peek_hold(stage)
    stage.end = hold(stage).up


@classic_scene
def classic_peek_hand(stage: ClassicStage):
    allow_page(stage, "left", "right")
    stage.table.settle_words()
    stage.table.session.begin()
    stage.at(Page.PLAY_CLASSIC)
    stage.pilot.tap(stage.pilot.app.page.ids.hide)


@classic_scene
def classic_peek_shown(stage: ClassicStage):
    classic_peek_hand(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.main)
    stage.end = hold(stage).up
