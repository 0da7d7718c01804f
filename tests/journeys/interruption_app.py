"""The app without its window, to be killed: session, store and screens as they are, one intent a line.

``python interruption_app.py FOLDER PORT_A PORT_B`` answers each line of its standard input with one line: ``done`` and
the number of moves that are stored, or ``refused`` and the sentence. The first line says what is offered.
"""

from __future__ import annotations

import contextlib
import resource
import select
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.device.client import ServiceScreens
from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.storage import SqliteStore
from companion.table.errors import SessionError
from companion.table.ports import Link
from companion.table.session import Session
from tests.stand_ins import SeededShuffler

WORDS = tuple(f"WORD{chr(65 + i)}" for i in range(25))


class App:
    """What the window would do with touches."""

    def __init__(self, folder: Path, ports: list[str]) -> None:
        self.store = SqliteStore(folder, alone=True)
        self.screens = ServiceScreens(ports, only_named=True)
        self.session = Session(self.store, self.screens, SeededShuffler(11), lambda: "2026-11-30T20:00:00+00:00")

    def offered(self) -> str:
        """What the first page would say."""
        mission = self.session.resumable()
        return f"offers {mission.id} {mission.moves}" if mission else "offers nothing"

    def obey(self, line: str) -> str:
        """One intent; it is answered when it is stored and both screens have confirmed what follows from it."""
        verb, *words = line.split()
        if verb == "service":
            return f"service {self.screens.service_id}"
        try:
            getattr(self, f"_{verb}")(*words)
        except CompanionError as error:
            return f"refused {error}"
        if verb not in ("exit", "full", "room"):
            self._until(self._shown)
        return f"done {len(self.session.mission.moves) if self.session.running else 0}"

    def _begin(self, first: str = "A") -> None:
        session = self.session
        self._until(lambda: {i.device for i in session.screens() if i.link is Link.SHOWING} == {"SCREEN-A", "SCREEN-B"})
        for position, word in zip(ALL_POSITIONS, WORDS, strict=True):
            session.set_word(position, word)
        for seat in Seat:
            session.assign(f"SCREEN-{seat.value}", seat)
        session.show_words()
        self._until(self._shown)
        for seat in Seat:
            session.confirm_view(seat)
        session.options = replace(session.options, first=None if first == "open" else Seat(first))
        session.begin()

    def _resume(self) -> None:
        mission = self.session.resumable()
        assert mission is not None
        self.session.resume(mission.id)

    def _first(self, seat: str) -> None:
        self.session.first_giver.seat = Seat(seat)

    def _giver(self) -> None:
        chosen = self.session.first_giver.seat
        raise SessionError(f"the first clue is given by {chosen.value if chosen else 'nobody yet'}")

    def _clue(self, seat: str, word: str, number: str) -> None:
        self.session.give_clue(Seat(seat), word, int(number))

    def _guess(self, seat: str, place: str) -> None:
        self.session.guess(Seat(seat), Position.parse(place))

    def _stop(self, seat: str) -> None:
        self.session.stop(Seat(seat))

    def _name(self, place: str, word: str) -> None:
        self.session.set_word(Position.parse(place), word)

    def _undo(self) -> None:
        self.session.undo(consents=Seat)

    def _hide(self) -> None:
        self.session.hide_keys()

    def _show(self) -> None:
        self.session.show_keys()

    def _exit(self) -> None:
        self.session.close()
        self.store.close()

    def _full(self) -> None:
        """No file can grow any more, as on a disk without room."""
        _limit_files(1)

    def _room(self) -> None:
        _limit_files(resource.RLIM_INFINITY)

    def _shown(self) -> bool:
        infos = [info for info in self.session.screens() if info.seat]
        return len(infos) == len(Seat) and all(info.link is Link.SHOWING for info in infos)

    def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self.session.tick()
            self.screens.wait(0.01)


def _limit_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def main() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        app = App(Path(sys.argv[1]), sys.argv[2:])
    except CompanionError as error:
        sys.exit(f"companion: {error}")
    print(app.offered(), flush=True)
    rest = b""
    while True:
        if not select.select([0], [], [], 0.2)[0]:
            app.session.tick()
            continue
        data = sys.stdin.buffer.raw.read(4096)
        if not data:
            break
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            print(app.obey(line.decode()), flush=True)
    with contextlib.suppress(CompanionError):
        app.session.close()


if __name__ == "__main__":
    main()
