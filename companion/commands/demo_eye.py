"""The camera over a table that plays itself: it looks on, and nothing is laid or guessed that it does not see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from companion.game.position import Position, Seat
from companion.simulator.art import Bgr
from companion.simulator.table import FULL_HD, VirtualTable
from companion.simulator.witness import Disagreement
from companion.table.following import Following
from companion.table.observation import Lies
from companion.table.scan import BoardScan
from companion.vision.watch import TableWatch

SIZE_PX = (1280, 720)
LOOK_S = 0.1
WAIT_S = 1.0
"""From one look to the next while nothing moves on the table."""
PATIENCE_LOOKS = 40
"""After so many looks the camera ought to have seen it."""
QUICK_LOOKS = 15


class Onlooker(Protocol):
    """Who looks at the table for the app, and touches the app's page for the players."""

    def begin(self, scan: BoardScan) -> None:
        """The mission runs: look on from now on. ``scan`` is of a picture in full HD."""
        ...

    def until(self, holds: Callable[[], bool], otherwise: str) -> None:
        """Look until something holds.

        Raises:
            Disagreement: it does not come to that.
        """
        ...

    def guess(self, position: Position, guess: Callable[[], None], seat: Seat | None) -> None:
        """The word that a finger proposes is confirmed: ``guess`` does it where there is no page to be touched."""
        ...

    def laid(self, lies: Mapping[Position, Lies]) -> bool:
        """The players say that what was to be laid lies there.

        Returns:
            Whether the camera had to be told of one of these cards.
        """
        ...

    def move_it(self) -> None:
        """They say that they put right what is asked about."""
        ...


class HeadlessEye:
    """Looks at a virtual table in simulated time, with the real watcher on drawn photographs.

    Args:
        table: The table.
        follow: What hears of it.
        tick: Called after each look.
    """

    def __init__(self, table: VirtualTable, follow: Following, tick: Callable[[], None]) -> None:
        self._table, self._follow, self._tick = table, follow, tick
        self._watch: TableWatch | None = None
        self._now_s = 0.0
        self._photo: tuple[int, Bgr] | None = None

    def begin(self, scan: BoardScan) -> None:
        """See ``Onlooker``."""
        self._watch = TableWatch(self._picture(), _scaled(scan, SIZE_PX[0] / FULL_HD[0]))

    def until(self, holds: Callable[[], bool], otherwise: str) -> None:
        """See ``Onlooker``. The first looks follow one another as a camera takes pictures."""
        for number in range(PATIENCE_LOOKS):
            self._look(LOOK_S if number < QUICK_LOOKS else WAIT_S)
            if holds():
                return
        raise Disagreement(f"{otherwise} within {PATIENCE_LOOKS} pictures")

    def guess(self, position: Position, guess: Callable[[], None], seat: Seat | None) -> None:
        """See ``Onlooker``."""
        del position, seat
        guess()

    def laid(self, lies: Mapping[Position, Lies]) -> bool:
        """See ``Onlooker``. It is said only once the camera has had time to see it by itself."""
        assert self._watch is not None
        for number in range(PATIENCE_LOOKS):
            self._look(LOOK_S if number < QUICK_LOOKS else WAIT_S)
            seen = self._follow.observation
            if seen is not None and all(seen.cells[position.index] is not None for position in lies):
                return False
        told = [position for position in lies if self._follow.untold(position)]
        for position in told:
            self._watch.confirm(position, lies[position])
        return bool(told)

    def move_it(self) -> None:
        """See ``Onlooker``."""
        self._follow.move_it()

    def _look(self, passed_s: float) -> None:
        assert self._watch is not None, "the camera looks on from the beginning of the mission"
        self._now_s += passed_s
        self._follow.take(self._watch.see(self._picture(), self._now_s), self._now_s)
        self._tick()

    def _picture(self) -> Bgr:
        """A new photograph only where something has moved: the same one again says the same."""
        changes = self._table.changes
        if self._photo is None or self._photo[0] != changes:
            self._photo = (changes, self._table.photograph(SIZE_PX))
        return self._photo[1]


def _scaled(scan: BoardScan, factor: float) -> BoardScan:
    """The same scan in pixels of a smaller picture."""
    cards = tuple(
        replace(card, outline_px=tuple((x * factor, y * factor) for x, y in card.outline_px)) for card in scan.cards
    )
    return replace(scan, cards=cards)
