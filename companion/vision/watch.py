"""The watch over a mission in play: frames of a camera in, what lies where out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from companion.game.position import COUNT, Position
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import BoardScan, SeenCover
from companion.vision.covers import Light, measure_light, seen_cover, washed_out
from companion.vision.watching.cells import FreeCard, Seen, Sight, seen_at, shift_of, usual_card, written_part
from companion.vision.watching import arrows
from companion.vision.watching.laid import told_arrows, tokens_on
from companion.vision.watching.tokens import Looks
from companion.vision.watching.places import Picture, Places
from companion.vision.watching.stillness import Stillness
from companion.vision.watching.unlike import view_of

SETTLED_S, SURE_S = 0.15, 0.35
"""A place that has been still for so long is judged; after the second time again, and then it counts."""
AT_ONCE = 4
"""So many places are judged in one picture."""
PIECES = (SeenCover.AGENT, SeenCover.BYSTANDER, SeenCover.ASSASSIN, SeenCover.RED_AGENT, SeenCover.BLUE_AGENT)


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
        self._cards = _free_cards(picture, self._places, scan)
        self._lies: list[Lies | None] = [_lay_first(card.cover) for card in scan.cards]
        self._awaited: list[Lies | None] = [None] * COUNT
        self._looks = Looks()
        self._pending = np.array([lies is None for lies in self._lies])
        self._still = Stillness(self._places.glimpses(self._places.small(picture)))

    def see(self, frame: Picture, at_s: float) -> Observation:
        """Take a frame.

        Args:
            frame: BGR uint8, of the size of the first photograph.
            at_s: When it was taken, seconds of a clock that only goes forward.
        """
        glimpses = self._places.glimpses(self._places.small(frame))
        self._still.take(glimpses, at_s)
        self._pending |= self._still.otherwise(glimpses)
        self._judge(frame, glimpses, at_s)
        hidden = self._pending
        cells = tuple(None if hide else lies for hide, lies in zip(hidden, self._lies, strict=True))
        return Observation(cells)

    def confirm(self, position: Position, lies: Lies) -> None:
        """The players agreed that this lies there now: its look is learnt."""
        self._lies[position.index] = lies

    def _judge(self, frame: Picture, glimpses: Picture, at_s: float) -> None:
        """Judge what has come to lie still, a few places in each picture, those that wait longest first."""
        calm = at_s - self._still.still_since
        due = [i for i in np.nonzero(self._pending)[0] if calm[i] >= SETTLED_S]
        due.sort(key=lambda i: -calm[i])
        light = None
        for index in due[:AT_ONCE]:
            light = light or self._light(frame)
            lies = self._looked_at(frame, int(index), light)
            if lies is not None and lies == self._awaited[index]:
                self._lies[index], self._pending[index] = lies, False
                self._still.judged[index] = glimpses[index]
            self._awaited[index] = lies

    def _looked_at(self, frame: Picture, index: int, light: Light) -> Lies | None:
        card = self._cards[index]
        if card is None:
            return self._covered(frame, index, light)
        view = view_of(self._places.close(frame, index))
        seen = seen_at(view, card)
        if seen.sight is not Sight.FREE:
            seen = self._beside(frame, index, seen, card)
        if seen.sight is Sight.FREE:
            return FREE
        if seen.sight is Sight.COVERED:
            return self._covered(frame, index, light)
        return self._tokens(frame, index, seen, card)

    def _tokens(self, frame: Picture, index: int, seen: Seen, card: FreeCard) -> Lies | None:
        found = tokens_on(seen, card, self._looks)
        if found is None:
            return None
        close = partial(self._places.close, frame, index, seen.beside_mm, arrows.PX_PER_MM)
        told = told_arrows(found, close, seen.view.picture, self._looks)
        return None if told is None else Lies(arrows=told)

    def _beside(self, frame: Picture, index: int, seen: Seen, card: FreeCard) -> Seen:
        """The same where the card itself lies now."""
        beside = shift_of(seen.view, card)
        if beside is None:
            return seen
        there = replace(seen_at(view_of(self._places.close(frame, index, beside)), card), beside_mm=beside)
        return there if there.share < seen.share else seen

    def _covered(self, frame: Picture, index: int, light: Light) -> Lies | None:
        corners = self._places.corners[index]
        if washed_out(frame, corners):
            return None
        cover = seen_cover(frame, corners, light)
        return Lies(cover) if cover in PIECES else None

    def _light(self, frame: Picture) -> Light:
        free = [i for i, lies in enumerate(self._lies) if lies == FREE and not self._pending[i]]
        return measure_light(frame, list(self._places.outlines), free)


def _lay_first(cover: SeenCover | None) -> Lies | None:
    """What lay on a card in the first photograph, as far as its reader could tell."""
    if cover is None:
        return FREE
    return Lies(cover) if cover in PIECES else None


def _free_cards(picture: Picture, places: Places, scan: BoardScan) -> list[FreeCard | None]:
    """The word cards as they look free: from the first photograph where they lay free, else like the others."""
    views = [view_of(places.close(picture, i)) for i in range(COUNT)]
    open_cards = [i for i in range(COUNT) if scan.cards[i].cover is None]
    upright = [i for i in open_cards if not places.turned[i]]
    usual = usual_card([views[i] for i in upright])
    return [
        FreeCard(views[i]) if i in open_cards else _like_others(usual, places.turned[i])
        for i in range(COUNT)
    ]  # fmt: skip


def _like_others(usual: Picture | None, turned: bool) -> FreeCard | None:
    if usual is None:
        return None
    picture = np.ascontiguousarray(usual[::-1, ::-1]) if turned else usual
    return FreeCard(view_of(picture), written_part(turned))
