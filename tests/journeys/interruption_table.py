"""A table whose screens keep their power while the app before them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.game.mission import Mission
from companion.game.position import Seat
from companion.simulator.glass import Sight, read_face
from companion.simulator.screens import VirtualScreen
from companion.storage import SqliteStore

APP = Path(__file__).with_name("interruption_app.py")
PATIENCE_S = 60.0


class RunningApp:
    """One run of the app."""

    def __init__(self, folder: Path, ports: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(APP), str(folder), *ports], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            bufsize=1,
        )  # fmt: skip
        self.offers = self._heard()

    @property
    def service(self) -> int:
        """The process that owns the ports."""
        return int(self.say("service").split()[1])

    def say(self, line: str) -> str:
        """An intent; what came of it."""
        self.send(line)
        return self._heard()

    def send(self, line: str) -> None:
        """An intent whose answer nobody waits for."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """As a pulled plug does."""
        self.process.send_signal(signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """It has ended, or does now."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def _heard(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the app ended with status {self.process.wait()}")
        return line.strip()


class Table:
    """Two screens with power, a folder, and what can be seen of both."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "data"
        self.folder.mkdir(mode=0o700)
        self.screens = {seat: VirtualScreen(f"SCREEN-{seat.value}", folder) for seat in Seat}
        self._apps: list[RunningApp] = []
        for screen in self.screens.values():
            screen.plug_in()
        for screen in self.screens.values():
            screen.wait_lit(PATIENCE_S)

    def start(self) -> RunningApp:
        """Start the app."""
        app = RunningApp(self.folder, [screen.port for screen in self.screens.values()])
        self._apps.append(app)
        return app

    def close(self) -> None:
        for app in self._apps:
            app.close()
        for screen in self.screens.values():
            screen.close()

    # --- what can be seen ----------------------------------------------------------------------------------------

    def face(self, seat: Seat) -> tuple[Sight, ...] | None:
        """The face on a glass, None if there is none."""
        return read_face(self.screens[seat].look().picture, seat)

    def dark(self) -> bool:
        """Nothing is to be seen, and nothing is left in the memory of either panel."""
        return all(screen.look().dark and not any(self.panel_memory(seat)) for seat, screen in self.screens.items())

    def panel_memory(self, seat: Seat) -> bytes:
        return Path(f"{self.screens[seat].glass_path}.ram").read_bytes()

    def stored(self) -> Mission:
        """The newest mission as it lies in the store."""
        store = SqliteStore(self.folder)
        try:
            stored = store.load(store.missions()[0].id)
        finally:
            store.close()
        return Mission.replayed(stored.setup, stored.moves)

    def shows(self, mission: Mission) -> bool:
        """Each screen shows its own face of a mission, and dims what is covered."""
        dimmed = tuple(cover.covered for cover in mission.state.covers)
        for seat in Seat:
            face = self.face(seat)
            if face is None or tuple(s.identity for s in face) != mission.setup.key.face(seat):
                return False
            if tuple(s.dimmed for s in face) != dimmed:
                return False
        return True


def soon(holds: Callable[[], bool], seconds: float, otherwise: str) -> float:
    """Wait until something holds; how long that took.

    Raises:
        AssertionError: it did not in time.
    """
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise AssertionError(otherwise)
        threading.Event().wait(0.005)
    return time.monotonic() - began


@contextmanager
def stopped(*processes: int) -> Iterator[None]:
    """These processes stand still meanwhile, as on a machine that hangs."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)
