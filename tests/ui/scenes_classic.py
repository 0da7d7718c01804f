"""Every page of the base game in every state worth looking at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.game.classic import Card, Team
from companion.game.position import Position
from companion.table.ports import ClueFlag, Link
from companion.ui.presenters.classic_view import Over
from companion.ui.presenters.desk import Page
from tests.ui.classic_table import ClassicTable
from tests.ui.folders import passing_folder
from tests.ui.scenes import LONG_WORDS, Stage


class Nagging:
    """A clue helper that has something to say about every clue."""

    def prepare(self) -> None:
        """It knows everything already."""

    def flags(self, clue: str, visible: Sequence[str]) -> Sequence[ClueFlag]:
        return [
            ClueFlag(visible[0], f"{clue} is a form of {visible[0]}, which is on the table."),
            ClueFlag(visible[1], f"{clue} is a part of {visible[1]}, which is on the table."),
        ]


class ClassicStage(Stage):
    """A stage whose table plays the base game."""

    def __init__(self, pilot, size: tuple[int, int], density: float | None = None) -> None:
        super().__init__(pilot, size, density)
        self.table = self.another()

    def another(self, devices: Sequence[str] = ("left", "right"), **options) -> ClassicTable:
        self.table = ClassicTable(passing_folder("companion-scene-"), devices, **options)
        return self.table

    def playing(self, words=LONG_WORDS, script: str = ""):
        self.table.begin(words)
        self.table.play(script)
        return self.at(Page.PLAY_CLASSIC)

    def touch(self, name: str) -> None:
        self.pilot.tap(self.pilot.app.page.ids.board.card(Position.parse(name)))

    def answer(self, text: str) -> None:
        self.pilot.tap(self.pilot.app.page.ids.strip.button(text))


BUSY = """
red clue OCEAN 2
red guess A1
red guess B2
blue clue LIGHTHOUSE 3
blue guess A4
blue guess A5
blue stop
red clue WINTER unlimited
red guess A2
red guess D3
blue clue MOUNTAIN 1
blue guess B4
blue guess C1
red clue - 2
red guess A3
red stop
blue clue TIDE 0
blue guess C3
blue stop
red clue INSTRUMENT 3
red guess B1
"""
"""Seven clues; red has five to go, blue three, three bystanders lie."""

CLASSIC_SCENES: dict[str, Callable[[ClassicStage], object]] = {}


def scene(build):
    CLASSIC_SCENES[build.__name__] = build
    return build


@scene
def classic_start_waiting(stage):
    stage.table.begin()
    stage.table.play("red clue OCEAN 2")
    stage.table.session.new_mission()
    stage.at(Page.START)


@scene
def classic_screens_missing(stage):
    stage.another(())
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def classic_screens_letters(stage):
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def classic_screens_views(stage):
    stage.table.settle_words()
    page = stage.at(Page.SCREENS)
    stage.pilot.tap(page.ids.question.answers["A"])
    stage.pilot.tap(page.ids.question.answers["yes A"])


@scene
def classic_screens_one(stage):
    stage.another(("left",))
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def classic_screens_alone(stage):
    stage.another(players=2)
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def classic_screens_alone_views(stage):
    classic_screens_alone(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.question.answers["B"])


@scene
def classic_clue(stage):
    stage.playing()


@scene
def classic_guess(stage):
    stage.another(timer_s=120, names=("Ann & Bo", "Cleo & Dan & Eve"))
    page = stage.playing(script=BUSY)
    page.act(page.presenter.done)


@scene
def classic_confirm(stage):
    classic_guess(stage)
    stage.touch("D5")


@scene
def classic_clock_runs(stage):
    classic_guess(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.clock)
    stage.pilot.clock.seconds += 30
    stage.pilot.app.refresh()


@scene
def classic_clock_over(stage):
    classic_clock_runs(stage)
    stage.pilot.clock.seconds += 300
    stage.pilot.app.refresh()


def _guessed(stage, name):
    stage.playing(script="red clue MOUNTAIN 3")
    stage.touch(name)
    stage.answer("Yes, guess")


@scene
def classic_agent(stage):
    _guessed(stage, "A1")


@scene
def classic_other_agent(stage):
    _guessed(stage, "A4")


@scene
def classic_bystander(stage):
    _guessed(stage, "B2")


@scene
def classic_invalid(stage):
    stage.playing()
    stage.pilot.tap(stage.pilot.app.page.ids.action)


@scene
def classic_may_cover(stage):
    classic_invalid(stage)
    stage.answer("Yes, invalid")


@scene
def classic_confirm_cover(stage):
    classic_may_cover(stage)
    stage.touch("A4")


@scene
def classic_covered(stage):
    classic_confirm_cover(stage)
    stage.answer("Yes, cover it")


@scene
def classic_alone_covers(stage):
    stage.another(players=2)
    stage.playing(script="red clue SEA 1\nred guess B2")


@scene
def classic_turned(stage):
    page = stage.playing(script=BUSY)
    stage.pilot.tap(page.ids.turn)


@scene
def classic_tell(stage):
    stage.playing(script=BUSY)
    stage.touch("A1")


@scene
def classic_menu(stage):
    page = stage.playing(script=BUSY)
    stage.pilot.tap(page.ids.more)


@scene
def classic_clues(stage):
    page = stage.playing(script=BUSY)
    stage.pilot.tap(page.ids.clues)


def long_script(table: ClassicTable) -> str:
    """As many turns as a game can well have, each with a long clue: one agent a turn, then bystanders."""
    agents = {Team.RED: table.places(Card.RED)[:-1], Team.BLUE: table.places(Card.BLUE)[:-1]}
    bystanders, lines = table.places(Card.BYSTANDER), []
    for turn in range(22):
        team = list(Team)[turn % 2]
        lines.append(f"{team.value} clue INTERNATIONALISATION {turn % 10}")
        if agents[team]:
            lines += [f"{team.value} guess {agents[team].pop()}", f"{team.value} stop"]
        else:
            lines.append(f"{team.value} guess {bystanders.pop()}")
    return "\n".join(lines)


@scene
def classic_long(stage):
    stage.another(timer_s=300, names=("Ann-Katherine & Bartholomew & Cleo", "Dan & Eve-Marie & Ferdinand & Gus"))
    page = stage.playing(script=long_script(stage.table) + "\nred clue COUNTERESPIONAGE unlimited")
    page.act(page.presenter.done)


@scene
def classic_long_clues(stage):
    classic_long(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.clues)


@scene
def classic_clue_keys(stage):
    page = stage.playing()
    stage.answer("Type it")
    for letter in "OCEAN":
        stage.pilot.tap(page.sheet.content.keys.key(letter))
    stage.pilot.tap(page.sheet.content.numbers["2"])


@scene
def classic_flags(stage):
    stage.another(clue_helper=Nagging(), clue_help=True)
    classic_clue_keys(stage)
    stage.pilot.tap(stage.pilot.app.page.sheet.content.keys.done)


@scene
def classic_correct(stage):
    page = stage.playing(script=BUSY)
    page.act(page.presenter.put_over, Over.CORRECT)


@scene
def classic_by_hand(stage):
    page = stage.playing(script=BUSY)
    page.act(page.presenter.put_over, Over.BY_HAND)
    stage.pilot.pump()
    board = page.sheet.content.board
    for name in ("D1", "E4", "E4", "A1"):
        stage.pilot.tap(board.card(Position.parse(name)))


@scene
def classic_by_hand_consent(stage):
    classic_by_hand(stage)
    page = stage.pilot.app.page
    stage.pilot.tap(page.sheet.content.teams[Team.BLUE])
    stage.pilot.tap(page.sheet.content.ask)


@scene
def classic_undo(stage):
    page = stage.playing(script=BUSY)
    page.act(page.presenter.put_over, Over.UNDO)
    stage.pilot.clock.seconds += 1


@scene
def classic_undo_consent(stage):
    classic_undo(stage)
    stage.pilot.tap(stage.pilot.app.page.sheet.content.ask)


@scene
def classic_clue_was_invalid(stage):
    page = stage.playing(script="red clue MOUNTAIN 3")
    stage.pilot.tap(page.ids.action)


@scene
def classic_unnamed(stage):
    stage.playing((*LONG_WORDS[:12], "", *LONG_WORDS[13:]), "red clue MOUNTAIN 3")
    stage.touch("C3")


@scene
def classic_hidden_and_lost_screen(stage):
    classic_clock_runs(stage)
    stage.table.screens.links["right"] = Link.ABSENT
    stage.pilot.tap(stage.pilot.app.page.ids.hide)


def won_script(table: ClassicTable, team: Team = Team.RED) -> str:
    card = Card.RED if team is Team.RED else Card.BLUE
    places = table.places(card)
    return "\n".join([f"{team.value} clue ALL unlimited", *[f"{team.value} guess {p}" for p in places]])


@scene
def classic_end_won(stage):
    stage.table.begin(LONG_WORDS)
    stage.table.play(won_script(stage.table))
    stage.at(Page.END_CLASSIC)


@scene
def classic_end_key(stage):
    classic_end_won(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.show_key)


@scene
def classic_end_assassin(stage):
    _guessed(stage, "B5")


@scene
def classic_end_score(stage):
    stage.another(players=2)
    stage.table.begin(LONG_WORDS)
    stage.table.play(won_script(stage.table))
    stage.at(Page.END_CLASSIC)


@scene
def classic_end_undo(stage):
    classic_end_assassin(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.undo)
