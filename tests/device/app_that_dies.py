"""An app that shows both faces and then ends in some way: ``python app_that_dies.py PORT_A PORT_B [HOW]``.

A line on its input makes break what HOW says: ``main`` its own thread, ``thread`` the one that speaks to the screens'
process, ``service`` that process. Without HOW it goes on until it is killed or its input ends.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.device.client import ServiceScreens
from companion.game.position import Seat
from companion.table.ports import Link
from tests.device.faces import view


def show_faces(screens: ServiceScreens) -> None:
    """Bind both screens and wait until the faces are there."""
    while len(screens.devices()) < 2 or any(info.link is Link.CONNECTING for info in screens.devices()):
        screens.tick()
        screens.wait(0.1)
    # Which of them answered first is chance: seat A gets the one whose name comes first.
    for seat, info in zip(Seat, sorted(screens.devices(), key=lambda info: info.device), strict=True):
        screens.assign(info.device, seat)
        screens.show(view(seat))
    while any(info.link not in (Link.SHOWING, Link.SENT) for info in screens.devices()):
        screens.tick()
        screens.wait(0.1)


def main() -> None:
    ports, how = sys.argv[1:3], "".join(sys.argv[3:])
    screens = ServiceScreens(ports, only_named=True)
    # As the app does it: an error in any thread takes the faces off.
    threading.excepthook = lambda _: screens.blank()
    show_faces(screens)
    print(screens.service_id, flush=True)
    if not sys.stdin.readline():
        return
    if how == "main":
        raise RuntimeError
    screens._courier.send(None if how == "thread" else b"no order\n")  # type: ignore[arg-type]
    while True:
        screens.tick()
        screens.wait(0.1)


if __name__ == "__main__":
    main()
