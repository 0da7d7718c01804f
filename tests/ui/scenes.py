"""Every page in every state worth looking at, for the layout tests and for pictures of the whole app."""

from __future__ import annotations

from collections.abc import Callable

from companion.game.keycard import Identity
from companion.game.position import Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.desk import Page
from companion.ui.presenters.play_view import Over
from companion.ui.presenters.typing import Typed
from tests.ui.box import HandBox
from tests.ui.folders import passing_folder
from tests.ui.seeing import seeing
from tests.ui.table import UiTable

LONG_WORDS = (
    "STADIUM", "PUPIL", "DOG", "LOCK", "GENIUS", "SUPERHERO", "CALF", "SPELL", "CHINA", "FILM", "SCHEINWERFER",
    "SCHNABELTIER", "AFRICA", "SOLDAT", "KOPF", "HOOD", "ORANGE", "BERMUDA", "TAP", "TRAIN", "SAN FRANCISCO", "ROBOTER",
    "APPLE", "PIT", "ICE CREAM",
)  # fmt: skip


class Stage:
    """A pilot with a table of its own, driven to where a scene begins."""

    def __init__(self, pilot, size: tuple[int, int], density: float | None = None) -> None:
        self.pilot, self.size, self.density = pilot, size, density
        self.table = UiTable(passing_folder("companion-scene-"))
        self.end = lambda: None
        self.box: HandBox | None = None

    def at(self, page: Page, eyes=None):
        app = self.pilot.start(self.table, self.size, self.density, eyes, self.box)
        app.desk.go(page)
        app.refresh()
        self.pilot.clock.seconds += 1
        self.pilot.pump(3)
        return app.page

    def playing(self, words=LONG_WORDS, first: Seat | None = Seat.A):
        self.table.begin(words, first)
        return self.at(Page.PLAY)

    def play(self, script: str) -> None:
        """Moves as ``A clue OCEAN 2`` or ``B guess C3``, straight into the session."""
        session = self.table.session
        for line in script.strip().splitlines():
            seat, verb, *rest = line.split()
            if verb == "clue":
                word = None if rest[0] == "-" else rest[0]
                session.give_clue(Seat(seat), word, int(rest[1]) if rest[1:] else None)
            elif verb == "guess":
                session.guess(Seat(seat), Position.parse(rest[0]))
            else:
                session.stop(Seat(seat))


BUSY = """
A clue OCEAN 2
B guess A1
B guess A4
B clue LIGHTHOUSE 3
A guess A4
A clue - 2
B guess B1
B guess B2
B stop
B clue WINTER 1
A guess A5
A stop
A clue MOON 1
B guess A3
B clue TIDE 1
A guess A3
A stop
"""


def sudden_script(table: UiTable) -> str:
    """Nine bystanders: an empty bank with many agents left."""
    lines, giver = [], Seat.A
    left = {seat: table.places(seat, Identity.BYSTANDER) for seat in Seat}
    for _ in range(9):
        lines += [f"{giver.value} clue - 1", f"{giver.other.value} guess {left[giver].pop()}"]
        giver = giver.other
    return "\n".join(lines)


def won_script(table: UiTable) -> str:
    """All of B's agents for A, then all of A's for B: a quick win with one mistake."""
    lines = ["A clue OCEAN 4"]
    a, b = (table.places(seat, Identity.AGENT) for seat in Seat)
    lines += [f"B guess {p}" for p in a[:4]] + ["B stop", "B clue LIGHT 5"]
    lines += [*[f"A guess {p}" for p in b if p not in a[:4]][:5], "A stop", "A clue WAVE 5"]
    done = set(a[:4]) | set([p for p in b if p not in a[:4]][:5])
    lines += [f"B guess {p}" for p in a if p not in done]
    done |= set(a)
    rest = [p for p in b if p not in done]
    return "\n".join([*lines, "B clue LAST 3", *[f"A guess {p}" for p in rest]])


