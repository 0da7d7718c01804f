"""Scenes of Duet's further pages and sheets: options, the map, invalid clues, undo, the table set by hand."""

from __future__ import annotations

from dataclasses import replace

from companion.game.campaign import City
from companion.game.keycard import Identity
from companion.game.position import Position, Seat
from companion.table.options import Game
from companion.table.ports import ClueFlag
from companion.ui.presenters.desk import Page
from companion.ui.presenters.play_view import Over
from companion.ui.presenters.typing import Typed
from tests.ui.scenes import BUSY, scene, sudden_script, won_script

NAMES = ("Ann & Bartholomew", "Chiara & Dieter")
MANY = (
    "Amsterdam", "Athens", "Baghdad", "Bangkok", "Barcelona", "Beijing", "Bogota", "Brussels", "Buenos Aires",
    "Cape Town", "Casablanca", "Copenhagen", "Dublin", "Havana", "Helsinki", "Hong Kong", "Istanbul", "Jakarta",
    "Lisbon", "London", "Madrid", "Mexico City", "New York", "Oslo", "Paris", "Rio de Janeiro", "San Francisco",
    "Singapore", "Stockholm", "Sydney", "Tokyo", "Vienna", "Atlantis", "Shangri-La",
)  # fmt: skip


def agree(stage, **options):
    session = stage.table.session
    session.options = replace(session.options, **options)


def act(stage, intent, *values):
    """An intent through the page that is up; a moment passes."""
    stage.pilot.app.page.act(intent, *values)
    stage.pilot.clock.seconds += 1
    stage.pilot.pump()


def win_city(stage, name):
    """A mission of the map is won and put away."""
    city = stage.table.session.map.playable(name)
    agree(stage, city=city.name, turns=city.turns, mistakes=city.mistakes)
    stage.table.begin()
    stage.play(won_script(stage.table))
    stage.table.session.new_mission()


@scene
def mission_ten(stage):
    agree(stage, turns=10, mistakes=10, names=NAMES)
    stage.at(Page.MISSION)


@scene
def mission_city(stage):
    stage.table.session.map.keep(City("Prague", 9, 9, (), done=True))
    agree(stage, city="Berlin", turns=11, mistakes=2, names=("Ann", ""))
    stage.at(Page.MISSION)


@scene
def mission_more(stage):
    page = stage.at(Page.MISSION)
    stage.pilot.tap(page.ids.more)


@scene
def mission_base(stage):
    agree(stage, game=Game.CLASSIC)
    stage.at(Page.MISSION)


@scene
def mission_base_more(stage):
    agree(stage, game=Game.CLASSIC, names=NAMES)
    page = stage.at(Page.MISSION)
    stage.pilot.tap(page.ids.more)


@scene
def mission_names(stage):
    page = stage.at(Page.MISSION)
    stage.pilot.tap(page.ids.rows.row("names").pushes[0])
    act(stage, page.presenter.type, Typed("ANN & BO"))


@scene
def map_first(stage):
    stage.at(Page.MAP)


@scene
def map_some_done(stage):
    win_city(stage, "Prague")
    win_city(stage, "Berlin")
    stage.at(Page.MAP)


@scene
def map_forty(stage):
    session = stage.table.session
    session.map.keep(City("Prague", 9, 9, (), done=True))
    lead = "Prague"
    for number, name in enumerate(MANY):
        session.map.keep(City(name, 7 + number % 4, number % 5, (lead,), done=number % 3 == 0))
        lead = name if number % 3 == 0 else lead
    stage.at(Page.MAP)


@scene
def map_city(stage):
    win_city(stage, "Prague")
    page = stage.at(Page.MAP)
    stage.pilot.tap(page.ids.map.push("Berlin"))


@scene
def map_city_unknown(stage):
    page = stage.at(Page.MAP)
    stage.pilot.tap(page.ids.map.push("Vatican"))


@scene
def map_city_added(stage):
    stage.table.session.map.keep(City("Constantinople"))
    page = stage.at(Page.MAP)
    stage.pilot.tap(page.ids.map.push("Constantinople"))


@scene
def map_leads(stage):
    map_forty(stage)
    page = stage.pilot.app.page
    stage.pilot.tap(page.ids.map.push("Vatican"))
    stage.pilot.tap(page.sheet.content.choose)


@scene
def map_add(stage):
    page = stage.at(Page.MAP)
    stage.pilot.tap(page.ids.add)


@scene
def play_named(stage):
    agree(stage, names=NAMES)
    stage.playing()
    stage.play(BUSY + "A clue MOUNTAIN 3")
    stage.pilot.app.refresh()


@scene
def play_named_first(stage):
    agree(stage, names=NAMES)
    stage.playing(first=None)


@scene
def play_named_clue(stage):
    agree(stage, names=NAMES)
    stage.playing()


@scene
def sudden_named_confirm(stage):
    agree(stage, names=NAMES)
    page = stage.playing()
    stage.play(sudden_script(stage.table))
    stage.pilot.app.refresh()
    act(stage, page.presenter.done)
    stage.pilot.tap(page.ids.board.card(stage.table.places(Seat.A, Identity.AGENT)[0]))


@scene
def play_named_complete(stage):
    agree(stage, names=NAMES)
    page = stage.playing()
    agents = stage.table.places(Seat.A, Identity.AGENT)
    stage.play("\n".join(["A clue MOUNTAIN 3", *[f"B guess {p}" for p in agents[:-1]]]))
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.board.card(agents[-1]))
    stage.pilot.tap(page.ids.strip.button("Yes, guess"))


