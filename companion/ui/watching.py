"""A mission in play, looked at by the camera: picture after picture, on threads of its own, and nothing is kept.

Where the cards lie is read once, from the first picture; from then on a watcher says what lies on them. Whole pictures
stay on these threads: what comes back is a plain observation (the small screens lie in the camera's view).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.position import Position
from companion.table.observation import Lies, Observation
from companion.table.ports import Picture, TableWatcher
from companion.table.same_table import as_played
from companion.table.voting import Votes
from companion.ui.presenters.desk import Watching
from companion.ui.reading import RETRIES_S, Seeing
from companion.ui.worker import Lane, Task

PERIOD_S = 0.1
"""Ten pictures a second at most."""
LOST_S = 6.0
"""After so long without the 25 places they are read anew."""
UNKNOWN = "these are not the cards of this mission, or too few of their words can be read"
PRINTED = "a key may lie under the camera: the table is not looked at"


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """What is to be seen: ``mission`` tells one table from another, ``words`` are those on the cards, A1 to E5."""

    mission: int
    words: tuple[str, ...]


class TableWatching:
    """Watches one table at a time. UI thread.

    Args:
        camera_lane: where pictures are taken.
        reader_lane: where the first one is read.
        watch_lane: where the others are looked at.
        now: seconds from a clock that only goes forward.
        heard: told of each observation and when its picture was taken; of None where there is no picture.
    """

    def __init__(
        self, camera_lane: Lane, reader_lane: Lane, watch_lane: Lane, now: Callable[[], float],
        heard: Callable[[Observation | None, float], None],
    ) -> None:  # fmt: skip
        self._camera_lane, self._reader_lane, self._watch_lane = camera_lane, reader_lane, watch_lane
        self._now, self._heard = now, heard
        self._table: TableInPlay | None = None
        self._watcher: TableWatcher | None = None
        self._task: Task | None = None
        self._next_s = float("-inf")
        self._failed = 0
        self._lost_since: float | None = None
        self.state = Watching()

    def go_on(self, seeing: Seeing | None, table: TableInPlay | None, *, blind: bool) -> None:
        """Take the next picture if it is time for it.

        Args:
            seeing: the adapters; None where there is no camera.
            table: what is on the table; None: nothing is to be looked at.
            blind: no picture may be taken now.
        """
        able = seeing is not None and seeing.watch is not None
        if not able or table is None or blind:
            if self._table is not None:
                self._heard(None, self._now())
            self.stop()
            self.state = Watching(able, PRINTED if able and blind and table is not None else "")
            return
        if self._table is None or self._table.mission != table.mission:
            self.stop()
            self._failed, self._next_s = 0, self._now()
        self._table = table
        if self._task is None and self._now() >= self._next_s:
            assert seeing is not None
            taken = self._now()
            self._task = self._camera_lane.start(
                seeing.feed.frame, lambda picture: self._taken(seeing, picture, taken), self._blind
            )
        self.state = Watching(True, self.state.trouble)

    def confirm(self, position: Position, lies: Lies) -> None:
        """The players agreed that this lies on a card: the watcher learns what it looks like."""
        watcher = self._watcher
        if watcher is not None:
            self._watch_lane.start(lambda: watcher.confirm(position, lies), lambda _: None, lambda _: None)

    def stop(self) -> None:
        """Look no longer; what is under way comes to nothing."""
        if self._task is not None:
            self._task.give_up()
        self._task = self._table = self._watcher = self._lost_since = None

    # --- inside -------------------------------------------------------------------------------------------------------

    def _taken(self, seeing: Seeing, picture: Picture, taken: float) -> None:
        watcher, table = self._watcher, self._table
        assert table is not None
        if watcher is None:
            self._task = self._reader_lane.start(lambda: _begun(seeing, picture, table), self._began, self._blind)
        else:
            self._task = self._watch_lane.start(
                lambda: watcher.see(picture, taken), lambda seen: self._seen(seen, taken), self._blind
            )

    def _began(self, watcher: TableWatcher) -> None:
        self._task, self._watcher, self._lost_since = None, watcher, None
        self._failed, self._next_s = 0, self._now()

    def _seen(self, seen: Observation, taken: float) -> None:
        self._task, self._failed = None, 0
        # As long as it took, so long is the rest after it: half of one core at most.
        self._next_s = max(taken + PERIOD_S, 2 * self._now() - taken if self._now() - taken > PERIOD_S else 0.0)
        self.state = Watching(True)
        self._heard(seen, taken)
        if seen.in_step:
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = taken
        elif taken - self._lost_since > LOST_S:
            self._watcher = None

    def _blind(self, sentence: str) -> None:
        self._task = None
        self._next_s = self._now() + RETRIES_S[min(self._failed, len(RETRIES_S) - 1)]
        self._failed += 1
        self.state = Watching(True, sentence)
        self._heard(None, self._now())


def _begun(seeing: Seeing, picture: Picture, table: TableInPlay) -> TableWatcher:
    """Read where the cards lie, and see to it that they are those of the mission."""
    assert seeing.watch is not None
    scan = seeing.reader.take(picture, Votes(), lambda _: None, whole=True).scan
    lying = as_played(scan, table.words) if scan is not None else None
    if lying is None:
        raise CompanionError(UNKNOWN)
    return seeing.watch(picture, lying)
