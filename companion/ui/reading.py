"""One reading of the table: picture after picture, until all is sure or nothing gets better.

Each picture is taken on the camera's lane and read on the reader's; what comes back through the door moves the reading
on. A camera in trouble is asked again, less and less often; the reading goes on when it is back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.game.position import ALL_POSITIONS, Position
from companion.table.ports import BoardEye, CameraFeed, KeyReader, Outline, Picture, TableReader, WatchMaker
from companion.table.scan import BoardScan
from companion.table.voting import Votes
from companion.ui.presenters.desk import Reading
from companion.ui.worker import Lane, Task

RETRIES_S = (1.0, 2.0, 4.0, 8.0)
"""After a camera that gave no picture: do not hammer it."""

Cutouts = dict[Position, Picture]
Step = tuple[Votes, Cutouts]


@dataclass(frozen=True, slots=True)
class Seeing:
    """The adapters that see the table; see ``companion.table.ports``.

    Without ``key_reader`` no key card is read, without ``watch`` no mission in play is followed.
    """

    feed: CameraFeed
    reader: TableReader
    eye: BoardEye
    key_reader: KeyReader | None = None
    watch: WatchMaker | None = None


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears of a reading, on the UI thread.

    ``heard`` is called with the board as far as it is known, each time more is. ``failed`` is called once, with one
    sentence, where no board was found at all.
    """

    heard: Callable[[BoardScan], None]
    failed: Callable[[str], None]


class TableReading:
    """The readings of one table; at most one is under way. UI thread.

    Args:
        camera_lane: Where pictures are taken.
        reader_lane: Where they are read.
        now: Seconds from a clock that only goes forward.
        show: Takes the cut-outs of cards that were read.
    """

    def __init__(
        self, camera_lane: Lane, reader_lane: Lane, now: Callable[[], float], show: Callable[[Cutouts], None]
    ) -> None:
        self._camera_lane, self._reader_lane = camera_lane, reader_lane
        self._now, self._show = now, show
        self._votes = Votes()
        self._listener: Listener | None = None
        self._only: Position | None = None
        self._task: Task | None = None
        self._next_try = 0.0
        self._refused = self._looked = 0
        self.state = Reading()

    @property
    def rotation_deg(self) -> int | None:
        """Degrees clockwise that bring seat A's far side up in a picture; None while no board was read."""
        return None if self._votes.scan is None else self._votes.scan.rotation_deg

    def begin(self, listener: Listener, only: Position | None = None, anew: Collection[Position] = ()) -> None:
        """Begin a reading; while one is under way this does nothing. For the arguments see ``Eyes.read``."""
        if self.state.active:
            return
        self._listener, self._only = listener, only
        self._votes = self._votes.without(*anew, *([] if only is None else [only])).asked_again()
        self._next_try, self._refused, self._looked = self._now(), 0, 0
        self.state = Reading(active=True, since=self._now())

    def go_on(self, seeing: Seeing) -> None:
        """Take the next picture if it is time for it. To be called again and again."""
        if not self.state.active or self._task is not None or self._now() < self._next_try:
            return
        # The first picture comes as the page shows it, at once; for the cards that stay open a still is worth the wait.
        take = seeing.feed.frame if self._looked == 0 else seeing.feed.still
        self._task = self._camera_lane.start(take, lambda picture: self._taken(seeing, picture), self._not_taken)

    def end(self) -> None:
        """No more pictures; what is known stays known."""
        if self._task is not None:
            self._task.give_up()
        self._task = None
        self.state = replace(self.state, active=False)

    def turn(self) -> None:
        """The seats were exchanged. A picture that is being read with the old ones comes to nothing."""
        self._votes = self._votes.turned()
        if self._task is not None:
            self._task.give_up()
            self._task = None

    def begin_anew(self) -> None:
        """Another reader takes over: only the way round in which the table is seen stays of what was read."""
        active, listener, only = self.state.active, self._listener, self._only
        reference = self._votes.reference
        self.forget()
        self._votes = Votes(reference=reference)
        if active and listener is not None:
            self.begin(listener, only)

    def forget(self) -> None:
        """Other cards will lie there."""
        self.end()
        self._votes, self.state = Votes(), Reading()

    # --- inside --------------------------------------------------------------------------------------------------

    def _taken(self, seeing: Seeing, picture: Picture) -> None:
        votes = self._votes
        whole = self._looked == 0 and self._only is None
        self._refused = 0

        def read(tell: Callable[[Step], None]) -> Step:
            def tell_words(early: BoardScan) -> None:
                tell((replace(votes, scan=early), _cut_out(seeing.eye, picture, early)))

            after = seeing.reader.take(picture, votes, tell_words, whole=whole)
            return after, _cut_out(seeing.eye, picture, after.scan)

        self._task = self._reader_lane.start_telling(read, self._told, self._read, self._not_read)

    def _told(self, step: Step) -> None:
        """The first words of a picture: shown, not yet counted."""
        self._hear(*step)

    def _read(self, step: Step) -> None:
        self._task = None
        self._votes = step[0]
        self._looked += 1
        # The very same picture again has no vote, and is none to be counted.
        self.state = replace(self.state, pictures=self._votes.frames, trouble="")
        self._hear(*step)
        self._end_if_over()

    def _not_read(self, sentence: str) -> None:
        self._task = None
        if self._votes.scan is None or self._looked == 0:
            listener = self._listener
            self.end()
            if listener is not None:
                listener.failed(sentence)
            return
        self._votes = self._votes.with_nothing()
        self._looked += 1
        self.state = replace(self.state, trouble=sentence)
        self._end_if_over()

    def _not_taken(self, sentence: str) -> None:
        self._task = None
        self._next_try = self._now() + RETRIES_S[min(self._refused, len(RETRIES_S) - 1)]
        self._refused += 1
        self.state = replace(self.state, trouble=sentence)

    def _hear(self, votes: Votes, cutouts: Cutouts) -> None:
        self._show(cutouts if self._only is None else {p: c for p, c in cutouts.items() if p == self._only})
        if votes.scan is not None and self._listener is not None:
            self._listener.heard(votes.scan)

    def _end_if_over(self) -> None:
        settled = self._only is not None and self._only not in self._votes.open
        if self.state.active and (settled or self._votes.over):
            self.end()


def _cut_out(eye: BoardEye, picture: Picture, scan: BoardScan | None) -> Cutouts:
    if scan is None:
        return {}
    outlines: Sequence[Outline] = [card.outline_px for card in scan.cards]
    pairs = zip(ALL_POSITIONS, outlines, strict=True)
    return {position: rgb_of(eye.card(picture, outline)) for position, outline in pairs if outline}


def rgb_of(picture: Picture) -> Picture:
    """From blue, green, red to red, green, blue, in one block of memory."""
    return np.ascontiguousarray(picture[:, :, ::-1])