SCENES: dict[str, Callable[[Stage], object]] = {}


def scene(build):
    SCENES[build.__name__] = build
    return build


@scene
def start_new(stage):
    stage.at(Page.START)


@scene
def start_waiting(stage):
    stage.table.begin()
    stage.play("A clue OCEAN 2")
    stage.table.session.new_mission()
    stage.at(Page.START)


@scene
def table_found(stage):
    stage.box = HandBox()
    page = stage.at(Page.TABLE, seeing())
    stage.pilot.until(lambda: page.view.found)
    stage.pilot.pump(3)


@scene
def table_trouble(stage):
    eyes = seeing()
    eyes.eye.trouble = "found 20 of 25 cards: the left column is outside, move the camera back a hand's breadth"
    page = stage.at(Page.TABLE, eyes)
    stage.pilot.until(lambda: page.view.can_read)
    stage.pilot.pump(3)


@scene
def table_much_trouble(stage):
    eyes = seeing()
    eyes.eye.trouble = (
        "found 13 of 25 cards: row E, column 5 and cards A1, B2, C3 and D4 are not to be seen: uncover, push "
        "cards apart that lie over each other, or give light; card A3 is washed out by glare: turn the lamp or move "
        "the camera"
    )
    page = stage.at(Page.TABLE, eyes)
    stage.pilot.until(lambda: page.view.can_read)
    stage.pilot.until(lambda: "13 of 25" in page.view.sentence)
    stage.pilot.pump(3)


@scene
def table_reading(stage):
    eyes = seeing()
    eyes.reader.hold.clear()
    page = stage.at(Page.TABLE, eyes)
    stage.pilot.until(lambda: page.view.found)
    stage.pilot.tap(page.ids.read)
    stage.pilot.clock.seconds += 2
    stage.pilot.until(lambda: page.view.progress)
    stage.pilot.pump(2)
    stage.end = eyes.reader.hold.set


def _read(stage, doubtful=True):
    eyes = seeing()
    if doubtful:
        eyes.reader.doubt("B2", "SUNSET", "SUNLIT", "SUN SET")
        eyes.reader.doubt("C5", "NEEDLE", "NOODLE")
        eyes.reader.miss("D3")
    page = stage.at(Page.TABLE, eyes)
    stage.pilot.until(lambda: page.view.found)
    stage.pilot.tap(page.ids.read)
    stage.pilot.until(lambda: stage.pilot.app.desk.page is Page.WORDS)
    stage.pilot.until(lambda: not stage.pilot.app.desk.eyes.reading.active)
    stage.pilot.app.refresh()
    stage.pilot.clock.seconds += 1
    stage.pilot.pump(3)
    return stage.pilot.app.page


@scene
def words_sure(stage):
    _read(stage, doubtful=False)


@scene
def words_doubtful(stage):
    _read(stage)


@scene
def words_candidates(stage):
    page = _read(stage)
    stage.pilot.tap(page.ids.board.card(Position.parse("B2")))


@scene
def words_keys(stage):
    page = _read(stage)
    stage.pilot.tap(page.ids.board.card(Position.parse("D3")))
    stage.pilot.tap(page.sheet.content.type)
    for letter in "SADD":
        stage.pilot.tap(page.sheet.content.keys.key(letter))


@scene
def words_by_hand(stage):
    stage.at(Page.WORDS)


@scene
def words_accents(stage):
    page = stage.at(Page.WORDS)
    stage.pilot.tap(page.ids.board.card(Position.parse("A1")))
    page.act(page.presenter.type, Typed("BJÖRN", 1))


@scene
def words_looking(stage):
    """The first words are there, more pictures of the doubtful cards are being read."""
    eyes = seeing()
    eyes.reader.doubt("B2", "SUNSET", "SUNLIT", "SUN SET")
    eyes.reader.doubt("C5", "NEEDLE", "NOODLE")
    eyes.reader.words = eyes.reader.scan
    eyes.reader.hold.clear()
    page = stage.at(Page.TABLE, eyes)
    stage.pilot.until(lambda: page.view.found)
    stage.pilot.tap(page.ids.read)
    stage.pilot.until(lambda: stage.pilot.app.desk.page is Page.WORDS)
    stage.pilot.clock.seconds += 2
    stage.pilot.pump(3)
    stage.end = eyes.reader.hold.set


