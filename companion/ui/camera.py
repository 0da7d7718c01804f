"""The camera and the reader behind the pages: live pictures, one reading at a time, the cut-outs of the cards."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from companion.errors import CompanionError
from companion.game.position import COUNT, Position
from companion.table.finished import FinishedTable, counted
from companion.table.observation import Lies, Observation
from companion.table.ports import Outline, Picture, TableReader
from companion.table.scan import BoardScan
from companion.table.voting import Votes
from companion.ui.key_camera import KeyCamera
from companion.ui.presenters.desk import Reading, Sight, Watching
from companion.ui.reading import RETRIES_S, Cutouts, Listener, Seeing, TableReading, rgb_of
from companion.ui.watching import TableInPlay, TableWatching
from companion.ui.worker import Door

PREVIEW_WIDTH_PX = 1280
LIVE_INTERVAL_S = 0.1
NOTHING = Sight(trouble="a key card may lie under the camera: until the next mission no picture is shown", cut=True)
"""It may lie on the word cards too, so that no cut would be safe."""

__all__ = ["CameraEyes", "Seeing", "preview"]


class CameraEyes:
    """``Eyes`` over real adapters.

    ``keys_on`` tells whether a face may lie in the camera's view, ``key_card`` whether it may be a printed one.
    ``heard`` is told on the UI thread what is seen of a table in play, and when; None where there is no picture.

    The feed has a lane of its own, since it belongs to one thread at a time. Cards are looked for on another, in one
    picture after the other as fast as that goes, so that the live picture does not wait for it: what was found last is
    drawn over the newest picture.
    """

    def __init__(
        self,
        seeing: Seeing | None,
        door: Door,
        now: Callable[[], float],
        keys_on: Callable[[], bool],
        key_card: Callable[[], bool],
        *,
        heard: Callable[[Observation | None, float], None] = lambda *_: None,
    ) -> None:
        self._seeing = seeing
        self._lane = door.lane("camera")
        self._finder_lane = door.lane("finder")
        self._reader_lane = door.lane("reader")
        self._readings = TableReading(self._lane, self._reader_lane, now, self._show)
        self.keys = KeyCamera(lambda: self._seeing, self._lane, self._reader_lane, lambda: self._readings.rotation_deg)
        self._watch = TableWatching(self._lane, self._reader_lane, door.lane("watch"), now, heard)
        self._now = now
        self._keys_on, self._key_card = keys_on, key_card
        self._sight = Sight()
        self._looking = False
        self._next_look = float("-inf")
        self._finding = False
        self._next_find = float("-inf")
        self._blind_for = 0
        self._turned = False
        self._cutouts: Cutouts = {}

    @property
    def available(self) -> bool:
        """There is a camera and a reader."""
        return self._seeing is not None

    @property
    def sight(self) -> Sight:
        """The newest live picture; once keys are on, one of the cards alone or none."""
        if self._key_card():
            self._sight = NOTHING
        elif self._sight.picture is not None and self._keys_on() and not self._sight.cut:
            self._sight = Sight()
        return self._sight

    @property
    def watching(self) -> Watching:
        """How the table in play is looked at."""
        return self._watch.state

    @property
    def reading(self) -> Reading:
        """The reading under way, or how the last one ended."""
        return self._readings.state

    def look(self) -> None:
        """Ask for the next live picture; the one-slot rule: never more than one is on its way."""
        seeing = self._seeing
        if seeing is None or self._key_card() or self._looking or self._now() < self._next_look:
            return
        self._looking = True
        if self._keys_on():
            self._lane.start(lambda: _look_at_cards(seeing), self._seen, self._blind)
        else:
            self._lane.start(lambda: _look(seeing), self._seen_whole, self._blind)

    def read(
        self,
        heard: Callable[[BoardScan], None],
        failed: Callable[[str], None],
        only: Position | None = None,
        anew: Collection[Position] = (),
    ) -> None:
        """Begin to read picture after picture; see ``Eyes``."""
        if self._seeing is not None:
            self._readings.begin(Listener(heard, failed), only, anew)
            self.go_on()

    def go_on(self) -> None:
        """Move the reading under way on. Once a face is on a screen there is nothing more to read."""
        if self._keys_on():
            self._readings.end()
        elif self._seeing is not None:
            self._readings.go_on(self._seeing)

    def watch(self, table: TableInPlay | None) -> None:
        """Look at a table in play, as often as that is worth; None: at none. To be called again and again."""
        self._watch.go_on(self._seeing, table, blind=self._key_card())

    def count(self, done: Callable[[FinishedTable], None], failed: Callable[[str], None]) -> None:
        """Take a picture of a finished table and count what lies there. Never while a key may lie in view."""
        seeing = self._seeing
        if seeing is None or seeing.watch is None or self._keys_on():
            failed("no camera can look at the table now: count the tokens yourselves")
            return

        def taken(picture: Picture) -> None:
            self._reader_lane.start(lambda: _counted(seeing, picture), done, failed)

        self._lane.start(seeing.feed.frame, taken, failed)

    def confirm(self, position: Position, lies: Lies) -> None:
        """The players agreed that this lies on a card of the table in play."""
        self._watch.confirm(position, lies)

    def give_up(self) -> None:
        """End the reading under way; what it brought stays."""
        self._readings.end()

    def card(self, position: Position) -> Picture | None:
        """The cut-out of a card."""
        return None if self._key_card() else self._cutouts.get(position)

    def turn(self) -> None:
        """Each cut-out goes to the opposite place and stands the other way up."""
        self._cutouts = {Position(COUNT - 1 - p.index): _turned(cut) for p, cut in self._cutouts.items()}
        self._turned = not self._turned
        self._readings.turn()

    def forget(self) -> None:
        """Other cards will lie there: drop what was read and all cut-outs."""
        self._readings.forget()
        self._cutouts, self._turned = {}, False

    def use_reader(
        self, make: Callable[[], TableReader], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Read with another reader from now on; it is made where it will be used, since that may take a moment.

        What was read with the old one is forgotten; a reading that is begun meanwhile begins again with the new one.
        """
        self.give_up()

        def made(reader: TableReader) -> None:
            assert self._seeing is not None, "a reader was made for a camera"
            self._seeing = replace(self._seeing, reader=reader)
            self._readings.begin_anew()
            self._cutouts = {}
            done()

        self._reader_lane.start(make, made, failed)

    def leave(self) -> None:
        """Wait for no picture any longer. Before the door is closed, so that a camera that hangs holds nothing up."""
        self._readings.end()
        self._watch.stop()
        self.keys.give_up()
        if self._seeing is not None:
            self._seeing.feed.leave()

    def close(self) -> None:
        """Let the camera go. Only after the door is closed."""
        if self._seeing is not None:
            self._seeing.feed.close()

    def _show(self, cutouts: Cutouts) -> None:
        self._cutouts |= {p: _turned(cut) for p, cut in cutouts.items()} if self._turned else cutouts

    def _seen(self, sight: Sight) -> None:
        self._looking = False
        self._next_look = self._now() + LIVE_INTERVAL_S
        self._blind_for = 0
        self._sight = sight

    def _seen_whole(self, seen: tuple[Picture, Picture]) -> None:
        frame, shown = seen
        size_px = (frame.shape[1], frame.shape[0])
        self._seen(Sight(shown, size_px, self._sight.outlines, self._sight.trouble))
        self._find_in(frame)

    def _find_in(self, frame: Picture) -> None:
        """Look for the cards, unless that is under way, or a reading needs the processor more."""
        seeing, begun = self._seeing, self._now()
        if seeing is None or self._finding or self._readings.state.active or begun < self._next_find:
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
        self._next_look = self._now() + RETRIES_S[min(self._blind_for, len(RETRIES_S) - 1)]
        self._blind_for += 1
        self._sight = Sight(trouble=sentence)


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


def _counted(seeing: Seeing, picture: Picture) -> FinishedTable:
    assert seeing.watch is not None
    scan = seeing.reader.take(picture, Votes(), lambda _: None, whole=True).scan
    if scan is None:
        raise CompanionError("the 25 cards could not be read: give light, or move the camera")
    return counted(seeing.watch(picture, scan), picture, scan)


def preview(frame: Picture) -> Picture:
    """A frame small enough for the page, in the colour order of the page."""
    step = max(1, -(-frame.shape[1] // PREVIEW_WIDTH_PX))
    return rgb_of(frame[::step, ::step])


def _turned(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[::-1, ::-1])
