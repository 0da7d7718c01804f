"""Plays whole missions on the real chain in a process of its own and keeps what was to be seen at each step.

``python secrecy_run.py`` reads its job from standard input (a key on the command line would be seen by everybody):
``folder``, ``keys`` (a pair of faces for each mission), ``missions`` (scripts with positions), ``leaks`` (names of
planted leaks). It leaves ``evidence.zip`` in the folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.game.duet import DuetSetup
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Position, Seat
from companion.ui.presenters.play_view import Over
from companion.ui.presenters.typing import Typed
from tests.journeys.secrecy_table import STARTED, Table
from tests.journeys.secrecy_watch import Watch
from tests.journeys.secrecy_window import Page


class Players:
    """Do at the app what a script says."""

    def __init__(self, table: Table, watch: Watch) -> None:
        self.table, self.watch = table, watch
        self.act = table.window.act

    def set_up(self) -> None:
        """From the first page to the keys."""
        window = self.table.window
        if window.page is Page.START:
            self.watch.step("start page")
            self.act("new")
            # No seat has a screen yet, so nothing says when the screens have heard that they are to be black.
            window.until(lambda: all(screen.look().dark for screen in self.table.virtual.values()))
        window.until(lambda: window.app.eyes.sight.outlines != ())
        self.watch.step("table page")
        self.act("read")
        window.until(lambda: window.page is Page.WORDS)
        self.watch.step("words page")
        self.act("accept")
        self.act("choose", "first", 0)
        self.watch.step("mission page")
        self.act("go_on")
        # A screen that has just found its seat is told to wait, to be black and to show its letter, in one breath; how
        # far it gets with the first is chance. No key is drawn yet.
        self.watch.step("screens assigned, letters shown", wires=self.table.session.past.missions() != ())
        self.act("in_front_of_a", Seat.A)
        self.watch.step("words shown")
        self.act("confirm", Seat.A)
        self.watch.step("A has said yes")
        self.act("confirm", Seat.B)
        self.watch.step("keys on")

    def set_up_one_token(self) -> None:
        """A mission with other numbers, as `companion missions import` stores one, gone on with from the first page."""
        session = self.table.session
        self.act("leave")
        setup = DuetSetup(session.draft.board() if session.draft.ready else self._board, self.table.keys.pop(0), 1, 0)
        self.table.store.begin(STARTED, setup, ("VIRTUAL-A", "VIRTUAL-B"), {})
        self.watch.step("waiting")
        self.act("resume")
        self.act("first", Seat.A)
        self.watch.step("resumed")

    def play(self, script: str) -> None:
        self._board = self.table.session.mission.board
        for line in script.strip().splitlines():
            verb, *values = line.split()
            getattr(self, f"_{verb}")(*values)
            self.watch.step(line)

    def _touch(self, seat: str, place: str) -> None:
        self._select(place)
        self.watch.glance(f"{place} selected")
        self.act("confirm", Seat(seat))

    def _tap(self, seat: str, place: str) -> None:
        self._select(place)
        self.act("confirm", Seat(seat))

    def _select(self, place: str) -> None:
        if self.table.session.report:
            self.act("done")
        self.act("select", Position.parse(place))

    def _clue(self, word: str, number: str) -> None:
        self.act("put_over", Over.CLUE_KEYS)
        self.act("type", Typed(word))
        for _ in range(int(number)):
            self.act("count", 1)
        self.watch.glance(f"typed {word}")
        self.act("finish_typing")

    def _letters(self, word: str) -> None:
        self.act("put_over", Over.CLUE_KEYS)
        self.act("type", Typed(word))
        self.watch.glance(f"typed {word}")
        self.act("put_away")

    def _number(self, number: str) -> None:
        self.act("done")
        self.act("clue_number", int(number))

    def _stop(self) -> None:
        self.act("stop")

    def _hide(self) -> None:
        self.act("hide_keys")

    _show = _hide

    def _turn(self) -> None:
        self.table.window.app.page.turn_page()

    def _clues(self) -> None:
        self.act("put_over", Over.CLUES)
        self.watch.step("list of clues")
        self.act("put_away")

    def _menu(self) -> None:
        self.act("put_over", Over.MENU)
        self.watch.step("menu")
        self.act("put_away")

    def _screens(self) -> None:
        self.act("to_screens")
        self.watch.step("screens page in play")
        self.act("go_on")

    def _undo(self, after: str = "") -> None:
        self.act("undo")
        self.watch.glance("moves to take back")
        self.act("undoing.ask")
        self._both()

    def _invalid(self, number: str) -> None:
        self.act("put_over", Over.INVALID)
        self.watch.glance("an invalid clue")
        self.act("cluing.give_invalid", self.table.session.state.giver, int(number))

    def _correct(self, place: str, word: str) -> None:
        self.act("name", Position.parse(place))
        self.act("type", Typed(word))
        self.act("finish_typing")

    def _lost(self) -> None:
        """A token is lost: both set the bank to what lies there."""
        self.act("set_table")
        self.act("setting.count", 0, -1)
        self.watch.glance("set by hand")
        self.act("setting.ask")
        self._both()

    def _both(self) -> None:
        self.watch.glance("both are asked")
        for seat in Seat:
            self.act("consent.say_yes", seat)

    def _leave(self) -> None:
        self.act("leave")

    def _camera(self) -> None:
        self.act("new")
        self.table.window.until(lambda: self.table.window.app.eyes.sight.outlines != ())

    def _back(self) -> None:
        self.act("back")

    def _resume(self) -> None:
        self.act("resume")

    def _keys(self) -> None:
        """Both faces on request, after the end, and away again. While all see them nothing is compared."""
        self.act("show_keys")
        self.table.window.pixels(self.table.window.clock.seconds)
        self.act("show_keys")


def main() -> None:
    job = json.load(sys.stdin)
    folder = Path(job["folder"])
    keys = [KeyCard.from_faces(*([Identity(letter) for letter in face] for face in faces)) for faces in job["keys"]]
    table = Table(folder, keys, job["leaks"])
    watch = Watch(table)
    players = Players(table, watch)
    for number, script in enumerate(job["missions"]):
        if number == 2:
            players.set_up_one_token()
        else:
            if number:
                players.act("next_mission")
            players.set_up()
        players.play(script)
    table.close()
    watch.after()
    restarts = sum(wire.restarts for wire in table.wires.values())
    watch.evidence.keep("restarts", str(restarts))
    watch.evidence.write(folder / "evidence.zip")
    for screen in table.virtual.values():
        screen.close()
    for cable in table.cables.values():
        cable.close()


if __name__ == "__main__":
    main()
