"""A camera over a table in play, for the layout tests and for pictures."""

from __future__ import annotations

from dataclasses import replace

from companion.game.classic import Card, Team
from companion.game.position import Position, Seat
from companion.game.tokens import Bank
from companion.table.finished import FinishedTable
from companion.table.observation import FREE, Lies
from companion.table.scan import SeenCover
from companion.ui.presenters import classic_view, play_view
from companion.ui.presenters.desk import Page
from tests.table.lying import lying, on_card, truly
from tests.ui.scenes import Stage, scene
from tests.ui.scenes_classic import ClassicStage
from tests.ui.scenes_classic import scene as classic_scene
from tests.ui.watched import WORDS, HandWatch, look, watched_seeing

SOME = """
A clue OCEAN 2
B guess A1
B guess A4
B clue LIGHTHOUSE 3
A guess A4
A clue WINTER 2
B guess B1
"""


def followed(stage: Stage, script: str = SOME) -> HandWatch:
    """A mission whose table lies rightly."""
    eyes, watch = watched_seeing()
    stage.table.begin(WORDS, Seat.A)
    stage.play(script)
    page = stage.at(Page.PLAY, eyes)
    stage.page = page
    look(stage, watch)
    look(stage, watch, for_s=3.0)
    return watch


def at_truth(stage):
    return truly(stage.table.session.play.state)


@scene
def follow_agreed(stage):
    followed(stage)


@scene
def follow_laid(stage):
    """What was to be laid is seen to lie there; the mark stands for a moment."""
    eyes, watch = watched_seeing()
    stage.table.begin(WORDS, Seat.A)
    stage.play("A clue OCEAN 2\nB guess A1\nB guess A3")
    stage.at(Page.PLAY, eyes)
    look(stage, watch)


@scene
def follow_wrong_place(stage):
    watch = followed(stage)
    seen = lying(on_card(at_truth(stage), "B1", FREE), "B2", cover=SeenCover.AGENT)
    look(stage, watch, seen, 5.0)


@scene
def follow_wrong_arrow(stage):
    watch = followed(stage, SOME.strip() + "\nB guess A3")
    look(stage, watch, lying(at_truth(stage), "A3", Seat.A), 5.0)


@scene
def follow_forgotten(stage):
    watch = followed(stage)
    stage.play("B stop")
    stage.pilot.app.page.presenter.done()
    look(stage, watch, replace(at_truth(stage), bank=Bank(8, 0), taken=(0, 0)), 20.0)


@scene
def follow_bank(stage):
    watch = followed(stage)
    look(stage, watch, replace(at_truth(stage), bank=Bank(5, 1)), 20.0)


@scene
def follow_promised(stage):
    watch = followed(stage)
    seen = lying(on_card(at_truth(stage), "B1", FREE), "B2", cover=SeenCover.AGENT)
    look(stage, watch, seen, 5.0)
    stage.pilot.tap(stage.pilot.app.page.ids.strip.button("I'll move it"))
    look(stage, watch, seen)


@scene
def follow_consent(stage):
    watch = followed(stage)
    seen = lying(on_card(at_truth(stage), "B1", FREE), "B2", cover=SeenCover.AGENT)
    look(stage, watch, seen, 5.0)
    stage.pilot.tap(stage.pilot.app.page.ids.strip.button("As on the table"))


@scene
def follow_finger(stage):
    watch = followed(stage)
    free = next(p for p in map(Position, range(12, 25)) if not at_truth(stage).cells[p.index].cover)
    look(stage, watch, replace(at_truth(stage), finger=free))


@scene
def follow_blind(stage):
    watch = followed(stage)
    look(stage, watch, replace(at_truth(stage), cells=(None,) * 25, in_step=False), 5.0)


@scene
def follow_sheet(stage):
    followed(stage)
    page = stage.pilot.app.page
    page.act(page.presenter.put_over, play_view.Over.FOLLOW)


@scene
def follow_menu(stage):
    followed(stage)
    page = stage.pilot.app.page
    page.act(page.presenter.put_over, play_view.Over.MENU)


def followed_teams(stage: ClassicStage) -> HandWatch:
    eyes, watch = watched_seeing()
    stage.table.begin(WORDS)
    stage.table.play("red clue OCEAN 2\nred guess A1")
    stage.at(Page.PLAY_CLASSIC, eyes)
    look(stage, watch)
    look(stage, watch, for_s=3.0)
    return watch


@classic_scene
def classic_follow_agreed(stage):
    followed_teams(stage)


@classic_scene
def classic_follow_wrong_card(stage):
    watch = followed_teams(stage)
    other = Card.BLUE if stage.table.session.classic.state.covers[0] is Card.RED else Card.RED
    cover = SeenCover.BLUE_AGENT if other is Card.BLUE else SeenCover.RED_AGENT
    look(stage, watch, on_card(at_truth(stage), "A1", Lies(cover)), 5.0)


@classic_scene
def classic_follow_surplus(stage):
    watch = followed_teams(stage)
    assert stage.table.session.classic.state.team in Team
    look(stage, watch, on_card(at_truth(stage), "E4", Lies(SeenCover.BYSTANDER)), 6.0)


@classic_scene
def classic_follow_sheet(stage):
    followed_teams(stage)
    page = stage.pilot.app.page
    page.act(page.presenter.put_over, classic_view.Over.FOLLOW)


@scene
def score_by_camera(stage):
    eyes, _ = watched_seeing()
    page = stage.at(Page.SCORE, eyes)
    page.presenter._counted(FinishedTable(14, 1, False, 0, None))
    page.refresh()
