"""The watch over a mission in play: frames of a camera in, what lies where out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.game.position import COUNT, SIZE, Position
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import BoardScan, SeenCover
from companion.vision.watching.beside import Beside, Counting
from companion.vision.watching.cells import FreeCard, free_card, usual_card, written_part
from companion.vision.watching.judging import Judge, Spot
from companion.vision.watching.kinds import gains
from companion.vision.watching.limbs import Limbs
from companion.vision.watching.places import Picture, Places
from companion.vision.watching.regain import features_of, motion
from companion.vision.watching.stillness import Glimpses, Stillness
from companion.vision.watching.tokens import Looks
from companion.vision.watching.unlike import View, view_of

SETTLED_S = 0.15
"""A place that has been still for so long is judged; it counts when it is judged the same twice."""
AGAIN_S = (0.05, 0.25, 0.9)
"""After so long a place that could not be told is judged again, and again."""
BOUNDED_S = 1.5
"""What is new beyond a place for longer than this, without a limb being seen, is a piece beside another."""
AT_ONCE = 3
"""So many places are judged in one picture."""
NEIGHBOURS = [
    {j for j in range(COUNT) if j != i and abs(i // SIZE - j // SIZE) < 2 and abs(i % SIZE - j % SIZE) < 2}
    for i in range(COUNT)
]
KNOCKED, SEARCH_S, STAYED_MM = 12, 0.3, 0.6
"""If so many places look otherwise the board is looked for elsewhere, each so many seconds; it lies elsewhere if it has
moved by more than the last."""
EXCHANGED_S = 4.0
"""A large card that seems to have become another one must lie still for so long."""
PLAIN = (SeenCover.AGENT, SeenCover.ASSASSIN, SeenCover.RED_AGENT, SeenCover.BLUE_AGENT)
"""What a reader is believed; it takes a token for a bystander now and then."""


class TableWatch:
    """Watches the 25 cards of a confirmed board. A function of the frames and times it was given; one thread.

    Args:
        picture: The confirmed first photograph, BGR uint8.
        scan: What was read from it; its outlines say where the cards lie.

    Raises:
        ValueError: the scan has no outlines.
    """

    def __init__(self, picture: Picture, scan: BoardScan) -> None:
        if any(len(card.outline_px) != 4 for card in scan.cards):
            raise ValueError("a watch needs the outlines of all 25 cards")
        self._places = Places(np.array([card.outline_px for card in scan.cards], np.float64))
        small = self._places.small(picture)
        self._first = self._places.glimpses(small)
        self._limbs = Limbs(small)
        light = gains(self._first, self._first, np.array([card.cover is None for card in scan.cards]))
        views = [view_of(self._places.close(picture, i), light[i]) for i in range(COUNT)]
        looks = Looks()
        self._judge = Judge(_free_cards(views, self._places, scan), views, looks)
        self._beside = Counting(Beside(looks, light.mean(axis=0)), small)
        self._beside.take(picture, small, self._places, calm=True, at_s=-1e9)
        self._still = Stillness(self._first.copy())
        self._home, self._features = self._places, features_of(picture, self._places)
        self._stale: set[int] = set()
        self._quiet: tuple[Picture, Observation] | None = None
        self._lost, self._search_s = False, -1e9
        self._lies: list[Lies | None] = [_lay_first(card.cover) for card in scan.cards]
        self._awaited: list[Lies | None] = [None] * COUNT
        self._seen: list[View] = list(views)
        self._pending = np.array([lies is None for lies in self._lies])
        self._next_s, self._tries = np.full(COUNT, -1e9), np.zeros(COUNT, int)

    def see(self, frame: Picture, at_s: float) -> Observation:
        """Take a frame.

        Args:
            frame: BGR uint8, of the size of the first photograph.
            at_s: When it was taken, seconds of a clock that only goes forward.
        """
        small = self._places.small(frame)
        if self._quiet is not None and self._still.as_quiet(small, self._quiet[0]):
            return self._quiet[1]
        self._quiet = None
        glimpses = self._places.glimpses(small)
        moving = self._still.take(glimpses, at_s)
        if self._knocked(moving, glimpses, at_s) and self._found_again(frame):
            return self.see(frame, at_s)
        self._limbs.take(small, self._places, bool(moving.any()), at_s)
        self._pending = self._still.otherwise(glimpses) | np.array([lies is None for lies in self._lies])
        self._tries[moving], self._next_s[moving] = 0, at_s
        self._judge_some(frame, small, glimpses, at_s)
        self._beside.take(frame, small, self._places, self._limbs.over is None and not moving.any(), at_s)
        if self._lost:
            return Observation((None,) * COUNT, in_step=False)
        cells = tuple(None if hide else lies for hide, lies in zip(self._pending, self._lies, strict=True))
        bank, taken = self._beside.counted
        seen = Observation(cells, bank, taken, hand=self._limbs.over is not None, finger=self._limbs.finger)
        waiting = self._pending.any() or self._stale or self._beside.due or self._limbs.over is not None
        if not waiting and not moving.any():
            self._quiet = (small, seen)
        return seen

    def confirm(self, position: Position, lies: Lies) -> None:
        """The players agreed that this lies there now: what is seen there counts as it, and its look is learnt."""
        index = position.index
        self._judge.agree(index, lies, self._seen[index])
        self._quiet = None
        self._lies[index] = lies
        self._stale |= NEIGHBOURS[index]
        self._settle(index, self._seen[index])

    def _knocked(self, moving: NDArray[np.bool_], glimpses: Glimpses, at_s: float) -> bool:
        """Whether so much looks otherwise, and lies still, that the camera may have been moved."""
        other = self._still.otherwise(glimpses)
        calm = at_s - self._still.still_since >= SETTLED_S
        if np.count_nonzero(other) < KNOCKED:
            self._lost = False
            return False
        if moving.sum() > COUNT - KNOCKED or np.count_nonzero(other & calm) < KNOCKED or at_s < self._search_s:
            return False
        self._search_s = at_s + SEARCH_S
        return True

    def _found_again(self, frame: Picture) -> bool:
        """Look for the board where a knock may have moved it; True if it lies elsewhere now."""
        moved = motion(self._features, features_of(frame), self._home)
        self._lost = moved is None
        if moved is None:
            return False
        places = self._home.moved(moved)
        if float(np.abs(places.outlines - self._places.outlines).mean()) < max(STAYED_MM * self._places.px_per_mm, 1.0):
            return False
        small = places.small(frame)
        self._limbs = self._limbs.carried(self._places, places, small)
        self._places = places
        glimpses = places.glimpses(small)
        self._still = Stillness(self._still.judged, _before=glimpses)
        return True

    def _judge_some(self, frame: Picture, small: Picture, glimpses: Glimpses, at_s: float) -> None:
        """Judge what has come to lie still, a few places in each picture, those that wait longest first."""
        calm = at_s - self._still.still_since
        due = [int(i) for i in np.nonzero(self._pending)[0] if calm[i] >= SETTLED_S and self._next_s[i] <= at_s]
        if not due:
            self._renew(frame, glimpses, calm)
            return
        due = [i for i in due if not self._limbs.hides(self._places, i)]
        due.sort(key=lambda i: self._next_s[i])
        free = np.array([lies == FREE for lies in self._lies]) & ~self._pending
        light = gains(glimpses, self._first, free)
        for i in due[:AT_ONCE]:
            near = bool(calm[i] < BOUNDED_S) or self._limbs.over is not None
            judged = self._judge.look(Spot(frame, self._places, i, glimpses[i], light[i], near), self._lies[i])
            self._seen[i] = judged.view
            if not self._is_likely(judged.lies, self._lies[i], float(calm[i])):
                judged = replace(judged, lies=None)
            if judged.lies is not None and judged.lies in (self._awaited[i], self._lies[i]):
                if self._lies[i] != judged.lies:
                    self._stale |= NEIGHBOURS[i]
                self._lies[i] = judged.lies
                self._still.judged[i] = glimpses[i]
                self._settle(i, judged.view)
                self._limbs.keep(small, self._places, i)
            else:
                self._next_s[i] = at_s + AGAIN_S[min(int(self._tries[i]), 2)]
                self._tries[i] += 1
            self._awaited[i] = judged.lies

    def _is_likely(self, lies: Lies | None, before: Lies | None, calm_s: float) -> bool:
        """Whether something may have come to lie there: one large card does not become another one in a moment."""
        if lies is None or lies.cover is None:
            return True
        if before is not None and before.cover not in (None, lies.cover) and calm_s < EXCHANGED_S:
            return False
        # The box with green agents has no bystander cards, only tokens.
        duet = any(other is not None and other.cover is SeenCover.AGENT for other in self._lies)
        return not (duet and lies.cover is SeenCover.BYSTANDER)

    def _renew(self, frame: Picture, glimpses: Glimpses, calm: NDArray[np.float64]) -> None:
        """Look again at a neighbour of what was laid: a part of that may lie over it now."""
        for i in sorted(self._stale):
            if not self._pending[i] and calm[i] >= SETTLED_S and not self._limbs.hides(self._places, i):
                old = self._judge.settled[i]
                view = view_of(self._places.close(frame, i))
                self._judge.settled[i] = replace(view, tint=old.tint, shine=old.shine)
                self._still.judged[i] = glimpses[i]
                self._stale.discard(i)
                return

    def _settle(self, index: int, view: View) -> None:
        self._judge.settled[index] = view
        self._pending[index], self._tries[index] = False, 0


def _lay_first(cover: SeenCover | None) -> Lies | None:
    """What lay on a card in the first photograph, as far as its reader could tell."""
    if cover is None:
        return FREE
    return Lies(cover) if cover in PLAIN else None


def _free_cards(views: list[View], places: Places, scan: BoardScan) -> list[FreeCard | None]:
    """The word cards as they look free: from the first photograph where they lay free, else like the others."""
    free = [card.cover is None for card in scan.cards]
    upright = [view for view, open_, turned in zip(views, free, places.turned, strict=True) if open_ and not turned]
    usual = usual_card(upright)
    if usual is None:
        return [None] * COUNT
    return [
        free_card(view) if open_ else _like_others(usual, turned, upright[0])
        for view, open_, turned in zip(views, free, places.turned, strict=True)
    ]


def _like_others(usual: Picture, turned: bool, light: View) -> FreeCard:
    picture = np.ascontiguousarray(usual[::-1, ::-1]) if turned else usual
    return free_card(replace(view_of(picture), tint=light.tint, shine=light.shine), written_part(turned))
