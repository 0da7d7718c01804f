"""The app as a program of its own, for the tests of how it ends: ``python -m tests.ui.running_app FOLDER [hangs]``.

With ``hangs`` it stands at the table page and its camera does not answer.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from companion.game.position import Seat
from companion.simulator.faults import Fault, FaultyCamera
from companion.ui.camera import Seeing
from companion.ui.prepare import WindowWish, prepare
from companion.vision.camera_watch import WatchedCamera, left_behind
from tests.ui.seeing import seeing
from tests.ui.table import UiTable


def hanging(eyes: Seeing) -> tuple[Seeing, FaultyCamera]:
    """The same over a camera that hangs while it is being opened, and that camera."""
    device = FaultyCamera(eyes.feed)
    device.fault = Fault.HANGS
    return replace(eyes, feed=WatchedCamera("camera virtual", device.connect)), device


def main(folder: Path, hangs: bool) -> None:
    table = UiTable(folder)
    table.begin()
    prepare(WindowWish(800, 480))
    from kivy.clock import Clock

    from companion.ui.kivy_app import CompanionApp
    from companion.ui.presenters.desk import Page

    eyes = seeing()
    hanging_eyes, device = hanging(eyes)
    app = CompanionApp(table.session, hanging_eyes if hangs else eyes)
    app.desk.go(Page.TABLE if hangs else Page.PLAY)
    lit = table.screens.of(Seat.A) is not None

    def say(_: float) -> bool:
        """Once, when it is up and, where it is to hang, the camera hangs."""
        up = bool(device.hanging) or not hangs
        if up:
            print("up", lit, flush=True)
        return not up

    Clock.schedule_interval(say, 0.2)
    app.run()
    closed = left_behind() if hangs else eyes.feed.closed
    print("blank", table.screens.closed, table.screens.of(Seat.A), "camera closed", closed, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), "hangs" in sys.argv[2:])
