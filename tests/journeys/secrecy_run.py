"""Plays whole missions on the real chain in a process of its own and keeps what was to be seen at each step.

``python secrecy_run.py`` reads its job from standard input (a key on the command line would be seen by everybody):
``folder``, ``keys`` (a pair of faces for each mission), ``missions`` (scripts with positions), ``leaks`` (names of
planted leaks). It leaves ``evidence.zip`` in the folder.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.cli import parser
from companion.device.client import ServiceScreens
from companion.game.duet import DuetSetup, Phase
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Position, Seat
from companion.simulator.glass import GlassError
from companion.simulator.screens import VirtualScreen
from companion.storage import SqliteStore
from companion.table.ports import Link, MissionStore, Screens
from companion.table.session import Session
from companion.table.views import face_view
from companion.ui.camera import Seeing
from companion.ui.presenters.play_view import Over
from companion.ui.presenters.typing import Typed
from tests.journeys.secrecy_evidence import Evidence
from tests.journeys.secrecy_leaks import LEAKS
from tests.journeys.secrecy_window import AppWindow, Page
from tests.journeys.secrecy_wire import Cable, WireLog
from tests.ui.seeing import LabelEye, LabelReader, PictureFeed

PICTURE = "easy.jpg"
STARTED = "2026-11-30T20:00:00+00:00"
BESIDE_PX = {Seat.A: (8, 8), Seat.B: (8, 472)}
"""Where the small screens lie in the camera's view, left and top; the cards lie elsewhere."""
SECRET_FILE = "keys.sqlite3"


class TableFeed(PictureFeed):
    """The camera sees the cards, and beside them both small screens as they are at this moment."""

    def __init__(self, screens: dict[Seat, VirtualScreen]) -> None:
        super().__init__(PICTURE)
        self._screens = screens

    def frame(self):
        picture = super().frame()
        for seat, screen in self._screens.items():
            left, top = BESIDE_PX[seat]
            with contextlib.suppress(GlassError):
                picture[top : top + 240, left : left + 280] = screen.look().picture[:, :280]
        return picture


class Dealer:
    """Deals one key after the other."""

    def __init__(self, keys: list[KeyCard]) -> None:
        self.keys = keys

    def shuffled(self, items):
        return list(self.keys.pop(0).pairs)