@scene
def play_too_many(stage):
    agree(stage, names=NAMES)
    page = stage.playing()
    act(stage, page.presenter.cluing.give, "MOUNTAIN", 12)


def mixed(stage, script=""):
    """Berlin: eleven tokens, two of them bystander side up."""
    stage.table.session.map.keep(City("Prague", 9, 9, (), done=True))
    agree(stage, turns=11, mistakes=2, city="Berlin")
    page = stage.playing()
    stage.play(script)
    stage.pilot.app.refresh()
    return page


@scene
def play_mixed_bank(stage):
    mixed(stage, "A clue OCEAN 0\nB guess A1\nB stop")


def two_tokens_script(table):
    """Two bystanders as usual, a third that costs two tokens."""
    lines, giver = [], Seat.A
    left = {seat: table.places(seat, Identity.BYSTANDER) for seat in Seat}
    for _ in range(3):
        lines += [f"{giver.value} clue - 1", f"{giver.other.value} guess {left[giver].pop()}"]
        giver = giver.other
    return "\n".join(lines)


@scene
def play_two_tokens(stage):
    mixed(stage, two_tokens_script(stage.table))


@scene
def play_invalid(stage):
    page = stage.playing()
    act(stage, page.presenter.put_over, Over.INVALID)


@scene
def play_invalid_either(stage):
    page = stage.playing(first=None)
    act(stage, page.presenter.put_over, Over.INVALID)


@scene
def play_invalid_of_turn(stage):
    page = stage.playing()
    stage.play("A clue OCEAN 2")
    act(stage, page.presenter.put_over, Over.INVALID)


@scene
def play_penalty(stage):
    page = stage.playing()
    stage.play(BUSY)
    act(stage, page.presenter.cluing.give_invalid, Seat.A, 2)


@scene
def play_void(stage):
    agree(stage, turns=1, mistakes=1)
    page = stage.playing()
    act(stage, page.presenter.cluing.give_invalid, Seat.A, 2)


class Pedant:
    """A clue helper that has something to say about every clue."""

    def prepare(self):
        self.prepared = True

    def flags(self, clue, visible):
        return [ClueFlag(visible[0], f"{clue} is a form of {visible[0]}, which lies uncovered on the table.")] * 2


@scene
def play_flags(stage):
    stage.table.helper = Pedant()
    stage.table.open()
    agree(stage, clue_help=True)
    page = stage.playing()
    act(stage, page.presenter.put_over, Over.CLUE_KEYS)
    act(stage, page.presenter.type, Typed("STADIUMS"))
    act(stage, page.presenter.count, 1)
    act(stage, page.presenter.finish_typing)


@scene
def play_correct(stage):
    page = stage.playing()
    stage.play(BUSY)
    act(stage, page.presenter.put_over, Over.CORRECT)


@scene
def play_undo(stage):
    agree(stage, names=NAMES)
    page = stage.playing()
    stage.play(BUSY)
    act(stage, page.presenter.undo)
    act(stage, page.presenter.undoing.choose, 3)


@scene
def play_undo_consent(stage):
    play_undo(stage)
    page = stage.pilot.app.page
    stage.pilot.tap(page.sheet.content.ask)
    stage.pilot.tap(page.sheet.content.yes(Seat.A))


@scene
def play_undo_consent_turned(stage):
    play_undo_consent(stage)
    stage.pilot.app.page.turn_page()
    stage.pilot.pump(3)


@scene
def play_hand(stage):
    page = stage.playing()
    stage.play(BUSY)
    act(stage, page.presenter.set_table)
    stage.pilot.tap(page.sheet.content.tokens.steppers[0].fewer)


@scene
def play_hand_card(stage):
    play_hand(stage)
    page = stage.pilot.app.page
    stage.pilot.tap(page.sheet.content.board.card(Position.parse("A4")))
    stage.pilot.tap(page.sheet.content.card.to[Seat.B].pushes[2])


@scene
def play_hand_consent(stage):
    play_hand_card(stage)
    page = stage.pilot.app.page
    stage.pilot.tap(page.sheet.content.card.back)
    stage.pilot.tap(page.sheet.content.tokens.steppers[2].fewer)
    stage.pilot.tap(page.sheet.content.board.card(Position.parse("E5")))
    stage.pilot.tap(page.sheet.content.card.agent.pushes[1])
    stage.pilot.tap(page.sheet.content.ask)


@scene
def end_city(stage):
    stage.table.session.map.keep(City("Prague", 9, 9, (), done=True))
    stage.table.session.map.keep(City("Monte Carlo", 9, 0, ("Berlin",)))
    agree(stage, city="Berlin", turns=11, mistakes=2, names=NAMES)
    stage.table.begin()
    stage.play(won_script(stage.table))
    stage.at(Page.END)


@scene
def past_record(stage):
    agree(stage, names=NAMES)
    win_city(stage, "Prague")
    page = stage.at(Page.PAST)
    stage.pilot.tap(page.ids.list.lines[0])


@scene
def end_ten(stage):
    agree(stage, turns=10, mistakes=10)
    stage.table.begin()
    stage.play(won_script(stage.table))
    stage.at(Page.END)


@scene
def end_undo(stage):
    end_ten(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.undo)