@scene
def words_camera_away(stage):
    """In the midst of a reading the camera gives no more pictures."""
    words_looking(stage)
    eyes = stage.pilot.app.eyes._seeing
    eyes.feed.trouble = "camera usb:0 does not answer: check its cable, or plug it in again"
    eyes.reader.hold.set()
    stage.pilot.until(lambda: stage.pilot.app.desk.eyes.reading.trouble)
    stage.pilot.pump(3)


@scene
def words_question(stage):
    """A confirmed word, and the camera reads another one there."""
    page = _read(stage, doubtful=False)
    stage.pilot.tap(page.ids.board.card(Position.parse("B2")))
    stage.pilot.tap(page.sheet.content.candidates[0])
    stage.pilot.app.eyes._seeing.reader.sure("B2", "SUNDOWN")
    stage.pilot.tap(page.ids.read)
    stage.pilot.until(lambda: not page.view.reading)
    stage.pilot.app.refresh()
    stage.pilot.pump(3)


def _at_box(stage):
    stage.box = HandBox()
    return stage.at(Page.BOX, seeing())


@scene
def box(stage):
    page = _at_box(stage)
    stage.pilot.tap(page.ids.lists.names[1])
    stage.pilot.tap(page.ids.lists.forgets[0])


@scene
def box_languages(stage):
    page = _at_box(stage)
    stage.pilot.tap(page.ids.language)


@scene
def box_files(stage):
    page = _at_box(stage)
    stage.pilot.tap(page.ids.import_list)


@scene
def mission(stage):
    stage.at(Page.MISSION)


@scene
def screens_missing(stage):
    stage.table.settle_words()
    stage.table.screens.links["right"] = Link.ABSENT
    stage.at(Page.SCREENS)


@scene
def screens_letters(stage):
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def screens_views(stage):
    stage.table.settle_words()
    page = stage.at(Page.SCREENS)
    stage.pilot.tap(page.ids.question.answers["A"])
    stage.pilot.tap(page.ids.question.answers["yes A"])


@scene
def screens_monitors(stage):
    for device in ("left", "right"):
        stage.table.screens.links[device] = Link.SENT
        stage.table.screens.keeps.add(device)
    stage.table.settle_words()
    return stage.at(Page.SCREENS)


@scene
def screens_monitor_beside(stage):
    stage.table.screens.links["right"] = Link.SENT
    stage.table.screens.keeps.add("right")
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def screens_monitors_letters(stage):
    page = screens_monitors(stage)
    for device in ("left", "right"):
        stage.pilot.tap(page.ids.list.choices[device])


@scene
def screens_three(stage):
    stage.table.screens.links["spare"] = Link.SHOWING
    stage.table.screens.pictures["spare"] = None
    stage.table.settle_words()
    stage.at(Page.SCREENS)


@scene
def play_first(stage):
    stage.playing(first=None)


@scene
def play_clue(stage):
    stage.playing()


@scene
def play_guess(stage):
    stage.playing()
    stage.play(BUSY + "A clue MOUNTAIN 3")
    stage.pilot.app.refresh()


@scene
def play_confirm(stage):
    page = stage.playing()
    stage.play(BUSY + "A clue MOUNTAIN 3")
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.board.card(Position.parse("D5")))


def _guessed(stage, name):
    page = stage.playing()
    stage.play("A clue MOUNTAIN 3")
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.board.card(Position.parse(name)))
    stage.pilot.tap(page.ids.strip.button("Yes, guess"))


@scene
def play_agent(stage):
    _guessed(stage, "A1")


@scene
def play_bystander(stage):
    _guessed(stage, "A3")


