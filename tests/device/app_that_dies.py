"""An app that shows both faces and then waits to be killed: ``python app_that_dies.py PORT_A PORT_B``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.device.client import ServiceScreens
from companion.game.position import Seat
from companion.table.ports import Link
from tests.device.faces import view


def main() -> None:
    screens = ServiceScreens(sys.argv[1:], only_named=True)
    while len(screens.devices()) < 2:
        screens.tick()
        screens.wait(0.1)
    # Which of them answered first is chance: seat A gets the one whose name comes first.
    for seat, info in zip(Seat, sorted(screens.devices(), key=lambda info: info.device), strict=True):
        screens.assign(info.device, seat)
        screens.show(view(seat))
    while any(info.link is not Link.SHOWING for info in screens.devices()):
        screens.tick()
        screens.wait(0.1)
    print(screens.service_id, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
