"""The camera and the reader behind the pages: live pictures, one reading at a time, the cut-outs of the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, COUNT, Position
from companion.table.ports import BoardEye, BoardReader, CameraFeed, Outline, Picture
from companion.table.scan import BoardScan
from companion.ui.presenters.desk import Sight
from companion.ui.worker import Door, Task

PREVIEW_WIDTH_PX = 1280
LIVE_INTERVAL_S = 0.1
RETRY_INTERVAL_S = 1.0
"""After a camera that gave no picture: do not hammer it."""


@dataclass(frozen=True, slots=True)
class Seeing:
    """The adapters that see the table; see ``companion.table.ports``."""

    feed: CameraFeed
    reader: BoardReader
    eye: BoardEye


Cutouts = dict[Position, Picture]


class CameraEyes:
    """``Eyes`` over real adapters. ``keys_on`` tells whether a face may lie in the camera's view.

    The feed has a lane of its own, since it belongs to one thread at a time. Cards are looked for on another, in one
    picture after the other as fast as that goes, so that the live picture does not wait for it: what was found last is
    drawn over the newest picture.
    """

    def __init__(
        self, seeing: Seeing | None, door: Door, now: Callable[[], float], keys_on: Callable[[], bool]
    ) -> None:
        self._seeing = seeing
        self._lane = door.lane("camera")
        self._finder_lane = door.lane("finder")
        self._reader_lane = door.lane("reader")
        self._now = now
        self._keys_on = keys_on
        self._sight = Sight()
        self._looking = False
        self._next_look = float("-inf")
        self._finding = False
        self._next_find = float("-inf")
        self._task: Task | None = None
        self._since: float | None = None
        self._fresh: Cutouts = {}
        self._kept: Cutouts = {}

    @property
    def available(self) -> bool:
        """There is a camera and a reader."""
        return self._seeing is not None

    @property
    def sight(self) -> Sight:
        """The newest live picture; once keys are on, one of the cards alone or none."""
        if self._sight.picture is not None and self._keys_on() and not self._sight.cut:
            self._sight = Sight()
        return self._sight

    @property
    def reading_since(self) -> float | None:
        """When the reading under way was begun."""
        return self._since

    def look(self) -> None:
        """Ask for the next live picture; the one-slot rule: never more than one is on its way."""
        seeing = self._seeing
        if seeing is None or self._looking or self._now() < self._next_look:
            return
        self._looking = True
        if self._keys_on():
            self._lane.start(lambda: _look_at_cards(seeing), self._seen, self._blind)
        else:
            self._lane.start(lambda: _look(seeing), self._seen_whole, self._blind)

    def read(self, done: Callable[[BoardScan], None], failed: Callable[[str], None]) -> None:
        """Take a picture on the camera's lane, then read it on the reader's."""
        seeing = self._seeing
        if seeing is None or self._since is not None:
            return
        self._since = self._now()

        def failed_now(sentence: str) -> None:
            self._ended()
            failed(sentence)

        def was_read(result: tuple[BoardScan, Cutouts]) -> None:
            self._ended()
            scan, self._fresh = result
            done(scan)

        def was_taken(picture: Picture) -> None:
            self._task = self._reader_lane.start(lambda: _read(seeing, picture), was_read, failed_now)

        self._task = self._lane.start(seeing.feed.frame, was_taken, failed_now)

    def give_up(self) -> None:
        """Let the reading under way come to nothing."""
        if self._task is not None:
            self._task.give_up()
        self._ended()

    def keep(self, position: Position | None = None) -> None:
        """The newest reading counts, for the whole board or for one card."""
        if position is None:
            self._kept = dict(self._fresh)
        elif position in self._fresh:
            self._kept[position] = self._fresh[position]

    def card(self, position: Position) -> Picture | None:
        """The cut-out of a card."""
        return self._kept.get(position)

    def turn(self) -> None:
        """Each cut-out goes to the opposite place and stands the other way up."""
        turned = {p: np.ascontiguousarray(picture[::-1, ::-1]) for p, picture in self._kept.items()}
        self._kept = {Position(COUNT - 1 - p.index): picture for p, picture in turned.items()}

    def forget(self) -> None:
        """Drop all cut-outs."""
        self._kept, self._fresh = {}, {}

    def close(self) -> None:
        """Let the camera go. Only after the door is closed."""
        if self._seeing is not None:
            self._seeing.feed.close()

    def _seen(self, sight: Sight) -> None:
        self._looking = False
        self._next_look = self._now() + LIVE_INTERVAL_S
        self._sight = sight

    def _seen_whole(self, seen: tuple[Picture, Picture]) -> None:
        frame, shown = seen
        size_px = (frame.shape[1], frame.shape[0])
        self._seen(Sight(shown, size_px, self._sight.outlines, self._sight.trouble))
        self._find_in(frame)

    def _find_in(self, frame: Picture) -> None:
        """Look for the cards, unless that is under way, or a reading needs the processor more."""
        seeing, begun = self._seeing, self._now()
        if seeing is None or self._finding or self._since is not None or begun < self._next_find:
            return
        self._finding = True

        def found(outlines: tuple[Outline, ...]) -> None:
            self._found(outlines, "", begun)

        def not_found(sentence: str) -> None:
            self._found((), sentence, begun)

        self._finder_lane.start(lambda: seeing.eye.find(frame), found, not_found)

    def _found(self, outlines: tuple[Outline, ...], trouble: str, begun: float) -> None:
        # As long as it took, so long is the rest after it: half of one core at most.
        self._finding = False
        self._next_find = 2 * self._now() - begun
        self._sight = replace(self._sight, outlines=outlines, trouble=trouble)

    def _blind(self, sentence: str) -> None:
        self._looking = False
        self._next_look = self._now() + RETRY_INTERVAL_S
        self._sight = Sight(trouble=sentence)

    def _ended(self) -> None:
        self._since = None
        self._task = None


def _look(seeing: Seeing) -> tuple[Picture, Picture]:
    """One frame, and how it is shown."""
    frame = seeing.feed.frame()
    return frame, preview(frame)


def _look_at_cards(seeing: Seeing) -> Sight:
    """One frame, when keys are on: nothing outside the cards leaves this function."""
    frame = seeing.feed.frame()
    size_px = (frame.shape[1], frame.shape[0])
    try:
        outlines = seeing.eye.find(frame)
    except CompanionError as error:
        return Sight(None, size_px, (), str(error), cut=True)
    return Sight(preview(seeing.eye.cards_only(frame, outlines)), size_px, outlines, cut=True)


def _read(seeing: Seeing, picture: Picture) -> tuple[BoardScan, Cutouts]:
    scan = seeing.reader.read(picture)
    return scan, _cut_out(seeing.eye, picture, [card.outline_px for card in scan.cards])


def _cut_out(eye: BoardEye, picture: Picture, outlines: Sequence[Outline]) -> Cutouts:
    pairs = zip(ALL_POSITIONS, outlines, strict=True)
    return {position: rgb_of(eye.card(picture, outline)) for position, outline in pairs if outline}


def preview(frame: Picture) -> Picture:
    """A frame small enough for the page, in the colour order of the page."""
    step = max(1, -(-frame.shape[1] // PREVIEW_WIDTH_PX))
    return rgb_of(frame[::step, ::step])


def rgb_of(picture: Picture) -> Picture:
    """From blue, green, red to red, green, blue, in one block of memory."""
    return np.ascontiguousarray(picture[:, :, ::-1])