@scene
def play_stopped(stage):
    page = stage.playing()
    stage.play("A clue MOUNTAIN 3\nB guess A1\nB guess A2")
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.stop)


@scene
def play_complete(stage):
    page = stage.playing()
    agents = stage.table.places(Seat.A, Identity.AGENT)
    stage.play("\n".join(["A clue MOUNTAIN 3", *[f"B guess {p}" for p in agents[:-1]]]))
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.board.card(agents[-1]))
    stage.pilot.tap(page.ids.strip.button("Yes, guess"))


@scene
def play_turned(stage):
    page = stage.playing()
    stage.play(BUSY + "A clue MOUNTAIN 3")
    stage.pilot.tap(page.ids.turn)


@scene
def play_tell(stage):
    page = stage.playing()
    stage.play(BUSY + "A clue MOUNTAIN 3")
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.board.card(Position.parse("A1")))


@scene
def play_menu(stage):
    page = stage.playing()
    stage.play(BUSY)
    stage.pilot.tap(page.ids.more)


@scene
def play_clues(stage):
    page = stage.playing()
    stage.play(BUSY + "A clue MOUNTAIN 3")
    page.act(page.presenter.put_over, Over.CLUES)


@scene
def play_clue_keys(stage):
    page = stage.playing()
    stage.pilot.tap(page.ids.strip.button("Type it"))
    for letter in "OCEAN":
        stage.pilot.tap(page.sheet.content.keys.key(letter))
    stage.pilot.tap(page.sheet.content.more)


@scene
def play_unnamed(stage):
    page = stage.playing((*LONG_WORDS[:12], "", *LONG_WORDS[13:]))
    stage.play("A clue MOUNTAIN 3")
    stage.pilot.app.refresh()
    stage.pilot.tap(page.ids.board.card(Position.parse("C3")))


@scene
def play_hidden_and_lost_screen(stage):
    page = stage.playing()
    stage.play(BUSY)
    stage.table.screens.links["right"] = Link.ABSENT
    stage.pilot.tap(page.ids.hide)


@scene
def sudden_death(stage):
    stage.playing()
    stage.play(sudden_script(stage.table))
    stage.pilot.app.refresh()
    stage.pilot.app.page.act(stage.pilot.app.page.presenter.done)


@scene
def sudden_death_confirm(stage):
    sudden_death(stage)
    page = stage.pilot.app.page
    stage.pilot.tap(page.ids.board.card(stage.table.places(Seat.A, Identity.AGENT)[0]))


@scene
def end_won(stage):
    stage.table.begin(LONG_WORDS)
    stage.play(won_script(stage.table))
    stage.at(Page.END)


@scene
def end_keys(stage):
    end_won(stage)
    stage.pilot.tap(stage.pilot.app.page.ids.show_keys)


@scene
def end_lost(stage):
    _guessed(stage, str(stage_assassin(stage)))


def stage_assassin(stage):
    return stage.table.places(Seat.A, Identity.ASSASSIN)[0]


@scene
def score_sum(stage):
    page = stage.at(Page.SCORE)
    stage.pilot.tap(page.ids.tokens.more)


@scene
def score_refused(stage):
    page = stage.at(Page.SCORE)
    for _ in range(8):
        stage.pilot.tap(page.ids.tokens.more)


@scene
def past(stage):
    for _ in range(3):
        stage.table.begin(LONG_WORDS)
        stage.play(won_script(stage.table))
        stage.table.session.new_mission()
    for _ in range(4):
        stage.table.begin()
        stage.play(f"A clue - 1\nB guess {stage_assassin(stage)}")
        stage.table.session.new_mission()
    stage.table.begin()
    stage.table.session.new_mission()
    stage.at(Page.PAST)


@scene
def notice(stage):
    stage.playing()
    stage.pilot.app.desk.say("The missions file cannot be written, the disk is full: free some space and try again")
    stage.pilot.app.refresh()
