"""The demonstration that plays itself: simulated players, a virtual table, and everything between them is real.

The table is drawn and photographed, the reader reads it, the session keeps the mission in a real store, the faces
travel to two firmware processes, and the players know what they see on their glass. A witness compares each step.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime

from companion.commands.demo_classic import ClassicDemonstration
from companion.commands.demo_duet import DuetDemonstration
from companion.commands.demo_stage import Say, Stage, plugged
from companion.device.client import ServiceScreens
from companion.own_folder import DEMO, own_folder
from companion.simulator.chance import SeededShuffler
from companion.simulator.feed import VirtualFeed
from companion.simulator.plan import STANDARD, Plan
from companion.simulator.window import APP_PLACE_PX
from companion.storage import SqliteStore
from companion.table.options import Game
from companion.table.session import Session
from companion.ui.prepare import WindowWish, prepare, require_window
from companion.vision.scanner import Scanner

PACE_S = 1.0
Demonstration = DuetDemonstration | ClassicDemonstration


@contextmanager
def staged(seed: int, windows: bool, say: Say, plan: Plan = STANDARD) -> Iterator[Demonstration]:
    """Everything that a demonstration needs, in a folder of its own that is gone afterwards.

    Args:
        seed: See ``Stage``.
        windows: Open a window for each screen and play at a pace that can be followed.
        say: See ``Stage``.
        plan: What is played.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder(DEMO))
        screens = stack.enter_context(plugged(folder, windows))
        store = SqliteStore(folder)
        stack.callback(store.close)
        service = ServiceScreens([screen.port for screen in screens.values()], only_named=True)
        stack.callback(service.close)
        session = Session(store, service, SeededShuffler(seed), lambda: datetime.now(UTC).isoformat(timespec="seconds"))
        kind = ClassicDemonstration if plan.game is Game.CLASSIC else DuetDemonstration
        yield kind(seed, session, store, screens=screens, say=say, plan=plan, pace_s=PACE_S if windows else 0.0)


def run_auto(seed: int, windows: bool, say: Say, plan: Plan = STANDARD) -> str:
    """Play a whole mission; the closing line comes back.

    Args:
        seed: See ``Stage``.
        windows: Show the app and the screens, and play at a pace that can be followed.
        say: See ``Stage``.
        plan: What is played.

    Raises:
        Disagreement: the product and the truth differ; says where.
        CompanionError: a part of the product refused its work, or the window was closed.
    """
    with staged(seed, windows, say, plan) as demonstration:
        if not windows:
            return _played(demonstration)
        prepare(WindowWish(place_px=APP_PLACE_PX))
        require_window()
        # Only now: whatever imports the window reads the configuration once.
        from companion.commands.demo_watch import Watching

        with Watching(demonstration.session, VirtualFeed(demonstration.table), Scanner()) as window:
            demonstration.pause = window.pump
            closing = _played(demonstration)
            window.linger()
        return closing


def _played(demonstration: Stage) -> str:
    demonstration.read_words()
    demonstration.set_up_screens()
    demonstration.begin()
    demonstration.play()
    return demonstration.finish()
