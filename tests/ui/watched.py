"""A camera over a table in play whose watcher says what the test has laid there."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import CompanionError
from companion.table.observation import Observation
from companion.ui.reading import Seeing
from tests.table.lying import truly
from tests.ui.seeing import label, seeing

FILE = "easy.jpg"
WORDS = tuple(label(FILE)["words"])
"""Of the cards in the picture."""


class HandWatch:
    """Makes a watcher, and is it: it sees what ``seen`` says. ``begun`` counts how often it was made."""

    def __init__(self) -> None:
        self.seen: Observation | None = None
        self.looks = self.begun = 0
        self.confirmed: list = []

    def __call__(self, picture, scan) -> HandWatch:
        self.begun += 1
        self.scan = scan
        return self

    def see(self, picture, at_s: float) -> Observation:
        self.looks += 1
        if self.seen is None:
            raise CompanionError("the watcher sees nothing: the test has laid nothing")
        return self.seen

    def confirm(self, position, lies) -> None:
        self.confirmed.append((position, lies))


def watched_seeing() -> tuple[Seeing, HandWatch]:
    watch = HandWatch()
    return replace(seeing(FILE), watch=watch), watch


def look(stage, watch: HandWatch, seen: Observation | None = None, for_s: float = 0.6) -> None:
    """The camera looks for a while at a table that lies like this; None: as it should."""
    watch.seen = seen if seen is not None else truly(stage.table.session.play.state)
    clock, app = stage.pilot.clock, stage.pilot.app
    until_s, looks = clock.seconds + for_s, watch.looks + 2 + round(for_s)
    while clock.seconds < until_s or watch.looks < looks:
        clock.seconds += 0.1
        app.tick(0)
        stage.pilot.pump(1)
    app.refresh()
    stage.pilot.pump(2)