class Lines(logging.Handler):
    """Keeps what is logged, without the time."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def take(self) -> str:
        taken, self.lines = "\n".join(self.lines), []
        return taken


class Table:
    """Two virtual screens on cables that remember, the app over real parts."""

    def __init__(self, folder: Path, keys: list[KeyCard], leaks: list[str]) -> None:
        self.folder, self.keys = folder, list(keys)
        self.virtual = {seat: VirtualScreen(f"VIRTUAL-{seat.value}", folder / "glass") for seat in Seat}
        self.cables: dict[Seat, Cable] = {}
        for seat, screen in self.virtual.items():
            screen.plug_in()
            screen.wait_lit(60)
            self.cables[seat] = Cable(screen.port, folder / "ports" / f"screen-{seat.value}")
        self.wires = {seat: WireLog() for seat in Seat}
        self.store = SqliteStore(folder / "data", alone=True)
        self.service = ServiceScreens([self.cables[Seat.A].port], only_named=True)
        self.feed = TableFeed(self.virtual)
        store: MissionStore = self.store
        screens: Screens = self.service
        planted = [LEAKS[name](folder) for name in leaks]
        for leak in planted:
            store, screens = leak.store(store), leak.screens(screens)
        self.session = Session(store, screens, Dealer(self.keys), lambda: STARTED)

        seeing = Seeing(self.feed, LabelReader(PICTURE), LabelEye(PICTURE))
        self.window = AppWindow(self.session, seeing, lambda app: [leak.changed(app) for leak in planted])
        self.find_both()

    def find_both(self) -> None:
        """One after the other, so that they come in the same order each time."""
        self.until_shown(1)
        self.service.add_port(self.cables[Seat.B].port)
        self.until_shown(2)

    def until_shown(self, number: int = 2) -> None:
        """Every screen has confirmed what it was told last."""
        self.window.until(lambda: [info.link for info in self.service.devices()] == [Link.SHOWING] * number)

    def close(self) -> None:
        """The way the app goes when its window is closed."""
        self.window.close()
        self.store.close()


class Watch:
    """Looks at everything that somebody other than one player might see."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.evidence = Evidence()
        self.log = Lines()
        self._command_line = parser()
        self._stands = ""
        kivy = logging.getLogger("kivy")
        kivy.setLevel(logging.DEBUG)
        for logger in (logging.getLogger(), kivy):
            logger.addHandler(self.log)

    def glance(self, name: str, wires: bool = True) -> None:
        """Between two moves: only what a touch alone can change."""
        self.table.until_shown()
        self.evidence.step(name)
        self.evidence.keep("window", self.table.window.pixels(1000.0 * len(self.evidence.steps)))
        self._screens(wires)

    def step(self, name: str, wires: bool = True) -> None:
        """All of it, now that nothing moves. Without ``wires`` for a step in which pictures overtake each other."""
        table, keep = self.table, self.evidence.keep
        table.until_shown()
        before, self._stands = self._stands, self._state()
        camera = self._camera() if self._stands != before or table.window.page is Page.TABLE else None
        self.glance(name, wires)
        if camera is not None:
            keep("camera", camera)
        keep("title", table.window.title())
        self._files()
        keep("processes", "\n".join(self._processes(os.getpid())))
        keep("values", "\n".join(self._values()))
        keep("commands", self._commands())
        keep("log", self.log.take())
        keep("state", self._stands)

    def after(self) -> None:
        """What is left when the app has gone."""
        self.evidence.step("gone")
        self._screens()
        self._files()
        self.evidence.keep("log", self.log.take())

    def _screens(self, wires: bool = True) -> None:
        for seat, screen in self.table.virtual.items():
            data = screen.glass_path.read_bytes()
            # Four bytes count the orders that the panel has had, and repeated ones count too.
            self.evidence.keep(f"glass {seat.value}", data[:12] + data[16:])
            messages = self.table.wires[seat].messages(self.table.cables[seat].take())
            if wires:
                self.evidence.keep(f"wire {seat.value}", "\n".join(messages))
            self.evidence.keep(f"memory of panel {seat.value}", Path(f"{screen.glass_path}.ram").read_bytes())

    def _files(self) -> None:
        seen = []
        for top in ("data", "tmp", "home", "work"):
            for path in sorted((self.table.folder / top).rglob("*")):
                name = str(path.relative_to(self.table.folder))
                seen.append(f"{path.stat().st_mode:o} {path.stat().st_size} {name}")
                if path.is_file() and path.name != SECRET_FILE:
                    self.evidence.keep(f"file {name}", path.read_bytes())
        self.evidence.keep("list of files", "\n".join(seen))

    def _processes(self, parent: int) -> list[str]:
        """Arguments and environment of what this process started, and of what that started."""
        lines = []
        for child in _children(parent):
            for what in ("cmdline", "environ"):
                # The service's memory is closed to others, and with it this; as root it is not.
                with contextlib.suppress(FileNotFoundError, PermissionError):
                    text = Path(f"/proc/{child}/{what}").read_bytes().replace(b"\0", b" ").decode()
                    lines.append(f"{what} {text}")
            lines += self._processes(child)
        return lines

    def _values(self) -> list[str]:
        """What a log line, a traceback or a debugger's list of names would show of the values that hold the key."""
        session, store = self.table.session, self.table.store
        page = self.table.window.app.page
        values: list[Any] = [session, session.draft, session.report, session.screens(), page.view, page.presenter]
        if session.running:
            mission = session.mission
            faces = [face_view(seat, mission.board, mission.setup.key, mission.state) for seat in Seat]
            values += [mission, mission.setup, mission.state, store.load(session.mission_id), *faces]
        return [re.sub("0x[0-9a-f]+", "0x", repr(value)) for value in values]

    def _state(self) -> str:
        """For the tests: how it stands, and whether faces are meant to be lit."""
        session = self.table.session
        if not session.running:
            return "no mission"
        dark = session.keys_hidden or session.state.phase is Phase.OVER
        outcome = session.state.outcome.value if session.state.outcome else "running"
        return f"{session.state.phase.value}; {outcome}; {'dark' if dark else 'lit'}"

    def _commands(self) -> str:
        """What `companion missions` says; once a mission has ended its export has the key, which is no secret then."""
        session = self.table.session
        runs = [["list"]]
        if session.running:
            runs.append(["show", str(session.mission_id)])
            if session.state.phase is not Phase.OVER:
                runs.append(["export", str(session.mission_id)])
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            for words in runs:
                asked = self._command_line.parse_args(["missions", *words])
                print(words, asked.run(asked))
        return said.getvalue()

    def _camera(self) -> bytes:
        """A fresh picture as the pages would get it."""
        window, eyes = self.table.window, self.table.window.app.eyes
        before = self.table.feed.frames

        def seen() -> bool:
            eyes.look()
            window.app.door.deliver()
            return self.table.feed.frames >= before + 2

        window.until(seen)
        window.until(lambda: eyes.sight.picture is not None)
        return eyes.sight.picture.tobytes()


def _children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return sorted(int(number) for task in tasks for number in task.read_text().split())


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
        self.act("choose_first", 0)
        self.watch.step("mission page")
        self.act("go_on")
        # A screen that has just found its seat is told to wait, to be black and to show its letter, in one breath; how
        # far it gets with the first is chance. No key is drawn yet.
        self.watch.step("screens assigned, letters shown", wires=self.table.session.past_missions() != ())
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
        self.table.store.begin(STARTED, setup, ("VIRTUAL-A", "VIRTUAL-B"))
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
        if self.table.session.report:
            self.act("done")
        self.act("select", Position.parse(place))
        self.watch.glance(f"{place} selected")
        self.act("confirm", Seat(seat))

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
