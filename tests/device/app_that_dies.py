"""An app that shows both faces and then waits to be killed: ``python app_that_dies.py PORT_A PORT_B``.

With ``breaks`` after the ports, a line on its input makes the thread break that speaks to the screens' process.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.device.client import ServiceScreens
from companion.game.position import Seat
from companion.table.ports import Link
from tests.device.faces import view


def main() -> None:
    ports, breaks = sys.argv[1:3], "breaks" in sys.argv[3:]
    screens = ServiceScreens(ports, only_named=True)
    while len(screens.devices()) < 2:
        screens.tick()
        screens.wait(0.1)
    # Which of them answered first is chance: seat A gets the one whose name comes first.
    for seat, info in zip(Seat, sorted(screens.devices(), key=lambda info: info.device), strict=True):
        screens.assign(info.device, seat)
        screens.show(view(seat))
    while any(info.link not in (Link.SHOWING, Link.SENT) for info in screens.devices()):
        screens.tick()
        screens.wait(0.1)
    print(screens.service_id, flush=True)
    if breaks:
        sys.stdin.readline()
        screens._courier.send(None)  # type: ignore[arg-type]
        while True:
            screens.tick()
            screens.wait(0.1)
    sys.stdin.read()


if __name__ == "__main__":
    main()
