"""The app as a program of its own, for the tests of how it ends: ``python -m tests.ui.running_app FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.game.position import Seat
from companion.ui.prepare import WindowWish, prepare
from tests.ui.seeing import seeing
from tests.ui.table import UiTable


def main(folder: Path) -> None:
    table = UiTable(folder)
    table.begin()
    prepare(WindowWish(800, 480))
    from kivy.clock import Clock

    from companion.ui.kivy_app import CompanionApp
    from companion.ui.presenters.desk import Page

    eyes = seeing()
    app = CompanionApp(table.session, eyes)
    app.desk.go(Page.PLAY)
    lit = table.screens.of(Seat.A) is not None
    Clock.schedule_once(lambda _: print("up", lit, flush=True), 0.2)
    app.run()
    print("blank", table.screens.closed, table.screens.of(Seat.A), "camera closed", eyes.feed.closed, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
