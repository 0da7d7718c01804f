"""Looks at everything that somebody other than one player might see."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import re
from pathlib import Path
from typing import Any

from companion.cli import parser
from companion.game.duet import Phase
from companion.game.position import Seat
from companion.table.views import face_view
from tests.journeys.secrecy_evidence import Evidence
from tests.journeys.secrecy_table import Table
from tests.journeys.secrecy_window import Page

SECRET_FILE = "keys.sqlite3"


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
        said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            for words in runs:
                asked = self._command_line.parse_args(["missions", *words])
                print(words, asked.run(asked))
        return said.buffer.getvalue().decode()

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
